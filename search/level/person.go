package level

import "katachi/position"

// Max is the level of full strength, at which nothing of this package is in force.
const Max = 26

// fullSight is the first level that never misses a mate in one, nor a piece that the opponent can take at once.
const fullSight = 5

// person is what somebody of a level sees and knows.
type person struct {
	Depth       float64 // plies that are read, the first move included; the fraction is how often it is one more
	Exchanges   float64 // captures that are followed behind them, likewise
	Blindness   float64 // of a move of the opponent that is as hard to see as can be: how probably it is not seen
	Breadth     float64 // candidates that are looked at more than once; replies are half as many
	Knowledge   float64 // share of the evaluation in a judgement, the rest is the count of pieces
	Noise       float64 // width of the error of a judgement, centipawns
	Temperature float64 // of the choice among moves that look alike, centipawns
	Habit       float64 // what the usual next move of a shape is worth, centipawns
	Hurry       float64 // how often a move is played after half a look
	Mates       float64 // how probably a mate in one is seen, either side's
}

// people are the anchors between which the levels lie, the weakest first: what the numbers mean at a step of practice.
var people = []person{
	{Depth: 1, Exchanges: 1, Blindness: 2.0, Breadth: 4, Knowledge: 0, Noise: 80, Temperature: 60, Habit: 50, Hurry: 0.4, Mates: 0.4},
	{Depth: 1, Exchanges: 2, Blindness: 1.3, Breadth: 5, Knowledge: 0.05, Noise: 60, Temperature: 55, Habit: 50, Hurry: 0.3, Mates: 0.6},
	{Depth: 1.2, Exchanges: 3, Blindness: 0.9, Breadth: 6, Knowledge: 0.15, Noise: 50, Temperature: 50, Habit: 50, Hurry: 0.25, Mates: 0.8},
	{Depth: 2, Exchanges: 4, Blindness: 0.5, Breadth: 8, Knowledge: 0.4, Noise: 30, Temperature: 40, Habit: 45, Hurry: 0.2, Mates: 0.95},
	{Depth: 2.6, Exchanges: 5, Blindness: 0.25, Breadth: 10, Knowledge: 0.7, Noise: 20, Temperature: 30, Habit: 35, Hurry: 0.15, Mates: 1},
	{Depth: 3.5, Exchanges: 6, Blindness: 0.1, Breadth: 14, Knowledge: 1, Noise: 10, Temperature: 20, Habit: 20, Hurry: 0.08, Mates: 1},
	{Depth: 4.5, Exchanges: 8, Blindness: 0.02, Breadth: 20, Knowledge: 1, Noise: 0, Temperature: 15, Habit: 12, Hurry: 0.03, Mates: 1},
}

// rung is a level: a person, or a budget of the engine's search.
type rung struct {
	practice float64 // place between the people, 0 to len(people)-1
	nodes    uint64  // of the engine's search; 0: the person thinks
	elo      int     // measured, see README.md
}

// ladder holds the levels from 1 on; the last is full strength.
var ladder = [Max]rung{
	{practice: 0.45, elo: 500},
	{practice: 0.75, elo: 630},
	{practice: 1.25, elo: 810},
	{practice: 1.7, elo: 980},
	{practice: 2, elo: 1160},
	{practice: 2.28, elo: 1350},
	{practice: 2.58, elo: 1490},
	{practice: 2.92, elo: 1650},
	{practice: 3.42, elo: 1810},
	{practice: 4.2, elo: 2020},
	{practice: 5, elo: 2160},
	{nodes: 350, elo: 2370},
	{nodes: 760, elo: 2540},
	{nodes: 1250, elo: 2680},
	{nodes: 1950, elo: 2840},
	{nodes: 3000, elo: 3000},
	{nodes: 4700, elo: 3150},
	{nodes: 7700, elo: 3350},
	{nodes: 11800, elo: 3570},
	{nodes: 19000, elo: 3800},
	{nodes: 31000, elo: 3930},
	{nodes: 55000, elo: 4090},
	{nodes: 85000, elo: 4270},
	{nodes: 130000, elo: 4390},
	{nodes: 255000, elo: 4560},
	{elo: 4670},
}

// The Elo of level 1 and of full strength.
var MinElo, MaxElo = ladder[0].elo, ladder[Max-1].elo

// OfElo returns the level whose Elo is nearest.
func OfElo(elo int) int {
	best := 0
	for i, r := range ladder {
		if abs(r.elo-elo) <= abs(ladder[best].elo-elo) {
			best = i
		}
	}
	return best + 1
}

// Nodes returns the budget of a level that the engine's search plays, 0 for the levels below, which a Player plays by
// itself, and for full strength.
func Nodes(level int) uint64 { return ladder[level-1].nodes }

// personAt returns the person of that much practice, between the two anchors next to it.
func personAt(practice float64) person {
	i := min(int(practice), len(people)-2)
	a, b, f := people[i], people[i+1], practice-float64(i)
	between := func(x, y float64) float64 { return x + (y-x)*f }
	return person{
		Depth: between(a.Depth, b.Depth), Exchanges: between(a.Exchanges, b.Exchanges), Blindness: between(a.Blindness, b.Blindness),
		Breadth: between(a.Breadth, b.Breadth), Knowledge: between(a.Knowledge, b.Knowledge), Noise: between(a.Noise, b.Noise),
		Temperature: between(a.Temperature, b.Temperature), Habit: between(a.Habit, b.Habit), Hurry: between(a.Hurry, b.Hurry),
		Mates: between(a.Mates, b.Mates),
	}
}

// onBoard and inHand are what people say that pieces are worth, by kind, in centipawns. The levels were measured with them, so that
// what judges moves elsewhere must not move them.
var (
	onBoard = [position.NumKinds]int{
		position.Pawn: 100, position.Lance: 300, position.Knight: 350, position.Silver: 500, position.Gold: 550,
		position.Bishop: 800, position.Rook: 1000, position.ProPawn: 500, position.ProLance: 500, position.ProKnight: 500,
		position.ProSilver: 530, position.Horse: 1050, position.Dragon: 1250,
	}
	inHand = [position.NumKinds]int{
		position.Pawn: 110, position.Lance: 320, position.Knight: 370, position.Silver: 530, position.Gold: 600,
		position.Bishop: 870, position.Rook: 1080,
	}
)

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
