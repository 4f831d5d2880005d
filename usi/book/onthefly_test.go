package book_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/movegen"
	"katachi/position"
	"katachi/usi/book"
)

// randomBook returns the entries of a sorted book of random games, one string each, and all positions that were met.
func randomBook(r *rand.Rand, size int) (entries []string, met []*position.Position) {
	var buf []position.Move
	seen := make(map[string]bool)
	for len(entries) < size {
		p := position.New(position.Shogi)
		for range 12 {
			met = append(met, p.Clone())
			buf = movegen.Legal(p, buf[:0])
			r.Shuffle(len(buf), func(i, j int) { buf[i], buf[j] = buf[j], buf[i] })
			if len(entries) < size && !seen[p.SFEN()] && r.IntN(3) > 0 {
				seen[p.SFEN()] = true
				var e strings.Builder
				fmt.Fprintf(&e, "sfen %s\n", p.SFEN())
				for _, m := range buf[:1+r.IntN(4)] {
					fmt.Fprintf(&e, "%v none %d %d %d\n", m, r.IntN(300)-150, r.IntN(40), r.IntN(100))
				}
				entries = append(entries, e.String())
			}
			p.Do(buf[0])
		}
	}
	slices.SortFunc(entries, func(a, b string) int {
		return strings.Compare(strings.SplitN(a, "\n", 2)[0], strings.SplitN(b, "\n", 2)[0])
	})
	return entries, met
}

// Both ways of reading a book give the same hits, for every entry from the first to the last, whatever stands around
// the entries.
func TestOnTheFlyEqualsInMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for i, size := range []int{1, 2, 3, 5, 40, 150} {
		if testing.Short() && size > 50 {
			continue
		}
		entries, met := randomBook(r, size)
		for _, c := range []struct{ name, head, tail, separator, newline string }{
			{"plain", "#YANEURAOU-DB2016 1.00\n", "", "", "\n"},
			{"no header", "", "", "", "\n"},
			{"CRLF", "#YANEURAOU-DB2016 1.00\n", "", "", "\r\n"},
			{"blank lines", "\n\n#YANEURAOU-DB2016 1.00\n\n", "\n\n\n", "\n\n", "\n"},
			{"comments", "\xEF\xBB\xBF// x\n", "# the end", "# " + strings.Repeat("long", 3000) + "\n", "\n"},
		} {
			t.Run(fmt.Sprint(size, c.name), func(t *testing.T) {
				content := c.head + strings.Join(entries, c.separator) + c.tail
				if i%2 == 1 {
					content = strings.TrimRight(content, "\n")
				}
				path := write(t, "random.db", strings.ReplaceAll(content, "\n", c.newline))
				for _, ignorePly := range []bool{false, true} {
					set := func(o *book.Options) {
						o.DepthLimit, o.EvalDiff, o.EvalLimit, o.IgnorePly = 0, 1000, [2]int{-1000, -1000}, ignorePly
					}
					memory := open(t, path, set)
					disk := open(t, path, set, func(o *book.Options) { o.OnTheFly = true })
					hits := 0
					for _, p := range met {
						want, wanted := memory.Probe(p, rng())
						got, ok := disk.Probe(p, rng())
						require.NoError(t, disk.Err())
						require.Equal(t, wanted, ok, p.SFEN())
						require.Equal(t, want, got)
						if ok {
							hits++
						}
					}
					require.GreaterOrEqual(t, hits, size)
				}
			})
		}
	}
}

func TestOnTheFlyErrors(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	entries, _ := randomBook(r, 200)
	slices.Reverse(entries)
	onTheFly := book.DefaultOptions()
	onTheFly.OnTheFly = true
	for want, content := range map[string]string{
		"not sorted":                          strings.Join(entries, ""),
		`there is no line "sfen ..."`:         "7g7f 3c3d\n",
		"the board is not an SFEN":            "sfen x b - 1\n7g7f\n",
		"the line is too long at byte 0":      strings.Repeat("x", 3<<20),
		"want board, side to move, hands and": "sfen " + start + " x\n7g7f\n",
	} {
		_, err := book.Open(write(t, "bad.db", content), onTheFly)
		require.ErrorIs(t, err, book.ErrBook)
		require.ErrorContains(t, err, want)
	}
}

// TestOnTheFlyOddLines: what was added to a sorted book at its end is found out; a position that cannot be read costs
// itself alone; a game ends the moves of the position before it, as in memory.
func TestOnTheFlyOddLines(t *testing.T) {
	entries, met := randomBook(rand.New(rand.NewPCG(11, 11)), 200)
	onTheFly := book.DefaultOptions()
	onTheFly.OnTheFly = true
	_, err := book.Open(write(t, "added.db", strings.Join(entries, "")+entries[0]), onTheFly)
	require.ErrorIs(t, err, book.ErrBook)
	require.ErrorContains(t, err, "not sorted")

	odd := slices.Clone(entries)
	odd[100] = "sfen aroken b - 1\n7g7f none 0 20 1\n" + odd[100]
	for i := range odd {
		if i != 100 {
			odd[i] += "startpos moves 1g1f\n1i1h none 999 39 999\n"
		}
	}
	set := func(o *book.Options) {
		o.DepthLimit, o.EvalDiff, o.EvalLimit = 0, 1000, [2]int{-1000, -1000}
	}
	path := write(t, "odd.db", strings.Join(odd, ""))
	memory, disk := open(t, path, set), open(t, path, set, func(o *book.Options) { o.OnTheFly = true })
	for _, p := range met {
		if p.Ply() == 1 {
			continue // the games' position, which only memory counts
		}
		want, wanted := memory.Probe(p, rng())
		got, ok := disk.Probe(p, rng())
		require.Equal(t, wanted, ok, p.SFEN())
		require.Equal(t, want.Move, got.Move)
	}
}
