package train

import (
	"errors"
	"fmt"

	"katachi/eval"
	"katachi/position"
)

// Game is one game of self-play.
type Game struct {
	ID     uint64          // index within its run: the random seed of its opening
	Start  position.Packed // the position before Plies[0]
	Ply    int             // the move number of Plies[0], 1 for the first move of a game; at most 65535
	Plies  []Ply           // at most MaxPlies
	Result int8            // Black's view: +1 won, 0 drawn, -1 lost
	End    End
}

// Ply is a move with what the search said of the position before it.
type Ply struct {
	Move  position.Move16
	Score eval.Score // side to move's view, centipawns; eval.None for a move that was not searched (random ones)
}

// MaxPlies is the greatest length of a record.
const MaxPlies = 4096

// ErrRecord is wrapped by what is wrong with a record: it cannot be written, or its moves cannot be played.
var ErrRecord = errors.New("bad game record")

// End is why a game ended.
type End uint8

// The ends. A game that was adjudicated ends after its last searched move, which stands in the record with its score.
const (
	EndUnknown     End = iota // not said: an import
	EndMate                   // the side to move has no legal move
	EndResign                 // the scores of the side that lost were hopeless
	EndMateScore              // a side announced a mate, or that it is mated
	EndRepetition             // a draw by the fourth occurrence of a position
	EndPerpetual              // the fourth occurrence, by one side's checks alone: it loses
	EndDeclaration            // the side to move declared its win: its king has entered
	EndMoveLimit              // a draw by the length of the game
	numEnds
)

var endNames = [numEnds]string{
	"unknown", "mate", "resignation", "announced mate", "repetition", "perpetual check", "declaration", "move limit",
}

// String names the end.
func (e End) String() string {
	if e >= numEnds {
		return fmt.Sprintf("end %d", uint8(e))
	}
	return endNames[e]
}

// Points returns what a side made of the game: 1 for a win, 1/2 for a draw, 0 for a loss.
func (g *Game) Points(side position.Color) float64 {
	if side == position.White {
		return float64(1-g.Result) / 2
	}
	return float64(1+g.Result) / 2
}

// Replay calls visit for every ply of the game, from the first on, with the position before it, until it returns false.
// visit may play on the position if it takes back what it played. The error wraps ErrRecord if a move is not legal.
func (g *Game) Replay(visit func(p *position.Position, ply *Ply) bool) error {
	p, err := position.Unpack(position.Shogi, g.Start, g.Ply)
	if err != nil {
		return fmt.Errorf("%w: game %d: %w", ErrRecord, g.ID, err)
	}
	for i := range g.Plies {
		ply := &g.Plies[i]
		m := p.Complete(ply.Move)
		if m == position.MoveNone || !p.IsLegal(m) {
			return fmt.Errorf("%w: game %d: move %d, %v, is not legal in %s", ErrRecord, g.ID, i+1, ply.Move, p.SFEN())
		}
		if !visit(p, ply) {
			return nil
		}
		p.Do(m)
	}
	return nil
}
