package record

import (
	"fmt"
	"strings"
	"time"

	"golang.org/x/text/encoding/japanese"

	"katachi/position"
)

var (
	kifFiles  = []rune(" １２３４５６７８９")
	kifRanks  = []rune(" 一二三四五六七八九")
	kifPieces = [position.NumKinds]string{
		position.Pawn: "歩", position.Lance: "香", position.Knight: "桂", position.Silver: "銀", position.Bishop: "角",
		position.Rook: "飛", position.Gold: "金", position.King: "玉", position.ProPawn: "と", position.ProLance: "成香",
		position.ProKnight: "成桂", position.ProSilver: "成銀", position.Horse: "馬", position.Dragon: "龍",
	}
)

// handicaps are the start positions that KIF knows by name: those without some of White's pieces.
var handicaps = map[string]string{
	"lnsgkgsn1/1r5b1": "香落ち", "1nsgkgsnl/1r5b1": "右香落ち", "lnsgkgsnl/1r7": "角落ち", "lnsgkgsnl/7b1": "飛車落ち",
	"lnsgkgsn1/7b1": "飛香落ち", "lnsgkgsnl/9": "二枚落ち", "1nsgkgsn1/9": "四枚落ち", "2sgkgs2/9": "六枚落ち",
	"3gkg3/9": "八枚落ち", "4k4/9": "十枚落ち",
}

// handicapOf returns the name of the start position, and false if it has none and must be drawn.
func handicapOf(p *position.Position) (string, bool) {
	if p.Rules() != position.Shogi {
		return "5五将棋", false
	}
	if isStart(p) {
		return "平手", true
	}
	head, found := strings.CutSuffix(withoutPly(p), "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -")
	if name := handicaps[head]; found && name != "" {
		return name, true
	}
	return "その他", false
}

// isStart reports whether the position is the start of an even game, whatever its move number.
func isStart(p *position.Position) bool {
	return withoutPly(p)+" 1" == position.Shogi.Start
}

func withoutPly(p *position.Position) string {
	sfen := p.SFEN()
	return sfen[:strings.LastIndexByte(sfen, ' ')]
}

// KIF returns the game as KIF text in UTF-8 (a .kifu file).
func (g *Game) KIF() (string, error) {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\r\n", args...) }
	line("#KIF version=2.0 encoding=UTF-8")
	if !g.Date.IsZero() {
		line("開始日時：%s", g.Date.Format("2006/01/02 15:04:05"))
	}
	if g.Event != "" {
		line("棋戦：%s", oneLine(g.Event))
	}
	if g.Clock != "" {
		line("持ち時間：%s", oneLine(g.Clock))
	}
	handicap, named := handicapOf(g.Start)
	line("手合割：%s", handicap)
	if !named {
		b.WriteString(diagram(g.Start))
	}
	black, white := "先手", "後手"
	if named && handicap != "平手" {
		black, white = "下手", "上手"
	}
	for c, title := range [2]string{black, white} {
		if g.Names[c] != "" {
			line("%s：%s", title, oneLine(g.Names[c]))
		}
	}
	line("手数----指手---------消費時間--")
	comment := func(text string) {
		for text := range strings.Lines(text) {
			line("*%s", strings.TrimRight(text, "\r\n"))
		}
	}
	for _, text := range g.Comments {
		comment(text)
	}
	var total [2]time.Duration
	last := position.NoSquare
	err := g.replay(func(i int, p *position.Position, m *Move) {
		used := &total[p.Side()]
		*used += m.Time
		line("%4d %s%s", i+1, pad(kifMove(m.Move, last), 13), kifTime(m.Time, *used))
		comment(m.Comment)
		last = m.Move.To()
	})
	if err != nil {
		return "", err
	}
	if word := g.kifEnd(); word != "" {
		line("%4d %s", len(g.Moves)+1, word)
		comment(g.Note)
		line("まで%d手で%s", len(g.Moves), g.kifResult(black, white))
	}
	return b.String(), nil
}

// ShiftJIS returns KIF text in the older encoding (a .kif file). What that lacks becomes a question mark.
func ShiftJIS(kif string) []byte {
	kif = strings.Replace(kif, "encoding=UTF-8", "encoding=Shift_JIS", 1)
	encoder := japanese.ShiftJIS.NewEncoder()
	var b []byte
	for _, r := range kif {
		c, err := encoder.Bytes([]byte(string(r)))
		if err != nil {
			c = []byte{'?'}
		}
		b = append(b, c...)
	}
	return b
}

// kifMove returns the move as KIF names it; last is the destination of the move before.
func kifMove(m position.Move, last position.Square) string {
	to := m.To()
	text := "同　"
	if to != last {
		text = string(kifFiles[to.File()]) + string(kifRanks[to.Rank()])
	}
	text += kifPieces[m.Before().Kind()]
	switch {
	case m.IsDrop():
		return text + "打"
	case m.IsPromotion():
		text += "成"
	}
	return text + fmt.Sprintf("(%d%d)", m.From().File(), m.From().Rank())
}

func kifTime(used, total time.Duration) string {
	s, t := int(used.Seconds()), int(total.Seconds())
	return fmt.Sprintf("(%2d:%02d/%02d:%02d:%02d)", s/60, s%60, t/3600, t/60%60, t%60)
}

// pad fills the text with blanks to the width, in which a Japanese character counts for two.
func pad(text string, width int) string {
	for _, r := range text {
		width--
		if r > 127 {
			width--
		}
	}
	return text + strings.Repeat(" ", max(1, width))
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// kifEnd returns the word that stands for the end in the place of a move.
func (g *Game) kifEnd() string {
	switch g.End {
	case Interrupted:
		return "中断"
	case Resigned:
		return "投了"
	case Checkmate:
		return "詰み"
	case TimeUp:
		return "切れ負け"
	case Declaration:
		return "入玉勝ち"
	case Repetition:
		return "千日手"
	case MoveLimit:
		return "持将棋"
	case Foul, Perpetual:
		if g.Winner == g.toMove() {
			return "反則勝ち"
		}
		return "反則負け"
	}
	return ""
}

func (g *Game) kifResult(black, white string) string {
	winner := [2]string{black, white}[g.Winner]
	switch g.End {
	case Interrupted:
		return "中断"
	case Repetition:
		return "千日手"
	case MoveLimit:
		return "持将棋"
	case Checkmate:
		if g.Names == [2]string{} {
			return "詰" // a problem
		}
	case TimeUp:
		return "時間切れにより" + winner + "の勝ち"
	case Foul, Perpetual:
		return winner + "の反則勝ち"
	case Declaration:
		return winner + "の入玉勝ち"
	}
	return winner + "の勝ち"
}
