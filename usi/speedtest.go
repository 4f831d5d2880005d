package usi

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"time"
)

// What speedtest measures unless it is told: every core, with so much table for each, for so long altogether.
const (
	speedtestHash    = 128 // MB a thread
	speedtestSeconds = 150
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
	threads, hash, seconds := min(runtime.NumCPU(), maxThreads), 0, speedtestSeconds
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
		r.hash = threads * speedtestHash
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
	d.measure(func(b Bencher, ctx context.Context, set func(threads, hash int) error) error {
		err := set(request.threads, request.hash)
		for ; err != nil && !request.given && request.hash > 1; err = set(request.threads, request.hash) {
			request.hash /= 2
		}
		if err != nil {
			return err
		}
		d.out.lines("Version               : "+d.config.Name, "Built with            : "+compiler())
		return b.Speedtest(ctx, request.duration, d.out)
	})
}
