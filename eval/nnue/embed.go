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

// EmbeddedScale is that of searches with the embedded network: its games with 20,000 nodes a move say 1,330 (katachi train
// scale).
const EmbeddedScale eval.Scale = 1330

// Embedded returns the network that the program carries, the same at every call. It fails only if the environment asks for a
// kernel that does not exist.
var Embedded = sync.OnceValues(func() (*Network, error) {
	return Read(strings.NewReader(embedded), int64(len(embedded)), "the program itself", DefaultScale)
})
