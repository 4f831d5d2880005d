package nnue

import "fmt"

// shape is an architecture: the feature set and the widths of the layers.
type shape struct {
	features *featureSet
	width    int // of one perspective's accumulator
	hidden1  int // outputs of the first dense layer that go on to the next
	hidden2  int // outputs of the second dense layer
	// squared marks the SFNN family: the accumulator's halves are multiplied with each other, the first dense layer's
	// outputs go on squared as well as linear, there is a stack of dense layers for each bucket of king ranks, and the
	// first layer of the file is compressed.
	squared bool
}

// plainShapes are the architectures of the plain family, which a file's size tells apart.
var plainShapes = []shape{
	{features: halfKP, width: 256, hidden1: 32, hidden2: 32},
	{features: kingPiece, width: 256, hidden1: 32, hidden2: 32},
	{features: halfKP, width: 512, hidden1: 16, hidden2: 32},
	{features: halfKP, width: 768, hidden1: 16, hidden2: 64},
	{features: halfKP, width: 1024, hidden1: 8, hidden2: 32},
	{features: halfKP, width: 1024, hidden1: 8, hidden2: 64},
	{features: halfKPE9, width: 256, hidden1: 32, hidden2: 32},
	{features: halfKPvm, width: 256, hidden1: 32, hidden2: 32},
}

// squaredShapes are those of the SFNN family, told apart by the number of biases and weights in the compressed blocks
// and the size of what follows.
var squaredShapes = []shape{
	{features: halfKAhm2, width: 1536, hidden1: 15, hidden2: 32, squared: true},
	{features: halfKAhm2, width: 1024, hidden1: 15, hidden2: 32, squared: true},
	{features: halfKAhm2, width: 1024, hidden1: 7, hidden2: 64, squared: true},
	{features: halfKA2, width: 1024, hidden1: 7, hidden2: 64, squared: true},
	{features: halfKA2, width: 1024, hidden1: 15, hidden2: 32, squared: true},
	{features: halfKA2, width: 1536, hidden1: 15, hidden2: 32, squared: true},
}

// Versions of the file format; the second occurs for HalfKA networks.
const (
	fileVersion  = 0x7AF32F16
	fileVersionA = 0x7AF32F17
)

// The SFNN family has the same two hashes whatever the shape.
const (
	squaredTransformHash = 0x5F134AB8
	squaredNetworkHash   = 0x6333718A
)

// String returns the name as users write it, such as "HalfKP 256x2-32-32".
func (s *shape) String() string {
	if s.squared {
		return fmt.Sprintf("SFNN %s %d-%d-%d k3k3", s.features.name, s.width, s.hidden1, s.hidden2)
	}
	return fmt.Sprintf("%s %dx2-%d-%d", s.features.name, s.width, s.hidden1, s.hidden2)
}

// stacks returns how many sets of dense layers there are.
func (s *shape) stacks() int {
	if s.squared {
		return 9
	}
	return 1
}

// skip returns 1 if the first dense layer has an output that is added to the result as it is.
func (s *shape) skip() int {
	if s.squared && s.hidden1%8 == 7 {
		return 1
	}
	return 0
}

// inputs1 returns the number of inputs of the first dense layer.
func (s *shape) inputs1() int {
	if s.squared {
		return s.width
	}
	return 2 * s.width
}

// outputs1 returns the number of outputs of the first dense layer, the skipping one included.
func (s *shape) outputs1() int { return s.hidden1 + s.skip() }

// inputs2 returns the number of inputs of the second dense layer.
func (s *shape) inputs2() int {
	if s.squared {
		return 2 * s.hidden1
	}
	return s.hidden1
}

// padded rounds a number of inputs up to what a file stores.
func padded(inputs int) int { return (inputs + 31) / 32 * 32 }

// stackBytes returns the size of one set of dense layers in a file, without its hash.
func (s *shape) stackBytes() int64 {
	layer := func(inputs, outputs int) int64 { return int64(4*outputs + outputs*padded(inputs)) }
	return layer(s.inputs1(), s.outputs1()) + layer(s.inputs2(), s.hidden2) + layer(s.hidden2, 1)
}

// payload returns the size of a plain file less header, description and the two section hashes.
func (s *shape) payload() int64 {
	return 2*int64(s.width) + 2*int64(s.width)*int64(s.features.dims) + s.stackBytes()
}

// transformHash returns the hash that stands in front of the first layer.
func (s *shape) transformHash() uint32 {
	if s.squared {
		return squaredTransformHash
	}
	return s.features.hash ^ uint32(2*s.width)
}

// networkHash returns the hash that stands in front of the dense layers.
func (s *shape) networkHash() uint32 {
	if s.squared {
		return squaredNetworkHash
	}
	const slice, dense, relu = 0xEC42E90D, 0xCC03DAE4, 0x538D24C7
	h := uint32(slice) ^ uint32(2*s.width)
	for i, outputs := range []int{s.hidden1, s.hidden2, 1} {
		h = (dense + uint32(outputs)) ^ h>>1 ^ h<<31
		if i < 2 {
			h += relu
		}
	}
	return h
}

// fileHash returns the hash in the file's header.
func (s *shape) fileHash() uint32 { return s.transformHash() ^ s.networkHash() }
