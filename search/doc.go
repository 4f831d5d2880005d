// Package search finds the best move: alpha-beta with the selectivity of today's engines, deepened by one of two
// drivers, on any number of goroutines, under real time controls.
//
// An Engine owns what outlives a search: the transposition table, and a worker for each thread with its board, its
// evaluator and its history tables. Search runs the workers side by side. The drivers are in
// deepening.go (full: all root moves to the same depth, the workers on the same root with a shared table, known as lazy
// SMP) and selective.go (every root move with its own depth and score); both call worker.searchMove for a root move,
// which goes down into alphaBeta and quiescence.
//
// The package prints nothing and reads the time only through Clock. Inside the tree there are no locks, no channels and
// no allocation: stopping is one atomic flag, node counters are plain and published every thousand nodes.
//
// Scores are centipawns from the side to move's view (package eval), depths are plies.
package search
