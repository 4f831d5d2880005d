package selfplay

import "fmt"

// settings are what the games of a run depend on, besides their IDs.
type settings struct {
	Seed       uint64
	Nodes      uint64  // of a search: no iteration is begun after them
	HashMB     int     // of a player's table
	Evaluator  string  // what tells the evaluation from others, see eval.Evaluation
	Against    string  // the same of the other side's; empty: the evaluation plays with itself
	Scale      float64 // centipawns with which a side's winning chances are e to 1
	Balance    float64 // an opening is drawn anew if a side's winning chances are less
	Lead       int     // openings go on by so many moves of short searches at the most; see opening.go
	InHand     int     // and until so many pieces other than pawns are in hand
	Adjudicate float64 // a game ends when both sides have long seen such winning chances for one of them; 0: never
	Plies      int     // number after which the game is drawn
}

// String returns the settings as a line of text that is equal for equal settings.
func (s *settings) String() string {
	evaluator := s.Evaluator
	if s.Against != "" {
		evaluator += " against=" + s.Against
	}
	games := "whole games"
	if s.Lead > 0 {
		games = fmt.Sprintf("games from up to %d plies on", s.Lead)
	}
	if s.InHand > 0 {
		games += fmt.Sprintf(" with %d pieces in hand", s.InHand)
	}
	return fmt.Sprintf("%s: seed=%d nodes=%d hash=%d eval=%s scale=%g balance=%g adjudicate=%g plies=%d", games, s.Seed, s.Nodes,
		s.HashMB, evaluator, s.Scale, s.Balance, s.Adjudicate, s.Plies)
}
