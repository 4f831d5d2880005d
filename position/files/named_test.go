package files

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// A book or network may be named by its drive or from the root of the current one.
func TestIsRooted(t *testing.T) {
	windows := runtime.GOOS == "windows"
	for path, want := range map[string]bool{
		"": false, "x.db": false, filepath.Join("book", "x.db"): false, filepath.Join("..", "x.db"): false,
		"/book/x.db": true, `\book\x.db`: windows, `C:x.db`: windows, `C:\x.db`: windows, `\\server\share\x.db`: windows,
	} {
		require.Equal(t, want, IsRooted(path), path)
		if want {
			require.Equal(t, path, Locate(path))
		}
	}
}
