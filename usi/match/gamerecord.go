package match

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"katachi/position"
	"katachi/position/record"
)

// errMatchFile is the error of a file that is not a record of a match.
var errMatchFile = errors.New("not a record of a match")

// errNoHeader is the error of a file whose first line is not that of a match.
var errNoHeader = fmt.Errorf("%w: the first line is not the header of a match", errMatchFile)

// notMatchFile says what is wrong with a file.
func notMatchFile(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{errMatchFile}, args...)...)
}

// matchHeader is the first line of a match's file: all that decides which games the match consists of and how they are judged.
type matchHeader struct {
	Type       string       `json:"type"` // "match" or "tune"
	Engines    []engineSpec `json:"engines"`
	TC         string       `json:"tc"`
	Variant    string       `json:"variant"`
	Tournament string       `json:"tournament"`
	Openings   string       `json:"openings"` // digest of the list of openings in the order in which it is played
	MaxPlies   int          `json:"maxplies"`
	Declare    string       `json:"declare"`
	Adjudicate string       `json:"adjudicate,omitempty"` // "score=2000,moves=4"
	TimeMargin int          `json:"timemargin"`           // milliseconds
	Grace      string       `json:"grace"`                // "3s"
	MoveLimit  string       `json:"movelimit"`            // "5m0s"
	Shard      string       `json:"shard,omitempty"`      // "i/n"
	Params     []parameter  `json:"params,omitempty"`     // of a tune: what it measures
	Seed       uint64       `json:"seed,omitempty"`       // of a tune: of the values that meet
}

// rules returns the variant.
func (h *matchHeader) rules() (*position.Rules, error) {
	rules, err := position.VariantNamed(h.Variant)
	if err != nil {
		return nil, notMatchFile("%w", err)
	}
	return rules, nil
}

// gameRecord is one finished game, a line of the file.
type gameRecord struct {
	Type    string       `json:"type"`  // "game"
	Game    int          `json:"game"`  // number in the match, from 0; games 2k and 2k+1 are a pair
	Black   int          `json:"black"` // index of the engine
	White   int          `json:"white"`
	Names   [2]string    `json:"names"` // of Black and White
	Opening string       `json:"opening"`
	Start   time.Time    `json:"start"`
	Result  gameResult   `json:"result"`
	Reason  endReason    `json:"reason"`
	Detail  string       `json:"detail,omitempty"`
	Last    []string     `json:"last,omitempty"` // the last lines of an engine that failed
	Moves   []moveRecord `json:"moves"`

	kept    *record.Game // what others have kept of the game, nil if it is of a match
	meeting int          // of such a game: how many of the same two players come before it
}

// moveRecord is a move with the time that it took and what the engine said about it.
type moveRecord struct {
	Move   string `json:"m"`
	Millis int    `json:"t"`
	thought
}

// On blackScore's scale the mates lie below mateScore, and all else within maxScore.
const (
	mateScore = 32000
	maxScore  = 30000
)

// blackScore returns the score from Black's view, nil if the engine gave none.
func (m *moveRecord) blackScore(side int) *int {
	score := 0
	switch {
	case m.Score != nil:
		score = max(-maxScore, min(*m.Score, maxScore))
	case m.Mate != nil && *m.Mate > 0:
		score = mateScore - *m.Mate
	case m.Mate != nil:
		score = -mateScore - *m.Mate
	default:
		return nil
	}
	if side == int(position.White) {
		score = -score
	}
	return &score
}

// Engine returns the index of the engine that had the colour.
func (g *gameRecord) Engine(side int) int {
	if side == 0 {
		return g.Black
	}
	return g.White
}

// side returns the colour of the engine.
func (g *gameRecord) side(engine int) int {
	if g.Black == engine {
		return 0
	}
	return 1
}

// PairNumber returns the number of the pair of games: in the match, or of what others have kept among the games of its two players.
func (g *gameRecord) PairNumber() int {
	if g.kept != nil {
		return g.meeting / 2
	}
	return g.Game / 2
}

// firstSide returns the colour of the first move after the opening: 0 for Black.
func (g *gameRecord) firstSide() int {
	o, err := position.ParseGameText(g.Opening)
	if err != nil {
		return 0
	}
	side := len(o.Moves) & 1
	if fields := strings.Fields(o.SFEN); len(fields) > 1 && fields[1] == "w" {
		side ^= 1
	}
	return side
}

// replay calls visit for every move, with the position before it and what the engine said of it, nil for moves of the opening. It
// returns where the game began.
func (g *gameRecord) replay(rules *position.Rules, visit func(p *position.Position, m position.Move, said *moveRecord)) (start *position.Position, err error) {
	o, err := position.ParseGameText(g.Opening)
	if err != nil {
		return nil, err
	}
	if start, err = o.Start(rules); err != nil {
		return nil, err
	}
	p := start.Clone()
	play := func(text string, said *moveRecord) error {
		m, err := p.ParseLegal(text)
		if err == nil {
			visit(p, m, said)
			p.Do(m)
		}
		return err
	}
	for _, text := range o.Moves {
		if err := play(text, nil); err != nil {
			return nil, err
		}
	}
	for i := range g.Moves {
		if err := play(g.Moves[i].Move, &g.Moves[i]); err != nil {
			return nil, err
		}
	}
	return start, nil
}
