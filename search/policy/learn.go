package policy

import (
	"context"
	"math"
	"math/rand/v2"
)

// The policy is learned by logistic regression: whether a quiet move that was tried failed high. How likely that is for any
// move of a node, and how much the histories tell of it, is learned beside it and not kept: tables by depth, number of the
// move and the like. So the policy learns what a search does not know anyway. Steps are Adagrad's.

// model are the parameters in training: the tables of a node, then those of the policy, kind by kind.
type model struct {
	node   [3][]parameter
	policy [tables][]parameter
}

// parameter is a weight with the sum of its squared gradients.
type parameter struct{ weight, squares float32 }

const (
	rateStart = 0.3
	rateDecay = 0.6  // a pass
	shrink    = 1e-4 // of the policy's weights, by their gradients: L2
	passes    = 4
)

func newModel(policy bool) *model {
	m := &model{node: [3][]parameter{
		make([]parameter, depths*8*32), make([]parameter, 16*depths*2), make([]parameter, histories*depths),
	}}
	for i, size := range sizes {
		if policy {
			m.policy[i] = make([]parameter, kinds*size)
		}
	}
	return m
}

// of appends the parameters of a trial, those of its node first.
func (m *model) of(list []*parameter, t *Trial) []*parameter {
	depth, flags := depthOf(t), 0
	for i, f := range []bool{t.Cut, t.TTHit, t.TTMove, t.InCheck, t.Improving} {
		if f {
			flags |= 1 << i
		}
	}
	number := bucket(int(t.Number), 2, 3, 4, 6, 9, 14, 25)
	gap := bucket(int(t.Gap), -1000, -500, -300, -200, -120, -60, -20, 20, 60, 120, 200, 300, 500, 1000)
	list = append(list, &m.node[0][(depth*8+number)*32+flags], &m.node[1][(gap*depths+depth)*2+flags&1],
		&m.node[2][historyOf(t)*depths+depth])
	for i, e := range t.Entries {
		if e != none && m.policy[i] != nil {
			size := sizes[i]
			list = append(list, &m.policy[i][int(t.Kind)*size+int(e)])
		}
	}
	return list
}

// bucket returns how many of the bounds a value has reached.
func bucket(value int, bounds ...int) int {
	for i, b := range bounds {
		if value < b {
			return i
		}
	}
	return len(bounds)
}

// Classes of the node's depth and of the move's history.
const (
	depths      = 9
	histories   = 64
	historyStep = 2000
)

func depthOf(t *Trial) int { return bucket(int(t.Depth), 2, 3, 4, 5, 7, 10, 14, 20) }

func historyOf(t *Trial) int {
	return max(0, min(histories-1, (int(t.History)+histories/2*historyStep)/historyStep))
}

// run goes through the trials once, learning if rate is positive, and returns the mean log loss. What it returns if ctx
// ends means nothing.
func (m *model) run(ctx context.Context, trials []Trial, rate float32) float64 {
	loss := 0.0
	var list []*parameter
	for i := range trials {
		if i&0xFFFF == 0 && ctx.Err() != nil {
			break
		}
		t := &trials[i]
		list = m.of(list[:0], t)
		sum := float32(0)
		for _, p := range list {
			sum += p.weight
		}
		chance, target := 1/(1+math.Exp(-float64(sum))), 0.0
		if t.Success {
			target = 1
		}
		loss -= math.Log(math.Abs(1 - target - chance))
		for k, p := range list {
			if rate == 0 {
				break
			}
			gradient := float32(chance - target)
			if k >= len(m.node) {
				gradient += shrink * p.weight
			}
			p.squares += gradient * gradient
			p.weight -= rate * gradient / (float32(math.Sqrt(float64(p.squares))) + 1)
		}
	}
	return loss / float64(len(trials))
}

// learn learns from the trials in random order. The error is the context's.
func (m *model) learn(ctx context.Context, trials []Trial, report func(pass int, loss float64)) error {
	random := rand.New(rand.NewPCG(1, 1))
	rate := float32(rateStart)
	for pass := range passes {
		random.Shuffle(len(trials), func(i, j int) { trials[i], trials[j] = trials[j], trials[i] })
		loss := m.run(ctx, trials, rate)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		report(pass, loss)
		rate *= rateDecay
	}
	return nil
}

// historyWorth returns what a unit of history adds to the logarithm of the odds, by a line through what was learned.
func (m *model) historyWorth(trials []Trial) float64 {
	var n, x, y, xx, xy float64
	for i := range trials {
		t := &trials[i]
		h := float64(t.History)
		w := float64(m.node[2][historyOf(t)*depths+depthOf(t)].weight)
		n, x, y, xx, xy = n+1, x+h, y+w, xx+h*h, xy+h*w
	}
	return (xy - x*y/n) / (xx - x*x/n)
}

// file returns the policy as a file: entries in steps of Unit units of history.
func (m *model) file(historyWorth float64) []byte {
	var out []byte
	for _, t := range m.policy {
		for _, p := range t {
			v := math.Round(float64(p.weight) / (historyWorth * Unit))
			out = append(out, byte(int8(max(-128, min(127, v)))))
		}
	}
	return out
}

// mean returns the mean score of the trials' moves by a file.
func mean(trials []Trial, file []byte) float64 {
	sum := 0
	for i := range trials {
		at := 0
		for k, size := range sizes {
			if e := trials[i].Entries[k]; e != none {
				sum += int(int8(file[at+int(trials[i].Kind)*size+int(e)]))
			}
			at += kinds * size
		}
	}
	return float64(sum) / float64(len(trials))
}
