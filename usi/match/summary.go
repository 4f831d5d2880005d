package match

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// writeSummary tells how the match stands, for a person.
func writeSummary(w io.Writer, engines []EngineSpec, games []GameRecord, sprt *SPRT) error {
	table := NewTable(len(engines), games)
	var err error
	print := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format, args...)
		}
	}
	for i := range engines {
		for j := i + 1; j < len(engines); j++ {
			if t := &table[i][j]; t.Games() > 0 {
				print("%s - %s: %s\n", engines[i].Name, engines[j].Name, t)
			}
		}
	}
	if sprt != nil {
		t := &table[0][1]
		lower, upper := sprt.Bounds()
		print("SPRT elo0=%g elo1=%g: LLR %.2f (%.2f, %.2f): %v\n", sprt.Elo0, sprt.Elo1, sprt.LLR(t.Pairs), lower, upper, sprt.Decide(t.Pairs))
	}
	for i := range engines {
		failures := map[Reason]int{}
		for j := range engines {
			for reason, n := range table[i][j].Failures {
				failures[reason] += n
			}
		}
		for _, reason := range slices.Sorted(maps.Keys(failures)) {
			print("%s lost %d games by %s\n", engines[i].Name, failures[reason], reason)
		}
	}
	return err
}
