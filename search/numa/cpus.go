package numa

import (
	"fmt"
	"strconv"
	"strings"
)

// maxCPUs is how many CPUs the kernel's sets have room for, as we use them.
const maxCPUs = 1024

// parseCPUs reads a list of CPUs as Linux writes it, such as "0-3,8,10-11"; it may be empty. The order stays.
func parseCPUs(text string) ([]int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, nil
	}
	var cpus []int
	for _, part := range strings.Split(text, ",") {
		low, high, isRange := strings.Cut(part, "-")
		first, err := parseCPU(low)
		last := first
		if err == nil && isRange {
			last, err = parseCPU(high)
		}
		if err != nil {
			return nil, err
		}
		if last < first {
			return nil, fmt.Errorf("the range %q runs backwards", part)
		}
		for c := first; c <= last; c++ {
			cpus = append(cpus, c)
		}
	}
	return cpus, nil
}

func parseCPU(text string) (int, error) {
	text = strings.TrimSpace(text)
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n >= maxCPUs {
		return 0, fmt.Errorf("%q is not a CPU number from 0 to %d", text, maxCPUs-1)
	}
	return int(n), nil
}

// formatCPUs writes a list in ascending order as parseCPUs reads it.
func formatCPUs(cpus []int) string {
	var b strings.Builder
	for i := 0; i < len(cpus); {
		end := i
		for end+1 < len(cpus) && cpus[end+1] == cpus[end]+1 {
			end++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(cpus[i]))
		if end > i {
			b.WriteString("-" + strconv.Itoa(cpus[end]))
		}
		i = end + 1
	}
	return b.String()
}
