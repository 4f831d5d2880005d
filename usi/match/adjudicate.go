package match

import (
	"fmt"
	"strconv"
	"strings"
)

// adjudication ends games in which the engines agree who wins: both gave the same side at least score at each of their last
// moves. The zero value ends none.
type adjudication struct {
	score int // centipawns; a mate is worth any score
	moves int // of each engine, in a row
}

// parseAdjudication reads "score=2000,moves=4".
func parseAdjudication(text string) (a adjudication, err error) {
	if text == "" {
		return a, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(value)
		field := map[string]*int{"score": &a.score, "moves": &a.moves}[name]
		if field == nil || err != nil || n < 1 {
			return a, fmt.Errorf("adjudicate is score=CENTIPAWNS,moves=NUMBER, such as score=2000,moves=4, not %q", text)
		}
		*field = n
	}
	if a.score == 0 || a.moves == 0 {
		return a, fmt.Errorf("adjudicate wants a score and moves, such as score=2000,moves=4, not %q", text)
	}
	return a, nil
}

// String returns the text of which parseAdjudication makes the same.
func (a adjudication) String() string {
	if a.moves == 0 {
		return ""
	}
	return fmt.Sprintf("score=%d,moves=%d", a.score, a.moves)
}

// judge returns the verdict if the engines agree; side made the last of the moves.
func (a adjudication) judge(moves []moveRecord, side int) *verdict {
	if a.moves == 0 || len(moves) < 2*a.moves {
		return nil
	}
	winner := 0 // +1 if it is side
	for i, sign := 0, 1; i < 2*a.moves; i, sign = i+1, -sign {
		who := moves[len(moves)-1-i].decided(a.score) * sign
		if who == 0 || winner != 0 && who != winner {
			return nil
		}
		winner = who
	}
	if winner < 0 {
		side ^= 1
	}
	return &verdict{winOf(side), byAdjudication, fmt.Sprintf("both engines agree, %d moves each of %d centipawns or more", a.moves, a.score)}
}

// decided returns 1 if the engine's score says that it wins by at least score, -1 if that it loses by it, else 0.
func (t *thought) decided(score int) int {
	switch {
	case t.Mate != nil && *t.Mate > 0, t.Score != nil && *t.Score >= score:
		return 1
	case t.Mate != nil && *t.Mate < 0, t.Score != nil && *t.Score <= -score:
		return -1
	}
	return 0
}
