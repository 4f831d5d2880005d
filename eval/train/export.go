package train

import (
	"io"
	"math"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/eval/train/kernel"
	"katachi/position/files"
)

// quantise returns the network in the integers of a file, at FV_SCALE 16.
func (n *network) quantise() *nnue.Weights {
	h1, h2 := n.shape.Hidden()
	w := &nnue.Weights{Bias: make([]int16, n.width), Rows: make([]int16, (n.rows-1)*n.width)}
	for i, t := range n.tiles {
		for row := range n.rows {
			to := w.Bias[i*kernel.Tile:]
			if row < n.rows-1 {
				to = w.Rows[row*n.width+i*kernel.Tile:]
			}
			for j, v := range t.weights[row*kernel.Tile:][:kernel.Tile] {
				to[j] = int16(roundUpHalf(v * activationOne))
			}
		}
	}
	w.Layers[0] = quantiseLayer(n.weights1, n.bias1, 2*n.width, h1, n.hidden1, weightOne, activationOne*weightOne, weightOne/2)
	w.Layers[1] = quantiseLayer(n.weights2, n.bias2, h1, h2, n.hidden2, weightOne, activationOne*weightOne, weightOne/2)
	if n.contacts != nil {
		w.Contacts = make([]int16, len(n.contacts.weights))
		for i, v := range n.contacts.weights {
			w.Contacts[i] = int16(roundUpHalf(v * contactOne))
		}
	}
	w.Layers[2] = quantiseLayer(n.weights3, n.bias3, h2, 1, 1, lastOne, outputOne, 0)
	return w
}

// quantiseLayer returns a dense layer. offset goes to each bias: the engine drops the sums' lowest bits, so half of
// what is dropped makes it round.
func quantiseLayer(weights, bias *param, inputs, outputs, stride int, weightScale, biasScale, offset float32) nnue.Dense {
	d := nnue.Dense{Bias: make([]int32, outputs), Weights: make([]int8, inputs*outputs)}
	for o := range outputs {
		d.Bias[o] = int32(roundUpHalf(bias.weights[o]*biasScale + offset))
		for i := range inputs {
			v := roundUpHalf(weights.weights[i*stride+o] * weightScale)
			d.Weights[o*inputs+i] = int8(max(-127, min(127, v)))
		}
	}
	return d
}

// roundUpHalf rounds to the next integer, halves up, as the kernels do.
func roundUpHalf(x float32) float64 { return math.Floor(float64(x + 0.5)) }

// export writes the network to a file, and if standard is not empty to that one the form with a block of rows for each
// square of the own king, which other engines read.
func (n *network) export(path, standard string) error {
	built, err := nnue.Build(n.shape, n.quantise(), path, eval.DefaultFVScale)
	if err != nil {
		return err
	}
	if err := files.Replace(path, func(w io.Writer) error { return built.Save(w) }); err != nil || standard == "" {
		return err
	}
	wide, err := built.Expand()
	if err != nil {
		return err
	}
	return files.Replace(standard, func(w io.Writer) error { return wide.Save(w) })
}
