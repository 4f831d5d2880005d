package record

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// utf16 is UTF-16 in the order of bytes that its mark tells, and utf16Name what Decode calls it.
var utf16 = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)

const utf16Name = "UTF-16"

// Decode returns the text of a record in whichever of UTF-8 (with or without its mark), UTF-16 with its mark, Shift_JIS,
// EUC-JP and ISO-2022-JP it is written, and the name of that encoding. Bytes that fit in none become U+FFFD. What the record
// says of its encoding holds if every byte fits, unless it is Japanese in UTF-8: then it has been converted. The
// fields, moves and signs of KIF and KI2 fit in one of Shift_JIS and EUC-JP alone. CSA has them in ASCII, and a few names may
// fit in EUC-JP and in half-width katakana of Shift_JIS alike (山田, ｻｳﾅﾄ): where nothing is said, they are taken for EUC-JP
// unless there are voiced katakana, each a letter that has a voice and its mark.
func Decode(data []byte) (text, name string) {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return strings.ToValidUTF8(string(data[3:]), "\ufffd"), "UTF-8"
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return decodeAs(utf16, data), utf16Name
	case utf8.Valid(data) && bytes.Contains(data, []byte("\x1b$")):
		return decodeAs(japanese.ISO2022JP, data), "ISO-2022-JP"
	}
	said := declared(data)
	if utf8.Valid(data) && (said == "" || bytes.ContainsFunc(data, func(r rune) bool { return r >= 0x2E80 })) {
		return string(data), "UTF-8"
	}
	text, name = string(data), "UTF-8"
	bad, kana := strangeness(text)
	for _, e := range []struct {
		name string
		as   encoding.Encoding
	}{{"EUC-JP", japanese.EUCJP}, {"Shift_JIS", japanese.ShiftJIS}} {
		other := decodeAs(e.as, data)
		b, k := strangeness(other)
		if b == 0 && strings.EqualFold(e.name, said) {
			return other, e.name
		}
		if b < bad || b == bad && (k < kana || voiced(other)) {
			text, name, bad, kana = other, e.name, b, k
		}
	}
	return strings.ToValidUTF8(text, "\ufffd"), name
}

var declaration = regexp.MustCompile(`(?mi)^[#'].*\bencoding=([\w-]+)`)

// declared returns the encoding that a comment at the beginning names, empty if none does: #KIF version=2.0
// encoding=Shift_JIS, or 'CSA encoding=SHIFT_JIS.
func declared(data []byte) string {
	if found := declaration.FindSubmatch(data[:min(len(data), 512)]); found != nil {
		return string(found[1])
	}
	return ""
}

var voicedKana = regexp.MustCompile(`[ｳｶ-ﾄﾊ-ﾎ]ﾞ|[ﾊ-ﾎ]ﾟ`)

// voiced reports whether there are half-width katakana with marks such as ﾎﾟ and ｻﾞ, and all marks make sense.
func voiced(text string) bool {
	rest := voicedKana.ReplaceAllString(text, "")
	return len(rest) < len(text) && !strings.ContainsAny(rest, "ﾞﾟ｡｢｣､･")
}

func decodeAs(e encoding.Encoding, data []byte) string {
	text, err := e.NewDecoder().Bytes(data)
	if err != nil { // the decoders replace what they do not know
		return strings.ToValidUTF8(string(data), "\ufffd")
	}
	return string(text)
}

// strangeness counts the characters that a record in its right encoding does not have: bad ones, that could not be read or
// control something, and half-width katakana, which the bytes of EUC-JP look like when they are read as Shift_JIS.
func strangeness(text string) (bad, kana int) {
	for _, r := range text {
		switch {
		case r == utf8.RuneError, r < 0x20 && r != '\n' && r != '\r' && r != '\t' && r != '\f':
			bad++
		case r >= 0xFF61 && r <= 0xFF9F:
			kana++
		}
	}
	return bad, kana
}

// ofWindows has the characters of which Unicode has two, as the Shift_JIS of Windows means them.
var ofWindows = strings.NewReplacer("〜", "～", "‖", "∥", "−", "－")

// ShiftJIS returns KIF text in the older encoding (a .kif file). What that lacks becomes a question mark.
func ShiftJIS(kif string) []byte {
	kif = ofWindows.Replace(strings.Replace(kif, "encoding=UTF-8", "encoding=Shift_JIS", 1))
	encoder := japanese.ShiftJIS.NewEncoder()
	var b []byte
	for _, r := range kif {
		c, err := encoder.Bytes([]byte(string(r)))
		if err != nil {
			c = []byte{'?'}
		}
		b = append(b, c...)
	}
	return b
}
