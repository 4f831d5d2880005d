package nnue

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// ErrFile is wrapped by every error that says that a file is not a network this package can read.
var ErrFile = errors.New("not a usable evaluation file")

// maxDescription is the longest description that is accepted, bytes; real ones have a few hundred.
const maxDescription = 1 << 16

// Load reads an evaluation file. It finds the architecture from the file's size, because the hashes and descriptions of
// files in circulation are unreliable. fvScale is the network's FV_SCALE, 1 to eval.MaxFVScale. An error is one line
// that names the path, what was found and what was expected.
func Load(path string, fvScale int) (*Network, error) {
	info, err := os.Stat(path) // first, since opening a pipe could block for ever
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w: not a regular file", path, ErrFile)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, info.Size(), path, fvScale)
}

// Read reads an evaluation file of size bytes from r; name stands for it in messages. See Load.
func Read(r io.Reader, size int64, name string, fvScale int) (*Network, error) {
	n, err := newNetwork(name, fvScale)
	if err != nil {
		return nil, err
	}
	in := &reader{r: bufio.NewReaderSize(r, 1<<20), left: size}
	if err := n.read(in, size); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
}

func (n *Network) read(in *reader, size int64) error {
	const header = 12
	if size < header+4 {
		return fmt.Errorf("%w: %d bytes are too few for a header", ErrFile, size)
	}
	version, hash, length := in.uint32(), in.uint32(), in.uint32()
	if in.err == nil && version != fileVersion && version != fileVersionA {
		return fmt.Errorf("%w: it begins with %#08x, want the version %#08x", ErrFile, version, uint32(fileVersion))
	}
	if length > maxDescription || int64(length) > in.left-4 {
		return fmt.Errorf("%w: the description's length is %d in a file of %d bytes", ErrFile, length, size)
	}
	n.description = string(in.bytes(int(length)))
	if in.err != nil {
		return in.err
	}
	var err error
	if start, _ := in.r.Peek(4 + len(lebMagic)); strings.HasSuffix(string(start), lebMagic) {
		err = n.readPacked(in)
	} else {
		err = n.readPlain(in, size)
	}
	if err != nil {
		return err
	}
	if in.err != nil {
		return in.err
	}
	if want := n.shape.fileHash(); hash != want {
		n.warn("file hash is %#08x, want %#08x", hash, want)
	}
	return nil
}

// readPlain reads what follows the description in a file of the plain family. Some files lack one or both of the hashes
// in front of the sections.
func (n *Network) readPlain(in *reader, size int64) error {
	hashes := int64(-1)
	for i := range plainShapes {
		if missing := in.left - plainShapes[i].payload(); missing == 0 || missing == 4 || missing == 8 {
			n.shape, hashes = plainShapes[i], missing/4
			break
		}
	}
	if hashes < 0 {
		return fmt.Errorf("%w: %d bytes; %s", ErrFile, size, expectedSizes(size-in.left, size))
	}
	first := in.next() == n.shape.transformHash() // a file with one hash may have this one or the other
	if hashes == 0 && first {
		return fmt.Errorf("%w: %d bytes, 8 too few for %s", ErrFile, size, &n.shape)
	}
	if hashes == 2 || hashes == 1 && first {
		n.readHash(in, "first layer", n.shape.transformHash())
	}
	width := n.shape.width
	n.bias = aligned[int16](width)
	in.int16s(n.bias)
	n.weights = hugeInt16s(width * n.shape.features.dims)
	in.int16s(n.weights)
	if hashes == 1 && first && in.next() == n.shape.networkHash() {
		return fmt.Errorf("%w: %d bytes, 4 too few for %s", ErrFile, size, &n.shape)
	}
	if hashes == 2 || hashes == 1 && !first {
		n.readHash(in, "dense layers", n.shape.networkHash())
	}
	n.stacks = []stack{readStack(in, &n.shape)}
	return nil
}

// readPacked reads what follows the description in a file whose first layer is compressed: one of the SFNN family, or a
// plain one written by SavePacked. Their shapes differ in the numbers of biases and weights and in the size of the
// rest.
func (n *Network) readPacked(in *reader) error {
	first := in.uint32()
	var err error
	if n.bias, err = readLEB(in, maxUnsized); err != nil {
		return fmt.Errorf("%w: biases of the first layer: %w", ErrFile, err)
	}
	var known []*Shape
	var names []string
	weights, widths := 0, map[int]bool{}
	for _, shapes := range [][]Shape{squaredShapes, plainShapes} {
		for i := range shapes {
			s := &shapes[i]
			widths[s.width] = true
			if s.width == len(n.bias) {
				known, names = append(known, s), append(names, s.String())
				weights = max(weights, s.width*s.features.dims)
			}
		}
	}
	if known == nil {
		return fmt.Errorf("%w: the first layer has %d outputs, known are %v", ErrFile, len(n.bias), slices.Sorted(maps.Keys(widths)))
	}
	if n.weights, err = readLEB(in, weights); err != nil {
		return fmt.Errorf("%w: weights of the first layer: %w", ErrFile, err)
	}
	for _, s := range known {
		if s.width*s.features.dims == len(n.weights) && in.left == int64(s.stacks())*(4+s.stackBytes()) {
			n.shape = *s
			n.checkHash(first, "first layer", s.transformHash())
			for i := range s.stacks() {
				n.readHash(in, fmt.Sprintf("bucket %d", i), s.networkHash())
				n.stacks = append(n.stacks, readStack(in, s))
			}
			return nil
		}
	}
	return fmt.Errorf("%w: a first layer of %d outputs and %d weights with %d bytes of dense layers is none of %s",
		ErrFile, len(n.bias), len(n.weights), in.left, strings.Join(names, ", "))
}

// readHash reads a section's hash and checks it.
func (n *Network) readHash(in *reader, section string, want uint32) {
	if got := in.uint32(); in.err == nil {
		n.checkHash(got, section, want)
	}
}

// checkHash records a warning if a section's hash is not the expected one.
func (n *Network) checkHash(got uint32, section string, want uint32) {
	if got != want {
		n.warn("hash of the %s is %#08x, want %#08x", section, got, want)
	}
}

func (n *Network) warn(format string, args ...any) {
	if n.warning != "" {
		n.warning += "; "
	}
	n.warning += fmt.Sprintf(format, args...)
}

// expectedSizes lists the sizes that the plain files in circulation would have with this file's length of description,
// and the nearest size of a file of our own.
func expectedSizes(header, size int64) string {
	text := "expected are"
	bytes := func(s *Shape) int64 { return header + s.payload() + 8 }
	for i := range sharedShapes {
		text += fmt.Sprintf(" %d (%s),", bytes(&sharedShapes[i]), &sharedShapes[i])
	}
	own := ownShapes()
	nearest := slices.MinFunc(own, func(a, b Shape) int {
		return cmp.Compare(max(size-bytes(&a), bytes(&a)-size), max(size-bytes(&b), bytes(&b)-size))
	})
	return text + fmt.Sprintf(" %d (%s), or a compressed SFNN file", bytes(&nearest), &nearest)
}

func readStack(in *reader, s *Shape) (st stack) {
	st.first = readLayer(in, s.inputs1(), s.outputs1())
	st.second = readLayer(in, s.inputs2(), s.hidden2)
	bias := make([]int32, 1)
	in.int32s(bias)
	st.lastBias = bias[0]
	st.last = aligned[int8](padded(s.hidden2))
	in.int8s(st.last)
	st.contacts = aligned[int16](s.Contacts() * s.hidden1)
	in.int16s(st.contacts)
	return st
}

func readLayer(in *reader, inputs, outputs int) layer {
	bias := make([]int32, outputs)
	in.int32s(bias)
	rows := make([]int8, outputs*padded(inputs))
	in.int8s(rows)
	return newLayer(inputs, outputs, bias, rows)
}
