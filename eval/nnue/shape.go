package nnue

import (
	"fmt"
	"slices"
	"strings"
)

// Shape is an architecture: the feature set and the widths of the layers.
type Shape struct {
	features *featureSet
	width    int // of one perspective's accumulator, a multiple of 128 (see kernel)
	hidden1  int // outputs of the first dense layer that go on to the next
	hidden2  int // outputs of the second dense layer, 8 or a multiple of 16 like outputs1, at most maxOutputs
	// squared marks the SFNN family: the accumulator's halves are multiplied with each other, the first dense layer's
	// outputs go on squared as well as linear, there is a stack of dense layers for each bucket of king ranks, and the
	// first layer of the file is compressed.
	squared bool
	// contacts marks networks with rows of contacts, see contact.go; hidden1 is contactWidth.
	contacts bool
}

// plainShapes are the architectures of the plain family, told apart by a file's size: those that players exchange and
// our own.
var plainShapes = slices.Concat(sharedShapes, ownShapes())

var sharedShapes = []Shape{
	{features: halfKP, width: 256, hidden1: 32, hidden2: 32},
	{features: kingPiece, width: 256, hidden1: 32, hidden2: 32},
	{features: halfKP, width: 512, hidden1: 16, hidden2: 32},
	{features: halfKP, width: 768, hidden1: 16, hidden2: 64},
	{features: halfKP, width: 1024, hidden1: 8, hidden2: 32},
	{features: halfKP, width: 1024, hidden1: 8, hidden2: 64},
	{features: halfKPE9, width: 256, hidden1: 32, hidden2: 32},
	{features: halfKPvm, width: 256, hidden1: 32, hidden2: 32},
}

// ownShapes are the shapes with buckets of king squares: small enough for a program to carry with it.
func ownShapes() (shapes []Shape) {
	for _, set := range bucketed() {
		for _, width := range []int{128, 256, 384, 512} {
			for _, contacts := range []bool{false, true} {
				shapes = append(shapes, Shape{features: set, width: width, hidden1: contactWidth, hidden2: 32, contacts: contacts})
			}
		}
		shapes = append(shapes, Shape{features: set, width: 512, hidden1: 16, hidden2: 32})
	}
	return shapes
}

// squaredShapes are the shapes of the SFNN family, told apart by the number of biases and weights in the compressed
// blocks and the size of the rest.
var squaredShapes = []Shape{
	{features: halfKAhm2, width: 1536, hidden1: 15, hidden2: 32, squared: true},
	{features: halfKAhm2, width: 1024, hidden1: 15, hidden2: 32, squared: true},
	{features: halfKAhm2, width: 1024, hidden1: 7, hidden2: 64, squared: true},
	{features: halfKA2, width: 1024, hidden1: 7, hidden2: 64, squared: true},
	{features: halfKA2, width: 1024, hidden1: 15, hidden2: 32, squared: true},
	{features: halfKA2, width: 1536, hidden1: 15, hidden2: 32, squared: true},
}

// String returns the name as users write it, such as "HalfKP 256x2-32-32".
func (s *Shape) String() string {
	if s.squared {
		return fmt.Sprintf("SFNN %s %d-%d-%d k3k3", s.features.name, s.width, s.hidden1, s.hidden2)
	}
	name := fmt.Sprintf("%s %dx2-%d-%d", s.features.name, s.width, s.hidden1, s.hidden2)
	if s.contacts {
		name += " with contacts"
	}
	return name
}

// Shapes returns the architectures that can be trained and saved: those of the plain family whose features depend only
// on the pieces and their places.
func Shapes() (shapes []*Shape) {
	for i := range plainShapes {
		if s := &plainShapes[i]; !s.features.effects {
			shapes = append(shapes, s)
		}
	}
	return shapes
}

// ShapeNamed returns the shape among Shapes that has the Name.
func ShapeNamed(name string) (*Shape, error) {
	var names []string
	for _, s := range Shapes() {
		if s.Name() == name {
			return s, nil
		}
		names = append(names, s.Name())
	}
	return nil, fmt.Errorf("no architecture %q; there are %s", name, strings.Join(names, ", "))
}

// Name returns a name for command lines, such as "halfkp-k9-256-contacts": the features, the width, the hidden layers
// unless they are 32-32, and whether there are contacts.
func (s *Shape) Name() string {
	name := fmt.Sprintf("%s-%d", strings.NewReplacer("+", "", "_", "-").Replace(strings.ToLower(s.features.name)), s.width)
	if s.hidden1 != 32 || s.hidden2 != 32 {
		name += fmt.Sprintf("-%d-%d", s.hidden1, s.hidden2)
	}
	if s.contacts {
		name += "-contacts"
	}
	return name
}

// Rows returns the number of rows of the first layer, one for each feature.
func (s *Shape) Rows() int { return s.features.dims }

// Stride returns how many rows each bucket of the own king's squares has, all rows if the king selects none. So the
// number of a row modulo Stride says which piece it stands for, and where.
func (s *Shape) Stride() int {
	if s.features.stride == 0 {
		return s.features.dims
	}
	return s.features.stride
}

// Width returns the outputs of the first layer for one perspective.
func (s *Shape) Width() int { return s.width }

// Contacts returns how many rows of contacts there are, each as long as the first hidden layer; 0 in most
// architectures.
func (s *Shape) Contacts() int {
	if s.contacts {
		return contactRows
	}
	return 0
}

// Hidden returns the outputs of the two dense layers between the accumulators, 2*Width inputs, and the one output.
func (s *Shape) Hidden() (first, second int) { return s.hidden1, s.hidden2 }

// stacks returns how many sets of dense layers there are.
func (s *Shape) stacks() int {
	if s.squared {
		return 9
	}
	return 1
}

// skip returns 1 if the first dense layer has an output that is added to the result as it is.
func (s *Shape) skip() int {
	if s.squared && s.hidden1%8 == 7 {
		return 1
	}
	return 0
}

// inputs1 returns the number of inputs of the first dense layer.
func (s *Shape) inputs1() int {
	if s.squared {
		return s.width
	}
	return 2 * s.width
}

// outputs1 returns the number of outputs of the first dense layer, the skipping one included.
func (s *Shape) outputs1() int { return s.hidden1 + s.skip() }

// inputs2 returns the number of inputs of the second dense layer.
func (s *Shape) inputs2() int {
	if s.squared {
		return 2 * s.hidden1
	}
	return s.hidden1
}

// padded rounds a number of inputs up to what a file stores.
func padded(inputs int) int { return (inputs + 31) / 32 * 32 }

// stackBytes returns the size of one set of dense layers in a file, without its hash.
func (s *Shape) stackBytes() int64 {
	layer := func(inputs, outputs int) int64 { return int64(4*outputs + outputs*padded(inputs)) }
	return layer(s.inputs1(), s.outputs1()) + layer(s.inputs2(), s.hidden2) + layer(s.hidden2, 1) +
		2*int64(s.Contacts()*s.hidden1)
}

// payload returns the size of a plain file less header, description and the two section hashes.
func (s *Shape) payload() int64 {
	return 2*int64(s.width) + 2*int64(s.width)*int64(s.features.dims) + s.stackBytes()
}
