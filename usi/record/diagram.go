package record

import (
	"strings"

	"katachi/position"
)

// diagram draws the position as KIF files do when it has no name.
func diagram(p *position.Position) string {
	rules := p.Rules()
	var b strings.Builder
	line := func(text string) { b.WriteString(text + "\r\n") }
	line("後手の持駒：" + kifHand(p.Hand(position.White)))
	files := " "
	for file := rules.Files; file >= 1; file-- {
		files += " " + string(kifFiles[file])
	}
	line(files)
	rule := "+" + strings.Repeat("---", rules.Files) + "+"
	line(rule)
	for rank := 1; rank <= rules.Ranks; rank++ {
		row := "|"
		for file := rules.Files; file >= 1; file-- {
			row += diagramSquare(p.At(position.NewSquare(file, rank)))
		}
		line(row + "|" + string(kifRanks[rank]))
	}
	line(rule)
	line("先手の持駒：" + kifHand(p.Hand(position.Black)))
	if p.Side() == position.White {
		line("後手番")
	} else {
		line("先手番")
	}
	return b.String()
}

// diagramSquare returns a piece in the two columns of a square: promoted pieces have names of one character there.
func diagramSquare(piece position.Piece) string {
	mark := " "
	if piece.Color() == position.White && piece != position.NoPiece {
		mark = "v"
	}
	switch piece.Kind() {
	case position.NoKind:
		return " ・"
	case position.ProLance:
		return mark + "杏"
	case position.ProKnight:
		return mark + "圭"
	case position.ProSilver:
		return mark + "全"
	}
	return mark + kifPieces[piece.Kind()]
}

var kanjiCounts = [...]string{"", "", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四", "十五", "十六", "十七", "十八"}

func kifHand(h position.Hand) string {
	var parts []string
	for _, k := range position.HandKinds {
		if n := h.Count(k); n > 0 {
			parts = append(parts, kifPieces[k]+kanjiCounts[n])
		}
	}
	if len(parts) == 0 {
		return "なし"
	}
	return strings.Join(parts, "　")
}
