package numa

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// readNodes returns the CPUs of the machine's nodes, as Linux tells them in the folder /sys of the root. A node that is
// memory only is left out. A kernel that knows no nodes has one with all CPUs.
func readNodes(root fs.FS) ([][]int, error) {
	numbers, err := readCPUs(root, "sys/devices/system/node/online")
	if errors.Is(err, fs.ErrNotExist) {
		all, err := readCPUs(root, "sys/devices/system/cpu/online")
		return [][]int{all}, err
	}
	if err != nil {
		return nil, err
	}
	var nodes [][]int
	for _, n := range numbers {
		cpus, err := readCPUs(root, fmt.Sprintf("sys/devices/system/node/node%d/cpulist", n))
		if err != nil {
			return nil, err
		}
		if len(cpus) > 0 {
			nodes = append(nodes, cpus)
		}
	}
	return nodes, nil
}

func readCPUs(root fs.FS, name string) ([]int, error) {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	cpus, err := parseCPUs(string(text))
	if err != nil {
		return nil, fmt.Errorf("/%s: %w", name, err)
	}
	return cpus, nil
}

// restrict returns what is left of the nodes if only some CPUs may be used.
func restrict(nodes [][]int, allowed []int) [][]int {
	var left [][]int
	for _, cpus := range nodes {
		cpus = slices.DeleteFunc(slices.Clone(cpus), func(c int) bool { return !slices.Contains(allowed, c) })
		if len(cpus) > 0 {
			left = append(left, cpus)
		}
	}
	return left
}

// spread returns the node of each thread. Every next thread goes to the node that is then least full for its size, so
// that all are equally busy.
func spread(threads int, nodes [][]int) []int {
	of, load := make([]int, threads), make([]int, len(nodes))
	for t := range of {
		best := 0
		for n := range nodes { // (load+1)/CPUs, compared without a division
			if (load[n]+1)*len(nodes[best]) < (load[best]+1)*len(nodes[n]) {
				best = n
			}
		}
		of[t] = best
		load[best]++
	}
	return of
}
