package usi

import (
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"

	"katachi/position"
)

// TestCodePage: a GUI that speaks the code page of the system names files that exist.
func TestCodePage(t *testing.T) {
	c, known := map[uint32]struct{ name, bytes, neither string }{
		932:  {"定跡ソ能.db", "\x92\xe8\x90\xd5\x83\x5c\x94\x5c.db", "\x81 \x9f\xff"}, // with bytes that look like backslashes
		1252: {"Café.db", "Caf\xe9.db", ""},
	}[windows.GetACP()]
	if !known {
		t.Skip("no example for this system's code page")
	}
	shelf(t, map[string]string{c.name: "#YANEURAOU-DB2016 1.00\nsfen " + position.Shogi.Start + "\n2g2f none 1 20 1\n"})
	for _, name := range []string{c.name, c.bytes} {
		s := startSession(t, mockConfig(newMock()))
		require.Contains(t, s.ready("setoption name BookDir value .", "setoption name BookFile value "+name), "info string book "+asciiOnly(c.name)+": 1 ", "%q", name)
		s.send("quit")
	}
	require.Equal(t, c.neither, decode([]byte(c.neither)), "what fits in neither is left as it is")
}
