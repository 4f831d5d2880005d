package eval

import "katachi/position"

// Evaluator scores positions. Push and Pop make it follow the board, so that it can keep sums up to date; each worker
// has its own. None of the methods but Reset allocates.
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

// Evaluation is an evaluation that is ready for use.
type Evaluation struct {
	New         func() Evaluator // a new evaluator, for one worker
	Description string           // a line for people
	Scale       Scale            // of the scores of searches with it
	// Identity returns what distinguishes the evaluation from all others, whatever the names of files: the same weights
	// and scale have the same identity. It reads all of a network, which takes a moment.
	Identity func() (string, error)
}

// Loader makes an evaluation ready: for the name nnue the program's own network, for classical the classical
// evaluation, otherwise the network in the file of that name, whose output it divides by fvScale, 1 to MaxFVScale.
type Loader func(name string, fvScale int) (Evaluation, error)

// DefaultFVScale is the FV_SCALE of network files that say nothing else.
const DefaultFVScale = 16

// MaxFVScale is the largest FV_SCALE that users may set.
const MaxFVScale = 128
