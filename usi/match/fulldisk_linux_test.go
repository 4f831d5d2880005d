package match

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestFullDisk: where the room for a file ends within it nothing is left of it, and the same command works when there is room. A
// limit to the size of files, in blocks of 512 bytes, plays the full disk.
func TestFullDisk(t *testing.T) {
	const in = "../../testdata/games/fairy-stockfish.jsonl"
	for name, args := range map[string][]string{"merge": {"merge", in, "-o"}, "report": {"report", in, "-kif"}} {
		t.Run(name, func(t *testing.T) {
			args := append([]string{"match"}, append(args, filepath.Join(t.TempDir(), "out"))...)
			limited := exec.Command("sh", append([]string{"-c", `ulimit -f 3; exec "$@"`, "sh", os.Args[0]}, args...)...)
			text, err := limited.CombinedOutput()
			require.Error(t, err)
			require.Contains(t, string(text), "file too large")
			text, err = exec.Command(os.Args[0], args...).CombinedOutput()
			require.NoError(t, err, string(text))
		})
	}
}

// TestNoTornLine: of a game for which there is no room nothing stays in the file, so that another one can follow.
func TestNoTornLine(t *testing.T) {
	name := filepath.Join(t.TempDir(), "m.jsonl")
	header := &matchHeader{Type: "match", Engines: []engineSpec{{Name: "a"}, {Name: "b"}}}
	s, err := openStore(name, header)
	require.NoError(t, err)
	info, err := s.file.Stat()
	require.NoError(t, err)

	var room unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_FSIZE, &room))
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: uint64(info.Size()) + 20, Max: room.Max}))
	err = s.add(&gameRecord{Type: "game", White: 1})
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_FSIZE, &room))
	require.ErrorIs(t, err, unix.EFBIG)

	require.NoError(t, s.add(&gameRecord{Type: "game", Game: 1, Black: 1}))
	require.NoError(t, s.close())
	s, err = openStore(name, header)
	require.NoError(t, err)
	defer s.close()
	require.Len(t, s.Games, 1)
	require.Equal(t, 1, s.Games[0].Game)
}
