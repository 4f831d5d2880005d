package match

import "fmt"

// pairTally is the score of one engine against another.
type pairTally struct {
	Wins, Draws, Losses int
	Pairs               pentanomial       // complete pairs
	NewPairs            pentanomial       // those of them in which no game is a repeat: what a sequential test counts
	Repeats             int               // games that repeat an earlier one
	Failures            map[endReason]int // the first engine's own
	half                map[int]halfPair  // by number of the pair
	seen                map[uint64]bool   // fingerprints of the games in which the first engine had Black
}

// halfPair is the one game played of an incomplete pair.
type halfPair struct {
	points  int
	repeats bool
}

// add counts a game in which the engine had the points 0, 1 or 2, and whether it repeats an earlier one.
func (t *pairTally) add(pair, points int, repeats bool) {
	if repeats {
		t.Repeats++
	}
	switch points {
	case 2:
		t.Wins++
	case 1:
		t.Draws++
	default:
		t.Losses++
	}
	if t.half == nil {
		t.half = map[int]halfPair{}
	}
	first, played := t.half[pair]
	if !played {
		t.half[pair] = halfPair{points, repeats}
		return
	}
	delete(t.half, pair)
	t.Pairs[first.points+points]++
	if !first.repeats && !repeats {
		t.NewPairs[first.points+points]++
	}
}

// Games returns the number of games.
func (t *pairTally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns the points, a draw being worth half a one.
func (t *pairTally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Share returns the points as a share of all games, 0 to 1.
func (t *pairTally) Share() float64 { return t.Points() / float64(max(1, t.Games())) }

// String tells wins, draws, losses, share of points, Elo with its interval and likelihood of superiority.
func (t *pairTally) String() string {
	e := t.Pairs.Estimate()
	text := fmt.Sprintf("+%d =%d -%d  %.1f%%", t.Wins, t.Draws, t.Losses, 100*t.Share())
	if t.Pairs.Pairs() == 0 {
		return text
	}
	return text + fmt.Sprintf("  Elo %s [%s, %s]  LOS %.1f%%  pairs %v", eloText(e.Elo), eloText(e.EloLow), eloText(e.EloTop), 100*e.LOS, [5]int(t.Pairs))
}

// crossTable holds the score of each engine against each other one.
type crossTable [][]pairTally

// newCrossTable counts the games of a match between that number of engines.
func newCrossTable(engines int, games []gameRecord) crossTable {
	t := make(crossTable, engines)
	for i := range t {
		t[i] = make([]pairTally, engines)
	}
	for i := range games {
		t.Add(&games[i])
	}
	return t
}

// total returns the points and games of an engine against all others.
func (t crossTable) total(engine int) (points float64, games int) {
	for j := range t[engine] {
		points += t[engine][j].Points()
		games += t[engine][j].Games()
	}
	return points, games
}

// Add counts a game and reports whether it repeats an earlier one of the same engines with the same colours.
func (t crossTable) Add(g *gameRecord) (repeats bool) {
	seen, game := &t[g.Black][g.White].seen, g.fingerprint()
	if *seen == nil {
		*seen = map[uint64]bool{}
	}
	repeats = (*seen)[game]
	(*seen)[game] = true
	for side := range 2 {
		me, other := g.Engine(side), g.Engine(side^1)
		tally := &t[me][other]
		tally.add(g.PairNumber(), g.Result.For(side), repeats)
		if g.Reason.IsFailure() && g.Result.For(side) == 0 {
			if tally.Failures == nil {
				tally.Failures = map[endReason]int{}
			}
			tally.Failures[g.Reason]++
		}
	}
	return repeats
}
