package book

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// FuzzOpen opens anything as each of the formats and probes it: no crash, and only legal moves.
func FuzzOpen(f *testing.F) {
	positions, moves := game(4, 2)
	f.Add([]byte("sfen "+position.Shogi.Start+"\n7g7f 3c3d 12 24 310\n"), uint8(0))
	f.Add([]byte("startpos moves 7g7f 3c3d\nsfen "+position.Shogi.Start+" moves 2g2f"), uint8(0))
	f.Add(writeYBB(positions, moves, true), uint8(1))
	f.Add([]byte("\x15\x7e\xad\xe1\xe7\x8e\xbe\xee\x3b\x1e\x01\x00\x05\x00\x00\x00"), uint8(2))
	f.Fuzz(func(t *testing.T, content []byte, format uint8) {
		path := filepath.Join(t.TempDir(), []string{"a.db", "a.ybb", "a.bin"}[format%3])
		require.NoError(t, os.WriteFile(path, content, 0o600))
		for _, onTheFly := range []bool{false, true} {
			o := DefaultOptions()
			o.OnTheFly, o.DepthLimit, o.EvalDiff, o.EvalLimit, o.IgnorePly = onTheFly, 0, 99999, [2]int{-99999, -99999}, true
			b, err := Open(path, o)
			if err != nil {
				require.False(t, errors.Is(err, fs.ErrNotExist))
				continue
			}
			p := position.New(position.Shogi)
			if hit, ok := b.Probe(p, rand.New(rand.NewPCG(1, 1))); ok {
				for _, m := range hit.PV {
					require.True(t, p.IsLegal(m))
					p.Do(m)
				}
			}
			require.NoError(t, b.Close())
		}
	})
}

// FuzzPackText compares the quick reader of positions with the thorough one of package position.
func FuzzPackText(f *testing.F) {
	f.Add(position.Shogi.Start)
	f.Add("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1")
	f.Add("4k4/9/9/9/9/9/9/9/4K4 w r2b4g4s4n4l18p")
	f.Fuzz(func(t *testing.T, text string) {
		s := packer{rules: position.Shogi}
		key, ply, err := s.pack([]byte(text))
		p, thorough := position.ParseSFEN(position.Shogi, text)
		if thorough != nil {
			return
		}
		want, noKing := p.Pack()
		if noKing != nil {
			require.Error(t, err)
			return
		}
		require.NoError(t, err)
		require.Equal(t, want, key)
		require.Equal(t, toPly(int64(p.Ply())), max(1, ply))
		again, _, err := s.pack([]byte(p.SFEN()))
		require.NoError(t, err)
		require.Equal(t, want, again)
	})
}

// FuzzMoveText compares the quick reader of moves with the one of package position.
func FuzzMoveText(f *testing.F) {
	for _, text := range []string{"7g7f", "8h2b+", "P*5e", "K*5e", "5e5e", "p*5e", "7g7f-", "P*5e+", "x*5e", "0g7f", "7G7f", "7g7j", "7g7"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, err := position.ParseMove(text)
		got, ok := parseMove([]byte(text))
		require.Equal(t, err == nil, ok)
		require.Equal(t, want, got)
	})
}

// BenchmarkLoad reads a book of 20000 entries again and again; MB/s is what counts for books of gigabytes.
func BenchmarkLoad(b *testing.B) {
	var content bytes.Buffer
	for seed := range uint64(250) {
		positions, _ := game(seed, 80)
		for _, p := range positions {
			content.WriteString("sfen " + p.SFEN() + "\n7g7f 3c3d 12 24 310\n2g2f 8c8d 10 24 295\n2h2f none -10 24 5\n")
		}
	}
	b.SetBytes(int64(content.Len()))
	b.ReportAllocs()
	for b.Loop() {
		_, _, err := readText(bytes.NewReader(content.Bytes()), position.Shogi, blockBytes)
		require.NoError(b, err)
	}
}
