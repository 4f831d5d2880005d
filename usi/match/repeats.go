package match

import (
	"fmt"
	"hash/maphash"

	"katachi/position"
)

// Two engines that play the same opening at fixed nodes or depth, one thread each, play the same game again. Such a game is a
// result like any other and stays in the score, but it says nothing new, and Elo's interval takes all games for independent.
// So the games are watched for repeats: one warning at the first, a count in the summary; and a sequential test leaves out
// every pair that has one, so that no repeats can decide it. Which of two equal games is the repeat is a matter of their order
// in the match's file, which an interruption does not change. A tune is not watched: its players change from pair to pair.

// repeatAdvice says what to do about repeats.
const repeatAdvice = "give more openings (-openings), or a time control by the clock"

// fingerprintSeed is that of the fingerprints, which no file keeps.
var fingerprintSeed = maphash.MakeSeed()

// fingerprint returns a number that games of the same moves and the same end have in common, wherever their openings end.
func (g *gameRecord) fingerprint() uint64 {
	o, _ := position.ParseGameText(g.Opening) // none: the moves alone
	for i := range g.Moves {
		o.Moves = append(o.Moves, g.Moves[i].Move)
	}
	return maphash.String(fingerprintSeed, fmt.Sprint(o, g.Result, g.Reason))
}

// repeats returns how many games repeat an earlier one of the same engines with the same colours, and how many games
// there are; of a tune, none.
func (t crossTable) repeats(h *matchHeader) (repeats, games int) {
	if h.Type == "tune" {
		return 0, 0
	}
	for i := range t {
		for j := range i {
			repeats, games = repeats+t[i][j].Repeats, games+t[i][j].Games()
		}
	}
	return repeats, games
}

// describeRepeats tells of the repeats for a summary, empty if there are none.
func (t crossTable) describeRepeats(h *matchHeader) string {
	repeats, games := t.repeats(h)
	if repeats == 0 {
		return ""
	}
	verb := "repeat"
	if repeats == 1 {
		verb = "repeats"
	}
	return fmt.Sprintf("%d of %d games %s an earlier one move for move, though the interval takes all for independent: %s\n", repeats, games, verb, repeatAdvice)
}
