package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"golang.org/x/sync/errgroup"

	"katachi/eval"
)

// run is a run of self-play, or one machine's part of it.
type run struct {
	settings     settings
	newEvaluator func() eval.Evaluator
	against      func() eval.Evaluator // nil: the evaluation plays with itself
	threads      int
	games        uint64    // of the run, all shards together: the IDs below; 0 = without end
	positions    int       // no game is begun when the store has this many; 0 = no limit
	shard        [2]uint64 // this shard counted from 0, and how many there are
	store        *store

	mu   sync.Mutex
	next uint64 // ID
}

// watch runs, shows how it goes, and closes the file. Some network file systems report only then that they could not
// store what was written.
func (s *run) watch(ctx context.Context, out io.Writer) (err error) {
	defer func() { err = errors.Join(err, s.store.close()) }()
	if n, positions := s.store.count(); n > 0 {
		fmt.Fprintf(out, "%d games with %d positions are there already; going on\n", n, positions)
	}
	if s.store.damaged > 0 {
		fmt.Fprintf(out, "skipped %d damaged parts of the file; their games are played again\n", s.store.damaged)
	}
	p := newProgress(out, s)
	showing, stop := context.WithCancel(ctx)
	var wait sync.WaitGroup
	wait.Go(func() { p.show(showing) })
	err = s.play(ctx)
	stop()
	wait.Wait()
	p.end()
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted; the same command goes on from %s", s.store.file.Name())
	}
	return err
}

// play plays, a game on each thread, until all games are done, an error occurs or the context ends.
func (s *run) play(ctx context.Context) error {
	s.next = s.shard[0]
	players := make([]*player, s.threads)
	for i := range players {
		var err error
		if players[i], err = newPlayer(&s.settings, s.newEvaluator, s.against); err != nil {
			return err
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, player := range players {
		group.Go(func() error {
			for {
				id, ok := s.take()
				if !ok {
					return nil
				}
				g, err := player.play(ctx, id)
				if err == nil {
					err = s.store.add(g)
				}
				if err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// take returns the ID of the next game to play.
func (s *run) take() (id uint64, ok bool) {
	if _, positions := s.store.count(); s.positions > 0 && positions >= s.positions {
		return 0, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.store.has(s.next) {
		s.next += s.shard[1]
	}
	id = s.next
	s.next += s.shard[1]
	return id, s.games == 0 || id < s.games
}

// wanted returns how many games of the run are this shard's, 0 if there is no end.
func (s *run) wanted() int {
	if s.games <= s.shard[0] {
		return 0
	}
	return int((s.games - s.shard[0] + s.shard[1] - 1) / s.shard[1])
}
