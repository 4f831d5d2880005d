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

// Open opens a file as if its icon had been clicked: a page, in the browser.
func Open(path string) error {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return err
	}
	return windows.ShellExecute(0, nil, name, nil, nil, windows.SW_SHOWNORMAL)
}
