// Package search finds the best move: alpha-beta with the selectivity of today's engines, deepened by one of two
// drivers, on any number of goroutines, under real time controls.
//
// An Engine (engine.go) owns what outlives a search: the transposition table, and for each thread a worker (worker.go)
// with its board, its evaluator and its history tables. A run (run.go) is what the workers of one search share. There
// are two drivers: with full (deepening.go) every worker searches the root to one depth after the other over a shared
// table (lazy SMP); with selective (selective.go) every root move has its own depth and score.
//
// At a node alphaBeta (alphabeta.go) asks node.go for the table's entry and the evaluation, the predicates of prune.go
// what may be left out, picker.go for the next move (with package policy for what no history knows), and reduce.go how
// deep to search it; history.go learns from the outcome. quiescence.go does the same for captures. The root is searched like any other node; root.go keeps the
// results of its moves. The numbers of all rules are in params.go, the settings that a GUI may change in options.go.
//
// limits.go and ponder.go say what may end a search. clock.go reads the time, plan.go divides it, and delays.go
// measures what answering costs. The last worker looks for mates now and then (solve.go), and processors.go keeps Go's
// scheduler out of the workers' way. The package prints nothing: report.go hands its reports to the caller. Inside the
// tree there are no locks, no channels and no allocation: stopping is one atomic flag; node counters are plain, and
// published every 128 nodes.
//
// Scores are centipawns from the side to move's view (package eval), depths are plies.
package search
