// Package train makes networks from self-play: games, their records, and what is learned from them.
//
// Self-play writes whole games, not positions: where a game began, then 32 bits a ply, a move and the score that its
// search gave, then the result. That is an eighth of what a list of positions needs, the trainer replays it at the cost
// of a move a position, and what a game tells of a position beyond its score (what was played, what came of it) is
// there. A file is a sequence of blocks, each with a magic and a checksum, so that files join by concatenation, a torn
// or damaged block costs itself alone, and a run goes on where it was stopped.
//
// A game depends on nothing but the settings of its run and its number in it. So the numbers can be spread over
// threads, machines and restarts, and whatever played them the games are the same.
//
// The trainer keeps the positions in memory, 82 bytes each, as piece numbers from which every architecture's rows
// follow. A step takes a batch forward and back: the first layer is sums of a few rows of a table, cut into tiles of
// columns so that a goroutine's part stays in its cache; the dense layers are small matrix products over chunks of
// examples (package kernel has both). No two goroutines write the same sums, and partial sums are added in a fixed
// order, so a run is the same to the last bit for any number of threads and after any interruption. Adam moves the
// weights. A row for a bucket of the own king's squares is the sum of its own and of one that all buckets share: only
// the sum is stored and moved by both steps, and what is its own decays. The way forward sees weights and activations
// rounded to the file's integers.
package train
