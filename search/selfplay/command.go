package selfplay

import (
	"context"
	"fmt"
	"math"

	"katachi/eval"
	"katachi/position/command"
	"katachi/position/record"
	"katachi/search"
)

const usage = `katachi selfplay plays games of the engine against itself and writes compact records of them for training.

  katachi selfplay -games 100000 -nodes 100 -o games.ktg
  katachi selfplay -nodes 100 -against other/nn.bin -o games.ktg        between two networks: what they disagree on
  katachi selfplay -games 100000 -nodes 100 -shard 3/10 -o games3.ktg   the third tenth of the same games
  katachi selfplay stats games.ktg                   what is in files of games
  katachi selfplay export-psv games.ktg -o games.psv the scored positions as PackedSfenValue records
  katachi selfplay import-psv games.psv -o games.ktg

A game begins at the start position with natural moves or with 7 or 8 random ones, now and then with a handicap or with
kings that have entered the enemy camp. It is played to mate, declaration, repetition or the ply limit. Scores are those of
the last finished iteration. A game depends only on the flags and on its number, not on the threads. After any interruption
the same command goes on; more -games lengthen a run. To join files, concatenate them.

Flags:
`

// Command is katachi selfplay.
func Command(load eval.Loader) command.Command {
	return command.Command{
		Name: "selfplay", About: "play games of the engine against itself, as training data",
		Run: func(ctx context.Context, args []string, io *command.IO) error { return selfplay(ctx, load, args, io) },
		Sub: []command.Command{
			{Name: "stats", About: "show what is in files of games", Run: stats},
			{Name: "export-psv", About: "write PackedSfenValue records of games", Run: exportPSV},
			{Name: "import-psv", About: "make games of PackedSfenValue records", Run: importPSV},
		},
	}
}

// selfplay is katachi selfplay without a further word.
func selfplay(ctx context.Context, load eval.Loader, args []string, io *command.IO) error {
	s := run{shard: [2]uint64{0, 1}}
	c := &s.settings
	flags := io.Flags()
	out := flags.String("o", "", "`file` to write, or to continue")
	flags.Uint64Var(&s.games, "games", 0, "games of the run, all shards together; 0 = no limit")
	flags.IntVar(&s.positions, "positions", 0, "begin no more games when the file has this `number` of positions; 0 = no limit")
	flags.IntVar(&s.threads, "threads", search.Cores(), "games at the same time")
	shard := flags.String("shard", "1/1", "play only the i/n-th part of the run's games")
	flags.Uint64Var(&c.Seed, "seed", 1, "seed of everything that is random")
	flags.Uint64Var(&c.Nodes, "nodes", 100, "a search begins no iteration after this `number` of nodes")
	flags.IntVar(&c.HashMB, "hash", 1, "transposition table of a thread, MB")
	name := flags.String("eval", "nnue", "evaluation: a network `file`, nnue (the built-in network) or classical")
	against := flags.String("against", "", "opponent instead of itself: another network `file`, nnue or classical; scores should mean the same to both")
	scale := flags.Int("fvscale", eval.DefaultFVScale, fmt.Sprintf("FV_SCALE of the network files, 1 to %d", eval.MaxFVScale))
	flags.Float64Var(&c.Scale, "scale", 600, "centipawns that are odds of e to 1 in such games (selfplay stats tells them; with the built-in network about 1100 at 100 nodes, 640 at 1600)")
	flags.Float64Var(&c.Balance, "balance", 0.15, "discard an opening that leaves a side with less than this winning chance")
	flags.IntVar(&c.Lead, "lead", 0, "extend openings by up to this `number` of moves of 100 nodes, so that games of many nodes begin anywhere in a game")
	flags.IntVar(&c.InHand, "in-hand", 0, "extend openings by moves of 100 nodes until this `number` of pieces other than pawns is in hand, so that games of many nodes begin late")
	flags.Float64Var(&c.Adjudicate, "adjudicate", 0, "end a game when both sides have seen this winning chance on six plies running, such as 0.98; 0 = play all games to their end")
	flags.IntVar(&c.Plies, "plies", 320, "a game is drawn after this `number` of plies")
	if err := io.ParseFlags(flags, usage, args); err != nil {
		return err
	}
	switch {
	case *out == "":
		return command.Wrong("-o FILE is missing")
	case s.positions < 0 || s.threads < 1 || c.Nodes < 1 || c.HashMB < 1:
		return command.Wrong("-threads, -nodes and -hash must be positive, -positions not negative")
	case *scale < 1 || *scale > eval.MaxFVScale:
		return command.Wrong("-fvscale %d: want 1 to %d", *scale, eval.MaxFVScale)
	case !(c.Scale >= 1 && c.Scale <= float64(eval.MaxEval)):
		return command.Wrong("-scale %g: want centipawns, 1 to %d", c.Scale, eval.MaxEval)
	case !(c.Balance > 0 && c.Balance < 0.5):
		return command.Wrong("-balance %g: want a probability between 0 and 0.5", c.Balance)
	case c.Adjudicate != 0 && !(c.Adjudicate > 0.5 && c.Adjudicate < 1):
		return command.Wrong("-adjudicate %g: want a probability between 0.5 and 1, or 0", c.Adjudicate)
	case c.InHand < 0 || c.InHand > 20:
		return command.Wrong("-in-hand %d: want 0 to 20", c.InHand)
	case c.Lead < 0 || c.Lead >= c.Plies:
		return command.Wrong("-lead %d: want 0 to less than -plies, %d", c.Lead, c.Plies)
	case c.Plies < 1 || c.Plies > record.MaxScoredPlies:
		return command.Wrong("-plies %d: want 1 to %d", c.Plies, record.MaxScoredPlies)
	}
	var end string
	if n, _ := fmt.Sscanf(*shard+" .", "%d/%d %s", &s.shard[0], &s.shard[1], &end); n != 3 || end != "." || s.shard[0] < 1 ||
		s.shard[1] < s.shard[0] || s.shard[1] > math.MaxInt32 {
		return command.Wrong("-shard %q: want i/n, such as 3/10", *shard)
	}
	s.shard[0]--
	evaluation := func(name string) (newEvaluator func() eval.Evaluator, identity string, err error) {
		e, err := load(name, *scale)
		if err != nil {
			return nil, "", err
		}
		identity, err = e.Identity()
		return e.New, identity, err
	}
	var err error
	if s.newEvaluator, c.Evaluator, err = evaluation(*name); err != nil {
		return err
	}
	if *against != "" {
		if s.against, c.Against, err = evaluation(*against); err != nil {
			return err
		}
	}
	if s.store, err = openStore(*out, c.String()); err != nil {
		return err
	}
	return s.watch(ctx, io.Stdout)
}
