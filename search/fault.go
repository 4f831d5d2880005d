package search

import (
	"fmt"
	"path"
	"runtime"
	"strings"
)

// PanicPlace returns the file and line that panicked, for the deferred function that recovers.
func PanicPlace() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	panicked := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
		case panicked && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf("%s:%d", path.Base(f.File), f.Line)
		}
		if !more {
			return "an unknown place"
		}
	}
}
