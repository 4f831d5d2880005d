package search

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/search/numa"
	"katachi/tt"
)

// Engine searches positions. It owns the transposition table and the workers with their histories. Search, SetOptions,
// SetEvaluator and Clear must not run at the same time; Nodes may be called while Search runs.
type Engine struct {
	// Alone says that while the engine searches the process has nothing else to do, except what Attend announces.
	Alone bool

	options      Options
	newEvaluator func() eval.Evaluator
	table        *tt.Table
	workers      []*worker
	plan         numa.Plan      // which CPUs the workers run on
	turns        turns          // for the workers if they are more than the cores
	running      sync.WaitGroup // the workers of the last search that have not ended yet

	solver     rootSolver
	processors processors
	*run       // the search that runs, or the last one
}

// NewEngine returns an engine with the default options but the smallest table, since a GUI waits for the engine's name;
// the first SetOptions allocates the memory. newEvaluator is called once for every worker.
func NewEngine(newEvaluator func() eval.Evaluator) (*Engine, error) {
	e := &Engine{newEvaluator: newEvaluator, run: new(run)}
	o := DefaultOptions()
	o.HashMB = 1
	table, err := tt.New(o.HashMB)
	if err != nil {
		return nil, err
	}
	e.table = table
	return e, e.SetOptions(o)
}

// Options returns the settings in force.
func (e *Engine) Options() Options { return e.options }

// SetOptions puts settings in force. If the table cannot be made as large as asked, or the threads cannot be bound to
// their CPUs, that setting stays as it was and the error says so; the other settings are in force nevertheless.
func (e *Engine) SetOptions(o Options) error {
	e.running.Wait()
	var err error
	if o.HashMB != e.table.Megabytes() {
		if err = e.table.Resize(o.HashMB); err != nil {
			o.HashMB = e.table.Megabytes()
		}
	}
	o.Threads = max(o.Threads, 1)
	o.MultiPV = max(o.MultiPV, 1)
	o.MaxDepth = max(1, min(o.MaxDepth, eval.MaxPly-1))
	o.MinDepth = max(1, min(o.MinDepth, o.MaxDepth))
	plan, unbound := numa.New(o.Numa, o.Threads)
	if unbound != nil {
		o.Numa = e.options.Numa
		plan, _ = numa.New(o.Numa, o.Threads)
	}
	e.plan = plan
	// NumaPolicy may use more CPUs than the process was started on. Two extra processors are for the goroutines that
	// pass commands on: the system runs a thread that has slept at once, Go's scheduler would let it wait.
	atOnce := max(cores, plan.CPUs())
	if n := min(o.Threads, atOnce) + 2; n > runtime.GOMAXPROCS(0) {
		runtime.GOMAXPROCS(n)
	}
	e.turns = newTurns(o.Threads, atOnce)
	e.options = o
	e.setThreads(o.Threads)
	return errors.Join(err, unbound)
}

// Placement says which CPUs the threads are bound to; it is empty if the system places them.
func (e *Engine) Placement() string { return e.plan.String() }

func (e *Engine) setThreads(n int) {
	for i := len(e.workers); i < n; i++ {
		e.workers = append(e.workers, newWorker(i, e, e.newEvaluator()))
	}
	clear(e.workers[n:])
	e.workers = slices.Clip(e.workers[:n])
}

// Await waits until the transposition table has its memory, for measurements. Without it a search begins at once, while
// the system still hands out the memory.
func (e *Engine) Await() { e.table.Await() }

// SetEvaluator replaces the evaluators of all workers and forgets what was searched with the old ones.
func (e *Engine) SetEvaluator(newEvaluator func() eval.Evaluator) {
	e.running.Wait()
	e.newEvaluator = newEvaluator
	for _, w := range e.workers {
		w.eval = newEvaluator()
	}
	e.Clear()
}

// Clear forgets all that was learned; it is for a new game.
func (e *Engine) Clear() {
	e.running.Wait()
	e.table.Clear()
	for _, w := range e.workers {
		w.forget()
	}
	e.solver.clear()
}

// Nodes returns how many nodes the running search, or the last one, has visited. While a search runs the number is a
// little behind.
func (e *Engine) Nodes() uint64 {
	var n uint64
	for _, w := range e.workers {
		n += w.published.Load()
	}
	return n
}

// Search finds the best move of the position within the limits; it ends at the latest when the context does. It works
// on a copy of p. It calls report, which may be nil, as it goes, and never after it has returned. It does not return
// before Limits.Wait would.
func (e *Engine) Search(ctx context.Context, p *position.Position, limits Limits, report func(Info)) Result {
	e.running.Wait()
	e.solver.forget()
	run := e.newRun(p, limits, report)
	e.run = run
	defer context.AfterFunc(ctx, func() { run.stop.Store(true) })()
	stopListening := func() {}
	if limits.Ponder != nil {
		stopListening = limits.Ponder.listen(e.ponderHit)
	}
	result := e.answer()
	limits.Wait(ctx)
	stopListening()
	e.clock.Answered()
	return result
}

// ponderHit starts the time. The answer is due now if nothing limits the search, if its mate was found while pondering,
// or if worker 0 has finished: the helpers would not be waited for without pondering either.
func (e *Engine) ponderHit() {
	limits := e.limits.AfterHit()
	e.clock.ponderHit(limits)
	if e.solver.won.Load() != nil || !limits.Infinite && (e.ready.Load() || !limits.bounded()) {
		e.stop.Store(true)
	}
}

// answer finds the result, by rule or by searching.
func (e *Engine) answer() Result {
	for _, w := range e.workers {
		w.published.Store(0)
		w.nodes, w.root = 0, nil
	}
	p := e.root
	root := e.rootMoves(p, e.limits.Moves)
	if result, ok := e.byRule(root); ok {
		return result
	}
	e.table.NewSearch(!e.exact(), e.mostNodes())
	maxDepth := eval.MaxPly - 2
	if d := e.limits.Depth; d > 0 {
		maxDepth = min(maxDepth, d)
	}
	var selected *selection
	if e.options.Deepening == Selective {
		selected = newSelection(root, &e.options, e.limits.Depth)
	}
	end := func() {
		e.stop.Store(true)
		if selected != nil {
			selected.end()
		}
	}
	workers := e.workers
	if selected != nil { // no more workers than moves, or worker 0, which reports, could wait for a move for ever
		workers = workers[:min(len(workers), len(root))]
	}
	stopSolver := e.startSolver(p, workers, func() {
		if !e.limits.held() {
			end()
		}
	})
	e.Attend() // the command that it began with
	e.alone = e.Alone && nodesTime == 0 && e.Placement() == ""
	defer e.Attend() // the answer
	workers[0].prepare(p, cloneRoot(root))
	for _, w := range workers {
		w.left = make(chan struct{})
		e.running.Go(func() {
			defer close(w.left)
			defer func() {
				if fault := recover(); fault != nil {
					text, _, _ := strings.Cut(fmt.Sprint(fault), "\n")
					text = fmt.Sprintf("Error: internal error in search thread %d: %s at %s", w.id, text, PanicPlace())
					e.fault.CompareAndSwap(nil, &text) // before the end, after which this worker need not be waited for
					end()
				}
				w.published.Store(w.nodes)
			}()
			w.work(root, selected, maxDepth)
		})
	}
	ended := e.await(workers, selected != nil)
	stopSolver()
	if text := e.fault.Load(); text != nil {
		e.reporter.send(Info{Text: *text})
	}
	return e.choose(selected, ended)
}

// byRule returns the answer where no search is needed: no move is legal, the win can be declared, or king and rook mate
// the bare king.
func (e *Engine) byRule(root []rootMove) (Result, bool) {
	known := func(i Info) (Result, bool) {
		i.MultiPV, i.Bound, i.Time = 1, BoundExact, e.clock.Elapsed()
		e.reporter.send(i)
		return resultOf(i.PV, i.Score), true
	}
	if len(root) == 0 {
		return known(Info{Depth: 1, Score: eval.MatedIn(0), PV: []position.Move{position.MoveResign}})
	}
	if claim := e.declaration.Claim(e.root); claim != position.MoveNone && len(e.limits.Moves) == 0 {
		return known(Info{Depth: 1, Score: eval.MateIn(1), PV: []position.Move{claim}})
	}
	if line, ok := e.loneKing(e.root); ok {
		return known(Info{Depth: len(line), SelDepth: len(line), Score: lineScore(line), PV: line})
	}
	return Result{}, false
}

// work runs the search on the worker's own goroutine: with the selective driver if there is a selection, else with the
// full one.
func (w *worker) work(root []rootMove, selected *selection, maxDepth int) {
	e := w.engine
	e.plan.Bind(w.id)
	w.takeTurn()
	defer w.giveTurn()
	if w.id > 0 {
		if e.stop.Load() {
			return // of hundreds of threads not all have had a turn before the stop
		}
		w.prepare(e.root, cloneRoot(root))
	}
	if selected != nil {
		w.extend(selected)
		return
	}
	w.deepen(maxDepth)
	if w.id == 0 {
		e.ready.Store(true) // before the look whether it is held, since the hit looks the other way round
		if !e.limits.held() {
			e.stop.Store(true) // worker 0 ends the search for all
		}
	}
}

// stragglerTime is how long an answer waits, once worker 0 has ended, for helpers whose threads the system does not
// run.
const stragglerTime = 2 * time.Millisecond

// await waits for the workers and returns those that take part in the vote, worker 0 first; workers that were stopped
// before they began do not take part. Under a clock the answer does not wait for helpers that the system does not run;
// they end before the next search begins.
func (e *Engine) await(workers []*worker, all bool) (ended []*worker) {
	<-workers[0].left
	timed := e.clock.Timed() || e.limits.Endless() || e.limits.Ponder != nil
	var late chan struct{} // nil: all are waited for
	if !all && timed && e.stop.Load() && e.options.MultiPV == 1 {
		late = make(chan struct{})
		defer time.AfterFunc(stragglerTime, func() { close(late) }).Stop()
	}
	for _, w := range workers {
		select {
		case <-w.left:
		default:
			select {
			case <-w.left:
			case <-late:
				continue
			}
		}
		if w.root != nil {
			ended = append(ended, w)
		}
	}
	return ended
}
