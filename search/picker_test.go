package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
	"katachi/search/policy"
)

// drain takes all moves of a started picker.
func drain(pk *picker) []position.Move {
	var moves []position.Move
	for m := pk.move(); m != position.MoveNone; m = pk.move() {
		moves = append(moves, m)
	}
	pk.release()
	return moves
}

// TestPickerIsComplete: whatever table move and histories there are, each picker gives its moves once.
func TestPickerIsComplete(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	e := newTestEngine(t, nil)
	w := e.workers[0]
	randomPositions(t, 6, 150, func(p *position.Position, rng *rand.Rand) {
		e.clock = newClock(Limits{Infinite: true}, &e.options, p.Side(), p.Ply(), nil)
		w.prepare(p, nil)
		w.pos = p
		const ply = 1 // the root has its own list
		moves := movegen.Search(p, nil)
		if len(moves) == 0 {
			return
		}
		for _, m := range moves {
			w.history.main[butterflyIndex(m)] = int16(rng.IntN(2*mainLimit) - mainLimit)
		}
		n := node{ply: ply, depth: 1 + rng.IntN(12), inCheck: p.InCheck()}
		if all := movegen.Legal(p, nil); rng.IntN(3) > 0 {
			n.tt.move = all[rng.IntN(len(all))]
			n.tt.capture = !w.isQuiet(n.tt.move)
		}
		withTT := func(moves []position.Move) []position.Move {
			return append([]position.Move{n.tt.move}, without(moves, n.tt.move)...)
		}
		want := moves
		if n.tt.move != position.MoveNone {
			want = withTT(moves)
		}
		var pk picker
		w.pick(&pk, &n)
		got := drain(&pk)
		require.ElementsMatch(t, want, got, "table %v: %s", n.tt.move, p.SFEN())
		if n.tt.move != position.MoveNone {
			require.Equal(t, n.tt.move, got[0])
		}

		pk = picker{}
		w.pickNoisy(&pk, &n)
		if !p.InCheck() {
			want = filter(moves, func(m position.Move) bool { return !w.isQuiet(m) })
			if n.tt.capture {
				want = withTT(want)
			}
		}
		require.ElementsMatch(t, want, drain(&pk), "noisy: %s", p.SFEN())

		if !p.InCheck() {
			pk = picker{}
			w.pickCaptures(&pk, &n, 300)
			want = filter(movegen.Captures(p, nil), func(m position.Move) bool { return seeAtLeast(p, m, 300) })
			if n.tt.capture {
				want = withTT(want)
			}
			require.ElementsMatch(t, want, drain(&pk), "captures: %s", p.SFEN())
		}

		e.limits = Limits{}
		w.root = e.rootMoves(p, nil)
		n.ply, n.tt.move = 0, w.root[len(w.root)/2].move
		pk = picker{}
		w.pick(&pk, &n)
		require.ElementsMatch(t, moves, drain(&pk), "root: %s", p.SFEN())
		require.Zero(t, w.top)
	})
}

func filter(moves []position.Move, keep func(position.Move) bool) []position.Move {
	var kept []position.Move
	for _, m := range moves {
		if keep(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

func without(moves []position.Move, m position.Move) []position.Move {
	return filter(moves, func(o position.Move) bool { return o != m })
}

// TestPickerBest: the sorted part of a list comes in order, whatever its length and where it stands, then the others as they are.
func TestPickerBest(t *testing.T) {
	w := &worker{moves: make([]scoredMove, 64)}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		base, before, n := rng.IntN(5), rng.IntN(4), rng.IntN(40)
		pk := picker{w: w, base: base, next: base + before, end: base + before + n}
		pk.sorted = pk.next + rng.IntN(n+1)
		list := w.moves[pk.next:pk.end]
		for i := range list {
			list[i] = scored(position.Move(rng.IntN(1<<21)), rng.IntN(1<<24)-1<<23, before+i)
		}
		want := slices.Clone(list)
		slices.SortFunc(want[:pk.sorted-pk.next], func(a, b scoredMove) int { return b.score() - a.score() })
		for _, s := range want {
			got := pk.best()
			require.Equal(t, s.score(), got.score())
			require.Equal(t, s.move(), got.move())
		}
	}
}

// TestQuietsByPolicy: with empty histories quiet moves are ordered by the policy alone, which counts a check besides.
func TestQuietsByPolicy(t *testing.T) {
	w := newTestEngine(t, nil).workers[0]
	checks := 0
	randomPositions(t, 7, 60, func(p *position.Position, _ *rand.Rand) {
		if p.InCheck() {
			return
		}
		w.prepare(p, nil)
		w.pos = p
		moves := movegen.Drops(p, movegen.Quiets(p, nil))
		pk := picker{w: w, ply: lowPlies}
		pk.fillQuiets(moves)
		var view policy.View
		view.Look(p, position.MoveNone)
		for _, s := range w.moves[:pk.end] {
			m, score := s.move(), make([]int32, 1)
			view.Score([]position.Move{m}, score)
			want := 3*shapeStart + 5*continuationStart + policyShift + policyWeight*int(score[0])
			if p.GivesCheck(m) {
				want += policyWeight * policy.Check(m)
				checks++
			}
			require.Equal(t, want, s.score(), m)
		}
		require.Len(t, moves, pk.end)
	})
	require.Positive(t, checks)
}

// TestQuietsByHistory: all histories count for quiet moves of which policy and main history say enough, and those that are
// worth sorting then come first. The others are scored as if the other histories knew nothing of them.
func TestQuietsByHistory(t *testing.T) {
	const ply = lowPlies + 6
	w := newTestEngine(t, nil).workers[0]
	h := w.history
	var sorted, unsorted, left int
	randomPositions(t, 3, 60, func(p *position.Position, rng *rand.Rand) {
		if p.InCheck() || p.History() == 0 {
			return
		}
		w.prepare(p, nil)
		w.pos = p
		h.clear()
		w.reached(ply)
		var tables []*pieceToHistory
		for _, back := range []int{1, 2, 3, 4, 6} {
			tables = append(tables, h.toLearn(w.frame(ply-back).after))
		}
		shapes := &h.shapes[w.frame(ply).shapeRow]
		moves := movegen.Drops(p, movegen.Quiets(p, nil))
		for _, m := range moves {
			h.main[butterflyIndex(m)] = int16(rng.IntN(2*mainLimit) - mainLimit)
			for _, table := range append(tables, shapes) {
				table[pieceToIndex(m)] = int16(rng.IntN(16000) - 8000)
			}
		}
		pk := picker{w: w, ply: ply, depth: 1 + rng.IntN(12)}
		pk.fillQuiets(slices.Clone(moves))
		require.Len(t, moves, pk.end)

		limit := -sortDepth * pk.depth
		var view policy.View
		view.Look(p, p.LastMove())
		for at, s := range w.moves[:pk.end] {
			m, score := s.move(), make([]int32, 1)
			view.Score([]position.Move{m}, score)
			want := 3*shapeStart + 5*continuationStart + policyShift + policyWeight*int(score[0]) + 2*int(h.main[butterflyIndex(m)])
			if p.GivesCheck(m) {
				want += policyWeight * policy.Check(m)
			}
			all := want >= limit-historyReach
			if all {
				want += 3 * int(shapes[pieceToIndex(m)])
				for _, table := range tables {
					want += int(table[pieceToIndex(m)])
				}
			}
			require.Equal(t, want, s.score(), m)
			require.Equal(t, all && want >= limit, at < pk.sorted, m)
			switch {
			case !all:
				left++
			case at < pk.sorted:
				require.Equal(t, at, s.place())
				sorted++
			default:
				unsorted++
			}
		}
	})
	require.Positive(t, min(sorted, unsorted, left))
}
