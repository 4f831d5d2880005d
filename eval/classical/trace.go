package classical

import (
	"fmt"
	"strings"

	"katachi/eval"
	"katachi/position"
)

// Trace returns the evaluation of the position term by term for a person to read, Black and White side by side, in
// centipawns (100 = a pawn on the board). Its total is what Evaluate returns. It does not need a Reset before.
func (e *Evaluator) Trace(p *position.Position) string {
	e.prepare(p.Rules())
	var t [2]terms
	e.shape(p, &t)
	material := [2]parts{e.parts(p, position.Black), e.parts(p, position.White)}

	var out strings.Builder
	line := func(name string, black, white any, difference any) {
		fmt.Fprintf(&out, "%-14s %9v %9v %9v\n", name, black, white, difference)
	}
	rule := strings.Repeat("-", 44) + "\n"
	line("term (cp)", "Black", "White", "Black-White")
	out.WriteString(rule)
	total := int32(0)
	row := func(name string, black, white int32) {
		line(name, black, white, fmt.Sprintf("%+d", black-white))
		total += black - white
	}
	b, w := &t[position.Black], &t[position.White]
	row("material", material[0].board, material[1].board)
	row("in hand", material[0].hand, material[1].hand)
	row("squares", material[0].squares, material[1].squares)
	row("control", b.control, w.control)
	row("near kings", b.near, w.near)
	row("mobility", b.mobility, w.mobility)
	row("shape", b.shape, w.shape)
	row("threats", b.threats, w.threats)
	row("king danger", b.king, w.king)
	row("castle", b.castle, w.castle)
	row("entering king", b.entering, w.entering)
	tempo := [2]int32{}
	tempo[p.Side()] = e.weights.Tempo
	row("tempo", tempo[0], tempo[1])
	out.WriteString(rule)
	line("total", "", "", fmt.Sprintf("%+d", total))
	for c, name := range [2]string{"Black", "White"} {
		if p.King(position.Color(c)) == position.NoSquare {
			continue
		}
		_, found := e.castle(p, position.Color(c))
		fmt.Fprintf(&out, "%-14s %v\n", name+"'s castle", found)
	}
	score := total
	if p.Side() == position.White {
		score = -score
	}
	fmt.Fprintf(&out, "%-14s %+d (side to move: %s)\n", "score", int32(eval.Score(score).Clamp()), p.Side().Name())
	return out.String()
}

// parts are the shares of one side in the incremental sum.
type parts struct{ board, hand, squares int32 }

func (e *Evaluator) parts(p *position.Position, c position.Color) parts {
	var t parts
	for set := p.ByColor(c); set.Any(); {
		var s position.Square
		s, set = set.Pop()
		value, base := int32(e.squares[p.At(s)][s]), e.weights.Board[p.At(s).Kind()]
		if c == position.White {
			value = -value
		}
		t.board += base
		t.squares += value - base
	}
	for _, k := range position.HandKinds {
		t.hand += e.inHand[position.NewPiece(position.Black, k)] * int32(p.Hand(c).Count(k))
	}
	return t
}
