package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
)

// The tests run on pseudo-random networks whose every byte follows from a name and a seed: a stream of SHA-256 hashes
// for each section of the file. testdata/nnue_oracle lists what a reference implementation answers for them.

// recipe is a network that can be generated: its name in the lists of expected values, its shape, and the range of the
// first dense layer's weights.
type recipe struct {
	name  string
	shape *Shape
	span  int
}

func find(shapes []Shape, name string) *Shape {
	for i := range shapes {
		if shapes[i].String() == name {
			return &shapes[i]
		}
	}
	panic("no shape " + name)
}

var recipes = []recipe{
	{"kp_256x2-32-32", find(plainShapes, "K+P 256x2-32-32"), 16},
	{"halfkp_256x2-32-32", find(plainShapes, "HalfKP 256x2-32-32"), 16},
	{"halfkpvm_256x2-32-32", find(plainShapes, "HalfKP_vm 256x2-32-32"), 16},
	{"halfkp_512x2-16-32", find(plainShapes, "HalfKP 512x2-16-32"), 12},
	{"halfkp_1024x2-8-32", find(plainShapes, "HalfKP 1024x2-8-32"), 8},
	{"halfkp_1024x2-8-64", find(plainShapes, "HalfKP 1024x2-8-64"), 8},
	{"halfkpe9_256x2-32-32", find(plainShapes, "HalfKPE9 256x2-32-32"), 16},
	{"halfkp_k9_256x2-32-32", find(plainShapes, "HalfKP_k9 256x2-32-32"), 16},
	{"halfkp_k16_512x2-16-32", find(plainShapes, "HalfKP_k16 512x2-16-32"), 12},
	{"halfka_k6_128x2-32-32", find(plainShapes, "HalfKA_k6 128x2-32-32"), 16},
	{"sfnn_halfkahm2_1536_15_32_k3k3", find(squaredShapes, "SFNN HalfKA_hm2 1536-15-32 k3k3"), 16},
	{"sfnn_halfka2_1024_7_64_k3k3", find(squaredShapes, "SFNN HalfKA2 1024-7-64 k3k3"), 16},
}

// hashStream is the bytes of SHA-256(prefix + "0"), SHA-256(prefix + "1") and so on.
type hashStream struct {
	prefix []byte
	n      int
	rest   []byte
	sum    [sha256.Size]byte
}

func (r *recipe) stream(seed int, section string) *hashStream {
	return &hashStream{prefix: fmt.Appendf(nil, "nnue-oracle/%s/%d/%s/", r.name, seed, section)}
}

func (s *hashStream) take(b []byte) []byte {
	for n := 0; n < len(b); {
		if len(s.rest) == 0 {
			text := strconv.AppendInt(s.prefix, int64(s.n), 10)
			s.prefix = text[:len(s.prefix)]
			s.sum = sha256.Sum256(text)
			s.rest = s.sum[:]
			s.n++
		}
		copied := copy(b[n:], s.rest)
		s.rest, n = s.rest[copied:], n+copied
	}
	return b
}

func (r *recipe) transformBias(seed int) []int16 {
	raw := r.stream(seed, "ftb").take(make([]byte, 2*r.shape.width))
	bias := make([]int16, r.shape.width)
	for i := range bias {
		bias[i] = int16(int(binary.LittleEndian.Uint16(raw[2*i:]))%401 - 150)
	}
	return bias
}

// transformWeight maps a byte of the stream to a weight.
func transformWeight(b byte) int16 {
	switch b {
	case 254:
		return 300
	case 255:
		return -300
	}
	return int16(b)%62 - 31
}

func (r *recipe) denseBias(seed int, section string, count, mod int) []byte {
	raw := r.stream(seed, section).take(make([]byte, 4*count))
	for i := range count {
		v := int64(binary.LittleEndian.Uint32(raw[4*i:]))%int64(2*mod+1) - int64(mod)
		binary.LittleEndian.PutUint32(raw[4*i:], uint32(int32(v)))
	}
	return raw
}

func denseWeight(b byte, span int) byte {
	if b < 240 {
		return byte(int(b)%span - span/2)
	}
	return byte((int(b)-240)*17 - 128)
}

// dense appends the three dense layers of one stack.
func (r *recipe) dense(out []byte, seed, stack int) []byte {
	s := r.shape
	for i, l := range []struct{ inputs, outputs, span, mod int }{
		{s.inputs1(), s.outputs1(), r.span, 4000}, {s.inputs2(), s.hidden2, 64, 4000}, {s.hidden2, 1, 64, 5000},
	} {
		out = append(out, r.denseBias(seed, fmt.Sprintf("s%db%d", stack, i), l.outputs, l.mod)...)
		raw := r.stream(seed, fmt.Sprintf("s%dw%d", stack, i)).take(make([]byte, l.outputs*l.inputs))
		for o := range l.outputs {
			for _, b := range raw[o*l.inputs:][:l.inputs] {
				out = append(out, denseWeight(b, l.span))
			}
			out = append(out, make([]byte, padded(l.inputs)-l.inputs)...)
		}
	}
	return out
}

func (r *recipe) description() string {
	if s := r.shape; s.squared {
		return fmt.Sprintf("ModelType=SFNNWithoutPsqt;Features=%s(Friend)[%d->%dx2],Network=SFNN-%d{LayerStack=9}", s.features.name, s.features.dims,
			s.width, s.width)
	}
	return r.shape.description()
}

// generate returns the file as a stream, and its size.
func (r *recipe) generate(seed int) (io.Reader, int64) {
	s, le := r.shape, binary.LittleEndian
	desc := r.description()
	head := le.AppendUint32(nil, fileVersion)
	head = le.AppendUint32(head, s.fileHash())
	head = le.AppendUint32(head, uint32(len(desc)))
	head = append(head, desc...)
	head = le.AppendUint32(head, s.transformHash())
	bias := r.transformBias(seed)
	var tail []byte
	for i := range s.stacks() {
		tail = r.dense(le.AppendUint32(tail, s.networkHash()), seed, i)
	}
	if s.squared {
		head = appendLEB(head, bias)
		raw := r.stream(seed, "ftw").take(make([]byte, s.width*s.features.dims))
		values := make([]int16, len(raw))
		for i, b := range raw {
			values[i] = transformWeight(b)
		}
		head = append(appendLEB(head, values), tail...)
		return bytes.NewReader(head), int64(len(head))
	}
	for _, v := range bias {
		head = le.AppendUint16(head, uint16(v))
	}
	weights := &weightReader{stream: r.stream(seed, "ftw"), left: s.width * s.features.dims}
	size := int64(len(head)) + 2*int64(weights.left) + int64(len(tail))
	return io.MultiReader(bytes.NewReader(head), weights, bytes.NewReader(tail)), size
}

// weightReader yields the first layer's weights, too many to hold them twice.
type weightReader struct {
	stream *hashStream
	left   int
	raw    [4096]byte
}

func (w *weightReader) Read(b []byte) (int, error) {
	n := min(w.left, len(b)/2, len(w.raw))
	if w.left == 0 {
		return 0, io.EOF
	}
	for i, v := range w.stream.take(w.raw[:n]) {
		binary.LittleEndian.PutUint16(b[2*i:], uint16(transformWeight(v)))
	}
	w.left -= n
	return 2 * n, nil
}
