package record

import (
	"regexp"
	"slices"
	"strings"

	"katachi/position"
)

// EndKind is a way in which a game ends. Here NewEnd, kifEnds, summary, endSaid and csaEnds know the kinds, outside what reads
// records: result in usi/analyse/report.go and endOf in usi/match/fromrecords.go.
type EndKind uint8

// The ends. Whom the word alone makes the winner, NewEnd says.
const (
	Other       EndKind = iota // a word that only one format knows: End.Text
	Interrupted                // no result (中断)
	Adjourned                  // a sealed move (封じ手)
	Resigned                   // 投了
	Checkmate                  // 詰み
	NoMate                     // the problem has no solution (不詰)
	TimeUp                     // 切れ負け
	Foul                       // an illegal move or another breach of the rules (反則負け, 反則勝ち)
	Perpetual                  // fourfold repetition by perpetual check (連続王手の千日手): unless End says otherwise the checker has lost
	Absent                     // lost without play (不戦敗, 不戦勝)
	Repetition                 // fourfold repetition, drawn (千日手)
	Impasse                    // drawn by entered kings (持将棋)
	Draw                       // drawn by agreement (引き分け)
	MoveLimit                  // drawn by the number of moves (最大手数)
	TakenBack                  // 待った
	Error                      // the server's fault
	Declaration                // of the entered king, or the try: the player to move has won (入玉勝ち)
)

// End is how a line of a record ended.
type End struct {
	Kind   EndKind
	Text   string // the word of the record where the kind does not say all; it is written again as it was
	Won    bool   // Winner has won
	Winner position.Color
}

// NewEnd returns the end of that kind where the player to move has lost, or won if the kind is one of won games. Of
// Perpetual nobody has won yet: who has given check only the position can tell.
func NewEnd(kind EndKind, toMove position.Color) *End {
	e := &End{Kind: kind, Winner: toMove ^ 1}
	switch kind {
	case Resigned, Checkmate, TimeUp, Foul, Absent:
		e.Won = true
	case Declaration:
		e.Won, e.Winner = true, toMove
	}
	return e
}

// WonBy returns the end of that kind with a winner, whoever is to move.
func WonBy(kind EndKind, winner position.Color) *End {
	return &End{Kind: kind, Won: true, Winner: winner}
}

// kifEnd is a word of KIF for an end.
type kifEnd struct {
	word string
	kind EndKind
	won  bool // by the player to move
}

// kifEnds are the words of KIF, the first of a kind being the one that is written.
var kifEnds = []kifEnd{
	{"中断", Interrupted, false}, {"封じ手", Adjourned, false}, {"投了", Resigned, false}, {"詰み", Checkmate, false},
	{"詰", Checkmate, false}, {"不詰", NoMate, false}, {"不詰み", NoMate, false}, {"切れ負け", TimeUp, false}, {"時間切れ", TimeUp, false},
	{"切れ負", TimeUp, false}, {"反則負け", Foul, false}, {"反則負", Foul, false}, {"反則勝ち", Foul, true}, {"反則勝", Foul, true},
	{"不戦敗", Absent, false}, {"不戦勝", Absent, true}, {"連続王手の千日手", Perpetual, false}, {"王手連続千日手", Perpetual, false},
	{"千日手", Repetition, false}, {"持将棋", Impasse, false},
	{"引き分け", Draw, false}, {"引分", Draw, false}, {"引分け", Draw, false}, {"最大手数", MoveLimit, false}, {"最大手数超過", MoveLimit, false},
	{"待った", TakenBack, false}, {"エラー", Error, false}, {"入玉勝ち", Declaration, true}, {"入玉勝", Declaration, true}, {"入玉宣言勝ち", Declaration, true},
	{"宣言勝ち", Declaration, true}, {"勝ち宣言", Declaration, true}, {"入玉宣言", Declaration, true}, {"トライ勝ち", Declaration, true},
	{"トライ", Declaration, true},
}

// kifEndOf returns the end that a word in the place of a move stands for, nil if it can be none. Words that nobody has
// thought of are ends too, as long as they could not be a move that is misspelt.
func kifEndOf(word string, toMove position.Color) *End {
	if word == "Time-up" { // 81Dojo's word, which no other program reads
		word = "切れ負け"
	}
	for i, e := range kifEnds {
		if e.word != word {
			continue
		}
		end := NewEnd(e.kind, toMove)
		if e.won {
			end.Winner = toMove
		}
		first := slices.IndexFunc(kifEnds, func(f kifEnd) bool { return f.kind == e.kind && f.won == e.won })
		if first != i || e.kind == Draw || e.kind == MoveLimit || e.kind == Perpetual { // the words of these are not everywhere known
			end.Text = word
		}
		return end
	}
	runes := []rune(word)
	if len(runes) == 0 || strings.ContainsRune("同▲△☗☖▼▽", runes[0]) {
		return nil
	}
	if strings.HasSuffix(word, "手詰") || strings.HasSuffix(word, "手詰み") || strings.HasSuffix(word, "手詰め") {
		return &End{Kind: Checkmate, Text: word, Won: true, Winner: toMove ^ 1}
	}
	for _, r := range runes {
		if r < 0x2E80 || r >= '０' && r <= '９' || r == '\ufffd' {
			return nil
		}
	}
	if winner, known := winnerOf(word, toMove); known { // 先手反則負け, whoever is to move
		end := endSaid(word, toMove, winner, known)
		end.Text = word
		return end
	}
	return &End{Kind: Other, Text: word}
}

// kifWord returns the word for the end in the place of a move of that player.
func (e *End) kifWord(toMove position.Color) string {
	if e.Text != "" {
		return e.Text
	}
	kind, won := e.Kind, e.Won && e.Winner == toMove
	switch {
	case kind == Perpetual:
		kind = Foul
	case kind == Draw, kind == MoveLimit: // what other programs read
		kind = Impasse
	case kind == Resigned && won, kind == Checkmate && won, kind == TimeUp && won: // KIF has no word for it
		return "中断"
	case kind == Declaration && !won:
		return "中断"
	}
	for _, w := range kifEnds {
		if w.kind == kind && (w.won == won || kind != Foul && kind != Absent) {
			return w.word
		}
	}
	return "中断"
}

// Unnamed reports whether the word of the record, such as 切断, does not say that the game ended so; the record says it elsewhere.
func (e *End) Unnamed() bool {
	named := kifEndOf(e.Text, e.Winner)
	return named != nil && named.Kind != e.Kind
}

// summary is the text behind まで…手で; black and white are what the players are called.
func (e *End) summary(black, white string, problem bool) string {
	if e.Text != "" && e.Kind != Checkmate && !e.Unnamed() { // 1手詰 would say the number twice
		return e.Text
	}
	winner := [2]string{black, white}[e.Winner]
	switch e.Kind {
	case Interrupted:
		return "中断"
	case Adjourned:
		return "封じ手"
	case NoMate:
		return "不詰"
	case Repetition:
		return "千日手"
	case Impasse, MoveLimit, Draw:
		return "持将棋"
	case TakenBack:
		return "待った"
	case Error:
		return "エラー"
	case Checkmate:
		if problem {
			return "詰"
		}
	case TimeUp:
		return "時間切れにより" + winner + "の勝ち"
	case Foul, Perpetual:
		return winner + "の反則勝ち"
	case Absent:
		return winner + "の不戦勝"
	case Declaration:
		return winner + "の入玉勝ち"
	}
	return winner + "の勝ち"
}

var (
	// summaryForm is まで83手で先手の勝ち, with or without the number.
	summaryForm = regexp.MustCompile(`^まで[、,\s　]*(?:[0-9０-９]+手(?:にて|で)?[、,\s　]*)?(.*)$`)

	// winnerForm is 後手の勝ち or 後手の反則勝ち, loserForm is 先手の反則 or 先手玉の詰み.
	winnerForm = regexp.MustCompile(player + `[のが\s　]*(?:(?:反則|不戦|時間|切れ|入玉|宣言|トライ)*勝|入玉|宣言|トライ)`)
	loserForm  = regexp.MustCompile(player + `[^先下後上]*(?:投了|負|敗|切れ|反則|詰|連続王手)`)

	// namedForm is 甲野の勝ち, 甲野の反則負け or 時間切れにより甲野の勝ち, without spaces.
	namedForm = regexp.MustCompile(`^(.*(?:により|のため)[、,]?)?(.+?)([のが]?(?:反則|不戦|時間|切れ|入玉|宣言|トライ)*(?:勝ち?|負け?|敗|投了))$`)
)

const player = `(先手|下手|後手|上手)`

// winnerOf finds out who has won, by the words behind まで…手で. Where they name the winner and the loser too, as in
// 先手の反則により後手の勝ち, the winner counts.
func winnerOf(said string, toMove position.Color) (winner position.Color, known bool) {
	for i, form := range []*regexp.Regexp{winnerForm, loserForm} {
		if all := form.FindAllStringSubmatch(said, -1); all != nil {
			named := position.Black
			if name := all[len(all)-1][1]; name == "後手" || name == "上手" {
				named = position.White
			}
			return named ^ position.Color(i), true
		}
	}
	return toMove, strings.Contains(said, "反則勝") || strings.Contains(said, "不戦勝")
}

// byRole puts 先手 or 後手 for the name of the player of whom it is said that he won or lost, where it is the whole name and
// not the other's too.
func byRole(said string, names [2]string) string {
	unspaced := func(text string) string { return strings.Join(strings.Fields(text), "") }
	found := namedForm.FindStringSubmatch(unspaced(said))
	if found == nil {
		return said
	}
	switch black, white := found[2] == unspaced(names[position.Black]), found[2] == unspaced(names[position.White]); {
	case black && !white:
		return found[1] + "先手" + found[3]
	case white && !black:
		return found[1] + "後手" + found[3]
	}
	return said
}

// endOfSummary reads a line まで83手で先手の勝ち, in which a player may stand by name. It returns nil where the line says
// nothing of the end; known tells whether it says who has won.
func endOfSummary(text string, toMove position.Color, names [2]string) (end *End, known bool) {
	found := summaryForm.FindStringSubmatch(text)
	if found == nil || strings.TrimSpace(found[1]) == "" {
		return nil, false
	}
	said := byRole(strings.TrimSpace(found[1]), names)
	winner, known := winnerOf(said, toMove)
	return endSaid(said, toMove, winner, known), known
}

// endSaid returns the end that the words behind まで…手で mean; winner and known are winnerOf's.
func endSaid(said string, toMove, winner position.Color, known bool) *End {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(said, w) })
	}
	won := func(kind EndKind) *End {
		if !known {
			return NewEnd(kind, toMove)
		}
		return WonBy(kind, winner)
	}
	switch {
	case has("連続王手", "王手連続"), has("千日手") && has("反則"):
		return won(Perpetual)
	case has("千日手"):
		return NewEnd(Repetition, toMove)
	case has("持将棋") && !has("勝"):
		return NewEnd(Impasse, toMove)
	case has("最大手数"):
		return kifEndOf("最大手数", toMove)
	case has("引き分け", "引分"):
		return kifEndOf("引き分け", toMove)
	case has("中断"):
		return NewEnd(Interrupted, toMove)
	case has("封じ手"):
		return NewEnd(Adjourned, toMove)
	case has("不詰"):
		return NewEnd(NoMate, toMove)
	case has("反則"):
		return won(Foul)
	case has("切れ"):
		return won(TimeUp)
	case has("入玉", "宣言", "トライ"):
		return won(Declaration)
	case has("不戦"):
		return won(Absent)
	case has("待った"):
		return NewEnd(TakenBack, toMove)
	case has("エラー"):
		return NewEnd(Error, toMove)
	case has("詰"):
		return won(Checkmate)
	case known:
		return won(Resigned)
	}
	return kifEndOf(said, toMove)
}

// csaEnds are the words of CSA records.
var csaEnds = []struct {
	word string
	kind EndKind
}{
	{"%CHUDAN", Interrupted}, {"%TORYO", Resigned}, {"%TSUMI", Checkmate}, {"%FUZUMI", NoMate}, {"%TIME_UP", TimeUp},
	{"%ILLEGAL_MOVE", Foul}, {"%OUTE_SENNICHITE", Perpetual}, {"%SENNICHITE", Repetition}, {"%JISHOGI", Impasse},
	{"%HIKIWAKE", Draw}, {"%MAX_MOVES", MoveLimit}, {"%MATTA", TakenBack}, {"%ERROR", Error}, {"%KACHI", Declaration},
}

// csaEndOf returns the end of a CSA word, nil if it is none.
func csaEndOf(word string, toMove position.Color) *End {
	switch word {
	case "%+ILLEGAL_ACTION":
		return WonBy(Foul, position.White)
	case "%-ILLEGAL_ACTION":
		return WonBy(Foul, position.Black)
	}
	for _, e := range csaEnds {
		if e.word == word {
			return NewEnd(e.kind, toMove)
		}
	}
	return nil
}

// csaWord returns the CSA word for the end, and the comment that says what it leaves out.
func (e *End) csaWord(toMove position.Color) (word, comment string) {
	comment = e.Text
	switch {
	case e.Kind == Foul && e.Won && e.Winner == toMove: // the player to move is not the one who broke a rule
		return "%" + csaSigns[e.Winner^1:][:1] + "ILLEGAL_ACTION", comment
	case e.Kind == Absent && e.Winner != toMove:
		return "%TORYO", e.kifWord(toMove)
	case e.Kind == Absent, e.Kind == Adjourned, e.Kind == Other:
		return "%CHUDAN", e.kifWord(toMove)
	case e.Won && e.Kind != Perpetual && e.Winner != NewEnd(e.Kind, toMove).Winner: // not the loser's turn
		return "%CHUDAN", comment
	}
	for _, w := range csaEnds {
		if w.kind == e.Kind {
			return w.word, comment
		}
	}
	return "%CHUDAN", comment
}
