package match

import (
	"bufio"
	"errors"
	"fmt"
	"os"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// scoredEnds are the ends whose result says something about the positions of a game. A side that resigns and two engines that
// agree are sure, which is not the same as a mate.
var scoredEnds = map[endReason]record.ScoredEnd{
	byMate: record.ByMate, byResignation: record.ByAdjudication, byAdjudication: record.ByAdjudication,
	byDeclaration: record.ByDeclaration, byRepetition: record.ByRepetition, byPerpetualCheck: record.ByPerpetualCheck,
	byMoveLimit: record.ByMoveLimit,
}

// writeScored makes a file of the games as self-play writes them, with what each engine said of its moves; games that a failure of
// an engine ended are left out. It returns the number of the others.
func writeScored(name string, header *matchHeader, games []gameRecord) (written int, err error) {
	rules, err := header.rules()
	if err != nil {
		return 0, err
	}
	if rules != position.Shogi {
		return 0, fmt.Errorf("records for training are of shogi alone, not of %s", rules.Name)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return 0, err
	}
	out := bufio.NewWriterSize(file, 1<<20)
	w := record.NewScoredWriter(out)
	err = w.WriteRun(fmt.Sprintf("match: tc=%s openings=%s", header.TC, header.Openings))
	for i := range games {
		if err != nil {
			break
		}
		if _, ok := scoredEnds[games[i].Reason]; !ok {
			continue
		}
		var g *record.ScoredGame
		if g, err = games[i].scored(); err != nil {
			err = fmt.Errorf("game %d: %w", games[i].Game+1, err)
			break
		}
		if err = w.Write(g); err == nil {
			written++
		}
	}
	if err == nil {
		err = out.Flush()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(name)
		return 0, err
	}
	return written, nil
}

// scored returns the game as self-play knows games.
func (g *gameRecord) scored() (*record.ScoredGame, error) {
	o, err := position.ParseGameText(g.Opening)
	if err != nil {
		return nil, err
	}
	p, err := o.Start(position.Shogi)
	if err != nil {
		return nil, err
	}
	s := &record.ScoredGame{ID: uint64(g.Game), Ply: p.Ply(), End: scoredEnds[g.Reason]}
	if s.Start, err = p.Pack(); err != nil {
		return nil, err
	}
	switch g.Result {
	case blackWins:
		s.Result = 1
	case whiteWins:
		s.Result = -1
	}
	add := func(text string, score eval.Score) error {
		m, err := p.ParseLegal(text)
		if err != nil {
			return err
		}
		s.Plies = append(s.Plies, record.ScoredPly{Move: m.To16(), Score: score})
		p.Do(m)
		return nil
	}
	for _, text := range o.Moves {
		if err := add(text, eval.None); err != nil {
			return nil, err
		}
	}
	for i := range g.Moves {
		if err := add(g.Moves[i].Move, g.Moves[i].evalScore()); err != nil {
			return nil, err
		}
	}
	return s, nil
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
