package usi

import (
	"strconv"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
)

// formatInfo writes a report as an info line, with the keys in the order that other engines use and scripts match:
// pv last, multipv before it. A PV without a score is one that the mate solver is looking at. Without a PV, figures that the
// report does not have are left out, since GUIs would show zeros.
func formatInfo(i search.Info) string {
	if i.Text != "" {
		return "info string " + printable(i.Text)
	}
	b := []byte("info")
	line := len(i.PV) > 0 || i.PVEnd != ""
	number := func(key string, n uint64, always bool) {
		if n == 0 && !always {
			return
		}
		b = append(b, ' ')
		b = append(b, key...)
		b = append(b, ' ')
		b = strconv.AppendUint(b, n, 10)
	}
	number("depth", uint64(max(i.Depth, 0)), line)
	number("seldepth", uint64(max(i.SelDepth, 0)), false)
	if line && i.Score != eval.None {
		number("multipv", uint64(max(i.MultiPV, 1)), true)
		b = append(b, " score "...)
		b = append(b, i.Score.String()...)
		switch i.Bound {
		case search.BoundLower:
			b = append(b, " lowerbound"...)
		case search.BoundUpper:
			b = append(b, " upperbound"...)
		}
	}
	number("nodes", i.Nodes, true)
	number("nps", i.NPS, line)
	number("hashfull", uint64(max(i.HashFull, 0)), line)
	number("time", uint64(max(i.Time.Milliseconds(), 0)), true)
	if line {
		b = append(b, " pv"...)
		for _, m := range i.PV {
			b = append(b, ' ')
			b = append(b, m.String()...)
		}
		if i.PVEnd != "" {
			b = append(b, ' ')
			b = append(b, i.PVEnd...)
		}
	} else if i.CurrMove != position.MoveNone {
		b = append(b, " currmove "...)
		b = append(b, i.CurrMove.String()...)
		number("currmovenumber", uint64(max(i.CurrMoveNumber, 0)), false)
	}
	return string(b)
}

// formatBestMove writes the answer to a go command.
func formatBestMove(move, ponder position.Move) string {
	s := "bestmove " + move.String()
	if ponder != position.MoveNone {
		s += " ponder " + ponder.String()
	}
	return s
}

// isMove reports whether m moves a piece: it is none of the special values.
func isMove(m position.Move) bool {
	switch m {
	case position.MoveNone, position.MoveNull, position.MoveWin, position.MoveResign:
		return false
	}
	return true
}

// legalPonder returns the reply if the GUI may let the engine ponder on it: a legal move, in a game that has not
// ended or repeated itself.
func legalPonder(p *position.Position, move, reply position.Move) position.Move {
	if !isMove(move) || !isMove(reply) {
		return position.MoveNone
	}
	p.Do(move)
	defer p.Undo()
	if rep, _ := p.Repetition(); rep == position.RepDraw || rep == position.RepWin || rep == position.RepLoss {
		return position.MoveNone
	}
	if !p.IsLegal(reply) {
		return position.MoveNone
	}
	return reply
}
