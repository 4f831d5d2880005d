package record

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// Decode returns the text of a record in whichever of UTF-8 (with or without its mark), UTF-16 with its mark, Shift_JIS,
// EUC-JP and ISO-2022-JP it is written, and the name of that encoding. Bytes that fit in none become U+FFFD.
func Decode(data []byte) (text, name string) {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return strings.ToValidUTF8(string(data[3:]), "\ufffd"), "UTF-8"
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return decodeAs(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), data), "UTF-16"
	case utf8.Valid(data) && bytes.Contains(data, []byte("\x1b$")):
		return decodeAs(japanese.ISO2022JP, data), "ISO-2022-JP"
	case utf8.Valid(data):
		return string(data), "UTF-8"
	}
	text, name = strings.ToValidUTF8(string(data), "\ufffd"), "UTF-8"
	for _, e := range []struct {
		name string
		as   encoding.Encoding
	}{{"EUC-JP", japanese.EUCJP}, {"Shift_JIS", japanese.ShiftJIS}} {
		if other := decodeAs(e.as, data); strangeness(other) < strangeness(text) {
			text, name = other, e.name
		}
	}
	return text, name
}

func decodeAs(e encoding.Encoding, data []byte) string {
	text, err := e.NewDecoder().Bytes(data)
	if err != nil { // the decoders replace what they do not know
		return strings.ToValidUTF8(string(data), "\ufffd")
	}
	return string(text)
}

// strangeness counts the characters that a record in its right encoding does not have: those that could not be read,
// and half-width katakana, which the bytes of EUC-JP look like when they are read as Shift_JIS.
func strangeness(text string) (n int) {
	for _, r := range text {
		switch {
		case r == utf8.RuneError:
			n += 4
		case r >= 0xFF61 && r <= 0xFF9F:
			n++
		case r < 0x20 && r != '\n' && r != '\r' && r != '\t' && r != '\f':
			n += 4
		}
	}
	return n
}

// ShiftJIS returns KIF text in the older encoding (a .kif file). What that lacks becomes a question mark.
func ShiftJIS(kif string) []byte {
	kif = strings.Replace(kif, "encoding=UTF-8", "encoding=Shift_JIS", 1)
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
