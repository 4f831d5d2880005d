// Package makebook makes opening books, from games or by searching. It is the work of makebook, a command of the console, which
// plugs in the engine; books themselves are package book's.
//
// Here are the commands and their words; those that need no search are in books.go, think is in think.go with what grow, in
// grow.go, has in common with it.
package makebook

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"katachi/position"
	"katachi/position/files"
	"katachi/search"
	"katachi/usi/book"
)

// Engine searches for a book.
type Engine interface {
	// Begin makes the engine ready for searches that look for that many moves of a position.
	Begin(multiPV int) error
	// Moves searches a position and returns its moves as a book has them, the best first, none where the game is over. If ctx
	// ends before the limits are reached, they are those of what was searched until then.
	Moves(ctx context.Context, p *position.Position, limits search.Limits) []book.Move
}

// Maker does a Job.
type Maker struct {
	Job
	Engine  Engine
	Options book.Options                     // the user's: the variant, and how the books will be read
	Say     func(format string, args ...any) // tells a line of how the work goes on
}

// Run does the job until it is done or ctx ends; then what was searched is saved. Files are looked for beside the program first, a
// book that is written too, so that the one that is used is the one that changes.
func (m *Maker) Run(ctx context.Context) error {
	for i, name := range m.files {
		m.files[i] = files.Locate(name)
	}
	return verbs[m.verb].run(m, ctx)
}

// Job is what a command asks for.
type Job struct {
	verb    string
	files   []string // as the verb wants them; the last one is written
	first   int      // ply of the first position
	last    int      // ply of the last position
	limits  search.Limits
	multiPV int
	// of grow:
	positions int // how many the book is to hold
	within    int // centipawns, see book.Growth
	replies   int
}

// verbs are the subcommands of makebook, with the files and the keys that each takes.
var verbs = map[string]struct {
	files string
	keys  string
	run   func(m *Maker, ctx context.Context) error
}{
	"think": {"GAMES BOOK", "startmoves endmoves depth nodes movetime multipv", (*Maker).think},
	"grow":  {"BOOK", "positions endmoves within replies depth nodes movetime multipv", (*Maker).grow},
	"from":  {"GAMES BOOK", "moves", (*Maker).from},
	"merge": {"BOOK BOOK OUT", "", (*Maker).merge},
	"sort":  {"BOOK OUT", "", (*Maker).sort},
}

// Usage tells what there is.
const Usage = `makebook think GAMES BOOK [startmoves 1] [endmoves 16] [depth 20 | nodes N | movetime MS] [multipv 1]
    searches the positions of the games that BOOK does not hold yet; games are records in KIF, KI2, CSA or JKF, or lines
    "startpos moves 7g7f ..." or single SFENs, in a file, or in all files of a folder that are named like records; saves
    every minute, at the end and at stop or quit, and the same command goes on from there
makebook grow BOOK [positions 1000] [endmoves 24] [within 50] [replies N] [depth 20 | nodes N | movetime MS] [multipv 4]
    searches from the start position on, always the position that BOOK's own moves are most likely to lead to next;
    leaves out moves that are worse than the best by more than within centipawns; with replies, the other player's
    moves may be worse by that much, and stay in BOOK; the same command goes on
makebook from GAMES BOOK [moves 16]   adds the moves of the games, with how often they were played;
    in a position that was searched, only the counts of its moves rise
makebook merge BOOK BOOK OUT          joins two books; of a position in both, keeps the deeper moves
makebook sort BOOK OUT                sorts a book, for BookOnTheFly, and joins entries of the same position
Books are YaneuraOu's text (.db); comments in them are not kept. No file other than a book is written over. Put a file name with blanks in quotes: "my book.db".`

// searchDepth is how deep makebook think searches unless it is told: enough for the usual BookDepthLimit.
const searchDepth = 20

// Parse reads the words of a command behind its name, of which there must be one.
func Parse(words []string) (Job, error) {
	job := Job{verb: words[0], first: 1, last: 16, multiPV: 1, limits: search.Limits{Depth: searchDepth}}
	verb, ok := verbs[job.verb]
	if !ok {
		return job, fmt.Errorf("makebook: %q, want think, grow, from, merge or sort", job.verb)
	}
	if job.verb == "grow" {
		job.last, job.multiPV, job.positions, job.within = 24, 4, 1000, 50
	}
	names := strings.Fields(verb.files)
	if len(words) <= len(names) {
		return job, fmt.Errorf("want makebook %s %s", job.verb, verb.files)
	}
	job.files = words[1 : 1+len(names)]
	for rest := words[1+len(names):]; len(rest) > 0; rest = rest[2:] {
		key := rest[0]
		if !strings.Contains(" "+verb.keys+" ", " "+key+" ") {
			return job, fmt.Errorf("makebook %s: %q, want %s", job.verb, key, orNothing(verb.keys))
		}
		n := 0
		if len(rest) > 1 {
			n, _ = strconv.Atoi(rest[1])
		}
		if n < 1 || n > 1<<31-1 {
			return job, fmt.Errorf("makebook %s: want a number from 1 after %s", job.verb, key)
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
		case "replies":
			job.replies = n
		}
	}
	if job.first > job.last {
		return job, fmt.Errorf("makebook %s: startmoves %d is after endmoves %d", job.verb, job.first, job.last)
	}
	if job.replies > 0 && job.replies < job.within {
		return job, fmt.Errorf("makebook grow: replies %d is less than within %d", job.replies, job.within)
	}
	return job, nil
}

func orNothing(keys string) string {
	if keys == "" {
		return "nothing more"
	}
	return "one of " + keys
}
