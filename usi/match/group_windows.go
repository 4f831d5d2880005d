package match

import (
	"os/exec"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// job holds all engines and what they start. Windows ends them when the last handle of the job is closed, which is left to the
// end of this program. Where there can be no job it is 0.
var job = sync.OnceValue(func() windows.Handle {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0
	}
	windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&jobLimits)), uint32(unsafe.Sizeof(jobLimits)))
	return job
})

var jobLimits = windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
	BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
}

// startGroup starts the process in a group of its own: a Ctrl-C in the console reaches the match and not its engines.
// However the match itself ends, its engines end with it.
func startGroup(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
	if err := cmd.Start(); err != nil {
		return err
	}
	cmd.Process.WithHandle(func(process uintptr) {
		windows.AssignProcessToJobObject(job(), windows.Handle(process)) // if this fails, most engines still end with their input
	})
	return nil
}

func killGroup(cmd *exec.Cmd) { cmd.Process.Kill() }

func endGroup(*exec.Cmd) {}
