package search

import (
	"katachi/movegen"
	"katachi/position"
	"katachi/search/policy"
)

// scoredMove is a move with its score in the upper 32 bits, so that one word is compared, and its place among the
// picker's moves in the lowest bits, so that the best of many tells where it is. The places of moves that are not
// sorted mean nothing.
type scoredMove int64

const (
	placeBits = 11 // a move has 21
	placeMask = 1<<placeBits - 1
)

func scored(m position.Move, score, place int) scoredMove {
	return scoredMove(score)<<32 | scoredMove(m)<<placeBits | scoredMove(place)
}

func (s scoredMove) move() position.Move { return position.Move(uint32(s) >> placeBits) }

func (s scoredMove) score() int { return int(s >> 32) }

func (s scoredMove) place() int { return int(s & placeMask) }

// stage is where a picker stands.
type stage uint8

const (
	stageTT stage = iota
	stageMakeCaptures
	stageGoodCaptures
	stageMakeQuiets
	stageGoodQuiets
	stageBadCaptures
	stageBadQuiets
	stageMakeEvasions
	stageMakeRoot
	stageList // evasions, root moves
	stageDone
)

// picker hands out the legal moves of a position one by one, the most promising first, and makes each stage's list only
// when it is needed. Its lists lie on the worker's move stack; the owner gives them back with release.
type picker struct {
	w          *worker
	ttMove     position.Move // legal
	ply, depth int
	threshold  Score // ProbCut leaves out captures whose exchange is worth less
	kind       pickerKind
	stage      stage
	skipQuiets bool
	base       int // start of the lists on the stack
	next, end  int
	sorted     int // of next..sorted the best is picked first; what follows comes as it was generated
	bad        int // captures put off: base..bad
	quiets     int // start of the quiet moves
}

// pickerKind is what a picker is for.
type pickerKind uint8

const (
	pickAll     pickerKind = iota // the main search
	pickNoisy                     // quiescence: captures alone
	pickProbCut                   // captures whose exchange reaches the threshold
)

// pick starts a picker for the main search; at the root it gives the worker's root moves from w.first on.
func (w *worker) pick(pk *picker, n *node) { w.startPicker(pk, n, pickAll, n.tt.move) }

// pickNoisy starts a picker for quiescence: captures, or all evasions when in check. A quiet move from the table is
// offered in check only.
func (w *worker) pickNoisy(pk *picker, n *node) {
	m := n.tt.move
	if !n.inCheck && !n.tt.capture {
		m = position.MoveNone
	}
	w.startPicker(pk, n, pickNoisy, m)
}

// pickCaptures starts a picker for ProbCut: captures whose exchange is worth the threshold, the table's in any case.
func (w *worker) pickCaptures(pk *picker, n *node, threshold Score) {
	m := n.tt.move
	if !n.tt.capture {
		m = position.MoveNone
	}
	w.startPicker(pk, n, pickProbCut, m)
	pk.threshold = threshold
}

// startPicker starts a picker that is still empty.
func (w *worker) startPicker(pk *picker, n *node, kind pickerKind, ttMove position.Move) {
	pk.w, pk.ttMove, pk.ply, pk.depth, pk.kind = w, ttMove, n.ply, n.depth, kind
	pk.base, pk.next, pk.end, pk.bad = w.top, w.top, w.top, w.top
	if ttMove == position.MoveNone {
		pk.afterTT()
	}
}

func (pk *picker) afterTT() {
	switch {
	case pk.kind == pickAll && pk.ply == 0:
		pk.stage = stageMakeRoot
	case pk.w.pos.InCheck():
		pk.stage = stageMakeEvasions
	default:
		pk.stage = stageMakeCaptures
	}
}

// release gives the picker's part of the move stack back.
func (pk *picker) release() { pk.w.top = pk.base }

// move returns the next move, MoveNone at the end.
func (pk *picker) move() position.Move {
	w := pk.w
	for {
		switch pk.stage {
		case stageTT:
			pk.afterTT()
			return pk.ttMove

		case stageMakeCaptures:
			pk.fillCaptures(movegen.Captures(w.pos, w.buf[:0]))
			pk.stage = stageGoodCaptures

		case stageGoodCaptures:
			for pk.next < pk.end {
				s := pk.best()
				m := s.move()
				if m == pk.ttMove {
					continue
				}
				switch pk.kind {
				case pickAll:
					// The higher a capture is scored, the more it may lose in the exchange.
					if !seeAtLeast(w.pos, m, Score(-s.score()/goodCapture)) {
						w.moves[pk.bad] = s
						pk.bad++
						continue
					}
				case pickProbCut:
					if !seeAtLeast(w.pos, m, pk.threshold) {
						continue
					}
				}
				return m
			}
			pk.stage = stageMakeQuiets
			if pk.kind != pickAll {
				pk.stage = stageDone
			}

		case stageMakeQuiets:
			pk.next, pk.quiets = pk.end, pk.end
			if !pk.skipQuiets {
				pk.fillQuiets(movegen.Drops(w.pos, movegen.Quiets(w.pos, w.buf[:0])))
			}
			pk.stage = stageGoodQuiets

		case stageGoodQuiets:
			for pk.next < pk.end && !pk.skipQuiets {
				if s := pk.best(); s.score() > goodQuiet && s.move() != pk.ttMove {
					return s.move()
				}
			}
			pk.next = pk.base
			pk.stage = stageBadCaptures

		case stageBadCaptures:
			if pk.next < pk.bad {
				pk.next++
				return w.moves[pk.next-1].move()
			}
			pk.next = pk.quiets
			pk.stage = stageBadQuiets

		case stageBadQuiets:
			for pk.next < pk.end && !pk.skipQuiets {
				s := w.moves[pk.next]
				pk.next++
				if s.score() <= goodQuiet && s.move() != pk.ttMove {
					return s.move()
				}
			}
			pk.stage = stageDone

		case stageMakeEvasions:
			pk.fillEvasions(movegen.Evasions(w.pos, w.buf[:0]))
			pk.stage = stageList

		case stageMakeRoot:
			pk.fillRoot()
			pk.stage = stageList

		case stageList:
			for pk.next < pk.end {
				if m := pk.best().move(); m != pk.ttMove {
					return m
				}
			}
			pk.stage = stageDone

		case stageDone:
			return position.MoveNone
		}
	}
}

// best takes the best move of the sorted part, then the others in their order. Most nodes need few moves, so selecting
// each from the list is cheaper than sorting it.
func (pk *picker) best() scoredMove {
	moves := pk.w.moves
	first, at := moves[pk.next], pk.next
	pk.next++
	if at >= pk.sorted {
		return first
	}
	// Four at a time: the longest chain of comparisons is what takes the time.
	list, top, i := moves[at:pk.sorted], first, 0
	for ; i < len(list)-3; i += 4 {
		top = max(top, max(max(list[i], list[i+1]), max(list[i+2], list[i+3])))
	}
	for ; i < len(list); i++ {
		top = max(top, list[i])
	}
	place := top.place()
	moves[pk.base+place] = first&^placeMask | scoredMove(place)
	moves[at] = top
	return top
}

func (pk *picker) fillCaptures(moves []position.Move) {
	w, first := pk.w, pk.end-pk.base
	list := w.moves[pk.end:][:len(moves)]
	for i, m := range moves {
		captured := w.pos.At(m.To()).Kind()
		list[i] = scored(m, captureOrder[captured]+w.history.capture.of(m, captured), first+i)
	}
	pk.end += len(moves)
	pk.sorted, w.top = pk.end, pk.end
}

// cut is a bitboard cut into words of 64 squares, so that a square's word and bit are bits of the move.
type cut [2]uint64

func (c *cut) hasTo(m position.Move) bool { return c[m>>6&1]>>(m&63)&1 != 0 }

// fillQuiets appends generated quiet moves with their scores, those worth sorting in front. If it were inlined, its
// loops would lack registers.
//
//go:noinline
func (pk *picker) fillQuiets(moves []position.Move) {
	w := pk.w
	main := &w.history.main
	shapes := &w.history.shapes[w.frame(pk.ply).shapeRow]
	rows := &w.history.rows
	after := func(plies int) *pieceToHistory { return &rows[*w.frame(pk.ply - plies).after] }
	one, two, three, four, six := after(1), after(2), after(3), after(4), after(6)
	list := w.moves[pk.end:][:len(moves)]
	w.pos.CheckSquares(&w.squares)
	var squares [position.NumKinds]cut
	for k, b := range w.squares {
		squares[k] = b.Words()
	}
	w.view.Look(w.pos, w.frame(pk.ply-1).move)
	promising := w.promising[:len(moves)]
	w.view.Score(moves, promising)
	// First policy and main history, as if the other histories knew nothing of the moves. They are looked up for those
	// alone that they may well lift to the limit; the rest come unsorted.
	const unknown = 3*shapeStart + 5*continuationStart
	limit := -sortDepth * pk.depth
	least := limit - historyReach
	candidates, count := &w.candidates, 0
	for i, m := range moves {
		score := policyWeight*int(promising[i]) + policyShift + 2*int(main[butterflyIndex(m)]) + unknown
		if squares[m.Piece().Kind()].hasTo(m) {
			score += policyWeight * policy.Check(m)
		}
		list[i] = scored(m, score, 0)
		candidates[count] = uint16(i)
		if score >= least {
			count++
		}
	}
	// Tables that lie far apart are read in a short loop of their own, so that many cache misses overlap.
	for _, i := range candidates[:count] {
		a := pieceToIndex(moves[i])
		list[i] += scoredMove(int(one[a])+int(two[a])+int(three[a])+int(four[a])+int(six[a])+3*int(shapes[a])) << 32
	}
	if pk.ply < lowPlies {
		low := &w.low.plies[pk.ply]
		for _, i := range candidates[:count] {
			list[i] += scoredMove(8*(int32(low[butterflyIndex(moves[i])])+lowPlyStart)/int32(1+pk.ply)) << 32
		}
	}
	sorted, first := 0, pk.end-pk.base
	for _, i := range candidates[:count] {
		if s := list[i]; s.score() >= limit {
			list[i], list[sorted] = list[sorted], s|scoredMove(first+sorted)
			sorted++
		}
	}
	pk.sorted = pk.end + sorted
	pk.end += len(moves)
	w.top = pk.end
}

// fillRoot lists the root moves in the order of a picker's stages.
func (pk *picker) fillRoot() {
	w := pk.w
	moves := w.buf[:0]
	for _, r := range w.root[w.first:] {
		if !w.isQuiet(r.move) {
			moves = append(moves, r.move)
		}
	}
	noisy := len(moves)
	for _, r := range w.root[w.first:] {
		if w.isQuiet(r.move) {
			moves = append(moves, r.move)
		}
	}
	if w.pos.InCheck() {
		pk.fillEvasions(moves)
		return
	}
	captures, quiets := moves[:noisy], moves[noisy:]
	pk.fillCaptures(captures)
	pk.fillQuiets(quiets)
	list := w.moves[pk.base:pk.end]
	for i, s := range list {
		stage := 0 // of quiet moves
		if i < noisy {
			stage = -1 << 24
			if seeAtLeast(w.pos, s.move(), Score(-s.score()/goodCapture)) {
				stage = 1 << 24
			}
		}
		list[i] = scored(s.move(), s.score()+stage, i)
	}
	pk.sorted = pk.end
}

func (pk *picker) fillEvasions(moves []position.Move) {
	w, first := pk.w, pk.end-pk.base
	one := &w.history.rows[*w.frame(pk.ply - 1).after]
	list := w.moves[pk.end:][:len(moves)]
	for i, m := range moves {
		score := int(w.history.main[butterflyIndex(m)]) + int(one[pieceToIndex(m)])
		if captured := w.pos.At(m.To()).Kind(); captured != position.NoKind {
			score = int(exchangeValue[captured]) + 1<<28
		}
		list[i] = scored(m, score, first+i)
	}
	pk.end += len(moves)
	pk.sorted, w.top = pk.end, pk.end
}
