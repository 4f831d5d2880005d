package train

import (
	"fmt"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/eval/train/kernel"
)

// load takes the weights that a network file's integers stand for. If the file has no contacts, their weights are 0. If
// it has other buckets of the own king's squares, each bucket begins with the mean of those with which it shares squares.
// The rows that all buckets share become the means of the buckets' rows, so that training goes on with the same
// network.
func (n *network) load(path string) error {
	file, err := nnue.Load(path, eval.DefaultFVScale)
	if err != nil {
		return err
	}
	shape, w, err := file.Weights()
	if err != nil {
		return err
	}
	blocks := n.shape.Blocks(shape)
	if blocks == nil || !sameLayers(n.shape, shape) || shape.Contacts() > n.shape.Contacts() {
		return fmt.Errorf("%s: the architecture is %s, want %s", path, shape.Name(), n.shape.Name())
	}
	n.origin = shape
	stride := n.shape.Stride()
	for i, t := range n.tiles {
		column := i * kernel.Tile
		copyRow := func(to int, from ...[]int16) {
			for j := range kernel.Tile {
				sum := 0
				for _, f := range from {
					sum += int(f[column+j])
				}
				t.weights[to*kernel.Tile+j] = float32(sum) / float32(len(from)) / activationOne
			}
		}
		copyRow(n.rows-1, w.Bias)
		rows := make([][]int16, 0, len(blocks))
		for block, others := range blocks {
			for row := range stride {
				rows = rows[:0]
				for _, other := range others {
					rows = append(rows, w.Rows[(other*stride+row)*n.width:])
				}
				copyRow(block*stride+row, rows...)
			}
		}
	}
	n.meanShared()
	for i, v := range w.Contacts {
		n.contacts.weights[i] = float32(v) / contactOne
	}
	for i, l := range n.layers() {
		l.load(&w.Layers[i])
	}
	return nil
}

// sameLayers reports whether all layers are as wide as those of the other network.
func sameLayers(a, b *nnue.Shape) bool {
	a1, a2 := a.Hidden()
	b1, b2 := b.Hidden()
	return a.Width() == b.Width() && a1 == b1 && a2 == b2
}

// load is the inverse of quantise.
func (l *layer) load(d *nnue.Dense) {
	for o := range l.outputs {
		l.bias.weights[o] = (float32(d.Bias[o]) - l.offset) / l.biasScale
		for i := range l.inputs {
			l.weights.weights[i*l.stride+o] = float32(d.Weights[o*l.inputs+i]) / l.weightScale
		}
	}
}

// meanShared makes the shared rows the means of the buckets' rows.
func (n *network) meanShared() {
	stride := n.shape.Stride()
	buckets := (n.rows - 1) / stride
	for i, p := range n.shared {
		for j := range p.weights {
			sum := float32(0)
			for b := range buckets {
				sum += n.tiles[i].weights[b*stride*kernel.Tile+j]
			}
			p.weights[j] = sum / float32(buckets)
		}
	}
}

// rescale multiplies the network's output.
func (n *network) rescale(factor float64) {
	for _, p := range []*param{n.weights3, n.bias3} {
		for i := range p.weights {
			p.weights[i] *= float32(factor)
		}
	}
}

// stretch lets the output go factor times as far: the outputs of the last layer's neurons become smaller by factor and
// count for that much more. So the output stays the same where no neuron was at the end of its range.
func (n *network) stretch(factor float64) {
	for p, f := range map[*param]float64{n.weights2: 1 / factor, n.bias2: 1 / factor, n.weights3: factor} {
		for i := range p.weights {
			p.weights[i] *= float32(f)
		}
	}
}

// fits returns an error if the last layer's weights are beyond what a file can hold.
func (n *network) fits(from string) error {
	most := float32(0)
	for _, w := range n.weights3.weights {
		most = max(most, w, -w)
	}
	if most > lastLimit*1.01 {
		return fmt.Errorf("%s: with this -from-scale, -scale and -reach the last layer's weights are up to %.2f times what a file can hold; want a greater -from-scale or a smaller -reach", from, most/lastLimit)
	}
	return nil
}
