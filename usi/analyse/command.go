package analyse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/record"
	"katachi/search"
)

const usage = `katachi analyse searches every position of game records and says what it found.

  katachi analyse -movetime 1s game.kif                     one game; the results are in the folder analysis
  katachi analyse -nodes 200000 -o results records/ a.csa   all records of a folder, and a file
  cat game.kif | katachi analyse -                          standard input; the results are called stdin
  katachi analyse -sfen "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"

Records are KIF, KI2, CSA, JKF, or lines of USI moves or SFENs, in UTF-8, UTF-16, Shift_JIS, EUC-JP or ISO-2022-JP. A
pattern such as *.kif that the shell does not expand stands for the files that match it.

For each game it writes four files: an annotated KIF (.kifu, for ShogiHome and other GUIs), CSA, JSON, and a page for the
browser (.html). If the folder has several games, all_games.html leads to their pages. The files are named after the
record, with a number if other files have that name already. Only an older analysis of the same record is replaced, and
only if nobody has edited it since; otherwise it stays, and the new analysis gets a number. If a run was stopped, the same
command goes on where it was. A record that cannot be read is reported with file and line, and the others go on; the exit
status is then 1.

Flags:
`

// Config is what the command needs of the rest of the program.
type Config struct {
	Engine string // name and version
	// NewSearcher makes an engine with these settings.
	NewSearcher func(threads, multiPV, hashMB int, rule position.EnteringKing) (Searcher, error)
	Scale       eval.Scale // of the engine's scores; those of this package are on the field's
	// Castle names the castle that a side has built, empty if none is complete.
	Castle func(p *position.Position, c position.Color) (english, japanese string)
}

// settings are the flags of the command.
type settings struct {
	movetime time.Duration
	nodes    uint64
	threads  int
	multiPV  int
	hash     int
	out      string
	formats  string
	html     bool
	practice bool
	open     bool
	ruleName string
	rule     position.EnteringKing // of that name
	sfen     string
	files    []string
}

// New returns katachi analyse.
func New(c Config) command.Command {
	return command.Command{Name: "analyse", About: "search game records, and annotate them", Run: func(ctx context.Context, args []string, io *command.IO) error {
		s := settings{}
		if err := s.parse(args, io); err != nil {
			return err
		}
		return s.run(ctx, c, io)
	}}
}

var formats = []string{"kif", "csa", "json", "html"}

// endings are those of the files, by format.
var endings = map[string]string{"kif": ".kifu", "csa": ".csa", "json": ".json", "html": ".html"}

func (s *settings) parse(args []string, io *command.IO) (err error) {
	fs := io.Flags()
	fs.DurationVar(&s.movetime, "movetime", time.Second, "search each position for this `time`")
	fs.Uint64Var(&s.nodes, "nodes", 0, "search this `number` of nodes for each position instead")
	fs.IntVar(&s.threads, "threads", search.Cores(), "threads in all; several games are analysed side by side, with one thread each")
	fs.IntVar(&s.multiPV, "multipv", 2, "lines for each position; the mark of an only move needs at least 2")
	fs.IntVar(&s.hash, "hash", 64, "transposition table of each search, MB")
	fs.StringVar(&s.out, "o", "analysis", "write the results to this `folder`")
	fs.StringVar(&s.formats, "format", strings.Join(formats, ","), "files to write, a `list` of kif, csa, json and html")
	fs.BoolVar(&s.html, "html", false, "write only the page; with -sfen, a page instead of text")
	fs.BoolVar(&s.practice, "practice", true, "compare other moves too where mistakes were made, so that these can be practised on the page")
	fs.BoolVar(&s.open, "open", false, "open the page in the browser at the end")
	fs.StringVar(&s.ruleName, "rule", "CSARule27", "`rule` of the entering-king declaration: "+strings.Join(position.EnteringKingNames(), ", "))
	fs.StringVar(&s.sfen, "sfen", "", "analyse this `position` instead of records")
	if s.files, err = io.Parse(fs, usage, args); err != nil {
		return err
	}
	switch {
	case s.sfen == "" && len(s.files) == 0:
		return command.Wrong("no record to analyse")
	case s.sfen != "" && len(s.files) > 0:
		return command.Wrong("-sfen takes the place of records: leave out %q", s.files[0])
	case s.movetime <= 0:
		return command.Wrong("-movetime %v: want a time such as 1s", s.movetime)
	case s.open && s.sfen != "" && !s.html:
		return command.Wrong("-open opens a page: give -html too")
	case s.html && s.formats != "html" && s.formats != strings.Join(formats, ","):
		return command.Wrong("-html means -format html, but -format is %s: give only one of them", s.formats)
	case s.threads < 1 || s.multiPV < 1 || s.hash < 1:
		return command.Wrong("-threads, -multipv and -hash must be at least 1")
	}
	if s.rule, err = position.ParseEnteringKing(s.ruleName); err != nil {
		return command.WrongUse(fmt.Errorf("-rule: %w", err))
	}
	if s.html {
		s.formats = "html"
	}
	for _, f := range strings.Split(s.formats, ",") {
		if !slices.Contains(formats, f) {
			return command.Wrong("-format %q: want a list of %s", f, strings.Join(formats, ", "))
		}
	}
	if s.open && !slices.Contains(strings.Split(s.formats, ","), "html") {
		return command.Wrong("-open opens a page, but -format %s writes none: add html", s.formats)
	}
	return nil
}

// text returns the settings with which a game was analysed.
func (s *settings) text() string {
	if !s.practice {
		return s.how() + ", no practice"
	}
	return s.how()
}

// japanese returns the same in Japanese.
func (s *settings) japanese() string {
	how := fmt.Sprintf("1手%v秒", s.movetime.Seconds())
	if s.nodes > 0 {
		how = fmt.Sprintf("1手%dノード", s.nodes)
	}
	how += fmt.Sprintf("、候補手%d", s.multiPV)
	if !s.practice {
		how += "、復習なし"
	}
	return how
}

// how returns how each position is searched.
func (s *settings) how() string {
	how := fmt.Sprintf("%v a move", s.movetime)
	if s.nodes > 0 {
		how = fmt.Sprintf("%d nodes a move", s.nodes)
	}
	return how + fmt.Sprintf(", %d lines", s.multiPV)
}

// compares reports whether other moves are compared with mistakes: only the page and the JSON say what comes of it.
func (s *settings) compares() bool {
	list := strings.Split(s.formats, ",")
	return s.practice && (slices.Contains(list, "html") || slices.Contains(list, "json"))
}

func (s *settings) limits() search.Limits {
	if s.nodes > 0 {
		return search.Limits{Nodes: s.nodes}
	}
	return search.Limits{MoveTime: s.movetime}
}

// errBad makes the exit status say that records, or parts of them, could not be read.
var errBad = errors.New("not every record could be read")

func (s *settings) run(ctx context.Context, c Config, io *command.IO) error {
	if s.sfen != "" {
		return s.position(ctx, c, io)
	}
	journal, err := openJournal(s.out)
	if err != nil {
		return err
	}
	inputs, unread, err := findRecords(s.files, io.Stdin, journal)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.out, 0o777); err != nil {
		return err
	}
	w := &work{settings: s, config: c, line: command.NewLine(io.Stderr), inputs: inputs, journal: journal}
	for _, err := range unread {
		w.tell(err)
	}
	w.scan()
	if err := w.run(ctx); err != nil {
		return err
	}
	if w.page != "" {
		w.showPages()
	}
	if w.bad {
		return errBad
	}
	return nil
}

// showPages writes the overview, and opens a page or says which there are.
func (w *work) showPages() {
	overview, err := w.journal.writeOverview()
	if err != nil {
		w.line.Print(err.Error())
	}
	page := w.page
	if w.games > 1 {
		page = cmp.Or(overview, page)
	}
	if w.settings.open {
		err := command.Open(page)
		if err == nil {
			w.line.Print("opening " + page)
			return
		}
		w.line.Printf("cannot open %s: %v", page, err)
	}
	switch {
	case overview == "":
		w.line.Print("open the .html in a browser")
	case w.games == 1:
		w.line.Print("open the .html in a browser; " + overview + " leads to those of all games")
	default:
		w.line.Print("open " + overview + " in a browser")
	}
}

// fingerprint tells a game with its settings from all others. Without practice it is that of programs which had none.
func (s *settings) fingerprint(c Config, g *record.Game) string {
	kif, _ := g.KIF()
	how := s.how()
	if s.practice {
		how += ", practice"
	}
	return checksum(fmt.Appendf(nil, "%s\n%s\n%s\n%s", c.Engine, how, s.rule, kif))
}

// formatsOf lists what is written of a game: there is no CSA of minishogi.
func (s *settings) formatsOf(g *record.Game) []string {
	list := strings.Split(s.formats, ",")
	if g.Start.Rules() != position.Shogi {
		list = slices.DeleteFunc(list, func(f string) bool { return f == "csa" })
	}
	return list
}

// endingsOf lists the endings of a game's files, that of the page first.
func (s *settings) endingsOf(g *record.Game) []string {
	var list []string
	for _, f := range s.formatsOf(g) {
		if f == "html" {
			list = slices.Insert(list, 0, endings[f])
		} else {
			list = append(list, endings[f])
		}
	}
	return list
}

// results returns what is written of a game, by format.
func (s *settings) results(a *game, r *Report) (map[string][]byte, error) {
	results := map[string][]byte{}
	for _, format := range s.formatsOf(a.record) {
		var data []byte
		var text string
		var err error
		switch format {
		case "kif":
			text, err = a.annotated(r).KIF()
			data = []byte(text)
		case "csa":
			text, err = a.annotated(r).CSA()
			data = []byte(text)
		case "json":
			data, err = r.JSON()
		case "html":
			data, err = r.Page()
		}
		if err != nil {
			return nil, err
		}
		results[format] = data
	}
	return results, nil
}
