//go:build !windows

package usi

// decode returns a text as it is: names of files are bytes here.
func decode(text []byte) string { return string(text) }
