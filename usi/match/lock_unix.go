//go:build unix

package match

import (
	"os"
	"syscall"
)

// lockFile keeps a second match from writing to the same file. The lock ends with the process.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
