package classical

import (
	"katachi/eval"
	"katachi/position"
)

// Scale is the scale of searches with this evaluation, from its own games (katachi selfplay -eval classical -nodes
// 2000, katachi train scale): 1,982, its static scores 2,090.
const Scale eval.Scale = 2000

// Evaluator is the classical evaluation; New makes one. It is not safe for concurrent use.
type Evaluator struct {
	weights *weights
	rules   *position.Rules // that the tables are made for

	squares   [position.NumPieces][position.NumSquares]int16 // material and place of a piece on the board, Black's view
	inHand    [position.NumPieces]int32                      // of a piece in hand, Black's view
	danger    [maxUnits + 1]int16                            // centipawns for units of king danger
	nearOwn   [numTroops][farAway + 1]int16
	nearEnemy [numTroops][farAway + 1]int16
	board     position.Bitboard // the board without walls
	geometry

	top  int
	sums [stackSize]int32 // material and squares after each push, Black's view
}

// stackSize leaves room for what the search adds to its deepest line.
const stackSize = eval.MaxPly + 16

var _ eval.Evaluator = (*Evaluator)(nil)

// New returns an evaluator with the default weights that stands nowhere: Reset it first.
func New() *Evaluator { return &Evaluator{weights: &defaultWeights} }

// Reset makes the evaluator stand at the position.
func (e *Evaluator) Reset(p *position.Position) {
	e.prepare(p.Rules())
	e.top = 0
	e.sums[0] = e.sum(p)
}

// prepare makes the tables for the variant, unless they are there.
func (e *Evaluator) prepare(rules *position.Rules) {
	if e.rules == rules {
		return
	}
	e.rules = rules
	e.board = rules.Walls().Not()
	e.makeSquares()
	e.makeGeometry()
	e.makeDanger()
	for t := range numTroops {
		for d := 1; d < farAway; d++ { // farAway itself, the distance from a king that is missing, stays worth nothing
			e.nearOwn[t][d] = int16(e.weights.NearOwn[t][d])
			e.nearEnemy[t][d] = int16(e.weights.NearEnemy[t][d])
		}
	}
}

// Push follows a move that p.Do has just played.
func (e *Evaluator) Push(_ *position.Position, d position.Delta) {
	e.sums[e.top+1] = e.sums[e.top] + e.change(d)
	e.top++
}

// Pop takes back the last Push.
func (e *Evaluator) Pop() { e.top-- }

// Evaluate returns the score from the side to move's view.
func (e *Evaluator) Evaluate(p *position.Position) eval.Score {
	var terms [2]terms
	e.shape(p, &terms)
	us := p.Side()
	score := e.sums[e.top] + terms[position.Black].total() - terms[position.White].total()
	if us == position.White {
		score = -score
	}
	return eval.Score(score + e.weights.Tempo).Clamp()
}

// terms are what one side gets for everything except material and squares, in centipawns.
type terms struct {
	control, near, mobility, shape, threats, king, castle, entering int32
}

func (t *terms) total() int32 {
	return t.control + t.near + t.mobility + t.shape + t.threats + t.king + t.castle + t.entering
}
