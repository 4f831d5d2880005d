package tt

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestReadMemory(t *testing.T) {
	const info = "MemTotal:       8000 kB\nMemFree:  100 kB\nMemAvailable:   6000 kB\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  memory
	}{
		{"no files", nil, memory{unknown, unknown}},
		{"machine", map[string]string{"proc/meminfo": info}, memory{8000 << 10, 6000 << 10}},
		{"v2 without a limit", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "0::/a\n", "sys/fs/cgroup/a/memory.max": "max\n",
		}, memory{8000 << 10, 6000 << 10}},
		{"v2, a limit on the group above, file cache can go", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "0::/a/b:c\n",
			"sys/fs/cgroup/a/memory.max": "1000000\n", "sys/fs/cgroup/a/memory.current": "300000\n",
			"sys/fs/cgroup/a/memory.stat": "anon 200000\nfile 100000\n",
		}, memory{1000000, 800000}},
		{"v2, shared memory is no cache that can go", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "0::/a\n",
			"sys/fs/cgroup/a/memory.max": "1000000\n", "sys/fs/cgroup/a/memory.current": "300000\n",
			"sys/fs/cgroup/a/memory.stat": "anon 100000\nfile 150000\nshmem 50000\n",
		}, memory{1000000, 800000}},
		{"v2 in a container", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "0::/hidden\n", "sys/fs/cgroup/memory.max": "1000000\n",
		}, memory{1000000, 1000000}},
		{"v1", map[string]string{
			"proc/meminfo": info, "proc/self/cgroup": "4:cpu:/x\nnothing\n3:hugetlb,memory:/a\n",
			"sys/fs/cgroup/memory/x/memory.limit_in_bytes": "1",
			"sys/fs/cgroup/memory/memory.limit_in_bytes":   "9223372036854771712\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "500000\n",
			"sys/fs/cgroup/memory/a/memory.usage_in_bytes": "600000\n",
			"sys/fs/cgroup/memory/a/memory.stat":           "cache 1\ntotal_cache 50000\n",
		}, memory{500000, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := fstest.MapFS{}
			for name, text := range c.files {
				root[name] = &fstest.MapFile{Data: []byte(text)}
			}
			require.Equal(t, c.want, readMemory(root))
		})
	}
}

func TestSystemMemoryIsKnown(t *testing.T) {
	m := systemMemory()
	require.Less(t, m.free, m.total)
	require.Greater(t, m.total, int64(64*megabyte))
	require.True(t, reservable(megabyte))
	require.False(t, reservable(1<<50))
}
