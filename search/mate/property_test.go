package mate

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

// exhaustive is the plain AND/OR search that the solver is compared with: every check, every answer, to a fixed depth.
type exhaustive struct {
	seen  map[seenKey]bool
	nodes int
	limit int
	over  func(p *position.Position) bool // the defender, to move in check, is mated
}

type seenKey struct {
	key   uint64
	plies int
}

// mates reports whether the side to move mates within plies plies. Once the limit of nodes is reached it means nothing.
func (e *exhaustive) mates(p *position.Position, plies int) bool {
	key := seenKey{p.Key(), plies}
	if r, ok := e.seen[key]; ok {
		return r
	}
	e.nodes++
	r := false
	for _, m := range movegen.Legal(p, nil) {
		if e.nodes > e.limit || r {
			break
		}
		if p.GivesCheck(m) {
			p.Do(m)
			r = e.mated(p, plies-1)
			p.Undo()
		}
	}
	e.seen[key] = r
	return r
}

func noAnswer(p *position.Position) bool { return !movegen.HasLegal(p) }

func (e *exhaustive) mated(p *position.Position, plies int) bool {
	if e.over(p) {
		return true
	}
	if plies == 0 {
		return false
	}
	for _, m := range movegen.Legal(p, nil) {
		p.Do(m)
		r := e.mates(p, plies-1)
		p.Undo()
		if !r {
			return false
		}
	}
	return true
}

// shortest returns the length of the shortest mate of at most most plies, 0 if there is none; ok is false if that was too
// much work.
func (e *exhaustive) shortest(p *position.Position, most int) (plies int, ok bool) {
	e.seen, e.nodes = map[seenKey]bool{}, 0
	for plies := 1; plies <= most; plies += 2 {
		found := e.mates(p, plies)
		if e.nodes > e.limit {
			return 0, false
		}
		if found {
			return plies, true
		}
	}
	return 0, true
}

// TestAgainstExhaustiveSearch compares the solver on random positions; KATACHI_MATE_POSITIONS says how many.
func TestAgainstExhaustiveSearch(t *testing.T) {
	t.Parallel()
	count := 150
	if testing.Short() {
		count = 40
	}
	if n, err := strconv.Atoi(os.Getenv("KATACHI_MATE_POSITIONS")); err == nil {
		count = n
	}
	rng := rand.New(rand.NewPCG(7, uint64(count)))
	games := rand.New(rand.NewPCG(8, uint64(count)))
	fresh := newSolver(t, 4)
	kept := newSolver(t, 1) // one table for all of them, always full
	e := exhaustive{limit: 30_000, over: noAnswer}
	var played []*position.Position
	lengths := map[int]int{}
	for done := 0; done < count; {
		var p *position.Position
		switch done % 4 {
		case 0:
			for len(played) == 0 {
				played = playedPositions(games, 5)
			}
			p, played = played[0], played[1:]
		case 1:
			p = wildPosition(rng, position.Minishogi)
		default:
			p = wildPosition(rng, position.Shogi)
		}
		if p.King(p.Side().Other()) == position.NoSquare {
			continue
		}
		if len(movegen.Checks(p, nil)) == 0 && rng.IntN(20) > 0 {
			continue // says little
		}
		want, ok := e.shortest(p, 7)
		if !ok {
			continue
		}
		done++
		lengths[want]++
		sfen := p.SFEN()
		for _, o := range []Options{{Mode: Shortest}, {}, {Keep: true}, {Mode: Shortest, Keep: true}} {
			solver := fresh
			if o.Nodes = 500_000; want == 0 {
				o.Nodes = 20_000
			}
			if o.Keep {
				solver = kept
			}
			r := solver.Solve(t.Context(), p, o, nil)
			require.Equal(t, sfen, p.SFEN())
			if want > 0 {
				require.Equal(t, Mate, r.Status, "%s: mate in %d", sfen, want)
			} else {
				// The line of any mate may end sooner than its proof is long.
				require.False(t, r.Shortest && len(r.Line) <= 7, "%s: no mate in 7 plies, but %v (%+v)", sfen, r.Line, o)
			}
			if r.Status == Mate {
				checkLine(t, p, r.Line)
			}
			if want > 0 && o.Mode == Shortest {
				require.True(t, r.Shortest, "%s: mate in %d", sfen, want)
				require.Len(t, r.Line, want, sfen)
			}
		}
	}
	t.Logf("positions by mate length: %v", lengths)
	require.Greater(t, lengths[1]+lengths[3]+lengths[5]+lengths[7], count/20)
}
