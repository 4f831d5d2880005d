//go:build unix

package match

import (
	"os/exec"
	"syscall"
)

// ownGroup gives the process a group of its own: a Ctrl-C at the terminal reaches the match and not its engines, and
// an engine behind a shell script is ended with the script.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(cmd *exec.Cmd) { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
