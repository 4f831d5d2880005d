package classical

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// camps are Black's three or four last ranks, with the castle that players see there.
var camps = []struct{ name, camp string }{
	{"Yagura", "2PPP4/PPSG1PPPP/1KG4R1/LN5NL"},
	{"Amano Yagura", "2PPP4/PPSG1PPPP/2KG3R1/LN5NL"},
	{"Silver Yagura", "2PPP4/PPSS1PPPP/1KG4R1/LN3G1NL"},
	{"Central Yagura", "2PPP4/PPSG1PPPP/2G4R1/LNK4NL"},
	{"Kikusui Yagura", "2PPP4/PPNG1PPPP/1SG4R1/LK5NL"},
	{"Funagakoi", "2P6/PP1PPPPPP/1BK1G2R1/LNSG2SNL"},
	{"Gangi", "2PPP4/PP1SSPPPP/1BG1G2R1/LN1K3NL"},
	{"Crab", "2PPP4/PP3PPPP/1BGSG2R1/LN1K2SNL"},
	{"Nakahara", "2P6/PP1PPPPPP/1BG4R1/LNSKG1SNL"},
	{"Elmo", "2P6/PP1PPPPPP/1BKS3R1/LNG1G1SNL"},
	{"Millennium", "2PP5/PPN1PPPPP/1SG4R1/LKG3SNL"},
	{"Nakazumai", "2P6/PP1PPPPPP/1BG1K1GR1/LNS3SNL"},
	{"Right King", "5PP2/PPPPPSNPP/1B3KG2/LNSG3RL"},
	{"Static Rook Anaguma", "2PP5/PP2PPPPP/LS1G3R1/KNG3SNL"},
	{"Anaguma", "2PP5/PP2PPPPP/1B2R2SL/LNSG2GNK"},
	{"Gold Anaguma", "2PP5/PP2PPPPP/LG5R1/KNG3SNL"},
	{"Diamond Mino", "2PP5/PP2PSPPP/1B1RG1SK1/LN3G1NL"},
	{"High Mino", "2PP1P3/PP2PGPPP/1B1R2SK1/LNS2G1NL"},
	{"Mino", "2PP5/PP2PPPPP/1B1RG1SK1/LNS2G1NL"},
	{"Half Mino", "2PP5/PP2PPPPP/1B1R2SK1/LNSG1G1NL"},
	{"Early Mino", "2PP5/PP2PPPPP/1B1RG1S2/LNS2GKNL"},
	{"Left Mino", "4P4/PPPP1PPPP/1KS1G2R1/LN1G2SNL"},
	{"Castle Tower Mino", "1PP6/PK1PPPPPP/1BS4R1/LN1G1GSNL"},
	{"Silver Crown", "5P1P1/PPPPPGPSP/1B1R2GK1/LNS4NL"},
	{"Half Silver Crown", "7P1/PPPPPPPSP/1B1R2GK1/LNS1G2NL"},
	{"Left Silver Crown", "1P1P5/PSPG5/1KG4R1/LN4SNL"},
	{"Kimmuso", "2PP5/PP2PPPPP/1B1RGGKS1/LNS4NL"},
}

// withCamp is the start position with Black's camp replaced.
func withCamp(t *testing.T, camp string) *position.Position {
	return parse(t, position.Shogi, "lnsgkgsnl/1r5b1/ppppppppp/9/9/"+camp+" b - 1")
}

func TestCastlesAreKnownByName(t *testing.T) {
	e := New()
	for _, test := range camps {
		p := withCamp(t, test.camp)
		e.Reset(p)
		value, found := e.castle(p, position.Black)
		require.Equal(t, test.name, found.String())
		require.Positive(t, value, test.name)
		_, found = e.castle(p, position.White)
		require.Equal(t, "none", found.String())
		require.Contains(t, e.Trace(p), "Black's castle "+test.name+"\n")
		english, _ := CastleName(p, position.Black)
		require.Equal(t, test.name, english)

		turned := p.Rotated()
		same, found := e.castle(turned, position.White)
		require.Equal(t, test.name, found.String())
		require.Equal(t, value, same, test.name)
	}
}

func TestEveryCastleIsTested(t *testing.T) {
	tested := map[string]bool{}
	for _, test := range camps {
		tested[test.name] = true
	}
	for _, row := range castleTable {
		require.True(t, tested[row.name] || tested[row.mirror], row.name)
		require.True(t, strings.HasPrefix(row.pieces, "K"), row.name)
		require.NotEmpty(t, row.japanese, row.name)
		require.Equal(t, row.mirror == "", row.japaneseMirror == "", row.name)
	}
}

func TestPartOfACastle(t *testing.T) {
	e := New()
	whole := withCamp(t, "2PPP4/PPSG1PPPP/1KG4R1/LN5NL")
	part := withCamp(t, "2PPP4/PPSG1PPPP/1K5R1/LN3G1NL")
	little := withCamp(t, "2PPP4/PP1G1PPPP/1K5R1/LNS2G1NL")
	e.Reset(whole)
	w, _ := e.castle(whole, position.Black)
	half, found := e.castle(part, position.Black)
	require.Equal(t, "Yagura 2/3", found.String())
	require.Positive(t, half)
	require.Less(t, half, w)
	none, _ := e.castle(little, position.Black)
	require.Zero(t, none)
}
