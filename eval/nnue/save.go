package nnue

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
)

// description returns the description in a file of the shape, in the form that the field uses.
func (s *Shape) description() string {
	features := s.features.name
	if s.features != kingPiece {
		features += "(Friend)"
	}
	contacts := ""
	if s.contacts {
		contacts = fmt.Sprintf(",Contacts[%d->%d]", contactRows, s.hidden1)
	}
	return fmt.Sprintf("Features=%s[%d->%dx2],Network=AffineTransform[1<-%d](ClippedReLU[%d](AffineTransform[%d<-%d](ClippedReLU[%d]("+
		"AffineTransform[%d<-%d](InputSlice[%d(0:%d)])))))%s", features, s.features.dims, s.width, s.hidden2, s.hidden2, s.hidden2, s.hidden1,
		s.hidden1, s.hidden1, 2*s.width, 2*s.width, 2*s.width, contacts)
}

// Save writes a network of the plain family as a file that Read and other programs read.
func (n *Network) Save(w io.Writer) error {
	return n.save(w, func(put func(...any)) {
		put(n.bias)
		for some := range slices.Chunk(n.weights, 1<<12) { // what is written at once is copied first
			put(some)
		}
	})
}

// SavePacked writes the network as a file of half the size, which only Read reads: the first layer is in LEB128, as in
// files of the SFNN family.
func (n *Network) SavePacked(w io.Writer) error {
	return n.save(w, func(put func(...any)) { put(appendLEB(nil, n.bias), appendLEB(nil, n.weights)) })
}

// save writes the file; first writes the numbers of the first layer.
func (n *Network) save(w io.Writer, first func(put func(...any))) error {
	s := &n.shape
	if s.squared {
		return fmt.Errorf("%s: a network %s can be read, but not written", n.name, s)
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
	put(uint32(fileVersion), s.fileHash(), uint32(len(n.description)), []byte(n.description), s.transformHash())
	first(put)
	st := &n.stacks[0]
	put(s.networkHash(), st.first.bias, st.first.rows(), st.second.bias, st.second.rows(), st.lastBias, st.last, st.contacts)
	if err != nil {
		return err
	}
	return out.Flush()
}

// Export writes the network as a file for other programs, and says what it wrote: the network as it is if others know
// its architecture, else its larger form (Expand) or, if there is none, the form that only this program reads.
func (e *Evaluator) Export(w io.Writer) (string, error) {
	n, note := e.net, ""
	if !slices.Contains(sharedShapes, n.shape) && !n.shape.squared {
		if wide, err := n.Expand(); err == nil {
			n = wide
		} else {
			note = ", an architecture that only Katachi knows"
		}
	}
	return fmt.Sprintf("%s, FV_SCALE %d%s", &n.shape, n.scale, note), n.Save(w)
}
