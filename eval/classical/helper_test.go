package classical

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// readSFENs returns the positions of a file of JSON lines in testdata.
func readSFENs(t testing.TB, name string) []string {
	text, err := os.ReadFile("../../testdata/" + name)
	require.NoError(t, err)
	var sfens []string
	for line := range strings.Lines(string(text)) {
		var row struct{ SFEN string }
		require.NoError(t, json.Unmarshal([]byte(line), &row))
		sfens = append(sfens, row.SFEN)
	}
	require.NotEmpty(t, sfens)
	return sfens
}

func parse(t testing.TB, rules *position.Rules, sfen string) *position.Position {
	p, err := position.ParseSFEN(rules, sfen)
	require.NoError(t, err, sfen)
	return p
}

// positions returns all positions of both variants' files.
func positions(t testing.TB) []*position.Position {
	var ps []*position.Position
	for _, sfen := range readSFENs(t, "perft_public.jsonl") {
		ps = append(ps, parse(t, position.Shogi, sfen))
	}
	for _, sfen := range readSFENs(t, "perft_5x5_public.jsonl") {
		ps = append(ps, parse(t, position.Minishogi, sfen))
	}
	return ps
}

// legalMoves finds the legal moves by asking the rules about every imaginable one: eval may not import movegen.
func legalMoves(p *position.Position) []position.Move {
	us := p.Side()
	var moves []position.Move
	try := func(m position.Move) {
		if p.IsLegal(m) {
			moves = append(moves, m)
		}
	}
	for own := p.ByColor(us); own.Any(); {
		var from position.Square
		from, own = own.Pop()
		piece := p.At(from)
		for targets := position.Attacks(piece, from, p.Occupied()).AndNot(p.ByColor(us)).AndNot(p.Rules().Walls()); targets.Any(); {
			var to position.Square
			to, targets = targets.Pop()
			try(position.NewMove(from, to, piece))
			if piece.Kind().CanPromote() {
				try(position.NewPromotion(from, to, piece))
			}
		}
	}
	for _, k := range position.HandKinds {
		if !p.Hand(us).Has(k) {
			continue
		}
		for free := p.Empty(); free.Any(); {
			var to position.Square
			to, free = free.Pop()
			try(position.NewDrop(position.NewPiece(us, k), to))
		}
	}
	return moves
}

// playout plays up to plies random legal moves from p, calls played after each, and returns how many there were.
func playout(p *position.Position, rng *rand.Rand, plies int, played func(d position.Delta)) int {
	n := 0
	for ; n < plies; n++ {
		moves := legalMoves(p)
		if len(moves) == 0 {
			break
		}
		played(p.Do(moves[rng.IntN(len(moves))]))
	}
	return n
}
