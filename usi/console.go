package usi

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"katachi/movegen"
	"katachi/position"
)

// matsuri is the many-moves position that shogi programs are timed on.
const matsuri = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"

// maxScript bounds a file of commands, bytes.
const maxScript = 16 << 20

// consoleCommands are the commands for a person or a script; no GUI needs them.
func consoleCommands() map[string]command {
	show := func(text func(d *driver) string) command {
		return command{anytime, func(d *driver, _ line, _ []string) { d.out.lines(text(d)) }}
	}
	board := show(func(d *driver) string {
		return strings.TrimSuffix(d.pos.String(), "\n") + "\nsfen " + d.pos.SFEN()
	})
	evaluation := command{whileThinking, (*driver).evaluate}
	return map[string]command{
		"d":          board,
		"s":          board,
		"sfen":       show(func(d *driver) string { return d.pos.SFEN() }),
		"key":        show(func(d *driver) string { return fmt.Sprintf("%016x", d.pos.Key()) }),
		"side":       show(func(d *driver) string { return [2]string{"black", "white"}[d.pos.Side()] }),
		"moves":      show(func(d *driver) string { return moveList(movegen.Legal(d.pos, nil)) }),
		"mated":      show(func(d *driver) string { return strconv.FormatBool(!movegen.HasLegal(d.pos)) }),
		"mate1":      show(func(d *driver) string { return moveList(matingMoves(d.pos)) }),
		"compiler":   show(func(*driver) string { return compiler() }),
		"config":     {anytime, (*driver).getOption},
		"getoption":  {anytime, (*driver).getOption},
		"flip":       {idle, func(d *driver, _ line, _ []string) { d.pos = d.pos.Rotated() }},
		"matsuri":    {idle, (*driver).setMatsuri},
		"e":          evaluation,
		"eval":       evaluation,
		"perft":      {idle, (*driver).perftCommand},
		"bench":      {idle, (*driver).bench},
		"export_net": {idle, (*driver).exportNet},
		"speedtest":  {idle, (*driver).speedtest},
		"unittest":   {idle, (*driver).selfTest},
		"makebook":   {idle, (*driver).makeBook},
		"log":        {anytime, (*driver).toggleLog},
		"f":          {anytime, (*driver).script},
		"help":       show(helpText),
	}
}

func compiler() string { return runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH }

func moveList(moves []position.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}

// matingMoves returns the moves that mate at once.
func matingMoves(p *position.Position) []position.Move {
	return slices.DeleteFunc(movegen.Checks(p, nil), func(m position.Move) bool {
		p.Do(m)
		defer p.Undo()
		return movegen.HasLegal(p)
	})
}

func (d *driver) getOption(_ line, words []string) {
	list := d.options.list
	if len(words) > 0 {
		o := d.options.find(words[0])
		if o == nil {
			d.out.say("No such option: %s", words[0])
			return
		}
		list = []*option{o}
	}
	for _, o := range list {
		d.out.lines("Options[" + o.name + "] == " + o.get())
	}
}

func (d *driver) setMatsuri(line, []string) {
	p, err := position.ParseSFEN(position.Shogi, matsuri)
	if err != nil || d.settings.rules() != position.Shogi {
		d.out.say("matsuri is a position of the 9x9 board")
		return
	}
	d.pos = p
}

// evaluate explains the evaluation of the position, also in the middle of a search. Otherwise it runs as a task, since
// the network may have to be loaded first.
func (d *driver) evaluate(line, []string) {
	p := d.pos.Clone()
	if d.task != nil {
		d.explain(p)
		return
	}
	if !d.filesRead {
		d.readOptionFiles()
	}
	settings := *d.settings
	d.start(console, func(context.Context, *task) {
		d.engine.prepare(settings, d.out)
		d.explain(p)
	})
}

func (d *driver) explain(p *position.Position) {
	ev := d.engine.evaluator()
	if ev == nil {
		d.out.say("no evaluation is loaded")
		return
	}
	ev.Reset(p)
	score := ev.Evaluate(p)
	if t, ok := ev.(Tracer); ok {
		d.out.lines(strings.TrimRight(t.Trace(p), "\n"))
	}
	d.out.lines(fmt.Sprintf("eval = %d", score))
}

func (d *driver) perftCommand(_ line, words []string) {
	depth := 0
	if len(words) == 1 {
		depth, _ = strconv.Atoi(words[0])
	}
	if depth < 1 {
		d.out.say("perft: want a depth from 1, such as perft 5")
		return
	}
	d.perft(depth)
}

// perft counts the lines of legal moves, root move by root move.
func (d *driver) perft(depth int) {
	p, threads := d.pos.Clone(), d.settings.Search.Threads
	d.start(console, func(ctx context.Context, _ *task) {
		moves, counts, err := movegen.Divide(ctx, p, depth, threads)
		if err != nil {
			d.out.say("perft: stopped before the end")
			return
		}
		var lines []string
		total := uint64(0)
		for i, m := range moves {
			lines = append(lines, fmt.Sprintf("%v: %d", m, counts[i]))
			total += counts[i]
		}
		d.out.lines(append(lines, fmt.Sprintf("Nodes searched: %d", total))...)
	})
}

// toggleLog switches the log of all input and output on and off without the option.
func (d *driver) toggleLog(line, []string) {
	name := "io_log.txt"
	if d.settings.DebugLogFile != "" {
		name = ""
	}
	d.applyOption("DebugLogFile", name)
}

// script runs the commands in a file, before the ones that wait.
func (d *driver) script(l line, words []string) {
	if len(words) == 0 {
		d.out.say("f: want the name of a file with commands")
		return
	}
	path := Locate(strings.TrimSpace(strings.TrimPrefix(trimBlanks(l.text), "f")))
	info, err := os.Stat(path)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxScript) {
		err = fmt.Errorf("%s is not a file of commands", path)
	}
	var content []byte
	if err == nil {
		content, err = os.ReadFile(path)
	}
	if err != nil {
		d.out.say("f: %v", err)
		return
	}
	var lines []line
	for _, text := range strings.Split(string(content), "\n") {
		if firstWord(text) != "f" { // a file that runs itself would never end
			lines = append(lines, line{text: cleanLine([]byte(text)), at: l.at})
		}
	}
	d.queue = append(lines, d.queue...)
}

func helpText(*driver) string {
	return `The engine speaks USI. For a person at the keyboard, besides:
  position startpos moves 7g7f   set up a position (or: position sfen ...; matsuri; flip rotates it)
  d, sfen, key, side             show the board, its SFEN, its hash key, the side to move
  moves, mate1, mated            legal moves, mating moves, is the side to move mated
  eval                           explain the evaluation
  go depth 10, go infinite, stop search
  go mate 5000                   solve a mate problem, milliseconds
  go perft 4                     count the lines of legal moves
  bench                          measure the speed
  speedtest                      the same with all cores, as in games, for 150 s (or: speedtest THREADS HASH_MB SECONDS)
  getoption, Threads 2           show the options, set one
  export_net nn.bin              write the network in use as a file for other programs
  unittest                       check the program on this machine, some seconds
  makebook                       make an opening book, from games or by searching; tells how
  f FILE, log, compiler, quit    run commands from a file, log all input and output, build facts, leave`
}
