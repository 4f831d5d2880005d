package usi

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
)

func TestFormatInfo(t *testing.T) {
	p := position.New(position.Shogi)
	m := move(t, p, "7g7f")
	pv := []position.Move{m}
	for _, c := range []struct {
		info search.Info
		want string
	}{
		{search.Info{Depth: 5, SelDepth: 9, Time: 1234 * time.Millisecond, Nodes: 77, NPS: 62, HashFull: 3, MultiPV: 2, Score: -31, Bound: search.BoundExact, PV: pv},
			"info depth 5 seldepth 9 multipv 2 score cp -31 nodes 77 nps 62 hashfull 3 time 1234 pv 7g7f"},
		{search.Info{Depth: 5, Score: 31, Bound: search.BoundLower, PV: pv}, "info depth 5 multipv 1 score cp 31 lowerbound nodes 0 nps 0 hashfull 0 time 0 pv 7g7f"},
		{search.Info{Depth: 5, Score: 31, Bound: search.BoundUpper, PV: pv, PVEnd: "rep_draw"},
			"info depth 5 multipv 1 score cp 31 upperbound nodes 0 nps 0 hashfull 0 time 0 pv 7g7f rep_draw"},
		{search.Info{Depth: 1, Score: eval.MateIn(3), PV: pv}, "info depth 1 multipv 1 score mate 3 nodes 0 nps 0 hashfull 0 time 0 pv 7g7f"},
		{search.Info{Depth: 1, Score: eval.MatedIn(0), PVEnd: "resign"}, "info depth 1 multipv 1 score mate -1 nodes 0 nps 0 hashfull 0 time 0 pv resign"},
		{search.Info{Score: eval.None, Nodes: 5, PV: pv}, "info depth 0 nodes 5 nps 0 hashfull 0 time 0 pv 7g7f"},
		{search.Info{Nodes: 9, Time: 3 * time.Second, CurrMove: m, CurrMoveNumber: 4}, "info nodes 9 time 3000 currmove 7g7f currmovenumber 4"},
		{search.Info{Text: "two\nlines, 形 and \x00"}, `info string two lines, 形 and ?`},
	} {
		require.Equal(t, c.want, formatInfo(c.info))
	}
}
