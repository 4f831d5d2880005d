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

	"katachi/search"
	"katachi/usi/book"
)

// bookJob is a parsed makebook command.
type bookJob struct {
	verb    string
	files   []string // as the verb wants them; the last one is written
	first   int      // ply of the first position
	last    int      // ply of the last position
	limits  search.Limits
	multiPV int
}

// bookVerbs are the things that makebook does, with the files and the keys that each wants.
var bookVerbs = map[string]struct {
	files string
	keys  string
	run   func(d *driver, ctx context.Context, settings Settings, job bookJob) error
}{
	"think": {"GAMES BOOK", "startmoves endmoves depth nodes movetime multipv", (*driver).thinkBook},
	"from":  {"GAMES BOOK", "moves", (*driver).bookFrom},
	"merge": {"BOOK BOOK OUT", "", (*driver).mergeBooks},
	"sort":  {"BOOK OUT", "", (*driver).sortBook},
}

const bookUsage = `makebook think GAMES BOOK [startmoves 1] [endmoves 16] [depth 20 | nodes N | movetime MS] [multipv 1]
    searches the positions of the games, lines "startpos moves 7g7f ..." or single SFENs, that BOOK does not hold yet;
    saved every minute, at the end and by stop or quit: the same command goes on
makebook from GAMES BOOK [moves 16]   adds the games' moves, with how often they were played
makebook merge BOOK BOOK OUT          joins two books; of a position in both the deeper moves stay
makebook sort BOOK OUT                sorts a book, for BookOnTheFly
Books are YaneuraOu's text (.db); comments in them are not kept. File names must be without blanks.`

// bookDepth is how deep makebook think searches unless it is told: enough for the usual BookDepthLimit.
const bookDepth = 20

// parseMakeBook reads the words after makebook.
func parseMakeBook(words []string) (bookJob, error) {
	job := bookJob{verb: words[0], first: 1, last: 16, multiPV: 1, limits: search.Limits{Depth: bookDepth}}
	verb, ok := bookVerbs[job.verb]
	if !ok {
		return job, fmt.Errorf("%w: makebook: %q, want think, from, merge or sort", errCommand, job.verb)
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
func (d *driver) makeBook(_ line, words []string) {
	if len(words) == 0 {
		d.out.lines(bookUsage)
		return
	}
	job, err := parseMakeBook(words)
	if err != nil {
		d.out.say("%v", err)
		return
	}
	if !d.filesRead {
		d.readOptionFiles()
	}
	settings := *d.settings
	settings.Book.Own = false
	d.start(keeping, func(ctx context.Context, _ *task) {
		d.engine.library.update(settings.Book, d.out) // it may be the one that is written; the next go opens it again
		if err := bookVerbs[job.verb].run(d, ctx, settings, job); err != nil {
			d.out.say("makebook: %v", err)
		}
	})
}

// bookFrom adds the moves of games to a book.
func (d *driver) bookFrom(_ context.Context, settings Settings, job bookJob) error {
	path := Locate(job.files[1])
	draft, err := openDraft(path, settings)
	if err != nil {
		return err
	}
	games, err := os.Open(Locate(job.files[0]))
	if err != nil {
		return err
	}
	defer games.Close()
	n, err := draft.AddGames(games, job.last)
	if err = d.tellUnusable(err); err != nil {
		return err
	}
	return d.saveBook(path, draft, fmt.Sprintf("%d games read", n))
}

// mergeBooks joins two books in a third file.
func (d *driver) mergeBooks(_ context.Context, settings Settings, job bookJob) error {
	var drafts [2]*book.Draft
	for i := range drafts {
		var err error
		if drafts[i], err = d.readBook(job.files[i], settings); err != nil {
			return err
		}
	}
	drafts[0].Merge(drafts[1])
	return d.saveBook(job.files[2], drafts[0], "merged")
}

// sortBook writes a book again in the usual order. Lines of no use are lost, so not in the place of a book that has some.
func (d *driver) sortBook(_ context.Context, settings Settings, job bookJob) error {
	to := job.files[1]
	read := d.readBook
	if sameFile(Locate(job.files[0]), to) {
		read = d.readWhole
	}
	draft, err := read(job.files[0], settings)
	if err != nil {
		return err
	}
	return d.saveBook(to, draft, "sorted")
}

// sameFile reports whether both names are of one file.
func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// readWhole reads a book that must be there, and whose every line can be used.
func (d *driver) readWhole(name string, settings Settings) (*book.Draft, error) {
	draft, err := book.OpenDraft(Locate(name), settings.rules(), settings.Book.Choice.IgnorePly)
	if errors.Is(err, book.ErrUnusable) {
		err = fmt.Errorf("%w; sort it into another file to have the book without them", err)
	}
	return draft, err
}

// readBook reads a book that must be there. Lines of no use are left out and told.
func (d *driver) readBook(name string, settings Settings) (*book.Draft, error) {
	path := Locate(name)
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	draft, err := book.OpenDraft(path, settings.rules(), settings.Book.Choice.IgnorePly)
	return draft, d.tellUnusable(err)
}

// openDraft reads a book to be written again, or begins a new one. A book with lines that would be lost stays as it is.
func openDraft(path string, settings Settings) (*book.Draft, error) {
	draft, err := book.OpenDraft(path, settings.rules(), settings.Book.Choice.IgnorePly)
	if errors.Is(err, book.ErrUnusable) {
		err = fmt.Errorf("%w; makebook sort writes another book without them", err)
	}
	return draft, err
}

// tellUnusable says that some lines were of no use and lets other errors pass.
func (d *driver) tellUnusable(err error) error {
	if errors.Is(err, book.ErrUnusable) {
		d.out.say("makebook: %v", err)
		return nil
	}
	return err
}

// saveBook writes a book in the place of the old one.
func (d *driver) saveBook(path string, draft *book.Draft, done string) error {
	if err := replaceFile(path, func(w io.Writer) error { return draft.Write(w) }); err != nil {
		return err
	}
	d.out.say("makebook: %s; %s has %v", done, path, draft)
	return nil
}
