package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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
	kindOf = map[rune]position.Kind{
		'歩': position.Pawn, '香': position.Lance, '桂': position.Knight, '銀': position.Silver, '角': position.Bishop, '飛': position.Rook,
		'金': position.Gold, '玉': position.King, '王': position.King, 'と': position.ProPawn, '杏': position.ProLance,
		'圭': position.ProKnight, '全': position.ProSilver, '馬': position.Horse, '龍': position.Dragon, '竜': position.Dragon,
	}
)

// Mark returns the sign before a player's moves: ▲ or △.
func Mark(c position.Color) string { return [2]string{"▲", "△"}[c] }

// PieceName returns the Japanese name of a kind of piece.
func PieceName(k position.Kind) string { return kifPieces[k] }

// Japanese returns the move as Japanese readers know it: ▲７六歩, △同　銀, ▲４二金右. last is the destination of the move
// before, NoSquare at the start. The move must be one of a piece that is there.
func Japanese(p *position.Position, last position.Square, m position.Move) string {
	return Mark(p.Side()) + moveText(p, last, m)
}

func moveText(p *position.Position, last position.Square, m position.Move) string {
	text := place(m.To(), last) + kifPieces[m.Before().Kind()]
	text += modifier(p, m)
	if m.IsPromotion() {
		return text + "成"
	}
	if couldPromote(p, m) {
		return text + "不成"
	}
	return text
}

// couldPromote reports whether a move without promotion could have been one with.
func couldPromote(p *position.Position, m position.Move) bool {
	if m.IsDrop() || m.IsPromotion() || !m.Before().Kind().CanPromote() {
		return false
	}
	zone := p.Rules().Zone(p.Side())
	return zone.Has(m.From()) || zone.Has(m.To())
}

// place names the square that a move goes to: ７六, or 同 if the move before went there.
func place(to, last position.Square) string {
	if to == last {
		return "同　"
	}
	return string(kifFiles[to.File()]) + string(kifRanks[to.Rank()])
}

// reaching returns the squares of the pieces of the kind that attack the square, whether or not they may go there.
func reaching(p *position.Position, k position.Kind, to position.Square) position.Bitboard {
	return p.AttackersTo(to, p.Occupied()).And(p.Pieces(p.Side(), k))
}

// modifier returns the words that tell the moving piece from others of its kind that could go there: 打 for a drop;
// 上, 寄, 引 if its direction alone does; else 直, 右 or 左, and both together if they must.
func modifier(p *position.Position, m position.Move) string {
	k := m.Before().Kind()
	others := reaching(p, k, m.To())
	if m.IsDrop() {
		if others.Any() {
			return "打"
		}
		return ""
	}
	others = others.Without(m.From())
	if others.IsEmpty() {
		return ""
	}
	us, to := p.Side(), m.To()
	from := m.From()
	way := direction(us, from, to)
	same := others
	for rest := others; rest.Any(); {
		var s position.Square
		s, rest = rest.Pop()
		if direction(us, s, to) != way {
			same = same.Without(s)
		}
	}
	if same.IsEmpty() {
		return way
	}
	big := k == position.Rook || k == position.Bishop || k == position.Horse || k == position.Dragon
	if from.File() == to.File() && way == "上" && !big {
		return "直"
	}
	if side := sideOf(us, from, others); side != "" {
		return side
	}
	return sideOf(us, from, same) + way
}

// direction returns how the piece goes, as its player sees it: forward, sideways or back.
func direction(us position.Color, from, to position.Square) string {
	switch a, b := from.SeenBy(us).Rank(), to.SeenBy(us).Rank(); {
	case a > b:
		return "上"
	case a < b:
		return "引"
	}
	return "寄"
}

// sideOf returns 右 or 左 if the square lies on that side of all the others, as the player sees it, else nothing.
func sideOf(us position.Color, from position.Square, others position.Bitboard) string {
	right, left := true, true
	for others.Any() {
		var s position.Square
		s, others = others.Pop()
		right = right && from.SeenBy(us).File() < s.SeenBy(us).File()
		left = left && from.SeenBy(us).File() > s.SeenBy(us).File()
	}
	switch {
	case right:
		return "右"
	case left:
		return "左"
	}
	return ""
}

// The reasons why a text is no move.
var (
	errNotation = errors.New("not a move such as ７六歩(77)")
	errNoPiece  = errors.New("no piece can go there like that")
	errUnclear  = errors.New("several pieces can go there; which one is not said")
	errTurn     = errors.New("it is the other player's turn")
)

// written is a move as a text says it.
type written struct {
	to        position.Square
	kind      position.Kind
	promotion bool
	origin    position.Square // NoSquare: not said
	drop      bool
	words     string // 右左直上行入引寄
}

// parseWritten reads ７六歩(77), 同　銀右成, ５五角打; a sign before it is passed over.
func parseWritten(text string, last position.Square) (w written, err error) {
	r := []rune(strings.TrimLeft(text, "▲△☗☖▼▽"))
	w.origin = position.NoSquare
	fail := func() (written, error) { return w, errNotation }
	switch {
	case len(r) > 24: // longer than any
		return fail()
	case len(r) > 0 && r[0] == '同':
		if r = r[1:]; last == position.NoSquare {
			return w, fmt.Errorf("%w: 同 without a move before", errNotation)
		}
		w.to = last
		for len(r) > 0 && (r[0] == '　' || r[0] == ' ') {
			r = r[1:]
		}
	case len(r) >= 3:
		file, rank := digit(r[0]), digit(r[1])
		if file == 0 || rank == 0 {
			return fail()
		}
		w.to, r = position.NewSquare(file, rank), r[2:]
		if len(r) > 0 && r[0] == '同' { // as in ２四同歩
			r = r[1:]
		}
	default:
		return fail()
	}
	if len(r) == 0 {
		return fail()
	}
	if r[0] == '成' && len(r) > 1 && strings.ContainsRune("香桂銀", r[1]) {
		w.kind, r = kindOf[r[1]].Promoted(), r[2:]
	} else if w.kind = kindOf[r[0]]; w.kind != position.NoKind {
		r = r[1:]
	} else {
		return fail()
	}
	for len(r) > 0 {
		switch c := r[0]; {
		case strings.ContainsRune("右左直上行入引寄", c):
			w.words += string(c)
		case c == '成':
			w.promotion = true
		case c == '打':
			w.drop = true
		case c == '生', c == '　', c == ' ': // as in 同銀　(79)
		case c == '不' && len(r) > 1 && r[1] == '成':
			r = r[1:]
		case c == '(' && len(r) >= 4 && r[3] == ')', c == '（' && len(r) >= 4 && r[3] == '）':
			file, rank := digit(r[1]), digit(r[2])
			if file == 0 && rank == 0 {
				w.drop = true // (00)
			} else if file == 0 || rank == 0 {
				return fail()
			} else {
				w.origin = position.NewSquare(file, rank)
			}
			r = r[3:]
		default:
			return fail()
		}
		r = r[1:]
	}
	return w, nil
}

// digit returns the value of a digit from 1 to 9 in any script, 0 for anything else.
func digit(r rune) int {
	switch {
	case r >= '1' && r <= '9':
		return int(r - '0')
	case r >= '１' && r <= '９':
		return int(r - '０')
	}
	return max(0, slices.Index(kifRanks, r))
}

// ParseJapanese reads a move as people and KIF files write it: ▲７六歩, 同　銀右成, ５五角打, ７六歩(77). last is the
// destination of the move before, NoSquare at the start. The error wraps ErrIllegal if the text names a move that
// the rules forbid; the move is then returned all the same.
func ParseJapanese(p *position.Position, last position.Square, text string) (position.Move, error) {
	w, err := parseWritten(text, last)
	if err != nil {
		return position.MoveNone, err
	}
	return w.move(p)
}

// move finds the move that is meant.
func (w *written) move(p *position.Position) (position.Move, error) {
	us := p.Side()
	piece := position.NewPiece(us, w.kind)
	if w.drop {
		if w.kind == position.King || w.kind.IsPromoted() || w.promotion {
			return position.MoveNone, fmt.Errorf("%w: a %v cannot be dropped", errNotation, w.kind)
		}
		return legal(p, position.NewDrop(piece, w.to))
	}
	if w.promotion && !w.kind.CanPromote() {
		return position.MoveNone, fmt.Errorf("%w: a %v cannot promote", errNotation, w.kind)
	}
	build := func(from position.Square) position.Move {
		if w.promotion {
			return position.NewPromotion(from, w.to, piece)
		}
		return position.NewMove(from, w.to, piece)
	}
	if w.origin != position.NoSquare {
		if p.At(w.origin) != piece {
			return position.MoveNone, fmt.Errorf("%w: there is no %s of %s on %v", ErrIllegal, kifPieces[w.kind], Mark(us), w.origin)
		}
		return legal(p, build(w.origin))
	}
	reach := reaching(p, w.kind, w.to)
	var fit []position.Square
	for rest := reach; rest.Any(); {
		var s position.Square
		s, rest = rest.Pop()
		if p.IsLegal(build(s)) && w.fits(us, s) {
			fit = append(fit, s)
		}
	}
	// 右 and 左 compare the pieces that the other words leave over.
	for _, side := range []string{"右", "左"} {
		if len(fit) > 1 && strings.Contains(w.words, side) {
			fit = outermost(us, fit, side)
		}
	}
	switch {
	case len(fit) == 1:
		return build(fit[0]), nil
	case len(fit) > 1:
		return position.MoveNone, errUnclear
	case w.words == "" && !w.promotion && w.kind <= position.Gold && reach.IsEmpty() && p.Hand(us).Has(w.kind):
		return legal(p, position.NewDrop(piece, w.to))
	case reach.Count() == 1:
		return legal(p, build(reach.First())) // forbidden for another reason
	}
	return position.MoveNone, fmt.Errorf("%w: %s to %v", errNoPiece, kifPieces[w.kind], w.to)
}

// fits reports whether the piece on the square goes as the words say.
func (w *written) fits(us position.Color, from position.Square) bool {
	way := direction(us, from, w.to)
	for _, c := range w.words {
		switch c {
		case '上', '行', '入':
			if way != "上" {
				return false
			}
		case '引':
			if way != "引" {
				return false
			}
		case '寄':
			if way != "寄" {
				return false
			}
		case '直':
			if way != "上" || from.File() != w.to.File() {
				return false
			}
		}
	}
	return true
}

// outermost returns those of the squares that lie farthest on the side.
func outermost(us position.Color, squares []position.Square, side string) []position.Square {
	key := func(s position.Square) int {
		if side == "右" {
			return -s.SeenBy(us).File()
		}
		return s.SeenBy(us).File()
	}
	best := key(squares[0])
	for _, s := range squares {
		best = max(best, key(s))
	}
	var out []position.Square
	for _, s := range squares {
		if key(s) == best {
			out = append(out, s)
		}
	}
	return out
}

// legal returns the move, and an error that wraps ErrIllegal if the rules forbid it.
func legal(p *position.Position, m position.Move) (position.Move, error) {
	if p.IsLegal(m) {
		return m, nil
	}
	_, err := p.ParseLegal(m.String())
	reason := "against the rules"
	if err != nil {
		_, rest, _ := strings.Cut(err.Error(), m.String()+": ")
		if rest, _, _ = strings.Cut(rest, " (position "); rest != "" {
			reason = rest
		}
	}
	return m, fmt.Errorf("%w: %s", ErrIllegal, reason)
}
