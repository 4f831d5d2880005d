package match

import (
	"fmt"

	"katachi/position"
)

// schedule is the list of all games of a match. It depends on nothing but the configuration, and a longer match begins
// with the games of a shorter one.
type schedule struct {
	pairings [][2]int // the engines that meet, by index
	openings []position.GameText
	rounds   int     // pairs of games for each pairing
	part, of int     // this shard, from 0, and the number of shards
	design   *design // of a tune, else nil
}

// slot is a game to be played.
type slot struct {
	number  int
	engines [2]int // by colour
	opening position.GameText
	options [2]engineOptions // by colour: set for this game, besides the engine's own
}

// pairings lists who meets whom: everybody everybody else, or the first engine all others.
func pairings(tournament string, engines int) ([][2]int, error) {
	var list [][2]int
	for i := 0; i < engines; i++ {
		for j := i + 1; j < engines; j++ {
			if tournament != "gauntlet" || i == 0 {
				list = append(list, [2]int{i, j})
			}
		}
	}
	if tournament != "gauntlet" && tournament != "roundrobin" {
		return nil, fmt.Errorf("tournament is roundrobin or gauntlet, not %q", tournament)
	}
	return list, nil
}

// games returns the number of games of this shard.
func (s *schedule) games() int {
	pairs := s.rounds * len(s.pairings)
	return 2 * ((pairs - s.part + s.of - 1) / s.of)
}

// has reports whether the game of this number is one of this shard.
func (s *schedule) has(number int) bool {
	pair := number / 2
	return pair < s.rounds*len(s.pairings) && pair%s.of == s.part
}

// slots calls yield for each game of this shard in order until it returns false. In a round all pairings play the same
// opening, each with both colours.
func (s *schedule) slots(yield func(slot) bool) {
	for pair := s.part; pair < s.rounds*len(s.pairings); pair += s.of {
		round, meeting := pair/len(s.pairings), s.pairings[pair%len(s.pairings)]
		opening := s.openings[round%len(s.openings)]
		for k := range 2 {
			game := slot{number: 2*pair + k, engines: [2]int{meeting[k], meeting[1-k]}, opening: opening}
			if s.design != nil {
				options := s.design.options(pair)
				game.options = [2]engineOptions{options[k], options[1-k]}
			}
			if !yield(game) {
				return
			}
		}
	}
}
