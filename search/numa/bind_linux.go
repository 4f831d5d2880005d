package numa

import "golang.org/x/sys/unix"

// supported says that threads can be bound on this system.
const supported = true

// allowed returns the CPUs that the calling thread may run on: those of the process, unless it is bound.
func allowed() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, err
	}
	var cpus []int
	for c := range maxCPUs {
		if set.IsSet(c) {
			cpus = append(cpus, c)
		}
	}
	return cpus, nil
}

// bind lets the calling thread run on the CPUs only.
func bind(cpus []int) error {
	var set unix.CPUSet
	for _, c := range cpus {
		set.Set(c)
	}
	return unix.SchedSetaffinity(0, &set)
}
