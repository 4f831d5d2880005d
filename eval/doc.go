// Package eval defines what an evaluation is: the Score scale and the Evaluator that the search calls. The
// implementations are in classical and nnue.
package eval
