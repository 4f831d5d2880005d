package record

import (
	"strings"

	"katachi/position"
)

// handicap is a start position that KIF knows by name, without some of White's pieces.
type handicap struct {
	name, english string
	board         string // the two upper ranks if the rest is handicapRest, else an SFEN without a number
	own           bool   // other programs do not know the name: the position is drawn instead
}

const handicapRest = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -"

// sfen returns the position, without a number.
func (h *handicap) sfen() string {
	if strings.Contains(h.board, " ") {
		return h.board
	}
	return h.board + handicapRest
}

// handicaps lists them; the first name of a position is the one that is written. White's left is file 1. The lance of 飛香落ち is the left
// one, the third piece of 三枚落ち too; the fifth of 五枚落ち is the right knight.
var handicaps = []handicap{
	{"香落ち", "Lance", "lnsgkgsn1/1r5b1", false},
	{"左香落ち", "Lance", "lnsgkgsn1/1r5b1", false},
	{"右香落ち", "Right Lance", "1nsgkgsnl/1r5b1", false},
	{"角落ち", "Bishop", "lnsgkgsnl/1r7", false},
	{"飛車落ち", "Rook", "lnsgkgsnl/7b1", false},
	{"飛落ち", "Rook", "lnsgkgsnl/7b1", false},
	{"飛香落ち", "Rook and Lance", "lnsgkgsn1/7b1", false},
	{"飛左香落ち", "Rook and Lance", "lnsgkgsn1/7b1", false},
	{"左飛香落ち", "Rook and Lance", "lnsgkgsn1/7b1", false},
	{"飛右香落ち", "Rook and Right Lance", "1nsgkgsnl/7b1", true},
	{"右飛香落ち", "Rook and Right Lance", "1nsgkgsnl/7b1", true},
	{"角香落ち", "Bishop and Lance", "lnsgkgsn1/1r7", true},
	{"両香落ち", "Two-Lance", "1nsgkgsn1/1r5b1", true},
	{"飛両香落ち", "Rook and Two Lances", "1nsgkgsn1/7b1", true},
	{"角両香落ち", "Bishop and Two Lances", "1nsgkgsn1/1r7", true},
	{"二枚落ち", "Two-Piece", "lnsgkgsnl/9", false},
	{"飛角落ち", "Two-Piece", "lnsgkgsnl/9", false},
	{"三枚落ち", "Three-Piece", "lnsgkgsn1/9", true},
	{"左三枚落ち", "Three-Piece", "lnsgkgsn1/9", true},
	{"右三枚落ち", "Right Three-Piece", "1nsgkgsnl/9", true},
	{"四枚落ち", "Four-Piece", "1nsgkgsn1/9", false},
	{"五枚落ち", "Five-Piece", "2sgkgsn1/9", true},
	{"右五枚落ち", "Five-Piece", "2sgkgsn1/9", true},
	{"左五枚落ち", "Left Five-Piece", "1nsgkgs2/9", true},
	{"六枚落ち", "Six-Piece", "2sgkgs2/9", false},
	{"七枚落ち", "Seven-Piece", "3gkgs2/9", true},
	{"右七枚落ち", "Seven-Piece", "3gkgs2/9", true},
	{"左七枚落ち", "Left Seven-Piece", "2sgkg3/9", true},
	{"八枚落ち", "Eight-Piece", "3gkg3/9", false},
	{"九枚落ち", "Nine-Piece", "4kg3/9", true},
	{"右九枚落ち", "Nine-Piece", "4kg3/9", true},
	{"左九枚落ち", "Left Nine-Piece", "3gk4/9", true},
	{"十枚落ち", "Ten-Piece", "4k4/9", false},
	// These are of 81Dojo and lishogi.
	{"トンボ", "Dragonfly", "4k4/1r5b1", true},
	{"トンボ+香", "Dragonfly with Lances", "l3k3l/1r5b1", true},
	{"トンボ+桂香", "Dragonfly with Lances and Knights", "ln2k2nl/1r5b1", true},
	{"裸玉", "Bare King", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -", true},
	{"十九枚落ち", "Bare King", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -", true},
	{"歩三兵", "Three Pawns", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p", true},
}

// numerals are the digits as they stand in the names of handicaps.
var numerals = strings.NewReplacer("2", "二", "3", "三", "4", "四", "5", "五", "6", "六", "7", "七", "8", "八", "9", "九", "10", "十",
	"２", "二", "３", "三", "４", "四", "５", "五", "６", "六", "７", "七", "８", "八", "９", "九", "１０", "十", "＋", "+", "兩", "両")

// namedStart returns the start position of a handicap name, false if the name is not known.
func namedStart(name string) (*position.Position, bool) {
	name = strings.Join(strings.Fields(name), "")
	switch name {
	case "", "平手", "平手戦", "even":
		return position.New(position.Shogi), true
	case "5五将棋", "５五将棋", "五五将棋":
		return position.New(position.Minishogi), true
	}
	name = numerals.Replace(name)
	if strings.HasSuffix(name, "落") {
		name += "ち"
	}
	if name == "三枚得" { // those who know it mean another lance than those who know 三枚落ち
		return nil, false
	}
	lost := strings.TrimSuffix(name, "得") // a handicap whose pieces Black has in hand, of 81Dojo and lishogi too
	for _, h := range handicaps {
		if h.name == name || lost != name && h.name == lost+"落ち" {
			p, err := position.ParseSFEN(position.Shogi, h.sfen())
			if err == nil && lost != name {
				p, err = gained(p)
			}
			return p, err == nil
		}
	}
	return nil, false
}

// gained returns the position with all that it lacks in Black's hand.
func gained(p *position.Position) (*position.Position, error) {
	even, hand := position.New(position.Shogi), ""
	for s := range position.Square(position.NumSquares) {
		if p.At(s) != even.At(s) {
			hand += position.NewPiece(position.Black, even.At(s).Kind()).String()
		}
	}
	return position.ParseSFEN(position.Shogi, strings.TrimSuffix(withoutPly(p), "-")+hand)
}

// Handicap returns the name of the start position (平手, 二枚落ち, ...), whoever moves first, 駒落ち of a handicap without a
// name, empty of any other position.
func (g *Game) Handicap() string {
	if name, _ := handicapOf(g.Start); name != "その他" {
		return name
	}
	return odds(g.Start)
}

// EnglishHandicap returns the English name for a name of Handicap.
func EnglishHandicap(name string) string {
	switch name {
	case "":
		return ""
	case "平手":
		return "Even game"
	case "5五将棋":
		return "5x5 shogi"
	}
	for _, h := range handicaps {
		if h.name == name {
			return h.english + " handicap"
		}
	}
	return "Handicap"
}

// odds returns the name of the handicap, as a rule if only pieces of White are missing from the start position, 駒落ち if it has no
// name, empty if the position is no handicap.
func odds(p *position.Position) string {
	for _, h := range handicaps {
		if h.sfen() == withoutPly(p) { // 歩三兵 has pieces in hand
			return h.name
		}
	}
	even, missing := position.New(position.Shogi), false
	if p.Rules() != position.Shogi || p.Hand(position.Black) != even.Hand(position.Black) || p.Hand(position.White) != even.Hand(position.White) {
		return ""
	}
	for s := range position.Square(position.NumSquares) {
		have, want := p.At(s), even.At(s)
		if have == want {
			continue
		}
		if have != position.NoPiece || want.Color() != position.White || want.Kind() == position.King {
			return ""
		}
		missing = true
	}
	if !missing {
		return ""
	}
	board, _, _ := strings.Cut(p.SFEN(), " ")
	for _, h := range handicaps {
		if strings.HasPrefix(h.sfen(), board+" ") {
			return h.name
		}
	}
	return "駒落ち"
}

// handicapOf returns the name of the start position, その他 if it has none. common is true if every program knows the
// name, so that the position need not be drawn.
func handicapOf(p *position.Position) (name string, common bool) {
	if p.Rules() != position.Shogi {
		return "5五将棋", false
	}
	if isStart(p) {
		return "平手", true
	}
	for _, h := range handicaps {
		if h.sfen() == withoutPly(p) {
			return h.name, !h.own
		}
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
