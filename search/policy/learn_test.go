package policy

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"katachi/position/command"
)

// invent returns trials whose odds depend on the kind of move, on two entries and on the history.
func invent(count int) []Trial {
	random := rand.New(rand.NewPCG(5, 6))
	list := make([]Trial, count)
	for i := range list {
		t := &list[i]
		t.Depth, t.Number, t.Kind = uint8(1+random.IntN(8)), uint8(1+random.IntN(20)), uint8(4+random.IntN(8))
		t.History = int32(random.NormFloat64() * 20000)
		for k := range t.Entries {
			t.Entries[k] = none
		}
		place, class := random.IntN(5), random.IntN(3)
		t.Entries[toEnemyKing], t.Entries[toClass] = uint16(place), uint16(class)
		odds := -2 + 0.00004*float64(t.History) + 0.6*float64(place-2) - 0.8*float64(class-1)
		t.Success = random.Float64() < 1/(1+math.Exp(-odds))
	}
	return list
}

// TestLearn: what trials were made from is learned, in units of history.
func TestLearn(t *testing.T) {
	trials := invent(400000)
	m := newModel(true)
	var losses []float64
	ctx := context.Background()
	require.NoError(t, m.learn(ctx, trials, func(_ int, loss float64) { losses = append(losses, loss) }))
	require.Len(t, losses, passes)
	require.Less(t, losses[passes-1], losses[0])
	bare := newModel(false)
	require.NoError(t, bare.learn(ctx, trials, func(int, float64) {}))
	require.Less(t, m.run(ctx, trials, 0), bare.run(ctx, trials, 0)-0.05)

	worth := m.historyWorth(trials)
	require.InDelta(t, 0.00004, worth, 0.000008)
	w := load(string(m.file(worth)))
	step := 1 / (0.00004 * Unit) // of an entry for one more of the logarithm of the odds
	for kind := 4; kind < 12; kind++ {
		require.InDelta(t, 4*0.6*step, float64(w[kind].toEnemyKing[4])-float64(w[kind].toEnemyKing[0]), 0.2*step+8)
		require.InDelta(t, -2*0.8*step, float64(w[kind].toClass[2])-float64(w[kind].toClass[0]), 0.2*step+8)
	}
	require.Zero(t, w[4].toOwnKing[0])
	require.Zero(t, w[12].toEnemyKing[0])
}

func write(t *testing.T, trials []Trial) string {
	t.Helper()
	var b bytes.Buffer
	for i := range trials {
		require.NoError(t, trials[i].Write(&b))
	}
	path := filepath.Join(t.TempDir(), "a.trials")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	return path
}

func policy(args ...string) (status int, stdout, stderr string) {
	var out, problems bytes.Buffer
	status = Command.Main(context.Background(), args, command.IO{Name: "katachi policy", Stdout: &out, Stderr: &problems})
	return status, out.String(), problems.String()
}

func TestCommand(t *testing.T) {
	trials, out := write(t, invent(5*block)), filepath.Join(t.TempDir(), "policy.bin")
	status, stdout, stderr := policy("-o", out, trials)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "pass 4 of 4 over 80000 trials: log loss 0.")
	require.Contains(t, stdout, "log loss on 20000 trials held back: 0.")
	require.Contains(t, stdout, "a thousand units of history add 0.0")
	file, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Len(t, file, len(embedded))

	few := write(t, invent(100))
	text := filepath.Join(t.TempDir(), "b.trials")
	require.NoError(t, os.WriteFile(text, bytes.Repeat([]byte("no trials at all"), 100), 0o644))
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{trials}, command.StatusUsage, "want -o FILE for the policy"},
		{[]string{"-o", out}, command.StatusUsage, "want files of trials"},
		{[]string{"-o", out, few}, command.StatusFailure, "only 100 trials: too few to hold some back; 100000 are enough"},
		{[]string{"-o", out, text}, command.StatusFailure, "b.trials: no file of trials: "},
		{[]string{"-o", out, "nothing.trials"}, command.StatusFailure, "nothing.trials"},
	} {
		status, _, stderr := policy(c.args...)
		require.Equal(t, c.status, status, stderr)
		require.Contains(t, stderr, c.want)
	}
	after, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Equal(t, file, after, "a failure leaves the file as it was")
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	trials := invent(block)
	_, err := learnFile(ctx, trials, trials, io.Discard)
	require.ErrorIs(t, err, context.Canceled)
}

// TestCutOff: the process that writes trials may be killed.
func TestCutOff(t *testing.T) {
	path := write(t, invent(3))
	require.NoError(t, os.Truncate(path, int64(3*trialSize-1)))
	list, err := loadTrials([]string{path})
	require.NoError(t, err)
	require.Equal(t, invent(3)[:2], list)
}
