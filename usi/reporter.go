package usi

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
	"katachi/search/level"
)

// reporter writes a search's reports and its answer. Nothing is written after the answer.
type reporter struct {
	out    *writer
	pos    *position.Position
	task   *task
	engine *engineRoom // knows what its scores are for GUIs

	mu    sync.Mutex
	last  search.Info // the last line of the first PV
	ended bool
}

// report writes a report as an info line, with the score in the centipawns of GUIs. It is the search's callback.
func (r *reporter) report(i search.Info) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return
	}
	if legal := legalPV(r.pos, i.PV); len(legal) < len(i.PV) {
		rest := i.PV[len(legal)]
		i.PV, i.PVEnd = legal, ""
		if rest == position.MoveWin || rest == position.MoveResign {
			i.PVEnd = rest.String()
		}
		if len(legal) == 0 && i.PVEnd == "" {
			return
		}
	}
	if i.Text == "" && (len(i.PV) > 0 || i.PVEnd != "") && i.MultiPV <= 1 {
		r.last = i
		r.last.PV = slices.Clone(i.PV)
	}
	i.Score = r.engine.scale().ToField(i.Score)
	r.out.lines(formatInfo(i))
}

// multiPV is the newest report of each line of a search, those that are still missing without a PV.
type multiPV []search.Info

// keep takes over a report that has a PV.
func (l *multiPV) keep(i search.Info) {
	n := max(i.MultiPV, 1)
	for len(*l) < n {
		*l = append(*l, search.Info{})
	}
	i.PV = slices.Clone(i.PV)
	(*l)[n-1] = i
}

// legalPV returns how much of a line can be played from p: no GUI meets an illegal move, whoever found the line.
func legalPV(p *position.Position, pv []position.Move) []position.Move {
	n := 0
	for n < len(pv) && isMove(pv[n]) && p.IsLegal(pv[n]) {
		p.Do(pv[n])
		n++
	}
	for range n {
		p.Undo()
	}
	return pv[:n]
}

// end writes the answer.
func (r *reporter) end(answer string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended = true
	r.task.answered.Store(true)
	r.out.lines(answer)
}

// fallback returns the answer after a failed search: the best move so far, or any legal one.
func (r *reporter) fallback() search.Result {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.last.PV) > 0 {
		return search.Result{Move: r.last.PV[0], Score: r.last.Score}
	}
	return search.Result{Move: anyMove(r.pos)}
}

// answer writes bestmove, preceded by a line with the score unless the last line has it.
func (r *reporter) answer(result search.Result, t *thought) {
	move, reply := result.Move, result.Ponder
	if move == position.MoveNone || move == position.MoveNull || isMove(move) && !r.pos.IsLegal(move) {
		r.out.fail(fmt.Errorf("internal error: the search answered %v in %s", move, r.pos.SFEN()))
		result = r.fallback()
		move, reply = result.Move, position.MoveNone
	}
	if isMove(move) && t.level == level.Max && !t.limits.Endless() && int(r.engine.scale().ToField(result.Score)) <= -t.settings.ResignValue {
		move = position.MoveResign
	}

	r.mu.Lock()
	final := r.last
	r.mu.Unlock()
	if !hasScore(final, move, result.Score) {
		final = finalLine(final, move, result)
		final.Time = max(final.Time, time.Since(t.limits.Start))
		r.report(final)
	}

	if len(final.PV) > 1 && final.PV[0] == move && !isMove(reply) {
		reply = final.PV[1]
	}
	if !t.settings.Search.Ponder {
		reply = position.MoveNone
	}
	r.end(formatBestMove(move, legalPonder(r.pos, move, reply)))
}

// hasScore reports whether a line begins with the move and has an exact score, or the bound that is all that the search
// knows of the move. For a resignation any line will do.
func hasScore(line search.Info, move position.Move, score eval.Score) bool {
	exact := line.Bound == search.BoundNone || line.Bound == search.BoundExact
	switch {
	case isMove(move):
		return len(line.PV) > 0 && line.PV[0] == move && (exact || line.Score == score)
	case move == position.MoveWin:
		return len(line.PV) == 0 && line.PVEnd == move.String()
	}
	return len(line.PV) > 0 || line.PVEnd != ""
}

// finalLine returns the line that the answer lacks, with depth, nodes and time of the last one.
func finalLine(line search.Info, move position.Move, result search.Result) search.Info {
	line.MultiPV, line.Bound, line.PV, line.PVEnd, line.Score = 1, search.BoundExact, nil, "", result.Score
	switch {
	case move == position.MoveWin:
		line.Score, line.PVEnd = eval.MateIn(1), "win"
	case isMove(result.Move): // played, or resigned in spite of it
		line.PV = []position.Move{result.Move, result.Ponder}
	default:
		line.Score, line.PVEnd = eval.MatedIn(0), "resign"
	}
	return line
}
