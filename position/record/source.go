package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"katachi/position"
)

// Format is the form of a record.
type Format uint8

// The formats.
const (
	KIF Format = iota
	KI2
	CSA
	USI // lines of USI moves, or SFENs
)

// Endings are those of the names of records, in small letters.
var Endings = []string{".kif", ".kifu", ".ki2", ".ki2u", ".csa", ".usi", ".sfen"}

// ErrFormat is the error of a file that is not a record.
var ErrFormat = errors.New("not a game record: neither KIF, KI2, CSA nor USI moves or SFEN")

// ReadError is what is wrong with a record, and where.
type ReadError struct {
	File string
	Line int // from 1
	Err  error
}

// Error returns FILE:LINE: reason.
func (e *ReadError) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns the reason.
func (e *ReadError) Unwrap() error { return e.Err }

// Source is the text of one game in a file.
type Source struct {
	File   string
	Line   int // of the file, where the text begins, from 1
	Format Format
	Text   string // in UTF-8, lines end with \n
}

// Split finds out encoding and format of a file and cuts it into its games, which it does not read yet. The error is of
// a file in which nothing looks like a record, or but a line here and there of a text, and wraps ErrFormat.
func Split(file string, data []byte) ([]Source, error) {
	text, _ := Decode(data)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	format, ok := detect(text)
	if !ok || format == USI && isProse(text) {
		return nil, &ReadError{file, 1, ErrFormat}
	}
	var list []Source
	begin, beginLine := 0, 1
	cut := func(end int) {
		if part := text[begin:end]; format.holdsGame(part) {
			list = append(list, Source{file, beginLine, format, part})
		}
	}
	var k kifCutter
	line, at := 0, 0
	for row := range strings.Lines(text) {
		line++
		next := at + len(row)
		trimmed := strings.TrimSpace(row)
		switch format {
		case USI:
			begin, beginLine = at, line
			cut(next)
		case CSA:
			if trimmed == "/" {
				cut(at)
				begin, beginLine = next, line+1
			}
		default:
			if k.begins(trimmed, at, line) {
				cut(k.head)
				begin, beginLine = k.head, k.headLine
				k = kifCutter{}
				k.begins(trimmed, at, line)
			}
		}
		at = next
	}
	if format != USI {
		cut(len(text))
	}
	if len(list) == 0 {
		return nil, &ReadError{file, 1, ErrFormat}
	}
	return list, nil
}

// holdsGame reports whether the text has more than comments, and in CSA than what is no line of a record.
func (f Format) holdsGame(text string) bool {
	for row := range strings.Lines(text) {
		row = strings.TrimSpace(row)
		comment := strings.HasPrefix(row, "#") || f == USI && strings.HasPrefix(row, "//") ||
			f == CSA && (!csaLine.MatchString(row) || row[0] == '\'' || row[0] == 'V' && !strings.Contains(row, ","))
		if row != "" && !comment {
			return true
		}
	}
	return false
}

// kifCutter finds out where in a KIF or KI2 file the next game begins.
type kifCutter struct {
	moves          bool // the game has some
	ended          bool // the line of moves that was read last
	drawn          bool // the game has a diagram
	head, headLine int  // offset and number of the first field behind an end, which may be the next game's; 0: none
	next, nextLine int  // those of a field behind a diagram that stands before another one; 0: none
}

// begins takes a line and reports whether it shows that another game has begun, at head.
func (k *kifCutter) begins(text string, at, line int) bool {
	key, _, field := cutField(text)
	if k.drawn && k.next == 0 && (key == "手合割" || strings.HasPrefix(text, "#KI") || aboveDiagram(key)) {
		k.next, k.nextLine = at, line
	}
	switch move := isMoveLine(text); {
	case text == "" || text[0] == '*' || text[0] == '&':
	case strings.HasPrefix(text, "変化"):
		k.ended, k.head = false, 0
	case strings.HasPrefix(text, "まで"):
		k.moves, k.ended, k.head = true, true, 0
	case move || text[0] == '|':
		if !move && k.head == 0 && k.next > 0 { // another diagram
			k.head, k.headLine = k.next, k.nextLine
		}
		if k.head > 0 {
			return true
		}
		k.drawn, k.next = k.drawn || !move, 0
		k.moves = k.moves || move
		k.ended = k.ended || move && endsLine(text)
	case k.moves && (strings.HasPrefix(text, "#KI") || field && opening(key)):
		if k.head == 0 {
			k.head, k.headLine = at, line
		}
		return true
	case field && k.ended && k.head == 0:
		k.head, k.headLine = at, line
	}
	return false
}

// aboveDiagram reports whether a key is that of the hand that is written above a diagram.
func aboveDiagram(key string) bool {
	return strings.HasSuffix(key, "駒") && (strings.HasPrefix(key, "後手") || strings.HasPrefix(key, "上手"))
}

// opening reports whether a game cannot have the key of a KIF header behind its moves.
func opening(key string) bool {
	switch key {
	case "手合割", "開始日時", "先手", "後手", "下手", "上手", "棋戦":
		return true
	}
	return false
}

// endsLine reports whether a line with moves has an end behind them.
func endsLine(line string) bool {
	if strings.Contains(line, "まで") {
		return true
	}
	if _, rest, numbered := cutNumber(line); numbered {
		line, _, _ = cutTime(rest)
	}
	if last := strings.LastIndexAny(line, "▲△☗☖▼▽"); last >= 0 {
		line = strings.TrimLeft(line[last:], "▲△☗☖▼▽")
	}
	return kifEndOf(strings.TrimSpace(line), position.Black) != nil
}

// isMoveLine reports whether a line of a KIF or KI2 file has moves.
func isMoveLine(line string) bool {
	if startsWithMark(line) {
		return true
	}
	_, rest, ok := cutNumber(line)
	return ok && rest != "" && !isFileNumbers(line)
}

func startsWithMark(line string) bool {
	for _, r := range line {
		return strings.ContainsRune("▲△☗☖▼▽", r)
	}
	return false
}

// cutNumber splits a line into the number of the move and what follows.
func cutNumber(line string) (n int, rest string, ok bool) {
	for i, r := range line {
		d := -1
		switch {
		case r >= '0' && r <= '9':
			d = int(r - '0')
		case r >= '０' && r <= '９' && (i == 0 || ok):
			d = int(r - '０')
		}
		if d < 0 || n > 99999 {
			rest = line[i:]
			break
		}
		n, ok = n*10+d, true
	}
	if !ok || rest == "" || !unicode.IsSpace([]rune(rest)[0]) {
		return 0, "", false
	}
	return n, strings.TrimSpace(rest), true
}

// cutField splits a line of a header at its colon.
func cutField(line string) (key, value string, found bool) {
	i := strings.IndexAny(line, "：:")
	if i <= 0 {
		return "", "", false
	}
	size := 1
	if line[i] != ':' {
		size = len("：")
	}
	return strings.TrimSpace(line[:i]), strings.TrimSpace(line[i+size:]), true
}

// detect returns the format of a text.
func detect(text string) (f Format, ok bool) {
	perhaps := false
	for row := range strings.Lines(text) {
		row = strings.TrimSpace(row)
		switch {
		case row == "":
		case strings.HasPrefix(row, "#KIF"):
			return KIF, true
		case strings.HasPrefix(row, "#KI2"):
			return KI2, true
		case row[0] == '#', row[0] == '*', strings.HasPrefix(row, "//"):
		case isUSI(row):
			return USI, true
		case isCSA(row):
			return CSA, true
		case startsWithMark(row):
			return KI2, true
		case strings.HasPrefix(row, "手数-"), isMoveLine(row):
			return KIF, true
		case row[0] == '|', strings.HasPrefix(row, "+-"), strings.HasPrefix(row, "まで"), strings.HasSuffix(row, "手番"):
			perhaps = true
		default:
			if key, _, found := cutField(row); found && known(key) {
				perhaps = true
			}
		}
	}
	return KIF, perhaps
}

// known reports whether the word is a key that only KIF headers have.
func known(key string) bool {
	switch key {
	case "手合割", "先手", "後手", "上手", "下手", "先手の持駒", "後手の持駒", "上手の持駒", "下手の持駒", "棋戦", "開始日時":
		return true
	}
	return false
}

func isUSI(line string) bool {
	fields := strings.Fields(line)
	switch fields[0] {
	case "position", "startpos", "sfen":
		return true
	}
	return len(fields) >= 3 && strings.Count(fields[0], "/") >= 4 && (fields[1] == "b" || fields[1] == "w")
}

// isProse reports whether most lines of a text are none that USI knows, such as those around an example in a manual.
func isProse(text string) bool {
	others := 0
	for row := range strings.Lines(text) {
		row = strings.TrimSpace(row)
		switch {
		case row == "", row[0] == '#', strings.HasPrefix(row, "//"):
		case isUSI(row):
			others--
		default:
			others++
		}
	}
	return others > 0
}

func isCSA(line string) bool {
	switch {
	case line == "+", line == "-", line[0] == '\'', line[0] == '%' && len(line) > 2, line[0] == '$' && strings.Contains(line, ":"):
		return true
	case len(line) < 2:
		return false
	}
	switch line[:2] {
	case "V1", "V2", "V3", "PI", "P1", "P+", "P-", "N+", "N-":
		return true
	}
	return isCSAMove(line)
}

func isCSAMove(line string) bool {
	if len(line) < 7 || line[0] != '+' && line[0] != '-' {
		return false
	}
	for _, c := range line[1:5] {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// Game reads the game. A variation that cannot be read is left out and returned as one of the errors leftOut, and so is an
// illegal move at the end of the record that has no word for its end; err is of a record that is of no use. All errors are of
// the type *ReadError.
func (s *Source) Game() (g *Game, leftOut []error, err error) {
	switch s.Format {
	case CSA:
		return s.readCSA()
	case USI:
		g, err = s.readUSI()
	default:
		return s.readKIF()
	}
	return g, nil, err
}

// ReadAll reads all games of a file. The errors are of games, variations or last moves that were left out.
func ReadAll(file string, data []byte) (games []*Game, errs []error) {
	sources, err := Split(file, data)
	if err != nil {
		return nil, []error{err}
	}
	for i := range sources {
		g, leftOut, err := sources[i].Game()
		errs = append(errs, leftOut...)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		games = append(games, g)
	}
	return games, errs
}

// fewErrors is how many of a file's errors are shown.
const fewErrors = 5

// Few returns the errors of a file as they should be shown: the first ones, and how many more there are.
func Few(file string, errs []error) []error {
	if more := len(errs) - fewErrors; more > 1 {
		return append(errs[:fewErrors:fewErrors], fmt.Errorf("%s: %d more errors", file, more))
	}
	return errs
}

// Games reads the games of a KIF, KI2 or CSA file, as ReadAll does; leftOut are its errors, shortened by Few. Any other text is left to the
// caller, who knows what lines he expects: games is nil then, and lines gives all of it. For records, games is not nil even
// if none could be read, and lines gives them as lines of USI moves. err is of reading from r.
func Games(file string, r io.Reader) (games []*Game, lines io.Reader, leftOut []error, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	head, _ := in.Peek(1 << 16)
	text, _ := Decode(head)
	if format, ok := detect(strings.ReplaceAll(text, "\r", "\n")); !ok || format == USI {
		return nil, in, nil, nil
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, nil, nil, err
	}
	games, leftOut = ReadAll(file, data)
	var b strings.Builder
	for _, g := range games {
		b.WriteString(g.USI() + "\n")
	}
	return append([]*Game{}, games...), strings.NewReader(b.String()), Few(file, leftOut), nil
}

// quote returns a text of a file for a message: in quotes, without what does no good to a terminal, and not too long.
func quote(text string) string {
	if r := []rune(text); len(r) > 80 {
		return strconv.QuoteToGraphic(string(r[:80])) + "..."
	}
	return strconv.QuoteToGraphic(text)
}

// at returns an error with its place: a line of the source, from 0.
func (s *Source) at(line int, err error) error { return &ReadError{s.File, s.Line + line, err} }

// builder is a game that is being read, at the node where the next move goes.
type builder struct {
	game  *Game
	pos   *position.Position
	path  []*Node         // the root and the moves of the line that is being read
	first position.Square // what 同 means at the first move
	row   int             // the line of the source that is being read, from 0
	foul  error           // why the line's last move, which is illegal, must be its end
	fouls int             // the row of that move

	leftOut []error
}

// begin starts at a position.
func (b *builder) begin(start *position.Position) {
	b.game.Start = start
	b.pos = start.Clone()
	b.path = []*Node{&b.game.Root}
}

// last returns the node of the last move, or the root.
func (b *builder) last() *Node { return b.path[len(b.path)-1] }

// moves returns how many moves the line has, an illegal one at its end included.
func (b *builder) moves() int {
	n := len(b.path) - 1
	if b.last().End != nil {
		n--
	}
	return n
}

// toMove returns who would move next.
func (b *builder) toMove() position.Color { return b.game.Start.Side() ^ position.Color(b.moves()&1) }

// lastTo returns the destination of the last move.
func (b *builder) lastTo() position.Square {
	if len(b.path) == 1 {
		return b.first
	}
	return b.last().Move.To()
}

// over reports whether the line has ended.
func (b *builder) over() bool { return b.last().End != nil || b.last().Illegal }

// back returns to the position after n moves.
func (b *builder) back(n int) {
	for b.pos.History() > n {
		b.pos.Undo()
	}
	b.path = b.path[:n+1]
	b.foul = nil
}

// play adds a move. illegal is why it may only be the last one, nil if it is legal. created tells whether the node is new.
func (b *builder) play(m position.Move, illegal error) (n *Node, created bool) {
	last := b.last()
	before := len(last.Next)
	n = last.Append(m)
	b.path = append(b.path, n)
	if b.foul = illegal; illegal != nil {
		n.Illegal, b.fouls = true, b.row
	} else {
		b.pos.Do(m)
	}
	return n, len(last.Next) > before
}

// place returns the row that an error is about.
func (b *builder) place(err error) int {
	if b.foul != nil && err == b.foul {
		return b.fouls
	}
	return b.row
}

// finish adds the end of the line. Behind an illegal move only the end of a foul can stand, and its player has lost,
// whoever the word says. Behind an end the same one again changes nothing, as Floodgate has %KACHI as the player sent it and
// as its own ruling, nor does 中断, which some programs write behind 投了.
func (b *builder) finish(e *End) (*Node, error) {
	if before := b.last(); before.End != nil {
		if e.Kind != before.End.Kind && e.Kind != Interrupted {
			return nil, errOver
		}
		return before, nil
	}
	b.judge(e)
	if b.foul != nil {
		if e.Kind != Foul {
			return nil, b.foul
		}
		b.foul = nil
		if winner := b.toMove(); e.Winner != winner {
			e.Winner, e.Text = winner, ""
		}
	}
	n := &Node{End: e}
	b.last().Next = append(b.last().Next, n)
	b.path = append(b.path, n)
	return n, nil
}

// stop lets a main line end with its illegal move, though no end is written behind it: that the game ended so is likely, but a
// slip of whoever wrote the move is possible, and so it is noted. It is an error if there is nothing before that move.
func (b *builder) stop(s *Source) error {
	if b.moves() == 1 {
		return b.foul
	}
	b.leftOut = append(b.leftOut, s.at(b.fouls, fmt.Errorf("the game is read up to its last move, which is illegal: %w", b.foul)))
	b.foul = nil
	return nil
}

// judge says who has won by the other's perpetual check, where the record does not: the player to move if he is in check,
// otherwise the other, whose last move was out of check.
func (b *builder) judge(e *End) {
	if e.Kind != Perpetual || e.Won {
		return
	}
	e.Won, e.Winner = true, b.toMove().Other()
	if b.pos.InCheck() {
		e.Winner = b.toMove()
	}
}
