package usi

import (
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/sys/windows"
)

// decode returns a text in UTF-8, or else in the code page of the system, Shift_JIS on a Japanese one: Shogidokoro and ShogiGUI
// send the names of files in it, echo in a console does, and some editors save so. What fits in neither is returned as it is.
func decode(text []byte) string {
	const codePage, failIfInvalid = 0, 8 // CP_ACP, MB_ERR_INVALID_CHARS
	if len(text) == 0 || utf8.Valid(text) {
		return string(text)
	}
	wide := make([]uint16, len(text))
	n, err := windows.MultiByteToWideChar(codePage, failIfInvalid, &text[0], int32(len(text)), &wide[0], int32(len(wide)))
	if err != nil {
		return string(text)
	}
	return string(utf16.Decode(wide[:n]))
}
