package record

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// tsshogi runs a script that has the npm package tsshogi, ShogiHome's own record library, as the object t and the
// arguments as the list args, and returns what it prints. The test is skipped without node, or where KATACHI_TSSHOGI does
// not name a folder in which "npm install tsshogi" has put the package:
//
//	npm install --prefix /tmp/records tsshogi
//	KATACHI_TSSHOGI=/tmp/records go test ./position/record ./usi/analyse
func tsshogi(t *testing.T, script string, args ...string) []byte {
	t.Helper()
	folder := os.Getenv("KATACHI_TSSHOGI")
	if folder == "" {
		t.Skip("KATACHI_TSSHOGI names no folder with the npm package tsshogi")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	path := filepath.Join(folder, "node_modules", "tsshogi", "dist", "cjs", "index.cjs")
	require.FileExists(t, path)
	text := fmt.Sprintf("const t = require(%q), fs = require('fs'), args = process.argv.slice(1);\n%s", path, script)
	cmd := exec.Command(node, append([]string{"-e", text}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	return out
}

// TestShogiHomeReadsTheSame: KIF, KI2 and CSA of random games, with variations, comments and times, are for ShogiHome's
// library the trees that they are for us, and it names the moves as we do. The JKF that it makes of them has the same
// trees.
func TestShogiHomeReadsTheSame(t *testing.T) {
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(3, 4))
	var games []*Game
	var files []string
	for i := range 20 {
		g := random(r)
		games = append(games, g)
		kif := textOf(t, g.KIF)
		ki2 := textOf(t, g.KI2)
		csa := textOf(t, g.CSA)
		for ending, text := range map[string]string{"kif": kif, "ki2": ki2, "csa": csa} {
			require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)+"."+ending), []byte(text), 0o644))
		}
		files = append(files, filepath.Join(dir, fmt.Sprint(i)))
	}
	out := tsshogi(t, `
		const tree = (n) => { const list = []; for (let c = n.next; c; c = c.branch) list.push({ m: c.move.usi, c: c.comment.trimEnd(), s: c.elapsedMs / 1000, n: tree(c) }); return list; };
		const read = (f, how) => { const r = how(fs.readFileSync(f, "utf8")); if (r instanceof Error) throw r; return r; };
		console.log(JSON.stringify(args.map((f) => {
			const kif = read(f + ".kif", t.importKIF);
			return { kif: tree(kif.first), ki2: tree(read(f + ".ki2", t.importKI2).first), csa: tree(read(f + ".csa", t.importCSA).first), words: t.exportKI2(kif), jkf: t.exportJKFString(kif) };
		})));`, files...)
	type node struct {
		M string
		C string
		S float64
		N []node
	}
	var read []struct {
		KIF, KI2, CSA []node
		Words, JKF    string
	}
	require.NoError(t, json.Unmarshal(out, &read))
	require.Len(t, read, len(games))
	var same func(want *Node, got []node, times bool)
	same = func(want *Node, got []node, times bool) {
		require.Len(t, got, len(want.Next))
		for i, n := range want.Next {
			require.Equal(t, n.Move.String(), got[i].M)
			require.Equal(t, strings.Join(n.Comments, "\n"), got[i].C)
			if times {
				require.Equal(t, n.Time.Seconds(), got[i].S)
			}
			same(n, got[i].N, times)
		}
	}
	for i, g := range games {
		same(&g.Root, read[i].KIF, true)
		same(&g.Root, read[i].KI2, false)
		line := g.Main()
		for k, level := 0, read[i].CSA; k < len(line); k, level = k+1, level[0].N {
			require.Equal(t, line[k].Move.String(), level[0].M)
			require.Equal(t, line[k].Time.Seconds(), level[0].S)
		}
		// The words for the moves, which are separated by blanks of both widths.
		words := func(text string) []string {
			text = strings.NewReplacer("同　", "同", "▲", " ▲", "△", " △").Replace(text)
			var list []string
			for _, token := range strings.Fields(text) {
				if startsWithMark(token) {
					list = append(list, token)
				}
			}
			return list
		}
		require.NotEmpty(t, words(read[i].Words))
		ours := textOf(t, g.KI2)
		require.Equal(t, words(read[i].Words), words(ours))
		g.Root.Next[0].Bookmark = "" // JKF has none
		sameTree(t, &g.Root, &readOne(t, []byte(read[i].JKF)).Root, true)
	}
}

// TestShogiHomeKnowsTheHandicaps: the start positions that are written by name, and those that are drawn, in JKF too.
func TestShogiHomeKnowsTheHandicaps(t *testing.T) {
	dir := t.TempDir()
	var files, want []string
	for i, h := range handicaps {
		p, err := position.ParseSFEN(position.Shogi, h.sfen())
		require.NoError(t, err)
		kif := textOf(t, (&Game{Start: p}).KIF)
		files = append(files, filepath.Join(dir, fmt.Sprint(i)))
		want = append(want, p.SFEN())
		require.NoError(t, os.WriteFile(files[i], []byte(kif), 0o644))
	}
	var got []struct{ SFEN, JKF string }
	out := tsshogi(t, `console.log(JSON.stringify(args.map((f) => {
		const kif = t.importKIF(fs.readFileSync(f, "utf8"));
		return { sfen: kif.initialPosition.sfen, jkf: t.exportJKFString(kif) };
	})))`, files...)
	require.NoError(t, json.Unmarshal(out, &got))
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, want[i], got[i].SFEN)
		require.Equal(t, want[i], readOne(t, []byte(got[i].JKF)).Start.SFEN())
	}
}
