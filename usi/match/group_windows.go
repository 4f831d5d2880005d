package match

import (
	"os/exec"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// jobs are the jobs of the engines, by *exec.Cmd: each holds an engine and what it starts. Windows ends them when the
// handle of the job, a windows.Handle, is closed, at the latest with the end of this program. Where there can be no job
// there is none.
var jobs sync.Map

var jobLimits = windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
	BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
}

// startGroup starts the process in a group of its own: a Ctrl-C in the console reaches the match and not its engines,
// and an engine behind a batch file is ended with the batch file. However the match itself ends, its engines end with
// it.
func startGroup(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	if err := cmd.Start(); err != nil {
		return err
	}
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil // most engines still end with their input
	}
	windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&jobLimits)), uint32(unsafe.Sizeof(jobLimits)))
	cmd.Process.WithHandle(func(process uintptr) { windows.AssignProcessToJobObject(job, windows.Handle(process)) })
	jobs.Store(cmd, job)
	return nil
}

// killGroup ends the process and its children at once.
func killGroup(cmd *exec.Cmd) {
	cmd.Process.Kill()
	closeJob(cmd)
}

// endGroup waits for the end of the process and ends what it leaves behind.
func endGroup(cmd *exec.Cmd) {
	cmd.Process.WithHandle(func(process uintptr) {
		if event, _ := windows.WaitForSingleObject(windows.Handle(process), windows.INFINITE); event == windows.WAIT_OBJECT_0 {
			closeJob(cmd)
		}
	})
}

func closeJob(cmd *exec.Cmd) {
	if job, open := jobs.LoadAndDelete(cmd); open {
		windows.CloseHandle(job.(windows.Handle))
	}
}
