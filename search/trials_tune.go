//go:build tune

package search

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"katachi/position"
	"katachi/search/policy"
)

// Trials of quiet moves, for katachi policy to learn from. With KATACHI_TRIALS=folder in the environment the tune build
// writes one in eight of those with a null window into a file of the folder.

// trials is where this process writes them, nil for nowhere.
var trials = createTrials(os.Getenv("KATACHI_TRIALS"))

// trialWriter is shared by the workers.
type trialWriter struct {
	mu     sync.Mutex
	out    io.Writer
	random uint64
}

func createTrials(folder string) *trialWriter {
	if folder == "" {
		return nil
	}
	f, err := os.Create(filepath.Join(folder, fmt.Sprintf("%d.trials", os.Getpid())))
	if err != nil {
		fmt.Fprintln(os.Stderr, "katachi: KATACHI_TRIALS:", err)
		os.Exit(1)
	}
	return &trialWriter{out: f}
}

// isDrawn reports whether the next trial is one of those written.
func (t *trialWriter) isDrawn() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.random = t.random*6364136223846793005 + 1442695040888963407
	return t.random>>33&7 == 0
}

// trial returns what is known of a quiet move that is about to be tried; nil if it is not one of those written.
func (w *worker) trial(n *node, m position.Move, number int, check bool) *policy.Trial {
	if trials == nil || n.root || n.pv || n.excluded != position.MoveNone || m == n.tt.move || !w.isQuiet(m) || !trials.isDrawn() {
		return nil
	}
	at, rows := pieceToIndex(m), &w.history.rows // summed as fillQuiets does
	history := 3*int(w.history.shapes[w.frame(n.ply).shapeRow][at]) + 2*int(w.history.main[butterflyIndex(m)])
	for _, back := range [...]int{1, 2, 3, 4, 6} {
		history += int(rows[*w.frame(n.ply - back).after][at])
	}
	t := &policy.Trial{
		Cut: n.cut, TTHit: n.tt.hit, TTMove: n.tt.move != position.MoveNone, InCheck: n.inCheck, Improving: n.improving,
		Depth: uint8(n.depth), Number: uint8(min(number, 255)), History: int32(history),
	}
	if !n.inCheck {
		t.Gap = int16(max(-30000, min(30000, n.static-n.alpha)))
	}
	var view policy.View
	view.Look(w.pos, w.frame(n.ply-1).move)
	t.See(&view, m, check)
	return t
}

// ends writes a trial down, if there is one, with what came of it.
func (w *worker) ends(t *policy.Trial, success bool) {
	if t == nil {
		return
	}
	t.Success = success
	trials.mu.Lock()
	defer trials.mu.Unlock()
	if err := t.Write(trials.out); err != nil {
		fmt.Fprintln(os.Stderr, "katachi: KATACHI_TRIALS:", err)
		os.Exit(1)
	}
}
