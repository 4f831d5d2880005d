//go:build unix

package files

import (
	"os"
	"syscall"
)

// Lock returns an error if another process holds the file's lock; otherwise this one holds it until it ends or closes the
// file. On systems other than Unix and Windows, which have no such lock, it does nothing.
func Lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
