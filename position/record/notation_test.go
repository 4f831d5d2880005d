package record

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// TestJapanese: the examples of the federation's rules of notation for pieces that could be confused.
func TestJapanese(t *testing.T) {
	for _, c := range []struct{ sfen, move, want string }{
		{"9/2G3G2/9/9/9/9/9/9/K7k b - 1", "7b8a", "▲８一金"},
		{"9/G8/4G4/9/9/9/9/9/8k b - 1", "9b8b", "▲８二金"},
		{"9/2G6/G8/9/9/9/9/9/K7k b - 1", "9c8b", "▲８二金上"},
		{"9/2G6/G8/9/9/9/9/9/K7k b - 1", "7b8b", "▲８二金寄"},
		{"9/9/9/9/9/9/9/9/1K1S1S2k b - 1", "6i5h", "▲５八銀左"},
		{"9/9/9/9/9/9/9/9/2KGG3k b - 1", "5i5h", "▲５八金直"},
		{"9/9/9/9/9/9/9/9/2KGG3k b - 1", "6i5h", "▲５八金左"},
		{"9/9/9/3+P1+P3/3+P1+P3/3+P1+P3/9/9/K7k b - 1", "6e5e", "▲５五と左寄"},
		{"9/9/9/9/9/k8/9/9/7R1 w r 1", "R*1h", "△１八飛"},
		{"9/9/+R8/9/1+R7/9/9/9/K7k b - 1", "9c8d", "▲８四龍引"},
		{"9/8R/9/9/4R4/9/9/9/K6k1 b - 1", "5e5b", "▲５二飛上不成"},
		{"9/9/9/9/9/4+B4/2+B6/9/K7k b - 1", "5f5e", "▲５五馬右"},
		{"9/9/9/9/9/9/4+R+R3/9/K7k b - 1", "5g5f", "▲５六龍左"},
		{"k8/9/9/9/9/3G5/9/9/K8 b G 1", "G*6e", "▲６五金打"},
	} {
		p, err := position.ParseSFEN(position.Shogi, c.sfen)
		require.NoError(t, err, c.sfen)
		m, err := p.ParseLegal(c.move)
		require.NoError(t, err)
		require.Equal(t, c.want, Japanese(p, position.NoSquare, m))
		back, err := ParseJapanese(p, position.NoSquare, c.want)
		require.NoError(t, err)
		require.Equal(t, m, back)
	}

	g, err := position.ParseGameText("startpos moves 7g7f 3c3d 2g2f 2b8h+")
	require.NoError(t, err)
	p, err := g.Play(position.Shogi)
	require.NoError(t, err)
	for _, text := range []string{"同　銀(79)", "同銀(79)", "同銀　(79)", "同 銀 (79)", "８八銀　(79)", "８八同銀(79)"} {
		m, err := ParseJapanese(p, position.NewSquare(8, 8), text)
		require.NoError(t, err, text)
		require.Equal(t, "7i8h", m.String(), text)
	}

	p, err = position.ParseSFEN(position.Shogi, "k8/9/2+S+P5/9/9/9/9/9/2KGG4 b GB 1")
	require.NoError(t, err)
	for text, want := range map[string]string{
		"５八金左上": "6i5h", "５八金右上": "5i5h", "６五金(00)": "G*6e", "６五金": "G*6e", "６五角打": "B*6e", "７二成銀(73)": "7c7b", "７二全直": "7c7b", "７二全（７３）": "7c7b",
		"６二と不成": "6c6b",
	} {
		m, err := ParseJapanese(p, position.NoSquare, text)
		require.NoError(t, err, text)
		require.Equal(t, want, m.String(), text)
	}
	for _, text := range []string{
		"", "歩", "同金", "７六", "７六成", "７六歩不", "７六ほ", "0六歩", "５五玉打", "５五と打", "６五角打成", "５八金成", "６五金(10)", "５八金(5)", strings.Repeat("５八金", 9),
	} {
		m, err := ParseJapanese(p, position.NoSquare, text)
		require.ErrorIs(t, err, errNotation, text)
		require.Equal(t, position.MoveNone, m, text)
	}
	for text, want := range map[string]error{"５八金": errUnclear, "６五金右": errNoPiece, "５八銀(59)": ErrIllegal, "５八飛打": ErrIllegal, "７八玉(79)": nil} {
		_, err := ParseJapanese(p, position.NoSquare, text)
		require.ErrorIs(t, err, want, text)
	}
}
