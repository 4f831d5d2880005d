package tt

import "syscall"

// systemMemory returns the memory of the machine. How much is free is left unknown: macOS compresses and swaps, so its
// number of free pages says little.
func systemMemory() memory {
	// Sysctl returns the bytes of the number, little endian, as a string that may lack a last zero.
	text, err := syscall.Sysctl("hw.memsize")
	if err != nil || len(text) > 8 {
		return memory{unknown, unknown}
	}
	var total int64
	for i := range len(text) {
		total |= int64(text[i]) << (8 * i)
	}
	return memory{total, unknown}
}

// reservable reports whether the kernel grants so many bytes more.
func reservable(bytes int64) bool {
	block, err := syscall.Mmap(-1, 0, int(bytes), syscall.PROT_READ|syscall.PROT_WRITE,
		syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return false
	}
	return syscall.Munmap(block) == nil
}
