package record

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
)

// randomScored plays random legal moves with random scores.
func randomScored(random *rand.Rand, id uint64) *ScoredGame {
	p := position.New(position.Shogi)
	g := &ScoredGame{ID: id, Ply: 1, Result: int8(random.IntN(3) - 1), End: ScoredEnd(random.IntN(int(NumScoredEnds)))}
	for skip := random.IntN(20); skip > 0; skip-- {
		moves := movegen.Legal(p, nil)
		p.Do(moves[random.IntN(len(moves))])
	}
	g.Ply = p.Ply()
	g.Start, _ = p.Pack()
	for range random.IntN(100) {
		moves := movegen.Legal(p, nil)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		score := eval.Score(random.IntN(2*32000+1) - 32000)
		if random.IntN(5) == 0 {
			score = eval.None
		}
		g.Plies = append(g.Plies, ScoredPly{m.To16(), score})
		p.Do(m)
	}
	return g
}

// writtenScored returns the games as a file, and where each of them ends.
func writtenScored(t testing.TB, games []*ScoredGame) (file []byte, ends []int) {
	var out bytes.Buffer
	w := NewScoredWriter(&out)
	for _, g := range games {
		require.NoError(t, w.Write(g))
		ends = append(ends, out.Len())
	}
	return out.Bytes(), ends
}

// readScored reads all games of the file.
func readScored(t testing.TB, file io.Reader) (games []*ScoredGame, r *ScoredReader) {
	r = NewScoredReader(file)
	for {
		g := new(ScoredGame)
		err := r.Next(g)
		if errors.Is(err, io.EOF) {
			return games, r
		}
		require.NoError(t, err)
		games = append(games, g)
	}
}

func TestScoredReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var games []*ScoredGame
	for id := range uint64(50) {
		games = append(games, randomScored(random, id))
	}
	file, _ := writtenScored(t, games)
	got, r := readScored(t, bytes.NewReader(file))
	require.Zero(t, r.Damaged())
	require.EqualValues(t, len(file), r.Whole())
	require.Len(t, got, len(games))
	for i, g := range got {
		require.Equal(t, games[i].ID, g.ID)
		require.Equal(t, games[i].Start, g.Start)
		require.Equal(t, games[i].Ply, g.Ply)
		require.Equal(t, games[i].Result, g.Result)
		require.Equal(t, float64(g.Result), g.Points(position.Black)-g.Points(position.White))
		require.Equal(t, 1.0, g.Points(position.Black)+g.Points(position.White))
		require.Equal(t, games[i].End, g.End)
		require.Len(t, g.Plies, len(games[i].Plies))
		visited := 0
		require.NoError(t, g.Replay(func(p *position.Position, ply *ScoredPly) bool {
			require.Equal(t, games[i].Plies[visited], *ply)
			require.Equal(t, g.Ply+visited, p.Ply())
			visited++
			return true
		}))
		require.Equal(t, len(g.Plies), visited)
	}
}
