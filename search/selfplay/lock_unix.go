//go:build unix

package selfplay

import (
	"os"
	"syscall"
)

// lockFile keeps a second self-play from writing to the same file. The lock ends with the process.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
