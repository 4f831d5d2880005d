package level

import (
	"math"
	"time"

	"katachi/eval"
	"katachi/position"
)

// People give up when all is lost and stays so. Who has just learned the game plays on until mate; the stronger
// somebody is, the earlier.
const (
	resignFrom  = 6 // the first level that resigns
	resignAfter = 3 // own moves in a row
)

// Resigns reports whether the player resigns after a thought that ended with a score, which an engine gives on the
// field's scale. Of several thoughts about one move, as after pondering on a reply that did not come, one counts. In
// 210 games of 20,000 nodes a move, which is level 20, a side that resigned by this rule would have won 1 of 175.
func (r *Player) Resigns(p *position.Position, score eval.Score) bool {
	r.follow(p)
	if r.level < resignFrom {
		return false
	}
	if r.first == eval.None {
		r.first = score
	}
	// A handicap is no reason to give up: it was lost by so much from the start.
	limit := min(eval.Score(-4000+100*r.level), r.first-1500)
	if score > limit || p.Ply() < 30 && !score.IsMate() {
		r.lost, r.lostAt = 0, 0
		return false
	}
	if p.Ply() != r.lostAt {
		r.lost, r.lostAt = r.lost+1, p.Ply()
	}
	return r.lost >= resignAfter
}

// Pause returns how long the player takes for a move that an engine finds, when choosing between choices moves.
func (r *Player) Pause(choices int) time.Duration { return r.pause(5, choices) }

// pause returns how long a person thinks about a move: longer if many look alike, and varying as people do.
func (r *Player) pause(depth, choices int) time.Duration {
	seconds := 0.6 + 0.25*float64(depth)
	if choices > 1 {
		seconds += 0.5 * math.Log2(float64(choices))
	}
	seconds *= math.Exp(0.45 * r.rng.NormFloat64())
	return time.Duration(min(seconds, 12) * float64(time.Second))
}
