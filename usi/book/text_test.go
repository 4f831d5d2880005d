package book

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// However small the blocks are, the book is the same: entries, moves, games, and what was wrong in which line.
func TestBlocks(t *testing.T) {
	var text strings.Builder
	positions, moves := game(5, 60)
	text.WriteString("\xEF\xBB\xBF#YANEURAOU-DB2016 1.00\r\n")
	for i, p := range positions {
		fmt.Fprintf(&text, "sfen %s\n", p.SFEN())
		for j, m := range moves[i] {
			fmt.Fprintf(&text, "%v none %d %d 3\n", m, i, j)
		}
		switch i % 10 {
		case 3:
			text.WriteString("broken\n\n# sfen in a comment\n")
		case 5:
			text.WriteString("startpos moves 7g7f 3c3d\n2g2f\n")
		case 8:
			text.WriteString("sfen broken\n2g2f\nposition startpos moves 7g7f 8c8d\n")
		}
	}
	read := func(size int) (*memory, faults) {
		book, faulty, err := readText(iotest.HalfReader(strings.NewReader(text.String())), position.Shogi, size)
		require.NoError(t, err)
		return book, faulty
	}
	whole, faulty := read(blockBytes)
	require.Equal(t, 60+2, whole.entries.n) // the games add the start position and that after 7g7f
	require.Equal(t, 6*4, faulty.n)
	require.EqualError(t, faulty.err(), "line 18: the line begins neither with a move nor with sfen")
	for _, size := range []int{16, 50, 100, 999, 5000} {
		book, again := read(size)
		require.Equal(t, whole, book)
		require.Equal(t, faulty, again)
	}
}

func TestBrokenReader(t *testing.T) {
	broken := errors.New("the disk is gone")
	r := iotest.TimeoutReader(strings.NewReader("sfen " + position.Shogi.Start + "\n7g7f\n"))
	_, _, err := readText(r, position.Shogi, 16)
	require.ErrorIs(t, err, iotest.ErrTimeout)
	_, _, err = readText(iotest.ErrReader(broken), position.Shogi, 16)
	require.ErrorIs(t, err, broken)
}

// TestTextWithoutPositions gives up on a file in which no position begins, and looks at no byte of it again and again: blocks
// of 16 bytes would make that hours.
func TestTextWithoutPositions(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	_, _, err := readText(strings.NewReader(strings.Repeat("2g2f none 1 2\n", maxBlock/14+1)), position.Shogi, 16)
	require.ErrorIs(t, err, ErrBook)
	require.ErrorContains(t, err, "there is no position in 64 MB of it")
}
