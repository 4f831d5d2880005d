package book_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
	"katachi/usi/book"
)

func draft(t testing.TB, name, content string) *book.Draft {
	t.Helper()
	d, err := book.OpenDraft(write(t, name, content), position.Shogi, false)
	require.NoError(t, err)
	return d
}

func written(t testing.TB, d *book.Draft) string {
	t.Helper()
	var out strings.Builder
	require.NoError(t, d.Write(&out))
	return out.String()
}

// A sorted book comes out as it went in, but for its comments.
func TestDraftWritesWhatItRead(t *testing.T) {
	content, err := os.ReadFile("../../testdata/book/small.db")
	require.NoError(t, err)
	lines := strings.SplitAfter(string(content), "\n")
	d, err := book.OpenDraft("../../testdata/book/small.db", position.Shogi, false)
	require.NoError(t, err)
	require.Equal(t, "7 positions with 13 moves", d.String())
	require.Equal(t, lines[0]+strings.Join(lines[2:], ""), written(t, d))
}

// A shuffled book comes out sorted, so that it can be searched on disk, and answers as before.
func TestDraftSorts(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	entries, met := randomBook(r, 60)
	sorted := written(t, draft(t, "sorted.db", strings.Join(entries, "")))
	r.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	shuffled := strings.Join(entries, "")
	require.Equal(t, sorted, written(t, draft(t, "shuffled.db", shuffled)))
	all := func(o *book.Options) { o.DepthLimit, o.EvalLimit = 0, [2]int{-999, -999} }
	before := open(t, write(t, "before.db", shuffled), all)
	after := open(t, write(t, "after.db", sorted), all, func(o *book.Options) { o.OnTheFly = true })
	hits := 0
	for _, p := range met {
		a, okA := before.Probe(p, rng())
		b, okB := after.Probe(p, rng())
		require.Equal(t, okA, okB)
		require.Equal(t, a, b)
		if okA {
			hits++
		}
	}
	require.Greater(t, hits, 60)
}

func TestDraftSet(t *testing.T) {
	d, err := book.OpenDraft(filepath.Join(t.TempDir(), "new.db"), position.Shogi, false)
	require.NoError(t, err)
	const games = "startpos moves 7g7f 3c3d 2g2f\nposition startpos moves 2g2f\nsfen " + start + " moves 7g7f 8c8d\n# a comment\n" + start + "\n"
	missing, err := d.Missing(strings.NewReader(games), 1, 3, book.NewDraft(position.Shogi, false))
	require.NoError(t, err)
	require.Equal(t, []string{
		start, after(t, "7g7f").SFEN(), after(t, "7g7f", "3c3d").SFEN(), after(t, "2g2f").SFEN(), after(t, "7g7f", "8c8d").SFEN(),
	}, missing)

	p := after(t)
	move := func(text string, value, depth int) book.Move {
		m, err := p.ParseLegal(text)
		require.NoError(t, err)
		return book.Move{Move: m, Value: value, Depth: depth, Count: 1}
	}
	require.NoError(t, d.Set(p, []book.Move{move("7g7f", 12, 20), move("2g2f", 99999, 21), move("5g5f", -3, 19)}))
	require.NoError(t, d.Set(p, []book.Move{move("7g7f", 12, 20), move("2g2f", 99999, 21)}))
	require.Equal(t, "#YANEURAOU-DB2016 1.00\nsfen "+start+"\n2g2f none 32767 21 1\n7g7f none 12 20 1\n", written(t, d))
	require.ErrorIs(t, d.Set(afterFrom(t, "4k4/9/9/9/9/9/9/9/9 b G 1"), nil), position.ErrInvalid)

	missing, err = d.Missing(strings.NewReader(games), 1, 2, book.NewDraft(position.Shogi, false))
	require.NoError(t, err)
	require.Equal(t, []string{after(t, "7g7f").SFEN(), after(t, "2g2f").SFEN()}, missing)
}

// What is wrong with a game costs the rest of its line.
func TestDraftFaults(t *testing.T) {
	d := book.NewDraft(position.Shogi, false)
	missing, err := d.Missing(strings.NewReader("startpos moves 7g7f 7g7f 3c3d\nnonsense\nstartpos moves 2g2f"), 1, 9, book.NewDraft(position.Shogi, false))
	require.ErrorIs(t, err, book.ErrLoss)
	require.ErrorContains(t, err, "2 lines cannot be used, the first of them: line 1: move 2 of 3: illegal move: 7g7f: ")
	require.Equal(t, []string{start, after(t, "7g7f").SFEN(), after(t, "2g2f").SFEN()}, missing)

	d, err = book.OpenDraft(write(t, "faulty.db", "sfen "+start+"\n7g7f none 1 2 3\n7g7g\n"), position.Shogi, false)
	require.ErrorIs(t, err, book.ErrLoss)
	require.ErrorContains(t, err, "faulty.db: 1 lines cannot be used, the first of them: line 3: ")
	require.Equal(t, "1 positions with 1 moves", d.String())

	// The king that is not to move is in check: it can be packed, but it is no position.
	const check = "sfen 4k4/9/9/9/9/9/9/9/4R3K b - 1\n5i5h\n"
	_, err = book.OpenDraft(write(t, "check.db", check+"sfen "+start+"\n7g7f none 1 2 3\n"), position.Shogi, false)
	require.ErrorIs(t, err, book.ErrLoss)
	require.NotContains(t, err.Error(), "line 0")
	for name, content := range map[string]string{"check.db": check, "utf16.db": "\xFF\xFEs\x00"} { // nothing of them would be left
		_, err := book.OpenDraft(write(t, name, content), position.Shogi, false)
		require.ErrorIs(t, err, book.ErrBook)
		require.NotErrorIs(t, err, book.ErrLoss)
	}
	for name, content := range map[string]string{"a.bin": "x", "b.ybb": "YANE-BINBOOK-V1\x00"} {
		_, err := book.OpenDraft(write(t, name, content), position.Shogi, false)
		require.ErrorIs(t, err, book.ErrBook)
		require.ErrorContains(t, err, "want a text book (.db)")
	}
	empty, err := book.OpenDraft(write(t, "empty.db", ""), position.Shogi, false)
	require.NoError(t, err)
	require.Equal(t, "#YANEURAOU-DB2016 1.00\n", written(t, empty))
}

// The moves of games are counted, pass the readers' limit of depth, and add to what is there.
func TestDraftAddGames(t *testing.T) {
	const games = "startpos moves 7g7f 3c3d\nstartpos moves 2g2f 3c3d\nstartpos moves 7g7f 8c8d 2g2f\n"
	d := book.NewDraft(position.Shogi, false)
	lines, err := d.AddGames(strings.NewReader(games), 2)
	require.NoError(t, err)
	require.Equal(t, 3, lines)
	text := written(t, d)
	require.Contains(t, text, "sfen "+start+"\n7g7f none 0 32 2\n2g2f none 0 32 1\n")
	require.Contains(t, text, "sfen "+after(t, "7g7f").SFEN()+"\n3c3d none 0 32 1\n8c8d none 0 32 1\n")
	require.Equal(t, "3 positions with 5 moves", d.String())
	require.Len(t, chosen(open(t, write(t, "games.db", text)), after(t), 100), 2)

	d = draft(t, "counted.db", text)
	_, err = d.AddGames(strings.NewReader("startpos moves 7g7f\nstartpos moves 5g5f\n"), 99)
	require.NoError(t, err)
	require.Contains(t, written(t, d), "sfen "+start+"\n7g7f none 0 32 3\n2g2f none 0 32 1\n5g5f none 0 32 1\n")
}

// A played move does not become the best one of a position that was searched, whether its ply is told or not.
func TestDraftAddGamesToSearched(t *testing.T) {
	sfen := "sfen " + after(t, "7g7f").SFEN()
	for _, head := range []string{sfen, strings.TrimSuffix(sfen, " 2")} {
		d := draft(t, "searched.db", head+"\n8c8d 2g2f -33 20 1\n3c3d 2g2f -40 20 1\n")
		_, err := d.AddGames(strings.NewReader("startpos moves 7g7f 9a9b\nstartpos moves 7g7f 8c8d\n"), 16)
		require.NoError(t, err)
		require.Equal(t, "#YANEURAOU-DB2016 1.00\n"+head+"\n8c8d 2g2f -33 20 2\n3c3d 2g2f -40 20 1\nsfen "+start+"\n7g7f none 0 32 2\n", written(t, d))
	}
	d := draft(t, "bare.db", "sfen "+start+"\n7g7f\n") // nothing is told of it
	_, err := d.AddGames(strings.NewReader("startpos moves 2g2f\n"), 16)
	require.NoError(t, err)
	require.Contains(t, written(t, d), "2g2f none 0 32 1\n")
}

// Entries of the same position, as joined books have them, are joined: of a move that both have the deeper entry's stays.
func TestDraftJoinsEntries(t *testing.T) {
	const one, two = "7g7f 3c3d 1 20 5\n5g5f none 3 20 2\n", "2g2f 8c8d 9 30 7\n7g7f 8c8d 2 29 4\n"
	const head = "sfen " + start + "\n"
	for _, content := range []string{head + one + head + two, head + two + head + one} {
		for _, ignorePly := range []bool{false, true} {
			d, err := book.OpenDraft(write(t, "twice.db", content), position.Shogi, ignorePly)
			require.NoError(t, err)
			require.Equal(t, "#YANEURAOU-DB2016 1.00\n"+head+"2g2f 8c8d 9 30 7\n7g7f 8c8d 2 29 4\n5g5f none 3 20 2\n", written(t, d))
		}
	}
	require.Contains(t, written(t, draft(t, "equal.db", head+"7g7f none 1 20 1\n"+head+"7g7f none 2 20 1\n")), "7g7f none 1 20 1\n")
	require.Contains(t, written(t, draft(t, "games.db", head+"7g7f none 0 32 1\n"+head+"2g2f none 0 32 2\n7g7f none 0 32 3\n")), "7g7f none 0 32 4\n2g2f none 0 32 2\n")

	// Moves of games do not come in beside searched ones, and that is told.
	for _, content := range []string{head + "9g9f none 0 32 8\n7g7f none 0 32 2\n" + head + one, head + one + "startpos moves 7g7f\nstartpos moves 7g7f\nstartpos moves 9g9f\n"} {
		d, err := book.OpenDraft(write(t, "played.db", content), position.Shogi, false)
		require.ErrorIs(t, err, book.ErrLoss)
		require.ErrorContains(t, err, "played.db: 1 entries of played moves stand beside searched ones of the same position")
		require.Contains(t, written(t, d), head+"7g7f 3c3d 1 20 7\n5g5f none 3 20 2\n")
		require.NotContains(t, written(t, d), "9g9f")
	}
}

// Of a position in both books the deeper moves stay, then the more, then the first book's.
func TestDraftMerge(t *testing.T) {
	sfen := func(moves ...string) string { return "sfen " + after(t, moves...).SFEN() + "\n" }
	a := draft(t, "a.db", sfen()+"7g7f none 1 20 1\n"+sfen("7g7f")+"3c3d none 1 20 1\n"+sfen("2g2f")+"3c3d none 1 20 1\n"+sfen("5g5f")+"3c3d none 1 9 1\n"+sfen("1g1f")+"3c3d none 0 32 7\n")
	b := draft(t, "b.db", sfen()+"2g2f none 2 21 1\n"+sfen("7g7f")+"8c8d none 2 20 1\n3c3d none 1 20 1\n"+sfen("2g2f")+"8c8d none 2 20 1\n"+
		sfen("7g7f", "8c8d")+"2g2f none 2 5 1\n"+sfen("1g1f")+"8c8d none 2 3 1\n")
	a.Merge(b)
	text := written(t, a)
	require.True(t, strings.HasSuffix(text, sfen()+"2g2f none 2 21 1\n"), text)
	require.Contains(t, text, sfen("7g7f")+"8c8d none 2 20 1\n3c3d none 1 20 1\n")
	require.Contains(t, text, sfen("2g2f")+"3c3d none 1 20 1\nsfen")
	require.Contains(t, text, sfen("5g5f")+"3c3d none 1 9 1\nsfen")
	require.Contains(t, text, sfen("7g7f", "8c8d")+"2g2f none 2 5 1\n")
	require.Contains(t, text, sfen("1g1f")+"8c8d none 2 3 1\n", "a search counts more than games")
	require.Equal(t, "6 positions with 7 moves", a.String())

	// The deepest move counts, wherever a played one stands; moves of games are added up.
	c := draft(t, "c.db", sfen()+"9g9f none 0 32 2\n2g2f 3c3d 23 12 1\n"+sfen("7g7f")+"3c3d none 0 32 3\n8c8d none 0 32 4294967295\n")
	c.Merge(draft(t, "d.db", sfen()+"2g2f 3c3d 23 3 1\n"+sfen("7g7f")+"8c8d none 0 32 1\n4c4d none 0 32 1\n"))
	text = written(t, c)
	require.Contains(t, text, sfen()+"9g9f none 0 32 2\n2g2f 3c3d 23 12 1\n")
	require.Contains(t, text, sfen("7g7f")+"8c8d none 0 32 4294967295\n3c3d none 0 32 3\n4c4d none 0 32 1\n")
}

// A position without a ply keeps none; with ignorePly a position is there once, under its lowest ply.
func TestDraftPly(t *testing.T) {
	bare, _, _ := strings.Cut(start, " 1")
	const later = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 7"
	content := "sfen " + later + "\n2g2f none 0 20 1\nsfen " + start + "\n7g7f none 0 20 1\n"
	require.Equal(t, "#YANEURAOU-DB2016 1.00\nsfen "+bare+"\n7g7f none 0 20 1\n", written(t, draft(t, "bare.db", "sfen "+bare+"\n7g7f none 0 20\n")))
	require.Equal(t, "2 positions with 2 moves", draft(t, "plies.db", content).String())
	d, err := book.OpenDraft(write(t, "plies.db", content), position.Shogi, true)
	require.ErrorIs(t, err, book.ErrLoss)
	require.ErrorContains(t, err, "plies.db: 1 entries are of positions that stand at other plies too")
	require.Equal(t, "#YANEURAOU-DB2016 1.00\nsfen "+start+"\n7g7f none 0 20 1\n", written(t, d), "the moves of the lowest ply, as readers take them")
	missing, err := d.Missing(strings.NewReader(later+"\n"), 1, 9, book.NewDraft(position.Shogi, false))
	require.NoError(t, err)
	require.Empty(t, missing)
	missing, err = draft(t, "bare.db", "sfen "+bare+"\n7g7f\n").Missing(strings.NewReader(later+"\n"), 1, 9, book.NewDraft(position.Shogi, false))
	require.NoError(t, err)
	require.Empty(t, missing, "an entry without a ply is for any")
	one := draft(t, "one.db", "sfen "+start+"\n7g7f none 0 32 1\n")
	missing, err = one.Missing(strings.NewReader(later+"\n"), 1, 9, book.NewDraft(position.Shogi, false))
	require.NoError(t, err)
	require.Empty(t, missing, "nor is there more in ply 1")
	_, err = one.AddGames(strings.NewReader("sfen "+later+" moves 7g7f\n"), 9)
	require.NoError(t, err)
	require.Equal(t, "#YANEURAOU-DB2016 1.00\nsfen "+start+"\n7g7f none 0 32 2\n", written(t, one))
}

// ShogiHome saves all positions of a book under ply 1: such a book grows without a second entry of any.
func TestDraftGrowsAtAnyPly(t *testing.T) {
	next, _ := strings.CutSuffix(after(t, "7g7f").SFEN(), " 2")
	d := draft(t, "saved.db", "sfen "+start+"\n7g7f 8c8d 12 24 310\nsfen "+next+" 1\n3c3d none -10 24 1\n")
	require.NoError(t, d.Settle(book.Growth{Root: position.New(position.Shogi), Last: 3, Within: 40}))
	require.Equal(t, "2 positions with 2 moves", d.String())
	require.Contains(t, written(t, d), "sfen "+start+"\n7g7f 8c8d 10 24 310\n", "the value to which the book leads, and the reply that was expected")
}

func TestDraftMinishogi(t *testing.T) {
	d := book.NewDraft(position.Minishogi, false)
	_, err := d.AddGames(strings.NewReader("startpos moves 5d5c 1b1c\n"), 9)
	require.NoError(t, err)
	require.Equal(t, "#YANEURAOU-DB2016 1.00\nsfen rbsgk/4p/5/P4/KGSBR b - 1\n5d5c none 0 32 1\nsfen rbsgk/4p/P4/5/KGSBR w - 2\n1b1c none 0 32 1\n", written(t, d))
}
