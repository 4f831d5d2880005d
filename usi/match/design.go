package match

import "math/rand/v2"

// design is the plan of a tune, a factorial experiment at two levels. Two copies of an engine, A and B, play pairs of
// games. In each pair a coin decides for every parameter whether A has the high value and B the low one, or the
// reverse. So every pair is a comparison of high with low for each of the parameters at once: the coins of the others
// are independent and add nothing but noise, much less of it than the games themselves have.
type design struct {
	seed   uint64
	params []parameter
}

// signs returns the coins of a pair by parameter: +1 if A has the high value, -1 if B has it. They depend on nothing
// but the seed and the pair's number, so that a tune that is resumed or sharded is the same tune.
func (d *design) signs(pair int) []int {
	random := rand.New(rand.NewPCG(d.seed, uint64(pair)))
	signs := make([]int, len(d.params))
	for i := range signs {
		signs[i] = 2*random.IntN(2) - 1
	}
	return signs
}

// options returns the options of A and of B in the games of a pair.
func (d *design) options(pair int) [2]engineOptions {
	a, b := engineOptions{}, engineOptions{}
	for i, sign := range d.signs(pair) {
		p, high, low := &d.params[i], a, b
		if sign < 0 {
			high, low = b, a
		}
		for j, name := range p.Names {
			high[name], low[name] = p.High[j], p.Low[j]
		}
	}
	return [2]engineOptions{a, b}
}
