package nnue

import (
	"fmt"
	"slices"

	"katachi/position"
)

// Weights are a network of the plain family in the integers of a file.
type Weights struct {
	Bias   []int16  // of the first layer, Width values
	Rows   []int16  // of the first layer: Rows rows of Width values
	Layers [3]Dense // 2*Width inputs to the first hidden layer, that to the second, that to one output
	// Contacts are rows of the first hidden layer's width, one for each of the shape's contacts. A unit of them is
	// worth 4 units of that layer's biases.
	Contacts []int16
}

// Dense is a dense layer.
type Dense struct {
	Bias    []int32 // one for each output
	Weights []int8  // for each output one for each input, an output's side by side
}

// layers returns the number of inputs and outputs of the three dense layers of a plain shape.
func (s *Shape) layers() [3][2]int {
	return [3][2]int{{s.inputs1(), s.outputs1()}, {s.inputs2(), s.hidden2}, {s.hidden2, 1}}
}

// Build returns a network of one of Shapes with the given weights. It copies them except the rows of the first layer.
// name stands for the network in messages; see Load about fvScale.
func Build(s *Shape, w *Weights, name string, fvScale int) (*Network, error) {
	n, err := newNetwork(name, fvScale)
	if err != nil {
		return nil, err
	}
	if s.squared || s.features.effects {
		return nil, fmt.Errorf("%s: a network %s can be read, but not written", name, s)
	}
	check := func(what string, got, want int) {
		if got != want && err == nil {
			err = fmt.Errorf("%s: %s %s: %d values, want %d", name, s, what, got, want)
		}
	}
	check("biases", len(w.Bias), s.width)
	check("rows", len(w.Rows), s.width*s.features.dims)
	check("contacts", len(w.Contacts), s.Contacts()*s.hidden1)
	for i, size := range s.layers() {
		check(fmt.Sprintf("layer %d biases", i+1), len(w.Layers[i].Bias), size[1])
		check(fmt.Sprintf("layer %d weights", i+1), len(w.Layers[i].Weights), size[0]*size[1])
	}
	if err != nil {
		return nil, err
	}
	n.shape, n.description = *s, s.description()
	n.bias, n.weights = alignedCopy(w.Bias), w.Rows
	var packed [3]layer
	var rows []int8
	for i, size := range s.layers() {
		inputs, outputs := size[0], size[1]
		rows = make([]int8, padded(inputs)*outputs)
		for o := range outputs {
			copy(rows[o*padded(inputs):], w.Layers[i].Weights[o*inputs:][:inputs])
		}
		if i < 2 {
			packed[i] = newLayer(inputs, outputs, w.Layers[i].Bias, rows)
		}
	}
	n.stacks = []stack{{first: packed[0], second: packed[1], last: alignedCopy(rows), lastBias: w.Layers[2].Bias[0], contacts: alignedCopy(w.Contacts)}}
	return n, nil
}

// Expand returns a network of an architecture that other programs know, with the same output in every position: the
// rows are copied to all 81 squares of the own king. It is for networks whose king squares share rows, and whose widths
// are among the known ones.
func (n *Network) Expand() (*Network, error) {
	set := n.shape.features
	wide, ok := n.shape.expanded()
	if !ok {
		return nil, fmt.Errorf("%s: %s has no larger form that other programs know", n.name, &n.shape)
	}
	out := *n
	out.shape, out.description = wide, wide.description()
	out.weights = hugeInt16s(wide.width * wide.features.dims)
	row := func(weights []int16, i int) []int16 { return weights[i*wide.width:][:wide.width] }
	for king := range position.Square(position.NumSquares) {
		block, mirrored := set.place(king)
		for number, from := range seen[position.Black][mirrored] {
			copy(row(out.weights, int(king)*halfKP.stride+number), row(n.weights, block*set.stride+int(from)))
		}
	}
	return &out, nil
}

// Expands reports whether networks of the shape have the form that Expand returns.
func (s *Shape) Expands() bool {
	_, ok := s.expanded()
	return ok
}

func (s *Shape) expanded() (wide Shape, ok bool) {
	wide = *s
	wide.features = halfKP
	return wide, s.features.mirror && s.features.kings == kingsLeftOut && slices.Contains(sharedShapes, wide)
}

// Weights returns the network's shape and weights, as Build takes them. The rows are the network's own and must not be
// changed. The error says that the network is of the SFNN family, which can only be read.
func (n *Network) Weights() (*Shape, *Weights, error) {
	s := &n.shape
	if s.squared || s.features.effects {
		return nil, nil, fmt.Errorf("%s: a network %s can be read, but not written", n.name, s)
	}
	st := &n.stacks[0]
	w := &Weights{Bias: slices.Clone(n.bias), Rows: n.weights, Contacts: slices.Clone(st.contacts)}
	parts := [3]struct {
		bias []int32
		rows []int8
	}{{st.first.bias, st.first.rows()}, {st.second.bias, st.second.rows()}, {[]int32{st.lastBias}, st.last}}
	for i, size := range s.layers() {
		inputs, outputs := size[0], size[1]
		d := Dense{Bias: slices.Clone(parts[i].bias), Weights: make([]int8, inputs*outputs)}
		for o := range outputs {
			copy(d.Weights[o*inputs:][:inputs], parts[i].rows[o*padded(inputs):])
		}
		w.Layers[i] = d
	}
	return s, w, nil
}
