// Package search finds the best move: alpha-beta with the selectivity of today's engines, deepened by one of two
// drivers, on any number of goroutines, under real time controls.
//
// An Engine (engine.go) owns what outlives a search: the transposition table, and a worker (worker.go) for each thread with
// its board, its evaluator and its history tables. A run (run.go) is what the workers of one search share. The drivers are in
// deepening.go (full: every worker searches the root to one depth after the other, with a shared table, known as lazy SMP) and
// selective.go (every root move has its own depth and score).
//
// One walk through a node: alphaBeta (alphabeta.go) asks node.go for table and evaluation, the predicates of prune.go what may
// be left out, picker.go for the next move, reduce.go how deep to search it, and history.go learns from what came of it.
// quiescence.go is the same for captures. The root is a node like others; what is kept of its moves is in root.go. The numbers of
// all rules are in params.go, the settings that a GUI may change in options.go.
//
// What may end a search is in limits.go and ponder.go. The time is read in clock.go, divided in plan.go, and what answering
// costs is measured in delays.go. The last worker looks for mates now and then (solve.go), and processors.go keeps Go's scheduler
// out of the workers' way. The package prints nothing: report.go hands its reports to the caller. Inside the tree there
// are no locks, no channels and no allocation: stopping is one atomic flag, node counters are plain and published every 128
// nodes.
//
// Scores are centipawns from the side to move's view (package eval), depths are plies.
package search
