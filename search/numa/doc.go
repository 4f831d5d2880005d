// Package numa spreads the threads of a search over the nodes of a machine whose memory is not equally near to all
// CPUs.
//
// Such a machine has several nodes, each with some CPUs and the memory near to them. At every node of the tree a worker
// reads and writes its own board, histories and accumulators. If the system moves its thread to another node of the
// machine, all of these are far away from then on. So a Plan gives every thread a node, in proportion to the nodes'
// CPUs, and the thread may run on the CPUs of that node only. The memory follows by itself: Linux takes a page from the
// node of the thread that first touches it, and a worker first touches its own in its first search.
//
// A goroutine is locked to its thread, the thread is bound, and the goroutine is never unlocked: the thread ends with
// the goroutine, so no other work ever runs on a bound thread. Where binding cannot help, on one node or with few
// threads, nothing is bound.
package numa
