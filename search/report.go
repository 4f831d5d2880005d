package search

import (
	"slices"
	"time"

	"katachi/eval"
	"katachi/position"
)

// reporter limits how often a search reports. Worker 0 uses it and, for the last lines, Search.
type reporter struct {
	send     func(Info)
	last     time.Duration // when PVs were last reported
	lastMove time.Duration
	sent     bool
	lines    []Info // of the last report of PVs
	silent   bool   // nobody listens: lines need not be prepared, which costs as much as dozens of nodes
}

func newReporter(send func(Info)) reporter {
	if send == nil {
		return reporter{send: func(Info) {}, silent: true}
	}
	return reporter{send: send}
}

// currMoveAfter is how long a search runs before it tells which root move it is at, and how often it does.
const (
	currMoveAfter = 3 * time.Second
	currMoveEvery = 500 * time.Millisecond
)

// reportMove reports the root move that is being searched, on long searches.
func (e *Engine) reportMove(m position.Move, number int) {
	r := &e.reporter
	if r.silent {
		return
	}
	now := e.clock.Elapsed()
	if now < currMoveAfter || now-r.lastMove < currMoveEvery {
		return
	}
	r.lastMove = now
	r.send(Info{CurrMove: m, CurrMoveNumber: number, Time: now, Nodes: e.Nodes()})
}

// reportDue reports whether there is a receiver and the last report was long enough ago.
func (e *Engine) reportDue() bool {
	r := &e.reporter
	return !r.silent && (!r.sent || e.clock.Elapsed()-r.last >= e.options.PVInterval)
}

// report sends the best lines of a worker, unless it is too early for the next report. The last report has the last
// exact scores with their whole lines, which is what GUIs keep; it is sent unless the report before says the same.
// Where no bounds are wanted, a move without a known exact score has no line, unless it is the one that is played.
func (e *Engine) report(w *worker, lines int, last bool) bool {
	r := &e.reporter
	if r.silent || !last && !e.reportDue() {
		return false
	}
	now := e.clock.Elapsed()
	r.last, r.sent = now, true
	if !last { // the worker itself reports; what it has searched since it last looked at the clock counts too
		w.published.Store(w.nodes)
	}
	nodes := e.Nodes()
	full := 0
	if e.options.UseTable {
		full = e.table.HashFull()
	}
	mating, solved := e.solved(w.root[0].known())
	bounds := e.options.OutputFailLHPV && !e.options.ConsiderationMode
	var told []Info
	first := 0 // the root move of the first line
	if solved {
		first = slices.IndexFunc(w.root, func(m rootMove) bool { return m.move == mating[0] })
		if first < 0 { // it declines a promotion, which the search does not look at
			first = len(w.root)
		}
	}
	for i := range min(lines, len(w.root)) {
		m := &w.root[i]
		switch {
		case i == 0:
			m = &w.root[first%len(w.root)]
		case i <= first:
			m = &w.root[i-1]
		}
		line, bound := m.told(bounds && !last)
		if solved && i == 0 {
			line, bound = exactLine{lineScore(mating), len(mating), mating}, BoundExact
		}
		if line.score == -eval.Infinity || bound != BoundExact && !bounds && !(last && i == 0) {
			continue
		}
		pv, end := e.finishPV(line.pv, line.depth)
		told = append(told, Info{
			Depth: line.depth, SelDepth: max(m.selDepth, len(pv), line.depth), Time: now, Nodes: nodes, NPS: PerSecond(nodes, now-e.began),
			HashFull: full, MultiPV: len(told) + 1, Score: line.score, Bound: bound, PV: slices.Clone(pv), PVEnd: end,
		})
	}
	if last && slices.EqualFunc(told, r.lines, sayTheSame) {
		return false
	}
	r.lines = told
	for _, i := range told {
		r.send(i)
	}
	return true
}

// sayTheSame reports whether two lines differ at most in when they were told.
func sayTheSame(a, b Info) bool {
	return a.Depth == b.Depth && a.SelDepth == b.SelDepth && a.Nodes == b.Nodes && a.Score == b.Score && a.Bound == b.Bound &&
		a.PVEnd == b.PVEnd && slices.Equal(a.PV, b.PV)
}

// reportSelection reports the state of the selective driver.
func (e *Engine) reportSelection(w *worker) {
	if e.report(w, e.options.MultiPV, false) {
		e.reporter.send(Info{Text: selectionState(w.root)})
	}
}

// PerSecond returns the nodes per second of a search that took the time d.
func PerSecond(nodes uint64, d time.Duration) uint64 {
	return uint64(float64(nodes) / max(d.Seconds(), 0.001))
}

// finishPV returns the line and how it ends: by a repetition, or by a declaration. In ConsiderationMode a line that was
// cut short by the table is continued with the table's moves, to the depth of the search or the end of the game at most.
func (e *Engine) finishPV(pv []position.Move, depth int) ([]position.Move, string) {
	p := e.root.Clone()
	rep := position.RepNone
	for _, m := range pv {
		p.Do(m)
		rep, _ = p.Repetition()
	}
	if e.options.ConsiderationMode && e.options.UseTable {
		pv = slices.Clone(pv)
		for rep == position.RepNone && len(pv) < depth && (e.moveLimit == 0 || p.Ply() <= e.moveLimit) {
			m := e.tableMove(p)
			if m == position.MoveNone {
				break
			}
			pv = append(pv, m)
			p.Do(m)
			rep, _ = p.Repetition()
		}
	}
	if rep == position.RepNone && len(pv) > 0 && e.declaration.Claim(p) != position.MoveNone {
		return pv, "win"
	}
	return pv, repetitionWord(rep)
}

// repetitionWord names, in the words of other engines, the repetition that ends a line, as seen by the side that would
// move next; it is empty if nothing repeats.
func repetitionWord(rep position.Repetition) string {
	return [...]string{
		position.RepDraw: "rep_draw", position.RepWin: "rep_win", position.RepLoss: "rep_lose",
		position.RepSuperior: "rep_sup", position.RepInferior: "rep_inf",
	}[rep]
}
