package tt

import "golang.org/x/sys/unix"

// systemMemory returns the memory of the machine. How much is free is left unknown: macOS compresses and swaps, so its
// number of free pages says little.
func systemMemory() memory {
	total, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return memory{unknown, unknown}
	}
	return memory{int64(total), unknown}
}

// reservable reports whether the kernel grants so many bytes more.
func reservable(bytes int64) bool {
	block, err := unix.Mmap(-1, 0, int(bytes), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return false
	}
	return unix.Munmap(block) == nil
}
