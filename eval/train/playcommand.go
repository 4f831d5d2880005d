package train

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"katachi/eval"
)

const selfplayUsage = `katachi selfplay plays games of the engine with itself and writes compact records of them for training.

  katachi selfplay -games 100000 -nodes 100 -o games.ktg
  katachi selfplay -games 100000 -nodes 100 -shard 3/10 -o games3.ktg   the third tenth of the same games
  katachi selfplay stats games.ktg                   what is in files of games
  katachi selfplay export-psv games.ktg -o games.psv the scored positions as PackedSfenValue records
  katachi selfplay import-psv games.psv -o games.ktg

A game begins from the start position by natural or by 7 or 8 random moves, now and then with a handicap or with kings that
have entered the enemy camp, and is played to mate, declaration, repetition or the ply limit. Scores are those of the last
finished iteration. A game depends on the flags and on its number alone, whatever the threads. Interrupted in any way, the same command goes
on; more -games lengthen a run. Files join by concatenation.

Flags:
`

// selfplayRun is katachi selfplay without a further word.
func selfplayRun(args []string, stdout io.Writer) error {
	s := selfplay{shard: [2]uint64{0, 1}}
	c := &s.settings
	flags := flag.NewFlagSet("katachi selfplay", flag.ContinueOnError)
	out := flags.String("o", "", "`file` to write, or to go on with")
	flags.Uint64Var(&s.games, "games", 0, "games of the run, all shards together; 0 = no limit")
	flags.IntVar(&s.positions, "positions", 0, "begin no more games when the file has so many positions; 0 = no limit")
	flags.IntVar(&s.threads, "threads", runtime.GOMAXPROCS(0), "games at the same time")
	shard := flags.String("shard", "1/1", "play the share i/n of the run's games")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of all that is random")
	flags.Uint64Var(&c.Nodes, "nodes", 100, "no iteration of a search is begun after so many nodes")
	flags.IntVar(&c.HashMB, "hash", 1, "transposition table of a thread, MB")
	evaluation := flags.String("eval", "nnue", "evaluate with this network `file`, with nnue, the program's own, or classical")
	scale := flags.Int("fvscale", 16, "FV_SCALE of the network file, 1 to 128")
	flags.Float64Var(&c.Scale, "scale", 600, "centipawns with which winning chances are e to 1 (selfplay stats tells)")
	flags.Float64Var(&c.Balance, "balance", 0.15, "draw an opening anew if a side's winning chances are less")
	flags.Float64Var(&c.Adjudicate, "adjudicate", 0, "end a game when both sides have seen such winning chances on six plies running, such as 0.98; 0 = play all games to their end")
	flags.IntVar(&c.Plies, "plies", 320, "a game is drawn after so many plies")
	profile := flags.String("cpuprofile", "", "write a CPU profile to this `file`")
	others, err := parse(flags, selfplayUsage, args, stdout)
	if err != nil {
		return err
	}
	usage := func(format string, values ...any) error { return errUsage{fmt.Errorf(format, values...)} }
	switch {
	case len(others) > 0:
		return usage("unexpected argument %q", others[0])
	case *out == "":
		return usage("-o FILE is missing")
	case s.positions < 0 || s.threads < 1 || c.Nodes < 1 || c.HashMB < 1:
		return usage("-threads, -nodes and -hash must be positive, -positions not negative")
	case *scale < 1 || *scale > 128:
		return usage("-fvscale %d: want 1 to 128", *scale)
	case !(c.Scale >= 1 && c.Scale <= float64(eval.MaxEval)):
		return usage("-scale %g: want centipawns, 1 to %d", c.Scale, eval.MaxEval)
	case !(c.Balance > 0 && c.Balance < 0.5):
		return usage("-balance %g: want a probability between 0 and 0.5", c.Balance)
	case c.Adjudicate != 0 && !(c.Adjudicate > 0.5 && c.Adjudicate < 1):
		return usage("-adjudicate %g: want a probability between 0.5 and 1, or 0", c.Adjudicate)
	case c.Plies < 1 || c.Plies > MaxPlies:
		return usage("-plies is 1 to %d", MaxPlies)
	}
	if !scanPair(*shard, "%d/%d", &s.shard) || s.shard[0] < 1 || s.shard[1] < s.shard[0] || s.shard[1] > math.MaxInt32 {
		return usage("-shard %q: want i/n, such as 3/10", *shard)
	}
	s.shard[0]--
	if s.newEvaluator, c.Evaluator, err = Evaluation(*evaluation, *scale); err != nil {
		return err
	}
	if s.store, err = openStore(*out, c.String()); err != nil {
		return err
	}
	defer s.store.close()
	stopProfile, err := startProfile(*profile)
	if err != nil {
		return err
	}
	defer stopProfile()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return s.watch(ctx, stdout)
}

// scanPair reads two numbers that the format joins.
func scanPair[T any](text, format string, pair *[2]T) bool {
	var rest string
	n, _ := fmt.Sscanf(text+" .", format+" %s", &pair[0], &pair[1], &rest)
	return n == 3 && rest == "."
}
