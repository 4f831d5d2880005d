package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"katachi/position"
)

var errJKF = errors.New("bad JKF")

// jkfReader reads one game in JKF, json-kifu-format 1.0. As the fields of an object have no order, it first reads what the
// text holds, and then plays it.
type jkfReader struct {
	builder
	json   *json.Decoder
	offset int // of the text, up to which its lines are counted

	handicap string // 手合割
	initial  *jkfInitial
	startRow int // of what says how the game begins
	main     []jkfEntry
}

// jkfInitial is the start position.
type jkfInitial struct {
	Preset string
	Data   *struct {
		Color position.Color
		Board [][]struct { // by file and rank, both from 1
			Color position.Color
			Kind  string
		}
		Hands []map[string]int
	}
}

// jkfEntry is a move or an end, with all that belongs to it; the first one of the main line is neither.
type jkfEntry struct {
	row      int   // where the move begins
	err      error // what is wrong with a field
	comments []string
	move     *jkfMove
	special  string // the end, a word of CSA
	time     *struct{ Now *struct{ H, M, S float64 } }
	forks    [][]jkfEntry // what could have been played instead
}

// jkfMove has what a move needs. The rest of what JKF says of it is there to show it and to take it back.
type jkfMove struct {
	Color         *position.Color
	From, To      *jkfPlace
	Piece         string // before the move
	Same, Promote bool
	Relative      string
}

type jkfPlace struct{ X, Y int }

func (p *jkfPlace) square() (position.Square, error) {
	if p.X < 1 || p.X > 9 || p.Y < 1 || p.Y > 9 {
		return position.NoSquare, fmt.Errorf("%w: no square %d, %d", errJKF, p.X, p.Y)
	}
	return position.NewSquare(p.X, p.Y), nil
}

func (s *Source) readJKF() (*Game, []error, error) {
	r := &jkfReader{builder: newBuilder(s), json: json.NewDecoder(strings.NewReader(s.Text))}
	err := r.read()
	if err == nil {
		err = r.begin()
	}
	if err == nil {
		err = r.follow(r.main, false)
	}
	if err != nil {
		return nil, nil, r.at(err)
	}
	return r.game, r.leftOut, nil
}

// read reads the text.
func (r *jkfReader) read() error {
	var syntax *json.SyntaxError
	if err := json.Unmarshal([]byte(r.source.Text), &json.RawMessage{}); errors.As(err, &syntax) {
		r.row = strings.Count(r.source.Text[:max(0, syntax.Offset-1)], "\n")
		return fmt.Errorf("%w: %w", errJKF, err)
	}
	return r.each('{', func(key string) (err error) {
		switch key {
		case "header":
			return r.each('{', r.readHeader)
		case "initial":
			r.startRow = r.row
			return r.decode(key, &r.initial)
		case "moves":
			r.main, err = r.readLine()
			return err
		}
		return r.decode(key, &json.RawMessage{})
	})
}

// token returns the next token of the text, which is known to be JSON.
func (r *jkfReader) token() json.Token {
	t, _ := r.json.Token()
	end := int(r.json.InputOffset())
	r.row += strings.Count(r.source.Text[r.offset:end], "\n")
	r.offset = end
	return t
}

// each calls read where the value of each field of an object begins, or each element of a list. null has none.
func (r *jkfReader) each(begin json.Delim, read func(key string) error) error {
	switch t := r.token(); {
	case t == nil:
		return nil
	case t != begin:
		return fmt.Errorf("%w: %s, want %v", errJKF, quote(fmt.Sprint(t)), begin)
	}
	for r.json.More() {
		key := ""
		if begin == '{' {
			key, _ = r.token().(string)
		}
		if err := read(key); err != nil {
			return err
		}
	}
	r.token()
	return nil
}

// decode reads the value of a field.
func (r *jkfReader) decode(key string, value any) error {
	err := r.json.Decode(value)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		field := strings.TrimSuffix(key+"."+strings.ToLower(wrong.Field), ".")
		err = fmt.Errorf("%w: %s: unexpected %.40s", errJKF, quote(field), wrong.Value)
	}
	return err
}

// readHeader reads a field of the header.
func (r *jkfReader) readHeader(key string) error {
	var value string
	if err := r.decode(key, &value); err != nil {
		return err
	}
	if key, value = oneLine(key), oneLine(value); key == "手合割" {
		r.handicap, r.startRow = value, r.row
	} else {
		r.game.AddField(key, value)
	}
	return nil
}

// readLine reads the main line or a variation.
func (r *jkfReader) readLine() (line []jkfEntry, err error) {
	err = r.each('[', func(string) error {
		var e jkfEntry
		err := r.each('{', func(key string) error { return r.readField(&e, key) })
		line = append(line, e)
		return err
	})
	return line, err
}

// readField reads a field of an entry. One that is wrong is an error only where the line is played, since variations can
// be left out.
func (r *jkfReader) readField(e *jkfEntry, key string) (err error) {
	row := r.row
	switch key {
	case "move":
		err = r.decode(key, &e.move)
	case "special":
		err = r.decode(key, &e.special)
	case "time":
		err = r.decode(key, &e.time)
	case "comments":
		err = r.decode(key, &e.comments)
	case "comment": // so the schema has it before the first move, and nothing else
		e.comments = []string{""}
		err = r.decode(key, &e.comments[0])
	case "forks":
		return r.each('[', func(string) error {
			line, err := r.readLine()
			e.forks = append(e.forks, line)
			return err
		})
	default:
		return r.decode(key, &json.RawMessage{})
	}
	if e.err == nil && (err != nil || key == "move" || key == "special") {
		e.err, e.row = err, row
	}
	return nil
}

// jkfPresets names the start positions. OTHER is drawn.
var jkfPresets = map[string]string{
	"HIRATE": "平手", "KY": "香落ち", "KY_R": "右香落ち", "KA": "角落ち", "HI": "飛車落ち", "HIKY": "飛香落ち", "2": "二枚落ち", "3": "三枚落ち",
	"4": "四枚落ち", "5": "五枚落ち", "5_L": "左五枚落ち", "6": "六枚落ち", "7_L": "左七枚落ち", "7_R": "右七枚落ち", "8": "八枚落ち", "10": "十枚落ち",
}

// begin makes the start position. A board counts, whatever it is called: Kifu for iPhone wrote HIRATE above one.
func (r *jkfReader) begin() error {
	r.row = r.startRow
	name, known := r.handicap, true
	if i := r.initial; i != nil {
		if i.Data != nil {
			p, err := i.position()
			if err == nil {
				r.builder.begin(p)
			}
			return err
		}
		if name, known = jkfPresets[i.Preset]; !known {
			name = i.Preset
		}
	}
	p, ok := namedStart(name)
	if !known || !ok {
		return fmt.Errorf("%w %s, and no board", errHandicap, quote(name))
	}
	r.builder.begin(p)
	return nil
}

// position returns the position of the board.
func (i *jkfInitial) position() (*position.Position, error) {
	var s sketch
	var board [position.NumSquares]position.Piece
	d := i.Data
	if len(d.Board) != 9 || len(d.Hands) > 2 || d.Color > position.White {
		return nil, fmt.Errorf("%w: a position of %d files, %d hands and color %d", errJKF, len(d.Board), len(d.Hands), d.Color)
	}
	for x, file := range d.Board {
		if len(file) != 9 {
			return nil, fmt.Errorf("%w: file %d has %d squares", errJKF, x+1, len(file))
		}
		for y, there := range file {
			k := csaKinds[there.Kind]
			switch {
			case there.Kind == "":
			case k == position.NoKind || there.Color > position.White:
				return nil, fmt.Errorf("%w: square %d, %d: no piece %s of color %d", errJKF, x+1, y+1, quote(there.Kind), there.Color)
			default:
				board[position.NewSquare(x+1, y+1)] = position.NewPiece(there.Color, k)
			}
		}
	}
	s.draw(&board)
	for c, hand := range d.Hands {
		for name, n := range hand {
			k := csaKinds[name]
			if n != 0 && (k == position.NoKind || k > position.Gold || n < 0 || n > position.HandLimit[k]) {
				return nil, fmt.Errorf("%w: %d pieces %s in hand", errJKF, n, quote(name))
			}
			if n != 0 {
				s.hands[c][k] = n
			}
		}
	}
	return s.position(d.Color)
}

// follow plays a line, and then the variations from it, the last ones first.
func (r *jkfReader) follow(line []jkfEntry, variation bool) error {
	before := make([]int, len(line)) // the moves before each entry
	for i := range line {
		before[i] = r.moves()
		if err := r.add(&line[i]); err != nil {
			return err
		}
	}
	if r.foul != nil {
		if variation {
			return r.foul
		}
		if err := r.stop(); err != nil {
			return err
		}
	}
	for i, e := range slices.Backward(line) {
		for _, fork := range e.forks {
			r.vary(fork, before[i])
		}
	}
	return nil
}

// vary plays a variation after n moves, or leaves it out.
func (r *jkfReader) vary(line []jkfEntry, n int) {
	r.back(n)
	r.trunk = nil
	if err := r.follow(line, true); err != nil {
		r.leaveOut(n+1, err)
	}
}

// add plays an entry.
func (r *jkfReader) add(e *jkfEntry) error {
	r.row = e.row
	err := e.err
	switch {
	case err != nil:
		err = fmt.Errorf("move %d: %w", r.moves()+1, err)
	case e.move != nil:
		err = r.move(e.move)
	case e.special != "":
		err = r.end(e.special)
	}
	if err != nil {
		return err
	}
	n := r.last()
	for _, text := range e.comments {
		if mark, found := strings.CutPrefix(text, "&"); found { // so json-kifu-format keeps what KIF has
			n.Bookmark = oneLine(mark)
			continue
		}
		for line := range strings.SplitSeq(plainLines.Replace(text), "\n") {
			n.Comments = append(n.Comments, printable(line))
		}
	}
	if t := e.time; t != nil && t.Now != nil && (e.move != nil || e.special != "") && !n.Timed {
		if seconds := t.Now.H*3600 + t.Now.M*60 + t.Now.S; seconds >= 0 && seconds < 1e9 {
			n.Time, n.Timed = time.Duration(seconds*1000+0.5)*time.Millisecond, true
		}
	}
	return nil
}

// end adds an end. ILLEGAL_ACTION without the sign of a player is the other one's.
func (r *jkfReader) end(word string) error {
	end := csaEndOf("%"+word, r.toMove())
	if word == "ILLEGAL_ACTION" {
		end = WonBy(Foul, r.toMove())
	}
	if end == nil {
		return fmt.Errorf("%w: %s is not an end of a game", errJKF, quote(word))
	}
	_, err := r.finish(end)
	return err
}

// move plays a move.
func (r *jkfReader) move(w *jkfMove) error {
	switch {
	case r.foul != nil:
		return r.foul
	case r.over():
		return errOver
	}
	number := r.moves() + 1
	m, err := r.parse(w)
	if err != nil {
		return fmt.Errorf("move %d: %w", number, err)
	}
	if m, err = legal(r.pos, m); err != nil {
		err = fmt.Errorf("move %d, %v: %w", number, m, err)
	}
	r.play(m, err)
	return nil
}

// parse returns the move that is meant. The piece may be missing, unless it is dropped, or be what it becomes.
func (r *jkfReader) parse(w *jkfMove) (m position.Move, err error) {
	us, to := r.pos.Side(), r.lastTo()
	kind, known := csaKinds[w.Piece]
	switch {
	case w.To != nil:
		if to, err = w.To.square(); err != nil {
			return m, err
		}
	case !w.Same || to == position.NoSquare:
		return m, fmt.Errorf("%w: the move goes nowhere", errJKF)
	}
	switch {
	case w.Color != nil && *w.Color != us:
		return m, errTurn
	case w.Piece != "" && !known:
		return m, fmt.Errorf("%w: no piece %s", errJKF, quote(w.Piece))
	case w.From == nil && (kind == position.NoKind || kind > position.Gold || w.Promote || w.Relative != "" && w.Relative != "H"):
		return m, fmt.Errorf("%w: the move comes from nowhere, and is no drop", errJKF)
	case w.From == nil:
		return position.NewDrop(position.NewPiece(us, kind), to), nil
	}
	from, err := w.From.square()
	if err != nil {
		return m, err
	}
	there := r.pos.At(from)
	has := there.Kind()
	becomes := known && kind != has && has.CanPromote() && kind == has.Promoted()
	switch {
	case there == position.NoPiece || there.Color() != us || known && kind != has && !becomes:
		return m, fmt.Errorf("%w: there is no such piece on %v", ErrIllegal, from)
	case !w.Promote && !becomes:
		return position.NewMove(from, to, there), nil
	case !has.CanPromote():
		return m, fmt.Errorf("%w: a %v cannot promote", ErrIllegal, has)
	}
	return position.NewPromotion(from, to, there), nil
}
