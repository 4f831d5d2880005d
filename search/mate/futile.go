package mate

import (
	"katachi/movegen"
	"katachi/position"
)

// Futile says how futile interpositions (無駄合, muda-ai) are treated.
//
// By the convention of tsume-shogi, as its composers and magazines commonly state it, an interposition does not count
// if it is taken and nothing but the number of moves changes: the position before it is mate already. What "nothing"
// means in the middle of a line is left open; only the end of a line can be judged on the spot. In the sense of
// SkipFutile a position is mate if the defender has no legal move, or if all this holds:
//
//   - a single piece gives check, and from a distance: against a double check nothing can be interposed;
//   - each of his legal moves, drop or board move, goes to an empty square between that piece and his king: he can
//     neither take the checking piece nor walk away;
//   - after each of them that piece can take what was interposed, promoting or not, with check, and the position is
//     mate in the same sense, where whatever he has left in hand or on the board may be interposed again.
//
// So an interposition is not futile if it gives check, itself or by uncovering a line, even where the checking piece
// can take it; if the checking piece is pinned; if the king or another piece takes back; if the capture leaves a flight
// that was guarded; or if a piece that stepped between has made a flight for the king or opened a line for another
// defence. Since the capture mates at once, what was captured plays no part: it is left over in the attacker's hand. A
// move that the rules forbid, such as a second pawn on a file, is no interposition.
//
// An interposition in the middle of a line, after which the mate goes on exactly as it would have without it, counts in
// either case.
type Futile uint8

// What becomes of futile interpositions.
const (
	CountFutile Futile = iota // they are moves like all others: mate is where no legal move is left
	SkipFutile                // the line ends before them
)

// isMated reports whether the defender, to move in check, is mated.
func (s *searcher) isMated() bool {
	if !s.skip {
		return !movegen.HasLegal(s.pos)
	}
	_, ok := s.judgeMate()
	return ok
}

// judgeMate is mated for all the answers that the defender has.
func (s *searcher) judgeMate() (hand position.Hand, ok bool) {
	base := len(s.answers)
	s.answers = movegen.Legal(s.pos, s.answers)
	hand, ok = s.mated(s.answers[base:])
	s.answers = s.answers[:base]
	return hand, ok
}

// mated reports whether the defender, to move in check with these answers, is mated, and the smallest hand of the
// attacker with which this holds. A greater hand leaves the defender less to interpose.
func (s *searcher) mated(answers []position.Move) (hand position.Hand, ok bool) {
	if len(answers) == 0 {
		return withheld(s.pos, 0), true
	}
	checkers := s.pos.Checkers()
	if !s.skip || checkers.MoreThanOne() {
		return 0, false
	}
	king, checker := s.pos.King(s.pos.Side()), checkers.First()
	between := position.Between(king, checker)
	for _, m := range answers {
		if !between.Has(m.To()) {
			return 0, false
		}
	}
	// Beside the king first: what is interposed there is seldom futile, and if it is, most of what follows the
	// interpositions further away is in the table by then.
	step := (int(checker) - int(king)) / (between.Count() + 1)
	for to := int(king) + step; to != int(checker); to += step {
		for _, m := range answers {
			if int(m.To()) == to {
				h, futile := s.futile(m, checker)
				if !futile {
					return 0, false
				}
				hand = maxHand(hand, h)
			}
		}
	}
	hand = withheld(s.pos, hand)
	s.table.store(entry{key: s.key(), kind: proof, dn: infinite, hand: hand})
	return hand, true
}

// futile reports whether the checking piece takes the piece that the defender's move interposes and thereby mates, and
// the hand that the attacker needs before the move.
func (s *searcher) futile(m position.Move, checker position.Square) (hand position.Hand, ok bool) {
	p := s.pos
	p.Do(m)
	defer p.Undo()
	if p.InCheck() {
		return 0, false
	}
	piece := p.At(checker)
	captures := [2]position.Move{position.NewMove(checker, m.To(), piece)}
	n := 1
	if piece.Kind().CanPromote() {
		captures[1] = position.NewPromotion(checker, m.To(), piece)
		n = 2
	}
	for _, c := range captures[:n] {
		if !p.IsLegal(c) || !p.GivesCheck(c) {
			continue
		}
		p.Do(c)
		f := s.table.lookup(s.key(), p.Hand(s.attacker), 0)
		hand, ok = f.hand, f.proved()
		if !ok && !f.disproved() {
			hand, ok = s.judgeMate()
		}
		p.Undo()
		if ok {
			return handBefore(p, hand, c), true
		}
	}
	return 0, false
}

// mateInOne returns an attacker's move that mates at once, and the hand that he needs for it; MoveNone if there is
// none.
func (s *searcher) mateInOne() (m position.Move, hand position.Hand) {
	if m = One(s.pos); m != position.MoveNone {
		s.pos.Do(m)
		hand = withheld(s.pos, 0)
		s.pos.Undo()
		return m, handBefore(s.pos, hand, m)
	}
	if s.skip {
		return s.mateFromAfar()
	}
	return position.MoveNone, 0
}

// mateFromAfar looks for a mate in one that only futile interpositions put off.
func (s *searcher) mateFromAfar() (position.Move, position.Hand) {
	king, discoverers := s.pos.King(s.attacker.Other()), s.pos.Discoverers()
	base := len(s.answers)
	defer func() { s.answers = s.answers[:base] }()
	s.answers = movegen.Checks(s.pos, s.answers)
	for _, m := range s.answers[base:] {
		if position.Between(king, m.To()).IsEmpty() && (m.IsDrop() || !discoverers.Has(m.From())) {
			continue
		}
		s.pos.Do(m)
		hand, ok := s.judgeMate()
		s.pos.Undo()
		if ok {
			return m, handBefore(s.pos, hand, m)
		}
	}
	return position.MoveNone, 0
}
