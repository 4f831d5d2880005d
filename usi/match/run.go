package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// match is a running match.
type match struct {
	engines     []engineSpec
	control     []timeControl   // by engine
	margin      []time.Duration // by engine
	rules       ruling
	schedule    schedule
	leftOut     []error   // of the file of openings: records and variations that cannot be read
	sprt        *sprtTest // nil: all games are played
	concurrency int

	store    *store
	progress *progress

	mu       sync.Mutex
	table    crossTable
	warned   map[string]bool
	repeated bool  // it has been said that games repeat others
	lame     []int // games in a row that an engine lost without getting to its first move
}

// errDecided ends the match before its last game.
var errDecided = errors.New("the test is decided")

// run plays what is left to play. It returns nil when the match is over, by its last game or by its test.
func (m *match) run(ctx context.Context) error {
	m.table = newCrossTable(len(m.engines), m.store.Games)
	m.warned, m.lame = map[string]bool{}, make([]int, len(m.engines))
	played, beyond := make(map[int]bool, len(m.store.Games)), 0
	for i := range m.store.Games {
		number := m.store.Games[i].Game
		played[number] = true
		if !m.schedule.has(number) {
			beyond++
		}
	}
	m.progress.begin(m.schedule.games(), len(m.store.Games), beyond)
	if m.decision() != undecided {
		return nil
	}
	if len(m.store.Games)-beyond < m.schedule.games() {
		m.warnOfChanges()
	}
	if len(m.engines) > 2 && len(m.store.Games) == 0 { // of two the first game shows whether they can play
		for i := range m.engines {
			p, err := m.start(ctx, i)
			if err != nil {
				return err
			}
			p.close(ctx)
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	slots := make(chan slot)
	group.Go(func() error {
		defer close(slots)
		for s := range m.schedule.slots {
			if played[s.number] {
				continue
			}
			select {
			case slots <- s:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	for range m.concurrency {
		group.Go(func() error { return m.work(ctx, slots) })
	}
	if err := group.Wait(); err != nil && !errors.Is(err, errDecided) {
		return err
	}
	return nil
}

// warnOfChanges tells of engines whose programs have changed since games in the file were played. A program that is
// built anew usually keeps its name, so the file cannot tell the two apart.
func (m *match) warnOfChanges() {
	for i := range m.engines {
		path, _, err := m.engines[i].command()
		if err != nil {
			continue // the start of the engine will tell
		}
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		older := 0
		for k := range m.store.Games {
			if g := &m.store.Games[k]; (g.Black == i || g.White == i) && g.Start.Before(info.ModTime()) {
				older++
			}
		}
		if older > 0 {
			m.warn(fmt.Sprintf("%s has changed since %d of the games that are there began; they count as the same engine's", path, older))
		}
	}
}

// decision returns what the test says so far.
func (m *match) decision() sprtDecision {
	if m.sprt == nil {
		return undecided
	}
	return m.sprt.Decide(m.table[0][1].NewPairs)
}

// work plays games one after the other with processes of its own.
func (m *match) work(ctx context.Context, slots <-chan slot) error {
	seats := map[int]player{}
	defer func() {
		var closing sync.WaitGroup
		for _, p := range seats {
			closing.Go(func() { p.close(ctx) })
		}
		closing.Wait()
	}()
	for s := range slots {
		err := m.play(ctx, s, seats)
		for errors.Is(err, errGone) {
			err = m.play(ctx, s, seats) // with a new process, for which there is no such excuse
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// play plays a game and records it.
func (m *match) play(ctx context.Context, s slot, seats map[int]player) error {
	players, err := m.seat(ctx, s, seats)
	if err != nil {
		return err
	}
	setup := &gameSetup{
		opening: s.opening, options: s.options, rules: &m.rules,
		moved: func(plies int) { m.progress.move(s.number, plies) },
		warn:  m.warn,
	}
	for side, i := range s.engines {
		setup.control[side], setup.margin[side] = m.control[i], m.margin[i]
	}
	g := gameRecord{
		Type: "game", Game: s.number, Black: s.engines[0], White: s.engines[1],
		Names:   [2]string{m.engines[s.engines[0]].Name, m.engines[s.engines[1]].Name},
		Opening: s.opening.String(), Start: time.Now().UTC().Truncate(time.Millisecond),
	}
	setup.moved(0)
	moves, v, err := playGame(ctx, setup, players)
	if err != nil {
		return err
	}
	if v.reason == byCrash { // a signal that ends the match may have reached the engine first
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	g.Moves, g.Result, g.Reason, g.Detail = moves, v.result, v.reason, v.detail
	for side, p := range players {
		if g.Reason.IsFailure() && g.Result.For(side) == 0 {
			if g.Reason == byCrash || g.Reason == byHang || g.Reason == byFlood {
				p.kill() // so that the last lines tell how it ended
			}
			g.Last = p.lastLines()
		}
		if p.alive() {
			p.gameOver([...]string{"lose", "draw", "win"}[g.Result.For(side)])
		}
		if i := s.engines[side]; m.engines[i].Restart || !p.alive() {
			p.close(ctx)
			delete(seats, i)
		}
	}
	return m.finish(&g)
}

// seat returns the players of a game: those that have a seat and are alive, new ones for the others. Who is not of the game leaves.
func (m *match) seat(ctx context.Context, s slot, seats map[int]player) (players [2]player, err error) {
	for i, p := range seats {
		if (i != s.engines[0] && i != s.engines[1]) || !p.alive() {
			p.close(ctx)
			delete(seats, i)
		}
	}
	for side, i := range s.engines {
		if seats[i] == nil {
			p, err := m.start(ctx, i)
			if err != nil {
				return players, err
			}
			seats[i] = p
		}
		players[side] = seats[i]
	}
	return players, nil
}

// start starts an engine, with a second attempt: a machine under load may fail once.
func (m *match) start(ctx context.Context, i int) (player, error) {
	p, warnings, err := startPlayer(ctx, &m.engines[i], &m.rules)
	if err != nil && ctx.Err() == nil {
		p, warnings, err = startPlayer(ctx, &m.engines[i], &m.rules)
	}
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		m.warn(w)
	}
	return p, nil
}

// warn shows a warning once.
func (m *match) warn(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.warned[text] {
		m.warned[text] = true
		m.progress.warn(text)
	}
}

// finish records a game, shows it, and ends the match if the test is decided.
func (m *match) finish(g *gameRecord) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.decision() != undecided {
		return errDecided
	}
	if err := m.store.add(g); err != nil {
		return err
	}
	repeats := m.table.Add(g)
	m.progress.game(g, m.table)
	if repeats && !m.repeated && m.schedule.design == nil {
		m.repeated = true
		m.progress.warn(fmt.Sprintf("game %d repeats an earlier one move for move and says nothing new: %s", g.Game+1, repeatAdvice))
	}
	if m.decision() != undecided {
		return errDecided
	}
	for side := range 2 {
		i := g.Engine(side)
		if g.Reason.IsFailure() && g.Result.For(side) == 0 && len(g.Moves) < 2 {
			m.lame[i]++
		} else {
			m.lame[i] = 0
		}
		// Such games say nothing about strength, and a night of them is lost.
		if m.lame[i] == 10 {
			return fmt.Errorf("engine %s failed ten times in a row at the start of a game; the last time: %s %s", m.engines[i].Name, g.Reason, g.Detail)
		}
	}
	return nil
}
