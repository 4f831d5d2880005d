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

// EmbeddedScale is that of searches with the embedded network: in 396 games of generation 16 with 20,000 nodes a move 470 (katachi train
// scale); those of generations 17 and 18 are as wide. Weaker players throw more away: with 100 nodes it is about 1,450.
const EmbeddedScale eval.Scale = 470

// EmbeddedFVScale is the FV_SCALE that the embedded network is read with: the one at which its scores suit the margins of the
// search, which were tried with networks that give scores of other widths.
const EmbeddedFVScale = 31

// Embedded returns the network that the program carries, the same at every call. It fails only if the environment asks for a
// kernel that does not exist.
var Embedded = sync.OnceValues(func() (*Network, error) {
	return Read(strings.NewReader(embedded), int64(len(embedded)), "the program itself", EmbeddedFVScale)
})
