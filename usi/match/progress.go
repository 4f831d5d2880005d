package match

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"katachi/position/command"
)

// progress shows the progress of a match: one line that is rewritten on a terminal, a plain line for every game otherwise.
type progress struct {
	line        *command.Line
	engines     []engineSpec
	sprt        *sprtTest
	concurrency int

	mu     sync.Mutex
	total  int         // games of the match, and those beyond it that are there
	before int         // games that were there at the start
	now    int         // games played by now
	start  time.Time   // of this run
	last   string      // state
	plies  map[int]int // of the games that are being played, by their number
	shown  time.Time   // when the live line was last written
}

// begin starts the account of a run: games counts those of the match, before those that are there already, and beyond
// those among them that are not of this match but of a longer one.
func (p *progress) begin(games, before, beyond int) {
	total := games + beyond
	p.total, p.before, p.now, p.start = total, before, before, time.Now()
	p.plies, p.last = map[int]int{}, fmt.Sprintf("%d/%d", before, total)
	switch {
	case beyond > 0:
		p.line.Printf("%d games are there already, %d of them beyond the %d of this command; they count too", before, beyond, games)
	case before > 0:
		p.line.Printf("%d of %d games are there already; going on", before, total)
	}
	if before < total {
		p.line.Printf("%d games, %d at a time", total-before, min(p.concurrency, total-before))
	}
}

// game shows the state after a game.
func (p *progress) game(g *gameRecord, table crossTable) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now++
	delete(p.plies, g.Game)
	p.last = p.state(table)
	if !p.line.Live() {
		p.line.Print(p.describe(g) + " | " + p.last)
		return
	}
	if g.Reason.IsFailure() {
		p.line.Print(p.describe(g))
	}
	p.showLive()
}

// move says how long a game that is being played is by now.
func (p *progress) move(game, plies int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.plies[game] = plies
	if p.line.Live() && time.Since(p.shown) > 200*time.Millisecond {
		p.showLive()
	}
}

// showLive shows how the match stands and which games are being played.
func (p *progress) showLive() {
	p.shown = time.Now()
	text := p.last
	for i, game := range slices.Sorted(maps.Keys(p.plies)) {
		if i == 0 {
			text += "  playing"
		}
		text += fmt.Sprintf(" #%d:%d", game+1, p.plies[game])
	}
	p.line.Show(text)
}

// describe tells a game in a few words.
func (p *progress) describe(g *gameRecord) string {
	text := fmt.Sprintf("game %d %s - %s: ", g.Game+1, g.Names[0], g.Names[1])
	switch g.Result {
	case drawn:
		text += "draw"
	case blackWins:
		text += g.Names[0] + " wins"
	default:
		text += g.Names[1] + " wins"
	}
	text += fmt.Sprintf(" by %s, %d plies", g.Reason, len(g.Moves))
	if g.Reason.IsFailure() && g.Detail != "" {
		text += " (" + g.Detail + ")"
	}
	return text
}

// state is the line that tells how the match stands.
func (p *progress) state(table crossTable) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d/%d", p.now, p.total)
	if len(p.engines) == 2 {
		t := &table[0][1]
		fmt.Fprintf(&b, "  %s", t)
		if p.sprt != nil {
			lower, upper := p.sprt.Bounds()
			fmt.Fprintf(&b, "  LLR %.2f (%.2f, %.2f)", p.sprt.LLR(t.NewPairs), lower, upper)
		}
	}
	if played := p.now - p.before; played >= p.concurrency && p.now < p.total {
		left := time.Since(p.start) / time.Duration(played) * time.Duration(p.total-p.now)
		fmt.Fprintf(&b, "  %s left", left.Round(time.Second))
	}
	return b.String()
}

// warn shows a line that stays.
func (p *progress) warn(text string) { p.line.Print("warning: " + text) }

// end ends the account; what stood in the live line stays.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.line.Live() && p.last != "" {
		p.line.Print(p.last)
	}
}
