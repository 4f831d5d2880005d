package nnue

import "katachi/position"

// buffers are the layers' outputs of one evaluator.
type buffers struct {
	input  []uint8 // of the first dense layer: the side to move's part, then the opponent's
	sums1  []int32
	input2 []uint8 // padded with zeros
	sums2  []int32
	input3 []uint8
}

func newBuffers(s *Shape) buffers {
	return buffers{
		input:  aligned[uint8](s.inputs1()),
		sums1:  aligned[int32](s.outputs1()),
		input2: aligned[uint8](padded(s.inputs2())),
		sums2:  aligned[int32](s.hidden2),
		input3: aligned[uint8](padded(s.hidden2)),
	}
}

// forward runs a stack of dense layers on the accumulators of the side to move and of its opponent and on the rows of
// contacts. It returns the network's output before the division by FV_SCALE.
func (n *Network) forward(b *buffers, own, opponent []int16, contacts []uint32, bucket int) int32 {
	k, st := n.kernel, &n.stacks[bucket]
	var skip int32
	if n.shape.squared {
		half := len(b.input) / 2
		k.multiply(b.input[:half], own)
		k.multiply(b.input[half:], opponent)
		k.affine(b.sums1, b.input, &st.first)
		skip = squareAndRectify(b.input2, b.sums1, n.shape.hidden1)
	} else {
		k.clip(b.input, own, opponent)
		k.affine(b.sums1, b.input, &st.first)
		if len(contacts) > 0 {
			k.gather(b.sums1, st.contacts, contacts)
		}
		if k.rest != nil && len(b.sums1) == restWidth && len(b.sums2) == restWidth {
			return st.lastBias + k.rest(b.sums1, st)
		}
		k.rectify(b.input2, b.sums1)
	}
	k.affine(b.sums2, b.input2, &st.second)
	k.rectify(b.input3, b.sums2)
	return st.lastBias + k.dot(b.input3, st.last) + skip
}

// squareAndRectify writes the SFNN family's input of the second dense layer: the squares of the first count sums, then
// the same sums linear, each clamped to 0..127. It returns the sum that skips the layers, 0 if there is none.
func squareAndRectify(dst []uint8, sums []int32, count int) (skip int32) {
	for i, v := range sums[:count] {
		dst[i] = uint8(min(127, int64(v)*int64(v)>>19))
		dst[count+i] = uint8(max(0, min(127, v>>6)))
	}
	if len(sums) > count {
		skip = sums[count]
	}
	return skip
}

// bucket returns which stack of dense layers evaluates the position: three classes of ranks for the side to move's
// king, as its owner sees them, times three for the opponent's. The start position is in bucket 8.
func (n *Network) bucket(p *position.Position) int {
	if len(n.stacks) == 1 {
		return 0
	}
	own, opponent := kingOf(p, p.Side()), kingOf(p, p.Side().Other())
	return (own.Rank()-1)/3*3 + (opponent.Rank()-1)/3
}
