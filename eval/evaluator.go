package eval

import "katachi/position"

// Evaluator scores positions. It follows the board by Push and Pop, so that it can keep sums up to date; a worker has
// its own. None of the methods but Reset allocates.
type Evaluator interface {
	// Reset makes the evaluator stand at the position.
	Reset(p *position.Position)
	// Push follows a move that p.Do has just played; a null move needs no Push.
	Push(p *position.Position, d position.Delta)
	// Pop takes back the last Push.
	Pop()
	// Evaluate returns the score of p, the position reached by the pushes, from its side to move's view, clamped to
	// +-MaxEval. The side to move may be in check.
	Evaluate(p *position.Position) Score
}
