// Package train makes networks from the scored games of self-play (package record).
//
// The trainer keeps the positions in memory, 82 bytes each, as piece numbers from which every architecture's rows
// follow. A step takes a batch forward and back: the first layer is sums of a few rows of a table, cut into tiles of
// columns so that a goroutine's part stays in its cache; the dense layers are small matrix products over chunks of
// examples (package kernel has both). No two goroutines write the same sums, and partial sums are added in a fixed
// order, so a run is the same to the last bit for any number of threads and after any interruption. Adam moves the
// weights. A row for a bucket of the own king's squares is the sum of its own and of one that all buckets share: only
// the sum is stored and moved by both steps, and what is its own decays. The forward pass sees weights and activations
// rounded to the file's integers.
package train
