package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Contacts: their codes, their rows and the rows' sum, see contact.go.

// planeWorth is what a bit of each plane adds to a code.
var planeWorth = []uint8{1, 1, 3, 3, 9, 18}

const (
	aroundKing   = 24 // as in contact.go
	contactShift = 2
)

// Where contact.go has what the rows are made of.
const (
	othersAt = 16 * 6 // in contactInput
	aroundAt = othersAt + 16
	boardAt  = aroundAt + 2*8

	rowAt   = 32 // in surroundings
	countAt = rowAt + 64

	pieceAt    = 64 // in contactTables
	thirdAt    = pieceAt + 64
	kindAt     = thirdAt + 2*96
	kingAt     = kindAt + 2*64
	compressAt = kingAt + 2*4
	withinAt   = compressAt + 256*8
)

const contactsSignature = "func(rows *uint32, in, tables *uint8, side int) int"

// codesAVX2 emits what turns planes into 96 codes. It takes 32 squares at a time: the four bytes of a plane are spread, each over
// eight bytes of a register, of which each looks at one bit.
func codesAVX2(planes Register) (codes [3]VecVirtual) {
	// constant lays out bytes.
	constant := func(name string, size int, value func(i int) uint8) Mem {
		data := GLOBL(name, RODATA|NOPTR)
		for i := range size {
			DATA(i, U8(value(i)))
		}
		return data
	}
	spread := constant("spreadBytes", 32, func(i int) uint8 { return uint8(i / 8) })
	bits := constant("spreadBits", 32, func(i int) uint8 { return 1 << (i % 8) })
	worths := constant("planeWorth", 32*len(planeWorth), func(i int) uint8 { return planeWorth[i/32] })
	order, bit := YMM(), YMM()
	VMOVDQU(spread, order)
	VMOVDQU(bits, bit)
	for part := range codes {
		sum := YMM()
		VPXOR(sum, sum, sum)
		for i := range planeWorth {
			x := YMM()
			VPBROADCASTD(Mem{Base: planes, Disp: 16*i + 4*part}, x)
			VPSHUFB(order, x, x)
			VPAND(bit, x, x)
			VPCMPEQB(bit, x, x)
			VPAND(worths.Offset(32*i), x, x)
			VPADDB(x, sum, sum)
		}
		codes[part] = sum
	}
	return codes
}

// contactsAVX2 looks classes up in registers, for many squares at once, and moves the rows of squares with a piece to the front
// of eight.
func contactsAVX2() {
	function("contactsAVX2", contactsSignature,
		"writes the rows of a contactInput by the contactTables, as 32 bits, and up to 32 more, and returns how many there are.")
	rows, in, tables, side := Load(Param("rows"), GP64()), Load(Param("in"), GP64()), Load(Param("tables"), GP64()), Load(Param("side"), GP64())
	board := AllocLocal(96) // a byte for each square, at its place in codes
	codes := codesAVX2(in)
	for part, c := range codes {
		VMOVDQU(c, board.Offset(32*part))
	}

	// classes looks codes up in one of the tables.
	classes := func(codes VecVirtual, table int) VecVirtual {
		low, high, isHigh := YMM(), YMM(), YMM()
		VBROADCASTI128(Mem{Base: tables, Disp: table}, low)
		VBROADCASTI128(Mem{Base: tables, Disp: table + 16}, high)
		VPSHUFB(codes, low, low)
		VPSHUFB(codes, high, high)
		VPSLLW(Imm(3), codes, isHigh) // codes from 16 on: bit 4 becomes bit 7
		VPBLENDVB(isHigh, high, low, low)
		return low
	}
	sixteen, outside := wordsYMM(0x1010), wordsYMM(0x7070)
	for c := range 2 {
		around, count := GP64(), GP64()
		MOVQ(Mem{Base: in, Disp: aroundAt + 8*c}, around)
		at, found := YMM(), YMM()
		VMOVDQU(Mem{Base: around}, at)
		VPXOR(found, found, found)
		for i := range 6 {
			x, pick := YMM(), YMM()
			VBROADCASTI128(board.Offset(16*i), x)
			VPADDUSB(outside, at, pick) // sets bit 7, which picks 0, unless the place is one of the sixteen
			VPSHUFB(pick, x, x)
			VPOR(x, found, found)
			VPSUBB(sixteen, at, at)
		}
		class, first := classes(found, 32*c), XMM()
		VPBROADCASTW(Mem{Base: tables, Index: side, Scale: 4, Disp: kingAt + 2*c}, first)
		for i := range aroundKing / 8 {
			words, wide := XMM(), YMM()
			VPMOVZXBW(class.AsX(), words)
			VPERMQ(Imm(0x39), class, class) // the next eight to the front
			VPADDW(Mem{Base: around, Disp: rowAt + 16*i}, words, words)
			VPADDW(first, words, words)
			VPMOVZXWD(words, wide)
			VMOVDQU(wide, Mem{Base: rows, Disp: 32 * i})
		}
		MOVQ(Mem{Base: around, Disp: countAt}, count)
		LEAQ(Mem{Base: rows, Index: count, Scale: 4}, rows)
	}

	squares, last, within := GP64(), XMM(), YMM()
	MOVQ(Mem{Base: in, Disp: boardAt}, squares)
	kinds := [3]VecVirtual{YMM(), YMM(), YMM()}
	VMOVDQU(Mem{Base: squares}, kinds[0])
	VMOVDQU(Mem{Base: squares, Disp: 32}, kinds[1])
	VMOVDQU(Mem{Base: squares, Disp: 63}, kinds[2].AsX())
	VMOVDQU(Mem{Base: squares, Disp: 81 - 16}, last) // the last two, without reading on behind them
	VPSRLDQ(Imm(14), last, last)
	VINSERTI128(Imm(1), last, kinds[2], kinds[2])
	VBROADCASTI128(Mem{Base: tables, Disp: withinAt}, within)
	for _, k := range kinds {
		VPSHUFB(k, within, k)
	}
	firsts := GP64()
	MOVQ(side, firsts)
	SHLQ(Imm(6), firsts)
	for c := range 2 {
		for i, k := range kinds {
			row := classes(codes[i], pieceAt+32*c)
			VPADDB(Mem{Base: tables, Disp: thirdAt + 96*c + 32*i}, row, row)
			VPADDB(k, row, row)
			VMOVDQU(row, board.Offset(32*i))
		}
		first := YMM()
		VPBROADCASTW(Mem{Base: tables, Index: firsts, Scale: 1, Disp: kindAt + 2*(16*c+pawn)}, first.AsX())
		VPMOVZXWD(first.AsX(), first)
		for word, bytes := range []int{8, 3} {
			own := GP64()
			MOVQ(Mem{Base: in, Disp: othersAt + 8*word}, own)
			ANDQ(Mem{Base: in, Disp: 16*(4+c) + 8*word}, own)
			for i := range bytes {
				eight, row := GP64(), YMM()
				MOVBLZX(own.As8(), eight.As32())
				SHRQ(Imm(8), own)
				VMOVQ(board.Offset(64*word+8*i), row.AsX())
				VPSHUFB(Mem{Base: tables, Index: eight, Scale: 8, Disp: compressAt}, row.AsX(), row.AsX())
				VPMOVZXBD(row.AsX(), row)
				VPADDD(first, row, row)
				VMOVDQU(row, Mem{Base: rows})
				POPCNTL(eight.As32(), eight.As32())
				LEAQ(Mem{Base: rows, Index: eight, Scale: 4}, rows)
			}
		}
	}
	VZEROUPPER()
	start := Load(Param("rows"), GP64())
	SUBQ(start, rows)
	SHRQ(Imm(2), rows)
	Store(rows, ReturnIndex(0))
	RET()
}

const gatherSignature = "func(sums *int32, table *int16, rows *uint32, count int)"

// gather emits the sum of rows of 32 words, which as many registers hold; zero clears the i-th of them, add adds its part of a row to it.
func gather(registers int, zero func(i int), add func(i int, row Mem)) {
	table := Load(Param("table"), GP64())
	next := Load(Param("rows"), GP64())
	n := Load(Param("count"), GP64())
	for i := range registers {
		zero(i)
	}
	TESTQ(n, n)
	JZ(LabelRef("done"))
	loop(n, 1, func() {
		row := GP64()
		MOVL(Mem{Base: next}, row.As32())
		SHLQ(Imm(6), row)
		for i := range registers {
			add(i, Mem{Base: table, Index: row, Scale: 1, Disp: 64 / registers * i})
		}
		ADDQ(Imm(4), next)
	})
	Label("done")
}

func gatherAVX2() {
	function("gatherAVX2", gatherSignature, "adds to 32 sums four times the sum of the given rows.")
	acc := []VecVirtual{YMM(), YMM()}
	gather(len(acc), func(i int) { VPXOR(acc[i], acc[i], acc[i]) }, func(i int, row Mem) { VPADDW(row, acc[i], acc[i]) })
	sums := Load(Param("sums"), GP64())
	for i := range 4 {
		half, wide := XMM(), YMM()
		VEXTRACTI128(Imm(uint64(i%2)), acc[i/2], half)
		VPMOVSXWD(half, wide)
		VPSLLD(Imm(contactShift), wide, wide)
		VPADDD(Mem{Base: sums, Disp: 32 * i}, wide, wide)
		VMOVDQU(wide, Mem{Base: sums, Disp: 32 * i})
	}
	VZEROUPPER()
	RET()
}

// codesAVX512 emits what turns planes into codes, added under the mask that a plane is; of the second register half is used.
func codesAVX512(planes Register) (low, high VecVirtual) {
	low, high = ZMM(), ZMM()
	VPXORD(low, low, low)
	VPXORD(high, high, high)
	worth := map[uint8]VecVirtual{}
	for i, w := range planeWorth {
		z, ok := worth[w]
		if !ok {
			z = ZMM()
			g := GP32()
			MOVL(U32(w), g)
			VPBROADCASTB(g, z)
			worth[w] = z
		}
		lo, hi := K(), K()
		KMOVQ(Mem{Base: planes, Disp: 16 * i}, lo)
		KMOVD(Mem{Base: planes, Disp: 16*i + 8}, hi)
		VPADDB(z, low, lo, low)
		VPADDB(z.AsY(), high.AsY(), hi, high.AsY())
	}
	return low, high
}

// contactsAVX512 looks classes up in registers, for many squares at once, and compresses the rows of squares with a piece.
func contactsAVX512() {
	function("contactsAVX512", contactsSignature,
		"writes the rows of a contactInput by the contactTables, as 32 bits, and up to 32 more, and returns how many there are.")
	start, in, tables, side := Load(Param("rows"), GP64()), Load(Param("in"), GP64()), Load(Param("tables"), GP64()), Load(Param("side"), GP64())
	rows := GP64()
	MOVQ(start, rows)
	low, high := codesAVX512(in)

	// emit writes 32 words as 32 bits each.
	emit := func(words VecVirtual) {
		upper, wide := YMM(), ZMM()
		VEXTRACTI64X4(Imm(1), words, upper)
		VPMOVZXWD(words.AsY(), wide)
		VMOVDQU32(wide, Mem{Base: rows})
		VPMOVZXWD(upper, wide)
		VMOVDQU32(wide, Mem{Base: rows, Disp: 64})
	}
	for c := range 2 {
		around, count := GP64(), GP64()
		MOVQ(Mem{Base: in, Disp: aroundAt + 8*c}, around)
		classes, words, first := ZMM(), ZMM(), ZMM()
		table := YMM()
		VMOVDQU(Mem{Base: around}, classes.AsY())
		VPERMI2B(high, low, classes)
		VMOVDQU(Mem{Base: tables, Disp: 32 * c}, table)
		VPERMB(table, classes.AsY(), classes.AsY())
		VPMOVZXBW(classes.AsY(), words)
		VPADDW(Mem{Base: around, Disp: rowAt}, words, words)
		VPBROADCASTW(Mem{Base: tables, Index: side, Scale: 4, Disp: kingAt + 2*c}, first)
		VPADDW(first, words, words)
		emit(words)
		MOVQ(Mem{Base: around, Disp: countAt}, count)
		LEAQ(Mem{Base: rows, Index: count, Scale: 4}, rows)
	}

	board, at := GP64(), GP64()
	MOVQ(Mem{Base: in, Disp: boardAt}, board)
	MOVQ(side, at)
	SHLQ(Imm(6), at)
	kinds, classes, white := ZMM(), ZMM(), ZMM()
	VMOVDQU16(Mem{Base: tables, Index: at, Scale: 1, Disp: kindAt}, kinds)
	VMOVDQU8(Mem{Base: tables, Disp: pieceAt}, classes)
	g := GP32()
	MOVL(U32(16), g)
	VPBROADCASTB(g, white)
	for word, codes := range []VecVirtual{low, high} {
		mask, bits := K(), GP64()
		MOVQ(Mem{Base: in, Disp: othersAt + 8*word}, bits)
		KMOVQ(bits, mask)
		pieces, class, third := ZMM(), ZMM(), ZMM()
		VMOVDQU8_Z(Mem{Base: board, Disp: 63 * word}, mask, pieces)
		// White's classes lie 32 behind Black's.
		VPANDD(white, pieces, class)
		VPADDB(class, class, class)
		VPORD(codes, class, class)
		VPERMB(classes, class, class)
		whites := K()
		VPTESTMB(white, pieces, whites)
		// 64 places are read of 96: for the second word 32 are too many, and lie in front of what is behind.
		VMOVDQU8(Mem{Base: tables, Disp: thirdAt + 64*word}, third)
		VMOVDQU8(Mem{Base: tables, Disp: thirdAt + 96 + 64*word}, whites, third)
		VPADDB(third, class, class)
		for half := range 2 - word {
			piece, words := ZMM(), ZMM()
			p, w := pieces.AsY(), class.AsY()
			if half == 1 {
				up, uw := YMM(), YMM()
				VEXTRACTI64X4(Imm(1), pieces, up)
				VEXTRACTI64X4(Imm(1), class, uw)
				p, w = up, uw
				KSHIFTRQ(Imm(32), mask, mask)
			}
			VPMOVZXBW(p, piece)
			VPERMW(kinds, piece, piece)
			VPMOVZXBW(w, words)
			VPADDW(piece, words, words)
			compressWords(words, mask)
			emit(words)
			count := GP32()
			MOVL(bits.As32(), count)
			if half == 0 && word == 0 {
				SHRQ(Imm(32), bits)
			}
			POPCNTL(count, count)
			LEAQ(Mem{Base: rows, Index: count.As64(), Scale: 4}, rows)
		}
	}
	VZEROUPPER()
	SUBQ(start, rows)
	SHRQ(Imm(2), rows)
	Store(rows, ReturnIndex(0))
	RET()
}

// compressWords emits VPCOMPRESSW, which avo does not know: the words under the mask move to the front.
func compressWords(words VecVirtual, mask Register) {
	Instruction(&ir.Instruction{
		Opcode: "VPCOMPRESSW", Operands: []Op{words, mask, words}, Inputs: []Op{words, mask}, Outputs: []Op{words}, ISA: []string{"AVX512_VBMI2"},
	})
}

func gatherAVX512() {
	function("gatherAVX512", gatherSignature, "adds to 32 sums four times the sum of the given rows.")
	acc := ZMM()
	gather(1, func(int) { VPXORD(acc, acc, acc) }, func(_ int, row Mem) { VPADDW(row, acc, acc) })
	sums := Load(Param("sums"), GP64())
	half := YMM()
	VEXTRACTI64X4(Imm(1), acc, half)
	for i, h := range []VecVirtual{acc.AsY().(VecVirtual), half} {
		wide := ZMM()
		VPMOVSXWD(h, wide)
		VPSLLD(Imm(contactShift), wide, wide)
		VPADDD(Mem{Base: sums, Disp: 64 * i}, wide, wide)
		VMOVDQU32(wide, Mem{Base: sums, Disp: 64 * i})
	}
	VZEROUPPER()
	RET()
}
