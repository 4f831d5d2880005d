package nnue

import (
	_ "embed" // the file
	"strings"
	"sync"

	"katachi/eval"
)

// embedded is the network that the program carries, as SavePacked writes it.
//
//go:embed katachi.nn
var embedded string

// EmbeddedScale is the scale of searches with the embedded network. Odds of e to 1 are at 445 of their centipawns in
// 1,300 games with 20,000 nodes a move, at 391 in 326 others, in longer searches at 330 to 390. Weaker players throw more
// away: with 1,600 nodes it is about 640, with 100 about 1,100.
const EmbeddedScale eval.Scale = 420

// EmbeddedFVScale is the FV_SCALE that the embedded network is read with: the one at which its scores suit the margins
// of the search, by games of 100,000 nodes a move. Short searches do not show it.
const EmbeddedFVScale = 45

// Embedded returns the network that the program carries, the same at every call. It fails only if the environment asks
// for a kernel that does not exist.
var Embedded = sync.OnceValues(func() (*Network, error) {
	return Read(strings.NewReader(embedded), int64(len(embedded)), "the program itself", EmbeddedFVScale)
})
