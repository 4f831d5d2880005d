package match

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"katachi/position"
)

// featureTime is how long an engine may take to begin its list of features, as the protocol has it. Old ones stay silent, or
// refuse the command.
const featureTime = 2 * time.Second

// xboardPlayer is an engine that speaks the xboard protocol, in one of two dialects: that of GNU Shogi and
// gnuminishogi (of the time before features; squares as in USI, answers like "3. ... 7g7f 1200"), or version 2 with
// features (squares as in chess, answers like "move c3c4").
//
// The engine is kept in force mode, in which it plays only when told to go. It is told every move, so that it keeps
// the game's history itself.
type xboardPlayer struct {
	*process
	spec  *engineSpec
	rules *position.Rules

	listed chan bool // false: the engine asks for time to list its features; true: that is all of them, or it has none

	mu       sync.Mutex
	waiting  bool // for a move
	features map[string]string
	info     thought

	opening position.GameText
	control timeControl
	told    []string // moves the engine knows, those of the opening included
	played  bool     // a game with this process has ended
}

// startXBoard starts the engine and asks for its features. It has no warnings.
func startXBoard(ctx context.Context, spec *engineSpec, rules *ruling) (player, []string, error) {
	x := &xboardPlayer{spec: spec, rules: rules.variant, listed: make(chan bool, 16), features: map[string]string{}}
	var err error
	if x.process, err = startProcess(spec, x.receive); err != nil {
		return nil, nil, err
	}
	for _, line := range slices.Concat(spec.Init, []string{"xboard", "protover 2"}) {
		x.send(line)
	}
	timer := time.NewTimer(featureTime)
	defer timer.Stop()
	for done := false; !done; {
		select {
		case done = <-x.listed:
			if !done {
				timer.Reset(readyTime)
			}
		case <-timer.C:
			done = true
		case <-x.dead:
			x.kill()
			return nil, nil, fmt.Errorf("engine %s ended at once (last lines: %s)", spec.Name, strings.Join(x.lastLines(), " | "))
		case <-ctx.Done():
			x.kill()
			return nil, nil, ctx.Err()
		}
	}
	x.set(spec.Options)
	return x, nil, nil
}

// set sends options, which are commands of the engine here.
func (x *xboardPlayer) set(options engineOptions) {
	for _, name := range options.names() {
		x.send(strings.TrimSpace(name + " " + options[name]))
	}
}

// modern reports whether the engine listed its features.
func (x *xboardPlayer) modern() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.features) > 0
}

// feature returns the value that the engine gave for a feature, empty if it gave none.
func (x *xboardPlayer) feature(name string) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.features[name]
}

var (
	featurePattern  = regexp.MustCompile(`(\w+)=("[^"]*"|\S+)`)
	refusedProtover = regexp.MustCompile(`(?i)^(illegal move|error).*protover`)
)

// receive takes a line of the engine's output, in the reading goroutine.
func (x *xboardPlayer) receive(line string, at time.Time) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if rest, found := strings.CutPrefix(line, "feature "); found {
		for _, f := range featurePattern.FindAllStringSubmatch(rest, -1) {
			x.features[f[1]] = strings.Trim(f[2], `"`)
			if f[1] == "done" {
				select {
				case x.listed <- f[2] == "1":
				default: // nobody reads it after the start
				}
			}
		}
	}
	if refusedProtover.MatchString(line) {
		select {
		case x.listed <- true:
		default:
		}
	}
	if !x.waiting {
		return
	}
	// A line of thinking: depth, score, hundredths of a second, nodes, variation.
	if fields := strings.Fields(line); len(fields) >= 4 {
		var n [4]int
		numbers := 0
		for ; numbers < 4; numbers++ {
			var err error
			if n[numbers], err = strconv.Atoi(strings.TrimRight(fields[numbers], ".:+-!?")); err != nil {
				break
			}
		}
		if numbers == 4 {
			x.info = thought{Depth: n[0], Score: &n[1], Nodes: uint64(max(0, n[3]))}
			if n[2] > 0 {
				x.info.NPS = x.info.Nodes * 100 / uint64(n[2])
			}
			return
		}
	}
	if move, err := x.decode(line); move != "" || err != nil {
		x.waiting = false // what comes after it is no answer to the next question
		x.answers <- reply{move, err, at, x.info}
	}
}

// expect says that a move is awaited from now on.
func (x *xboardPlayer) expect() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.waiting, x.info = true, thought{}
	x.forget()
}

func (x *xboardPlayer) newGame(_ context.Context, g *gameSetup, side int) error {
	x.opening, x.control, x.told = g.opening, g.control[side], nil
	switch {
	case g.opening.SFEN != "":
		return fmt.Errorf("engine %s: through xboard only openings from the start position can be played, not %s", x.spec.Name, g.opening)
	case x.control.Nodes > 0 || x.control.Depth > 0 && !x.modern():
		return fmt.Errorf("engine %s: through xboard a time control is needed, not %v", x.spec.Name, x.control)
	}
	x.set(g.options[side])
	x.send("new")
	if x.modern() {
		x.send("variant " + x.rules.Name)
		x.send("easy")
		x.send("post")
	}
	x.send("force")
	return nil
}

func (x *xboardPlayer) think(ctx context.Context, t *turn) (answer, error) {
	if f := x.flooded(); f != nil {
		return answer{}, f
	}
	first := len(x.told) == 0 // of the game's questions
	x.expect()
	for _, m := range slices.Concat(t.opening.Moves, t.moves)[len(x.told):] {
		x.send(x.encode(m))
		x.told = append(x.told, m)
	}
	// After the moves, since GNU Shogi credits its clock with time for every move that it is told.
	for _, line := range x.limits(t) {
		x.send(line)
	}
	start := time.Now()
	x.send("go")
	r, err := x.await(ctx, "its move", t.patience, time.After(t.stopAt), "?")
	if err != nil {
		var f *failure
		if first && x.played && errors.As(err, &f) && f.reason == byCrash && x.cmd.ProcessState.Success() {
			return answer{}, fmt.Errorf("engine %s: %w", x.spec.Name, errGone)
		}
		return answer{}, err
	}
	x.send("force")
	x.told = append(x.told, r.text)
	return answer{move: r.text, used: r.at.Sub(start), info: r.info}, nil
}

// limits returns the commands that set the clock before a move. GNU Shogi knows no increment and would bring forward
// the time control's end from move to move; so the level is set anew each time: the time left for the next moves, or
// the time of a single one.
func (x *xboardPlayer) limits(t *turn) []string {
	tc := &x.control
	centis := func(d time.Duration) int64 { return max(0, d.Milliseconds()/10) }
	clock := func(d time.Duration) string {
		s := max(1, int(d.Seconds()))
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	var lines []string
	switch single := tc.MoveTime + tc.Byoyomi; {
	case single > 0 && t.clock.left[t.side] == 0 && x.modern():
		return append(lines, fmt.Sprintf("st %d", max(1, int(single.Seconds()))))
	case single > 0 && t.clock.left[t.side] == 0:
		lines = append(lines, "level 1 "+clock(single))
	case tc.Clocked() && x.modern():
		lines = append(lines, fmt.Sprintf("level 0 %s %g", clock(tc.Main), tc.Inc.Seconds()))
	case tc.Clocked():
		const movesToGo = 30
		lines = append(lines, fmt.Sprintf("level %d %s", movesToGo, clock(t.limit)))
	}
	if tc.Depth > 0 {
		lines = append(lines, "sd "+strconv.Itoa(tc.Depth))
	}
	if limit, limited := t.clock.allowed(t.side); limited {
		other, _ := t.clock.allowed(t.side ^ 1)
		lines = append(lines, fmt.Sprintf("time %d", centis(limit)), fmt.Sprintf("otime %d", centis(other)))
	}
	return lines
}

func (x *xboardPlayer) gameOver(result string) {
	if x.modern() {
		x.send("result * {" + result + "}")
	}
	x.send("force")
	x.played = true
}
