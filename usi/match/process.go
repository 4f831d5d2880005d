package match

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	maxLine  = 1 << 16         // a longer line is cut: only its beginning can matter
	maxFlood = 16 << 20        // output in bytes for one command beyond which an engine floods
	tailSize = 12              // last lines kept for the record
	maxTail  = 300             // bytes of each
	quitTime = 2 * time.Second // for an engine to end after quit
	sendTime = 2 * time.Second // for an engine to read on when the pipe to it is full: 64 KB of commands, 4 KB on Windows
)

// process is an engine's process. One goroutine reads its output without ever waiting for us, so that no engine blocks
// on a full pipe; stderr is read too, and only its last lines are kept. A player has one and adds its protocol.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	deaf   atomic.Bool                     // it does not read its input
	killed atomic.Bool                     // it was ended, if perhaps something else holds its output open
	onLine func(line string, at time.Time) // called by the reading goroutine
	dead   chan struct{}                   // closed once the process has ended and its output is read

	answers chan reply    // gets the awaited one
	output  atomic.Int64  // bytes read since the last forget
	flood   chan struct{} // gets a token when output passes maxFlood

	mu   sync.Mutex
	tail []string // last lines of the dialogue, oldest first
	exit string   // how the process ended, valid once dead is closed
}

// reply is what an engine answers to a command.
type reply struct {
	text string // the line, or what its protocol's player makes of it
	err  error  // the engine refuses what it was told
	at   time.Time
	info thought
}

// startProcess starts the engine. onLine gets each line of its standard output with the time of its arrival.
func startProcess(spec *engineSpec, onLine func(string, time.Time)) (*process, error) {
	path, args, err := spec.command()
	if err != nil {
		return nil, err
	}
	p := &process{onLine: onLine, dead: make(chan struct{}), answers: make(chan reply, 1), flood: make(chan struct{}, 1)}
	p.cmd = exec.Command(path, args...)
	p.cmd.Dir = spec.Dir
	p.cmd.Stderr = &lineWriter{emit: func(line string) { p.keep("! " + line) }}
	p.cmd.WaitDelay = time.Second
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := startGroup(p.cmd); err != nil {
		return nil, fmt.Errorf("engine %s: %w", spec.Name, err)
	}
	go p.read(stdout)
	return p, nil
}

func (p *process) read(stdout io.Reader) {
	var group sync.WaitGroup
	group.Go(func() { endGroup(p.cmd) }) // beside the reading: what the engine leaves behind may hold its output open
	in := bufio.NewReaderSize(stdout, maxLine)
	cut := false // the rest of an over-long line is to be dropped
	for {
		b, err := in.ReadSlice('\n')
		at := time.Now()
		if p.output.Add(int64(len(b))) > maxFlood {
			select {
			case p.flood <- struct{}{}:
			default:
			}
		}
		if !cut && len(b) > 0 {
			line := strings.TrimRight(string(b), "\r\n")
			p.keep("< " + line)
			p.onLine(line, at)
		}
		cut = errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !cut {
			break
		}
	}
	group.Wait()
	p.cmd.Wait()
	p.mu.Lock()
	p.exit = p.cmd.ProcessState.String()
	p.mu.Unlock()
	close(p.dead)
}

// send writes a line to the engine. A broken pipe shows as the end of the process, and so does a full one: an engine
// that does not read its input would keep us waiting for ever, so it is ended, and the writing with it. (A deadline would do
// on Unix; the pipes of Windows know none.)
func (p *process) send(line string) {
	p.keep("> " + line)
	patience := time.AfterFunc(sendTime, func() {
		p.deaf.Store(true)
		p.kill()
	})
	defer patience.Stop()
	io.WriteString(p.stdin, line+"\n")
}

// await waits for the answer; a failure to come up with it in time is the engine's. When stop fires the engine gets the
// command hurry.
func (p *process) await(ctx context.Context, awaited string, limit time.Duration, stop <-chan time.Time, hurry string) (reply, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case r := <-p.answers:
			return r, r.err
		case <-p.dead:
			select {
			case r := <-p.answers: // its last word came before its end
				return r, r.err
			default:
			}
			if p.deaf.Load() {
				return reply{}, &failure{byHang, fmt.Sprintf("its input was full and not read for %v", sendTime)}
			}
			return reply{}, &failure{byCrash, "the process ended before " + awaited}
		case <-p.flood:
			return reply{}, &failure{byFlood, fmt.Sprintf("more than %d MB of output before %s", maxFlood>>20, awaited)}
		case <-stop:
			p.send(hurry)
		case <-timer.C:
			return reply{}, &failure{byHang, fmt.Sprintf("no %s within %v", strings.TrimPrefix(awaited, "its "), limit)}
		case <-ctx.Done():
			return reply{}, ctx.Err()
		}
	}
}

// keep adds a line to the last ones of the dialogue.
func (p *process) keep(line string) {
	if len(line) > maxTail {
		line = line[:maxTail] + "..."
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.tail) == tailSize {
		p.tail = slices.Delete(p.tail, 0, 1)
	}
	p.tail = append(p.tail, strings.ToValidUTF8(line, "?"))
}

// lastLines returns the end of the dialogue: "> " sent, "< " received, "! " written to stderr; and how the process
// ended, if it did.
func (p *process) lastLines() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	lines := slices.Clone(p.tail)
	if p.exit != "" {
		lines = append(lines, "process ended: "+p.exit)
	}
	return lines
}

// forget drops an answer that nobody awaits, and begins a new allowance of output.
func (p *process) forget() {
	p.output.Store(0)
	select {
	case <-p.answers:
	default:
	}
	select {
	case <-p.flood:
	default:
	}
}

// flooded returns the failure of an engine that floods while the other one thinks, nil if it does not.
func (p *process) flooded() *failure {
	select {
	case <-p.flood:
		return &failure{byFlood, fmt.Sprintf("more than %d MB of output while it was not its turn", maxFlood>>20)}
	default:
		return nil
	}
}

// alive reports whether the process still runs.
func (p *process) alive() bool {
	select {
	case <-p.dead:
		return false
	default:
		return !p.killed.Load()
	}
}

// kill ends the process and its children at once.
func (p *process) kill() {
	if p.alive() {
		killGroup(p.cmd)
		p.killed.Store(true)
	}
	p.stdin.Close()
	select {
	case <-p.dead:
	case <-time.After(quitTime): // a grandchild in another group holds the pipe
	}
}

// close asks the engine to end, and ends it if it does not.
func (p *process) close(ctx context.Context) {
	if p.alive() {
		p.send("quit")
		p.stdin.Close()
		select {
		case <-p.dead:
		case <-ctx.Done():
		case <-time.After(quitTime):
		}
	}
	p.kill()
}

// lineWriter cuts what is written into lines.
type lineWriter struct {
	emit func(string)
	line []byte
}

func (w *lineWriter) Write(b []byte) (int, error) {
	for _, c := range b {
		if c == '\n' {
			w.emit(strings.TrimRight(string(w.line), "\r"))
			w.line = w.line[:0]
		} else if len(w.line) < maxTail {
			w.line = append(w.line, c)
		}
	}
	return len(b), nil
}
