package usi

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"katachi/search"
	"katachi/search/bench"
)

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
