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

// kifReader reads KIF and KI2, whose lines differ only where moves stand.
type kifReader struct {
	builder
	handicap     string
	handicapLine int
	sketch       sketch
	drawn        int // the diagram's last line
	side         *position.Color
	begun        bool // the position is there, moves follow
	listed       bool // the head of the list of moves was there: what has a number is no prose
	closed       bool // the line that is being read has its まで
	ruled        bool // a rule of dashes stands behind its moves
	base         int  // the number of the first move, less one

	branch int // the variation that is being read begins at this move; 0: the main line
	skip   int // a variation from this move on is being left out; 0: none
}

// The errors of KIF and KI2 files.
var (
	errHandicap = errors.New("unknown handicap")
	errLine     = errors.New("not a line of a record")
	errNumber   = errors.New("wrong number of a move")
	errOver     = errors.New("a move after the end of the line")
)

func (s *Source) readKIF() (*Game, []error, error) {
	r := &kifReader{builder: newBuilder(s)}
	r.row = -1
	for row := range strings.Lines(s.Text) {
		r.row++
		if err := r.readLine(strings.TrimRight(row, "\n\t 　")); err != nil && !r.leave(err) {
			return nil, r.leftOut, r.at(err)
		}
	}
	err := r.begin()
	if err == nil && r.foul != nil && !r.leave(r.foul) {
		err = r.stop()
	}
	if err != nil {
		return nil, r.leftOut, r.at(err)
	}
	return r.game, r.leftOut, nil
}

// leave leaves out the variation that is being read, because of the error; it returns false in the main line.
func (r *kifReader) leave(err error) bool {
	if r.branch == 0 {
		return false
	}
	if r.skip == 0 {
		r.leaveOut(r.branch, err)
		r.skip = r.branch
	}
	return true
}

func (r *kifReader) readLine(line string) error {
	trimmed := strings.TrimLeft(line, "\t 　")
	if trimmed == "" {
		return nil
	}
	if text, found := strings.CutPrefix(trimmed, "変化"); found {
		return r.readBranch(text)
	}
	if r.skip > 0 {
		return nil
	}
	switch {
	case trimmed[0] == '*':
		r.last().Comments = append(r.last().Comments, trimmed[1:])
		return nil
	case trimmed[0] == '&':
		r.last().Bookmark = trimmed[1:]
		return nil
	case trimmed[0] == '#':
		return nil
	case strings.HasPrefix(trimmed, "まで"):
		return r.readSummary(trimmed)
	case strings.HasPrefix(trimmed, "手数-"):
		r.listed = true
		return nil
	case startsWithMark(trimmed):
		return r.readKI2(trimmed)
	}
	if n, text, ok := cutNumber(trimmed); ok && !isFileNumbers(trimmed) && (r.begun || r.listed || !isRemark(trimmed)) {
		return r.readMove(n, text)
	}
	return r.readHeader(trimmed)
}

// isFileNumbers reports whether the line is the head of a diagram: 9 8 7 6 5 4 3 2 1.
func isFileNumbers(line string) bool {
	fields := strings.Fields(line)
	for i, f := range fields {
		runes := []rune(f)
		if len(runes) != 1 || digit(runes[0]) != len(fields)-i {
			return false
		}
	}
	return len(fields) == 9 || len(fields) == 5
}

func (r *kifReader) readHeader(line string) error {
	switch line {
	case "先手: 先手 / 後手: 後手": // Gekisashi (激指) has no names there
		return nil
	case "先手番", "下手番":
		return r.setSide(position.Black)
	case "後手番", "上手番":
		return r.setSide(position.White)
	}
	switch {
	case line[0] == '|':
		r.drawn = r.row
		return r.sketch.row(line)
	case strings.HasPrefix(line, "+-"), strings.HasPrefix(line, "＋"), isFileNumbers(line):
		return nil
	case strings.HasPrefix(line, "手数＝"), strings.HasPrefix(line, "手数="):
		r.readLastMove(line)
		return nil
	}
	key, value, found := cutField(line)
	if !found {
		return r.readProse(line)
	}
	switch key = strings.Replace(key, "持ち駒", "持駒", 1); key {
	case "手合割":
		r.handicap, r.handicapLine = value, r.row
	case "先手の持駒", "下手の持駒", "先手持駒", "下手持駒":
		return r.sketch.hand(position.Black, value)
	case "後手の持駒", "上手の持駒", "後手持駒", "上手持駒":
		return r.sketch.hand(position.White, value)
	case "手番":
		switch value {
		case "先手", "下手", "▲", "☗":
			return r.setSide(position.Black)
		case "後手", "上手", "△", "☖":
			return r.setSide(position.White)
		}
		return fmt.Errorf("%w: 手番 is %s, want 先手 or 後手", errLine, quote(value))
	default:
		r.game.AddField(key, value)
	}
	return nil
}

const pieceNames = `[歩香桂銀金角飛玉王と杏圭全馬龍竜]`

// meant is a line that means more than prose: a field without its colon, a rank of a diagram, a move.
var meant = regexp.MustCompile(`^(?:手合割|手番|..の?持ち?駒)|^｜|[vｖ]` + pieceNames +
	`|^[0-9０-９.．手目\s　]*(?:[1-9１-９][1-9１-９一二三四五六七八九]|同[\s　]*)成?` + pieceNames)

// readProse passes over what programs and people write before the moves and behind the end, which a rule of dashes may stand for.
// Elsewhere such a line may have been a move.
func (r *kifReader) readProse(line string) error {
	r.ruled = r.ruled || r.moves() > 0 && len(line) >= 8 && strings.Trim(line, "-") == ""
	switch outside := r.moves() == 0 || r.closed || r.ruled || r.last().End != nil; {
	case outside && !meant.MatchString(line):
		return nil
	case r.moves() == 0:
		return fmt.Errorf("%w: %s; want a field such as 手合割：平手, a rank of a diagram or the first move", errLine, quote(line))
	}
	return fmt.Errorf("%w: %s; want move %d, an end such as 投了, or a comment after *", errLine, quote(line), r.moves()+1+r.base)
}

func (r *kifReader) setSide(c position.Color) error {
	r.side = &c
	return nil
}

// readLastMove reads 手数＝22 △７三桂打 まで: what 同 means at the first move.
func (r *kifReader) readLastMove(line string) {
	for _, word := range strings.Fields(line) {
		if startsWithMark(word) {
			if w, err := parseWritten(word, position.NoSquare); err == nil {
				r.first = w.to
			}
		}
	}
}

// begin makes the start position, when the first move comes or the text ends.
func (r *kifReader) begin() error {
	if r.begun {
		return nil
	}
	r.begun = true
	p, err := r.start()
	if err != nil {
		return err
	}
	r.builder.begin(p)
	return nil
}

func (r *kifReader) start() (*position.Position, error) {
	if len(r.sketch.rows) > 0 {
		side := position.Black
		if r.side != nil {
			side = *r.side
		}
		p, err := r.sketch.position(side)
		if err != nil && r.side == nil { // the side to move may be the other
			if q, otherErr := r.sketch.position(position.White); otherErr == nil {
				return q, nil
			}
		}
		if err != nil {
			r.row = r.drawn
		}
		return p, err
	}
	p, ok := namedStart(r.handicap)
	if !ok {
		r.row = r.handicapLine
		return nil, fmt.Errorf("%w %s, and no diagram of the position", errHandicap, quote(r.handicap))
	}
	if r.side != nil && *r.side != p.Side() {
		return turned(p)
	}
	return p, nil
}

// turned returns the position with the other side to move.
func turned(p *position.Position) (*position.Position, error) {
	fields := strings.Fields(p.SFEN())
	fields[1] = p.Side().Other().String()
	return position.ParseProblem(p.Rules(), strings.Join(fields, " "))
}

// beginWith makes the start position, in view of the text of the first move: where the header does not say who moves
// first, a sign before the move does, or that only one of them can play it.
func (r *kifReader) beginWith(text string) error {
	if r.begun {
		return nil
	}
	if err := r.begin(); err != nil || r.side != nil {
		return err
	}
	p, turn := r.game.Start, false
	other, err := turned(p)
	if startsWithMark(text) {
		turn = strings.ContainsRune("△☖▽", []rune(text)[0]) != (p.Side() == position.White)
	} else if err == nil && !isStart(p) {
		_, asIs := ParseJapanese(p, r.first, text)
		_, asOther := ParseJapanese(other, r.first, text)
		turn = asIs != nil && asOther == nil
	}
	if !turn {
		return nil
	}
	if err == nil {
		r.builder.begin(other)
	}
	return err
}

// readBranch reads 変化：12手.
func (r *kifReader) readBranch(text string) error {
	n, err := strconv.Atoi(toASCII(strings.Trim(text, "：:手 　\t")))
	if !r.begun || err != nil || n < 1 {
		return fmt.Errorf("%w: variation %s, want 変化：3手 after the moves", errLine, quote(text))
	}
	if r.foul != nil && !r.leave(r.foul) { // the line above ends with an illegal move
		if err := r.stop(); err != nil {
			return err
		}
	}
	if r.skip > 0 && n > r.skip {
		r.leftOut = append(r.leftOut, r.at(fmt.Errorf("the variation from move %d belongs to one that is left out", n)))
		return nil
	}
	at := n - 1 - r.base
	r.branch, r.trunk, r.skip, r.closed, r.ruled = n, nil, 0, false, false
	for at > r.moves() && r.ahead() { // the line above repeats another one, and goes on as that does
		next := r.last().Next[0]
		r.path = append(r.path, next)
		r.pos.Do(next.Move)
	}
	if at < 0 || at > r.moves() {
		r.leave(fmt.Errorf("%w: the line above has no move %d", errNumber, n-1))
		return nil
	}
	r.back(at)
	return nil
}

// ahead reports whether the line that has been read is the beginning of another one.
func (r *kifReader) ahead() bool {
	next := r.last().Next
	return len(next) > 0 && next[0].End == nil && !next[0].Illegal
}

// toASCII turns digits and signs of full width into those of ASCII.
func toASCII(text string) string {
	return strings.Map(func(c rune) rune {
		if c >= '！' && c <= '～' {
			return c - '！' + '!'
		}
		return c
	}, text)
}

// readMove reads what stands behind the number of a move: the move or an end, and its time.
func (r *kifReader) readMove(n int, text string) error {
	text, used, timed := cutTime(text)
	if !r.begun {
		r.base = n - 1
	}
	if err := r.beginWith(text); err != nil {
		return err
	}
	switch at := n - 1 - r.base; {
	case at < 0 || at > len(r.path)-1:
		return fmt.Errorf("%w: %d follows %d", errNumber, n, r.moves()+r.base)
	case at < r.moves(): // a variation without a head
		if r.foul != nil {
			return r.foul
		}
		r.branch, r.trunk = n, nil
		r.back(at)
	}
	node, err := r.add(text)
	if err == nil && timed && !node.Timed { // what repeats a line may have other times
		node.Time, node.Timed = used, true
	}
	return err
}

// add adds a move or an end.
func (r *kifReader) add(text string) (*Node, error) {
	if end := kifEndOf(strings.TrimLeft(text, "▲△☗☖▼▽"), r.toMove()); end != nil {
		return r.finish(end)
	}
	switch {
	case r.foul != nil:
		return nil, r.foul
	case r.over(), r.ruled:
		return nil, errOver
	}
	m, err := ParseJapanese(r.pos, r.lastTo(), text)
	if err != nil {
		if errors.Is(err, errNotation) {
			text = quote(text)
		}
		err = fmt.Errorf("move %d, %s: %w", r.moves()+1+r.base, text, err)
		if m == position.MoveNone {
			return nil, err
		}
	}
	return r.play(m, err), nil
}

// readKI2 reads a line of moves without origin: ▲７六歩 △３四歩 ... まで2手で中断
func (r *kifReader) readKI2(line string) error {
	line, summary, closed := strings.Cut(line, "まで")
	for line != "" {
		mark := []rune(line)[0]
		end := strings.IndexAny(line[len(string(mark)):], "▲△☗☖▼▽")
		token := line
		if end >= 0 {
			token = line[:end+len(string(mark))]
		}
		line = line[len(token):]
		token = strings.TrimSpace(token)
		if err := r.beginWith(token); err != nil {
			return err
		}
		white := strings.ContainsRune("△☖▽", mark)
		if white != (r.toMove() == position.White) && !r.over() {
			return fmt.Errorf("move %d, %s: %w", r.moves()+1, quote(token), errTurn)
		}
		if _, err := r.add(token); err != nil {
			return err
		}
	}
	if closed {
		return r.readSummary("まで" + summary)
	}
	return nil
}

// readSummary reads まで83手で先手の勝ち, which is the end where no other stands, or where the summary knows more: 中断 stands for
// want of a word (kifWord), or one that says nothing of who has won, such as 切断, which is kept.
func (r *kifReader) readSummary(text string) error {
	if err := r.begin(); err != nil {
		return err
	}
	r.closed = true
	end, told := endOfSummary(text, r.toMove(), r.game.Names)
	known := r.last().End
	if end == nil {
		return nil
	}
	if known == nil {
		_, err := r.finish(end)
		return err
	}
	switch {
	case known.Kind == Interrupted && end.Kind != Interrupted && end.Kind != Other:
	case known.Kind == Other && end.Won && told:
		end.Text = known.Text
	default:
		return nil
	}
	r.last().End = r.settle(end)
	return nil
}

// timeForm is a time behind a move: ( 0:06/00:00:06), （0:06）, (6/), 6秒, 1分06秒.
var timeForm = regexp.MustCompile(`[(（]([^()（）]*[:：/／][^()（）]*)[)）]|([0-9０-９分]+)秒`)

// cutTime splits a move from the time used for it, and from what follows that.
func cutTime(text string) (move string, used time.Duration, ok bool) {
	move = text
	if found := timeForm.FindStringSubmatch(text); found != nil {
		move, _, _ = strings.Cut(text, found[0])
		first, _, _ := strings.Cut(strings.ReplaceAll(toASCII(found[1]+found[2]), "分", ":"), "/")
		used, ok = parseClock(first)
	}
	return strings.TrimRight(move, "+ 　\t"), used, ok
}

// parseClock reads 1:02, 0:1:02 or 0:02.5.
func parseClock(text string) (d time.Duration, ok bool) {
	seconds := 0.0
	for _, part := range strings.Split(strings.TrimSpace(text), ":") {
		x, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(x >= 0 && x < 1e6) {
			return 0, false
		}
		seconds = seconds*60 + x
	}
	return time.Duration(seconds*1000+0.5) * time.Millisecond, seconds < 1e9
}
