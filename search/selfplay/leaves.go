package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"katachi/eval"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/record"
	"katachi/search"
)

const leavesUsage = `katachi selfplay leaves searches positions of games and writes records of positions that the evaluation was asked for on the way,
each with the score of a search of its own. There a network is used; the positions of games are other ones.

  katachi selfplay leaves -o leaves.ktg games.ktg
  katachi train shuffle -scale 1500 -o positions.ktp leaves.ktg games.ktg

A position depends on the flags, the games and its number alone. Interrupted in any way, the same command goes on.

Flags:
`

// leafSettings are what the positions that a search evaluates, with scores of their own, depend on beside the games.
type leafSettings struct {
	Evaluator  string // its identity
	Seed       uint64
	Roots      int    // positions of a game that are searched
	Nodes      uint64 // of their search
	Leaves     uint64 // positions kept of it
	LabelNodes uint64 // no iteration of the search of such a position is begun after them
	FirstPly   int    // roots before it are the opening's, which come again and again
	MostScore  int    // a root whose score is greater is decided
}

func (s *leafSettings) String() string { return fmt.Sprintf("leaves %+v", *s) }

// leafRun makes the records.
type leafRun struct {
	settings     leafSettings
	newEvaluator func() eval.Evaluator
	games        []string
	threads      int
	store        *store
	line         *command.Line

	mu    sync.Mutex
	roots int // searched
}

// root is a position to search.
type root struct {
	number uint64 // its leaves have the IDs from number * Leaves on
	packed position.Packed
	ply    int
}

// leaves is katachi selfplay leaves.
func leaves(ctx context.Context, load eval.Loader, args []string, io *command.IO) error {
	r := leafRun{line: command.NewLine(io.Stdout)}
	s := &r.settings
	flags := io.Flags()
	out := flags.String("o", "", "`file` to write, or to go on with")
	flags.IntVar(&s.Roots, "roots", 3, "positions of a game to search")
	flags.Uint64Var(&s.Nodes, "nodes", 8000, "nodes of their search")
	flags.Uint64Var(&s.Leaves, "leaves", 32, "positions to keep of those that it evaluates")
	flags.Uint64Var(&s.LabelNodes, "label", 400, "no iteration of the search that such a position is scored by is begun after this `number` of nodes")
	flags.IntVar(&s.FirstPly, "first-ply", 12, "search no positions before this ply")
	flags.IntVar(&s.MostScore, "most", 3000, "search no positions with a score beyond this, in centipawns")
	flags.Uint64Var(&s.Seed, "seed", 1, "seed of all that is random")
	flags.IntVar(&r.threads, "threads", search.Cores(), "searches at the same time")
	name := flags.String("eval", "nnue", "evaluate with this network `file`, with nnue, the program's own, or classical")
	scale := flags.Int("fvscale", 16, "FV_SCALE of the network file, 1 to 128")
	games, err := io.Parse(flags, leavesUsage, args)
	if err != nil {
		return err
	}
	switch {
	case *out == "":
		return command.Wrong("-o FILE is missing")
	case len(games) == 0:
		return command.Wrong("no file of games; katachi selfplay makes them")
	case s.Roots < 1 || s.Nodes < 1 || s.Leaves < 1 || s.LabelNodes < 1 || s.MostScore < 1 || r.threads < 1:
		return command.Wrong("-roots, -nodes, -leaves, -label, -most and -threads must be positive")
	case s.Leaves > 1<<16:
		return command.Wrong("-leaves %d: want at most %d", s.Leaves, 1<<16)
	case *scale < 1 || *scale > 128:
		return command.Wrong("-fvscale %d: want 1 to 128", *scale)
	}
	evaluation, err := load(*name, *scale)
	if err != nil {
		return err
	}
	r.games, r.newEvaluator = games, evaluation.New
	if s.Evaluator, err = evaluation.Identity(); err != nil {
		return err
	}
	if r.store, err = openStore(*out, s.String()); err != nil {
		return err
	}
	defer r.store.close()
	if n, _ := r.store.count(); n > 0 {
		r.line.Printf("%d positions are there already; going on", n)
	}
	err = r.make(ctx)
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted; the same command goes on from %s", *out)
	}
	return err
}

// make searches all roots that are not done.
func (r *leafRun) make(ctx context.Context) error {
	searchers := make([]*leafSearcher, r.threads)
	for i := range searchers {
		var err error
		if searchers[i], err = newLeafSearcher(r); err != nil {
			return err
		}
	}
	roots := make(chan root, 256)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(roots)
		return r.find(ctx, roots)
	})
	begin := time.Now()
	_, before := r.store.count()
	show := func(tell func(string)) {
		_, n := r.store.count()
		tell(fmt.Sprintf("%d roots, %d positions, %.0f a second", r.roots, n, float64(n-before)/max(time.Since(begin).Seconds(), 1e-3)))
	}
	shown, interval := begin, r.line.Interval(time.Second, 30*time.Second)
	for _, s := range searchers {
		group.Go(func() error {
			for from := range roots {
				list, err := s.leavesOf(from)
				if err != nil {
					return err
				}
				r.mu.Lock()
				for i := range list {
					err = errors.Join(err, r.store.add(&list[i]))
				}
				r.roots++
				if time.Since(shown) >= interval {
					shown = time.Now()
					show(r.line.Tell)
				}
				r.mu.Unlock()
				if err != nil {
					return err
				}
			}
			return ctx.Err()
		})
	}
	err := group.Wait()
	show(r.line.Print)
	return err
}

// find sends the roots of all games that have no leaves in the file yet. Of one that was being written when the run was killed
// the rest stays out.
func (r *leafRun) find(ctx context.Context, roots chan<- root) error {
	s := &r.settings
	done := map[uint64]bool{}
	for id := range r.store.done {
		done[id/s.Leaves] = true
	}
	game := uint64(0)
	return record.EachScored(r.games, func(_ *record.ScoredReader, g *record.ScoredGame) error {
		random := rand.New(rand.NewPCG(s.Seed, game))
		game++
		chosen := map[int]uint64{} // ply: number
		for i := range s.Roots {
			chosen[random.IntN(max(1, len(g.Plies)))] = (game-1)*uint64(s.Roots) + uint64(i)
		}
		i := -1
		var failed error
		err := g.Replay(func(p *position.Position, ply *record.ScoredPly) bool {
			i++
			number, ok := chosen[i]
			if !ok || done[number] || p.Ply() < s.FirstPly || ply.Score == eval.None || max(int(ply.Score), -int(ply.Score)) > s.MostScore {
				return ctx.Err() == nil
			}
			packed, err := p.Pack()
			if err != nil {
				failed = err
				return false
			}
			select {
			case roots <- root{number, packed, p.Ply()}:
			case <-ctx.Done():
			}
			return ctx.Err() == nil
		})
		return errors.Join(err, failed, ctx.Err())
	}, nil)
}

// witness is an evaluator that shows what it is asked for.
type witness struct {
	eval.Evaluator
	see func(p *position.Position)
}

func (w *witness) Evaluate(p *position.Position) eval.Score {
	if w.see != nil {
		w.see(p)
	}
	return w.Evaluator.Evaluate(p)
}

// leafSearcher searches roots and their leaves, one after the other.
type leafSearcher struct {
	settings    *leafSettings
	witness     *witness
	root, label *search.Player
	found       []root
}

func newLeafSearcher(r *leafRun) (*leafSearcher, error) {
	s := &leafSearcher{settings: &r.settings}
	var err error
	if s.root, err = search.NewPlayer(func() eval.Evaluator {
		s.witness = &witness{Evaluator: r.newEvaluator()}
		return s.witness
	}, 2, position.NoEnteringKing); err != nil {
		return nil, err
	}
	s.label, err = search.NewPlayer(r.newEvaluator, 1, position.NoEnteringKing)
	return s, err
}

// leavesOf returns records of a sample of the positions that the search of the root evaluates, each a game of one ply.
func (s *leafSearcher) leavesOf(from root) (list []record.ScoredGame, err error) {
	p, err := position.Unpack(position.Shogi, from.packed, from.ply)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(s.settings.Seed^0x1eaf, from.number))
	s.root.NewGame(p)
	s.found = s.found[:0]
	seen := uint64(0)
	s.witness.see = func(q *position.Position) { // reservoir sampling: all are as likely to stay
		i := seen
		seen++
		if i < s.settings.Leaves {
			s.found = append(s.found, root{})
		} else if i = random.Uint64N(seen); i >= s.settings.Leaves {
			return
		}
		packed, packing := q.Pack()
		err = errors.Join(err, packing)
		s.found[i] = root{packed: packed, ply: q.Ply()}
	}
	s.root.Search(p, s.settings.Nodes, s.settings.Nodes)
	s.witness.see = nil
	if err != nil {
		return nil, err
	}
	for i, leaf := range s.found {
		q, err := position.Unpack(position.Shogi, leaf.packed, leaf.ply)
		if err != nil {
			return nil, err
		}
		s.label.NewGame(q)
		a := s.label.Search(q, s.settings.LabelNodes, s.settings.LabelNodes*hardFactor)
		if a.Depth == 0 || a.Move == position.MoveResign || a.Move == position.MoveWin {
			continue
		}
		list = append(list, record.ScoredGame{
			ID: from.number*s.settings.Leaves + uint64(i), Start: leaf.packed, Ply: leaf.ply,
			Plies: []record.ScoredPly{{Move: a.Move.To16(), Score: a.Score}}, End: record.Unplayed,
		})
	}
	return list, nil
}
