package search

import (
	"math"

	"katachi/eval"
	"katachi/position"
)

// stability follows best move and score through the iterations, to tell the clock how settled the choice is.
type stability struct {
	clock   *Clock // knows the score of the last move; may be nil
	move    position.Move
	score   Score
	average float64
	same    int     // iterations in which the best move stayed
	changes float64 // changes of the best move, older ones count half an iteration
	depths  int
}

func (s *stability) add(m position.Move, score Score) {
	s.changes /= 2
	if m == s.move {
		s.same++
	} else {
		if s.depths > 0 {
			s.changes++
		}
		s.move, s.same = m, 0
	}
	if s.depths == 0 {
		s.average = float64(score)
	}
	s.score = score
	s.depths++
	s.average = 0.8*s.average + 0.2*float64(score)
	if s.clock != nil {
		s.clock.score = score
	}
}

// need is the share of the ordinary time that the move should get. It is more if the score has fallen, from iteration
// to iteration or since the last move of the game, and if best moves change. It is less the longer one has held and the
// more of the nodes it took.
func (s *stability) need(best *rootMove, nodes uint64, moves int) float64 {
	if moves == 1 {
		return 0.05
	}
	if useSettle == 0 {
		return 1
	}
	drop := s.average - float64(s.score)
	if s.clock != nil && s.clock.lastScore != eval.None {
		drop = (drop + float64(s.clock.lastScore) - float64(s.score)) / 2
	}
	drop = max(-30, min(60, drop))
	need := (1 + drop/100) * (0.85 + 0.6*s.changes) * (0.8 + 0.3*math.Exp(-float64(s.same)/4))
	if nodes > 0 && s.depths > 6 {
		effort := float64(best.nodes) / float64(nodes)
		need *= 1.45 - 0.75*effort
	}
	return need
}
