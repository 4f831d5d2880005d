//go:build unix && !linux

package match

import (
	"os/exec"
	"syscall"
)

// startGroup starts the process in a group of its own: a Ctrl-C at the terminal reaches the match and not its engines,
// and an engine behind a shell script is ended with the script.
func startGroup(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd.Start()
}

// killGroup ends the process and its children at once.
func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// endGroup does nothing here: there is no portable way to learn of the process's end and keep its number from being
// used again.
func endGroup(*exec.Cmd) {}
