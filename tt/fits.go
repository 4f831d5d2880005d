package tt

// Fits reports why another table of the size in megabytes would be too much for the machine, nil if it would not. The
// mate solver's table is held against it too.
func Fits(megabytes int) error { return checkSize(megabytes, 0) }
