package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"katachi/position/command"
)

// constantNetwork returns an evaluation file, K+P 256x2-32-32, whose output is the given number in every position.
func constantNetwork(output int32) []byte {
	const payload = 893_732
	le := binary.LittleEndian
	data := le.AppendUint32(nil, 0x7AF32F16)
	data = le.AppendUint32(data, 0x5C6464A9)
	data = le.AppendUint32(data, 0) // no description
	data = le.AppendUint32(data, 0x3F5715FF)
	const dense = 4*32 + 32*512 + 4*32 + 32*32 + 4 + 32
	data = append(data, make([]byte, payload-dense)...)
	data = le.AppendUint32(data, 0x63337156)
	data = append(data, make([]byte, dense-36)...)
	data = le.AppendUint32(data, uint32(output))
	return append(data, make([]byte, 32)...)
}

// TestNetworkOptions speaks USI with network files: EvalDir and EvalFile load one, eval_options.txt sets its scale, Eval
// chooses, and after a failure the engine plays on with what it had.
func TestNetworkOptions(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, data, 0o600))
		return path
	}
	good := constantNetwork(3600)
	write("one/nn.bin", good)
	write("two/nn.bin", constantNetwork(-1600))
	write("two/eval_options.txt", []byte("FV_SCALE 20\n"))
	write("text", []byte("my thesis\n"))
	write("cut/nn.bin", good[:1000])
	other := write("other.bin", constantNetwork(160))
	speak := func(lines ...string) string {
		var out strings.Builder
		text := "usi\n" + strings.ReplaceAll(strings.Join(lines, "\n"), "DIR", dir) + "\n"
		require.Zero(t, speakUSI(t.Context(), command.IO{Stdin: strings.NewReader(text), Stdout: &out, Stderr: os.Stderr}))
		return filepath.ToSlash(strings.ReplaceAll(out.String(), dir, "DIR"))
	}
	for _, test := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"EvalDir", []string{"setoption name EvalDir value DIR/one", "isready", "eval"},
			[]string{"info string evaluation: K+P 256x2-32-32 from DIR/one/nn.bin, FV_SCALE 16, kernel ", "\nraw = 3600\n", "\neval = 250\n"}},
		{"FV_SCALE", []string{"setoption name EvalDir value DIR/one", "setoption name FV_SCALE value 40", "isready", "eval"},
			[]string{"FV_SCALE 40, ", "\neval = 100\n"}},
		{"the network's own scale", []string{"setoption name EvalDir value DIR/two", "setoption name FV_SCALE value 40", "isready", "eval"},
			[]string{"FV_SCALE 20, ", "\nraw = -1600\n", "\neval = -88\n"}},
		{"the scale beside a file", []string{"setoption name EvalFile value DIR/two/nn.bin", "isready", "eval"}, []string{"FV_SCALE 20, ", "\neval = -88\n"}},
		{"EvalFile", []string{"setoption name EvalFile value " + other, "isready", "eval"}, []string{"other.bin", "\neval = 11\n"}},
		{"export_net", []string{"setoption name EvalDir value DIR/one", "export_net DIR/my copy.bin", "setoption name EvalFile value DIR/my copy.bin", "eval"},
			[]string{"export_net: DIR/my copy.bin: K+P 256x2-32-32, FV_SCALE 16\n", "K+P 256x2-32-32 from DIR/my copy.bin", "\neval = 250\n"}},
		{"unittest", []string{"setoption name EvalDir value DIR/one", "unittest"}, []string{" positions, against plain Go\n", "\nAll 6 parts are ok.\n"}},
		{"export_net nowhere", []string{"setoption name EvalDir value DIR/one", "export_net DIR/one/nn.bin/nn.bin"},
			[]string{"info string export_net: mkdir DIR/one/nn.bin: " + syscall.ENOTDIR.Error() + "\n"}},
		{"export_net into a folder with a typo", []string{"setoption name EvalDir value DIR/one", "export_net DIR/typo/nn.bin", "export_net DIR/typo/nn.bin"},
			[]string{strings.Repeat("info string export_net: there is no folder DIR/typo\n", 2)}},
		{"export_net over a text", []string{"setoption name EvalDir value DIR/one", "export_net DIR/text"},
			[]string{"info string export_net: DIR/text is there already and is not an empty file; choose another name\n"}},
		{"export_net over a network", []string{"setoption name EvalDir value DIR/one", "export_net DIR/one/nn.bin"},
			[]string{"info string export_net: DIR/one/nn.bin is there already and is not an empty file; choose another name\n"}},
		{"export_net without a network", []string{"setoption name Eval value classical", "export_net DIR/no.bin"},
			[]string{"info string export_net: the evaluation in use is not a network (see the options Eval, EvalDir and EvalFile)\n"}},
		{"a second network fails", []string{"setoption name EvalDir value DIR/one", "isready", "setoption name EvalDir value DIR/cut", "isready", "eval"},
			[]string{"Error! evaluation: DIR/cut/nn.bin: not a usable evaluation file: 1000 bytes; expected are ", "; in use is K+P 256x2-32-32 from DIR/one/nn.bin, ", "\neval = 250\n"}},
		{"the first network fails", []string{"setoption name EvalDir value DIR/none", "isready", "eval"},
			[]string{"Error! evaluation: no file nn.bin in DIR/none: file does not exist; in use is ", " from the program itself, FV_SCALE 45, kernel ", "\nraw = ", "\neval = "}},
		{"classical", []string{"setoption name EvalDir value DIR/one", "setoption name Eval value classical", "isready", "eval"},
			[]string{"evaluation: the classical evaluation", "term (cp)"}},
		{"the small board", []string{"setoption name EvalDir value DIR/one", "setoption name USI_Variant value minishogi", "isready", "eval"},
			[]string{"evaluation: the classical evaluation", "term (cp)"}},
		{"nothing asked for", []string{"isready", "go depth 1"}, []string{"from the program itself", "bestmove "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := speak(test.lines...)
			for _, want := range test.want {
				require.Contains(t, out, want)
			}
			require.Equal(t, strings.Count(strings.Join(test.lines, "\n"), "isready"), strings.Count(out, "readyok\n"))
		})
	}
}

// TestDropped: records without a command, as Windows starts a program onto which they were dropped, are analysed.
func TestDropped(t *testing.T) {
	dir := t.TempDir()
	record := filepath.Join(dir, "棋譜 1.usi")
	require.NoError(t, os.WriteFile(record, []byte("startpos moves 7g7f\n"), 0o600))
	var out, errors strings.Builder
	require.Zero(t, run([]string{record, record}, command.IO{Name: "katachi", Stdout: &out, Stderr: &errors}), "%s", &errors)
	require.FileExists(t, filepath.Join(dir, "analysis", "棋譜 1.html"))
	for _, wrong := range []struct{ args, want string }{
		{record + "|" + record + "x", fmt.Sprintf("no file %q", record+"x")},
		{record + "|-movetime|1s", "for flags such as -movetime name the command: katachi analyse ... (see katachi analyse -h)"},
		{record + "x|" + record, fmt.Sprintf("no file %q, and no such command (see katachi -h)", record+"x")},
		{"*.kif", `no file "*.kif", and no such command (see katachi -h)`},
		{"analyze|" + record, `unknown command "analyze" (see katachi -h)`},
	} {
		errors.Reset()
		require.Equal(t, command.StatusUsage, run(strings.Split(wrong.args, "|"), command.IO{Name: "katachi", Stdout: &out, Stderr: &errors}))
		require.Equal(t, "katachi: "+wrong.want+"\n", errors.String())
	}
}

// TestBenchNetwork runs bench with a network file, and refuses one that is none.
func TestBenchNetwork(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nn.bin")
	require.NoError(t, os.WriteFile(path, constantNetwork(0), 0o600))
	var out, errors strings.Builder
	require.Zero(t, run([]string{"bench", "-depth", "2", "-eval", path}, command.IO{Name: "katachi", Stdout: &out, Stderr: &errors}))
	require.Contains(t, out.String(), "Bench: ")
	out.Reset()
	require.Equal(t, 1, run([]string{"bench", "-eval", filepath.Dir(path)}, command.IO{Name: "katachi", Stdout: &out, Stderr: &errors}))
	require.Equal(t, fmt.Sprintf("katachi bench: %s: not a usable evaluation file: not a regular file\n", filepath.Dir(path)), errors.String())
}

// Every command has a help with an example; wrong use costs one line on stderr and the status 2.
func TestCommandLine(t *testing.T) {
	try := func(args ...string) (status int, stdout, stderr string) {
		var out, errors strings.Builder
		return run(args, command.IO{Name: "katachi", Stdout: &out, Stderr: &errors}), out.String(), errors.String()
	}
	status, help, stderr := try("-h")
	require.Zero(t, status)
	require.Empty(t, stderr)
	for _, c := range commands {
		require.Contains(t, help, "\n  "+c.Name+" ")
		for _, flag := range []string{"-h", "-help", "--help"} {
			status, stdout, stderr := try(c.Name, flag)
			require.Zero(t, status, c.Name)
			require.Empty(t, stderr, c.Name)
			require.Contains(t, stdout, "\n  katachi "+c.Name, c.Name)
		}
		_, short, _ := try(c.Name, "-h")
		_, long, _ := try("help", c.Name)
		require.Equal(t, short, long)
		status, stdout, stderr := try(c.Name, "-nonsense")
		require.Equal(t, 2, status, c.Name)
		require.Empty(t, stdout, c.Name)
		require.Equal(t, 1, strings.Count(stderr, "\n"), "%s: %s", c.Name, stderr)
		require.True(t, strings.HasPrefix(stderr, "katachi "+c.Name+": "), stderr)
	}
	for _, args := range [][]string{{"nonsense"}, {"-nonsense"}, {""}, {"version", "2"}, {"help", "nonsense"},
		{"bench", "-depth", "-1"}, {"bench", "-depth", "0"}, {"bench", "-depth", "246"}, {"bench", "-movetime", "-1s"}, {"bench", "-movetime", "soon"},
		{"bench", "-threads", "0"}, {"bench", "-hash", "0"}, {"bench", "-fvscale", "0"}, {"bench", "-fvscale", "129"},
		{"bench", "-sfen", "9/9 b - 1"}, {"bench", "5"}, {"perft", "-depth", "0"}, {"perft", "-threads", "0"}, {"selfplay", "-o", "x", "-fvscale", "0"},
	} {
		status, stdout, stderr := try(args...)
		require.Equal(t, 2, status, args)
		require.Empty(t, stdout, args)
		require.Equal(t, 1, strings.Count(stderr, "\n"), args)
	}
	for _, version := range []string{"version", "--version", "-version", "-v"} {
		status, stdout, _ := try(version)
		require.Zero(t, status)
		require.Regexp(t, `^Katachi \d\S*( \([0-9a-f]+\))?, go\S+ \w+/\w+\n$`, stdout)
	}
}

// TestAnalyseRule: the entering-king rule is that of the search too, not only of the sentences.
func TestAnalyseRule(t *testing.T) {
	const entered, beforeATry = "1+P+P+P+P+P+P+P1/1+B1K1+R3/1G1G1S1S1/9/9/9/9/1r5b1/4k4 b 2G2S4N4L11P 201", "8k/9/3K5/9/9/9/9/9/9 b - 1"
	for _, c := range []struct {
		rule, sfen string
		won        bool
	}{
		{"CSARule27", entered + " moves 6b7b 8h8i", true},
		{"NoEnteringKing", entered + " moves 6b7b 8h8i", false},
		{"TryRule", beforeATry, true},
		{"CSARule27", beforeATry, false},
	} {
		var out strings.Builder
		args := []string{"analyse", "-nodes", "2000", "-threads", "1", "-hash", "4", "-rule", c.rule, "-sfen", c.sfen}
		require.Zero(t, run(args, command.IO{Name: "katachi", Stdout: &out, Stderr: io.Discard}))
		_, said, _ := strings.Cut(out.String(), " to move (")
		require.Equal(t, !c.won, strings.Contains(said, "% (depth"), "%s: %s", c.rule, said)
	}
}

// TestMain makes the test binary the program itself for tests that start it through a script.
func TestMain(m *testing.M) {
	if os.Getenv("KATACHI_TEST_IS_PROGRAM") != "" {
		main()
	}
	os.Exit(m.Run())
}

// The scripts of eval/train/cluster: a shard that is killed goes on, shards are not joined before all are done, and joined
// they are the games of one process.
func TestClusterShards(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("clusters run Unix")
	}
	program, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	start := func(env, name string, args ...string) (*exec.Cmd, *bytes.Buffer) {
		command, out := exec.Command(name, args...), &bytes.Buffer{}
		command.Env = []string{"PATH=" + os.Getenv("PATH"), "KATACHI=" + program, "KATACHI_TEST_IS_PROGRAM=1", env}
		command.Stdout, command.Stderr, command.WaitDelay = out, out, 5*time.Second
		require.NoError(t, command.Start())
		return command, out
	}
	run := func(env, name string, args ...string) (string, error) {
		command, out := start(env, name, args...)
		err := command.Wait()
		return out.String(), err
	}
	games := []string{"selfplay", "-games", "12", "-nodes", "20", "-plies", "80", "-eval", "classical", "-threads", "1"}
	shard := append([]string{"eval/train/cluster/shard.sh", "2", filepath.Join(dir, "run")}, games...)
	join := []string{"eval/train/cluster/join.sh", "2", filepath.Join(dir, "run"), filepath.Join(dir, "joined")}
	moves := func(file string) []string {
		out, err := run("", program, "selfplay", "export-psv", file, "-o", file+".psv")
		require.NoError(t, err, out)
		data, err := os.ReadFile(file + ".psv")
		require.NoError(t, err)
		var records []string
		for record := range slices.Chunk(data, 40) {
			records = append(records, string(record))
		}
		slices.Sort(records)
		return records
	}

	command, _ := start("SLURM_ARRAY_TASK_ID=1", "sh", shard...)
	require.Eventually(t, func() bool {
		info, err := os.Stat(filepath.Join(dir, "run/shard-1-of-2"))
		return err == nil && info.Size() > 300 // a game and more
	}, time.Minute, time.Millisecond)
	require.NoError(t, command.Process.Signal(syscall.SIGTERM)) // as the end of a pod
	command.Wait()
	out, err := run("JOB_COMPLETION_INDEX=1", "sh", shard...)
	require.NoError(t, err, out)
	if _, err := os.Stat(filepath.Join(dir, "run/shard-1-of-2.done")); err != nil { // the signal may have come too late
		out, err = run("", "sh", join...)
		require.Error(t, err)
		require.Contains(t, out, "not done yet: 1\n")
	}
	out, err = run("SHARD=1", "sh", shard...)
	require.NoError(t, err, out)
	out, err = run("", "sh", join...)
	require.NoError(t, err, out)
	require.Contains(t, out, "12 in ")
	out, err = run("", program, append(games, "-o", filepath.Join(dir, "one"))...)
	require.NoError(t, err, out)
	require.Equal(t, moves(filepath.Join(dir, "one")), moves(filepath.Join(dir, "joined")))

	// A shard that is done looks at its flags again: it ends, goes on, or says that they are others.
	out, err = run("SHARD=1", "sh", shard...)
	require.NoError(t, err, out)
	require.Contains(t, out, "6 games with ")
	longer := slices.Clone(shard)
	longer[5] = "16"
	out, err = run("SHARD=1", "sh", longer...)
	require.NoError(t, err, out)
	require.Contains(t, out, "8 of 8 games")
	require.FileExists(t, filepath.Join(dir, "run/shard-1-of-2.done"))
	out, err = run("", "sh", append(slices.Clone(join[:3]), filepath.Join(dir, "uneven"))...)
	require.Error(t, err)
	require.Contains(t, out, "shards 1 and 2 were played with different flags")
	longer[7] = "30"
	out, err = run("SHARD=1", "sh", longer...)
	require.Error(t, err)
	require.Contains(t, out, "games of other settings")
	require.NoFileExists(t, filepath.Join(dir, "run/shard-1-of-2.done"))

	out, err = run("SHARD=1", "sh", shard...)
	require.NoError(t, err, out)
	second := filepath.Join(dir, "run/shard-2-of-2")
	played := moves(second)
	data, err := os.ReadFile(second)
	require.NoError(t, err)
	data[len(data)/2] ^= 1
	require.NoError(t, os.WriteFile(second, data, 0o644))
	out, err = run("", "sh", append(slices.Clone(join[:3]), filepath.Join(dir, "damaged"))...)
	require.Error(t, err)
	require.Contains(t, out, "shards are damaged")
	require.NoFileExists(t, filepath.Join(dir, "damaged"))
	out, err = run("SHARD=2", "sh", shard...)
	require.NoError(t, err, out)
	out, err = run("", "sh", append(slices.Clone(join[:3]), filepath.Join(dir, "mended"))...)
	require.NoError(t, err, out)
	require.NoError(t, os.Remove(second+".psv"))
	require.Equal(t, played, moves(second))

	out, err = run("", "sh", shard...)
	require.Error(t, err)
	require.Contains(t, out, "want two numbers")
	out, err = run("", "sh", "eval/train/cluster/join.sh", "two", filepath.Join(dir, "run"), filepath.Join(dir, "none"))
	require.Error(t, err)
	require.Contains(t, out, "SHARDS is a number")
}
