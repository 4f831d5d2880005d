package analyse

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"katachi/position"
	"katachi/position/command"
	"katachi/position/files"
	"katachi/position/record"
	"katachi/search/mate"
)

// work is a run over records.
type work struct {
	settings *settings
	config   Config
	line     *command.Line
	inputs   []input
	journal  *journal

	games     int  // that can be read
	positions int  // of all of them
	bad       bool // there are records or variations that could not be read

	mu    sync.Mutex
	done  int    // positions that are there
	found int    // of these, that were there at the start
	ready int    // games
	page  string // of the game that was ready last; empty without pages
	start time.Time
	nodes uint64
}

// job is a game to be analysed.
type job struct {
	game   *record.Game
	source record.Source
	name   string // of the results, with the folder, without ending
	title  string
	// fingerprint tells the game with its settings from all others.
	fingerprint string
	ready       bool   // the results are there already
	kept        string // a file of an older analysis that has been edited
}

// scan reads all records once, to know how much there is to do, and tells what is wrong with them. Of the records
// nothing is kept but what came through pipes.
func (w *work) scan() {
	for i := range w.inputs {
		sources, err := w.inputs[i].sources()
		if err != nil {
			w.tell(err)
			continue
		}
		var errs []error
		for i := range sources {
			g, leftOut, err := sources[i].Game()
			errs = append(errs, leftOut...)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			moves, _ := g.Moves()
			w.games++
			w.positions += len(moves) + 1
		}
		for _, err := range record.Few(w.inputs[i].path, errs) {
			w.tell(err)
		}
	}
}

// ownSuffix marks results that lie beside the records.
const ownSuffix = "_analysed"

// resultName is what the results of a game should be called: the file's name, not too long, with the game's number (0
// for the only one) among those of the file. It is not that of a record in the folder of the results. Which name they
// get, journal.place says.
func resultName(out, path string, game, together int) string {
	name := shortened(stem(path))
	if files.Same(out, filepath.Dir(path)) {
		name += ownSuffix
	}
	if game > 0 {
		name += fmt.Sprintf("_%0*d", len(fmt.Sprint(together)), game)
	}
	return name
}

// longestName is how many bytes of a name are kept: most file systems allow 255, of which endings, numbers and the names of
// temporary files take some.
const longestName = 200

// shortened cuts a name that is too long, between two characters.
func shortened(name string) string {
	if len(name) > longestName {
		return strings.ToValidUTF8(name[:longestName], "")
	}
	return name
}

func stem(path string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// run analyses all games, several side by side if there are several.
func (w *work) run(ctx context.Context) error {
	w.start = time.Now()
	workers, threads := min(w.settings.threads, w.games), 1
	if w.games <= 1 {
		workers, threads = 1, w.settings.threads
	}
	jobs := make(chan job)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(jobs)
		return w.read(ctx, jobs)
	})
	for range workers {
		group.Go(func() error {
			var t *thinker
			for j := range jobs {
				if t == nil {
					var err error
					if t, err = w.settings.newThinker(w.config, threads); err != nil {
						return err
					}
				}
				if err := w.analyse(ctx, t, j); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	w.line.Wipe()
	if ctx.Err() != nil && err == context.Canceled {
		return fmt.Errorf("interrupted; the same command goes on with the rest (%d of %d positions are there)", w.done, w.positions)
	}
	return err
}

// newThinker makes what analyses games one after the other, see begin.
func (s *settings) newThinker(c Config, threads int) (*thinker, error) {
	searcher, err := c.NewSearcher(threads, s.multiPV, s.hash, s.rule)
	if err != nil {
		return nil, err
	}
	solver, err := mate.NewSolver(16)
	if err != nil {
		return nil, err
	}
	return &thinker{searcher: searcher, scale: c.Scale, solver: solver, limits: s.limits(), multiPV: s.multiPV}, nil
}

// begin makes ready for a game.
func (t *thinker) begin(s *settings, g *record.Game) {
	t.declaration = position.NewDeclaration(s.rule, g.Start)
	t.searcher.Clear()
}

// read sends the games that scan could read, one file in memory at a time, beside what came through pipes.
func (w *work) read(ctx context.Context, jobs chan<- job) error {
	for i := range w.inputs {
		in := &w.inputs[i]
		sources, err := in.sources()
		if err != nil {
			continue
		}
		for k, source := range sources {
			game := 0
			if len(sources) > 1 {
				game = k + 1
			}
			g, _, err := source.Game()
			if err != nil {
				continue
			}
			j := job{game: g, source: source, fingerprint: w.settings.fingerprint(w.config, g)}
			name := resultName(w.settings.out, in.path, game, len(sources))
			name, j.ready, j.kept, err = w.journal.place(name, entry{j.fingerprint, w.settings.formatsOf(g), in.source(w.journal), game})
			if err != nil {
				return err
			}
			j.name, j.title = filepath.Join(w.settings.out, name), title(g, name)
			select {
			case jobs <- j:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

// title is what a game is called.
func title(g *record.Game, name string) string {
	if g.Names[0] != "" || g.Names[1] != "" {
		return g.Names[0] + " - " + g.Names[1]
	}
	if t := g.Field("表題"); t != "" {
		return t
	}
	return name
}

// tell reports what is wrong with a record.
func (w *work) tell(err error) {
	w.bad = true
	w.line.Print(err.Error())
}

// analyse analyses a game, or what is left of it, and writes the results.
func (w *work) analyse(ctx context.Context, t *thinker, j job) error {
	a := newGame(j.game, w.config.Castle, w.settings.rule)
	n := len(a.positions)
	if j.ready {
		w.progress(j, "", n, n, 0)
		w.finish(j, true)
		return nil
	}
	t.begin(w.settings, j.game)
	draft, err := openDraft(j.name+partEnding, j.fingerprint, a.thoughts, w.steps(n))
	if err != nil {
		return err
	}
	defer draft.file.Close()
	if draft.known > 0 {
		old := min(draft.known, n)
		w.progress(j, "", old, old, 0)
	}
	for k := draft.known; k < w.steps(n); k++ {
		stage, i := step(k, n)
		fresh, nodes, place := 0, uint64(0), ""
		switch stage {
		case thinking:
			a.thoughts[i], err = t.think(ctx, a.positions[i])
			fresh, nodes, place = 1, a.thoughts[i].Nodes, fmt.Sprintf("move %d", i)
		case lookingAgain:
			nodes, err = a.lookAgain(ctx, t, i)
			place = fmt.Sprintf("second look at move %d", i+1)
		case lookingAround:
			nodes, err = a.lookAround(ctx, t, i)
			place = fmt.Sprintf("other moves than move %d", i+1)
		}
		if err != nil {
			return err
		}
		if err := draft.add(&a.thoughts[i]); err != nil {
			return err
		}
		w.progress(j, place, fresh, 0, nodes)
	}
	r := a.report()
	r.Title, r.Engine, r.Fingerprint = j.title, w.config.Engine, j.fingerprint
	r.Settings, r.SettingsJA = w.settings.text(), w.settings.japanese()
	r.Source = fmt.Sprintf("%s:%d", filepath.ToSlash(j.source.File), j.source.Line)
	results, err := w.settings.results(a, r)
	if err != nil {
		return err
	}
	if err := w.journal.write(filepath.Base(j.name), results); err != nil {
		return err
	}
	draft.file.Close()
	if err := os.Remove(j.name + partEnding); err != nil {
		return err
	}
	w.finish(j, false)
	return nil
}

// The stages of the analysis of a game. In each of them it goes from the end of the game to its beginning: so the table knows
// how the game went on.
const (
	thinking      = iota // the positions are searched
	lookingAgain         // lookAgain before each move
	lookingAround        // lookAround before each move
)

// steps returns how many steps the analysis of a game of n positions has.
func (w *work) steps(n int) int {
	if w.settings.compares() {
		return n + 2*(n-1)
	}
	return n + n - 1
}

// step returns the stage of the k-th step, from 0, and the position that it is about.
func step(k, n int) (stage, position int) {
	if k < n {
		return thinking, n - 1 - k
	}
	return lookingAgain + (k-n)/(n-1), n - 2 - (k-n)%(n-1)
}

// progress counts positions of a game, of which some were there already, and shows how far the work is; place says where in
// the game it is, n is 0 if the position was counted before.
func (w *work) progress(j job, place string, n, old int, nodes uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done += n
	w.found += old
	w.nodes += nodes
	elapsed := time.Since(w.start)
	text := fmt.Sprintf("%s %d/%d positions", command.Bar(float64(w.done)/float64(max(1, w.positions)), 12), w.done, w.positions)
	fresh := w.done - w.found
	if fresh > 0 && w.done < w.positions { // how long it will take to look at mistakes again nobody knows
		left := elapsed / time.Duration(fresh) * time.Duration(w.positions-w.done)
		text += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	if place != "" {
		text += fmt.Sprintf(", %.0f knps, %s", float64(w.nodes)/1000/max(elapsed.Seconds(), 0.001), place)
	}
	w.line.Show(text + fmt.Sprintf(" of %s, %d/%d games ready", filepath.Base(j.name), w.ready, w.games)) // a narrow terminal cuts the name
}

// finish tells that a game is ready.
func (w *work) finish(j job, old bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ready++
	if slices.Contains(w.settings.formatsOf(j.game), "html") {
		w.page = j.name + endings["html"]
	}
	word := ""
	if old {
		word = " (was there already)"
	} else if j.kept != "" {
		word = fmt.Sprintf(" (%s may have been edited and stays)", j.kept)
	}
	w.line.Printf("%d/%d %s%s%s", w.ready, w.games, j.name, strings.Join(w.settings.endingsOf(j.game), " "), word)
}

// partEnding is that of a draft.
const partEnding = ".part"

// draft keeps what was thought of a game that is not finished: the fingerprint, then a line for each step, with what is thought
// of its position from then on. A step whose line an interruption has cut is done again.
type draft struct {
	file  *os.File
	known int // steps
}

func openDraft(path, fingerprint string, thoughts []thought, steps int) (*draft, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	d := &draft{file: file}
	in := bufio.NewReader(file)
	head, err := in.ReadString('\n')
	whole := int64(len(head))
	if err != nil || strings.TrimSpace(head) != fingerprint {
		whole = 0
	}
	for whole > 0 && d.known < steps {
		line, err := in.ReadBytes('\n')
		var t thought
		if err != nil || json.Unmarshal(line, &t) != nil {
			break
		}
		_, i := step(d.known, len(thoughts))
		thoughts[i] = t
		d.known++
		whole += int64(len(line))
	}
	if err := file.Truncate(whole); err != nil {
		return nil, err
	}
	if _, err := file.Seek(whole, 0); err != nil {
		return nil, err
	}
	if whole == 0 {
		if _, err := file.WriteString(fingerprint + "\n"); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (d *draft) add(t *thought) error {
	b, err := json.Marshal(t)
	if err == nil {
		_, err = d.file.Write(append(b, '\n'))
	}
	return err
}
