package mate

import (
	"context"
	"os"
	"strconv"
	"testing"
	"time"
)

// TestLongProblems solves the long problems for as many seconds each as the variable KATACHI_LONG says.
func TestLongProblems(t *testing.T) {
	seconds, _ := strconv.Atoi(os.Getenv("KATACHI_LONG"))
	if seconds == 0 {
		t.Skip("KATACHI_LONG=seconds runs it")
	}
	solver := newSolver(t, 256)
	for i, problem := range loadProblems(t, "../../testdata/mate_long.jsonl") {
		p := parse(t, problem.SFEN)
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(seconds)*time.Second)
		last := Info{}
		r := solver.Solve(ctx, p, Options{}, func(i Info) { last = i })
		cancel()
		t.Logf("%d %s: %v in %d, %v, %d nodes, table %d permille, pn %d dn %d depth %d", i+1, problem.Name, r.Status, len(r.Line), r.Time, r.Nodes, r.HashFull, last.PN, last.DN, last.Depth)
		if r.Status == Mate {
			checkLine(t, p, r.Line)
		}
	}
}
