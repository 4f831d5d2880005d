package usi

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/search"
)

// mockSearcher answers with the first legal move in alphabetical order and remembers what it was asked. The tests set
// its hooks to make it misbehave.
type mockSearcher struct {
	mu       sync.Mutex
	asked    []asked
	options  search.Options
	cleared  int
	hits     []search.Limits // what the searches that pondered were limited by at the end
	score    eval.Score
	setError error
	before   func(p *position.Position, report func(search.Info)) // called when a search begins
	result   *search.Result                                       // instead of its own answer
}

type asked struct {
	sfen   string
	limits search.Limits
}

func newMock() *mockSearcher { return &mockSearcher{score: 12} }

func (m *mockSearcher) Search(ctx context.Context, p *position.Position, l search.Limits, report func(search.Info)) search.Result {
	m.mu.Lock()
	m.asked = append(m.asked, asked{p.SFEN(), l})
	before, canned, score := m.before, m.result, m.score
	m.mu.Unlock()
	if before != nil {
		before(p, report)
	}
	result := search.Result{Move: position.MoveResign, Score: eval.MatedIn(0)}
	moves := movegen.Legal(p, nil)
	slices.SortFunc(moves, func(a, b position.Move) int { return strings.Compare(a.String(), b.String()) })
	if len(l.Moves) > 0 {
		moves = l.Moves
	}
	if len(moves) > 0 {
		result = search.Result{Move: moves[0], Score: score}
		pv := []position.Move{moves[0]}
		p := p.Clone()
		p.Do(moves[0])
		if replies := movegen.Legal(p, nil); len(replies) > 0 {
			result.Ponder = replies[0]
			pv = append(pv, replies[0])
		}
		report(search.Info{Depth: 1, SelDepth: 2, Time: 3 * time.Millisecond, Nodes: 30, NPS: 10000, MultiPV: 1, Score: score, PV: pv})
	}
	if canned != nil {
		result = *canned
	}
	l.Wait(ctx)
	if l.Ponder != nil && ctx.Err() == nil {
		m.mu.Lock()
		m.hits = append(m.hits, l.AfterHit())
		m.mu.Unlock()
	}
	return result
}

func (m *mockSearcher) SetOptions(o search.Options) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.options = o
	if o.HashMB > 1<<20 {
		return errors.New("hash: not enough memory")
	}
	return m.setError
}

func (m *mockSearcher) SetEvaluator(func() eval.Evaluator) {}

func (m *mockSearcher) Nodes() uint64 { return 30 }

func (m *mockSearcher) Placement() string { return "" }

func (m *mockSearcher) Clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cleared++
}

// flatEvaluator finds every position worth the same.
type flatEvaluator struct{ score eval.Score }

func (flatEvaluator) Reset(*position.Position)                 {}
func (flatEvaluator) Push(*position.Position, position.Delta)  {}
func (flatEvaluator) Pop()                                     {}
func (f flatEvaluator) Evaluate(*position.Position) eval.Score { return f.score }
func (flatEvaluator) Trace(*position.Position) string          { return "flat\n" }

func mockConfig(m Searcher) Config {
	return Config{
		Name: "Katachi test", Author: "its authors", Engine: m, Evals: []string{"flat", "missing"},
		LoadEvaluator: func(o EvalOptions) (eval.Evaluation, error) {
			if o.Kind == "missing" {
				return eval.Evaluation{}, errors.New("eval/nn.bin: no such file")
			}
			return eval.Evaluation{New: func() eval.Evaluator { return flatEvaluator{7} }, Description: "flat"}, nil
		},
		Knowledge: func(*position.Rules) eval.Evaluator { return flatEvaluator{} },
	}
}
