package usi

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"katachi/movegen"
	"katachi/position"
	"katachi/search"
)

// moment says when a command may be handled.
type moment uint8

const (
	anytime       moment = iota
	idle                 // only when nothing runs; a search is stopped for it
	whileThinking        // when nothing runs or during a search, but not once the search has been stopped or has answered
)

// command is how the driver answers a command.
type command struct {
	when       moment
	startsWork bool // which a stop that comes later would end
	run        func(d *driver, l line, words []string)
}

// commands is the table of all commands by their first word: those of the protocol, and those for a person or a script,
// which no GUI needs.
var commands map[string]command

func init() { // not a literal, since handlers read the table
	ignore := command{anytime, false, func(*driver, line, []string) {}}
	show := func(text func(d *driver) string) command {
		return command{anytime, false, func(d *driver, _ line, _ []string) { d.out.lines(text(d)) }}
	}
	board, evaluation := show(boardText), command{whileThinking, false, (*driver).evaluate}
	commands = map[string]command{
		"usi":        {anytime, false, (*driver).usi},
		"isready":    {whileThinking, false, (*driver).isReady},
		"setoption":  {anytime, false, (*driver).setOption},
		"usinewgame": {idle, false, (*driver).newGame},
		"position":   {idle, false, (*driver).position},
		"go":         {idle, true, (*driver).goSearch},
		"stop":       {anytime, false, (*driver).stop},
		"ponderhit":  {anytime, false, (*driver).ponderHit},
		"gameover":   {anytime, false, (*driver).stop},
		"quit":       {anytime, false, (*driver).quit},
		"debug":      ignore,
		"register":   ignore,
		"ucinewgame": ignore,

		"d":          board,
		"s":          board,
		"sfen":       show(func(d *driver) string { return d.pos.SFEN() }),
		"key":        show(func(d *driver) string { return fmt.Sprintf("%016x", d.pos.Key()) }),
		"side":       show(func(d *driver) string { return [2]string{"black", "white"}[d.pos.Side()] }),
		"moves":      show(func(d *driver) string { return position.MoveList(movegen.Legal(d.pos, nil)) }),
		"mated":      show(func(d *driver) string { return strconv.FormatBool(!movegen.HasLegal(d.pos)) }),
		"mate1":      show(func(d *driver) string { return position.MoveList(matingMoves(d.pos)) }),
		"compiler":   show(func(*driver) string { return compiler() }),
		"config":     {anytime, false, (*driver).getOption},
		"getoption":  {anytime, false, (*driver).getOption},
		"flip":       {idle, false, func(d *driver, _ line, _ []string) { d.pos = d.pos.Rotated() }},
		"matsuri":    {idle, false, (*driver).setMatsuri},
		"e":          evaluation,
		"eval":       evaluation,
		"perft":      {idle, true, (*driver).perftCommand},
		"bench":      {idle, true, (*driver).bench},
		"export_net": {idle, true, (*driver).exportNet},
		"speedtest":  {idle, true, (*driver).speedtest},
		"unittest":   {idle, true, (*driver).selfTest},
		"makebook":   {idle, true, (*driver).makeBook},
		"log":        {anytime, false, (*driver).toggleLog},
		"f":          {anytime, true, (*driver).script},
		"help":       show(helpText),
	}
}

// commandOf returns the command that a line begins with; the zero value stands for those that are none.
func commandOf(text string) command { return commands[firstWord(text)] }

func (d *driver) usi(line, []string) {
	d.out.ascii.Store(true)
	lines := []string{"id name " + d.config.Name, "id author " + d.config.Author}
	for _, o := range d.options.list {
		lines = append(lines, o.declaration())
	}
	d.out.lines(append(lines, "usiok")...)
}

// isReady makes everything ready, as a task. During a search there is nothing to do: what has changed takes effect with the
// next go.
func (d *driver) isReady(line, []string) {
	d.out.ascii.Store(true)
	if d.task != nil {
		d.out.lines("readyok")
		return
	}
	d.readOptionFiles()
	settings := d.current()
	d.start(loading, func(context.Context, *task) {
		defer d.out.lines("readyok")
		defer d.out.signsOfLife(d.keepAlive)()
		d.engine.retry()
		d.engine.prepare(settings, d.out)
		d.engine.clear()
	})
}

func (d *driver) setOption(l line, _ []string) {
	name, value, err := parseSetOption(l.rest())
	if err != nil {
		d.out.say("%v", err)
		return
	}
	d.applyOption(name, value)
}

// applyOption changes a setting, or reports why not; what costs time happens at the next isready or go.
func (d *driver) applyOption(name, value string) {
	if err := d.tryOption(name, value); err != nil {
		d.out.say("%v", err)
	}
}

// tryOption sets an option and what follows from it at once. After an error nothing has changed.
func (d *driver) tryOption(name, value string) error {
	oldRules, oldLog := d.settings.rules(), d.settings.DebugLogFile
	if err := d.options.set(name, value); err != nil {
		return err
	}
	if rules := d.settings.rules(); rules != oldRules {
		d.pos = position.New(rules)
	}
	if name := d.settings.DebugLogFile; name != oldLog {
		if err := d.out.logTo(name); err != nil { // so that it can be tried again
			d.settings.DebugLogFile = oldLog
			d.out.fail(err)
		}
	}
	return nil
}

func (d *driver) newGame(line, []string) {
	d.start(loading, func(context.Context, *task) { d.engine.clear() })
}

// position sets up the board. If a move is illegal, the position before it is set up; if the start cannot be read, the board stays.
func (d *driver) position(l line, _ []string) {
	var p *position.Position
	game, err := position.ParseGameText(l.text)
	if err == nil {
		p, err = game.Play(d.settings.rules())
	}
	if err != nil {
		d.out.fail(fmt.Errorf("position: %w", err))
	}
	if d.unread = p == nil; p != nil {
		d.pos = p
	}
}

func (d *driver) goSearch(l line, words []string) {
	g, err := parseGo(words)
	if err != nil {
		d.out.say("%v", err)
	}
	switch {
	case g.perft != 0:
		d.perft(g.perft)
		return
	case g.mate:
		d.goMate(l, g)
		return
	}
	if g.random > 0 {
		g.limits.MoveTime = jitter(g.random, d.pos.Ply())
	}
	if d.unread {
		d.out.say("go: the position could not be read; send another one first")
	}
	settings := d.current()
	g.limits.Start = l.at
	g.limits.AtMost(settings.DepthLimit, settings.NodesLimit)
	for _, text := range g.searchMoves {
		m, err := d.pos.ParseLegal(text)
		if err != nil {
			d.out.say("go searchmoves: %v", err)
			continue
		}
		if !slices.Contains(g.limits.Moves, m) {
			g.limits.Moves = append(g.limits.Moves, m)
		}
	}
	t := &thought{
		out:      d.out,
		engine:   d.engine,
		settings: settings,
		pos:      d.pos.Clone(),
		limits:   g.limits,
		unread:   d.unread,
	}
	d.start(thinking, t.run).ponder = t.limits.Ponder
}

// quit is handled as it arrives (see receive); here it comes from a file of commands.
func (d *driver) quit(line, []string) {
	d.queue = nil
	d.leave(true)
}

// jitter returns a move time that is random between the one asked for and half as much again, less so late in the
// game: enough for quick games to differ.
func jitter(d time.Duration, ply int) time.Duration {
	extra := d / 2
	if ply > 20 {
		extra = d / time.Duration(ply) * 10 // d*10 could overflow
	}
	return d + rand.N(extra+1)
}

// stop ends the search; its answer follows. Without a search there is nothing to answer.
func (d *driver) stop(line, []string) {
	d.stopTask()
}

func (d *driver) ponderHit(l line, words []string) {
	if d.task == nil || d.task.ponder == nil || d.task.stopping {
		return
	}
	times := search.Limits{}
	if len(words) > 0 {
		g, err := parseGo(words)
		if err != nil {
			d.out.say("ponderhit: %v", err)
		}
		times = g.limits
	}
	times.Start = l.at
	d.task.ponder.Hit(times)
}
