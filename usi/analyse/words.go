package analyse

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"katachi/position"
	"katachi/position/record"
)

// Remark is what is said of a move.
type Remark struct {
	Japanese string `json:"ja"`
	English  string `json:"en"`
}

// remark builds the sentences of a move from its facts.
type remark struct{ ja, en []string }

func (r *remark) say(ja, en string) {
	r.ja, r.en = append(r.ja, ja), append(r.en, en)
}

// whole joins the sentences.
func (r *remark) whole() Remark { return Remark{strings.Join(r.ja, ""), strings.Join(r.en, " ")} }

var englishPieces = map[string]string{
	"P": "pawn", "L": "lance", "N": "knight", "S": "silver", "G": "gold", "B": "bishop", "R": "rook", "K": "king",
	"+P": "promoted pawn", "+L": "promoted lance", "+N": "promoted knight", "+S": "promoted silver", "+B": "horse", "+R": "dragon",
}

var kindOf = func() map[string]position.Kind {
	kinds := map[string]position.Kind{}
	for k := position.Pawn; k <= position.Dragon; k++ {
		kinds[k.String()] = k
	}
	return kinds
}()

// pieces names pieces in both languages, equal ones together.
func pieces(letters []string) (ja, en string) {
	var j, e []string
	for i, l := range letters {
		if slices.Contains(letters[:i], l) {
			continue
		}
		name := record.PieceName(kindOf[l])
		if kindOf[l] == position.ProPawn {
			name = "と金" // と alone would read as "and"
		}
		n := 0
		for _, other := range letters {
			if other == l {
				n++
			}
		}
		if n == 1 {
			j, e = append(j, name), append(e, "a "+englishPieces[l])
		} else {
			j, e = append(j, fmt.Sprintf("%s%d枚", name, n)), append(e, fmt.Sprintf("%d %ss", n, englishPieces[l]))
		}
	}
	en = strings.Join(e, " and ")
	if n := len(e); n > 2 {
		en = strings.Join(e[:n-1], ", ") + " and " + e[n-1]
	}
	return strings.Join(j, "と"), en
}

// are is the verb for that many, and was that of what is over.
func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func was(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

// western returns the move as English readers write it: P-7f, Bx2b+, G*5b; with the origin where others could go there.
func western(p *position.Position, m position.Move) string {
	text := m.Before().Kind().String()
	if m.IsDrop() {
		return text + "*" + m.To().String()
	}
	if p.AttackersTo(m.To(), p.Occupied()).And(p.Pieces(p.Side(), m.Before().Kind())).MoreThanOne() {
		text += m.From().String()
	}
	if p.At(m.To()) != position.NoPiece {
		text += "x"
	} else {
		text += "-"
	}
	text += m.To().String()
	if m.IsPromotion() {
		text += "+"
	}
	return text
}

// lineWords writes the first moves of a line in both languages.
func lineWords(p *position.Position, last position.Square, moves []string, n int) (ja, en string) {
	q := p.Clone()
	var e []string
	for i, text := range moves {
		m, err := q.ParseLegal(text)
		if err != nil || i == n {
			break
		}
		ja += record.Japanese(q, last, m)
		e = append(e, western(q, m))
		q.Do(m)
		last = m.To()
	}
	return ja, strings.Join(e, " ")
}

// mistakeName is ShogiHome's word for a mistake, empty for other moves.
func mistakeName(m Mark, loss float64) string {
	switch {
	case m == Inaccuracy:
		return "緩手"
	case m == Mistake:
		return "疑問手"
	case m == Blunder && loss >= 50:
		return "大悪手"
	case m == Blunder:
		return "悪手"
	}
	return ""
}

// moves counts moves of both sides.
func moves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}

func percent(x float64) int { return int(math.Round(x)) }

// bestWords writes the first moves of the best line of the i-th position. They are empty where there are none: where the win can
// be declared, or the game is over.
func (a *game) bestWords(i, n int) (ja, en string) {
	return lineWords(a.positions[i], a.lastTo(i), a.thoughts[i].best().Moves, n)
}

// remark says of the i-th move what the facts say.
func (a *game) remark(i int, r *Move) Remark {
	var w remark
	f := &r.Facts
	a.sayMark(&w, i, r)
	a.sayMate(&w, i, f)
	a.sayEntering(&w, i, f)
	switch {
	case f.MateFound+f.EnteringFound > 0:
	case f.MateThreat > 0:
		w.say(fmt.Sprintf("放置すれば%d手で詰む（詰めろ）。", f.MateThreat), fmt.Sprintf("It threatens mate in %s.", moves(f.MateThreat)))
	case f.Check:
		w.say("王手。", "Check.")
	}
	a.sayPieces(&w, i, r)
	if f.Declaration {
		w.say("宣言すれば勝ちだった。", "The win could have been declared.")
	}
	a.sayRepetition(&w, i, f)
	if f.Opening != "" {
		w.say(f.OpeningJA+"の形。", f.Opening+".")
	}
	if f.Castle != "" {
		w.say(f.CastleJA+"が完成。", f.Castle+" is complete.")
	}
	return w.whole()
}

// sayMark says how good the move is, and what would have been better.
func (a *game) sayMark(w *remark, i int, r *Move) {
	m, before := a.moves[i], &a.thoughts[i]
	was, is := a.chance(before.score()), a.chance(-a.thoughts[i+1].score())
	switch r.Mark {
	case Forced:
		w.say("合法手はこの一手だけ。", "The only legal move.")
	case Only:
		gap := was - a.chance(before.Lines[1].Score)
		ja, en := lineWords(a.positions[i], a.lastTo(i), before.Lines[1].Moves, 1)
		w.say(fmt.Sprintf("これしかない一手。次善の%sでは勝率が%d%%低い。", ja, percent(gap)),
			fmt.Sprintf("The only move: the next best, %s, is worth %d%% less.", en, percent(gap)))
	case Brilliant:
		ja, en := pieces([]string{m.Piece().Kind().String()})
		how := "動かす"
		if m.IsDrop() {
			how = "打つ"
		}
		w.say(fmt.Sprintf("%sを取られる所へ%s手だが、これより良い手は見つからない。", ja, how),
			fmt.Sprintf("A sacrifice: %s can be taken, and yet no better move was found.", en))
	case Best:
		w.say("最善手。", "The best move found.")
	case Good:
		if ja, en := a.bestWords(i, 1); ja != "" {
			w.say(fmt.Sprintf("最善の%sと大差ない手。", ja), fmt.Sprintf("About as good as %s.", en))
		}
	case Fair:
		if ja, en := a.bestWords(i, 3); ja != "" {
			w.say(fmt.Sprintf("やや損。%sが優った。", ja), fmt.Sprintf("A little worse than %s.", en))
		}
	default:
		w.say(fmt.Sprintf("勝率が%d%%から%d%%に下がった。", percent(was), percent(is)),
			fmt.Sprintf("The winning chance falls from %d%% to %d%%.", percent(was), percent(is)))
		if ja, en := a.bestWords(i, 5); ja != "" {
			w.say(ja+"が優った。", "Better was "+en+".")
		}
	}
}

// sayMate says which mate the move gives, finds, misses or allows.
func (a *game) sayMate(w *remark, i int, f *Facts) {
	switch {
	case a.thoughts[i+1].Over == overMate:
		w.say("詰み。", "Mate.")
	case f.MateFound > 0:
		w.say(fmt.Sprintf("以下%d手で詰む。", f.MateFound-1), fmt.Sprintf("Mate follows in %s.", moves(f.MateFound-1)))
	case f.MateMissed > 0:
		ja, en := a.bestWords(i, 1)
		w.say(fmt.Sprintf("%sから%d手の詰みがあった。", ja, f.MateMissed), fmt.Sprintf("There was a mate in %s, beginning with %s.", moves(f.MateMissed), en))
	case f.MateAllowed > 0:
		ja, en := a.bestWords(i+1, 1)
		w.say(fmt.Sprintf("%sから%d手で詰まされる。", ja, f.MateAllowed), fmt.Sprintf("It lets the opponent mate in %s, beginning with %s.", moves(f.MateAllowed), en))
	}
}

// sayEntering says which win by the entering-king rule the move brings, finds, misses or allows.
func (a *game) sayEntering(w *remark, i int, f *Facts) {
	switch after := &a.thoughts[i+1]; {
	case after.Over == overTry:
		w.say("トライ勝ち。", "A win by try.")
	case f.EnteringFound > 0:
		by, n := a.byEntering(f.EnteringFound - 1)
		w.say(fmt.Sprintf("以下%d手で%s勝ち。", n, by.japanese), fmt.Sprintf("A win by %s follows after %s.", by.english, moves(n)))
	case f.EnteringMissed > 0:
		by, n := a.byEntering(f.EnteringMissed)
		ja, en := a.bestWords(i, 1)
		w.say(fmt.Sprintf("%sから%d手で%s勝ちだった。", ja, n, by.japanese),
			fmt.Sprintf("There was a win by %s after %s, beginning with %s.", by.english, moves(n), en))
	case after.Claim && f.EnteringAllowed > 0:
		w.say("相手は宣言すれば勝ち。", "The opponent can declare the win.")
	case f.EnteringAllowed > 0:
		by, n := a.byEntering(f.EnteringAllowed)
		ja, en := a.bestWords(i+1, 1)
		w.say(fmt.Sprintf("%sから%d手で%sされて負ける。", ja, n, by.japanese),
			fmt.Sprintf("It lets the opponent win by %s after %s, beginning with %s.", by.english, moves(n), en))
	}
}

// sayPieces says which pieces the move attacks, loses or wins.
func (a *game) sayPieces(w *remark, i int, r *Move) {
	f := &r.Facts
	if len(f.Attacks) > 0 && f.MateFound+f.MateAllowed+f.EnteringFound+f.EnteringAllowed == 0 {
		var letters []string
		for _, text := range f.Attacks {
			if s, err := position.ParseSquare(text); err == nil {
				letters = append(letters, a.positions[i+1].At(s).Kind().String())
			}
		}
		ja, en := pieces(letters)
		w.say(ja+"取り。", "It attacks "+en+".")
	}
	lineJA, lineEN := a.bestWords(i+1, f.Plies)
	if len(f.Loses) > 0 && r.Loss >= goodLoss {
		ja, en := pieces(f.Loses)
		w.say(fmt.Sprintf("%sと進むと%sを失う。", lineJA, ja), fmt.Sprintf("After %s %s %s lost.", lineEN, en, are(len(f.Loses))))
	}
	if len(f.Wins) > 0 && r.Loss < goodLoss && f.MateFound+f.EnteringFound == 0 {
		ja, en := pieces(f.Wins)
		w.say(fmt.Sprintf("%sと進めば%sを得る。", lineJA, ja), fmt.Sprintf("After %s %s %s won.", lineEN, en, are(len(f.Wins))))
	}
}

// sayRepetition says how often the position after the move has occurred, and what comes of the fourth time.
func (a *game) sayRepetition(w *remark, i int, f *Facts) {
	q := a.positions[i+1]
	switch rep := q.Sennichite(); {
	case rep == position.RepDraw:
		w.say("同一局面4回目、千日手。", "The fourth occurrence of the position: sennichite.")
	case rep != position.RepNone && !q.Rules().FirstPlayerLosesRepetition:
		w.say("同一局面4回目、連続王手の千日手。", "The fourth occurrence of the position, by perpetual check.")
	case rep != position.RepNone:
		winner := q.Side()
		if rep == position.RepLoss {
			winner = winner.Other()
		}
		w.say("同一局面4回目、千日手で"+[2]string{"先手", "後手"}[winner]+"の勝ち。", "The fourth occurrence of the position: "+winner.Name()+" has won.")
	case f.Repetition > 0:
		w.say(fmt.Sprintf("同一局面%d回目。", f.Repetition), fmt.Sprintf("The position has occurred %d times now.", f.Repetition))
	}
}
