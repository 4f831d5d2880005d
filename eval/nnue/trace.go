package nnue

import (
	"fmt"
	"strings"

	"katachi/position"
)

// Trace returns the evaluation for a person to read: what each piece is worth where it stands, the score, and the line
// "raw = N" with the network's integer output before the division by FV_SCALE, from the side to move's view. The
// evaluator may stand anywhere; it stands there afterwards.
func (e *Evaluator) Trace(p *position.Position) string {
	n := e.net
	t := tracer{net: n, p: p, buffers: newBuffers(&n.shape), numbers: NumbersOf(p)}
	e.attacksKnown = false
	for _, c := range []position.Color{position.Black, position.White} {
		t.full[c] = make([]int16, n.shape.width)
		e.refresh(p, c, missingPieces(p), t.full[c])
		t.less[c] = make([]int16, n.shape.width)
	}
	e.attacksKnown = false
	raw := t.forward(&t.full, &t.numbers)

	var out strings.Builder
	fmt.Fprintf(&out, "%s\n", n.Describe())
	if n.description != "" {
		fmt.Fprintf(&out, "described as %q\n", n.description)
	}
	out.WriteString("What each piece is worth in this position, in centipawns: the score with it less the score without it; + is good for Black.\n\n")
	t.board(&out, raw)
	for _, c := range []position.Color{position.White, position.Black} {
		t.hand(&out, c, raw)
	}
	out.WriteByte('\n')
	if len(n.stacks) > 1 {
		fmt.Fprintf(&out, "bucket = %d\n", n.bucket(p))
	}
	score := n.score(raw)
	fmt.Fprintf(&out, "raw = %d\nvalue = %d (raw / FV_SCALE; a pawn is 90)\n", raw, raw/n.scale)
	fmt.Fprintf(&out, "score = %+d for the side to move (%s), on the search's scale; eval is that in the centipawns of info lines\n",
		score, p.Side().Name())
	return out.String()
}

// tracer evaluates a position with single pieces taken away.
type tracer struct {
	net     *Network
	p       *position.Position
	buffers buffers
	numbers Numbers
	full    [2][]int16 // accumulators of the whole position
	less    [2][]int16 // of the position without a piece
}

func (t *tracer) forward(acc *[2][]int16, numbers *Numbers) int32 {
	us := t.p.Side() & 1
	kings := [2]position.Square{t.p.King(position.Black), t.p.King(position.White)}
	contacts := t.net.shape.AppendContacts(nil, numbers, kings, us)
	return t.net.forward(&t.buffers, acc[us], acc[us^1], contacts, t.net.bucket(t.p))
}

// worth returns by how much the score falls, in centipawns for Black, when the pieces whose rows are given for each
// perspective are missing. numbers are those of the pieces left on the board.
func (t *tracer) worth(raw int32, numbers *Numbers, rows func(c position.Color, v *view) []uint32) string {
	for _, c := range []position.Color{position.Black, position.White} {
		v := t.net.shape.features.view(c, kingOf(t.p, c))
		gone := rows(c, &v)
		missing := make([]uint32, len(gone))
		for i := range missing {
			missing[i] = v.first
		}
		t.net.kernel.change(t.less[c], t.full[c], t.net.weights, missing, gone)
	}
	worth := int(t.net.score(raw)) - int(t.net.score(t.forward(&t.less, numbers)))
	if t.p.Side() == position.White {
		worth = -worth
	}
	return fmt.Sprintf("%+d", worth)
}

// board draws the board with each piece's worth below it.
func (t *tracer) board(out *strings.Builder, raw int32) {
	var attacks effects
	if t.net.shape.features.effects {
		attacks = countEffects(t.p)
	}
	for file := 9; file >= 1; file-- {
		fmt.Fprintf(out, "%6d ", file)
	}
	rule := "\n" + strings.Repeat("+------", 9) + "+\n"
	out.WriteString(rule)
	for rank := 1; rank <= 9; rank++ {
		var names, worths strings.Builder
		for file := 9; file >= 1; file-- {
			s := position.NewSquare(file, rank)
			piece := t.p.At(s)
			name, worth := "", ""
			if piece != position.NoPiece {
				name = piece.String()
			}
			if piece != position.NoPiece && piece.Kind() != position.King {
				worth = t.worth(raw, t.numbers.without(piece, s), func(c position.Color, v *view) []uint32 {
					row := v.board(piece, s)
					if t.net.shape.features.effects {
						row += uint32(attacks.class(c, s)) * effectStride
					}
					return []uint32{row}
				})
			}
			fmt.Fprintf(&names, "|%4s  ", name)
			fmt.Fprintf(&worths, "|%5s ", worth)
		}
		fmt.Fprintf(out, "%s| %c\n%s|%s", &names, 'a'+rank-1, &worths, rule)
	}
}

// hand lists the pieces in hand, each kind with the worth of all its pieces together.
func (t *tracer) hand(out *strings.Builder, c position.Color, raw int32) {
	fmt.Fprintf(out, "%s's hand:", c.Name())
	if t.p.Hand(c).Total() == 0 {
		out.WriteString(" nothing")
	}
	for _, k := range position.HandKinds {
		count := t.p.Hand(c).Count(k)
		if count == 0 {
			continue
		}
		worth := t.worth(raw, &t.numbers, func(_ position.Color, v *view) []uint32 {
			rows := make([]uint32, count)
			for i := range rows {
				rows[i] = v.hand(c, k, i)
			}
			return rows
		})
		fmt.Fprintf(out, "  %s x%d %s", k, count, worth)
	}
	out.WriteByte('\n')
}
