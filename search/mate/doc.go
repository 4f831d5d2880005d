// Package mate finds forced mates: One looks one move ahead at the price of a few table look-ups, for every node of a
// search; Solver is a df-pn search with its own table that solves mate problems of any length; LoneKing knows how king
// and rook mate the bare king.
package mate
