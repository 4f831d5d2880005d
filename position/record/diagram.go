package record

import (
	"errors"
	"fmt"
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

var errDiagram = errors.New("bad diagram")

// sketch is a position as it is read, square by square.
type sketch struct {
	rows  []string // SFEN
	hands [2][8]int
	rest  [2]bool // the player has all pieces that are left over
	width int
}

// row reads a rank of a diagram: |v香v桂 ・ ... |一.
func (s *sketch) row(text string) error {
	_, text, _ = strings.Cut(text, "|")
	cells, _, closed := strings.Cut(text, "|")
	if !closed {
		return fmt.Errorf("%w: the rank does not end with |", errDiagram)
	}
	var row strings.Builder
	n, white, promoted := 0, false, false
	for _, r := range cells {
		piece := "1"
		switch {
		case r == 'v' || r == 'V' || r == 'ｖ' || r == '▽' || r == '△' || r == '☖':
			white = true
			continue
		case r == ' ' || r == '　' || r == '^' || r == '▲' || r == '☗':
			continue
		case r == '成':
			promoted = true
			continue
		case strings.ContainsRune("・．.･□＿", r):
		default:
			k := kindOf[r]
			if promoted && k.CanPromote() {
				k = k.Promoted()
			}
			if k == position.NoKind {
				return fmt.Errorf("%w: %q is not a piece", errDiagram, r)
			}
			c := position.Black
			if white {
				c = position.White
			}
			piece = position.NewPiece(c, k).String()
		}
		row.WriteString(piece)
		n++
		white, promoted = false, false
	}
	if s.width == 0 {
		s.width = n
	}
	if n != s.width || n != 9 && n != 5 {
		return fmt.Errorf("%w: the rank has %d squares, want 9", errDiagram, n)
	}
	s.rows = append(s.rows, row.String())
	return nil
}

// draw takes all ranks of a board.
func (s *sketch) draw(board *[position.NumSquares]position.Piece) {
	for rank := 1; rank <= 9; rank++ {
		row := ""
		for file := 9; file >= 1; file-- {
			if piece := board[position.NewSquare(file, rank)]; piece != position.NoPiece {
				row += piece.String()
			} else {
				row += "1"
			}
		}
		s.rows = append(s.rows, row)
	}
}

// hand reads pieces in hand: 飛　角二　歩十八, なし, 残り全部.
func (s *sketch) hand(c position.Color, text string) error {
	s.hands[c] = [8]int{}
	runes := []rune(strings.Join(strings.Fields(text), ""))
	switch word := string(runes); {
	case word == "" || word == "なし" || word == "ナシ" || word == "無し" || word == "無":
		return nil
	case strings.HasPrefix(word, "残"):
		s.rest[c] = true
		return nil
	}
	for i := 0; i < len(runes); {
		k := kindOf[runes[i]]
		if k == position.NoKind || k > position.Gold {
			return fmt.Errorf("%w: pieces in hand: unexpected %q", errDiagram, runes[i])
		}
		j := i + 1
		for j < len(runes) && kindOf[runes[j]] == position.NoKind {
			j++
		}
		n, ok := number(runes[i+1 : j])
		if !ok {
			return fmt.Errorf("%w: pieces in hand: %s is not a number", errDiagram, quote(string(runes[i+1:j])))
		}
		i = j
		if s.hands[c][k] += n; n == 0 || s.hands[c][k] > position.HandLimit[k] {
			return fmt.Errorf("%w: %d pieces %s in hand", errDiagram, s.hands[c][k], kifPieces[k])
		}
	}
	return nil
}

// number reads a count in kanji or digits: 十八, 18, １８; nothing is one.
func number(runes []rune) (n int, ok bool) {
	if len(runes) == 0 {
		return 1, true
	}
	tens := 0
	for _, r := range runes {
		switch d := digit(r); {
		case r == '十':
			tens, n = max(n, 1)*10, 0
		case d > 0 && n < 100:
			n = n*10 + d
		case (r == '0' || r == '０') && n < 100:
			n *= 10
		default:
			return 0, false
		}
	}
	return tens + n, tens+n > 0
}

// position returns the position that was drawn.
func (s *sketch) position(side position.Color) (*position.Position, error) {
	rules := position.Shogi
	if s.width == 5 {
		rules = position.Minishogi
	}
	if len(s.rows) != rules.Ranks {
		return nil, fmt.Errorf("%w: %d ranks, want %d", errDiagram, len(s.rows), rules.Ranks)
	}
	board := strings.Join(s.rows, "/")
	s.deal(board)
	hands := ""
	for c := position.Black; c <= position.White; c++ {
		for _, k := range position.HandKinds {
			if n := s.hands[c][k]; n > 0 {
				hands += fmt.Sprint(n) + position.NewPiece(c, k).String()
			}
		}
	}
	if hands == "" {
		hands = "-"
	}
	return position.ParseProblem(rules, board+" "+side.String()+" "+hands+" 1")
}

// deal gives the pieces that are left over to the player who has them.
func (s *sketch) deal(board string) {
	for c := position.Black; c <= position.White; c++ {
		if !s.rest[c] {
			continue
		}
		for _, k := range position.HandKinds {
			s.hands[c][k] = max(s.hands[c][k], position.HandLimit[k]-strings.Count(strings.ToUpper(board), k.String())-s.hands[c^1][k])
		}
	}
}
