package record

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"katachi/position"
)

// ErrVariant is the error of a variant that a format does not know.
var ErrVariant = errors.New("CSA records are for shogi on the full board only")

var csaPieces = [position.NumKinds]string{
	position.Pawn: "FU", position.Lance: "KY", position.Knight: "KE", position.Silver: "GI", position.Bishop: "KA",
	position.Rook: "HI", position.Gold: "KI", position.King: "OU", position.ProPawn: "TO", position.ProLance: "NY",
	position.ProKnight: "NK", position.ProSilver: "NG", position.Horse: "UM", position.Dragon: "RY",
}

const csaSigns = "+-"

// csaHeader pairs the keys of CSA with those of KIF.
var csaHeader = [][2]string{
	{"EVENT", "棋戦"}, {"SITE", "場所"}, {"START_TIME", "開始日時"}, {"END_TIME", "終了日時"}, {"TIME_LIMIT", "持ち時間"},
	{"OPENING", "戦型"}, {"NOTE", "備考"},
}

// csaLimit is the form of $TIME_LIMIT: hours and minutes of base time, seconds of byoyomi.
var csaLimit = regexp.MustCompile(`^\d+:\d\d\+\d\d+$`)

// CSA returns the main line in the format CSA 2.2, or 3.0 if there are times with fractions of a second. The format has no
// place for variations.
func (g *Game) CSA() (string, error) {
	if g.Start.Rules() != position.Shogi {
		return "", ErrVariant
	}
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	comments := func(n *Node) {
		for _, text := range n.Comments {
			for text := range strings.Lines(text + "\n") {
				line("'*%s", strings.TrimRight(text, "\r\n"))
			}
		}
	}
	version := "V2.2"
	fractions := false
	for _, n := range g.Main() {
		fractions = fractions || n.Time%time.Second != 0
	}
	if fractions {
		version = "V3.0"
		line("'CSA encoding=UTF-8")
	}
	line("%s", version)
	for c, name := range g.Names {
		if name != "" {
			line("N%c%s", csaSigns[c], oneLine(name))
		}
	}
	for _, f := range g.Header {
		key, value := f.Key, oneLine(f.Value)
		for _, pair := range csaHeader {
			if pair[1] == key && (pair[0] != "TIME_LIMIT" || csaLimit.MatchString(value)) {
				key = pair[0]
			}
		}
		if isASCII(key) && !strings.ContainsAny(key, ": ") {
			line("$%s:%s", key, value)
		} else {
			line("'%s：%s", oneLine(key), value)
		}
	}
	b.WriteString(csaPosition(g.Start))
	comments(&g.Root)
	p := g.Start.Clone()
	toMove := p.Side()
	for _, n := range g.Main() {
		if err := check(p, n); err != nil {
			return "", err
		}
		var text, comment string
		if n.End != nil {
			text, comment = n.End.csaWord(toMove)
		} else {
			text = csaMove(toMove, n.Move)
		}
		line("%s", text)
		if n.Timed {
			line("T%s", csaTime(n.Time, fractions))
		}
		if comment != "" {
			line("'%s", comment)
		}
		comments(n)
		if n.End == nil && !n.Illegal {
			p.Do(n.Move)
		}
		toMove ^= 1
	}
	return b.String(), nil
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > 126 || r < 33 })
}

func csaTime(d time.Duration, fractions bool) string {
	if fractions {
		return strconv.FormatFloat(float64(d.Milliseconds())/1000, 'f', -1, 64)
	}
	return strconv.Itoa(int(d.Seconds()))
}

// csaMove returns the move of a player in CSA notation: +7776FU.
func csaMove(c position.Color, m position.Move) string {
	from := "00"
	if !m.IsDrop() {
		from = csaSquare(m.From())
	}
	return csaSigns[c:c+1] + from + csaSquare(m.To()) + csaPieces[m.Piece().Kind()]
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
