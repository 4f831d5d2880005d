package match

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// writeSummary tells how the match stands, for a person.
func writeSummary(w io.Writer, h *matchHeader, games []gameRecord, sprt *sprtTest) error {
	var b strings.Builder
	engines := h.Engines
	table := newCrossTable(len(engines), games)
	if len(engines) > 2 {
		table.writeCross(&b, engines)
	}
	for i := range engines {
		for j := i + 1; j < len(engines); j++ {
			if t := &table[i][j]; t.Games() > 0 {
				fmt.Fprintf(&b, "%s - %s: %s\n", engines[i].Name, engines[j].Name, t)
			}
		}
	}
	if sprt != nil {
		t := &table[0][1]
		lower, upper := sprt.Bounds()
		fmt.Fprintf(&b, "SPRT elo0=%g elo1=%g: LLR %.2f (%.2f, %.2f): %v\n", sprt.Elo0, sprt.Elo1, sprt.LLR(t.NewPairs), lower, upper, sprt.Decide(t.NewPairs))
		if t.Repeats > 0 {
			fmt.Fprintf(&b, "the test counts the %d of %d pairs without a game that repeats another\n", t.NewPairs.Pairs(), t.Pairs.Pairs())
		}
	}
	b.WriteString(table.describeRepeats(h))
	table.writeFailures(&b, engines)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeCross writes the cross table, the strongest engine first.
func (t crossTable) writeCross(w io.Writer, engines []engineSpec) {
	ratings := t.Ratings()
	order := make([]int, len(engines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b].Elo, ratings[a].Elo) })
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(tab, "#\tengine\tElo\t±\tpoints")
	for k := range order {
		fmt.Fprintf(tab, "\t%d", k+1)
	}
	fmt.Fprintln(tab)
	for k, i := range order {
		points, games := t.total(i)
		fmt.Fprintf(tab, "%d\t%s\t%s\t%g/%d", k+1, engines[i].Name, ratings[i], points, games)
		for _, j := range order {
			text := "-" // itself, or one that it has not met
			if t[i][j].Games() > 0 {
				text = t[i][j].short()
			}
			fmt.Fprintf(tab, "\t%s", text)
		}
		fmt.Fprintln(tab)
	}
	tab.Flush()
}

// short tells wins, draws and losses.
func (t *pairTally) short() string { return fmt.Sprintf("+%d =%d -%d", t.Wins, t.Draws, t.Losses) }

// writeFailures tells of the games that the engines lost by faults of their own.
func (t crossTable) writeFailures(w io.Writer, engines []engineSpec) {
	for i := range engines {
		if failures := t.failures(i); failures != "" {
			fmt.Fprintf(w, "%s lost %s\n", engines[i].Name, failures)
		}
	}
}

// failures tells what games the engine lost by faults of its own, empty if none.
func (t crossTable) failures(engine int) string {
	sum := map[endReason]int{}
	for j := range t[engine] {
		for reason, n := range t[engine][j].Failures {
			sum[reason] += n
		}
	}
	var parts []string
	for _, reason := range slices.Sorted(maps.Keys(sum)) {
		games := "games"
		if sum[reason] == 1 {
			games = "game"
		}
		parts = append(parts, fmt.Sprintf("%d %s by %s", sum[reason], games, reason))
	}
	return strings.Join(parts, ", ")
}

// describe tells how the engine is started and with which options.
func (s *engineSpec) describe() string {
	parts := append([]string{s.Cmd}, s.Args...)
	for _, name := range s.Options.names() {
		parts = append(parts, name+"="+s.Options[name])
	}
	return strings.Join(parts, " ")
}
