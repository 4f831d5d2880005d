package nnue

import "katachi/eval"

// Reference returns an evaluator of the same network by plain Go, which every kernel must equal to the last bit.
func (e *Evaluator) Reference() eval.Evaluator {
	n := *e.net
	n.kernel = goKernel
	return n.NewEvaluator()
}
