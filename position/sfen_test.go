package position

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// testSFENs returns the positions of a file of testdata.
func testSFENs(t testing.TB, file string) []string {
	f, err := os.Open("../testdata/" + file)
	require.NoError(t, err)
	defer f.Close()
	var sfens []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var c struct {
			SFEN string `json:"sfen"`
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &c))
		sfens = append(sfens, c.SFEN)
	}
	require.NotEmpty(t, sfens)
	return sfens
}

func TestSFENRoundTrip(t *testing.T) {
	for file, rules := range map[string]*Rules{
		"perft_public.jsonl": Shogi, "mate_public.jsonl": Shogi, "mate_long.jsonl": Shogi, "krk_public.jsonl": Shogi, "perft_5x5_public.jsonl": Minishogi,
	} {
		for _, sfen := range testSFENs(t, file) {
			p, err := ParseSFEN(rules, sfen)
			require.NoError(t, err, sfen)
			require.Equal(t, sfen, p.SFEN())
			require.NoError(t, p.Validate())
		}
	}
}

func TestSFENIsReadTolerantly(t *testing.T) {
	for text, want := range map[string]string{
		"4k4/9/9/9/9/9/9/9/4K4 b -":                 "4k4/9/9/9/9/9/9/9/4K4 b - 1",               // no move number
		"4k4/9/9/9/9/9/9/9/4K4 b - 0":               "4k4/9/9/9/9/9/9/9/4K4 b - 1",               // as some tools write
		"4k4/9/9/9/9/9/9/9/4K4  w   pP2g  7":        "4k4/9/9/9/9/9/9/9/4K4 w P2gp 7",            // any order of hands, more blanks
		"1111k1111/9/9/9/9/9/9/9/4K4 b p17P 1":      "4k4/9/9/9/9/9/9/9/4K4 b 17Pp 1",            // digits side by side
		"9/9/9/9/4k4/9/9/9/9 b RB 1":                "9/9/9/9/4k4/9/9/9/9 b RB 1",                // a mate problem
		"9/9/9/9/4K4/9/9/9/9 w rb 1":                "9/9/9/9/4K4/9/9/9/9 w rb 1",                // and one with White attacking
		"8k/8P/7G1/9/9/9/9/9/K8 w - 2":              "8k/8P/7G1/9/9/9/9/9/K8 w - 2",              // in check
		"lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL b 18P 3": "lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL b 18P 3", // two digits
	} {
		p, err := ParseSFEN(Shogi, text)
		require.NoError(t, err, text)
		require.Equal(t, want, p.SFEN())
	}
}

func TestSFENErrors(t *testing.T) {
	for _, c := range []struct {
		sfen, says string
		kind       error
	}{
		{"", "0 fields", ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4", "1 fields", ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 b - 1 extra", "5 fields", ErrSyntax},
		{"4k4/9/9/9/9/9/9/4K4 b - 1", "8 ranks, want 9", ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/9/4K4 b - 1", "10 ranks", ErrSyntax},
		{"4k3/9/9/9/9/9/9/9/4K4 b - 1", "rank a has 8 squares", ErrSyntax},
		{"4k4/9p/9/9/9/9/9/9/4K4 b - 1", "rank b has more than 9", ErrSyntax},
		{"4k4/55/9/9/9/9/9/9/4K4 b - 1", "rank b has 10 squares", ErrSyntax},
		{"4k4/0/9/9/9/9/9/9/4K4 b - 1", `rank b: unexpected '0'`, ErrSyntax},
		{"4k4/９8/9/9/9/9/9/9/4K4 b - 1", `rank b: unexpected '９'`, ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 b 歩 1", `unexpected '歩'`, ErrSyntax},
		{"4k4/x8/9/9/9/9/9/9/4K4 b - 1", `rank b: unexpected 'x'`, ErrSyntax},
		{"4k4/+9/9/9/9/9/9/9/4K4 b - 1", `unexpected '9'`, ErrSyntax},
		{"4k4/8+/9/9/9/9/9/9/4K4 b - 1", "rank b ends with a +", ErrSyntax},
		{"4k4/++P8/9/9/9/9/9/9/4K4 b - 1", `unexpected '+'`, ErrSyntax},
		{"4k4/+G8/9/9/9/9/9/9/4K4 b - 1", "rank b: a G cannot be promoted", ErrSyntax},
		{"4+k4/9/9/9/9/9/9/9/4K4 b - 1", "cannot be promoted", ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 x - 1", `side to move is "x"`, ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 b 0P 1", "count is 1 to 18", ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 b 99P 1", "count is 1 to 18", ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 b 2 1", "end without a piece", ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 b K 1", `unexpected 'K'`, ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 b +P 1", `unexpected '+'`, ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 b - x", `move number is "x"`, ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 b - 1000001", "want 1 to 1000000", ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 b - -3", `move number is "-3"`, ErrSyntax},
		{"4k4/9/9/9/9/9/9/9/4K4 b - 99999999999999999999", "move number", ErrSyntax},
		{"9/9/9/9/9/9/9/9/9 b - 1", "no king", ErrInvalid},
		{"4k4/9/9/9/9/9/9/9/3KK4 b - 1", "two kings", ErrInvalid},
		{"4k4/9/9/9/9/9/9/9/4K4 b 2RR 1", "3 pieces of kind R in one hand", ErrInvalid},
		{"4k4/9/9/9/9/9/9/9/4K4 b 18R 1", "18 pieces of kind R in one hand", ErrInvalid},
		{"4k4/9/9/9/9/9/9/9/4K4 b 4Gg 1", "5 pieces of kind G", ErrInvalid},
		{"4k4/9/9/9/9/9/9/R8/4K4 b Rr 1", "3 pieces of kind R", ErrInvalid},
		{"4k4/9/+R8/9/9/9/9/R8/4K4 b r 1", "3 pieces of kind R", ErrInvalid},
		{"4k4/9/ppppppppp/9/PPPPPPPPP/9/9/9/4K4 b P 1", "19 pieces of kind P", ErrInvalid},
		{"4k4/9/9/9/2P6/9/2P6/9/4K4 b - 1", "two unpromoted pawns of b on file 7", ErrInvalid},
		{"P3k4/9/9/9/9/9/9/9/4K4 b - 1", "the P on 9a could never move", ErrInvalid},
		{"4k4/9/9/9/9/9/9/9/4K3l b - 1", "the l on 1i could never move", ErrInvalid},
		{"4k4/N8/9/9/9/9/9/9/4K4 b - 1", "the N on 9b could never move", ErrInvalid},
		{"4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "could capture the king on 5a", ErrInvalid},
		{"9/9/9/9/4kK3/9/9/9/9 b - 1", "could capture the king", ErrInvalid},
	} {
		_, err := ParseSFEN(Shogi, c.sfen)
		require.ErrorIs(t, err, c.kind, c.sfen)
		require.ErrorContains(t, err, c.says, c.sfen)
	}
	_, err := ParseSFEN(Minishogi, "rbsgk/4p/5/P4/KGSBL b - 1")
	require.ErrorContains(t, err, "1 pieces of kind L, the game has 0")
	_, err = ParseSFEN(Minishogi, Shogi.Start)
	require.ErrorContains(t, err, "9 ranks, want 5")
}

func TestString(t *testing.T) {
	p, err := ParseSFEN(Minishogi, "rbsgk/5/5/+p4/KGSB1 b RP 1")
	require.NoError(t, err)
	require.Equal(t, `    5   4   3   2   1
  +---+---+---+---+---+
  | r | b | s | g | k | a   White in hand: -
  +---+---+---+---+---+
  |   |   |   |   |   | b
  +---+---+---+---+---+
  |   |   |   |   |   | c
  +---+---+---+---+---+
  |+p |   |   |   |   | d
  +---+---+---+---+---+
  | K | G | S | B |   | e   Black in hand: R1 P1
  +---+---+---+---+---+
`, p.String())
}

func FuzzSFEN(f *testing.F) {
	f.Add(Shogi.Start, false)
	f.Add(Minishogi.Start, true)
	f.Add("8k/8P/7G1/9/9/9/9/9/K8 w - 2", false)
	f.Add("4k4/++P8/9/9/9/9/9/9/4K4 b 2P3p 1", false)
	f.Fuzz(func(t *testing.T, text string, mini bool) {
		rules := Shogi
		if mini {
			rules = Minishogi
		}
		p, err := ParseSFEN(rules, text)
		if err != nil {
			require.NotEmpty(t, strings.TrimSpace(err.Error()))
			return
		}
		q, err := ParseSFEN(rules, p.SFEN())
		require.NoError(t, err)
		require.Equal(t, p.SFEN(), q.SFEN())
		require.Equal(t, p.Key(), q.Key())
	})
}

func FuzzMove(f *testing.F) {
	for _, text := range []string{"7g7f", "8h2b+", "P*5e", "K*5e", "0a1b", "7g7g", "7g7f+x", ""} {
		f.Add(text)
	}
	p, err := ParseSFEN(Shogi, "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseMove(text)
		if err != nil {
			require.ErrorIs(t, err, ErrSyntax)
			return
		}
		require.Equal(t, text, m.String())
		_, err = p.ParseLegal(text)
		if err != nil {
			require.ErrorIs(t, err, ErrIllegal)
		}
	})
}
