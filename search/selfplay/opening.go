package selfplay

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/position/record"
)

// Where games begin. Most of them from the start position: one half by random moves, which show the network what no player
// would allow; the other by moves such as players choose. The rest begins where self-play would seldom get to: with a
// handicap, or with kings that have entered the enemy camp. What is random ends with the opening, which settings.Lead makes
// longer by a drawn number of moves of short searches, and settings.InHand until there are pieces to attack with: games of many
// nodes then begin anywhere in a game and not all at its start, for the price of their second half. A few of these moves are
// natural too, or one game in six would begin where another does: openings meet, and what follows them would be the same.

const (
	leadNodes   = 100     // of the searches that choose the moves of settings.Lead and InHand,
	leadNatural = 1.0 / 8 // but for this share of natural ones: openings that have met go apart again

	handicapShare = 0.03 // of the games
	enteringShare = 0.03
	randomShare   = 0.5 // of the others: by random moves

	randomMoves      = 7  // or one more, so that either side begins what follows
	naturalMoves     = 16 // to naturalMovesMax
	naturalMovesMax  = 24
	handicapMoves    = 4 // to handicapMovesMax, natural ones
	handicapMovesMax = 10
	naturalChoice    = 8    // the most moves to choose from
	temperature      = 0.06 // of the first natural move, in units of settings.Scale; it falls to zero with the last one
)

// handicaps are the start positions of handicap games, from the lance to six pieces.
var handicaps = []string{
	"lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
	"2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
}

// openings is how many openings a game tries. About every second one is balanced enough.
const openings = 1000

// open begins the game: it sets the start position and the moves of the opening, which have no score. It returns the
// position after them. The error is the context's, or says that no opening will do.
func (pl *player) open(ctx context.Context, g *record.ScoredGame) (*position.Position, error) {
	kind := pl.random.Float64()
	for range openings {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var p *position.Position
		var err error
		handicap := kind < handicapShare
		switch {
		case handicap:
			if p, err = position.ParseSFEN(position.Shogi, handicaps[pl.random.IntN(len(handicaps))]); err != nil {
				return nil, err
			}
		case kind < handicapShare+enteringShare:
			if p = enteringKings(pl.random); p == nil {
				continue
			}
		default:
			p = position.New(position.Shogi)
		}
		if g.Start, err = p.Pack(); err != nil {
			return nil, err
		}
		g.Ply, g.Plies = p.Ply(), g.Plies[:0]
		pl.search.NewGame(p) // the game must not depend on what was learned before
		if pl.against != nil {
			pl.against.NewGame(p)
		}
		switch rest := (kind - handicapShare - enteringShare) / (1 - handicapShare - enteringShare); {
		case handicap:
			pl.playNatural(p, g, handicapMoves+pl.random.IntN(handicapMovesMax-handicapMoves+1))
		case rest < 0: // as it is
		case rest < randomShare:
			pl.playRandom(p, g, randomMoves+pl.random.IntN(2))
		default:
			pl.playNatural(p, g, naturalMoves+pl.random.IntN(naturalMovesMax-naturalMoves+1))
		}
		score, ok := pl.playLead(ctx, p, g)
		if !ok || len(g.Plies) >= pl.settings.Plies { // no ply would have a score
			continue
		}
		if !movegen.HasLegal(p) || p.Sennichite() != position.RepNone {
			continue
		}
		if !handicap && (math.Abs(float64(score)) > pl.openLimit() || !pl.isOpen(p)) {
			continue
		}
		return p, ctx.Err()
	}
	inHand := ""
	if n := pl.settings.InHand; n > 0 {
		inHand = fmt.Sprintf(" and %d pieces other than pawns in hand", n)
	}
	return nil, fmt.Errorf("game %d: none of %d openings ends before ply %d of the game with winning chances of %g for both sides%s", g.ID, openings,
		pl.settings.Plies, pl.settings.Balance, inHand)
}

// isOpen reports whether either side can still win, by a search larger than those of the game, unless these are large
// themselves.
func (pl *player) isOpen(p *position.Position) bool {
	nodes := max(pl.settings.Nodes, min(pl.settings.Nodes*openingFactor, openingNodes))
	a := pl.search.Search(p, nodes, nodes*hardFactor)
	return a.Depth > 0 && math.Abs(float64(a.Score)) <= pl.openLimit()
}

// openLimit is the score beyond which a side's winning chances are too small for an opening.
func (pl *player) openLimit() float64 {
	return pl.settings.Scale * math.Log((1-pl.settings.Balance)/pl.settings.Balance)
}

// playLead plays moves of short searches and returns the score of the last one; ok is false if the game or ctx has
// ended.
func (pl *player) playLead(ctx context.Context, p *position.Position, g *record.ScoredGame) (score eval.Score, ok bool) {
	moves := 0
	if pl.settings.Lead > 0 {
		moves = pl.random.IntN(pl.settings.Lead + 1)
	}
	for ; moves > 0 || inHand(p) < pl.settings.InHand; moves-- {
		if ending, _, _ := movegen.EndOf(p, 0); ending != movegen.GoesOn || ctx.Err() != nil || len(g.Plies) > pl.settings.Plies {
			return 0, false
		}
		if pl.random.Float64() < leadNatural {
			pl.playNatural(p, g, 1)
			continue
		}
		a := pl.search.Search(p, leadNodes, leadNodes*hardFactor)
		if a.Move == position.MoveResign || a.Move == position.MoveWin {
			return 0, false
		}
		score = a.Score
		pl.playUnscored(p, g, a.Move)
	}
	return score, true
}

// inHand returns how many pieces other than pawns are in hand.
func inHand(p *position.Position) int {
	n := 0
	for _, c := range []position.Color{position.Black, position.White} {
		n += p.Hand(c).Total() - p.Hand(c).Count(position.Pawn)
	}
	return n
}

// playRandom plays random legal moves, while there are any.
func (pl *player) playRandom(p *position.Position, g *record.ScoredGame, moves int) {
	for range moves {
		pl.moves = movegen.Legal(p, pl.moves[:0])
		if len(pl.moves) == 0 {
			return
		}
		pl.playUnscored(p, g, pl.moves[pl.random.IntN(len(pl.moves))])
	}
}

// playNatural plays moves drawn by softmax over quiescence's scores of the best few.
func (pl *player) playNatural(p *position.Position, g *record.ScoredGame, moves int) {
	for i := range moves {
		pl.moves = movegen.Search(p, pl.moves[:0])
		if len(pl.moves) == 0 {
			return
		}
		t := temperature * pl.settings.Scale * float64(moves-i) / float64(moves)
		pl.random.Shuffle(len(pl.moves), func(a, b int) { pl.moves[a], pl.moves[b] = pl.moves[b], pl.moves[a] })
		pl.scores = pl.search.Rate(p, pl.moves, eval.Score(softmaxTail*t), pl.scores[:0])
		pl.playUnscored(p, g, pl.moves[softmax(pl.random, pl.scores, naturalChoice, t)])
	}
}

// softmaxTail is how many temperatures worse than the best a move may be and still be considered.
const softmaxTail = 4

// softmax draws an index among the best scores, each with a probability proportional to exp(score/temperature).
func softmax(random *rand.Rand, scores []eval.Score, most int, temperature float64) int {
	drawn := 0
	best := slices.Max(scores)
	total := 0.0
	for i, s := range scores {
		better := 0
		for j, other := range scores {
			if other > s || other == s && j < i {
				better++
			}
		}
		if better >= most {
			continue
		}
		weight := math.Exp(float64(s-best) / temperature)
		if total += weight; random.Float64()*total < weight {
			drawn = i
		}
	}
	return drawn
}

// playUnscored plays a move of the opening.
func (pl *player) playUnscored(p *position.Position, g *record.ScoredGame, m position.Move) {
	g.Plies = append(g.Plies, record.ScoredPly{Move: m.To16(), Score: eval.None})
	p.Do(m)
}

// enteringKings draws a position in which one king or both have entered the enemy camp, with all the pieces of the game:
// half of them in hand, the others on random squares, those of the king's own guard mostly near it. It is nil if the draw is
// no position that a game could reach.
func enteringKings(random *rand.Rand) *position.Position {
	var board [position.NumSquares]position.Piece
	var hands [2]position.Hand
	camp := func(c position.Color, far bool) position.Square { // within three ranks
		rank := 1 + random.IntN(3)
		if far == (c == position.White) {
			rank = 10 - rank
		}
		return position.NewSquare(1+random.IntN(9), rank)
	}
	entered := 1 + random.IntN(3) // a bit for each side
	var kings [2]position.Square
	for _, c := range []position.Color{position.Black, position.White} {
		kings[c] = camp(c, entered>>c&1 != 0)
		if board[kings[c]] != position.NoPiece {
			return nil
		}
		board[kings[c]] = position.NewPiece(c, position.King)
	}
	place := func(owner position.Color, k position.Kind) bool { // on the board, if where it is drawn there is room
		square := position.Square(random.IntN(position.NumSquares))
		if k != position.Pawn && random.IntN(3) > 0 { // near the king
			file := kings[owner].File() + random.IntN(5) - 2
			rank := kings[owner].Rank() + random.IntN(5) - 2
			if file < 1 || file > 9 || rank < 1 || rank > 9 {
				return false
			}
			square = position.NewSquare(file, rank)
		}
		if zone := position.Shogi.Zone(owner); k.CanPromote() && zone.Has(square) && random.IntN(4) > 0 {
			k = k.Promoted()
		}
		if board[square] != position.NoPiece || !fits(&board, owner, k, square) {
			return false
		}
		board[square] = position.NewPiece(owner, k)
		return true
	}
	for _, k := range position.HandKinds {
		for range position.HandLimit[k] {
			owner := position.Color(random.IntN(2))
			if random.IntN(2) == 0 || !place(owner, k) {
				hands[owner] = hands[owner].Plus(k)
			}
		}
	}
	packed, err := position.PackBoard(&board, position.Color(random.IntN(2)), hands)
	if err != nil {
		return nil
	}
	p, _ := position.Unpack(position.Shogi, packed, enteringPly) // or nil
	return p
}

// enteringPly is the move number with which a game of entering kings begins: one at which kings do enter.
const enteringPly = 101

// fits reports whether the piece may stand on the square: it could move, and is no second pawn on the file.
func fits(board *[position.NumSquares]position.Piece, owner position.Color, k position.Kind, s position.Square) bool {
	if position.Shogi.Dead(owner, k).Has(s) {
		return false
	}
	if k != position.Pawn {
		return true
	}
	for rank := 1; rank <= 9; rank++ {
		if board[position.NewSquare(s.File(), rank)] == position.NewPiece(owner, position.Pawn) {
			return false
		}
	}
	return true
}
