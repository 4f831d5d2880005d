package nnue

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"katachi/eval"
	"katachi/position"
)

// file returns the bytes of the smallest network.
func file(t testing.TB) []byte {
	r, size := recipes[0].generate(1)
	data, err := io.ReadAll(r)
	require.NoError(t, err)
	require.EqualValues(t, len(data), size)
	return data
}

// with returns a copy of data with the part at an offset replaced.
func with(data []byte, at int, part ...byte) []byte {
	data = bytes.Clone(data)
	copy(data[at:], part)
	return data
}

// squaredFile returns a file of the SFNN family up to the second block's data, which must make reading it fail.
func squaredFile(bias []int16, block []byte) []byte {
	le := binary.LittleEndian
	data := le.AppendUint32(nil, fileVersion)
	data = le.AppendUint32(data, squaredTransformHash^squaredNetworkHash)
	data = le.AppendUint32(data, 3)
	data = append(data, "any"...)
	data = le.AppendUint32(data, squaredTransformHash)
	return append(appendLEB(data, bias), block...)
}

// TestBadFiles gives one clear line for everything that is not a network.
func TestBadFiles(t *testing.T) {
	good := file(t)
	block := appendLEB(nil, make([]int16, 100))
	for _, test := range []struct {
		name string
		data []byte
		want []string
	}{
		{"empty", nil, []string{"0 bytes are too few"}},
		{"short header", good[:13], []string{"13 bytes are too few"}},
		{"a text", bytes.Repeat([]byte("hello, world\n"), 100), []string{"begins with 0x6c6c6568", "want the version 0x7af32f16"}},
		{"truncated", good[:len(good)-1], []string{"893916 bytes", "893917 (K+P 256x2-32-32)", "64217053 (HalfKP 256x2-32-32)"}},
		{"truncated by one hash", good[:len(good)-4], []string{"893913 bytes, 4 too few for K+P"}},
		{"truncated by two hashes", good[:len(good)-8], []string{"893909 bytes, 8 too few for K+P"}},
		{"half of it", good[:len(good)/2], []string{"446958 bytes"}},
		{"oversized", append(bytes.Clone(good), 0), []string{"893918 bytes", "893917 (K+P 256x2-32-32)"}},
		{"long description", with(good, 8, 0xFF, 0xFF, 0xFF, 0x7F), []string{"description's length is 2147483647 in a file of 893917 bytes"}},
		{"description beyond the end", with(good[:200], 8, 250, 0, 0, 0), []string{"description's length is 250 in a file of 200 bytes"}},
		{"unknown width", squaredFile(make([]int16, 640), block), []string{"640 outputs, known are [128 256 384 512 768 1024 1536]"}},
		{"no second block", squaredFile(make([]int16, 1024), nil), []string{"weights of the first layer"}},
		{"wrong magic", squaredFile(make([]int16, 1024), with(block, 3, 'X')), []string{"does not begin with COMPRESSED_LEB128"}},
		{"cut block", squaredFile(make([]int16, 1024), block[:50]), []string{"a block of 100 bytes where the file has 29 more"}},
		{"wrong number of weights", squaredFile(make([]int16, 1536), block), []string{"1536 outputs and 100 weights", "SFNN HalfKA_hm2 1536-15-32 k3k3"}},
		{"cut number", squaredFile(make([]int16, 1024), with(block, 120, 0x80)), []string{"the last of 100 values is cut off"}},
		{"long number", squaredFile(make([]int16, 1024), with(block, 30, 0x80, 0x80, 0x80, 0)), []string{"longer than three bytes"}},
		{"large number", squaredFile(make([]int16, 1024), with(block, 30, 0xFF, 0xFF, 0x3F)), []string{"more than 16 bits"}},
		{"too many biases", squaredFile(make([]int16, maxUnsized+1), block), []string{"biases of the first layer", "more than 65536 values"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "nn.bin")
			require.NoError(t, os.WriteFile(path, test.data, 0o600))
			n, err := Load(path, eval.DefaultFVScale)
			require.Nil(t, n)
			require.ErrorIs(t, err, ErrFile)
			require.NotContains(t, err.Error(), "\n")
			for _, want := range append(test.want, path) {
				require.ErrorContains(t, err, want)
			}
		})
	}
	_, err := Load(filepath.Join(t.TempDir(), "nn.bin"), eval.DefaultFVScale)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "nn.bin")
	_, err = Load(t.TempDir(), eval.DefaultFVScale)
	require.ErrorContains(t, err, "not a regular file")
	_, err = Read(bytes.NewReader(good[:5000]), int64(len(good)), "shrinking", eval.DefaultFVScale)
	require.ErrorContains(t, err, "ends 888917 bytes early")
	for _, scale := range []int{0, -1, eval.MaxFVScale + 1} {
		_, err = Read(bytes.NewReader(good), int64(len(good)), "net", scale)
		require.ErrorContains(t, err, "FV_SCALE")
	}
}

// TestUnreliableHashes reads files whose hashes are wrong or left out, as some trainers write them: the size decides, and the
// result is the same.
func TestUnreliableHashes(t *testing.T) {
	good := file(t)
	desc := int(binary.LittleEndian.Uint32(good[8:]))
	first := 12 + desc
	second := len(good) - int(recipes[0].shape.stackBytes()) - 4
	cut := func(data []byte, at int) []byte { return append(bytes.Clone(data[:at]), data[at+4:]...) }
	want := 0
	for _, row := range rows(t, "expected.tsv") {
		if row[0] == recipes[0].name && row[2] == "matsuri" {
			_, err := fmt.Sscan(row[3], &want)
			require.NoError(t, err)
		}
	}
	p := oraclePositions(t)["matsuri"]
	for name, test := range map[string]struct {
		data    []byte
		warning string
	}{
		"right":               {good, ""},
		"other version":       {with(good, 0, 0x17), ""},
		"file hash":           {with(good, 4, 1, 2, 3, 4), "file hash is 0x04030201, want 0x5c6464a9"},
		"zero transform hash": {with(good, first, 0, 0, 0, 0), "hash of the first layer is 0x00000000, want 0x3f5715ff"},
		"network hash":        {with(good, second, 0), "hash of the dense layers"},
		"no hashes":           {cut(cut(good, second), first), ""},
		"no network hash":     {cut(good, second), ""},
		"no transform hash":   {cut(good, first), ""},
	} {
		t.Run(name, func(t *testing.T) {
			n, err := Read(bytes.NewReader(test.data), int64(len(test.data)), name, eval.DefaultFVScale)
			require.NoError(t, err)
			if test.warning == "" {
				require.Empty(t, n.warning)
			} else {
				require.Contains(t, n.warning, test.warning)
			}
			e := n.NewEvaluator()
			e.Reset(p)
			require.EqualValues(t, want, e.raw(p))
		})
	}
}

// TestShapes holds the hashes and sizes against those of published files, and no two sizes so near each other that a
// file without hashes could be taken for another shape.
func TestShapes(t *testing.T) {
	for name, want := range map[string]struct {
		file, transform, network uint32
		payload                  int64
	}{
		"HalfKP 256x2-32-32":    {0x3E5AA6EE, 0x5D69D7B8, 0x63337156, 64216868},
		"K+P 256x2-32-32":       {0x5C6464A9, 0x3F5715FF, 0x63337156, 893732},
		"HalfKP 512x2-16-32":    {0x3E5AA772, 0x5D69D1B8, 0x633376CA, 128415972},
		"HalfKP 1024x2-8-32":    {0x3E5AB7EC, 0x5D69DDB8, 0x63336A54, 256814276},
		"HalfKP 1024x2-8-64":    {0x3E5AB79C, 0x5D69DDB8, 0x63336A24, 256815460},
		"HalfKPE9 256x2-32-32":  {0x3E5AA6EE, 0x5D69D7B8, 0x63337156, 577806116},
		"HalfKP_vm 256x2-32-32": {0x68586ECC, 0x0B6B1F9A, 0x63337156, 35684132},
	} {
		s := find(plainShapes, name)
		require.Equal(t, want.file, s.fileHash(), name)
		require.Equal(t, want.transform, s.transformHash(), name)
		require.Equal(t, want.network, s.networkHash(), name)
		require.Equal(t, want.payload, s.payload(), name)
	}
	for i := range plainShapes {
		for j := range plainShapes[:i] {
			gap := plainShapes[i].payload() - plainShapes[j].payload()
			require.Greater(t, max(gap, -gap), int64(8))
		}
	}
}

// TestScore truncates toward zero and stays within the bounds of static evaluations.
func TestScore(t *testing.T) {
	n := &Network{scale: 16}
	for raw, want := range map[int32]int{0: 0, 15: 0, -15: 0, 16: 1, -16: -1, 16 * 90: 100, -16*90 - 15: -100, 16 * 89: 98, -16 * 89: -98,
		1 << 30: 28000, -1 << 31: -28000} {
		require.EqualValues(t, want, n.score(raw), "raw %d", raw)
	}
	n.scale = 1 // beyond 32 bits in centipawns
	require.EqualValues(t, 28000, n.score(1_940_000_000))
	require.EqualValues(t, -28000, n.score(-1<<31))
}

// TestSupports refuses the small board.
func TestSupports(t *testing.T) {
	require.NoError(t, Supports(position.Shogi))
	require.ErrorContains(t, Supports(position.Minishogi), "9x9")
	n := generated(t, &recipes[0], 1)
	require.True(t, strings.HasPrefix(n.Describe(), "K+P 256x2-32-32 from kp_256x2-32-32, FV_SCALE 16, kernel "))
}

// FuzzRead gives an error or a network for any bytes, never a crash.
func FuzzRead(f *testing.F) {
	good := file(f)
	f.Add(good[:400], int64(0))
	f.Add(good[:400], int64(len(good)-400))
	f.Add(squaredFile(make([]int16, 1024), appendLEB(nil, make([]int16, 100))), int64(0))
	f.Add(squaredFile(make([]int16, 5), nil), int64(1<<40))
	f.Add(good[:200], int64(len(good)-200))
	p := position.New(position.Shogi)
	f.Fuzz(func(t *testing.T, data []byte, zeros int64) {
		tail := max(0, min(zeros, 1<<20))
		size := int64(len(data)) + tail
		in := io.MultiReader(bytes.NewReader(data), bytes.NewReader(make([]byte, tail)))
		n, err := Read(in, size, "fuzz", eval.DefaultFVScale)
		require.NotEqual(t, n == nil, err == nil)
		if err == nil {
			e := n.NewEvaluator()
			e.Reset(p)
			e.Evaluate(p)
		}
	})
}
