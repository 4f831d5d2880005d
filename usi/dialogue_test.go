package usi

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestDialogues plays the conversations in testdata/usi. A line of such a file is
//
//	> text     sent to the engine
//	< regexp   the next line of the engine
//	<< regexp  a later line of the engine; those before it are passed over
//	! N        nothing comes for N milliseconds
//	~ N        wait N milliseconds
//	end        the engine leaves
//	# text     a comment
func TestDialogues(t *testing.T) {
	files, err := filepath.Glob("../testdata/usi/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			playDialogue(t, startSession(t, mockConfig(newMock())), file)
		})
	}
}

func playDialogue(t *testing.T, s *session, file string) {
	content, err := os.ReadFile(file)
	require.NoError(t, err)
	for i, l := range strings.Split(string(content), "\n") {
		at := filepath.Base(file) + ":" + strconv.Itoa(i+1)
		sign, rest, _ := strings.Cut(strings.TrimRight(l, "\r"), " ")
		switch sign {
		case "", "#":
		case ">":
			s.send(rest)
		case "<":
			require.Regexp(t, "^(?:"+rest+")$", s.next(at), at)
		case "<<":
			re := regexp.MustCompile("^(?:" + rest + ")$")
			var passed []string
			for {
				got := s.next(at + ": want " + rest + "; passed over: " + strings.Join(passed, " | "))
				if re.MatchString(got) {
					break
				}
				passed = append(passed, got)
			}
		case "!":
			s.quiet(milliseconds(t, rest, at))
		case "~":
			time.Sleep(milliseconds(t, rest, at))
		case "end":
			s.left()
		default:
			require.FailNow(t, "bad line in a dialogue", "%s: %s", at, l)
		}
	}
}

func milliseconds(t *testing.T, text, at string) time.Duration {
	n, err := strconv.Atoi(text)
	require.NoError(t, err, at)
	return time.Duration(n) * time.Millisecond
}
