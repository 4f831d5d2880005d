package train

import "math"

// loss holds sums over N examples.
type loss struct {
	Sum      float64 // cross entropy between target and answer
	Least    float64 // what a perfect answer leaves of it
	Score    float64 // cross entropy between what the search said and the answer, beyond the least; only where nothing is learned
	Outcome  float64 // cross entropy between the game's result and the answer, likewise, over Finished of the examples
	N        int
	Finished int
}

func (l *loss) add(o loss) {
	l.Sum += o.Sum
	l.Least += o.Least
	l.Outcome += o.Outcome
	l.Score += o.Score
	l.N += o.N
	l.Finished += o.Finished
}

// excess returns the mean cross entropy beyond what a perfect answer leaves: 0 is perfect.
func (l *loss) excess() float64 { return (l.Sum - l.Least) / float64(max(1, l.N)) }

// outcome returns the mean cross entropy between result and answer.
func (l *loss) outcome() float64 { return l.Outcome / float64(max(1, l.Finished)) }

// score returns the mean cross entropy between score and answer beyond what a perfect answer leaves.
func (l *loss) score() float64 { return l.Score / float64(max(1, l.N)) }

// softplus returns log(1 + e^x).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// entropy returns the cross entropy that even a perfect answer leaves.
func entropy(p float64) float64 {
	if p <= 0 || p >= 1 {
		return 0
	}
	return -p*math.Log(p) - (1-p)*math.Log(1-p)
}
