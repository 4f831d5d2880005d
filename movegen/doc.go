// Package movegen enumerates the legal moves of a position, in stages and in two widths, and counts them (perft).
//
// All lists are legal: pins, checks and mate by a pawn drop are resolved while generating. Every function appends to
// the caller's buffer and returns it.
//
// generate.go and drops.go have the stages, checks.go the checks, count.go the number of legal moves, ending.go the end
// of a game.
//
// The search's width leaves out refusals of a promotion that make no sense: a pawn, bishop or rook that may promote
// does, and so does a lance that reaches the second last rank. The full width (Legal, Checks) has every legal move,
// since an opponent may play any, and since refusing a promotion can avoid mate by a pawn drop.
package movegen

// MaxMoves is the greatest number of legal moves in any position.
const MaxMoves = 593
