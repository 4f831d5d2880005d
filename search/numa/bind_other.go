//go:build !linux

package numa

import "errors"

// supported says that threads cannot be bound on this system.
const supported = false

func allowed() ([]int, error) { return nil, errors.ErrUnsupported }

func bind([]int) error { return errors.ErrUnsupported }
