package record

import (
	"errors"
	"fmt"
	"strings"

	"katachi/position"
)

// ErrVariant is the error of a variant that a format does not know.
var ErrVariant = errors.New("CSA records are of shogi on the full board")

var csaPieces = [position.NumKinds]string{
	position.Pawn: "FU", position.Lance: "KY", position.Knight: "KE", position.Silver: "GI", position.Bishop: "KA",
	position.Rook: "HI", position.Gold: "KI", position.King: "OU", position.ProPawn: "TO", position.ProLance: "NY",
	position.ProKnight: "NK", position.ProSilver: "NG", position.Horse: "UM", position.Dragon: "RY",
}

const csaSigns = "+-"

// CSA returns the game in the format CSA 2.2. Scores become comments as on floodgate ('** 42).
func (g *Game) CSA() (string, error) {
	if g.Start.Rules() != position.Shogi {
		return "", ErrVariant
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	comment := func(text string) {
		for text := range strings.Lines(text) {
			line("'%s", strings.TrimRight(text, "\r\n"))
		}
	}
	line("V2.2")
	for c, name := range g.Names {
		if name != "" {
			line("N%c%s", csaSigns[c], oneLine(name))
		}
	}
	if g.Event != "" {
		line("$EVENT:%s", oneLine(g.Event))
	}
	if !g.Date.IsZero() {
		line("$START_TIME:%s", g.Date.Format("2006/01/02 15:04:05"))
	}
	if g.Clock != "" {
		comment("time control " + g.Clock)
	}
	for _, text := range g.Comments {
		comment(text)
	}
	b.WriteString(csaPosition(g.Start))
	err := g.replay(func(_ int, p *position.Position, m *Move) {
		from := "00"
		if !m.Move.IsDrop() {
			from = csaSquare(m.Move.From())
		}
		line("%c%s%s%s", csaSigns[p.Side()], from, csaSquare(m.Move.To()), csaPieces[m.Move.Piece().Kind()])
		line("T%d", int(m.Time.Seconds()))
		if m.Score != nil {
			line("'** %d", *m.Score)
		}
		comment(m.Comment)
	})
	if err != nil {
		return "", err
	}
	if word := g.csaEnd(); word != "" {
		line("%s", word)
	}
	comment(g.Note)
	return b.String(), nil
}

func csaSquare(s position.Square) string { return fmt.Sprintf("%d%d", s.File(), s.Rank()) }

func csaPosition(p *position.Position) string {
	var b strings.Builder
	if isStart(p) {
		return "PI\n+\n"
	}
	for rank := 1; rank <= 9; rank++ {
		fmt.Fprintf(&b, "P%d", rank)
		for file := 9; file >= 1; file-- {
			if piece := p.At(position.NewSquare(file, rank)); piece != position.NoPiece {
				b.WriteString(csaSigns[piece.Color():piece.Color()+1] + csaPieces[piece.Kind()])
			} else {
				b.WriteString(" * ")
			}
		}
		b.WriteByte('\n')
	}
	for c := position.Black; c <= position.White; c++ {
		hand := ""
		for _, k := range position.HandKinds {
			hand += strings.Repeat("00"+csaPieces[k], p.Hand(c).Count(k))
		}
		if hand != "" {
			fmt.Fprintf(&b, "P%c%s\n", csaSigns[c], hand)
		}
	}
	fmt.Fprintf(&b, "%c\n", csaSigns[p.Side()])
	return b.String()
}

func (g *Game) csaEnd() string {
	switch g.End {
	case Interrupted:
		return "%CHUDAN"
	case Resigned:
		return "%TORYO"
	case Checkmate:
		return "%TSUMI"
	case TimeUp:
		return "%TIME_UP"
	case Foul:
		return fmt.Sprintf("%%%cILLEGAL_ACTION", csaSigns[g.Winner^1])
	case Declaration:
		return "%KACHI"
	case Perpetual:
		return "%OUTE_SENNICHITE"
	case Repetition:
		return "%SENNICHITE"
	case MoveLimit:
		return "%MAX_MOVES"
	}
	return ""
}
