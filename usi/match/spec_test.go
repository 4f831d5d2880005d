package match

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position"
)

func TestParseEngineSpec(t *testing.T) {
	spec, err := parseEngineSpec(`cmd="./katachi -x" name='my engine' tc=10+0.1 dir=/tmp args="a 'b c'" init="usi;debug on" proto=usi restart=true Threads=2 EvalDir="a \"b\"" option.name=7 timemargin=200`)
	require.NoError(t, err)
	margin := 200
	require.Equal(t, engineSpec{
		Name: "my engine", Cmd: "./katachi -x", TC: "10+0.1", Dir: "/tmp", Args: []string{"a", "b c"}, Init: []string{"usi", "debug on"}, Proto: "usi",
		Restart: true, TimeMargin: &margin, Options: engineOptions{"Threads": "2", "EvalDir": `a "b"`, "name": "7"},
	}, spec)
	for _, c := range []struct{ text, cmd, name string }{{"./katachi", "./katachi", "katachi"}, {`'my dir\k' Threads=1`, `"my dir\\k"`, filepath.Base(`my dir\k`)}, {"fairy-stockfish name=fairy", "fairy-stockfish", "fairy"}} {
		spec, err := parseEngineSpec(c.text)
		require.NoError(t, err)
		require.Equal(t, c.cmd, spec.Cmd)
		require.NoError(t, spec.complete())
		require.Equal(t, c.name, spec.Name)
	}
	for _, text := range []string{"./katachi -x", "./katachi bench", `"" name=x`, `cmd="x`, "=x", "cmd=x timemargin=soon", "cmd=x timemargin=-1"} {
		_, err := parseEngineSpec(text)
		require.Error(t, err, text)
	}
}

func TestTruthValues(t *testing.T) {
	for value, want := range map[string]bool{"true": true, "True": true, "ON": true, "1": true, "yes": true, "false": false, "Off": false, "0": false, "no": false} {
		spec, err := parseEngineSpec("x restart=" + value + " book=" + value)
		require.NoError(t, err)
		require.Equal(t, want, spec.Restart, value)
		require.Equal(t, want, spec.Book, value)
	}
	for _, key := range []string{"restart", "book"} {
		for _, value := range []string{"", "maybe", "2"} {
			_, err := parseEngineSpec("x " + key + "=" + value)
			require.ErrorContains(t, err, key+" is true or false (or on, off, 1, 0, yes, no), not \""+value+"\"")
		}
	}
}

// TestOwnMargin: an engine's margin of 0 is none, and not the match's; files tell the two apart, those without it included.
func TestOwnMargin(t *testing.T) {
	for text, want := range map[string]time.Duration{"x": 200 * time.Millisecond, "x timemargin=0": 0, "x timemargin=60": 60 * time.Millisecond} {
		spec, err := parseEngineSpec(text)
		require.NoError(t, err)
		c := defaultConfig()
		c.TC, c.Engines = "1", []engineSpec{spec, {Cmd: "y"}}
		m, header, err := c.build()
		require.NoError(t, err)
		require.Equal(t, []time.Duration{want, 200 * time.Millisecond}, m.margin, text)
		line, err := json.Marshal(header)
		require.NoError(t, err)
		var read matchHeader
		require.NoError(t, json.Unmarshal(line, &read))
		require.Empty(t, header.difference(&read))
		require.Equal(t, spec.TimeMargin, read.Engines[0].TimeMargin, string(line))
		require.Nil(t, read.Engines[1].TimeMargin, "as in files from before")
		require.Equal(t, 1+strings.Count(text, "timemargin"), strings.Count(string(line), `"timemargin"`), "the match's, and the engine's own")
	}
}

func TestReadOpenings(t *testing.T) {
	list, err := readOpenings(strings.NewReader("\ufeff# comment\n\nstartpos moves 7g7f 3c3d\r\nposition sfen "+position.Shogi.Start+" moves 2g2f\n"+position.Shogi.Start+"\nstartpos\n"), testRules())
	require.NoError(t, err)
	require.Equal(t, []position.GameText{{Moves: []string{"7g7f", "3c3d"}}, {SFEN: position.Shogi.Start, Moves: []string{"2g2f"}}, {SFEN: position.Shogi.Start}, {}}, list)
	require.Equal(t, "position startpos moves 7g7f 3c3d 2g2f", positionCommand(list[0], []string{"2g2f"}))
	require.Equal(t, "position startpos", positionCommand(list[3], nil))
	require.Equal(t, "position startpos moves 2g2f", positionCommand(list[3], []string{"2g2f"}))
	for text, why := range map[string]string{"startpos\nstartpos moves 7g7e": "line 2: move 1 of 1: illegal move", "nonsense": "line 1: ", "moves 7g7f": "line 1: syntax error: want startpos or an SFEN", "4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1": "line 1: the game is over before it begins (mate)", position.Shogi.Start[:len(position.Shogi.Start)-1] + "321": "line 1: the game is over before it begins (move limit)"} {
		_, err := readOpenings(strings.NewReader(text), testRules())
		require.ErrorContains(t, err, why)
	}
}

// TestOpeningsThatEnd: a line of USI moves may say how its game ended; the engines are not told.
func TestOpeningsThatEnd(t *testing.T) {
	f, err := os.Open("../../testdata/records/lines.usi")
	require.NoError(t, err)
	defer f.Close()
	list, err := readOpenings(f, testRules())
	require.NoError(t, err)
	require.Len(t, list, 3)
	require.Equal(t, "position startpos moves 2g2f 8c8d 7g7f", positionCommand(list[1], []string{"7g7f"}))
}

// TestKeptOpenings: the openings that matches use are 500 different positions.
func TestKeptOpenings(t *testing.T) {
	f, err := os.Open("../../testdata/openings.sfen")
	require.NoError(t, err)
	defer f.Close()
	list, err := readOpenings(f, testRules())
	require.NoError(t, err)
	require.Len(t, list, 500)
	seen := map[uint64]bool{}
	for _, o := range list {
		p, err := o.Play(position.Shogi)
		require.NoError(t, err)
		require.False(t, seen[p.Key()], "two alike: %v", o)
		seen[p.Key()] = true
	}
}

// TestCommandWithBlanks: a program's file may have any name.
func TestCommandWithBlanks(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "my it's dir")
	require.NoError(t, os.Mkdir(dir, 0o755))
	program := filepath.Join(dir, "e.exe") // Windows runs no others
	require.NoError(t, os.WriteFile(program, nil, 0o755))
	spec := engineSpec{Cmd: program}
	require.NoError(t, spec.complete())
	require.Equal(t, "e", spec.Name)
	spec, err := parseEngineSpec(program)
	require.NoError(t, err)
	path, _, err := spec.command()
	require.NoError(t, err)
	require.Equal(t, program, path)
	spec = engineSpec{Cmd: program + "x"}
	require.ErrorContains(t, spec.complete(), "a quote ' is not closed")
}
