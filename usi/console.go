package usi

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"katachi/eval"
	"katachi/movegen"
	"katachi/position"
	"katachi/position/files"
)

// matsuri is the many-moves position that shogi programs are timed on.
const matsuri = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"

// maxScript bounds a file of commands, bytes.
const maxScript = 16 << 20

func boardText(d *driver) string {
	return strings.TrimSuffix(d.pos.String(), "\n") + "\nsfen " + d.pos.SFEN() + "\n" + situation(d.pos)
}

// situation says in words where a game stands.
func situation(p *position.Position) string {
	us, them := p.Side().Name(), p.Side().Other().Name()
	text := fmt.Sprintf("%s (%s) to move, move %d.", us, [2]string{"先手", "後手"}[p.Side()], p.Ply())
	switch legal := len(movegen.Legal(p, nil)); {
	case legal == 0 && p.InCheck():
		text += fmt.Sprintf(" It is mate: %s has won.", them)
	case legal == 0:
		text += fmt.Sprintf(" There is no legal move: %s has won.", them)
	case p.InCheck() && legal == 1:
		text += " The king is in check, with 1 way out."
	case p.InCheck():
		text += fmt.Sprintf(" The king is in check, with %d ways out.", legal)
	case len(matingMoves(p)) > 0:
		text += fmt.Sprintf(" %s can mate in one.", us)
	}
	winner, loser := us, p.Side()
	switch p.Sennichite() {
	case position.RepNone:
		return text
	case position.RepDraw:
		return text + " The position has come for the fourth time: a draw (千日手)."
	case position.RepWin:
		loser = loser.Other()
	case position.RepLoss:
		winner = them
	}
	why := "with checks by " + loser.Name() + " all the while"
	if loser == position.Black && p.Rules().FirstPlayerLosesRepetition {
		why = "for which Black loses" // with checks or without
	}
	return text + fmt.Sprintf(" The position has come for the fourth time, %s: %s has won.", why, winner)
}

// verdict says in words what a score for the side to move means, in the centipawns of GUIs.
func verdict(side position.Color, score eval.Score) string {
	if score < 0 {
		side, score = side.Other(), -score
	}
	ahead := side.Name()
	switch {
	case score < 50:
		return "about even"
	case score < 200:
		return ahead + " is slightly better"
	case score < 450:
		return ahead + " is better"
	case score < 1000:
		return ahead + " is much better"
	}
	return ahead + " is winning"
}

func compiler() string { return runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH }

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
	d.pos, d.unread = p, false
}

// evaluate explains the evaluation of the position, also in the middle of a search. Otherwise it runs as a task, since
// the network may have to be loaded first.
func (d *driver) evaluate(line, []string) {
	p := d.pos.Clone()
	if d.task != nil {
		d.engine.explain(p, d.out)
		return
	}
	d.atConsole(func(context.Context, Settings) { d.engine.explain(p, d.out) })
}

func (d *driver) perftCommand(_ line, words []string) {
	depth, ok := int64(0), false
	if len(words) == 1 {
		depth, ok = parseNumber(words[0])
	}
	if !ok {
		d.out.say("perft: want a depth, such as perft 5")
		return
	}
	d.perft(depth)
}

// perftReport is how often a perft reports its progress.
const perftReport = 5 * time.Second

// perft counts the lines of legal moves, root move by root move. When stopped it reports what it has counted.
func (d *driver) perft(depth int64) {
	if depth < 1 || depth > movegen.MaxPerftDepth {
		d.out.say("perft: want a depth from 1 to %d", movegen.MaxPerftDepth)
		return
	}
	p, threads := d.pos.Clone(), d.settings.Search.Threads
	d.start(console, func(ctx context.Context, _ *task) {
		var leaves atomic.Uint64
		done, roots := 0, len(movegen.Legal(p, nil))
		var said time.Time // nothing before the first pause
		start := time.Now()
		total, err := movegen.Divide(ctx, p, int(depth), threads, &leaves, func(m position.Move, n uint64) {
			done++
			d.out.lines(fmt.Sprintf("%v: %d", m, n))
			if now := time.Now(); now.Sub(start) > perftReport && now.Sub(said) > perftReport {
				said = now
				d.out.say("perft: %d of %d moves, %d leaves so far", done, roots, leaves.Load())
			}
		})
		if err != nil {
			d.out.say("perft: stopped before the end; %d of %d moves with %d leaves are counted", done, roots, total)
			return
		}
		d.out.lines(fmt.Sprintf("Nodes searched: %d", total))
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
	path := files.Locate(l.rest())
	content, err := readText(path, maxScript, "a file of commands")
	if err != nil {
		d.out.say("f: %v", err)
		return
	}
	var lines []line
	for _, text := range strings.Split(content, "\n") {
		if firstWord(text) != "f" { // a file that runs itself would never end
			lines = append(lines, line{text: cleanLine([]byte(text)), at: l.at})
		}
	}
	d.queue = append(lines, d.queue...)
}

// exportNet writes the network in use to a file, nn.bin unless it is named.
func (d *driver) exportNet(l line, _ []string) {
	path := cmp.Or(l.rest(), DefaultEvalFile)
	d.atConsole(func(context.Context, Settings) {
		network, ok := d.engine.evaluator().(Exporter)
		if !ok {
			d.out.say("export_net: the evaluation in use is not a network (see the options Eval, EvalDir and EvalFile)")
			return
		}
		var what string
		err := files.MayReplace(path, "an empty file")
		if folder := filepath.Dir(path); err == nil {
			if _, missing := os.Stat(folder); missing != nil { // a typo makes none
				err = fmt.Errorf("there is no folder %s", folder)
			}
		}
		if err == nil {
			err = files.Replace(path, func(out io.Writer) (err error) {
				what, err = network.Export(out)
				return err
			})
		}
		if err != nil {
			d.out.say("export_net: %v", err)
			return
		}
		d.out.say("export_net: %s: %s", path, what)
	})
}

func helpText(*driver) string {
	return `The engine speaks USI. Useful commands at the keyboard:
  position startpos moves 7g7f   set up a position (or: position sfen ...; matsuri; flip rotates it)
  d, sfen, key, side             show the board, its SFEN, its hash key, the side to move
  moves, mate1, mated            show the legal moves, the mating moves, whether the side to move is mated
  eval                           explain the evaluation
  go depth 10, go infinite, stop search
  go mate 5000                   solve a mate problem, with its time in milliseconds
  go perft 4                     count the lines of legal moves
  bench                          measure the speed
  speedtest                      the same with all cores, as in games, for 150 s (or: speedtest THREADS HASH_MB SECONDS)
  getoption, Threads 2           show the options, set one
  export_net nn.bin              write the network in use as a file for other programs
  unittest                       check the program on this machine, in some seconds
  makebook                       make an opening book, from games or by searching; alone it tells how
  f FILE, log, compiler, quit    run commands from a file, log to io_log.txt (again: stop), show the build, leave`
}
