package nnue

import (
	"fmt"

	"katachi/eval"
	"katachi/position"
)

// Network is an evaluation file in memory. It is read-only after loading, so all workers share it, except for the small
// dense layers, of which each evaluator has a copy.
type Network struct {
	shape       Shape
	kernel      *kernel
	scale       int32 // FV_SCALE
	name        string
	description string
	warning     string
	bias        []int16
	weights     []int16 // a row of shape.width for each feature
	stacks      []stack
}

// newNetwork returns a network without weights.
func newNetwork(name string, fvScale int) (*Network, error) {
	if fvScale < 1 || fvScale > eval.MaxFVScale {
		return nil, fmt.Errorf("%s: FV_SCALE is %d, want 1 to %d", name, fvScale, eval.MaxFVScale)
	}
	k, err := chooseKernel()
	if err != nil {
		return nil, err
	}
	return &Network{name: name, scale: int32(fvScale), kernel: k}, nil
}

// Supports returns an error if networks cannot play the variant: they know the 9x9 board only.
func Supports(rules *position.Rules) error {
	if rules.Files != 9 || rules.Ranks != 9 {
		return fmt.Errorf("networks play on 9x9 squares, not %s", rules.Name)
	}
	return nil
}

// withOwnLayers returns the network with its own copy of the dense layers. They are read at every evaluation and should
// stay in the worker's nearest cache; some processors drop from it what several cores read.
func (n *Network) withOwnLayers() *Network {
	own := *n
	own.stacks = make([]stack, len(n.stacks))
	for i, s := range n.stacks {
		own.stacks[i] = s.clone()
	}
	return &own
}

// New returns an evaluator for one worker, as NewEvaluator does, behind the interface.
func (n *Network) New() eval.Evaluator { return n.NewEvaluator() }

// Describe returns one line for people: the architecture, where the network came from, scale and kernel, and a warning
// of anything odd but harmless about the file, such as a wrong hash.
func (n *Network) Describe() string {
	text := fmt.Sprintf("%s from %s, FV_SCALE %d, kernel %s", &n.shape, n.name, n.scale, n.kernel.name)
	if n.warning != "" {
		text += "; warning: " + n.warning
	}
	return text
}

// score turns the network's output into centipawns; divided by the scale, the output is in units of which a pawn has
// 90. Both divisions truncate toward zero.
func (n *Network) score(raw int32) eval.Score {
	const pawn = 90
	return eval.Score(max(-int64(eval.MaxEval), min(int64(raw/n.scale)*100/pawn, int64(eval.MaxEval))))
}
