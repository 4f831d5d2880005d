package analyse

import (
	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
)

// wonIn returns the score of a win by the entering-king rule in that many plies, a declaration counted as one: decided, and
// behind every mate.
func wonIn(plies int) eval.Score { return eval.MateBound - 1 - eval.Score(plies) }

// newFound returns a line of the search with its score. Searches score wins by the entering-king rule as mates, and here the
// two are told apart: such a line ends with the move before the declaration, or with the try. Where a line does not show
// how the game ends and it may be by that rule, the score is that of a decided game without a mate.
func (t *thinker) newFound(p *position.Position, score eval.Score, depth int, moves []position.Move) found {
	f := found{Score: score, Depth: depth, Moves: texts(moves)}
	if !score.IsMate() {
		return f
	}
	winner, sign, plies := p.Side(), eval.Score(1), score.MatePlies()
	if score < 0 {
		winner, sign, plies = winner.Other(), -1, -plies
	}
	end := p.Clone()
	for _, m := range moves {
		end.Do(m)
	}
	if !movegen.HasLegal(end) {
		return f
	}
	if line, entering := t.entering(p, winner, moves); entering > 0 {
		return found{Score: sign * wonIn(entering), Depth: depth, Moves: texts(line), Entering: entering}
	}
	left := plies - len(moves)
	if left < 1 { // the score is of another line
		end, left = p, plies
	}
	if t.declaration.MayClaim(end, winner, left) {
		f.Score = sign * wonIn(plies)
	}
	return f
}

// entering cuts a line where the winner may end the game by the entering-king rule, with the try if it is one, and returns the
// plies until then; 0 if the line does not come there. A declaration before the first move does not count: the search has been told
// to move instead.
func (t *thinker) entering(p *position.Position, winner position.Color, moves []position.Move) (line []position.Move, plies int) {
	q := p.Clone()
	for i := 0; ; i++ {
		if q.Side() == winner {
			switch claim := t.declaration.Claim(q); {
			case claim == position.MoveWin && i > 0:
				return moves[:i], i + 1
			case claim != position.MoveWin && claim != position.MoveNone:
				return append(moves[:i:i], claim), i + 1
			}
		}
		if i == len(moves) {
			return nil, 0
		}
		q.Do(moves[i])
	}
}

// tried reports whether the last move has won by the try rule.
func (t *thinker) tried(p *position.Position) bool {
	if p.History() == 0 {
		return false
	}
	q := p.Clone()
	q.Undo()
	return t.declaration.Claim(q) == p.LastMove()
}

// byEntering says what a win by the entering-king rule in that many plies is called, and after how many moves it comes.
func (a *game) byEntering(plies int) (word name, moves int) {
	if a.rule == position.TryRule {
		return name{"try", "トライ"}, plies
	}
	return name{"declaration", "宣言"}, plies - 1
}
