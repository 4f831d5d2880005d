package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	startTime = 30 * time.Second       // from the start to usiok
	readyTime = 120 * time.Second      // from isready to readyok: a network may have to be loaded
	listTime  = 500 * time.Millisecond // from usiok to the last option: some engines go on with their list
	maxErrors = 10                     // told of an engine that gets ready
)

// usiPlayer is an engine that speaks USI.
type usiPlayer struct {
	*process
	spec *engineSpec

	mu       sync.Mutex
	declared map[string]string // its options: names in lower case, and "spin default 1 min 1 max 9"
	waiting  string            // the word that is awaited: "usiok", "readyok", "bestmove" or ""
	info     thought
	errors   []string // that it reported while it was getting ready

	played bool // the process has been ready for a game before
}

// startUSI starts the engine and introduces it. The warnings name what the user should know; options of his that the engine
// does not have are an error.
func startUSI(ctx context.Context, spec *engineSpec, rules *ruling) (player, []string, error) {
	u := &usiPlayer{spec: spec, declared: map[string]string{}}
	var err error
	if u.process, err = startProcess(spec, u.receive); err != nil {
		return nil, nil, err
	}
	for _, line := range spec.Init {
		u.send(line)
	}
	if _, err := u.ask(ctx, "usi", "usiok", startTime); err != nil {
		u.kill()
		return nil, nil, fmt.Errorf("engine %s does not speak USI: %w (last lines: %s)", spec.Name, err, strings.Join(u.lastLines(), " | "))
	}
	if err := u.check(spec.Options); err != nil {
		u.kill()
		return nil, nil, fmt.Errorf("%w; init=\"setoption name NAME value VALUE\" would send it all the same", err)
	}
	return u, u.configure(rules), nil
}

// configure sends the options: first those by which the engine learns how the game is judged, then the user's.
func (u *usiPlayer) configure(rules *ruling) (warnings []string) {
	for _, o := range rules.options(u.spec) {
		_, own := u.spec.Options[o.name]
		if _, declared := u.kind(o.name); declared && !own {
			options := engineOptions{o.name: o.value}
			warnings = append(warnings, u.doubts(options)...)
			u.set(options)
		} else if !own && o.needed {
			warnings = append(warnings, fmt.Sprintf("engine %s has no option %s", u.spec.Name, o.name))
		}
	}
	u.set(u.spec.Options)
	return warnings
}

// set sends options.
func (u *usiPlayer) set(options engineOptions) {
	for _, name := range options.names() {
		line := "setoption name " + name
		if kind, _ := u.kind(name); !strings.HasPrefix(kind, "button") { // which has no value
			line += " value " + options[name]
		}
		u.send(line)
	}
}

// check returns an error if the engine does not declare one of the options, or not with such a value: the games would measure
// something else than they should.
func (u *usiPlayer) check(options engineOptions) error {
	for end := time.Now().Add(listTime); ; time.Sleep(listTime / 50) {
		doubts := u.doubts(options)
		if len(doubts) == 0 {
			return nil
		}
		if time.Now().After(end) {
			return errors.New(strings.Join(doubts, "; "))
		}
	}
}

// doubts says which options the engine does not declare, or not with such a value.
func (u *usiPlayer) doubts(options engineOptions) (doubts []string) {
	for _, name := range options.names() {
		kind, declared := u.kind(name)
		if !declared && name != "USI_Hash" && name != "USI_Ponder" { // which need not be declared
			doubts = append(doubts, fmt.Sprintf("engine %s does not declare the option %s", u.spec.Name, name))
		} else if declared && !accepts(kind, options[name]) {
			doubts = append(doubts, fmt.Sprintf("engine %s declares the option %s as %s, not with the value %s", u.spec.Name, name, kind, options[name]))
		}
	}
	return doubts
}

// kind returns how the engine declares the option ("spin default 1 min 1 max 9"), if it does. The list may still grow:
// some engines go on with it after usiok.
func (u *usiPlayer) kind(name string) (kind string, declared bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	kind, declared = u.declared[strings.ToLower(name)]
	return kind, declared
}

// accepts reports whether an option of the kind ("spin default 1 min 1 max 9") has such a value.
func accepts(kind, value string) bool {
	words := strings.Fields(kind)
	switch {
	case strings.HasPrefix(kind, "button"):
		return value == ""
	case strings.HasPrefix(kind, "check"):
		return value == "true" || value == "false"
	case strings.HasPrefix(kind, "combo"):
		return strings.Contains(strings.ToLower(kind)+" ", " var "+strings.ToLower(value)+" ")
	case !strings.HasPrefix(kind, "spin"):
		return true
	}
	n, err := strconv.ParseInt(value, 10, 64) // NodesLimit and its like are wider than the int of a 32-bit build
	for i, word := range words[1:] {
		if bound, err := strconv.ParseInt(word, 10, 64); err == nil && (words[i] == "min" && n < bound || words[i] == "max" && n > bound) {
			return false
		}
	}
	return err == nil
}

// receive takes a line of the engine's output, in the reading goroutine.
func (u *usiPlayer) receive(line string, at time.Time) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	u.mu.Lock()
	defer u.mu.Unlock()
	switch word {
	case "info":
		switch text, isText := strings.CutPrefix(rest, "string "); {
		case u.waiting == "bestmove":
			u.info.read(rest)
		case u.waiting == "readyok" && isText && strings.HasPrefix(text, "Error") && len(u.errors) < maxErrors:
			u.errors = append(u.errors, text)
		}
	case "option":
		if _, name, found := strings.Cut(rest, "name "); found {
			name, kind, _ := strings.Cut(name, " type ")
			u.declared[strings.ToLower(strings.TrimSpace(name))] = strings.TrimSpace(kind)
		}
	case "usiok", "readyok", "bestmove":
		if word != u.waiting {
			return // a second bestmove, or one that nobody asked for, is no answer to the next question
		}
		u.waiting = ""
		u.answers <- reply{line, nil, at, u.info}
	}
}

// expect says which word is the answer to the next command, and forgets what came before.
func (u *usiPlayer) expect(word string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.waiting, u.info, u.errors = word, thought{}, nil
	u.forget()
}

// ask sends a command and waits for its answer.
func (u *usiPlayer) ask(ctx context.Context, command, word string, limit time.Duration) (reply, error) {
	u.expect(word)
	u.send(command)
	return u.await(ctx, word, limit, nil, "")
}

func (u *usiPlayer) newGame(ctx context.Context, g *gameSetup, side int) error {
	if err := u.check(g.options[side]); err != nil {
		return err
	}
	u.set(g.options[side])
	if _, err := u.ask(ctx, "isready", "readyok", readyTime); err != nil {
		var f *failure
		if u.played && errors.As(err, &f) && f.reason == byCrash {
			return fmt.Errorf("engine %s: %w", u.spec.Name, errGone)
		}
		return err
	}
	u.mu.Lock()
	complaints := u.errors
	u.mu.Unlock()
	for _, text := range complaints { // a network that is not there: the games would measure something else
		if g.warn != nil {
			g.warn(fmt.Sprintf("engine %s reports: %.300s", u.spec.Name, text))
		}
	}
	u.played = true
	u.send("usinewgame")
	return nil
}

func (u *usiPlayer) think(ctx context.Context, t *turn) (answer, error) {
	if f := u.flooded(); f != nil {
		return answer{}, f
	}
	u.expect("bestmove")
	u.send(positionCommand(t.opening, t.moves))
	start := time.Now()
	u.send(t.clock.goCommand(t.side))
	r, err := u.await(ctx, "bestmove", t.patience, time.After(t.stopAt), "stop")
	if err != nil {
		return answer{}, err
	}
	a := answer{used: r.at.Sub(start), info: r.info}
	if fields := strings.Fields(r.text); len(fields) > 1 {
		a.move = fields[1]
	}
	return a, nil
}

func (u *usiPlayer) gameOver(result string) { u.send("gameover " + result) }
