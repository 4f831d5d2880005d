package nnue

import (
	_ "embed" // the file
	"strings"
	"sync"
)

// embedded is the network that the program carries, as SavePacked writes it.
//
//go:embed katachi.nn
var embedded string

// Embedded returns the network that the program carries, the same at every call. It fails only if the environment asks for a
// kernel that does not exist.
var Embedded = sync.OnceValues(func() (*Network, error) {
	return Read(strings.NewReader(embedded), int64(len(embedded)), "the program itself", DefaultScale)
})
