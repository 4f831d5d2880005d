package command

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

var getConsoleProcessList = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetConsoleProcessList")

// OwnConsole reports whether the console belongs to this process alone, as where it was started by its icon: the window
// closes when the process ends.
func OwnConsole() bool {
	var processes [2]uint32
	n, _, _ := getConsoleProcessList.Call(uintptr(unsafe.Pointer(&processes)), uintptr(len(processes)))
	return n == 1
}
