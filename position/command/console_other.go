//go:build !windows

package command

import (
	"os/exec"
	"runtime"
)

// OwnConsole is false: a terminal outlives its processes here.
func OwnConsole() bool { return false }

// Open opens a file as if its icon had been clicked: a page, in the browser.
func Open(path string) error {
	opener := "xdg-open"
	if runtime.GOOS == "darwin" {
		opener = "open"
	}
	return exec.Command(opener, path).Start()
}
