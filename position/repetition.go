package position

// Repetition is how a position compares with an earlier one of the same game, from the side to move's view.
type Repetition uint8

// The kinds of repetition.
const (
	RepNone     Repetition = iota
	RepDraw                // the same position
	RepWin                 // the same position, and the opponent did nothing but check (or the variant says so)
	RepLoss                // the same position, and the side to move did nothing but check (or the variant says so)
	RepSuperior            // the same board, more in hand than before
	RepInferior            // the same board, less in hand than before
)

// Repetition returns how the position repeats the nearest equal one of the game or, if there is none, the nearest one
// with the same board and a comparable hand; and how many plies ago that was (0 if it repeats none). A search takes the
// first recurrence for the fourth; the rule itself is Sennichite.
func (p *Position) Repetition() (Repetition, int) {
	st := &p.states[p.now]
	return st.rep, int(st.repPlies)
}

// findRepetition looks for the nearest equal earlier state and, on the way, for one with the same board and a
// comparable hand.
func (p *Position) findRepetition(st *State) {
	us := p.side
	for i := 4; i <= int(st.sinceNull); i += 2 {
		old := &p.states[p.now-i]
		if old.boardKey != st.boardKey {
			continue
		}
		switch {
		case old.hand == st.hand:
			st.rep, st.repPlies = p.judge(st, i), uint16(i)
			return
		case st.rep != RepNone: // there is a nearer one
		case st.hand[us].Covers(old.hand[us]):
			st.rep, st.repPlies = RepSuperior, uint16(i)
		case old.hand[us].Covers(st.hand[us]):
			st.rep, st.repPlies = RepInferior, uint16(i)
		}
	}
}

// judge says what the repetition of a position that occurred plies ago is worth to the side to move.
func (p *Position) judge(st *State, plies int) Repetition {
	us := p.side
	mine, theirs := int(st.checks[us]) >= plies, int(st.checks[us^1]) >= plies
	switch {
	case mine && !theirs:
		return RepLoss
	case theirs && !mine:
		return RepWin
	case !p.rules.FirstPlayerLosesRepetition:
		return RepDraw
	case us == Black:
		return RepLoss
	default:
		return RepWin
	}
}

// Sennichite returns the result of the game by the fourth occurrence of the position, from the side to move's view:
// RepDraw, or by perpetual check RepWin or RepLoss. It is RepNone while the position has occurred less than four times.
func (p *Position) Sennichite() Repetition {
	st := &p.states[p.now]
	occurrences := 1
	for i := 4; i <= int(st.sinceNull); i += 2 {
		if old := &p.states[p.now-i]; old.boardKey == st.boardKey && old.hand == st.hand {
			if occurrences++; occurrences == 4 {
				return p.judge(st, i)
			}
		}
	}
	return RepNone
}
