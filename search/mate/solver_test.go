package mate

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
)

type problem struct {
	SFEN string   `json:"sfen"`
	Name string   `json:"name"`
	Mate *int     `json:"mate"`
	DTM  int      `json:"dtm"` // of king and rook against king
	Line []string `json:"line"`
}

func loadProblems(t testing.TB, file string) []problem {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	var list []problem
	for scan := bufio.NewScanner(f); scan.Scan(); {
		var p problem
		require.NoError(t, json.Unmarshal(scan.Bytes(), &p))
		list = append(list, p)
	}
	require.NotEmpty(t, list)
	return list
}

func parse(t testing.TB, sfen string) *position.Position {
	p, err := position.ParseSFEN(position.Shogi, sfen)
	require.NoError(t, err, sfen)
	return p
}

func newSolver(t testing.TB, megabytes int) *Solver {
	v, err := NewSolver(megabytes)
	require.NoError(t, err)
	return v
}

// checkLine plays a mate and looks that every attacker's move checks and that the last position is mate.
func checkLine(t testing.TB, p *position.Position, line []position.Move) {
	require.True(t, noAnswer(endOf(t, p, line)), "%s: not mate at the end of %v", p.SFEN(), line)
}

// endOf plays a line in which every attacker's move checks.
func endOf(t testing.TB, p *position.Position, line []position.Move) *position.Position {
	p = p.Clone()
	for i, m := range line {
		require.True(t, p.IsLegal(m), "%s: move %d, %v", p.SFEN(), i+1, m)
		p.Do(m)
		require.Equal(t, i%2 == 0, p.InCheck() && i%2 == 0, "%s: %v gives no check", p.SFEN(), m)
	}
	require.Equal(t, 1, len(line)%2)
	return p
}

// requireLongest requires that the defender cannot leave the line for a longer mate: after every other answer of his, the
// attacker mates in no more plies than the line has left.
func requireLongest(t testing.TB, p *position.Position, line []position.Move) {
	judge := newSolver(t, 16)
	p = p.Clone()
	for i, m := range line {
		if i%2 == 1 {
			for _, other := range movegen.Legal(p, nil) {
				if other == m {
					continue
				}
				p.Do(other)
				left := len(line) - i - 1
				r := newTeam(p, judge.table, Options{Nodes: 2_000_000}, nil).decide(uint16(left))
				require.True(t, r.proved(), "%s: no mate in %d after %v", p.SFEN(), left, other)
				p.Undo()
			}
		}
		p.Do(m)
	}
}

// The lengths that are told are proved ones, whether the search is over or not: these were told as 11.
func TestProvedLengths(t *testing.T) {
	for _, c := range []struct {
		sfen     string
		shortest int
	}{
		{"lnsg1g1nl/4k2b1/p1ppps1pp/6p2/9/Kp6B/P1PPP2PP/1S1rgp+r2/LN6L w N3Pgs 54", 13},
		{"3+R3+S1/4p3+R/ppp1gp1pp/1s1p1kp2/7Ps/P8/BPPn1g2P/LB3l1K1/1NS2L3 b 2G2NLP3p 121", 19},
	} {
		p := parse(t, c.sfen)
		solver := newSolver(t, 32)
		for i, o := range []Options{{}, {Threads: 2}, {Mode: Shortest}, {Mode: Shortest, Nodes: 20_000}, {Mode: Shortest, Nodes: 60_000}, {Mode: Shortest, Nodes: 150_000}} {
			if i > 2 && testing.Short() {
				break
			}
			r := solver.Solve(t.Context(), p, o, nil)
			t.Logf("%+v: %v in %d, %d nodes", o, r.Status, len(r.Line), r.Nodes)
			if r.Status != Mate {
				require.NotZero(t, o.Nodes)
				continue
			}
			require.GreaterOrEqual(t, len(r.Line), c.shortest, c.sfen)
			checkLine(t, p, r.Line)
			requireLongest(t, p, r.Line)
			if r.Shortest {
				require.Len(t, r.Line, c.shortest)
			} else {
				require.False(t, o.Mode == Shortest && o.Nodes == 0)
			}
		}
	}
}

func TestPublicProblems(t *testing.T) {
	solver := newSolver(t, 64)
	for _, mode := range []Mode{First, Shortest} {
		var times []time.Duration
		total, nodes := time.Duration(0), uint64(0)
		for i, problem := range loadProblems(t, "../../testdata/mate_public.jsonl") {
			if testing.Short() && (i < 20 || i%3 != 0 || i >= 66 && i <= 70) {
				continue
			}
			p := parse(t, problem.SFEN)
			ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
			r := solver.Solve(ctx, p, Options{Mode: mode}, nil)
			cancel()
			total += r.Time
			nodes += r.Nodes
			if problem.Mate == nil {
				if r.Status != NoMate {
					t.Errorf("%d: %s: want no mate, got %v, %d nodes", i+1, problem.SFEN, r.Status, r.Nodes)
				}
				t.Logf("%d: no mate %v %d nodes", i+1, r.Time, r.Nodes)
				continue
			}
			times = append(times, r.Time)
			t.Logf("%d: mate %d, found %d, %v %d nodes", i+1, *problem.Mate, len(r.Line), r.Time, r.Nodes)
			if r.Status != Mate {
				t.Errorf("%d: %s: want mate in %d, got %v", i+1, problem.SFEN, *problem.Mate, r.Status)
				continue
			}
			checkLine(t, p, r.Line)
			if len(r.Line) < *problem.Mate {
				t.Errorf("%d: %s: told %d plies, the shortest mate has %d", i+1, problem.SFEN, len(r.Line), *problem.Mate)
			}
			if *problem.Mate < 30 && !testing.Short() {
				requireLongest(t, p, r.Line)
			}
			if mode == Shortest && (len(r.Line) != *problem.Mate || !r.Shortest) {
				t.Errorf("%d: %s: want %d plies, got %d (%v) %v", i+1, problem.SFEN, *problem.Mate, len(r.Line), r.Shortest, r.Line)
			}
		}
		slices.Sort(times)
		t.Logf("mode %d: total %v, %d nodes, median %v, longest %v", mode, total, nodes, times[len(times)/2], times[len(times)-1])
	}
}

// The line that the solver found for the longest problem that was ever composed, Microcosmos by Hashimoto Koji: finding
// it takes too long for a test.
func TestMicrocosmosLine(t *testing.T) {
	content, err := os.ReadFile("../../testdata/microcosmos.txt")
	require.NoError(t, err)
	lines := strings.SplitN(string(content), "\n", 3)
	require.Equal(t, microcosmos, lines[1])
	p := parse(t, lines[1])
	q := p.Clone()
	var line []position.Move
	for _, text := range strings.Fields(lines[2]) {
		m, err := q.ParseLegal(text)
		require.NoError(t, err)
		q.Do(m)
		line = append(line, m)
	}
	require.Len(t, line, 1565)
	checkLine(t, p, line)
}
