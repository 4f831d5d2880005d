// Package classical is the handcrafted evaluation: material and squares, the shape of the position, named castles and the
// safety of the kings, each a term that a person can read (Trace). Katachi is the Japanese for shape, and this is the
// evaluation that the name comes from; minishogi is played with it, and shogi if no network is wanted.
//
// What a piece is worth and where it stands is one sum that follows the moves (material.go). All the rest is computed
// at each call in two passes. The first goes over the pieces once and gathers for each side which squares are attacked
// once, twice, three times and more often, as sets, and how hard the other king's zone is attacked (shape.go). The second
// reads the terms off these sets with population counts: control of the board near and far from the kings, pieces
// that are loose, threatened or trapped, the king's danger (kingsafety.go), and beside them the castle (castle.go) and
// the king's entry into the enemy camp (entering.go).
//
// Everything is seen from the mover's side by rotation, so a position and the same with the colours exchanged have the
// same score. The weights (weights.go) are one value with named fields: nearly all terms are linear in them, so that they
// can be fitted to the results of games; an Evaluator turns them into tables when it is reset.
package classical
