package nnue

import (
	"math/rand/v2"

	"katachi/position"
)

// randomMove returns a random legal move, MoveNone if none was found.
func randomMove(p *position.Position, rng *rand.Rand) position.Move {
	us := p.Side()
	for range 3000 {
		to := position.Square(rng.IntN(position.NumSquares))
		kind := position.HandKinds[rng.IntN(len(position.HandKinds))]
		var m position.Move
		if own := p.ByColor(us); rng.IntN(3) > 0 {
			from := position.Square(rng.IntN(position.NumSquares))
			if !own.Has(from) || !position.Attacks(p.At(from), from, p.Occupied()).AndNot(own).Has(to) {
				continue
			}
			m = position.NewMove(from, to, p.At(from))
			zone := p.Rules().Zone(us)
			if p.At(from).Kind().CanPromote() && (zone.Has(from) || zone.Has(to)) && rng.IntN(3) > 0 {
				m = position.NewPromotion(from, to, p.At(from))
			}
		} else if p.Hand(us).Has(kind) && p.At(to) == position.NoPiece {
			m = position.NewDrop(position.NewPiece(us, kind), to)
		} else {
			continue
		}
		if p.IsLegal(m) {
			return m
		}
	}
	return position.MoveNone
}

// walker plays random games with an evaluator behind them, with variations, passes and undone moves as in a search.
type walker struct {
	p   *position.Position
	e   *Evaluator
	rng *rand.Rand
	// visit is called at each node, with Evaluate due or not.
	visit func()
}

// game plays plies from the current position and takes the moves back.
func (w *walker) game(plies int) {
	if plies == 0 {
		return
	}
	if !w.p.InCheck() && w.rng.IntN(8) == 0 {
		w.p.DoNull()
		w.visit()
		w.game(min(plies-1, 2))
		w.p.UndoNull()
	}
	for branch := range 3 {
		m := randomMove(w.p, w.rng)
		if m == position.MoveNone {
			return
		}
		w.e.Push(w.p, w.p.Do(m))
		w.visit()
		if branch == 0 {
			w.game(plies - 1)
		} else {
			w.game(min(plies-1, w.rng.IntN(3)))
		}
		w.p.Undo()
		w.e.Pop()
	}
}
