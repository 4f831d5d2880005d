package match

import (
	"fmt"
	"strconv"
	"time"

	"katachi/movegen"
	"katachi/position"
)

// ruling is the rules by which the games are judged.
type ruling struct {
	variant   *position.Rules
	declare   position.EnteringKing
	maxPlies  int           // length at which the game is drawn, opening included; 0 = no limit
	agree     adjudication  // ends games that both engines think decided
	grace     time.Duration // beyond the clock and its margin, how long a late answer is waited for
	moveLimit time.Duration // for a move without a clock
}

// engineOption is an option that the match sets of its own accord.
type engineOption struct {
	name, value string
	needed      bool // without it the engine plays another game
}

// options returns the settings by which engines learn how they are judged; only those that declare them get them.
func (r *ruling) options(spec *engineSpec) []engineOption {
	opts := []engineOption{
		{"USI_Variant", r.variant.Name, r.variant != position.Shogi},
		{"USI_Ponder", "false", false},
		{"MaxMovesToDraw", strconv.Itoa(r.maxPlies), false},
		{"EnteringKingRule", r.declare.String(), false},
	}
	if !spec.Book {
		opts = append(opts, engineOption{"USI_OwnBook", "false", false})
	}
	return opts
}

// judge follows a game move by move.
type judge struct {
	*ruling
	pos         *position.Position
	declaration position.Declaration
}

// newJudge sets up the opening.
func (r *ruling) newJudge(o position.GameText) (*judge, error) {
	p, err := o.Play(r.variant)
	if err != nil {
		return nil, err
	}
	root, err := o.Start(r.variant)
	if err != nil {
		return nil, err
	}
	return &judge{r, p, position.NewDeclaration(r.declare, root)}, nil
}

// standing judges the position before the side to move is asked; nil means that the game goes on.
func (j *judge) standing() *verdict {
	ending, winner, won := movegen.EndOf(j.pos, j.maxPlies)
	v := &verdict{result: drawn}
	if won {
		v.result = winOf(int(winner))
	}
	switch ending {
	case movegen.Repetition:
		v.reason = byRepetition
	case movegen.PerpetualCheck:
		v.reason = byPerpetualCheck
	case movegen.Mate:
		v.reason = byMate
	case movegen.MoveLimit:
		v.reason, v.detail = byMoveLimit, fmt.Sprintf("%d plies", j.maxPlies)
	default:
		return nil
	}
	return v
}

// play judges an answer and, if the game goes on, does the move. The verdict covers what the move itself decides; the
// new position is judged by standing.
func (j *judge) play(answer string) *verdict {
	us := int(j.pos.Side())
	switch answer {
	case "resign":
		return &verdict{winOf(us ^ 1), byResignation, ""}
	case "win":
		if j.declaration.Claim(j.pos) == position.MoveWin {
			return &verdict{winOf(us), byDeclaration, fmt.Sprintf("%d points", j.pos.Points(j.pos.Side()))}
		}
		return &verdict{winOf(us ^ 1), byFalseClaim, fmt.Sprintf("the declaration does not hold under %v at %s", j.declare, j.pos.SFEN())}
	}
	if _, err := position.ParseMove(answer); err != nil {
		return &verdict{winOf(us ^ 1), byGarbage, fmt.Sprintf("bestmove %.100q", answer)}
	}
	m, err := j.pos.ParseLegal(answer)
	if err != nil {
		return &verdict{winOf(us ^ 1), byIllegalMove, err.Error()}
	}
	try := j.declare == position.TryRule && j.declaration.Claim(j.pos) == m
	j.pos.Do(m)
	if try {
		return &verdict{winOf(us), byTry, ""}
	}
	return nil
}
