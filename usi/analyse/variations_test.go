package analyse

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestVariations: what people have written beside the game and below its end is in the report, once; what an analysis
// has written is not.
func TestVariations(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "g.kif")
	require.NoError(t, os.WriteFile(path, []byte("手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n   4 投了\n*早い投了。\n"+
		"変化：4手\n   4 同　銀(31)\n*取る。\n   5 ４五角打\n*#評価値=100\n*#エンジン=Other\n*打つ。\n"+
		"変化：2手\n   2 ８四歩(83)\n*居飛車。\n   3 ２六歩(27)\n   4 投了\n*さらに早い。\n変化：3手\n   3 ７七角(88)\n"), 0o644))
	for range 2 { // with what the first analysis has added to the record
		succeed(t, "-nodes", "300", "-threads", "1", "-o", filepath.Join(dir, "out"), path)
		r := reportOf(t, filepath.Join(dir, "out", "g.json"))
		require.Equal(t, []Variation{
			{2, []string{"8c8d", "2g2f"}, []string{"△８四歩", "▲２六歩"}, map[int][]string{1: {"居飛車。"}, 2: {"さらに早い。"}}},
			{2, []string{"8c8d", "8h7g"}, []string{"△８四歩", "▲７七角"}, nil},
			{4, []string{"3a2b", "B*4e"}, []string{"△同　銀", "▲４五角"}, map[int][]string{1: {"取る。"}, 2: {"打つ。"}}},
		}, r.Variations)
		require.Equal(t, []string{"早い投了。"}, r.EndComments)
		require.NoError(t, os.Rename(filepath.Join(dir, "out", "g.kifu"), path))
		require.NoError(t, os.RemoveAll(filepath.Join(dir, "out")))
	}
}
