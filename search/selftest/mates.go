package selftest

import (
	"context"
	"fmt"

	"katachi/movegen"
	"katachi/position"
	"katachi/search/mate"
)

// problems are positions and the length of the shortest mate in plies, 0 if there is none.
var problems = []struct {
	sfen   string
	length int
}{
	{"1n2k4/l2s5/ppppGpp1p/8g/3sp4/P1N2Br2/1P1PPPN1P/1BK1G2R1/LNSG3sL b L4p 65", 1},
	{"6g1l/+B2sr1+P2/pppppk3/5p1Sp/8n/P1P3g1N/1P1P1PL1P/1B2K2P1/LNSG1S2L b RGN3P 127", 3},
	{"1n2k2+B1/ls2g2+P1/pp2p2p+L/2Gp1p3/b3P4/1PPS5/P2P1PnP1/+r3+r1LS1/6N1K w 2P2gsnl2p 96", 5},
	{"+P4gsn1/4g1k1l/p1p1pp1pp/1s1p1l3/9/P4+r1PP/N2PP2lN/1B1BKS2L/+p2N1G2R w GPs3p 84", 7},
	{"ln3k1nl/1r4sb1/1pp+S1ppp1/pn1pP4/2B5p/2PS5/PP1P1PPPP/2KGR4/L1S2G1NL b GPg 47", 9},
	{"l2S1gs1+P/2+Rpnk1p1/1Pn2pp1l/1p+B1p3p/p6+Rg/2P3P2/P+p1SPPN1P/4K4/LNG2GS1L b Pb 65", 11},
	{"1n3+S1nb/1r1k3sl/1p1pPppgp/p1R6/2BPpG1p1/5PP2/PP+p2S2P/2S1K3L/L2G3N1 w GL2Pn 68", 0},
	{"ln4snl/1r1S4k/pgp6/1p3+Bpgp/2P4N1/3p3SP/PP1PPPP2/1r1GKS3/LN2G2+pL b Pb2p 77", 0},
}

// solveMates solves problems for the shortest mate and plays the solutions out.
func solveMates(ctx context.Context, _ Subject) (string, error) {
	solver, err := mate.NewSolver(4)
	if err != nil {
		return "", err
	}
	var nodes uint64
	for _, problem := range problems {
		p, err := position.ParseSFEN(position.Shogi, problem.sfen)
		if err != nil {
			return "", err
		}
		r := solver.Solve(ctx, p, mate.Options{Mode: mate.Shortest}, nil)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		nodes += r.Nodes
		want := mate.Mate
		if problem.length == 0 {
			want = mate.NoMate
		}
		if r.Status != want || len(r.Line) != problem.length {
			return "", fmt.Errorf("%v of %d plies, want %v of %d, in %s", r.Status, len(r.Line), want, problem.length, problem.sfen)
		}
		for _, m := range r.Line {
			if !p.IsLegal(m) {
				return "", fmt.Errorf("the mate plays %v, which is illegal in %s", m, p.SFEN())
			}
			p.Do(m)
		}
		if want == mate.Mate && (!p.InCheck() || movegen.HasLegal(p)) {
			return "", fmt.Errorf("%v is no mate in %s", r.Line, problem.sfen)
		}
	}
	return fmt.Sprintf("%d problems, %d nodes", len(problems), nodes), nil
}
