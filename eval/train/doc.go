// Package train makes networks from the scored games of self-play (package record).
//
// Shuffling turns all games, once, into a file of positions in random order (shuffle.go): the examples are spread over enough
// files for each to be shuffled in memory, and these are joined. An example is the numbers of the pieces, from which every
// architecture's rows follow, the score of its search, the later scores of the game (lookahead.go) and the result: 61 bytes
// (example.go). The file is read batch by batch, so memory does not grow with it. The positions of a game are all for training
// or all for validation.
//
// A step takes a batch through the forward and the backward pass: the first layer is sums of a few rows of a table, cut into
// tiles of columns so that a goroutine's part stays in its cache; the dense layers are small matrix products over chunks of
// examples (package kernel has both). No two goroutines write the same sums, and partial sums are added in a fixed
// order, so a run is the same to the last bit for any number of threads and after any interruption. AdamW moves the
// weights (optimizer.go). A row for a bucket of the own king's squares is the sum of its own and of one that all buckets share:
// only the sum is stored and moved by both steps, and what is its own decays. The rows of contacts, few and of all kings' places, learn
// with the dense layers. Where games are few the first layer rests (-freeze), or its rows move along a few directions (-rank,
// lowrank.go). The forward pass sees weights and activations rounded to the file's integers (rounded.go).
//
// What the network learns is a probability to win (target.go); plan.go says which share of it is the result's, and what the learning
// rate is, at each step. -scale chooses the centipawns that are odds of e to 1 in the network's scores, whatever they were in the
// games.
//
// Where things are: train.go is a run from its first step to its last, trainer.go a step, network.go the weights in floats, load.go
// and export.go their way from and to a file. filter.go chooses the positions of a game, variation.go makes others beside them.
package train
