package match

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

// FuzzEngineOutput: whatever an engine prints, reading it does not fail, and what is no move is no answer.
func FuzzEngineOutput(f *testing.F) {
	for _, line := range []string{
		"bestmove 7g7f ponder 3c3d", "bestmove", "info depth 3 score cp 5 multipv 1 pv", "info score mate", "option name x type", "3. ... 7g7f 100",
		"move c3c4", "move", "feature usermove=1 myname=\"x", "1 2 3 4 7g7f", "\xff\x00", "id", "readyok", " info string", "1-0", "Illegal move",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		line, _, _ = strings.Cut(line, "\n")
		u := &usiPlayer{process: &process{answers: make(chan reply, 1)}, declared: map[string]string{}}
		u.expect("bestmove")
		u.receive(line, time.Time{})
		x := &xboardPlayer{process: &process{answers: make(chan reply, 1)}, rules: position.Minishogi, features: map[string]string{}}
		x.expect()
		x.receive(line, time.Time{})
		for range 2 {
			if move, err := x.decode(line); err == nil && move != "" && move != "resign" {
				j, err := testRules().newJudge(position.GameText{})
				require.NoError(t, err)
				if v := j.play(move); v == nil {
					require.Equal(t, 2, j.pos.Ply())
				}
			}
			x.features = map[string]string{"ping": "1"}
		}
	})
}

// FuzzEngineSpec: what is read from the command line is either refused or complete.
func FuzzEngineSpec(f *testing.F) {
	for _, text := range []string{`cmd="a b" name='c' x=1`, `cmd=" "`, `cmd="`, `=`, `cmd=a tc=1+1 args="'`, `cmd='' init=;;`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spec, err := parseEngineSpec(text)
		if err == nil && spec.complete() == nil {
			require.NotEmpty(t, spec.Name)
			spec.command()
		}
	})
}
