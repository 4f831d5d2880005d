package tt

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strconv"
)

// The errors of New and Resize.
var (
	ErrSize   = errors.New("impossible size")
	ErrMemory = errors.New("not enough memory")
)

const (
	megabyte = 1 << 20
	unknown  = math.MaxInt64

	// spare is asked for beside the table: the allocator takes memory in pieces of 4 and of 64 MB, the pieces that the
	// old table leaves may not fit the new one, and the rest of the program grows too.
	spare = 128 * megabyte

	// addressable is about how much of its address space a 32-bit process can use; Windows gives it no more.
	addressable = 2048 * megabyte
)

// memory says how many bytes the process may use; unknown where the system does not tell.
type memory struct {
	total int64 // of the machine, or the least limit set on the process
	free  int64 // what can be had now
}

// checkSize returns an error unless a table of the size megabytes can replace one of the size old.
func checkSize(megabytes, old int) error {
	m := systemMemory()
	m.total = min(m.total, debug.SetMemoryLimit(-1)) // the greatest number if there is no limit
	if strconv.IntSize == 32 {
		m.total = min(m.total, addressable)
	}
	if err := m.check(megabytes, old); err != nil {
		return err
	}
	if grow := int64(megabytes-old) * megabyte; grow > 0 && !reservable(grow+min(grow, spare)) {
		return fmt.Errorf("%w: the system refuses %d MB", ErrMemory, megabytes)
	}
	return nil
}

func (m memory) check(megabytes, old int) error {
	if megabytes < 1 {
		return fmt.Errorf("%w: %d MB, the least is 1 MB", ErrSize, megabytes)
	}
	if most := m.total / 4 * 3 / megabyte; int64(megabytes) > most {
		return fmt.Errorf("%w: %d MB, the most is %d MB (75%% of the memory)", ErrSize, megabytes, most)
	}
	if free := m.free / megabyte; m.free != unknown && int64(megabytes) > free+int64(old) {
		return fmt.Errorf("%w: %d MB wanted, %d MB free", ErrMemory, megabytes, free+int64(old))
	}
	return nil
}

// Fits returns an error that says why another table of the size in megabytes would be too much for the machine, nil if
// it would not. The mate solver's table is checked by it too.
func Fits(megabytes int) error { return checkSize(megabytes, 0) }
