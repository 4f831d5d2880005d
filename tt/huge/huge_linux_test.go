package huge

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Memory that was asked for and touched is on large pages, if the system gives any: the kernel's list of mappings says so.
func TestAdvise(t *testing.T) {
	Advise[int32](nil)
	Advise(make([]byte, 100))
	mode, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil || !strings.Contains(string(mode), "[madvise]") {
		t.Skip("this system gives no large pages to those who ask")
	}
	control := make([]byte, 32<<20)
	require.NoError(t, unix.Madvise(control, unix.MADV_HUGEPAGE))
	for i := range control {
		control[i] = 1
	}
	if onLargePages(t, uintptr(unsafe.Pointer(&control[len(control)/2]))) < 2<<10 {
		t.Skip("the system has no large page free")
	}
	values := make([]uint64, 32<<20/8)
	Advise(values)
	for i := range values {
		values[i] = uint64(i)
	}
	require.GreaterOrEqual(t, onLargePages(t, uintptr(unsafe.Pointer(&values[len(values)/2]))), 2<<10)
	runtime.KeepAlive(control)
	runtime.KeepAlive(values)
}

func TestMake(t *testing.T) {
	type row [2639]int16
	for _, n := range []int{0, 1, 397, 398, 3000} {
		rows := Make[row](n)
		require.Len(t, rows, n)
		require.Equal(t, n, cap(rows))
		if n*int(unsafe.Sizeof(row{})) >= PageSize {
			require.Zero(t, uintptr(unsafe.Pointer(&rows[0]))%PageSize)
			require.Zero(t, rows[n-1])
			rows[n-1][2638] = 1
		}
	}
	require.Zero(t, uintptr(unsafe.Pointer(&Make[[3 * PageSize]byte](1)[0]))%PageSize)
}

// onLargePages returns how many kilobytes of the mapping around the address are on large pages.
func onLargePages(t *testing.T, address uintptr) int {
	text, err := os.ReadFile("/proc/self/smaps")
	require.NoError(t, err)
	inside := false
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if from, to, ok := strings.Cut(fields[0], "-"); ok && !strings.HasSuffix(fields[0], ":") {
			low, _ := strconv.ParseUint(from, 16, 64)
			high, _ := strconv.ParseUint(to, 16, 64)
			inside = uint64(address) >= low && uint64(address) < high
		}
		if inside && fields[0] == "AnonHugePages:" {
			kilobytes, err := strconv.Atoi(fields[1])
			require.NoError(t, err)
			return kilobytes
		}
	}
	return 0
}
