package huge

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// advise asks for whole pages only, as the kernel wants them: from the first boundary in the bytes to the last.
func advise(bytes []byte) {
	page := uintptr(os.Getpagesize())
	start := uintptr(unsafe.Pointer(unsafe.SliceData(bytes)))
	skip := int((page - start%page) % page)
	if length := (len(bytes) - skip) / int(page) * int(page); length > 0 {
		_ = unix.Madvise(bytes[skip:skip+length], unix.MADV_HUGEPAGE)
	}
}
