package match

import (
	"errors"
	"os/exec"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// starts are carried out on one thread that lives as long as the program. The kernel ends an engine with the thread that
// started it, and any other thread may end while the program goes on.
var starts = sync.OnceValue(func() chan<- func() {
	c := make(chan func())
	go func() {
		runtime.LockOSThread()
		for start := range c {
			start()
		}
	}()
	return c
})

// startGroup starts the process in a group of its own: a Ctrl-C at the terminal reaches the match and not its engines,
// and an engine behind a shell script is ended with the script. However the match itself ends, its engines end with it;
// of an engine behind a script that is true of the script alone.
func startGroup(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	result := make(chan error)
	starts() <- func() { result <- cmd.Start() }
	return <-result
}

// killGroup ends the process and its children at once.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// endGroup waits for the end of the process and ends what it leaves behind. Its own remains are left for cmd.Wait: until
// then no other process can get its number.
func endGroup(cmd *exec.Cmd) {
	for errors.Is(unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil), unix.EINTR) {
	}
	killGroup(cmd)
}
