package tt

import (
	"syscall"
	"unsafe"
)

var globalMemoryStatusEx = syscall.NewLazyDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// memoryStatusEx is the MEMORYSTATUSEX of the Windows API.
type memoryStatusEx struct {
	length, load                uint32
	totalPhysical, freePhysical uint64
	totalPageFile, freePageFile uint64
	totalVirtual, freeVirtual   uint64
	freeExtendedVirtual         uint64
}

// systemMemory asks Windows for the memory of the machine and for what this process can still commit.
func systemMemory() memory {
	var s memoryStatusEx
	s.length = uint32(unsafe.Sizeof(s))
	if ok, _, _ := globalMemoryStatusEx.Call(uintptr(unsafe.Pointer(&s))); ok == 0 {
		return memory{unknown, unknown}
	}
	return memory{int64(s.totalPhysical), int64(min(s.freePhysical, s.freePageFile, s.freeVirtual))}
}

// reservable has nothing to add: systemMemory knows what can be committed.
func reservable(int64) bool { return true }
