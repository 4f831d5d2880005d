// Package position is the rules of shogi on a compact board: pieces, hands, moves, SFEN, attack tables, doing and
// undoing moves, check, legality of a given move, repetition, the entering-king declaration, and the text of a game
// (GameText).
//
// A Position holds the board three times over (a mailbox, bitboards by colour, bitboards by kind), both hands packed in
// a word each, and a stack with one State for every move since it was set up. So undoing only copies back, and
// repetition sees the whole game. Do, Undo and every query that a search makes allocate nothing.
//
// Smaller boards are the full board with walls: squares outside the variant are set in Occupied and belong to nobody,
// so sliders stop there and nothing moves or drops there. The variant's Rules add the promotion zone, the dead ranks
// and the start position; all else is common.
//
// Where things are: a move is made in domove.go, judged in legal.go, written and read in move.go. Checks and pins are
// found in check.go, repetitions in repetition.go, attacks in attack.go and slider.go. sfen.go reads and writes
// positions.
//
// Whether a side has a legal move at all is answered by package movegen, which enumerates moves and so can judge a game
// (movegen.EndOf).
package position
