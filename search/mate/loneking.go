package mate

import (
	"sync"

	"katachi/movegen"
	"katachi/position"
)

// LoneKing returns the shortest way to mate the bare king with king and rook, or king and dragon, when nothing is in
// hand: with the best play of both sides, to the position in which the king has no move. ok is false for any other
// position, and where the side to move does not win. A general search finds its way only by luck, since nothing but the
// distance tells progress; the distances of all positions take a fraction of a second to work out, when they are first
// needed (see PrepareLoneKing).
func LoneKing(p *position.Position) (line []position.Move, ok bool) {
	if !IsLoneKing(p) {
		return nil, false
	}
	e, _ := endingOf(p)
	t := endingDistances()
	plies := t.win[e.index()]
	if plies == never {
		return nil, false
	}
	q := p.Clone()
	for plies > 0 {
		plies--
		m := t.next(q, plies)
		line = append(line, m)
		q.Do(m)
	}
	return line, true
}

// IsLoneKing reports whether the side to move has king and rook, or king and dragon, against the bare king.
func IsLoneKing(p *position.Position) bool {
	e, ok := endingOf(p)
	return ok && p.Side() == e.strong
}

// PrepareLoneKing works the distances out beside the caller; the channel is closed when they are there.
func PrepareLoneKing() <-chan struct{} {
	ready := make(chan struct{})
	go func() {
		endingDistances()
		close(ready)
	}()
	return ready
}

// next returns a move after which so many plies are left.
func (t *distances) next(p *position.Position, left uint8) position.Move {
	for _, m := range movegen.Legal(p, nil) {
		p.Do(m)
		e, ok := endingOf(p)
		p.Undo()
		if ok && (left%2 == 1 && t.win[e.index()] == left || left%2 == 0 && t.lose[e.index()] == left) {
			return m
		}
	}
	return position.MoveNone // not for the lines of a position with a distance
}

// ending is a position of king and rook or dragon against king, as it looks when the strong side is Black.
type ending struct {
	strong            position.Color
	dragon            bool
	piece, king, lone position.Square
}

const numEndings = 2 * 81 * 81 * 81

func (e ending) index() int {
	i := (int(e.piece)*81+int(e.king))*81 + int(e.lone)
	if e.dragon {
		return i + numEndings/2
	}
	return i
}

func endingAt(i int) ending {
	return ending{
		dragon: i >= numEndings/2, piece: position.Square(i / (81 * 81) % 81), king: position.Square(i / 81 % 81), lone: position.Square(i % 81),
	}
}

// endingOf returns the ending that p is, if it is one.
func endingOf(p *position.Position) (ending, bool) {
	if p.Hand(position.Black) != 0 || p.Hand(position.White) != 0 || p.Rules().Walls().Any() || p.Occupied().Count() != 3 {
		return ending{}, false
	}
	pieces := p.Kind(position.Rook).Or(p.Kind(position.Dragon))
	if pieces.Count() != 1 || p.Kind(position.King).Count() != 2 {
		return ending{}, false
	}
	s := pieces.First()
	c := p.At(s).Color()
	return ending{
		strong: c, dragon: p.At(s).Kind() == position.Dragon,
		piece: s.From(c), king: p.King(c).From(c), lone: p.King(c.Other()).From(c),
	}, true
}

// attacks returns the squares that the rook or dragon attacks; the lone king does not shield those behind it.
func (e ending) attacks() position.Bitboard {
	occ := position.SquareBB(e.king)
	return e.reach(occ)
}

func (e ending) reach(occ position.Bitboard) position.Bitboard {
	set := position.RookAttacks(e.piece, occ)
	if e.dragon {
		set = set.Or(position.KingAttacks(e.piece))
	}
	return set
}

// possible reports whether the three stand on different squares and the kings apart.
func (e ending) possible() bool {
	return e.piece != e.king && e.piece != e.lone && e.king != e.lone && !position.KingAttacks(e.king).Has(e.lone)
}

// distances are the plies to the end with best play, by ending.
type distances struct {
	win  []uint8 // the strong side to move
	lose []uint8 // the lone king to move
}

const never = 255

var endingDistances = sync.OnceValue(newDistances)

// newDistances works backwards from the positions in which the lone king has no move: what leads there is won, and a
// position in which every move of the king is won is lost one ply later, layer by layer.
func newDistances() *distances {
	t := &distances{win: make([]uint8, numEndings), lose: make([]uint8, numEndings)}
	moves := make([]uint8, numEndings) // the lone king's moves that are not known to lose; never = he takes the rook
	var lost, won []int32
	for i := range numEndings {
		t.win[i], t.lose[i] = never, never
		e := endingAt(i)
		if !e.possible() {
			moves[i] = never
			continue
		}
		flights := position.KingAttacks(e.lone).AndNot(position.KingAttacks(e.king)).AndNot(e.attacks()).Without(e.king)
		if flights.Has(e.piece) {
			moves[i] = never
			continue
		}
		if moves[i] = uint8(flights.Count()); moves[i] == 0 {
			t.lose[i] = 0
			lost = append(lost, int32(i))
		}
	}
	for plies := uint8(1); len(lost) > 0; plies += 2 {
		won = won[:0]
		for _, i := range lost {
			endingAt(int(i)).beforeStrong(func(b ending) {
				if j := b.index(); t.win[j] == never && b.possible() && !b.attacks().Has(b.lone) {
					t.win[j] = plies
					won = append(won, int32(j))
				}
			})
		}
		lost = lost[:0]
		for _, i := range won {
			b := endingAt(int(i))
			for from := position.KingAttacks(b.lone); from.Any(); {
				b.lone, from = from.Pop()
				if j := b.index(); moves[j] != never {
					if moves[j]--; moves[j] == 0 {
						t.lose[j] = plies + 1
						lost = append(lost, int32(j))
					}
				}
			}
		}
	}
	return t
}

// beforeStrong visits the endings from which a move of the strong side leads to e.
func (e ending) beforeStrong(visit func(ending)) {
	occ := position.SquareBB(e.king).With(e.lone)
	b := e
	for from := position.KingAttacks(e.king).AndNot(occ).Without(e.piece); from.Any(); {
		b.king, from = from.Pop()
		visit(b)
	}
	b = e
	for from := e.reach(occ).AndNot(occ); from.Any(); {
		b.piece, from = from.Pop()
		visit(b)
	}
	if !e.dragon {
		return
	}
	b.dragon = false
	zone := position.Shogi.Zone(position.Black)
	for from := position.RookAttacks(e.piece, occ).AndNot(occ); from.Any(); {
		b.piece, from = from.Pop()
		if zone.Has(b.piece) || zone.Has(e.piece) {
			visit(b)
		}
	}
}
