package numa

import (
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
)

// Plan says on which CPUs each thread of a search runs. The zero value leaves that to the system.
type Plan struct {
	nodes [][]int
	of    []int // node of each thread
}

// New makes the plan for a number of threads. The error says what is wrong with the CPUs of a policy that binds
// threads; Auto leaves threads unbound instead.
func New(p Policy, threads int) (Plan, error) {
	if p == None || p == "" || !supported {
		return Plan{}, nil
	}
	own, err := allowed()
	var nodes [][]int
	if err == nil {
		nodes, err = p.nodes(os.DirFS("/"), own, threads)
	}
	for i := 0; i < len(nodes) && err == nil; i++ {
		err = try(nodes[i])
	}
	if err != nil && p != Auto {
		return Plan{}, fmt.Errorf("NumaPolicy %s: %w", p, err)
	}
	if err != nil || len(nodes) == 0 {
		return Plan{}, nil
	}
	return Plan{nodes, spread(threads, nodes)}, nil
}

// nodes returns the nodes to spread threads over, none if they need not be bound. own are the CPUs that the process may
// use.
func (p Policy) nodes(root fs.FS, own []int, threads int) ([][]int, error) {
	if p != Auto && p != System && p != Hardware {
		return p.list()
	}
	nodes, err := readNodes(root)
	if err != nil || p == Hardware {
		return nodes, err
	}
	nodes = restrict(nodes, own)
	if len(nodes) < 2 {
		return nil, nil // there is nothing that the system does not do itself
	}
	if p == Auto {
		largest := slices.MaxFunc(nodes, func(a, b []int) int { return len(a) - len(b) })
		if threads <= len(largest) {
			return nil, nil // the system can keep them together, which is best
		}
	}
	return nodes, nil
}

// Bind binds the calling goroutine, until it ends, to the CPUs of the node of thread number thread: the system thread
// that runs it runs nothing else any more and ends with it.
func (p *Plan) Bind(thread int) {
	if thread < len(p.of) {
		runtime.LockOSThread()
		_ = bind(p.nodes[p.of[thread]]) // New has tried it; if a CPU is gone since, it only costs speed
	}
}

// try binds a temporary thread to see whether it can be done.
func try(cpus []int) error {
	failed := make(chan error)
	go func() {
		runtime.LockOSThread()
		failed <- bind(cpus)
	}()
	if err := <-failed; err != nil {
		return fmt.Errorf("no thread can run on the CPUs %s: %w", formatCPUs(cpus), err)
	}
	return nil
}

// CPUs returns how many CPUs the plan spreads the threads over, 0 if it leaves that to the system.
func (p *Plan) CPUs() int {
	n := 0
	for _, cpus := range p.nodes {
		n += len(cpus)
	}
	return n
}

// String says how many threads run on which CPUs; it is empty if they are not bound.
func (p Plan) String() string {
	threads := make([]int, len(p.nodes))
	for _, n := range p.of {
		threads[n]++
	}
	var parts []string
	for n, cpus := range p.nodes {
		parts = append(parts, fmt.Sprintf("%d on CPUs %s", threads[n], formatCPUs(cpus)))
	}
	return strings.Join(parts, ", ")
}
