package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// example takes the flag -n and other arguments, and says on stdout what it has been given.
func example(_ context.Context, args []string, io *IO) error {
	flags := io.Flags()
	n := flags.Int("n", 1, "a `number`")
	others, err := io.Parse(flags, "usage of "+io.Name+"\n\n", args)
	if err != nil {
		return err
	}
	switch {
	case *n == 0:
		return Wrong("-n %d: want another", *n)
	case *n < 0:
		return errors.New("failed")
	}
	fmt.Fprintf(io.Stdout, "%s %d %q\n", io.Name, *n, others)
	return nil
}

// bare takes flags alone.
func bare(_ context.Context, args []string, io *IO) error { return io.ParseFlags(io.Flags(), "", args) }

func interrupted(ctx context.Context, _ []string, _ *IO) error {
	return fmt.Errorf("a file: %w", ctx.Err())
}

func TestCommand(t *testing.T) {
	c := Command{Name: "example", Run: example, Sub: []Command{
		{Name: "more", Run: example, Sub: []Command{{Name: "still", Run: example}}}, {Name: "wait", Run: interrupted},
		{Name: "bare", Run: bare, Sub: []Command{{Name: "stats", Run: bare}, {Name: "join", Run: bare}}}}}
	_, nowhere := os.Open("/nowhere/at/all")
	for _, test := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"", 0, "katachi example 1 []\n", ""},
		{"-n 2 a", 0, "katachi example 2 [\"a\"]\n", ""},
		{"a -n 2 b --n=3 c", 0, "katachi example 3 [\"a\" \"b\" \"c\"]\n", ""},
		{"a -n 2 -- -n 3", 0, "katachi example 2 [\"a\" \"-n\" \"3\"]\n", ""},
		{"-- a -- b", 0, "katachi example 1 [\"a\" \"--\" \"b\"]\n", ""},
		{"-", 0, "katachi example 1 [\"-\"]\n", ""},
		{"more a", 0, "katachi example more 1 [\"a\"]\n", ""},
		{"more still more", 0, "katachi example more still 1 [\"more\"]\n", ""},
		{"a more", 0, "katachi example 1 [\"a\" \"more\"]\n", ""},
		{"-n 0", 2, "", "katachi example: -n 0: want another (see katachi example -h)\n"},
		{"more -n x", 2, "", "katachi example more: invalid value \"x\" for flag -n: want a whole number (see katachi example more -h)\n"},
		{"-m", 2, "", "katachi example: flag provided but not defined: -m (see katachi example -h)\n"},
		{"-n -1", 1, "", "katachi example: failed\n"},
		{"-cpuprofile /nowhere/at/all", 1, "", fmt.Sprintf("katachi example: %v\n", nowhere)},
		{"bare", 0, "", ""},
		{"bare statz", 2, "", "katachi example bare: unexpected argument \"statz\": want a flag, or one of stats, join (see katachi example bare -h)\n"},
		{"bare stats x", 2, "", "katachi example bare stats: unexpected argument \"x\" (see katachi example bare stats -h)\n"},
		{"wait", 1, "", "katachi example wait: interrupted\n"},
	} {
		t.Run(test.args, func(t *testing.T) {
			var out, err strings.Builder
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			require.Equal(t, test.status, c.Main(ctx, strings.Fields(test.args), IO{Name: "katachi example", Stdout: &out, Stderr: &err}))
			require.Equal(t, test.stdout, out.String())
			require.Equal(t, test.stderr, err.String())
		})
	}
	for _, help := range []string{"-h", "--help", "a -help b"} {
		var out, err strings.Builder
		require.Zero(t, c.Main(t.Context(), strings.Fields(help), IO{Name: "katachi example", Stdout: &out, Stderr: &err}))
		require.Contains(t, out.String(), "usage of katachi example\n\n  -cpuprofile file\n")
		require.Contains(t, out.String(), "  -n number\n")
		require.Empty(t, err.String())
	}
}

// full is a disk that takes nothing.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestLostOutput(t *testing.T) {
	for _, run := range []func(context.Context, []string, *IO) error{
		example, // which does not look at its writes' errors
		func(_ context.Context, _ []string, io *IO) error {
			_, err := io.Stdout.Write([]byte("text"))
			return err
		},
	} {
		var err strings.Builder
		c := Command{Name: "example", Run: run}
		require.Equal(t, StatusFailure, c.Main(t.Context(), nil, IO{Name: "katachi example", Stdout: full{}, Stderr: &err}))
		require.Equal(t, "katachi example: no space left\n", err.String())
	}
}

// TestValues: a time may be a bare number of seconds, and what is wrong says what would be right.
func TestValues(t *testing.T) {
	var length time.Duration
	var n uint64
	var yes bool
	var share float64
	for _, c := range []struct{ args, stderr string }{
		{"-time 5 -n 7 -yes -share .5", ""},
		{"-time 1.5 -yes=false", ""},
		{"-time 500ms", ""},
		{"-time -1", ""},
		{"-time 5 -time soon", `invalid value "soon" for flag -time: want a time such as 10s, 500ms or 1m30s, or a number of seconds`},
		{"-time inf", `invalid value "inf" for flag -time: want a time such as 10s, 500ms or 1m30s, or a number of seconds`},
		{"-time 1e9", `invalid value "1e9" for flag -time: want a time such as 10s, 500ms or 1m30s, or a number of seconds`},
		{"-n -1", `invalid value "-1" for flag -n: want a whole number, not negative`},
		{"-n 99999999999999999999", `invalid value "99999999999999999999" for flag -n: value out of range`},
		{"-yes=maybe", `invalid boolean value "maybe" for -yes: want true or false`},
		{"-share half", `invalid value "half" for flag -share: want a number such as 0.5`},
		{"-own x", `invalid value "x" for flag -own: no x`},
	} {
		io := &IO{Name: "katachi example"}
		flags := io.Flags()
		flags.DurationVar(&length, "time", 0, "")
		flags.Uint64Var(&n, "n", 0, "")
		flags.BoolVar(&yes, "yes", false, "")
		flags.Float64Var(&share, "share", 0, "")
		flags.Func("own", "", func(text string) error { return errors.New("no " + text) })
		_, err := io.Parse(flags, "", strings.Fields(c.args))
		switch {
		case c.stderr != "":
			require.EqualError(t, err, c.stderr)
		default:
			require.NoError(t, err, c.args)
		}
		switch c.args {
		case "-time 5 -n 7 -yes -share .5":
			require.Equal(t, 5*time.Second, length)
			require.EqualValues(t, 7, n)
			require.True(t, yes)
			require.Equal(t, 0.5, share)
		case "-time 1.5 -yes=false":
			require.Equal(t, 1500*time.Millisecond, length)
			require.False(t, yes)
		}
	}
	var help strings.Builder
	io := &IO{Name: "katachi example", Stdout: &help}
	flags := io.Flags()
	flags.DurationVar(&length, "time", time.Second, "how long")
	_, err := io.Parse(flags, "", []string{"-time", "5", "-h"})
	require.ErrorIs(t, err, flag.ErrHelp)
	require.Contains(t, help.String(), "-time duration\n    \thow long (default 1s)\n")
}

func TestProfile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cpu.prof")
	var out, stderr strings.Builder
	for range 2 {
		require.Zero(t, Command{Run: example}.Main(t.Context(), []string{"-cpuprofile", path}, IO{Stdout: &out, Stderr: &stderr}), "%s", stderr.String())
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(data), "\x1f\x8b"), "a profile is a gzip file")

	// What is no profile is not lost, be it compressed too.
	for _, mine := range []string{"mine\n", "\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\x03mine"} {
		require.NoError(t, os.WriteFile(path, []byte(mine), 0o666))
		require.Equal(t, StatusFailure, Command{Run: example}.Main(t.Context(), []string{"-cpuprofile", path}, IO{Name: "katachi", Stdout: &out, Stderr: &stderr}))
		require.Equal(t, "katachi: "+path+" is there already and is not a CPU profile; choose another name\n", stderr.String())
		stderr.Reset()
		data, err = os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, mine, string(data))
	}
}

// Without a terminal only the lines that stay are written.
func TestLinePlain(t *testing.T) {
	var out strings.Builder
	l := NewLine(&out)
	require.False(t, l.Live())
	l.Show("half")
	l.Print("kept")
	l.Tell("told")
	l.Wipe()
	require.Equal(t, "kept\ntold\n", out.String())
	require.EqualValues(t, 2, l.Interval(1, 2))

	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	require.NoError(t, err)
	defer null.Close()
	require.False(t, IsTerminal(null), "a device, but nobody reads it")
}

func TestLineLive(t *testing.T) {
	var out strings.Builder
	l := NewLiveLine(&out, func() int { return 8 })
	require.True(t, l.Live())
	l.Show("12345678")
	l.Tell("将棋")
	l.Print("kept")
	l.Print("kept")
	l.Show("e\tn\nd")
	l.Wipe()
	require.Equal(t, "\r1234567\r将棋   \r    \rkept\nkept\n\re n d\r     \r", out.String())
	require.EqualValues(t, 1, l.Interval(1, 2))
}

func TestCut(t *testing.T) {
	require.Equal(t, 7, columnsOf("abc将棋"))
	require.Equal(t, "abc将", cut("abc将棋", 6))
	require.Equal(t, "abc将棋", cut("abc将棋", 7))
	require.Equal(t, "", cut("将", 1))
	require.Equal(t, "[....]", Bar(0, 4))
	require.Equal(t, "[##..]", Bar(0.5, 4))
	require.Equal(t, "[####]", Bar(1.2, 4))
}
