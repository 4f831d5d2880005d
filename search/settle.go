package search

import "katachi/position"

// stability follows best move and score through the iterations, to tell the clock how settled the choice is.
type stability struct {
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
}

// need is the share of the ordinary time that the move should get.
func (s *stability) need(best *rootMove, nodes uint64, moves int) float64 {
	if moves == 1 {
		return 0.05
	}
	if useSettle == 0 {
		return 1
	}
	drop := max(-30, min(60, s.average-float64(s.score)))
	need := (1 + drop/100) * (0.85 + 0.6*s.changes)
	if s.same > 6 {
		need *= 0.8
	}
	if nodes > 0 && s.depths > 6 {
		effort := float64(best.nodes) / float64(nodes)
		need *= 1.45 - 0.75*effort
	}
	return need
}
