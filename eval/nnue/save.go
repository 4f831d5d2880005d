package nnue

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// description returns the text that a file of the shape has, in the form that the field uses.
func (s *Shape) description() string {
	features := s.features.name
	if s.features != kingPiece {
		features += "(Friend)"
	}
	return fmt.Sprintf("Features=%s[%d->%dx2],Network=AffineTransform[1<-%d](ClippedReLU[%d](AffineTransform[%d<-%d](ClippedReLU[%d]("+
		"AffineTransform[%d<-%d](InputSlice[%d(0:%d)])))))", features, s.features.dims, s.width, s.hidden2, s.hidden2, s.hidden2, s.hidden1,
		s.hidden1, s.hidden1, 2*s.width, 2*s.width, 2*s.width)
}

// Save writes a network of the plain family as a file that Read reads.
func (n *Network) Save(w io.Writer) error {
	s := &n.shape
	if s.squared {
		return fmt.Errorf("%s: networks %s can only be read", n.name, s)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	var err error
	put := func(values ...any) {
		for _, v := range values {
			if err == nil {
				err = binary.Write(out, binary.LittleEndian, v)
			}
		}
	}
	put(uint32(fileVersion), s.fileHash(), uint32(len(n.description)), []byte(n.description), s.transformHash(), n.bias)
	for some := range slices.Chunk(n.weights, 1<<12) { // what is written at once is copied first
		put(some)
	}
	st := &n.stacks[0]
	put(s.networkHash(), st.first.bias, st.first.rows(), st.second.bias, st.second.rows(), st.lastBias, st.last)
	if err != nil {
		return err
	}
	return out.Flush()
}
