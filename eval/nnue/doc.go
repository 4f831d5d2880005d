// Package nnue evaluates positions with an efficiently updatable neural network, and reads the evaluation files that
// shogi players exchange ("nn.bin").
//
// # The idea
//
// A network sees the board twice, from each player's perspective. In a perspective every piece on the board or in hand
// is one number (see feature.go), in most networks combined with the square of the player's own king. Each such feature
// has a row of the first layer's weights, and the sum of the rows of the active features is the perspective's
// accumulator. A move changes few features, so a few additions update the accumulator. The side to move's accumulator
// and then the opponent's, clamped to 0..127, are the input of three small dense layers of 8-bit weights. Their one
// output, divided by the network's scale (FV_SCALE), is the score, in units of which a pawn has 90.
//
// The program's own network has one more part. Which squares and pieces are attacked and defended is no sum over single
// pieces. So there are rows of contacts, for the squares around the kings and for every piece on the board. They are
// counted anew at each evaluation and added to the first dense layer's sums (see contact.go).
//
// All arithmetic is in integers and is defined to the last bit: every kernel, however the accumulator was computed,
// gives the same output as any other program that reads the same file.
//
// # The parts
//
//   - shape and hash: the architectures, their sizes and hashes; load and leb128: reading a file; layer: dense weights
//     in the order that the kernels want.
//   - weights, save, number: for a trainer: a network from plain weights, its file, and positions as numbers.
//   - feature: from pieces to row numbers; bucket: king squares that share rows. accumulator: the first layer's update
//     after a move; refresh: its computation from a cache when the king moves to another view. contact: what is
//     attacked and defended. forward: the dense layers.
//   - kernel: the arithmetic, in plain Go (always built), in AVX2 and AVX-512 assembly on amd64, and on arm64 in NEON
//     assembly, with and without the dot product (SDOT); chosen when a network is loaded. The environment variable
//     KATACHI_KERNEL = go, avx2, avx512, avx512vbmi2, neon or dotprod overrides the choice. The assembly is generated
//     by _asm, a module of its own: go generate ./eval/nnue.
//   - evaluator: eval.Evaluator over a Network. Networks are read-only and shared; every worker has its own Evaluator.
//
// The networks are for the 9x9 board; see Supports.
package nnue
