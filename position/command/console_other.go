//go:build !windows

package command

// OwnConsole is false: a terminal outlives its processes here.
func OwnConsole() bool { return false }
