package usi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"katachi/position"
	"katachi/position/files"
	"katachi/search"
	"katachi/search/bench"
	"katachi/search/selftest"
)

// benchRequest is a parsed bench command.
type benchRequest struct {
	hash      int
	threads   int
	limits    search.Limits
	positions []string // SFENs; nil = the engine's own
}

// parseBench reads the words after bench:
//
//	[hash MB [threads N [limit N [default|current|FILE [depth|nodes|movetime]]]]]
//
// with or without the names of the numbers. Without any words it is the bench that gives the search's signature.
func parseBench(words []string, current *position.Position) (benchRequest, error) {
	r := benchRequest{hash: 64, threads: 1}
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "hash" || w == "threads" || w == "limit" })
	limit := 0
	for i, into := range []*int{&r.hash, &r.threads, &limit} {
		if i >= len(words) {
			break
		}
		n, err := strconv.Atoi(words[i])
		if err != nil || n < 1 {
			return r, fmt.Errorf("%w: bench: %q, want [hash MB] [threads N] [limit N] [default|current|FILE] [depth|nodes|movetime]", errCommand, words[i])
		}
		*into = n
	}
	if r.threads > maxThreads {
		return r, fmt.Errorf("%w: bench: %d threads, want at most %d", errCommand, r.threads, maxThreads)
	}
	if len(words) > 3 {
		switch words[3] {
		case "default":
		case "current":
			r.positions = []string{current.SFEN()}
		default:
			var err error
			if r.positions, err = readPositions(files.Locate(words[3]), current.Rules()); err != nil {
				return r, fmt.Errorf("bench: %w", err)
			}
		}
	}
	kind := "depth"
	if len(words) > 4 {
		kind = words[4]
	}
	switch {
	case limit == 0:
	case kind == "depth":
		r.limits.Depth = limit
	case kind == "nodes":
		r.limits.Nodes = uint64(limit)
	case kind == "movetime":
		r.limits.MoveTime = time.Duration(min(int64(limit), maxMillis)) * time.Millisecond
	default:
		return r, fmt.Errorf("%w: bench: %q, want depth, nodes or movetime", errCommand, kind)
	}
	return r, nil
}

// readPositions reads a file with a position in each line, as position.GameText writes it, and returns their SFENs.
func readPositions(path string, rules *position.Rules) ([]string, error) {
	file, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var positions []string
	lines := position.NewGameLines(file)
	for lines.Next() {
		game, err := position.ParseGameText(lines.Text)
		var p *position.Position
		if err == nil {
			p, err = game.Play(rules)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, lines.Number, err)
		}
		positions = append(positions, p.SFEN())
	}
	switch err := lines.Err(); {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case len(positions) == 0:
		return nil, fmt.Errorf("%s has no positions", path)
	}
	return positions, nil
}

// bench measures the engine and prints nodes and speed.
func (d *driver) bench(_ line, words []string) {
	request, err := parseBench(words, d.pos)
	if err != nil {
		d.out.say("%v", err)
		return
	}
	settings := d.current()
	d.measure(func(ctx context.Context, set setSize) error {
		if _, err := set(request.threads, request.hash); err != nil {
			return err
		}
		return bench.Run(ctx, d.config.Engine, settings.rules(), request.positions, request.limits, d.out)
	})
}

// setSize gives the engine threads and megabytes of table for a benchmark, one line at a time; it returns the
// options that are then in force.
type setSize func(threads, hash int) (search.Options, error)

// measure runs a benchmark as a task. Afterwards the user's settings are in force again.
func (d *driver) measure(run func(ctx context.Context, set setSize) error) {
	d.atConsole(func(ctx context.Context, settings Settings) {
		defer d.engine.again() // the bench's settings are not the user's
		err := run(ctx, func(threads, hash int) (search.Options, error) {
			o := settings.Search
			o.HashMB, o.Threads, o.MultiPV = hash, threads, 1
			return o, d.config.Engine.SetOptions(o)
		})
		if err != nil && !errors.Is(err, context.Canceled) {
			d.out.fail(err)
		}
	})
}

// speedtestRequest is a parsed speedtest command.
type speedtestRequest struct {
	threads  int
	hash     int  // MB
	given    bool // the hash was
	duration time.Duration
}

// parseSpeedtest reads the words after speedtest: [threads [hash MB [seconds]]].
func parseSpeedtest(words []string) (speedtestRequest, error) {
	threads, hash, seconds := min(search.Cores(), maxThreads), 0, int(bench.SpeedtestTime.Seconds())
	into := []*int{&threads, &hash, &seconds}
	for i, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || i >= len(into) || n < 1 || i == 0 && n > maxThreads || i == 2 && n > 1e6 {
			return speedtestRequest{}, fmt.Errorf("%w: speedtest: %q, want [threads, 1 to %d] [hash MB] [seconds]", errCommand, word, maxThreads)
		}
		*into[i] = n
	}
	r := speedtestRequest{threads, hash, hash > 0, time.Duration(seconds) * time.Second}
	if !r.given {
		r.hash = threads * bench.SpeedtestHash
	}
	return r, nil
}

// speedtest measures the speed in games, with all cores.
func (d *driver) speedtest(_ line, words []string) {
	request, err := parseSpeedtest(words)
	if err != nil {
		d.out.say("%v", err)
		return
	}
	d.measure(func(ctx context.Context, set setSize) error {
		options, err := set(request.threads, request.hash)
		for ; err != nil && !request.given && request.hash > 1; options, err = set(request.threads, request.hash) {
			request.hash /= 2
		}
		if err != nil {
			return err
		}
		d.out.lines("Version               : "+d.config.Name, "Built with            : "+compiler())
		return bench.Speedtest(ctx, d.config.Engine, options, d.config.Engine.Placement(), request.duration, d.out)
	})
}

// selfTest checks the program on this machine, with the evaluation in use.
func (d *driver) selfTest(line, []string) {
	d.atConsole(func(ctx context.Context, settings Settings) {
		selftest.Run(ctx, selftest.Subject{Rules: settings.rules(), NewEvaluator: d.engine.evaluator}, d.out)
	})
}
