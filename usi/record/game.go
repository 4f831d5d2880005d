package record

import (
	"errors"
	"fmt"
	"time"

	"katachi/position"
)

// ErrIllegal is the error of a game with a move that cannot be played.
var ErrIllegal = errors.New("illegal move in a record")

// Game is a game to be written.
type Game struct {
	Start    *position.Position // not changed; its own history is left out
	Names    [2]string          // by colour; empty for a problem
	Event    string             // empty: left out
	Date     time.Time          // zero: left out
	Clock    string             // the time control in words, empty: left out
	Comments []string           // lines before the first move
	Moves    []Move
	End      End
	Winner   position.Color // if End has a winner
	Note     string         // a comment to the end, empty: none
}

// Move is a move with what is known of it.
type Move struct {
	Move    position.Move
	Time    time.Duration // used for it
	Comment string        // empty: none
	Score   *int          // centipawns from Black's view, nil: unknown
}

// End is how a game ended.
type End uint8

// The ends. Their loser is the side to move unless Game.Winner says otherwise.
const (
	Unfinished  End = iota // the record just stops
	Interrupted            // no result
	Resigned
	Checkmate
	TimeUp
	Foul        // an illegal move or another breach of the rules, which is not among the moves
	Declaration // of the entered king, or the try
	Perpetual   // fourfold repetition by perpetual check
	Repetition  // fourfold repetition
	MoveLimit   // drawn by the number of moves
)

// replay calls each for every move with the position before it.
func (g *Game) replay(each func(i int, p *position.Position, m *Move)) error {
	p := g.Start.Clone()
	for i := range g.Moves {
		m := &g.Moves[i]
		if !p.IsLegal(m.Move) {
			return fmt.Errorf("%w: move %d, %v, at %s", ErrIllegal, i+1, m.Move, p.SFEN())
		}
		each(i, p, m)
		p.Do(m.Move)
	}
	return nil
}

// toMove returns who is to move at the end.
func (g *Game) toMove() position.Color {
	return g.Start.Side() ^ position.Color(len(g.Moves)&1)
}
