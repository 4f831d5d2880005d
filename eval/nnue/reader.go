package nnue

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// reader reads little-endian numbers. The first error sticks; every later read gives zero.
type reader struct {
	r    *bufio.Reader
	left int64 // bytes up to the end of the file
	err  error
	buf  [1 << 13]byte
}

// fill reads exactly len(b) bytes.
func (r *reader) fill(b []byte) bool {
	if r.err != nil {
		return false
	}
	n, err := io.ReadFull(r.r, b)
	r.left -= int64(n)
	if err != nil {
		r.err = fmt.Errorf("%w: it ends %d bytes early", ErrFile, r.left)
		if err != io.EOF && err != io.ErrUnexpectedEOF {
			r.err = err
		}
	}
	return r.err == nil
}

func (r *reader) bytes(n int) []byte {
	b := make([]byte, n)
	r.fill(b)
	return b
}

// next returns the number that uint32 will read, 0 at the end.
func (r *reader) next() uint32 {
	b, err := r.r.Peek(4)
	if err != nil {
		return 0
	}
	return binary.LittleEndian.Uint32(b)
}

func (r *reader) uint32() uint32 {
	if !r.fill(r.buf[:4]) {
		return 0
	}
	return binary.LittleEndian.Uint32(r.buf[:])
}

func (r *reader) int32s(out []int32) {
	for i := range out {
		out[i] = int32(r.uint32())
	}
}

func (r *reader) int16s(out []int16) {
	for len(out) > 0 {
		part := r.buf[:min(len(r.buf), 2*len(out))]
		if !r.fill(part) {
			return
		}
		for i := range len(part) / 2 {
			out[i] = int16(binary.LittleEndian.Uint16(part[2*i:]))
		}
		out = out[len(part)/2:]
	}
}

func (r *reader) int8s(out []int8) {
	for len(out) > 0 {
		part := r.buf[:min(len(r.buf), len(out))]
		if !r.fill(part) {
			return
		}
		for i, b := range part {
			out[i] = int8(b)
		}
		out = out[len(part):]
	}
}
