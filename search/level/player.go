package level

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/search/mate"
)

// Player plays a game as a person of a level does. It is for one goroutine.
type Player struct {
	level    int
	practice float64
	reader   reader
	rng      *rand.Rand
	game     uint64     // seed of the game: its shape, and what stays overlooked
	plies    int        // of the game, at the last choice
	lost     int        // own moves in a row at which all was lost
	lostAt   int        // the ply of the last of them
	first    eval.Score // of the first own move of the game, None before it
}

// Choice is what a player answers.
type Choice struct {
	Move  position.Move   // MoveResign if there is no legal move, or if the player gives up
	Score eval.Score      // what the player thinks of it
	PV    []position.Move // Move and the answers that the player expects
	Depth int             // plies that were read
	Nodes uint64
	Pause time.Duration // what a person would take for it
}

// NewPlayer returns a player of a level. It thinks by itself (Nodes is 0), or an engine thinks and the player is asked
// only for Pick, Resigns and Pause. The evaluator belongs to the player, who as a person knows a part of its score. Two
// players with the same seed play the same game.
func NewPlayer(level int, evaluator eval.Evaluator, seed uint64) *Player {
	return newPlayer(level, ladder[level-1].practice, evaluator, seed)
}

func newPlayer(level int, practice float64, evaluator eval.Evaluator, seed uint64) *Player {
	r := &Player{level: level, practice: practice, rng: rand.New(rand.NewPCG(seed, uint64(level)))}
	r.reader.evaluator = evaluator
	r.NewGame()
	return r
}

// Level returns the player's level.
func (r *Player) Level() int { return r.level }

// NewGame begins a game: with another shape and another blind spot.
func (r *Player) NewGame() {
	r.game, r.plies, r.lost, r.lostAt, r.first = r.rng.Uint64(), 0, 0, 0, eval.None
}

// follow notices when a new game has begun without NewGame. If moves have been taken back, the game goes on.
func (r *Player) follow(p *position.Position) {
	switch {
	case p.Ply() >= r.plies:
	case p.History() < 2: // the first own move
		r.NewGame()
	default:
		r.lost, r.lostAt = 0, 0
	}
	r.plies = p.Ply()
}

// candidate is a move of the position with its worth.
type candidate struct {
	move   position.Move
	score  eval.Score
	liking float64
	reply  position.Move
}

// worth is what the choice is made by, in centipawns.
func (c *candidate) worth() float64 { return float64(c.score) + c.liking }

// Choose returns the player's move, among the given ones if there are any. When the context ends it answers at once.
func (r *Player) Choose(ctx context.Context, p *position.Position, among []position.Move) Choice {
	p = p.Clone()
	r.follow(p)
	moves := legal(p, nil)
	if len(among) > 0 {
		moves = slices.Clone(among)
	}
	if len(moves) == 0 {
		return Choice{Move: position.MoveResign, Score: eval.MatedIn(0)}
	}
	begin := r.begin(ctx, p)
	if m := mate.One(p); m != position.MoveNone && slices.Contains(moves, m) {
		if len(moves) == 1 || r.level >= fullSight || r.rng.Float64() < begin.person.Mates {
			return Choice{Move: m, Score: eval.MateIn(1), PV: []position.Move{m}, Depth: 1, Nodes: 1, Pause: r.pause(1, 1)}
		}
		moves = slices.DeleteFunc(moves, func(o position.Move) bool { return o == m }) // it is overlooked
	}
	candidates := r.candidates(newHabits(p, begin.person, roteOf(r.practice, r.game)), moves)
	c := r.draw(candidates)
	choice := Choice{Move: c.move, Score: c.score, PV: []position.Move{c.move}, Depth: begin.depth, Nodes: begin.nodes,
		Pause: r.pause(begin.depth, len(candidates))}
	if c.reply != position.MoveNone {
		choice.PV = append(choice.PV, c.reply)
	}
	if len(among) == 0 && r.Resigns(p, choice.Score) {
		choice.Move = position.MoveResign
	}
	return choice
}

// begin sets the reader up for one thought.
func (r *Player) begin(ctx context.Context, p *position.Position) *reader {
	t := &r.reader
	t.person = personAt(r.practice)
	t.sight = sight{thought: r.rng.Uint64(), game: r.game, blindness: t.person.Blindness}
	t.depth, t.exchanges = r.whole(t.person.Depth), r.whole(t.person.Exchanges)
	if r.rng.Float64() < t.person.Hurry {
		t.depth = max(1, t.depth-1)
		t.exchanges = max(1, t.exchanges-1)
		t.sight.blindness *= 1.5
	}
	t.stop = func() bool { return ctx.Err() != nil }
	t.fullSight = r.level >= fullSight
	t.reset(p)
	return t
}

// whole returns a random whole number whose mean is x.
func (r *Player) whole(x float64) int {
	n := math.Floor(x)
	if r.rng.Float64() < x-n {
		n++
	}
	return int(n)
}

// candidates reads the moves that strike the player, each a little and the best of them as far as the person can. It
// returns those that were read furthest, the best first.
func (r *Player) candidates(h habits, moves []position.Move) []candidate {
	t := &r.reader
	list := make([]candidate, 0, len(moves))
	var unseen []candidate
	for _, m := range moves {
		c := candidate{move: m, liking: h.likes(m)}
		l := h.look(m)
		if h.inRote(m) || h.p.InCheck() || t.sees(l, 0) {
			list = append(list, c)
		} else {
			unseen = append(unseen, c)
		}
	}
	if len(list) == 0 {
		list = unseen
	}
	margin := eval.Score(alike*t.person.Temperature + 5*t.person.Habit) // likings differ by so much at most
	count := len(list)
	for depth := 1; depth <= t.depth; depth++ {
		list = list[:count]
		best := -eval.Infinity
		for i := range list {
			c := &list[i]
			material := t.do(c.move)
			alpha := max(best-margin, -eval.Infinity)
			c.score = -t.read(depth-1, 1, -eval.Infinity, -alpha)
			c.reply = t.replies[1]
			t.undo(material)
			best = max(best, c.score)
		}
		if t.stopped && depth > 1 {
			break
		}
		slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.worth(), a.worth()) })
		count = min(count, max(2, int(t.person.Breadth)))
	}
	return list
}

// draw picks one of the candidates: the better, the more likely.
func (r *Player) draw(list []candidate) candidate {
	worths := make([]float64, len(list))
	for i := range list {
		worths[i] = list[i].worth()
	}
	return list[r.pick(worths, r.reader.person.Temperature)]
}

// alike is how many temperatures below the best one a move may be and still be played. Without this limit one of many
// bad moves would be played, each of them improbable.
const alike = 2.5

// pick returns at random the index of one of the values, in centipawns, that are alike: e times as rarely for each
// temperature that a value is below another.
func (r *Player) pick(values []float64, temperature float64) int {
	best, sum := slices.Max(values), 0.0
	weights := make([]float64, len(values))
	for i, v := range values {
		if v >= best-alike*temperature {
			weights[i] = math.Exp((v - best) / temperature)
			sum += weights[i]
		}
	}
	x := r.rng.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return i
		}
	}
	return slices.Index(values, best)
}

// How the moves of an engine are drawn, in centipawns on the field's scale.
const (
	engineTemperature = 15
	engineMargin      = 50
)

// Pick returns the index of one of an engine's lines, by their scores on the field's scale, the best first.
func (r *Player) Pick(scores []eval.Score) int {
	if scores[0].IsMate() {
		return 0
	}
	values := []float64{}
	for _, s := range scores {
		if s < scores[0]-engineMargin {
			break
		}
		values = append(values, float64(s))
	}
	return r.pick(values, engineTemperature)
}
