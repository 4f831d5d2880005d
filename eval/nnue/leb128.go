package nnue

import (
	"encoding/binary"
	"fmt"
	"math"
)

// lebMagic begins a block of numbers in signed LEB128: then the count of data bytes and the data.
const lebMagic = "COMPRESSED_LEB128"

// maxUnsized limits a block whose number of values is not known beforehand.
const maxUnsized = 1 << 16

// readLEB reads a block of at most limit 16-bit values.
func readLEB(in *reader, limit int) ([]int16, error) {
	if magic := in.bytes(len(lebMagic)); in.err == nil && string(magic) != lebMagic {
		return nil, fmt.Errorf("the block does not begin with %s", lebMagic)
	}
	size := int64(in.uint32())
	if in.err != nil {
		return nil, in.err
	}
	if size > in.left {
		return nil, fmt.Errorf("a block of %d bytes where the file has %d more", size, in.left)
	}
	// A value takes one byte or more, so size bounds their number; three are the most that 16 bits need.
	values := hugeInt16s(int(min(size, int64(limit))))
	count, value, shift := 0, int32(0), uint(0)
	for size > 0 {
		part := in.buf[:min(int64(len(in.buf)), size)]
		if !in.fill(part) {
			return nil, in.err
		}
		size -= int64(len(part))
		for _, b := range part {
			if shift > 14 {
				return nil, fmt.Errorf("value %d is longer than three bytes", count)
			}
			value |= int32(b&0x7F) << shift
			shift += 7
			if b&0x80 != 0 {
				continue
			}
			if b&0x40 != 0 {
				value |= -1 << shift
			}
			if count == len(values) {
				return nil, fmt.Errorf("more than %d values", count)
			}
			if value < math.MinInt16 || value > math.MaxInt16 {
				return nil, fmt.Errorf("value %d is %d, more than 16 bits", count, value)
			}
			values[count] = int16(value)
			count, value, shift = count+1, 0, 0
		}
	}
	if shift != 0 {
		return nil, fmt.Errorf("the last of %d values is cut off", count+1)
	}
	return values[:count], nil
}

// appendLEB appends a block of values to out.
func appendLEB(out []byte, values []int16) []byte {
	out = append(out, lebMagic...)
	at := len(out)
	out = append(out, 0, 0, 0, 0)
	for _, v := range values {
		for v < -64 || v > 63 {
			out = append(out, byte(v&0x7F|0x80))
			v >>= 7
		}
		out = append(out, byte(v&0x7F))
	}
	binary.LittleEndian.PutUint32(out[at:], uint32(len(out)-at-4))
	return out
}
