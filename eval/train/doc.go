// Package train makes networks from the scored games of self-play (package record).
//
// Shuffling turns all games, once, into a file of positions in random order (shuffle.go). The examples are spread over
// as many files as are needed for each to be shuffled in memory, and the files are joined. An example takes 61 bytes
// (example.go): the numbers of the pieces, from which every architecture's rows follow, the score of its search, the
// later scores of the game (lookahead.go) and the result. The file is read batch by batch, so memory does not grow with
// it. The positions of a game are all for training or all for validation.
//
// A step takes a batch through the forward and the backward pass. The first layer is sums of a few rows of a table, cut
// into tiles of columns so that a goroutine's part stays in its cache. The dense layers are small matrix products over
// chunks of examples (package kernel has both). No two goroutines write the same sums, and partial sums are added in a
// fixed order, so a run is the same to the last bit for any number of threads and after any interruption. AdamW moves
// the weights (optimizer.go).
//
// A row of a bucket of own king squares is the sum of a part of its own and a part that all buckets share. Only the sum
// is stored, and both parts' steps move it; the part of its own decays. The rows of contacts, which are few and the
// same for all king squares, learn with the dense layers. Where games are few, the first layer rests (-freeze), or its
// rows move along a few directions (-rank, lowrank.go). The forward pass sees weights and activations rounded to the
// file's integers (rounded.go).
//
// The network learns a probability to win (target.go). plan.go says how much the result counts in it at each step, and the learning
// rate. -scale chooses which score in centipawns stands for odds of e to 1, whatever the scale of the games' scores.
//
// Where things are: train.go is a run from its first step to its last, trainer.go a step, network.go the weights in
// floats, load.go and export.go their way from and to a file. filter.go chooses the positions of a game,
// variation.go makes others beside them.
package train
