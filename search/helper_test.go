package search

import (
	"bufio"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/movegen"
	"katachi/position"
)

// benchPositions are positions of openings and middle games, some of those of katachi bench.
var benchPositions = []string{
	"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
	"ln1ggk1nl/r4s1b1/pp1ppppp1/2p6/3s2G1p/P1P2P1P1/1PBPP1P1P/2K1S2R1/LNSG3NL w - 30",
	"1n1g1g1n1/l3k1sbl/p1sppppp1/2p5p/6P2/2PP5/P+rN1PP1PP/1BR1GG2L/L1S1K1SN1 w Pp 26",
	"lnsg2snl/4kg3/p1p1ppbpp/4s1p2/4P4/P1PK1G1P1/5PP1P/1+R1S2GR1/LN5NL w 2Pb2p 44",
	"1nsk1r3/l6s1/1g1p1ppsn/ppp1p2g1/4P2pp/P+BP6/1PBP1PPLP/L1K3GRL/1N1G2SN1 b p 53",
	"lnsg1gsnl/2r1k2b1/pp1ppp1pp/2p3p2/9/P1P6/1P1PPPPPP/1B2G1SRL/LNSG1K1N1 w - 14",
}

func newTestEngine(t testing.TB, change func(*Options)) *Engine {
	e, err := NewEngine(func() eval.Evaluator { return classical.New() })
	require.NoError(t, err)
	o := e.Options()
	o.HashMB = 16
	o.PVInterval = 0
	if change != nil {
		change(&o)
	}
	require.NoError(t, e.SetOptions(o))
	return e
}

func parse(t testing.TB, sfen string) *position.Position {
	p, err := position.ParseSFEN(position.Shogi, sfen)
	require.NoError(t, err, sfen)
	return p
}

func legal(t testing.TB, p *position.Position, move string) position.Move {
	m, err := p.ParseLegal(move)
	require.NoError(t, err)
	return m
}

// play does USI moves.
func play(t testing.TB, p *position.Position, moves ...string) {
	for _, move := range moves {
		p.Do(legal(t, p, move))
	}
}

// problem is a line of a file of testdata.
type problem struct {
	SFEN string
	Mate *int // plies, nil: there is none
	DTM  int  // plies, of king and rook against king
}

func loadProblems(t testing.TB, file string) (list []problem) {
	f, err := os.Open("../testdata/" + file)
	require.NoError(t, err)
	defer f.Close()
	for scan := bufio.NewScanner(f); scan.Scan(); {
		var p problem
		require.NoError(t, json.Unmarshal(scan.Bytes(), &p))
		list = append(list, p)
	}
	require.NotEmpty(t, list)
	return list
}

// lines searches and returns the result with all reports that have a PV.
func lines(e *Engine, p *position.Position, l Limits) (Result, []Info) {
	var infos []Info
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r := e.Search(ctx, p, l, func(i Info) {
		if i.PV != nil {
			infos = append(infos, i)
		}
	})
	return r, infos
}

// randomPositions calls do with positions of random games, some with a preference for captures and checks.
func randomPositions(t testing.TB, games, plies int, do func(p *position.Position, rng *rand.Rand)) {
	for g := range games {
		rng := rand.New(rand.NewPCG(uint64(g), 7))
		p := position.New(position.Shogi)
		for p.History() < plies {
			moves := movegen.Legal(p, nil)
			if len(moves) == 0 {
				break
			}
			do(p, rng)
			m := moves[rng.IntN(len(moves))]
			if checks := movegen.Checks(p, nil); len(checks) > 0 && rng.IntN(4) == 0 {
				m = checks[rng.IntN(len(checks))]
			}
			p.Do(m)
		}
	}
}
