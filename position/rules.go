package position

import "fmt"

// Rules is what distinguishes a variant: the size of the board, the promotion zone, the ranks on which pieces
// could not move again, the pieces in the game and the start position. Use one of the variables below.
type Rules struct {
	Name  string // as in the option USI_Variant
	Files int
	Ranks int
	Start string // SFEN of the start position

	// FirstPlayerLosesRepetition: the fourth occurrence of a position is lost for Black instead of drawn.
	FirstPlayerLosesRepetition bool
	// Declares: the entering-king declaration exists.
	Declares bool

	limits    [NumKinds]int // pieces of each unpromoted kind in the game, both sides together
	walls     Bitboard      // squares of the 9x9 board outside this one
	promotion [2]Bitboard   // promotion zone of each player
	lastRank  [2]Bitboard   // where a player's pawn or lance could not move again
	lastTwo   [2]Bitboard   // where a player's knight could not move again
}

// The variants.
var (
	Shogi = newRules(Rules{
		Name: "shogi", Files: 9, Ranks: 9, Declares: true,
		Start:  "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
		limits: [NumKinds]int{Pawn: 18, Lance: 4, Knight: 4, Silver: 4, Gold: 4, Bishop: 2, Rook: 2, King: 2},
	}, 3)
	Minishogi     = newRules(minishogi, 1)
	MinishogiDraw = newRules(func() Rules { r := minishogi; r.FirstPlayerLosesRepetition = false; return r }(), 1)
)

// minishogi as it is played today: the fourth repetition is lost for the player who moved first.
var minishogi = Rules{
	Name: "minishogi", Files: 5, Ranks: 5, FirstPlayerLosesRepetition: true,
	Start:  "rbsgk/4p/5/P4/KGSBR b - 1",
	limits: [NumKinds]int{Pawn: 2, Silver: 2, Gold: 2, Bishop: 2, Rook: 2, King: 2},
}

// VariantNamed returns Shogi or Minishogi by its Name.
func VariantNamed(name string) (*Rules, error) {
	for _, r := range []*Rules{Shogi, Minishogi} {
		if r.Name == name {
			return r, nil
		}
	}
	return nil, fmt.Errorf("variant %q: want shogi or minishogi", name)
}

func newRules(r Rules, zone int) *Rules {
	for s := Square(0); s < NumSquares; s++ {
		if s.File() > r.Files || s.Rank() > r.Ranks {
			r.walls = r.walls.With(s)
			continue
		}
		for c, fromTop := range [2]int{s.Rank(), r.Ranks + 1 - s.Rank()} {
			if fromTop <= zone {
				r.promotion[c] = r.promotion[c].With(s)
			}
			if fromTop <= 1 {
				r.lastRank[c] = r.lastRank[c].With(s)
			}
			if fromTop <= 2 {
				r.lastTwo[c] = r.lastTwo[c].With(s)
			}
		}
	}
	return &r
}

// Zone returns the promotion zone of the player.
func (r *Rules) Zone(c Color) Bitboard { return r.promotion[c] }

// LastRank returns the farthest rank of the player, where a pawn or lance could not move again.
func (r *Rules) LastRank(c Color) Bitboard { return r.lastRank[c] }

// LastTwoRanks returns the two farthest ranks of the player, where a knight could not move again.
func (r *Rules) LastTwoRanks(c Color) Bitboard { return r.lastTwo[c] }

// Walls returns the squares of the 9x9 board that are outside this variant's board.
func (r *Rules) Walls() Bitboard { return r.walls }

// Dead returns the squares where an unpromoted piece of the kind could never move again.
func (r *Rules) Dead(c Color, k Kind) Bitboard {
	switch k {
	case Pawn, Lance:
		return r.lastRank[c]
	case Knight:
		return r.lastTwo[c]
	}
	return Bitboard{}
}
