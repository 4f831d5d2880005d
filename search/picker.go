package search

import (
	"katachi/movegen"
	"katachi/position"
)

// scoredMove is a move with its score in the upper 32 bits, so that comparing and sorting are on one word.
type scoredMove int64

func scored(m position.Move, score int) scoredMove {
	return scoredMove(score)<<32 | scoredMove(m)
}

func (s scoredMove) move() position.Move { return position.Move(uint32(s)) }

// stage is where a picker stands.
type stage uint8

const (
	stageTable stage = iota
	stageMakeCaptures
	stageGoodCaptures
	stageKiller1
	stageKiller2
	stageMakeQuiets
	stageQuiets
	stageBadCaptures
	stageMakeEvasions
	stageEvasions
	stageMakeChecks
	stageChecks
	stageDone
)

// picker hands out the legal moves of a position one by one, the most promising first, and makes each stage's list only
// when it is needed. Its lists lie on the worker's move stack, which the owner gives back by release.
type picker struct {
	w          *worker
	table      position.Move // the table's move, legal
	killers    [2]position.Move
	ply        int
	threshold  Score // captures whose exchange is worth less come last; in quiescence and ProbCut they are left out
	base       int   // start of the lists on the stack
	next, end  int
	likely     int // quiet moves before it have done well and come before all others: next..likely
	bad        int // captures put off: base..bad
	skipQuiets bool
	stage      stage
	then       stage // after the good captures
}

// pick starts a picker for the main search.
func (w *worker) pick(pk *picker, table position.Move, ply int) {
	*pk = picker{w: w, table: table, ply: ply, base: w.top, next: w.top, end: w.top, bad: w.top, then: stageKiller1}
	f := &w.stack[ply+stackOffset]
	if useKillers != 0 {
		pk.killers = f.killers
	}
	if w.pos.InCheck() {
		pk.then = stageMakeEvasions
	}
	pk.start()
}

// pickNoisy starts a picker for quiescence: captures, and quiet checks if asked for; all evasions when in check.
func (w *worker) pickNoisy(pk *picker, table position.Move, ply int, checks bool) {
	*pk = picker{w: w, table: table, ply: ply, base: w.top, next: w.top, end: w.top, bad: w.top, then: stageDone}
	switch {
	case w.pos.InCheck():
		pk.then = stageMakeEvasions
	case checks:
		pk.then = stageMakeChecks
	}
	pk.skipQuiets = true
	pk.start()
}

// pickCaptures starts a picker for ProbCut: only captures whose exchange is worth the threshold.
func (w *worker) pickCaptures(pk *picker, table position.Move, ply int, threshold Score) {
	*pk = picker{w: w, table: table, ply: ply, threshold: threshold, base: w.top, next: w.top, end: w.top, bad: w.top, then: stageDone}
	if table != position.MoveNone && !seeAtLeast(w.pos, table, threshold) {
		pk.table = position.MoveNone
	}
	pk.skipQuiets = true
	pk.start()
}

func (pk *picker) start() {
	pk.stage = stageTable
	if pk.table == position.MoveNone {
		pk.advanceFromTable()
	}
}

func (pk *picker) advanceFromTable() {
	if pk.then == stageMakeEvasions {
		pk.stage = stageMakeEvasions
	} else {
		pk.stage = stageMakeCaptures
	}
}

// isSound reports whether the move that came last is known to lose no material by its exchange.
func (pk *picker) isSound() bool { return pk.stage == stageGoodCaptures && pk.threshold >= 0 }

// release gives the picker's part of the move stack back.
func (pk *picker) release() { pk.w.top = pk.base }

// move returns the next move, MoveNone at the end.
func (pk *picker) move() position.Move {
	w := pk.w
	for {
		switch pk.stage {
		case stageTable:
			pk.advanceFromTable()
			return pk.table

		case stageMakeCaptures:
			pk.fill(movegen.Captures(w.pos, w.buf[:0]))
			pk.scoreCaptures()
			pk.stage = stageGoodCaptures

		case stageGoodCaptures:
			for pk.next < pk.end {
				s := pk.best()
				m := s.move()
				if m == pk.table {
					continue
				}
				if !seeAtLeast(w.pos, m, pk.threshold) {
					w.moves[pk.bad] = s
					pk.bad++
					continue
				}
				return m
			}
			pk.stage = pk.then

		case stageKiller1, stageKiller2:
			m := pk.killers[pk.stage-stageKiller1]
			pk.stage++
			if m != position.MoveNone && m != pk.table && !pk.skipQuiets && w.isQuiet(m) && w.pos.IsLegal(m) {
				return m
			}

		case stageMakeQuiets:
			if pk.skipQuiets {
				pk.startBad()
				continue
			}
			pk.next = pk.end
			pk.fillQuiets(movegen.Drops(w.pos, movegen.Quiets(w.pos, w.buf[:0])))
			pk.stage = stageQuiets

		case stageQuiets:
			for pk.next < pk.end && !pk.skipQuiets {
				if m := pk.best().move(); m != pk.table && m != pk.killers[0] && m != pk.killers[1] {
					return m
				}
			}
			pk.startBad()

		case stageBadCaptures:
			if pk.next < pk.end {
				m := w.moves[pk.next].move()
				pk.next++
				return m
			}
			pk.stage = stageDone

		case stageMakeEvasions:
			pk.fill(movegen.Evasions(w.pos, w.buf[:0]))
			pk.scoreEvasions()
			pk.stage = stageEvasions

		case stageEvasions:
			for pk.next < pk.end {
				if m := pk.best().move(); m != pk.table {
					return m
				}
			}
			pk.stage = stageDone

		case stageMakeChecks:
			pk.next = pk.end
			pk.fill(movegen.QuietChecks(w.pos, w.buf[:0]))
			pk.stage = stageChecks

		case stageChecks:
			for pk.next < pk.end {
				m := w.moves[pk.next].move()
				pk.next++
				if m != pk.table {
					return m
				}
			}
			pk.stage = stageDone

		case stageDone:
			return position.MoveNone
		}
	}
}

// startBad turns to the captures that were put off.
func (pk *picker) startBad() {
	pk.next, pk.end = pk.base, pk.bad
	pk.stage = stageBadCaptures
}

// fill appends generated moves to the picker's lists.
func (pk *picker) fill(moves []position.Move) {
	w := pk.w
	for _, m := range moves {
		w.moves[pk.end] = scoredMove(m)
		pk.end++
	}
	w.top = pk.end
}

// best takes the best move of the rest of the list. Most nodes need few moves, so looking through the list for each is
// cheaper than sorting it.
func (pk *picker) best() scoredMove {
	end := pk.end
	if pk.next < pk.likely {
		end = pk.likely
	}
	list := pk.w.moves[pk.next:end]
	pk.next++
	top, at := list[0], 0
	for i, s := range list {
		if s > top {
			top, at = s, i
		}
	}
	list[0], list[at] = top, list[0]
	return top
}

func (pk *picker) scoreCaptures() {
	w := pk.w
	for i, s := range w.moves[pk.next:pk.end] {
		m := s.move()
		captured := w.pos.At(m.To()).Kind()
		w.moves[pk.next+i] = scored(m, 8*int(swing(w.pos, m))+int(*w.history.capture.at(m, captured)))
	}
}

// fillQuiets appends generated quiet moves with their scores, those that are not below zero in front: best looks through
// these few first.
func (pk *picker) fillQuiets(moves []position.Move) {
	w := pk.w
	h := &w.history.quiet
	one, two, four := w.continuations(pk.ply)
	low := w.low.at(pk.ply)
	list := w.moves[pk.end:][:len(moves)]
	likely := 0
	for i, m := range moves {
		at := pieceToIndex(m)
		score := 2*int(*h.at(m)) + 2*int(one[at]) + int(two[at]) + int(four[at])
		if low != nil {
			score += lowPlyOrder * int(*low.at(m)) / (pk.ply + 1)
		}
		s := scored(m, score)
		list[i] = list[likely]
		list[likely] = s
		likely += int(^uint64(s) >> 63)
	}
	pk.likely = pk.end + likely
	pk.end += len(moves)
	w.top = pk.end
}

func (pk *picker) scoreEvasions() {
	w := pk.w
	one, _, _ := w.continuations(pk.ply)
	for i, s := range w.moves[pk.next:pk.end] {
		m := s.move()
		score := 0
		if w.isQuiet(m) {
			score = int(*w.history.quiet.at(m)) + int(one[pieceToIndex(m)])
		} else {
			score = int(swing(w.pos, m)) - int(exchangeValue[m.Before().Kind()])/16 + 1<<20
		}
		w.moves[pk.next+i] = scored(m, score)
	}
}
