//go:build !unix && !windows

package match

import "os/exec"

func startGroup(cmd *exec.Cmd) error { return cmd.Start() }

func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

func endGroup(*exec.Cmd) {}
