// Package classical is the handcrafted evaluation: material and squares, the shape of the position, named castles and
// the safety of the kings, each a term that a person can read (Trace). Katachi is the Japanese for shape, and this is
// the evaluation that the name comes from. Minishogi is played with it, and shogi if no network is wanted.
//
// What a piece is worth and where it stands is one sum, updated by each move (material.go). All the rest is computed at
// each call in two passes. The first pass goes over the pieces once. For each side it gathers, as sets, the squares
// that are attacked once, twice, three times and more often, and how hard the other king's zone is attacked (shape.go).
// The second pass derives the terms from these sets with population counts: control of the board near and far from the
// kings, pieces that are loose, threatened or trapped, and the king's danger (kingsafety.go). To these come the castle
// (castle.go) and the king's entry into the enemy camp (entering.go).
//
// Everything is seen from the mover's side by rotation, so a position and its copy with the colours exchanged have the
// same score. The weights (weights.go) are one value with named fields. Nearly all terms are linear in them, so that
// they can be fitted to the results of games. An Evaluator turns them into tables when it is reset.
package classical
