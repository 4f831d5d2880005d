package match

import (
	"fmt"
	"io"

	"katachi/eval"
	"katachi/position"
	"katachi/position/files"
	"katachi/position/record"
)

// scoredEnds are the ends whose result says something about the positions of a game. A side that resigns and two engines that
// agree are sure, which is not the same as a mate.
var scoredEnds = map[endReason]record.ScoredEnd{
	byMate: record.ByMate, byResignation: record.ByAdjudication, byAdjudication: record.ByAdjudication,
	byDeclaration: record.ByDeclaration, byTry: record.ByDeclaration, byRepetition: record.ByRepetition, byPerpetualCheck: record.ByPerpetualCheck,
	byMoveLimit: record.ByMoveLimit, byImpasse: record.ByUnknown, byAgreement: record.ByUnknown,
}

// writeScored makes a file of the games as self-play writes them, with what each engine said of its moves; games that a failure of
// an engine ended are left out. It returns the number of the others.
func writeScored(name string, header *matchHeader, games []gameRecord) (written int, err error) {
	rules, err := header.rules()
	if err != nil {
		return 0, err
	}
	if rules != position.Shogi {
		return 0, fmt.Errorf("there are records for training of shogi only, not of %s", rules.Name)
	}
	err = files.Create(name, func(out io.Writer) error {
		w := record.NewScoredWriter(out)
		if err := w.WriteRun(fmt.Sprintf("match: tc=%s openings=%s", header.TC, header.Openings)); err != nil {
			return err
		}
		for i := range games {
			if _, ok := scoredEnds[games[i].Reason]; !ok {
				continue
			}
			g, err := games[i].scored()
			if err != nil {
				return fmt.Errorf("game %d: %w", games[i].Game+1, err)
			}
			if err := w.Write(g); err != nil {
				return err
			}
			written++
		}
		return nil
	})
	return written, err
}

// scored returns the game as self-play knows games.
func (g *gameRecord) scored() (*record.ScoredGame, error) {
	s := &record.ScoredGame{ID: uint64(g.Game), End: scoredEnds[g.Reason]}
	start, err := g.replay(position.Shogi, func(_ *position.Position, m position.Move, said *moveRecord) {
		ply := record.ScoredPly{Move: m.To16(), Score: eval.None}
		if said != nil {
			ply.Score = said.evalScore()
		}
		s.Plies = append(s.Plies, ply)
	})
	if err != nil {
		return nil, err
	}
	s.Ply = start.Ply()
	switch g.Result {
	case blackWins:
		s.Result = 1
	case whiteWins:
		s.Result = -1
	}
	s.Start, err = start.Pack()
	return s, err
}

// evalScore returns what the engine said of its move as a score of the search's kind.
func (t *thought) evalScore() eval.Score {
	switch {
	case t.Mate != nil && *t.Mate > 0:
		return eval.MateIn(min(*t.Mate, eval.MaxPly))
	case t.Mate != nil:
		return eval.MatedIn(min(-*t.Mate, eval.MaxPly))
	case t.Score != nil:
		return eval.Score(*t.Score).Clamp()
	}
	return eval.None
}
