// Package bench measures the engine: katachi bench searches fixed positions, whose nodes are the signature of the search;
// the speedtest searches whole games; katachi perft counts the lines of legal moves.
package bench

import (
	"context"
	"fmt"
	"io"
	"time"

	"katachi/position"
	"katachi/search"
)

// Searcher is what is measured.
type Searcher interface {
	Search(ctx context.Context, p *position.Position, limits search.Limits, report func(search.Info)) search.Result
	// Clear forgets everything learned.
	Clear()
	// Nodes returns the nodes of the last search.
	Nodes() uint64
}

// positions are those of katachi bench: openings, middle games with full hands, attacks, an entering king.
var positions = []string{
	"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
	"ln1ggk1nl/r4s1b1/pp1ppppp1/2p6/3s2G1p/P1P2P1P1/1PBPP1P1P/2K1S2R1/LNSG3NL w - 30",
	"1n1g1g1n1/l3k1sbl/p1sppppp1/2p5p/6P2/2PP5/P+rN1PP1PP/1BR1GG2L/L1S1K1SN1 w Pp 26",
	"lnsg2snl/4kg3/p1p1ppbpp/4s1p2/4P4/P1PK1G1P1/5PP1P/1+R1S2GR1/LN5NL w 2Pb2p 44",
	"1nsk1r3/l6s1/1g1p1ppsn/ppp1p2g1/4P2pp/P+BP6/1PBP1PPLP/L1K3GRL/1N1G2SN1 b p 53",
	"lnsg1gsnl/2r1k2b1/pp1ppp1pp/2p3p2/9/P1P6/1P1PPPPPP/1B2G1SRL/LNSG1K1N1 w - 14",
	"1n6+P/1+Rsgk4/1plppg1pp/5pp2/2R4P1/P2S1P2P/2PP4G/LB3+s3/1NBK4g b SN2L4Pn 111",
	"l2g1g2l/3s1k2S/p1pp1s+bp1/4pNp2/1+r7/4NP2L/P1PP1+r2p/9/2g3+p1K b SNL2Pbgn4p 115",
	"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
	"l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
	"2+P1k3b/+N2n2+P2/2+B+Pn2+S1/4R4/5p1nG/PP1G1s1P1/2Ks+s1+l1P/3p2+r2/1+p1+pg1+l2 b G2L7P 317",
	"G1+N1+S+L1+P1/3+L1PK+L1/N2+N3p1/1r4P2/1+B2p4/1L+RS4+s/PPP3g2/5p1k+p/+p2g2+pg1 b BNPs5p 589",
}

// signatureDepth is the depth of katachi bench, for its signature.
const signatureDepth = 11

// Run searches the positions, SFENs of the variant, each from a clean state and within the limits, and prints a line for
// each and the totals. Without positions or limits it takes those of katachi bench.
func Run(ctx context.Context, s Searcher, rules *position.Rules, sfens []string, limits search.Limits, out io.Writer) error {
	if len(sfens) == 0 {
		rules, sfens = position.Shogi, positions
	}
	if limits.Depth == 0 && limits.Nodes == 0 && limits.MoveTime == 0 {
		limits.Depth = signatureDepth
	}
	var sum tally
	for i, sfen := range sfens {
		p, err := position.ParseSFEN(rules, sfen)
		if err != nil {
			return fmt.Errorf("bench position %d: %w", i+1, err)
		}
		s.Clear()
		r, depth := sum.search(ctx, s, p, limits)
		fmt.Fprintf(out, "%3d  depth %2d  nodes %10d  %-5v %-9v %s\n", i+1, depth, s.Nodes(), r.Move, r.Score, sfen)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	fmt.Fprintf(out, "Depth (mean)   : %.1f\nTime (ms)      : %d\nNodes searched : %d\nNodes/second   : %d\nBench: %d\n",
		sum.depth(), sum.elapsed.Milliseconds(), sum.nodes, search.PerSecond(sum.nodes, sum.elapsed), sum.nodes)
	return nil
}

// tally sums up the figures of searches.
type tally struct {
	searches int
	depths   int
	nodes    uint64
	elapsed  time.Duration
	fullest  int // greatest fill of the table after a search, permille
	full     int // sum of the fills
}

// search searches a position and adds it up. depth is that of the last completed iteration.
func (t *tally) search(ctx context.Context, s Searcher, p *position.Position, limits search.Limits) (r search.Result, depth int) {
	full := 0
	begin := time.Now()
	r = s.Search(ctx, p, limits, func(info search.Info) {
		full = max(full, info.HashFull)
		switch {
		case info.PV == nil:
		case info.Bound == search.BoundExact:
			depth = max(depth, info.Depth)
		default: // the iteration was not completed
			depth = max(depth, info.Depth-1)
		}
	})
	t.elapsed += time.Since(begin)
	t.searches++
	t.depths += depth
	t.nodes += s.Nodes()
	t.fullest = max(t.fullest, full)
	t.full += full
	return r, depth
}

// depth returns the mean depth.
func (t *tally) depth() float64 { return float64(t.depths) / float64(max(t.searches, 1)) }
