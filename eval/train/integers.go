package train

import "katachi/eval/nnue"

// outputOf evaluates integer weights for an example as the file format defines it, slowly. The output is before the
// division by FV_SCALE.
func outputOf(shape *nnue.Shape, w *nnue.Weights, e *example) int32 {
	rows, width := e.appendRows(nil, shape, false), shape.Width()
	in := make([]int32, 0, 2*width)
	for _, half := range [][]uint32{rows[:len(rows)/2], rows[len(rows)/2:]} {
		sums := make([]int32, width)
		for j, b := range w.Bias {
			sums[j] = int32(b)
		}
		for _, r := range half {
			for j, v := range w.Rows[int(r)*width:][:width] {
				sums[j] += int32(v)
			}
		}
		for _, v := range sums {
			in = append(in, max(0, min(activationOne, v)))
		}
	}
	contacts := e.appendContacts(nil, shape, false)
	for i, layer := range w.Layers {
		out := make([]int32, len(layer.Bias))
		for o := range out {
			sum := layer.Bias[o]
			if i == 0 {
				for _, row := range contacts {
					sum += 4 * int32(w.Contacts[int(row)*len(out)+o])
				}
			}
			for j, v := range layer.Weights[o*len(in):][:len(in)] {
				sum += in[j] * int32(v)
			}
			if i < 2 {
				sum = max(0, min(activationOne, sum>>6))
			}
			out[o] = sum
		}
		in = out
	}
	return in[0]
}

// validateIntegers returns the loss of the file's integers on the validation examples.
func (r *run) validateIntegers() (total loss) {
	const most = 1 << 14 // it is slow
	t := r.trainer
	l, weights := r.validation[:min(most, len(r.validation))], t.net.quantise()
	losses := make([]loss, len(l))
	parallel(r.plan.threads, len(l), func(i int) {
		want := t.target.of(&l[i])
		sum, _ := t.target.loss(want, float64(outputOf(r.plan.shape, weights, &l[i]))*outputUnit/outputOne)
		losses[i] = loss{Sum: sum, Least: entropy(want), N: 1}
	})
	for _, x := range losses {
		total.add(x)
	}
	return total
}
