//go:build !tune

package search

import "katachi/position"

// Only the tune build writes what its searches try (trials_tune.go).

func (w *worker) trial(*node, position.Move, int, bool) *struct{} { return nil }

func (w *worker) ends(*struct{}, bool) {}
