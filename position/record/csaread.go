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

// The errors of CSA files.
var (
	errCSA      = errors.New("not a line of a CSA record")
	errNoSide   = errors.New("no line + or - says who moves first")
	errCSABoard = errors.New("bad CSA position")
)

// csaReader reads one CSA game.
type csaReader struct {
	builder
	board  [position.NumSquares]position.Piece
	sketch sketch // of the pieces in hand; begin adds the board
	opened bool   // a line of the record, no comment, has been read
	set    bool
	begun  bool
}

// csaLine is how the lines of a CSA record begin.
var csaLine = regexp.MustCompile(`^(?:['%]|V[0-9]|N[+-]|\$[^:]*:|P[1-9I+-]|T[0-9]|[+-](?:[0-9,]|$))`)

// readCSA reads a game. What stands before the record's first line and behind its end, and cannot be a line of it, is passed
// over; elsewhere such a line may have been a move.
func (s *Source) readCSA() (g *Game, leftOut []error, err error) {
	r := &csaReader{builder: newBuilder(s)}
	r.row = -1
	for row := range strings.Lines(s.Text) {
		r.row++
		row = strings.TrimRight(row, " \t\r\n　")
		if err := r.readLine(row); err != nil {
			return nil, nil, r.at(err)
		}
	}
	if !r.begun {
		return nil, nil, r.at(errNoSide)
	}
	if r.foul != nil {
		if err := r.stop(); err != nil {
			return nil, nil, r.at(err)
		}
	}
	return r.game, r.leftOut, nil
}

func (r *csaReader) readLine(line string) error {
	known := csaLine.MatchString(strings.TrimSpace(line))
	if !known && (!r.opened || r.last().End != nil) {
		return nil
	}
	r.opened = r.opened || known && line[0] != '\''
	if strings.HasPrefix(line, "N") || strings.HasPrefix(line, "$") { // commas do not separate anything
		return r.readStatement(line)
	}
	for line != "" {
		statement, rest, _ := strings.Cut(line, ",")
		if strings.HasPrefix(line, "'") { // a comment takes the rest of the line
			statement, rest = line, ""
		}
		if err := r.readStatement(strings.TrimRight(statement, " ")); err != nil {
			return err
		}
		line = rest
	}
	return nil
}

func (r *csaReader) readStatement(text string) error {
	if text == "" {
		return nil
	}
	switch text[0] {
	case '\'':
		if comment, found := strings.CutPrefix(text, "'*"); found {
			r.last().Comments = append(r.last().Comments, comment)
		}
		return nil
	case 'V':
		return nil
	case 'N':
		if len(text) > 1 && (text[1] == '+' || text[1] == '-') {
			r.game.Names[strings.IndexByte(csaSigns, text[1])] = strings.TrimSpace(text[2:])
			return nil
		}
	case '$':
		key, value, found := strings.Cut(text[1:], ":")
		if !found {
			return fmt.Errorf("%w: %s", errCSA, quote(text))
		}
		for _, pair := range csaHeader {
			if pair[0] == key {
				key = pair[1]
			}
		}
		r.game.AddField(key, strings.TrimSpace(value))
		return nil
	case 'P':
		if r.begun {
			return fmt.Errorf("%w: %s after the first move", errCSABoard, quote(text))
		}
		return r.readPosition(text)
	case 'T':
		seconds, err := strconv.ParseFloat(strings.TrimSpace(text[1:]), 64)
		if err != nil || !(seconds > -1e9 && seconds < 1e9) || !r.begun {
			return fmt.Errorf("%w: %s", errCSA, quote(text))
		}
		if seconds < 0 { // of a clock that went wrong, as Shogi Wars had them
			return nil
		}
		r.last().Time, r.last().Timed = time.Duration(seconds*1000+0.5)*time.Millisecond, true
		return nil
	case '%':
		if !r.begun {
			return errNoSide
		}
		end := csaEndOf(text, r.toMove())
		if end == nil {
			return fmt.Errorf("%w: %s is not an end of a game", errCSA, quote(text))
		}
		_, err := r.finish(end)
		return err
	case '+', '-':
		if len(text) == 1 {
			return r.begin(position.Color(strings.IndexByte(csaSigns, text[0])))
		}
		return r.readMove(text)
	}
	return fmt.Errorf("%w: %s; want a move such as +7776FU or an end such as %%TORYO", errCSA, quote(text))
}

var csaKinds = func() map[string]position.Kind {
	kinds := map[string]position.Kind{}
	for k, name := range csaPieces {
		if name != "" {
			kinds[name] = position.Kind(k)
		}
	}
	return kinds
}()

// csaPlace reads a square and a piece: 77FU. A square of 00 is NoSquare.
func csaPlace(text string) (s position.Square, k position.Kind, err error) {
	k = csaKinds[text[2:4]]
	file, rank := int(text[0]-'0'), int(text[1]-'0')
	switch {
	case text[:2] == "00":
		s = position.NoSquare
	case file < 1 || file > 9 || rank < 1 || rank > 9:
		return s, k, fmt.Errorf("%w: no square %q", errCSABoard, text[:2])
	default:
		s = position.NewSquare(file, rank)
	}
	if k == position.NoKind && text[2:4] != "AL" {
		return s, k, fmt.Errorf("%w: no piece %q", errCSABoard, text[2:4])
	}
	return s, k, nil
}

// readPosition reads a line of the start position: PI, the usual one without some pieces; P1 to P9, a rank; P+ or P-, pieces of a
// player.
func (r *csaReader) readPosition(text string) error {
	bad := fmt.Errorf("%w: %s", errCSABoard, quote(text))
	if len(text) < 2 {
		return bad
	}
	r.set = true
	switch kind, rest := text[1], text[2:]; {
	case kind >= '1' && kind <= '9':
		return r.readRank(int(kind-'0'), rest)
	case len(rest)%4 != 0:
		return bad
	case kind == 'I':
		return r.readStart(rest)
	case kind == '+' || kind == '-':
		return r.readPieces(position.Color(strings.IndexByte(csaSigns, kind)), rest)
	}
	return bad
}

// readStart takes the pieces away from the usual start position.
func (r *csaReader) readStart(pieces string) error {
	p := position.New(position.Shogi)
	for s := range r.board {
		r.board[s] = p.At(position.Square(s))
	}
	for ; pieces != ""; pieces = pieces[4:] {
		s, k, err := csaPlace(pieces)
		if err != nil {
			return err
		}
		if s == position.NoSquare || r.board[s].Kind() != k {
			return fmt.Errorf("%w: there is no %s to take away on %s", errCSABoard, pieces[2:4], pieces[:2])
		}
		r.board[s] = position.NoPiece
	}
	return nil
}

func (r *csaReader) readRank(rank int, row string) error {
	for file := 9; file >= 1; file-- {
		cell := (row + "   ")[:3] // blanks at the end may be missing
		row = row[min(3, len(row)):]
		s := position.NewSquare(file, rank)
		switch k := csaKinds[cell[1:]]; {
		case k != position.NoKind && (cell[0] == '+' || cell[0] == '-'):
			r.board[s] = position.NewPiece(position.Color(strings.IndexByte(csaSigns, cell[0])), k)
		case strings.TrimSpace(cell) == "*":
			r.board[s] = position.NoPiece
		default:
			return fmt.Errorf("%w: rank %d, file %d: %q", errCSABoard, rank, file, cell)
		}
	}
	if strings.TrimSpace(row) != "" {
		return fmt.Errorf("%w: rank %d has more than nine squares: %s", errCSABoard, rank, quote(row))
	}
	return nil
}

// readPieces puts pieces of a player on the board or, from square 00, into his hand.
func (r *csaReader) readPieces(c position.Color, pieces string) error {
	for ; pieces != ""; pieces = pieces[4:] {
		s, k, err := csaPlace(pieces)
		switch {
		case err != nil:
			return err
		case pieces[2:4] == "AL" && s == position.NoSquare:
			r.sketch.rest = [2]bool{c == position.Black, c == position.White}
		case k == position.NoKind, s == position.NoSquare && k > position.Gold:
			return fmt.Errorf("%w: %s cannot be on %s", errCSABoard, pieces[2:4], pieces[:2])
		case s == position.NoSquare:
			r.sketch.hands[c][k]++
		default:
			r.board[s] = position.NewPiece(c, k)
		}
	}
	return nil
}

// begin makes the start position.
func (r *csaReader) begin(side position.Color) error {
	if r.begun {
		return fmt.Errorf("%w: a second line that says who moves first", errCSA)
	}
	if !r.set {
		if err := r.readPosition("PI"); err != nil {
			return err
		}
	}
	r.sketch.draw(&r.board)
	p, err := r.sketch.position(side)
	if err != nil {
		return err
	}
	r.builder.begin(p)
	r.begun = true
	return nil
}

func (r *csaReader) readMove(text string) error {
	c := position.Color(strings.IndexByte(csaSigns, text[0]))
	switch {
	case len(text) != 7 || !isASCII(text):
		return fmt.Errorf("%w: %s", errCSA, quote(text))
	case !r.begun:
		return errNoSide
	case r.foul != nil:
		return r.foul
	case r.over():
		return errOver
	}
	number := r.moves() + 1
	bad := func(err error) error { return fmt.Errorf("move %d, %s: %w", number, text, err) }
	to, kind, err := csaPlace(text[3:])
	switch {
	case err != nil:
		return bad(err)
	case to == position.NoSquare || kind == position.NoKind:
		return bad(errCSA)
	case c != r.toMove():
		return bad(errTurn)
	}
	piece := position.NewPiece(c, kind)
	var m position.Move
	if text[1:3] == "00" {
		if kind > position.Gold {
			return bad(errCSA)
		}
		m = position.NewDrop(piece, to)
	} else {
		from, _, err := csaPlace(text[1:3] + "FU")
		if err != nil {
			return bad(err)
		}
		switch there := r.pos.At(from); {
		case there == piece:
			m = position.NewMove(from, to, piece)
		case there == position.NewPiece(c, kind.Unpromoted()):
			m = position.NewPromotion(from, to, there)
		default:
			return bad(fmt.Errorf("%w: there is no such piece on %v", ErrIllegal, from))
		}
	}
	if m, err = legal(r.pos, m); err != nil {
		err = bad(err)
	}
	r.play(m, err)
	return nil
}
