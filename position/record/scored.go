package record

import (
	"errors"
	"fmt"

	"katachi/eval"
	"katachi/position"
)

// ScoredGame is one game of self-play, with the scores of its searches. Such games are kept whole: the start position, then 32
// bits for each ply, then the result. That is an eighth of what a list of positions takes, replaying costs a move for each
// position, and what was played and the result are known for every position. A file is a sequence of blocks, each with a magic
// and a checksum, so that files join by concatenation, a torn or damaged block loses only its own game, and a run goes on
// where it was stopped.
type ScoredGame struct {
	ID     uint64          // index within its run: the random seed of its opening
	Start  position.Packed // the position before Plies[0]
	Ply    int             // the move number of Plies[0], 1 for the first move of a game; at most 65535
	Plies  []ScoredPly     // at most MaxScoredPlies
	Result int8            // Black's view: +1 won, 0 drawn, -1 lost
	End    ScoredEnd
}

// ScoredPly is a move with what the search said of the position before it.
type ScoredPly struct {
	Move  position.Move16
	Score eval.Score // side to move's view, centipawns; exact; eval.None for a move that was not searched (the opening's)
}

// MaxScoredPlies is the greatest length of a record.
const MaxScoredPlies = 4096

// ErrScored is wrapped by what is wrong with a record: it cannot be written, or its moves cannot be played.
var ErrScored = errors.New("bad game record")

// ScoredEnd is why a game ended.
type ScoredEnd uint8

// The ends. A game that was adjudicated ends after its last searched move, which stands in the record with its score.
const (
	ByUnknown        ScoredEnd = iota // not said: an import
	ByMate                            // the side to move has no legal move
	ByAdjudication                    // both sides had long seen a certain winner
	ByRepetition                      // a draw by the fourth occurrence of a position
	ByPerpetualCheck                  // the fourth occurrence, by one side's checks alone: it loses
	ByDeclaration                     // the side to move declared its win: its king has entered
	ByMoveLimit                       // a draw by the length of the game
	NumScoredEnds
)

var scoredEndNames = [NumScoredEnds]string{
	"unknown", "mate", "adjudication", "repetition", "perpetual check", "declaration", "move limit",
}

// String names the end.
func (e ScoredEnd) String() string {
	if e >= NumScoredEnds {
		return fmt.Sprintf("end %d", uint8(e))
	}
	return scoredEndNames[e]
}

// Points returns what a side made of the game: 1 for a win, 1/2 for a draw, 0 for a loss.
func (g *ScoredGame) Points(side position.Color) float64 {
	if side == position.White {
		return float64(1-g.Result) / 2
	}
	return float64(1+g.Result) / 2
}

// Replay calls visit for every ply of the game, from the first on, with the position before it, until it returns false.
// visit may play on the position if it takes back what it played. The error wraps ErrScored if a move is not legal.
func (g *ScoredGame) Replay(visit func(p *position.Position, ply *ScoredPly) bool) error {
	p, err := position.Unpack(position.Shogi, g.Start, g.Ply)
	if err != nil {
		return fmt.Errorf("%w: game %d: %w", ErrScored, g.ID, err)
	}
	for i := range g.Plies {
		ply := &g.Plies[i]
		m := p.Complete(ply.Move)
		if !p.IsLegal(m) {
			return fmt.Errorf("%w: game %d: move %d, %v, is not legal in %s", ErrScored, g.ID, i+1, ply.Move, p.SFEN())
		}
		if !visit(p, ply) {
			return nil
		}
		p.Do(m)
	}
	return nil
}

// Scored returns the number of plies with a score.
func (g *ScoredGame) Scored() int {
	n := 0
	for _, ply := range g.Plies {
		if ply.Score != eval.None {
			n++
		}
	}
	return n
}
