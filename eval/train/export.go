package train

import (
	"math"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/eval/train/kernel"
	"katachi/position/files"
)

// quantise returns the network in the integers of a file, at FV_SCALE 16.
func (n *network) quantise() *nnue.Weights {
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
	for i, l := range n.layers() {
		w.Layers[i] = l.quantise()
	}
	if n.contacts != nil {
		w.Contacts = make([]int16, len(n.contacts.weights))
		for i, v := range n.contacts.weights {
			w.Contacts[i] = int16(roundUpHalf(v * contactOne))
		}
	}
	return w
}

// quantise returns the layer in the integers of a file.
func (l *layer) quantise() nnue.Dense {
	d := nnue.Dense{Bias: make([]int32, l.outputs), Weights: make([]int8, l.inputs*l.outputs)}
	for o := range l.outputs {
		d.Bias[o] = int32(roundUpHalf(l.bias.weights[o]*l.biasScale + l.offset))
		for i := range l.inputs {
			v := roundUpHalf(l.weights.weights[i*l.stride+o] * l.weightScale)
			d.Weights[o*l.inputs+i] = int8(max(-127, min(127, v)))
		}
	}
	return d
}

// roundUpHalf rounds to the next integer, halves up, as the kernels do.
func roundUpHalf(x float32) float64 { return math.Floor(float64(x + 0.5)) }

// export writes the network to a file, and if standard is not empty, to that file the form with a block of rows for
// each square of the own king, which other engines read.
func (n *network) export(path, standard string) error {
	built, err := nnue.Build(n.shape, n.quantise(), path, eval.DefaultFVScale)
	if err != nil {
		return err
	}
	if err := files.Replace(path, built.Save); err != nil || standard == "" {
		return err
	}
	wide, err := built.Expand()
	if err != nil {
		return err
	}
	return files.Replace(standard, wide.Save)
}
