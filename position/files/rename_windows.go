package files

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// Rename is os.Rename that tries for two seconds. As long as another program has one of the files open, Windows refuses: scanners for viruses
// open new ones for a moment.
func Rename(from, to string) error {
	for pause := time.Millisecond; ; pause *= 2 {
		err := os.Rename(from, to)
		if pause > time.Second || !errors.Is(err, windows.ERROR_ACCESS_DENIED) && !errors.Is(err, windows.ERROR_SHARING_VIOLATION) {
			return err
		}
		time.Sleep(pause)
	}
}
