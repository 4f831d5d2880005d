package movegen

import "katachi/position"

// Steppers returns the pawns, knights, silvers and gold movers of the side to move that stand where they may reach a
// square that checks the other king, which is on the board.
func Steppers(p *position.Position) position.Bitboard {
	us := p.Side()
	near, king := &stepSources[us], p.King(us.Other())
	return p.Golds().And(near[position.Gold][king]).
		Or(p.ByKind(position.Silver).And(near[position.Silver][king])).
		Or(p.ByKind(position.Knight).And(near[position.Knight][king])).
		Or(p.ByKind(position.Pawn).And(near[position.Pawn][king])).And(p.ByColor(us))
}

// Sliders returns the lances, bishops and rooks of the side to move, promoted bishops and rooks too.
func Sliders(p *position.Position) position.Bitboard {
	return p.ByKind(position.Rook).Or(p.ByKind(position.Dragon)).Or(p.ByKind(position.Bishop)).
		Or(p.ByKind(position.Horse)).Or(p.ByKind(position.Lance)).And(p.ByColor(p.Side()))
}

// stepSources[c][kind][king] are the squares from which a piece of the kind that moves step by step may reach, promoting
// or not, a square that checks a king of the other colour.
var stepSources = func() (t [2][position.King][position.NumSquares]position.Bitboard) {
	for c := position.Black; c <= position.White; c++ {
		for _, k := range []position.Kind{position.Pawn, position.Knight, position.Silver, position.Gold} {
			piece, gold := position.NewPiece(c, k), position.NewPiece(c, position.Gold)
			for from := position.Square(0); from < position.NumSquares; from++ {
				for targets := position.Attacks(piece, from, position.Bitboard{}); targets.Any(); {
					var to position.Square
					to, targets = targets.Pop()
					kings := position.Attacks(piece, to, position.Bitboard{}).Or(position.Attacks(gold, to, position.Bitboard{}))
					for kings.Any() {
						var king position.Square
						king, kings = kings.Pop()
						t[c][k][king] = t[c][k][king].With(from)
					}
				}
			}
		}
	}
	return t
}()
