package book

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sort"
)

// table is a sorted file, in memory or on disk: of entries of equal length, by their first bytes, or of lines, see disk.
type table struct {
	file io.ReaderAt
	size int64 // of the whole file, bytes
	end  func() error
}

// openTable opens a file and, unless it is to be searched on the disk, reads it.
func openTable(name string, onTheFly bool) (table, error) {
	if !onTheFly {
		content, err := os.ReadFile(name)
		return table{bytes.NewReader(content), int64(len(content)), func() error { return nil }}, err
	}
	f, err := os.Open(name)
	if err != nil {
		return table{}, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return table{}, err
	}
	return table{f, info.Size(), f.Close}, nil
}

func (t *table) close() error { return t.end() }

// read returns n bytes at an offset.
func (t *table) read(offset int64, n int) ([]byte, error) {
	if offset < 0 || offset > t.size || int64(n) > t.size-offset {
		return nil, fmt.Errorf("%w: it ends before byte %d", ErrBook, offset+int64(n))
	}
	b := make([]byte, n)
	if _, err := t.file.ReadAt(b, offset); err != nil && err != io.EOF {
		return nil, err
	}
	return b, nil
}

// search returns the number of the first of n entries for which the predicate holds, which must be false for all
// before and true for all behind. Entries are width bytes long and begin at offset.
func (t *table) search(offset int64, width, n int, holds func(entry []byte) bool) (int, error) {
	var failed error
	i := sort.Search(n, func(i int) bool {
		entry, err := t.read(offset+int64(i)*int64(width), width)
		if err != nil {
			failed = err
			return true
		}
		return holds(entry)
	})
	return i, failed
}

// sorted checks the order of entries; less tells whether one must stand before the other.
func (t *table) sorted(offset int64, width, n int, less func(a, b []byte) bool) error {
	step := 1
	if _, onDisk := t.file.(*os.File); onDisk {
		step = max(1, n/samples) // reading all would defeat the purpose
	}
	var last []byte
	for i := 0; i < n; i += step {
		entry, err := t.read(offset+int64(i)*int64(width), width)
		if err != nil {
			return err
		}
		if last != nil && less(entry, last) {
			return fmt.Errorf("%w: entry %d is out of order, the file is not sorted", ErrBook, i)
		}
		last = entry
	}
	return nil
}
