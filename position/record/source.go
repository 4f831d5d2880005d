package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"katachi/position"
)

// Format is the form of a record.
type Format uint8

// The formats.
const (
	KIF Format = iota
	KI2
	CSA
	JKF
	USI // lines of USI moves, or SFENs
)

// Endings are those of the names of records, in small letters.
var Endings = []string{".kif", ".kifu", ".ki2", ".ki2u", ".csa", ".jkf", ".usi", ".sfen"}

// ErrFormat is the error of a file that is not a record.
var ErrFormat = errors.New("not a game record: neither KIF, KI2, CSA, JKF nor USI moves or SFEN")

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

// plainLines leaves \n alone at the ends of lines, and no mark of UTF-8, which files that were joined have inside.
var plainLines = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\ufeff", "")

// Split finds out encoding and format of a file and cuts it into its games, which it does not read yet. The error is of
// a file in which nothing looks like a record, or but a line here and there of a text, and wraps ErrFormat.
func Split(file string, data []byte) ([]Source, error) {
	text, _ := Decode(data)
	text = plainLines.Replace(text)
	if strings.TrimSpace(text) == "" {
		return nil, &ReadError{file, 1, fmt.Errorf("the file is empty: %w", ErrFormat)}
	}
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
		case JKF: // one game a file
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

// Game reads the game. A variation that cannot be read is left out and returned as one of the errors leftOut, and so is an
// illegal move at the end of the record that does not call it a foul; err is of a record that is of no use. All errors are of
// the type *ReadError.
func (s *Source) Game() (g *Game, leftOut []error, err error) {
	switch s.Format {
	case CSA:
		return s.readCSA()
	case JKF:
		return s.readJKF()
	case USI:
		g, err = s.readUSI()
	default:
		return s.readKIF()
	}
	return g, nil, err
}

// ReadAll reads all games of a file. begins has for each the line of the file in which its record begins; the errors are of games,
// variations or last moves that were left out.
func ReadAll(file string, data []byte) (games []*Game, begins []int, errs []error) {
	sources, err := Split(file, data)
	if err != nil {
		return nil, nil, []error{err}
	}
	for i := range sources {
		g, leftOut, err := sources[i].Game()
		errs = append(errs, leftOut...)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		games, begins = append(games, g), append(begins, sources[i].Line)
	}
	return games, begins, errs
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

// Games reads the games of a KIF, KI2, CSA or JKF file, as ReadAll does; leftOut are its errors, shortened by Few. Any
// other text is left to the caller, who knows what lines he expects: games is nil then, and lines gives all of it, in
// UTF-8 if it is UTF-16 with its mark, as Windows writes lists. For records, games is not nil even if none could be
// read, and lines gives them as lines of USI moves, each where its record begins in the file, so that what is said of a
// line is true of both. err is of reading from r.
func Games(file string, r io.Reader) (games []*Game, lines io.Reader, leftOut []error, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	head, _ := in.Peek(1 << 16)
	text, encoding := Decode(head)
	if format, ok := detect(strings.ReplaceAll(text, "\r", "\n")); !ok || format == USI {
		if encoding == utf16Name {
			return nil, utf16.NewDecoder().Reader(in), nil, nil
		}
		return nil, in, nil, nil
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return nil, nil, nil, err
	}
	games, begins, leftOut := ReadAll(file, data)
	var b strings.Builder
	line := 1
	for i, g := range games {
		b.WriteString(strings.Repeat("\n", max(0, begins[i]-line)) + g.USI() + "\n")
		line = max(begins[i], line) + 1
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

// builder is a game that is being read, at the node where the next move goes.
type builder struct {
	source *Source
	game   *Game
	pos    *position.Position
	path   []*Node         // the root and the moves of the line that is being read
	trunk  *Node           // where the first new node of a variation hangs, nil if it has none
	first  position.Square // what 同 means at the first move
	row    int             // the line of the source that is being read, from 0
	foul   error           // why the line's last move, which is illegal, must be its end
	fouls  int             // the row of that move

	leftOut []error
}

func newBuilder(s *Source) builder {
	g := &Game{}
	return builder{source: s, game: g, path: []*Node{&g.Root}, first: position.NoSquare}
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

// play adds a move. illegal is why it may only be the last one, nil if it is legal.
func (b *builder) play(m position.Move, illegal error) *Node {
	last, before := b.last(), len(b.last().Next)
	n := last.Append(m)
	b.step(n, len(last.Next) > before)
	if b.foul = illegal; illegal != nil {
		n.Illegal, b.fouls = true, b.row
	} else {
		b.pos.Do(m)
	}
	return n
}

// step goes on to a node behind the last one.
func (b *builder) step(n *Node, created bool) {
	if created && b.trunk == nil {
		b.trunk = b.last()
	}
	b.path = append(b.path, n)
}

// at returns an error with the line that it is about.
func (b *builder) at(err error) error {
	row := b.row
	if b.foul != nil && errors.Is(err, b.foul) {
		row = b.fouls
	}
	return &ReadError{b.source.File, b.source.Line + row, err}
}

// leaveOut leaves out the variation from a move that is being read.
func (b *builder) leaveOut(number int, err error) {
	b.leftOut = append(b.leftOut, b.at(fmt.Errorf("the variation from move %d is left out: %w", number, err)))
	if b.trunk != nil {
		b.trunk.Next = b.trunk.Next[:len(b.trunk.Next)-1]
		b.trunk = nil
	}
	b.foul = nil
}

// finish adds the end of the line. Behind an end the same one again changes nothing, as Floodgate has %KACHI as the player sent it
// and as its own ruling, nor does 中断, which some programs write behind 投了.
func (b *builder) finish(e *End) (*Node, error) {
	if before := b.last(); before.End != nil {
		if e.Kind != before.End.Kind && e.Kind != Interrupted {
			return nil, errOver
		}
		return before, nil
	}
	n := &Node{End: b.settle(e)}
	b.last().Next = append(b.last().Next, n)
	b.step(n, true)
	return n, nil
}

// settle completes the end of the line. Behind an illegal move a foul, or 反則 alone, which says no more, is that move's, and its
// player has lost, whoever the word says; where no more is said than that he has lost, it was by that. Any other end stays as it
// is, and the move in doubt: see stop.
func (b *builder) settle(e *End) *End {
	b.judge(e)
	if b.foul == nil {
		return e
	}
	switch {
	case e.Kind == Other && e.Text == "反則":
		e = &End{Kind: Foul, Text: e.Text, Won: true, Winner: b.toMove()}
	case e.Kind == Resigned && e.Text == "" && e.Winner == b.toMove(): // only まで3手で後手の勝ち can say so
		e = WonBy(Foul, e.Winner)
	}
	if e.Kind != Foul {
		return e
	}
	b.foul = nil
	if winner := b.toMove(); e.Winner != winner {
		e.Winner, e.Text = winner, ""
	}
	return e
}

// stop lets a main line end with its illegal move, though no foul is written behind it: that the game ended so is likely, as players
// resign and interrupt games for it, but a slip of whoever wrote the move is possible, and so it is noted. It is an error if there
// is nothing before that move.
func (b *builder) stop() error {
	if b.moves() == 1 {
		return b.foul
	}
	b.leftOut = append(b.leftOut, b.at(fmt.Errorf("the game is read up to its last move, which is illegal: %w", b.foul)))
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
