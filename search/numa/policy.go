package numa

import (
	"errors"
	"fmt"
	"strings"
)

// Policy says which nodes the threads are spread over: one of the words below, or the CPUs of every node, such as
// "0-7,16-23:8-15,24-31". Parse makes one; the empty policy is None.
type Policy string

// The policies with a name.
const (
	Auto     Policy = "auto"     // System where there are nodes to spread over and too many threads for one, else None
	None     Policy = "none"     // the system places the threads
	System   Policy = "system"   // the system's nodes, with the CPUs that the process may use
	Hardware Policy = "hardware" // the system's nodes with all their CPUs, whatever the process was told to use
)

var (
	errPolicy    = errors.New("want auto, none, system, hardware, or the CPUs of each node, as in 0-7,16-23:8-15,24-31")
	errElsewhere = errors.New("threads can be bound to nodes on Linux only; want auto or none, and the system places them")
)

// Parse reads a policy; upper and lower case do not matter.
func Parse(text string) (Policy, error) { return parse(text, supported) }

func parse(text string, supported bool) (Policy, error) {
	p := Policy(strings.ToLower(strings.TrimSpace(text)))
	switch p {
	case Auto, None:
		return p, nil
	case System, Hardware:
	default:
		if _, err := p.list(); err != nil {
			return "", fmt.Errorf("%w; %w", err, errPolicy)
		}
	}
	if !supported {
		return "", errElsewhere
	}
	return p, nil
}

// list returns the nodes of a policy that lists their CPUs: every node has some, and no two have the same.
func (p Policy) list() ([][]int, error) {
	var nodes [][]int
	seen := map[int]bool{}
	for _, text := range strings.Split(string(p), ":") {
		cpus, err := parseCPUs(text)
		if err != nil {
			return nil, err
		}
		if len(cpus) == 0 {
			return nil, errors.New("a node without a CPU")
		}
		for _, c := range cpus {
			if seen[c] {
				return nil, fmt.Errorf("CPU %d is named twice", c)
			}
			seen[c] = true
		}
		nodes = append(nodes, cpus)
	}
	return nodes, nil
}
