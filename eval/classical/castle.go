package classical

import (
	"fmt"
	"strings"

	"katachi/position"
)

// castle is a formation around the king, from Black's view.
type castle struct {
	name, japanese string
	value          int32 // centipawns when complete
	pieces         []stone
}

// stone is a piece of a castle and its square.
type stone struct {
	kind   position.Kind
	square position.Square
}

// standing returns how many of the castle's pieces the side has in place.
func (c *castle) standing(p *position.Position, side position.Color) int {
	n := 0
	for _, stone := range c.pieces {
		if p.At(stone.square.SeenBy(side)) == position.NewPiece(side, stone.kind) {
			n++
		}
	}
	return n
}

// match is how much of a castle stands: the castle and the number of its pieces in place.
type match struct {
	castle *castle
	found  int
}

// String names the castle, with the number of pieces in place unless it is complete.
func (m match) String() string {
	switch {
	case m.castle == nil:
		return "none"
	case m.found == len(m.castle.pieces):
		return m.castle.name
	}
	return fmt.Sprintf("%s %d/%d", m.castle.name, m.found, len(m.castle.pieces))
}

// castle returns the worth of the side's best castle, and which it is. A castle that is half built is worth the square
// of the built share, so the last piece brings the most. Castles belong to the full board.
func (e *Evaluator) castle(p *position.Position, c position.Color) (int32, match) {
	k := p.King(c)
	if e.rules.Ranks != 9 {
		return 0, match{}
	}
	best, which := int32(0), match{}
	for i := range castles[k.SeenBy(c)] {
		m := match{castle: &castles[k.SeenBy(c)][i]}
		m.found = m.castle.standing(p, c)
		n := len(m.castle.pieces)
		if value := m.castle.value * int32(m.found*m.found) / int32(n*n); 2*m.found >= n && value > best {
			best, which = value, m
		}
	}
	return best * e.weights.CastlePercent / 100, which
}

// CastleName returns the name of the castle that the side has built, empty unless it is complete.
func CastleName(p *position.Position, c position.Color) (english, japanese string) {
	k := p.King(c)
	if p.Rules().Ranks != 9 || k == position.NoSquare {
		return "", ""
	}
	best := int32(0)
	for _, castle := range castles[k.SeenBy(c)] {
		if castle.value > best && castle.standing(p, c) == len(castle.pieces) {
			english, japanese, best = castle.name, castle.japanese, castle.value
		}
	}
	return english, japanese
}

// castles holds the castles by the king's square, in the order of the table.
var castles = func() (by [position.NumSquares][]castle) {
	for _, row := range castleTable {
		var king position.Square
		c := castle{name: row.name, japanese: row.japanese, value: row.value}
		mirrored := castle{name: row.mirror, japanese: row.japaneseMirror, value: row.value}
		for _, word := range strings.Fields(row.pieces) {
			square, err := position.ParseSquare(word[1:])
			if err != nil {
				panic(err) // the table is a constant
			}
			if word[0] == 'K' {
				king = square
				continue
			}
			kind := kindByLetter[word[0]]
			c.pieces = append(c.pieces, stone{kind, square})
			mirrored.pieces = append(mirrored.pieces, stone{kind, square.Mirrored()})
		}
		by[king] = append(by[king], c)
		if row.mirror != "" {
			by[king.Mirrored()] = append(by[king.Mirrored()], mirrored)
		}
	}
	return by
}()

var kindByLetter = map[byte]position.Kind{
	'P': position.Pawn, 'L': position.Lance, 'N': position.Knight, 'S': position.Silver, 'G': position.Gold,
	'B': position.Bishop, 'R': position.Rook,
}
