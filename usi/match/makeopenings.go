package match

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"katachi/movegen"
	"katachi/position"
)

const openingsUsage = `katachi match openings makes balanced openings: random legal moves from the start position, kept where an engine finds
the score within a bound. The same seed and engine give the same list when the engine searches a fixed number of nodes
on one thread.

  katachi match openings -engine 'cmd=./katachi Threads=1 USI_Hash=16' -n 500 -seed 1 -o openings.sfen

Flags:
`

// openingMaker makes openings. A candidate is known by its number: it depends on nothing but the seed and that.
type openingMaker struct {
	engine      EngineSpec
	control     TimeControl
	rules       ruling
	seed        uint64
	plies       int
	bound       int // centipawns
	concurrency int
}

// makeOpenings is katachi match openings.
func makeOpenings(args []string, stdout, stderr io.Writer) (err error) {
	c := defaultConfig()
	fs := flag.NewFlagSet("openings", flag.ContinueOnError)
	engine := fs.String("engine", "", "engine that judges the positions, as for a match: `'cmd=./katachi Threads=1'`")
	n := fs.Int("n", 500, "number of openings")
	out := fs.String("o", "", "`file` to write, one opening a line; standard output if it is not given")
	seed := fs.Uint64("seed", 1, "seed of the random moves")
	plies := fs.Int("plies", 10, "random moves")
	bound := fs.Int("max", 100, "greatest score for either side, in centipawns")
	tc := fs.String("tc", "nodes=20000", "how long the engine searches, as for a match")
	fs.StringVar(&c.Variant, "variant", c.Variant, "shogi or minishogi")
	fs.IntVar(&c.Concurrency, "concurrency", c.Concurrency, "engines at the same time")
	rest, err := parseMixed(fs, openingsUsage, args, stdout)
	if err != nil {
		return err
	}
	m := &openingMaker{seed: *seed, plies: *plies, bound: *bound, concurrency: c.Concurrency}
	if len(rest) > 0 || *engine == "" || *n < 1 || *plies < 1 || *bound < 0 || c.Concurrency < 1 {
		return errUsage{errors.New("openings wants -engine, positive -n, -plies and -concurrency, and -max of at least 0")}
	}
	if m.engine, err = ParseEngineSpec(*engine); err == nil {
		err = m.engine.complete()
	}
	if err == nil {
		m.control, err = ParseTimeControl(*tc)
	}
	if err == nil {
		m.rules, err = c.ruling()
	}
	if err != nil {
		return errUsage{err}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	show := &progress{out: stderr, live: isTerminal(stderr)}
	list, err := m.run(ctx, *n, func(kept, tried int) {
		if show.live {
			show.show(fmt.Sprintf("%d of %d openings, %d positions tried", kept, *n, tried))
		}
	})
	show.end()
	if err != nil {
		return err
	}
	to := stdout
	if *out != "" {
		f, err := os.Create(*out)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		to = f
	}
	b := bufio.NewWriter(to)
	for _, o := range list {
		fmt.Fprintln(b, o)
	}
	return b.Flush()
}

// run returns n openings. They are kept in the order of the candidates, whichever engine is the first to answer.
func (m *openingMaker) run(ctx context.Context, n int, shown func(kept, tried int)) ([]Opening, error) {
	group, ctx := errgroup.WithContext(ctx)
	var mu sync.Mutex
	next, judged := 0, 0           // candidates given out, candidates judged in order
	balanced := map[int]*Opening{} // judged ones ahead of the order; nil = not balanced
	seen, list := map[uint64]bool{}, []Opening(nil)
	for range m.concurrency {
		group.Go(func() error {
			p, _, err := startPlayer(ctx, &m.engine, &m.rules)
			if err != nil {
				return err
			}
			defer p.close(ctx)
			for {
				mu.Lock()
				i, done := next, len(list) == n
				next++
				mu.Unlock()
				if done {
					return nil
				}
				o, err := m.judge(ctx, p, i)
				if err != nil {
					return err
				}
				mu.Lock()
				balanced[i] = o
				for len(list) < n {
					o, known := balanced[judged]
					if !known {
						break
					}
					delete(balanced, judged)
					judged++
					if o == nil {
						continue
					}
					if pos, err := o.position(m.rules.variant); err == nil && !seen[pos.Key()] {
						seen[pos.Key()] = true
						list = append(list, *o)
					}
				}
				shown(len(list), judged)
				mu.Unlock()
			}
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return list, nil
}

// judge makes the candidate and returns it if it is balanced, nil otherwise.
func (m *openingMaker) judge(ctx context.Context, p player, number int) (*Opening, error) {
	random := rand.New(rand.NewPCG(m.seed, uint64(number)))
	j, err := m.rules.newJudge(Opening{})
	if err != nil {
		return nil, err
	}
	var o Opening
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
	setup := &gameSetup{opening: o, control: [2]TimeControl{m.control, m.control}, margin: [2]time.Duration{time.Second, time.Second}, rules: &m.rules}
	if err := p.newGame(ctx, setup, side); err != nil {
		return nil, err
	}
	t := setup.newTurn(newClock(setup.control), side)
	t.opening, t.position = o, j.pos
	a, err := p.think(ctx, t)
	if err != nil {
		return nil, err
	}
	if a.info.Score == nil || *a.info.Score > m.bound || *a.info.Score < -m.bound {
		return nil, nil
	}
	return &o, nil
}
