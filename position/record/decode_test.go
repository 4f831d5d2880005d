package record

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/japanese"
)

func TestDecode(t *testing.T) {
	for _, text := range []string{"先手：ｶﾀﾁ\n後手：形\n", "手合割：平手\n", "N+山田\nN-鈴木\nPI\n+\n", "N+芝\nN-柴\nPI\n+\n", "先手：Ｋａｔａｃｈｉ\n", "▲７六歩\n"} {
		euc, err := japanese.EUCJP.NewEncoder().String(text)
		require.NoError(t, err)
		got, name := Decode([]byte(euc))
		require.Equal(t, text, got, name)
		got, name = Decode(ShiftJIS(text))
		require.Equal(t, text, got, name)
		got, _ = Decode([]byte("\ufeff" + text))
		require.Equal(t, text, got)
	}
}

// TestDecodeHalfWidth: katakana of half width, whose bytes in Shift_JIS are kanji in EUC-JP.
func TestDecodeHalfWidth(t *testing.T) {
	for _, text := range []string{
		"'CSA encoding=SHIFT_JIS\nV2.2\nN+ﾎﾟﾅﾝｻﾞ\nN-ﾂﾂｶﾅ\nPI\n+\n+7776FU\n%TORYO\n",
		"'CSA encoding=SHIFT_JIS\r\nV2.2\r\nN+ﾈｺ\r\nPI\r\n+\r\n", // UTF-8 too: Ⱥ
		"V2.2\nN+ﾎﾟﾅﾝｻﾞ\nN-ﾂﾂｶﾅ\nPI\n+\n+7776FU\n%TORYO\n",
		"先手：ﾂﾂｶﾅ\n", "後手：ｻﾄ\n", "*ﾂﾂｶﾅ\n   1 ７六歩(77)\n", "△３四歩\n*ﾂﾂｶﾅ\n", // no voiced ones, but what only Shift_JIS has
		"V2.2\nN+山田\nN-鈴木\nPI\n+\n'" + strings.Repeat("ｺﾒﾝﾄﾃﾞｽ", 20) + "\n",
		"#KIF version=2.0 encoding=Shift_JIS\n手合割：平手\n*" + strings.Repeat("ｺﾚﾊｺﾒﾝﾄ", 30) + "\n   1 ７六歩(77)\n",
	} {
		got, name := Decode(ShiftJIS(text))
		require.Equal(t, text, got)
		require.Equal(t, "Shift_JIS", name)
		got, name = Decode([]byte(text)) // converted, with the old declaration
		require.Equal(t, text, got)
		require.Equal(t, "UTF-8", name)
	}
	euc, err := japanese.EUCJP.NewEncoder().String("'CSA encoding=SHIFT_JIS\nN+鈴木\nPI\n+\n")
	require.NoError(t, err)
	got, name := Decode([]byte(euc))
	require.Contains(t, got, "N+鈴木", "the declaration is wrong")
	require.Equal(t, "EUC-JP", name)

	data, err := os.ReadFile("../../testdata/records/even.kifu")
	require.NoError(t, err)
	for i := range data { // a character cut off is no reason to doubt the rest
		_, name := Decode(append(data[:i:i], data[min(i+1, len(data)):]...))
		require.Equal(t, "UTF-8", name, i)
		if _, name = Decode(data[:i]); i > 100 {
			require.Equal(t, "UTF-8", name, i)
		}
	}
}
