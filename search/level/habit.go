package level

import (
	"strings"

	"katachi/position"
)

// shape is a way to set up the pieces that somebody has learned: moves in their usual order, from Black's view. It is
// played by rote: each time the first moves that can be played, whatever the opponent does.
type shape struct {
	name  string
	least float64 // practice that it takes
	moves string
}

// shapes are the openings with the castles that belong to them. A beginner opens the bishop's and the rook's line; the
// climbing silver is the first plan that is taught.
var shapes = []shape{
	{"rook pawn", 0, "2g2f 2f2e 7g7f 6i7h 1g1f 9g9f 3i3h"},
	{"pawns", 0, "7g7f 6g6f 3g3f 5g5f 1g1f 9g9f 4g4f"},
	{"fourth-file rook without a castle", 0, "7g7f 6g6f 2h6h 7i7h 7h6g 6g5f 6f6e"},
	{"climbing silver", 0.5, "2g2f 7g7f 2f2e 3i3h 6i7h 3h2g 2g2f 5i6h 2f1e 4i5h 1g1f"},
	{"central rook", 0.8, "5g5f 7g7f 2h5h 5i4h 4h3h 7i6h 3h2h 6h5g 3i3h 6i7h 1g1f"},
	{"third-file rook, Mino", 1.5, "7g7f 7f7e 2h7h 5i4h 7i6h 4h3h 3h2h 3i3h 6i5h 6g6f 1g1f 6h6g"},
	{"fourth-file rook, Mino", 1.5, "7g7f 6g6f 2h6h 5i4h 7i7h 4h3h 3h2h 3i3h 7h6g 6i5h 1g1f 5g5f 4g4f 3g3f 5h4g"},
	{"Funagakoi, quick attack", 1.8, "7g7f 2g2f 4i5h 5i6h 6h7h 5g5f 3i4h 9g9f 3g3f 4h3g 2f2e"},
	{"Yagura", 2, "7g7f 7i6h 5g5f 6h7g 3i4h 2g2f 4i5h 6i7h 5i6i 6g6f 5h6g 8h7i 7i6h 6i7i 7i8h 3g3f"},
	{"Static Rook Anaguma", 3, "7g7f 2g2f 4i5h 5i6h 6h7h 5g5f 8h7g 7h8h 9i9h 8h9i 7i8h 6i7i 5h6h 6h7h 2f2e"},
	{"fourth-file rook, Anaguma", 3, "7g7f 6g6f 2h6h 7i7h 5i4h 4h3h 3h2h 1i1h 2h1i 3i2h 4i3i 6i5h 7h6g"},
	{"climbing silver, Yagura", 2.5, "7g7f 2g2f 2f2e 6i7h 3i3h 3h2g 7i6h 6h7g 5i6h 2g2f 4i5h 1g1f"},
}

// rote is a shape's moves as Black and as White plays them.
type rote struct {
	shape shape
	moves [2][]position.Move16
}

var rotes = func() (list []rote) {
	for _, s := range shapes {
		r := rote{shape: s}
		for _, word := range strings.Fields(s.moves) {
			m, err := position.ParseMove(word)
			if err != nil {
				panic(err) // the table is a constant
			}
			r.moves[position.Black] = append(r.moves[position.Black], m)
			r.moves[position.White] = append(r.moves[position.White], m.Rotated(position.Shogi))
		}
		list = append(list, r)
	}
	return list
}()

// openingPlies is for how many plies shapes are built.
const openingPlies = 50

// roteOf returns the shape that somebody with that practice plays in the game with the seed; in half of the games it is
// one of the hardest that they know.
func roteOf(practice float64, game uint64) *rote {
	known := 0
	for i := range rotes {
		if rotes[i].shape.least <= practice {
			known = i + 1
		}
	}
	// Later ones are harder; a draw of two prefers them.
	i := int(max(chance(game, 1), chance(game, 2)) * float64(known))
	for rotes[i].shape.least > practice {
		i--
	}
	return &rotes[i]
}

// habits says how much somebody likes the moves of one position apart from what they win, in centipawns.
type habits struct {
	watcher
	person  person
	rote    map[position.Move16]int // the next moves of the shape, with their place among those that can be played
	before  position.Move           // own last move, MoveNone if there is none
	king    position.Square         // the other king
	opening bool
}

func newHabits(p *position.Position, person person, rote *rote) habits {
	h := habits{watcher: newWatcher(p), person: person, king: p.King(p.Side().Other()), opening: p.Ply() <= openingPlies}
	if p.Rules() == position.Shogi && h.opening {
		h.rote = map[position.Move16]int{}
		for _, m := range rote.moves[p.Side()] {
			if p.IsLegal(p.Complete(m)) {
				h.rote[m] = len(h.rote)
			}
		}
	}
	if p.History() >= 2 {
		before := p.Clone()
		before.Undo()
		if before.LastMove() != position.MoveNull {
			h.before = before.LastMove()
		}
	}
	return h
}

// roteMoves is how many of the moves of a shape come to mind.
const roteMoves = 4

// likes returns what a move is worth for its own sake.
func (h *habits) likes(m position.Move) float64 {
	side, to := h.p.Side(), m.To()
	liking := 0.0
	place, byRote := h.rote[m.To16()]
	if byRote && place < roteMoves {
		liking += 3 - 0.3*float64(place)
	}
	// One attacks what is dearer than the piece that attacks it, above all a king.
	best := 0
	for set := h.targets(m); set.Any(); {
		var s position.Square
		s, set = set.Pop()
		if k := h.p.At(s).Kind(); k == position.King {
			best = max(best, 600)
		} else {
			best = max(best, onBoard[k]-onBoard[m.Piece().Kind()]/2)
		}
	}
	liking += min(float64(best)/600, 1)
	taking := h.p.At(to) != position.NoPiece
	switch {
	case m.IsDrop():
		liking += h.likesDrop(m, best > 0)
	case byRote || taking || m.IsPromotion() || h.p.InCheck():
	default:
		liking += h.likesQuiet(m, to.SeenBy(side).Rank()-m.From().SeenBy(side).Rank())
	}
	return liking * h.person.Habit
}

// likesDrop: a piece in hand is kept for a purpose, an attack or a king that is near.
func (h *habits) likesDrop(m position.Move, attacks bool) float64 {
	liking, side := 0.0, h.p.Side()
	near := func(c position.Color) bool {
		k := h.p.King(c)
		return k != position.NoSquare && distance(m.To(), k) <= 2
	}
	if !attacks && !near(position.Black) && !near(position.White) {
		liking -= 1.5
	}
	switch m.DropKind() {
	case position.Lance, position.Knight, position.Bishop, position.Rook:
		if m.To().SeenBy(side).Rank() >= 7 {
			liking-- // it has its way before it at home
		}
	}
	return liking
}

// likesQuiet: pieces go forward, by ranks ranks (negative numbers are forward), and later towards the other king. Pawns
// go first; lances stay, and a king has no reason to leave its castle.
func (h *habits) likesQuiet(m position.Move, ranks int) float64 {
	liking := 0.0
	switch {
	case ranks < 0:
		liking += 0.3
	case ranks > 0:
		liking -= 0.7
	}
	if h.before != position.MoveNone && h.before.To() == m.From() {
		liking -= 0.4 // the same piece again
		if !h.before.IsDrop() && h.before.From() == m.To() {
			liking -= 1 // back to where it came from
		}
	}
	switch k := m.Before().Kind(); {
	case k == position.King:
		liking--
	case h.opening && k == position.Pawn:
		liking += 0.5
	case h.opening && k == position.Lance:
		liking -= 1.5
	case h.opening && k == position.Knight:
		liking -= 0.3
	}
	if !h.opening && h.king != position.NoSquare && distance(m.To(), h.king) < distance(m.From(), h.king) {
		liking += 0.3
	}
	return liking
}

func (h *habits) inRote(m position.Move) bool {
	_, ok := h.rote[m.To16()]
	return ok
}
