package train

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

// randomGame plays random legal moves with random scores.
func randomGame(random *rand.Rand, id uint64) *Game {
	p := position.New(position.Shogi)
	g := &Game{ID: id, Ply: 1, Result: int8(random.IntN(3) - 1), End: End(random.IntN(int(numEnds)))}
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
		g.Plies = append(g.Plies, Ply{m.To16(), score})
		p.Do(m)
	}
	return g
}

// written returns the games as a file, and where each of them ends.
func written(t testing.TB, games []*Game) (file []byte, ends []int) {
	var out bytes.Buffer
	w := NewWriter(&out)
	for _, g := range games {
		require.NoError(t, w.Write(g))
		ends = append(ends, out.Len())
	}
	return out.Bytes(), ends
}

// readAll reads all games of the file.
func readAll(t testing.TB, file io.Reader) (games []*Game, r *Reader) {
	r = NewReader(file)
	for {
		g := new(Game)
		err := r.Next(g)
		if errors.Is(err, io.EOF) {
			return games, r
		}
		require.NoError(t, err)
		games = append(games, g)
	}
}

func TestRecordsReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var games []*Game
	for id := range uint64(50) {
		games = append(games, randomGame(random, id))
	}
	file, _ := written(t, games)
	got, r := readAll(t, bytes.NewReader(file))
	require.Zero(t, r.Damaged())
	require.EqualValues(t, len(file), r.Whole())
	require.Len(t, got, len(games))
	for i, g := range got {
		require.Equal(t, games[i].ID, g.ID)
		require.Equal(t, games[i].Start, g.Start)
		require.Equal(t, games[i].Ply, g.Ply)
		require.Equal(t, games[i].Result, g.Result)
		require.Equal(t, games[i].End, g.End)
		require.Len(t, g.Plies, len(games[i].Plies))
		visited := 0
		require.NoError(t, g.Replay(func(p *position.Position, ply *Ply) bool {
			require.Equal(t, games[i].Plies[visited], *ply)
			require.Equal(t, g.Ply+visited, p.Ply())
			visited++
			return true
		}))
		require.Equal(t, len(g.Plies), visited)
	}
}
