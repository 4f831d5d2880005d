package usi

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"katachi/position"
	"katachi/search"
	"katachi/search/bench"
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
			if r.positions, err = readPositions(Locate(words[3])); err != nil {
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
		r.limits.MoveTime = time.Duration(limit) * time.Millisecond
	default:
		return r, fmt.Errorf("%w: bench: %q, want depth, nodes or movetime", errCommand, kind)
	}
	return r, nil
}

// readPositions reads a file with an SFEN in each line, with or without the word sfen in front.
func readPositions(path string) ([]string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var positions []string
	for _, l := range strings.Split(string(content), "\n") {
		l = strings.TrimPrefix(strings.TrimSpace(l), "sfen ")
		if l != "" && !strings.HasPrefix(l, "#") {
			positions = append(positions, l)
		}
	}
	if len(positions) == 0 {
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
	settings := *d.settings
	d.measure(func(ctx context.Context, set setSize) error {
		if _, err := set(request.threads, request.hash); err != nil {
			return err
		}
		return bench.Run(ctx, d.config.Engine, settings.rules(), request.positions, request.limits, d.out)
	})
}

// setSize gives the engine threads and megabytes of table for a benchmark, one line at a time and no limits; it returns the
// options that are then in force.
type setSize func(threads, hash int) (search.Options, error)

// measure runs a benchmark as a task. Afterwards the user's settings are in force again.
func (d *driver) measure(run func(ctx context.Context, set setSize) error) {
	if !d.filesRead {
		d.readOptionFiles()
	}
	settings := *d.settings
	d.start(console, func(ctx context.Context, _ *task) {
		d.engine.prepare(settings, d.out)
		defer d.engine.again() // the bench's settings are not the user's
		err := run(ctx, func(threads, hash int) (search.Options, error) {
			o := settings.Search
			o.HashMB, o.Threads, o.MultiPV, o.DepthLimit, o.NodesLimit = hash, threads, 1, 0, 0
			return o, d.config.Engine.SetOptions(o)
		})
		if err != nil && !errors.Is(err, context.Canceled) {
			d.out.fail(err)
		}
	})
}
