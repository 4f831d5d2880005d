package usi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"katachi/position/files"
	"katachi/position/record"
	"katachi/search"
	"katachi/usi/book"
)

// bookMaker makes opening books: the work of one makebook command, with its own copy of all that it needs.
type bookMaker struct {
	out      *writer
	engine   *engineRoom
	settings Settings
	bookJob
}

// bookJob is a parsed makebook command.
type bookJob struct {
	verb    string
	files   []string // as the verb wants them; the last one is written
	first   int      // ply of the first position
	last    int      // ply of the last position
	limits  search.Limits
	multiPV int
	// of grow:
	positions int // how many the book is to hold
	within    int // centipawns, see book.Growth
}

// bookVerbs are the subcommands of makebook, with the files and the keys that each takes.
var bookVerbs = map[string]struct {
	files string
	keys  string
	run   func(m *bookMaker, ctx context.Context) error
}{
	"think": {"GAMES BOOK", "startmoves endmoves depth nodes movetime multipv", (*bookMaker).think},
	"grow":  {"BOOK", "positions endmoves within depth nodes movetime multipv", (*bookMaker).grow},
	"from":  {"GAMES BOOK", "moves", (*bookMaker).from},
	"merge": {"BOOK BOOK OUT", "", (*bookMaker).merge},
	"sort":  {"BOOK OUT", "", (*bookMaker).sort},
}

const bookUsage = `makebook think GAMES BOOK [startmoves 1] [endmoves 16] [depth 20 | nodes N | movetime MS] [multipv 1]
    searches the positions of the games, lines "startpos moves 7g7f ..." or single SFENs, that BOOK does not hold yet;
    saved every minute, at the end and by stop or quit: the same command goes on
makebook grow BOOK [positions 1000] [endmoves 24] [within 50] [depth 20 | nodes N | movetime MS] [multipv 4]
    searches from the start position on, always the position that BOOK's own moves, best ones most often, lead to next;
    moves that are worse than the best by more than within, in centipawns, are left out; the same command goes on
makebook from GAMES BOOK [moves 16]   adds the games' moves, with how often they were played;
    of a position that was searched only the counts of its moves rise
makebook merge BOOK BOOK OUT          joins two books; of a position in both the deeper moves stay
makebook sort BOOK OUT                sorts a book, for BookOnTheFly; entries of the same position are joined
Books are YaneuraOu's text (.db); comments in them are not kept. No other file is written over. A file name with blanks stands in quotes: "my book.db".`

// bookDepth is how deep makebook think searches unless it is told: enough for the usual BookDepthLimit.
const bookDepth = 20

// parseMakeBook reads the words after makebook.
func parseMakeBook(words []string) (bookJob, error) {
	job := bookJob{verb: words[0], first: 1, last: 16, multiPV: 1, limits: search.Limits{Depth: bookDepth}}
	verb, ok := bookVerbs[job.verb]
	if !ok {
		return job, fmt.Errorf("%w: makebook: %q, want think, grow, from, merge or sort", errCommand, job.verb)
	}
	if job.verb == "grow" {
		job.last, job.multiPV, job.positions, job.within = 24, 4, 1000, 50
	}
	names := strings.Fields(verb.files)
	if len(words) <= len(names) {
		return job, fmt.Errorf("%w: want makebook %s %s", errCommand, job.verb, verb.files)
	}
	job.files = words[1 : 1+len(names)]
	for rest := words[1+len(names):]; len(rest) > 0; rest = rest[2:] {
		key := rest[0]
		if !strings.Contains(" "+verb.keys+" ", " "+key+" ") {
			return job, fmt.Errorf("%w: makebook %s: %q, want %s", errCommand, job.verb, key, orNothing(verb.keys))
		}
		n := 0
		if len(rest) > 1 {
			n, _ = strconv.Atoi(rest[1])
		}
		if n < 1 || n > 1<<31-1 {
			return job, fmt.Errorf("%w: makebook %s: want a number from 1 after %s", errCommand, job.verb, key)
		}
		switch key {
		case "startmoves":
			job.first = n
		case "endmoves", "moves":
			job.last = n
		case "depth":
			job.limits = search.Limits{Depth: n}
		case "nodes":
			job.limits = search.Limits{Nodes: uint64(n)}
		case "movetime":
			job.limits = search.Limits{MoveTime: time.Duration(n) * time.Millisecond}
		case "multipv":
			job.multiPV = n
		case "positions":
			job.positions = n
		case "within":
			job.within = n
		}
	}
	if job.first > job.last {
		return job, fmt.Errorf("%w: makebook %s: startmoves %d is behind endmoves %d", errCommand, job.verb, job.first, job.last)
	}
	return job, nil
}

func orNothing(keys string) string {
	if keys == "" {
		return "nothing more"
	}
	return "one of " + keys
}

// makeBook makes opening books, as a task that keeps what it has done when it is stopped.
func (d *driver) makeBook(l line, words []string) {
	if len(words) == 0 {
		d.out.lines(bookUsage)
		return
	}
	rest, _ := cutWord(trimBlanks(l.text), "makebook")
	words, err := SplitQuoted(rest, `"`)
	if err != nil {
		d.out.say("makebook: %v", err)
		return
	}
	job, err := parseMakeBook(words)
	if err != nil {
		d.out.say("%v", err)
		return
	}
	settings := d.current()
	settings.Book.Own = false
	m := &bookMaker{d.out, d.engine, settings, job}
	d.start(keeping, func(ctx context.Context, _ *task) {
		m.engine.library.update(settings.Book, m.out) // it may be the one that is written; the next go opens it again
		if err := bookVerbs[m.verb].run(m, ctx); err != nil {
			m.out.say("makebook: %v", err)
		}
	})
}

// from adds the moves of games to a book.
func (m *bookMaker) from(context.Context) error {
	path := files.Locate(m.files[1])
	draft, err := m.change(path)
	if err != nil {
		return err
	}
	games, file, err := m.games()
	if err != nil {
		return err
	}
	defer file.Close()
	n, err := draft.AddGames(games, m.last)
	if err = m.tellLoss(err); err != nil {
		return err
	}
	if n == 0 {
		return fmt.Errorf("no games in %s", m.files[0])
	}
	return m.save(path, draft, fmt.Sprintf("%d games read", n))
}

// merge joins two books in a third file, which may be one of them.
func (m *bookMaker) merge(context.Context) error {
	var drafts [2]*book.Draft
	for i := range drafts {
		var err error
		if drafts[i], err = m.read(m.files[i], m.files[2]); err != nil {
			return err
		}
	}
	drafts[0].Merge(drafts[1])
	return m.save(m.files[2], drafts[0], "merged")
}

// sort writes a book again in the usual order.
func (m *bookMaker) sort(context.Context) error {
	draft, err := m.read(m.files[0], m.files[1])
	if err != nil {
		return err
	}
	return m.save(m.files[1], draft, "sorted")
}

// sameFile reports whether both names are of one file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// read reads a book that must exist, to write another one. What the new book cannot hold is reported; if the new one would
// overwrite the one that is read, that is an error.
func (m *bookMaker) read(name, to string) (*book.Draft, error) {
	path := files.Locate(name)
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	draft, err := m.open(path)
	if err != nil && !errors.Is(err, book.ErrLoss) {
		return nil, err
	}
	if err := mayBecomeBook(to); err != nil {
		return nil, err
	}
	if err != nil && sameFile(path, to) {
		return nil, fmt.Errorf("%w; write into another file to have the book without them", err)
	}
	return draft, m.tellLoss(err)
}

// change reads a book that will be overwritten, or begins a new one. If something of it would be lost, that is an error.
func (m *bookMaker) change(path string) (*book.Draft, error) {
	if err := mayBecomeBook(path); err != nil {
		return nil, err
	}
	draft, err := m.open(path)
	if errors.Is(err, book.ErrLoss) {
		err = fmt.Errorf("%w; makebook sort writes another book without them", err)
	}
	return draft, err
}

// mayBecomeBook returns an error if the file holds anything but a book.
func mayBecomeBook(path string) error {
	return files.MayReplace(path, "a text book (.db), which begins with "+book.TextHead, book.TextHead)
}

func (m *bookMaker) open(path string) (*book.Draft, error) {
	return book.OpenDraft(path, m.settings.rules(), m.settings.Book.Choice.IgnorePly)
}

// games opens the file of games, a line of USI moves or an SFEN each: as it stands, or made of the games of a KIF, KI2 or
// CSA file. It reports what cannot be read of these.
func (m *bookMaker) games() (lines io.Reader, file io.Closer, err error) {
	path := files.Locate(m.files[0])
	f, err := files.Open(path)
	if err != nil {
		return nil, nil, err
	}
	_, lines, leftOut, err := record.Games(path, f)
	if err != nil {
		f.Close()
	}
	for _, e := range leftOut {
		m.out.say("makebook: %v", e)
	}
	return lines, f, err
}

// tellLoss reports a loss and returns nil for it; other errors it returns.
func (m *bookMaker) tellLoss(err error) error {
	if errors.Is(err, book.ErrLoss) {
		m.out.say("makebook: %v", err)
		return nil
	}
	return err
}

// save replaces the book in the file.
func (m *bookMaker) save(path string, draft *book.Draft, done string) error {
	if err := files.Replace(path, func(w io.Writer) error { return draft.Write(w) }); err != nil {
		return err
	}
	m.out.say("makebook: %s; %s has %v", done, path, draft)
	return nil
}
