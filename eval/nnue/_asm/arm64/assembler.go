package main

import (
	"bytes"
	"fmt"
	"strings"
)

// assembler collects the text of Go assembly for arm64 and the Go declarations of its functions. Registers are numbers: of
// the general ones in operands R0, R1, ..., of the vectors in the methods that encode instructions.
type assembler struct {
	text, stubs bytes.Buffer
	params      map[string]string // of the current function: the operand of each
}

// op writes an instruction or a label of Go's assembler.
func (a *assembler) op(format string, args ...any) {
	if !strings.HasSuffix(format, ":") {
		a.text.WriteByte('\t')
	}
	fmt.Fprintf(&a.text, format+"\n", args...)
}

// word writes an instruction that Go's assembler does not know, with its name in the notation of Arm's manual.
func (a *assembler) word(code uint32, format string, args ...any) {
	a.op("WORD $%#08x // %s", code, fmt.Sprintf(format, args...))
}

// function begins a function whose pointers do not escape, with parameters such as "dst *int16", which all take eight
// bytes, and the result int32 or none.
func (a *assembler) function(name, result, doc string, params ...string) {
	a.params = map[string]string{}
	size := 0
	for _, p := range params {
		name, _, _ := strings.Cut(p, " ")
		a.params[name] = fmt.Sprintf("%s+%d(FP)", name, size)
		size += 8
	}
	if result != "" {
		a.params["ret"] = fmt.Sprintf("ret+%d(FP)", size)
		size += 4
		result = " " + result
	}
	fmt.Fprintf(&a.stubs, "\n// %s %s\n//\n//go:noescape\nfunc %s(%s)%s\n", name, doc, name, strings.Join(params, ", "), result)
	fmt.Fprintf(&a.text, "\n// func %s(%s)%s\nTEXT ·%s(SB), NOSPLIT, $0-%d\n", name, strings.Join(params, ", "), result, name, size)
}

// load copies parameters to the general registers from first on.
func (a *assembler) load(first int, params ...string) {
	for i, param := range params {
		a.op("MOVD %s, R%d", a.params[param], first+i)
	}
}

// loop writes body as a loop that handles step values at a time, until none is left of those that a general register counts.
func (a *assembler) loop(left, step int, body func()) {
	a.op("loop:")
	body()
	a.op("SUBS $%d, R%d", step, left)
	a.op("BNE loop")
}

// vectors returns the list of count vector registers from first on, as VLD1 and VST1 take it, at most four.
func vectors(first, count int, lanes string) string {
	list := make([]string, count)
	for i := range list {
		list[i] = fmt.Sprintf("V%d.%s", first+i, lanes)
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// read loads count vectors, from first on, from the memory at a general register, and moves that on.
func (a *assembler) read(base, first, count int) {
	for ; count > 0; first, count = first+4, count-4 {
		n := min(4, count)
		a.op("VLD1.P %d(R%d), %s", 16*n, base, vectors(first, n, "B16"))
	}
}

// write stores count vectors likewise.
func (a *assembler) write(base, first, count int) {
	for ; count > 0; first, count = first+4, count-4 {
		n := min(4, count)
		a.op("VST1.P %s, %d(R%d)", vectors(first, n, "B16"), 16*n, base)
	}
}

// zero clears count vectors from first on.
func (a *assembler) zero(first, count int) {
	for v := first; v < first+count; v++ {
		a.op("VEOR V%d.B16, V%d.B16, V%d.B16", v, v, v)
	}
}

// half is which half of a vector of bytes an instruction works on; the name of the one for the upper half ends in 2.
type half uint32

const (
	lower half = iota
	upper
)

func (h half) suffix() string { return [2]string{"", "2"}[h] }

// bytes returns how Arm's notation writes the bytes of the half.
func (h half) bytes() string { return [2]string{"8B", "16B"}[h] }

// halves returns how it writes the 16-bit lanes.
func (h half) halves() string { return [2]string{"4H", "8H"}[h] }

// three encodes an instruction of three registers, the destination first.
func three(code uint32, d, n, m int) uint32 {
	return code | uint32(m)<<16 | uint32(n)<<5 | uint32(d)
}

// two encodes an instruction of two.
func two(code uint32, d, n int) uint32 { return three(code, d, n, 0) }

// smull writes the 16-bit products of signed bytes; smlal adds them.
func (a *assembler) smull(h half, d, n, m int) {
	a.word(three(0x0E20C000|uint32(h)<<30, d, n, m), "SMULL%s V%d.8H, V%d.%s, V%d.%s", h.suffix(), d, n, h.bytes(), m, h.bytes())
}

func (a *assembler) smlal(h half, d, n, m int) {
	a.word(three(0x0E208000|uint32(h)<<30, d, n, m), "SMLAL%s V%d.8H, V%d.%s, V%d.%s", h.suffix(), d, n, h.bytes(), m, h.bytes())
}

// umull writes the 16-bit products of unsigned bytes.
func (a *assembler) umull(h half, d, n, m int) {
	a.word(three(0x2E20C000|uint32(h)<<30, d, n, m), "UMULL%s V%d.8H, V%d.%s, V%d.%s", h.suffix(), d, n, h.bytes(), m, h.bytes())
}

// sadalp adds the sums of neighbouring 16-bit lanes to 32-bit lanes.
func (a *assembler) sadalp(d, n int) {
	a.word(two(0x4E606800, d, n), "SADALP V%d.4S, V%d.8H", d, n)
}

// sqxtun narrows signed 16-bit lanes to a half of unsigned bytes, saturating; sqxtn to signed bytes.
func (a *assembler) sqxtun(h half, d, n int) {
	a.word(two(0x2E212800|uint32(h)<<30, d, n), "SQXTUN%s V%d.%s, V%d.8H", h.suffix(), d, h.bytes(), n)
}

func (a *assembler) sqxtn(h half, d, n int) {
	a.word(two(0x0E214800|uint32(h)<<30, d, n), "SQXTN%s V%d.%s, V%d.8H", h.suffix(), d, h.bytes(), n)
}

// shrn narrows 16-bit lanes, shifted right, to a half of bytes.
func (a *assembler) shrn(h half, d, n, shift int) {
	a.word(two(0x0F008400|uint32(h)<<30|uint32(16-shift)<<16, d, n), "SHRN%s V%d.%s, V%d.8H, #%d", h.suffix(), d, h.bytes(), n, shift)
}

// sqshrn narrows signed 32-bit lanes, shifted right, to a half of 16-bit lanes, saturating.
func (a *assembler) sqshrn(h half, d, n, shift int) {
	a.word(two(0x0F009400|uint32(h)<<30|uint32(32-shift)<<16, d, n), "SQSHRN%s V%d.%s, V%d.4S, #%d", h.suffix(), d, h.halves(), n, shift)
}

// sshll widens a half of signed 16-bit lanes to 32-bit lanes, shifted left.
func (a *assembler) sshll(h half, d, n, shift int) {
	a.word(two(0x0F00A400|uint32(h)<<30|uint32(16+shift)<<16, d, n), "SSHLL%s V%d.4S, V%d.%s, #%d", h.suffix(), d, n, h.halves(), shift)
}

// smax writes the greater of signed bytes.
func (a *assembler) smax(d, n, m int) {
	a.word(three(0x4E206400, d, n, m), "SMAX V%d.16B, V%d.16B, V%d.16B", d, n, m)
}

// sdot adds to 32-bit lanes the sums of four products of signed bytes; sdotOf takes the four bytes of one operand from
// 32-bit lane of m with the given number.
func (a *assembler) sdot(d, n, m int) {
	a.word(three(0x4E809400, d, n, m), "SDOT V%d.4S, V%d.16B, V%d.16B", d, n, m)
}

func (a *assembler) sdotOf(d, n, m, lane int) {
	a.word(three(0x4F80E000|uint32(lane&1)<<21|uint32(lane>>1)<<11, d, n, m), "SDOT V%d.4S, V%d.16B, V%d.4B[%d]", d, n, m, lane)
}
