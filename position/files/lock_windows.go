package files

import (
	"os"

	"golang.org/x/sys/windows"
)

// Lock is as on Unix. What a lock of Windows covers nobody else can read: this one covers a byte far behind the end of any file.
func Lock(f *os.File) error {
	far := windows.Overlapped{OffsetHigh: 1<<31 - 1}
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &far)
}
