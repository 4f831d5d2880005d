package classical

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
)

func fresh(p *position.Position) eval.Score {
	e := New()
	e.Reset(p)
	return e.Evaluate(p)
}

func TestStartIsTempoOnly(t *testing.T) {
	for _, rules := range []*position.Rules{position.Shogi, position.Minishogi, position.MinishogiDraw} {
		require.EqualValues(t, defaultWeights.Tempo, fresh(position.New(rules)), rules.Name)
	}
}

func TestMaterialSigns(t *testing.T) {
	for _, test := range []struct {
		name, sfen  string
		least, most eval.Score // for Black
	}{
		{"two pieces handicap", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 1500, 2800},
		{"rook handicap", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 800, 1500},
		{"lance handicap", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 120, 350},
		{"a gold in hand for nothing", "lnsgk1snl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b G 1", 1200, 2000},
		{"a rook behind", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKGSNL b - 1", -1500, -800},
	} {
		score := fresh(parse(t, position.Shogi, test.sfen))
		require.GreaterOrEqual(t, score, test.least, test.name)
		require.LessOrEqual(t, score, test.most, test.name)
	}
}

// Every node of random games has the score of a fresh evaluator, going forwards and back.
func TestIncrementalEqualsFresh(t *testing.T) {
	games := 6
	if testing.Short() {
		games = 2
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, rules := range []*position.Rules{position.Shogi, position.Minishogi} {
		for range games {
			p := position.New(rules)
			e := New()
			e.Reset(p)
			scores := []eval.Score{e.Evaluate(p)}
			n := playout(p, rng, eval.MaxPly, func(d position.Delta) {
				e.Push(p, d)
				scores = append(scores, e.Evaluate(p))
				require.Equal(t, fresh(p), scores[len(scores)-1], p.SFEN())
			})
			require.Positive(t, n)
			for ; n > 0; n-- {
				p.Undo()
				e.Pop()
				require.Equal(t, scores[n-1], e.Evaluate(p), p.SFEN())
			}
		}
	}
}

// What the evaluation says changes on purpose alone: networks begin with what they learn from it. The number stands for its
// scores of positions and of random games.
func TestSignature(t *testing.T) {
	e, sum, rng := New(), crc32.NewIEEE(), rand.New(rand.NewPCG(5, 6))
	for _, p := range positions(t) {
		e.Reset(p)
		fmt.Fprintln(sum, e.Evaluate(p))
		playout(p, rng, 10, func(position.Delta) {
			e.Reset(p)
			fmt.Fprintln(sum, e.Evaluate(p))
		})
	}
	require.Equal(t, uint32(0x524e69f0), sum.Sum32())
}

func TestNullMoveChangesTheSideOnly(t *testing.T) {
	p := position.New(position.Shogi)
	e := New()
	e.Reset(p)
	p.DoNull()
	require.Equal(t, fresh(p), e.Evaluate(p))
}

func TestSymmetry(t *testing.T) {
	for _, p := range positions(t) {
		require.Equal(t, fresh(p), fresh(p.Rotated()), p.SFEN())
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, rules := range []*position.Rules{position.Shogi, position.Minishogi} {
		p := position.New(rules)
		playout(p, rng, 120, func(position.Delta) {
			require.Equal(t, fresh(p), fresh(p.Rotated()), p.SFEN())
		})
	}
}

func TestScoresStayWithinBounds(t *testing.T) {
	for _, sfen := range []string{
		"4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
		"k8/9/2K6/9/9/+R+R7/9/9/9 w 2B4G4S4N4L18P 1",
		"4k4/9/4K4/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
	} {
		p := parse(t, position.Shogi, sfen)
		score := fresh(p)
		require.LessOrEqual(t, score, eval.MaxEval)
		require.GreaterOrEqual(t, score, -eval.MaxEval)
		require.Greater(t, max(score, -score), eval.Score(15000), sfen)
	}
}

// A mate problem has no king of the attacker's.
func TestMissingKing(t *testing.T) {
	p := parse(t, position.Shogi, "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")
	require.Negative(t, fresh(p))
	require.NotContains(t, New().Trace(p), "Black's castle")
	require.Contains(t, New().Trace(p), "White's castle")
}

var tracedScore = regexp.MustCompile(`(?m)^score +([+-]\d+) `)
var tracedTerm = regexp.MustCompile(`(?m)^\D+ (\d+|-\d+) +(-?\d+) +([+-]\d+)$`)

func TestTraceTotalIsTheEvaluation(t *testing.T) {
	for _, p := range positions(t) {
		text := New().Trace(p)
		found := tracedScore.FindStringSubmatch(text)
		require.NotNil(t, found, text)
		score, err := strconv.Atoi(found[1])
		require.NoError(t, err)
		require.EqualValues(t, fresh(p), score, "%s\n%s", p.SFEN(), text)
		sum := 0
		rows := tracedTerm.FindAllStringSubmatch(text, -1)
		require.Len(t, rows, 12, text)
		for _, row := range rows {
			n, err := strconv.Atoi(row[3])
			require.NoError(t, err)
			sum += n
		}
		if p.Side() == position.White {
			sum = -sum
		}
		require.Equal(t, score, sum, text)
	}
}

func TestNothingAllocates(t *testing.T) {
	for _, p := range positions(t) {
		e := New()
		e.Reset(p)
		moves := movegen.Legal(p, nil)
		if len(moves) == 0 {
			continue
		}
		allocs := testing.AllocsPerRun(10, func() {
			e.Push(p, p.Do(moves[0]))
			e.Evaluate(p)
			p.Undo()
			e.Pop()
		})
		require.Zero(t, allocs, p.SFEN())
	}
}

// The evaluator changes variants at Reset.
func TestResetChangesVariant(t *testing.T) {
	e := New()
	for _, p := range []*position.Position{position.New(position.Shogi), position.New(position.Minishogi), position.New(position.Shogi)} {
		e.Reset(p)
		require.Equal(t, fresh(p), e.Evaluate(p))
	}
}

func BenchmarkEvaluate(b *testing.B) {
	var ps []*position.Position
	for _, sfen := range readSFENs(b, "perft_public.jsonl") {
		ps = append(ps, parse(b, position.Shogi, sfen))
	}
	e := New()
	e.Reset(ps[0])
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		e.Evaluate(ps[i])
		if i++; i == len(ps) {
			i = 0
		}
	}
}
