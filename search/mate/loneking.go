package mate

import (
	"sync"

	"katachi/movegen"
	"katachi/position"
)

// LoneKing returns the shortest way to mate the bare king with king and rook, or king and dragon, when nothing is in
// hand: with the best play of both sides, to the position in which the king has no move. ok is false for any other
// position, and where the side to move does not win. A general search finds the mate only by luck, since only the
// distance shows progress. The distances of all positions take about a tenth of a second to compute, when they are
// first needed (see PrepareLoneKing).
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

// PrepareLoneKing computes the distances once, on a goroutine of its own; the channel is closed when they are ready.
var PrepareLoneKing = sync.OnceValue(func() <-chan struct{} {
	ready := make(chan struct{})
	go func() {
		endingDistances()
		close(ready)
	}()
	return ready
})

// next returns a move after which left plies remain.
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

const (
	numRows    = 2 * 81 * 81
	numEndings = numRows * 81
)

func (e ending) index() int {
	return e.row()*81 + int(e.lone)
}

// row is the index of the ending among those that differ only in the lone king's square.
func (e ending) row() int {
	i := int(e.king)*81 + int(e.piece)
	if e.dragon {
		return i + numRows/2
	}
	return i
}

func endingAt(i int) ending {
	return ending{
		dragon: i >= numEndings/2,
		king:   position.Square(i / (81 * 81) % 81), piece: position.Square(i / 81 % 81), lone: position.Square(i % 81),
	}
}

// endingOf returns the ending that p is, if it is one.
func endingOf(p *position.Position) (ending, bool) {
	if p.Hand(position.Black) != 0 || p.Hand(position.White) != 0 || p.Rules().Walls().Any() || p.Occupied().Count() != 3 {
		return ending{}, false
	}
	pieces := p.ByKind(position.Rook).Or(p.ByKind(position.Dragon))
	if pieces.Count() != 1 || p.ByKind(position.King).Count() != 2 {
		return ending{}, false
	}
	s := pieces.First()
	c := p.At(s).Color()
	return ending{
		strong: c, dragon: p.At(s).Kind() == position.Dragon,
		piece: s.SeenBy(c), king: p.King(c).SeenBy(c), lone: p.King(c.Other()).SeenBy(c),
	}, true
}

// attacks returns the squares that the rook or dragon attacks; the lone king does not shield those behind it.
func (e ending) attacks() position.Bitboard {
	set := position.RookAttacks(e.piece, position.SquareBB(e.king))
	if e.dragon {
		set = set.Or(position.KingAttacks(e.piece))
	}
	return set
}

// distances are the plies to the end with best play, by ending.
type distances struct {
	win  []uint8 // the strong side to move
	lose []uint8 // the lone king to move
}

const never = 255

var endingDistances = sync.OnceValue(newDistances)

// newDistances works backwards from the positions in which the lone king has no move, a layer of two plies at a time
// and for all squares of the lone king at once: a position from which a move leads to a lost one is won, and the king
// is lost where each of his moves goes to a square on which the other side has won.
func newDistances() *distances {
	t := &distances{win: make([]uint8, numEndings), lose: make([]uint8, numEndings)}
	for i := range numEndings {
		t.win[i], t.lose[i] = never, never
	}
	lost, won := make([]position.Bitboard, numRows), make([]position.Bitboard, numRows)
	for plies, more := uint8(0), true; more; plies += 2 {
		more = false
		for row := range lost {
			set := endingAt(row * 81).losing(won[row]).AndNot(lost[row])
			lost[row] = lost[row].Or(set)
			more = more || set.Any()
			enter(t.lose[row*81:], set, plies)
		}
		for row := range won {
			set := endingAt(row * 81).winning(lost).AndNot(won[row])
			won[row] = won[row].Or(set)
			enter(t.win[row*81:], set, plies+1)
		}
	}
	return t
}

// enter gives the squares of the set their distance.
func enter(squares []uint8, set position.Bitboard, plies uint8) {
	for set.Any() {
		var s position.Square
		s, set = set.Pop()
		squares[s] = plies
	}
}

// room returns the squares on which the lone king can stand when it is his move.
func (e ending) room() position.Bitboard {
	if e.piece == e.king {
		return position.Bitboard{}
	}
	return position.KingAttacks(e.king).With(e.king).With(e.piece).Not()
}

// losing returns the squares on which the lone king, to move, has only moves to squares of won. The square of the piece
// is not one of those: he takes the piece there.
func (e ending) losing(won position.Bitboard) position.Bitboard {
	flights := position.KingAttacks(e.king).With(e.king).Or(e.attacks()).Or(won).Not()
	escapes := position.Bitboard{}
	for flights.Any() {
		var s position.Square
		s, flights = flights.Pop()
		escapes = escapes.Or(position.KingAttacks(s))
	}
	return e.room().AndNot(escapes)
}

// winning returns the squares of the lone king on which a move of the strong side, in a position without check, makes
// him lost; lost has those squares for each row. A lone king who is not in check is in nobody's way.
func (e ending) winning(lost []position.Bitboard) position.Bitboard {
	set := position.Bitboard{}
	b := e
	for to := position.KingAttacks(e.king).Without(e.piece); to.Any(); {
		b.king, to = to.Pop()
		set = set.Or(lost[b.row()])
	}
	b = e
	zone := position.Shogi.Zone(position.Black)
	attacks := e.attacks()
	for to := attacks.Without(e.king); to.Any(); {
		b.piece, to = to.Pop()
		b.dragon = e.dragon
		set = set.Or(lost[b.row()])
		if !e.dragon && (zone.Has(e.piece) || zone.Has(b.piece)) {
			b.dragon = true
			set = set.Or(lost[b.row()])
		}
	}
	return set.And(e.room()).AndNot(attacks)
}
