package match

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// loaded reads a configuration file with that content.
func loaded(t *testing.T, content string) (matchConfig, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "m.toml")
	if strings.HasPrefix(content, "{") {
		name = filepath.Join(t.TempDir(), "m.JSON")
	}
	require.NoError(t, os.WriteFile(name, []byte(content), 0o644))
	c := defaultConfig()
	return c, c.load(name)
}

// TestConfigExample: the file that the help shows is the command line that it means.
func TestConfigExample(t *testing.T) {
	want := defaultConfig()
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	want.flags(flags)
	require.NoError(t, flags.Parse([]string{"-games", "200", "-tc", "10+0.1", "-concurrency", "2", "-openings", "testdata/openings.sfen",
		"-sprt", "elo0=0,elo1=5", "-o", "match.jsonl", "-engine1", "./katachi name=new Threads=1", "-engine2", "./old name=old Threads=1"}))
	require.Contains(t, usage, configExample)
	got, err := loaded(t, configExample)
	require.NoError(t, err)
	require.Equal(t, want, got)
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	require.Contains(t, string(readme), strings.ReplaceAll(strings.TrimLeft(configExample, "\n"), "  ", "    "))
}

// TestConfigHasEveryFlag: all flags are keys, by their short names too.
func TestConfigHasEveryFlag(t *testing.T) {
	c := defaultConfig()
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	c.flags(flags)
	flags.VisitAll(func(f *flag.Flag) {
		value := f.DefValue
		if strings.HasPrefix(f.Name, "engine") {
			value = "./x"
		}
		_, err := loaded(t, fmt.Sprintf("%s = %q\n", f.Name, value))
		require.NoError(t, err)
	})
}

// TestConfigEngines: the forms that an engine can have.
func TestConfigEngines(t *testing.T) {
	a, b := engineSpec{Cmd: "./x", Name: "a", Options: engineOptions{"Threads": "1"}}, engineSpec{Cmd: "./y", Options: engineOptions{}}
	for _, content := range []string{
		"engine1 = './x name=a Threads=1'\nengine2 = './y'",
		"engine2 = './y'\nengine1 = {cmd = './x', name = 'a', Threads = 1}",
		"engine = ['./x name=a Threads=1', './y']",
		"engine = [{cmd = './x', name = 'a', option.Threads = 1}, './y']",
		"[[engine]]\ncmd = './x'\nname = 'a'\nThreads = 1\n[[engine]]\ncmd = './y'",
		"[[engine]]\ncmd = './x'\nname = 'a'\noptions = {Threads = 1}\n[[engine]]\ncmd = './y'",
		`{"engine": ["./x name=a Threads=1", {"cmd": "./y"}]}`,
		`{"engine": {"cmd": "./x", "name": "a", "options": {"Threads": 1}}, "engine1": "./y"}`,
	} {
		c, err := loaded(t, content)
		require.NoError(t, err, content)
		require.Equal(t, []engineSpec{a, b}, c.Engines, content)
	}
	c, err := loaded(t, `{"engine1": {"cmd": "./x", "args": ["a", "b c"], "init": ["usi", "x;y"], "restart": true, "timemargin": 60, "Rate": 0.5, "option.name": "n"}}`)
	require.NoError(t, err)
	margin := 60
	require.Equal(t, []engineSpec{{
		Cmd: "./x", Args: []string{"a", "b c"}, Init: []string{"usi", "x;y"}, Restart: true, TimeMargin: &margin, Options: engineOptions{"Rate": "0.5", "name": "n"},
	}}, c.Engines)
	name := filepath.Join(t.TempDir(), "mark.json") // as some editors write it
	require.NoError(t, os.WriteFile(name, []byte("\ufeff{\"tc\": 60}"), 0o644))
	require.NoError(t, c.load(name))
	require.Equal(t, "60", c.TC)
	c, err = loaded(t, `{"seed": 18446744073709551615, "tc": 60.5, "maxplies": 0}`)
	require.NoError(t, err)
	require.Equal(t, uint64(1<<64-1), c.Seed)
	require.Equal(t, "60.5", c.TC)
	require.Zero(t, c.MaxPlies)
}

// TestEnginesByNumber: on the command line the numbers count too, and engines without one stand where they are given.
func TestEnginesByNumber(t *testing.T) {
	for args, want := range map[string]string{
		"-engine1 a -engine2 b": "a b", "-engine2 b -engine1 a": "a b", "-engine9 c -engine2 b -engine1 a": "a b c", "-engine b -engine a": "b a",
		"-engine1 a -engine x": "a x", "-engine x -engine2 b -engine y -engine1 a": "x a b y",
	} {
		c := defaultConfig()
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		c.flags(flags)
		require.NoError(t, flags.Parse(strings.Fields(args)))
		var got []string
		for _, e := range c.Engines {
			got = append(got, e.Cmd)
		}
		require.Equal(t, want, strings.Join(got, " "), args)
	}
}

// TestConfigErrors: what is wrong is named, and what would be right.
func TestConfigErrors(t *testing.T) {
	for content, why := range map[string]string{
		"gmaes = 2":                                 "m.toml: unknown key gmaes; the keys are the names of the flags: adjudicate, concurrency, ",
		"games = 'many'":                            "games = many: want a whole number",
		"games = [1]":                               "games = [1]: want text, a number, true or false",
		"engine1 = 5":                               `engine1 = 5: want an engine as the command line has it, "./katachi name=new Threads=1", or a table with cmd`,
		"engine1 = './x bench'":                     `"bench" is not key=value`,
		"[[engine]]\ncmd = './x'\nThreads = [1]":    "engine, number 1: Threads = [1]: want text, a number, true or false",
		"[[engine]]\noptions = 'Threads=1'":         "engine, number 1: options = Threads=1: want a table, {Threads = 1}",
		"[[engine]]\noptions = {Threads = [1]}":     "Threads: want text, a number, true or false",
		"[[engine]]\ntimemargin = 'soon'":           `timemargin is a number of milliseconds, not "soon"`,
		"[engine1]\nargs = [[1]]":                   "engine1: args = [[1]]: want text, a number, true or false",
		"games = ":                                  "m.toml: ",
		`{"games": null}`:                           "games = <nil>: want text, a number, true or false",
		`{"games": 2} {}`:                           "something follows the object",
		`{"games"}`:                                 "m.JSON: ",
		"[[engine]]\ncmd = './x'\ninit = [{a = 1}]": "want text, a number, true or false",
	} {
		_, err := loaded(t, content)
		require.ErrorContains(t, err, why, content)
	}
}

// TestEnginesAndOpenings: engines of one name are told apart, and a seed stands for an order of the openings.
func TestEnginesAndOpenings(t *testing.T) {
	var first []string
	for _, seed := range []uint64{1, 1, 2} {
		c := defaultConfig()
		c.TC, c.Openings, c.Order, c.Seed = "nodes=1", "../../testdata/openings.sfen", "random", seed
		c.Engines = []engineSpec{{Cmd: "a"}, {Cmd: "b"}, {Cmd: "./a"}}
		m, header, err := c.build()
		require.NoError(t, err)
		require.Equal(t, []string{"a", "b", "a#3"}, []string{header.Engines[0].Name, header.Engines[1].Name, header.Engines[2].Name})
		var order []string
		for _, o := range m.schedule.openings {
			order = append(order, o.String())
		}
		switch {
		case first == nil:
			first = order
		case seed == 1:
			require.Equal(t, first, order)
		default:
			require.NotEqual(t, first, order)
			require.ElementsMatch(t, first, order)
		}
	}
}
