package train

import (
	"math/rand/v2"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/position/record"
)

// variations makes examples of positions near those of a game, such as a search meets, with the evaluation of a teacher
// instead of a search's score (distillation). Such an example costs microseconds, and a network that has learned all
// that the teacher knows has only the rest to learn from games.
type variations struct {
	each    int // examples for each position of a game
	teacher func() eval.Evaluator
}

// longestVariation is how many moves a variation goes away from the game. Every position on the way is an example.
const longestVariation = 3

// examplesOf appends the examples around a game. They depend on the seed and the game alone.
func (v *variations) examplesOf(list []example, g *record.ScoredGame, f *filter) ([]example, error) {
	rng := rand.New(rand.NewPCG(f.Seed, g.ID))
	teacher := v.teacher()
	var buf []position.Move
	err := g.Replay(func(p *position.Position, _ *record.ScoredPly) bool {
		if p.Ply() < f.FirstPly || f.Share < 1 && rng.Float64() >= f.Share {
			return true
		}
		for n := 0; n < v.each; {
			moves := 0
			for ; moves < longestVariation && n < v.each; moves++ {
				buf = movegen.Legal(p, buf[:0])
				if len(buf) == 0 {
					break
				}
				p.Do(choose(rng, p, buf))
				n++
				if p.InCheck() {
					continue
				}
				teacher.Reset(p)
				worth := newChance(sigmoid(float64(teacher.Evaluate(p)) / f.Scale))
				list = append(list, newExample(p, worth, worth, unknown)) // nobody played it to an end
			}
			for range moves {
				p.Undo()
			}
			if moves == 0 {
				break
			}
		}
		return true
	})
	return list, err
}

// choose picks a legal move at random, every other time a capture if there is one, since most moves of a search are
// captures.
func choose(rng *rand.Rand, p *position.Position, legal []position.Move) position.Move {
	m := legal[rng.IntN(len(legal))]
	if rng.IntN(2) == 0 {
		return m
	}
	captures := 0
	for _, c := range legal {
		if p.At(c.To()) != position.NoPiece {
			if captures++; rng.IntN(captures) == 0 {
				m = c
			}
		}
	}
	return m
}
