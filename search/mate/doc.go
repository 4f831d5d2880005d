// Package mate finds forced mates. One looks one move ahead with a few table look-ups, cheap enough for every node of a
// search. Solver is a df-pn search with its own table that solves mate problems of any length. LoneKing knows how king
// and rook mate the bare king.
//
// The solver's files: solver.go has its interface, team.go its threads, dfpn.go the search, expand.go a position's
// children, numbers.go their proof and disproof numbers, hands.go dominance by the pieces in hand, table.go the table,
// path.go and share.go repetitions and transpositions, line.go the mating line that is reported, futile.go the
// convention about futile interpositions.
package mate
