package tt

import (
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

func systemMemory() memory { return readMemory(os.DirFS("/")) }

// readMemory reads from the kernel's files the memory of the machine and the limits of the control groups in which
// containers run, of version 2 and of version 1.
func readMemory(root fs.FS) memory {
	m := memory{unknown, unknown}
	info := readFields(root, "proc/meminfo")
	if total, ok := info["MemTotal:"]; ok {
		m.total = total * 1024
	}
	if available, ok := info["MemAvailable:"]; ok {
		m.free = available * 1024
	}
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return m
	}
	for line := range strings.Lines(string(groups)) {
		// number:controllers:/path; version 2 has number 0 and no controllers
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) != 3 {
			continue
		}
		base, limit, usage, cache, shared := "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_cache", "total_shmem"
		if part[1] == "" {
			base, limit, usage, cache, shared = "sys/fs/cgroup", "memory.max", "memory.current", "file", "shmem"
		} else if !strings.Contains(","+part[1]+",", ",memory,") {
			continue
		}
		// A limit of any group above binds too. Inside a container the path may not be visible, the root is.
		for group := path.Clean("/" + part[2]); ; group = path.Dir(group) {
			dir := path.Join(base, group)
			if bytes, ok := readNumber(root, path.Join(dir, limit)); ok {
				used, _ := readNumber(root, path.Join(dir, usage))
				stat := readFields(root, path.Join(dir, "memory.stat"))
				m = m.limit(bytes, used-(stat[cache]-stat[shared])) // the file cache can be reclaimed, shared memory cannot
			}
			if group == "/" {
				break
			}
		}
	}
	return m
}

// limit lowers m to a limit in bytes, of which used are in use.
func (m memory) limit(bytes, used int64) memory {
	return memory{min(m.total, bytes), min(m.free, max(0, bytes-used))}
}

// readFields reads lines of a name and a number, none of a file that cannot be read.
func readFields(root fs.FS, name string) map[string]int64 {
	fields := map[string]int64{}
	text, _ := fs.ReadFile(root, name)
	for line := range strings.Lines(string(text)) {
		if words := strings.Fields(line); len(words) >= 2 {
			if number, err := strconv.ParseInt(words[1], 10, 64); err == nil {
				fields[words[0]] = number
			}
		}
	}
	return fields
}

// readNumber reads a file that is one number; ok is false for a limit of "max".
func readNumber(root fs.FS, name string) (int64, bool) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return 0, false
	}
	number, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return number, err == nil
}

// reservable reports whether the kernel grants so many bytes more: only here do limits of the process (ulimit) and a
// strict overcommit policy show.
func reservable(bytes int64) bool {
	block, err := unix.Mmap(-1, 0, int(bytes), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return false
	}
	return unix.Munmap(block) == nil
}
