//go:build !unix

package match

import "os"

func lockFile(*os.File) error { return nil }
