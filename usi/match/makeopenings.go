package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"katachi/movegen"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/files"
)

const openingsUsage = `katachi match openings makes balanced openings: random legal moves from the start position, kept if an engine finds
the score within a bound. The same seed and engine give the same list if the engine searches a fixed number of nodes on one
thread.

  katachi match openings -engine './katachi Threads=1 USI_Hash=16' -n 500 -seed 1 -o openings.sfen

Flags:
`

// openingMaker makes openings. A candidate is known by its number: it depends on nothing but the seed and that.
type openingMaker struct {
	engine      engineSpec
	control     timeControl
	rules       ruling
	seed        uint64
	plies       int
	bound       int // centipawns
	concurrency int
	patience    int // candidates in a row without a new opening after which there may be no more of them
}

// makeOpenings is katachi match openings.
func makeOpenings(ctx context.Context, args []string, io *command.IO) error {
	c := defaultConfig()
	fs := io.Flags()
	engine := fs.String("engine", "", "engine that judges the positions, as for a match: `'./katachi Threads=1'`")
	n := fs.Int("n", 500, "number of openings")
	out := fs.String("o", "", "new `file` to write, one opening a line; without it, standard output")
	seed := fs.Uint64("seed", 1, "seed of the random moves")
	plies := fs.Int("plies", 10, "random moves")
	bound := fs.Int("max", 100, "greatest score for either side, in centipawns")
	tc := fs.String("tc", "nodes=20000", "how long the engine searches, as for a match")
	fs.StringVar(&c.Variant, "variant", c.Variant, "shogi or minishogi")
	fs.IntVar(&c.Concurrency, "concurrency", c.Concurrency, "engines at the same time")
	err := io.ParseFlags(fs, openingsUsage, args)
	if err != nil {
		return err
	}
	m := &openingMaker{seed: *seed, plies: *plies, bound: *bound, concurrency: c.Concurrency, patience: 10_000}
	if *engine == "" || *n < 1 || *plies < 1 || *bound < 0 || c.Concurrency < 1 {
		return command.Wrong("want -engine, positive -n, -plies and -concurrency, and -max of at least 0")
	}
	if m.engine, err = parseEngineSpec(*engine); err == nil {
		err = m.engine.complete()
	}
	if err == nil {
		m.control, err = parseTimeControl(*tc)
	}
	if err == nil {
		c.MaxPlies = 0 // openings may be as long as they like
		m.rules, err = c.ruling()
	}
	if err != nil {
		return command.WrongUse(err)
	}
	if *out != "" { // what is wrong with it is to be known before the search
		if err = files.MayReplace(*out, "an empty file"); err == nil {
			err = files.CanReplace(*out)
		}
		if err != nil {
			return err
		}
	}
	show := command.NewLine(io.Stderr)
	list, errRun := m.run(ctx, *n, func(kept, tried int) {
		show.Show(fmt.Sprintf("%d of %d openings, %d positions tried", kept, *n, tried))
	})
	show.Wipe()
	if errors.Is(errRun, context.Canceled) {
		errRun = errors.New("interrupted")
	}
	if errRun != nil && len(list) == 0 {
		return errRun
	}
	if err := writeOpenings(*out, io.Stdout, list); err != nil {
		return err
	}
	if errRun != nil { // what there is is not lost
		return fmt.Errorf("%w; %d of %d openings are written", errRun, len(list), *n)
	}
	return nil
}

// writeOpenings writes the openings, one a line, to the file, or to standard output if it has no name.
func writeOpenings(name string, stdout io.Writer, list []position.GameText) error {
	var b bytes.Buffer
	for _, o := range list {
		fmt.Fprintln(&b, o)
	}
	if name != "" {
		return files.Write(name, b.Bytes())
	}
	_, err := stdout.Write(b.Bytes())
	return err
}

// run returns n openings, fewer with an error. They are kept in the order of the candidates, whichever engine is the
// first to answer.
func (m *openingMaker) run(ctx context.Context, n int, shown func(kept, tried int)) ([]position.GameText, error) {
	group, ctx := errgroup.WithContext(ctx)
	found := openingList{maker: m, wanted: n, shown: shown, balanced: map[int]*position.GameText{}, seen: map[uint64]bool{}}
	for range m.concurrency {
		group.Go(func() error {
			p, _, err := startPlayer(ctx, &m.engine, &m.rules)
			if err != nil {
				return err
			}
			defer p.close(ctx)
			for ctx.Err() == nil {
				i, done := found.take()
				if done {
					return nil
				}
				o, err := m.judge(ctx, p, i)
				if err == nil {
					err = found.add(i, o)
				}
				if err != nil {
					return err
				}
			}
			return ctx.Err()
		})
	}
	err := group.Wait()
	return found.list, err
}

// openingList gives out the numbers of candidates and collects those that are balanced, each position once.
type openingList struct {
	maker  *openingMaker
	wanted int
	shown  func(kept, tried int)

	mu       sync.Mutex
	next     int                        // candidate to be given out
	judged   int                        // candidates judged in order
	barren   int                        // of these in a row that brought nothing new
	balanced map[int]*position.GameText // judged ones ahead of the order; nil = not balanced
	seen     map[uint64]bool
	list     []position.GameText
}

// take returns the number of the next candidate, unless there are openings enough.
func (l *openingList) take() (number int, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next++
	return l.next - 1, len(l.list) == l.wanted
}

// add takes a candidate that was judged, nil if it is not balanced. It returns an error if there may be no more openings.
func (l *openingList) add(number int, o *position.GameText) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.balanced[number] = o
	for len(l.list) < l.wanted {
		o, known := l.balanced[l.judged]
		if !known {
			break
		}
		delete(l.balanced, l.judged)
		l.judged++
		l.barren++
		if o == nil {
			continue
		}
		if p, err := o.Play(l.maker.rules.variant); err == nil && !l.seen[p.Key()] {
			l.seen[p.Key()] = true
			l.list = append(l.list, *o)
			l.barren = 0
		}
	}
	l.shown(len(l.list), l.judged)
	if m := l.maker; l.barren >= m.patience && len(l.list) < l.wanted {
		return fmt.Errorf("nothing new in %d candidates: with -plies %d and -max %d there may be no more openings", m.patience, m.plies, m.bound)
	}
	return nil
}

// judge makes the candidate and returns it if it is balanced, nil otherwise.
func (m *openingMaker) judge(ctx context.Context, p player, number int) (*position.GameText, error) {
	random := rand.New(rand.NewPCG(m.seed, uint64(number)))
	j, err := m.rules.newJudge(position.GameText{})
	if err != nil {
		return nil, err
	}
	var o position.GameText
	var buffer [movegen.MaxMoves]position.Move
	for range m.plies {
		moves := movegen.Legal(j.pos, buffer[:0])
		if len(moves) == 0 {
			return nil, nil
		}
		move := moves[random.IntN(len(moves))]
		o.Moves = append(o.Moves, move.String())
		j.pos.Do(move)
	}
	if j.standing() != nil {
		return nil, nil
	}
	side := int(j.pos.Side())
	setup := &gameSetup{opening: o, control: [2]timeControl{m.control, m.control}, margin: [2]time.Duration{time.Second, time.Second}, rules: &m.rules}
	if err := p.newGame(ctx, setup, side); err != nil {
		return nil, err
	}
	t := setup.newTurn(newClock(setup.control), side)
	t.opening = o
	a, err := p.think(ctx, t)
	if err != nil {
		return nil, err
	}
	if a.info.Score == nil || *a.info.Score > m.bound || *a.info.Score < -m.bound {
		return nil, nil
	}
	return &o, nil
}
