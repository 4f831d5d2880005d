// Package mate finds forced mates: One looks one move ahead for a few table look-ups, for every node of a search; Solver is a
// df-pn search with its own table that solves mate problems of any length; LoneKing knows how king and rook mate the bare
// king.
//
// The solver: solver.go is its door, team.go its threads, dfpn.go the search, expand.go a position's children, numbers.go their
// proof and disproof numbers, hands.go dominance by the pieces in hand, table.go the table, path.go and share.go repetitions and
// transpositions, line.go the mate that is told, futile.go the convention about futile interpositions.
package mate
