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

  katachi selfplay -games 100000 -nodes 200 -o games.ktg
  katachi selfplay -games 100000 -nodes 200 -shard 3/10 -o games3.ktg   the third tenth of the same games
  katachi selfplay stats games.ktg                   what is in files of games
  katachi selfplay export-psv games.ktg -o games.psv the scored positions as PackedSfenValue records
  katachi selfplay import-psv games.psv -o games.ktg

A game depends on the flags and on its number alone, whatever the threads. Interrupted in any way, the same command goes
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
	flags.Uint64Var(&c.Nodes, "nodes", 200, "nodes of a search")
	flags.IntVar(&c.HashMB, "hash", 1, "transposition table of a thread, MB")
	evaluation := flags.String("eval", "nnue", "evaluate with this network `file`, with nnue, the program's own, or classical")
	scale := flags.Int("fvscale", 16, "FV_SCALE of the network file, 1 to 128")
	random := flags.String("random", "4-12", "random legal moves at the start, least-most")
	opening := flags.Int("opening", 600, "draw the random moves anew if a side is then better by more, centipawns")
	flags.Float64Var(&c.Later, "later", 0.02, "probability of one more random move at a later ply")
	flags.IntVar(&c.LaterPly, "laterply", 40, "the last ply with such a move")
	resign := flags.Int("adjudicate", 3000, "a side loses with two scores in a row so far below zero, centipawns")
	flags.IntVar(&c.Plies, "plies", 320, "a game is drawn after so many plies")
	profile := flags.String("cpuprofile", "", "write a CPU profile to this `file`")
	others, err := parse(flags, selfplayUsage, args, stdout)
	if err != nil {
		return err
	}
	c.Opening, c.Resign = eval.Score(*opening), eval.Score(*resign)
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
	case *opening < 0 || *opening > int(eval.MaxEval) || *resign < 1 || *resign > int(eval.MaxEval):
		return usage("-opening and -adjudicate are centipawns up to %d", eval.MaxEval)
	case !(c.Later >= 0 && c.Later <= 1):
		return usage("-later is a probability, 0 to 1")
	case c.Plies < 1 || c.Plies > MaxPlies:
		return usage("-plies is 1 to %d", MaxPlies)
	}
	if !scanPair(*random, "%d-%d", &c.Random) || c.Random[0] < 0 || c.Random[1] < c.Random[0] || c.Random[1] >= c.Plies {
		return usage("-random %q: want the least and the most, such as 4-12", *random)
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
