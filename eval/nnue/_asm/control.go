package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Kinds, and where the sets of position.Sets are, each of 16 bytes.
const (
	pawn      = 1
	lance     = 2
	knight    = 3
	silver    = 4
	rook      = 6
	king      = 8
	horse     = 13
	dragon    = 14
	occupied  = 0
	byColor   = 16
	byKind    = byColor + 2*16
	goldsAt   = byKind + 16*16
	perFile   = 9
	hiFirst   = 63 // the first square of a bitboard's second word
	topRank   = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54
	lowRank   = topRank << 8
	whiteHalf = 0xf0 // of a register, for VPBLENDD
)

// controlAVX2 is position.Control for both sides at once: the lower half of every register is Black's bitboard, the upper one
// White's.
func controlAVX2() {
	function("controlAVX2", "func(planes, sets *uint8)",
		"adds to the four planes of attacks, of which those along ranks and diagonals are there, those by steps and along files.")
	planes, sets := Load(Param("planes"), GP64()), Load(Param("sets"), GP64())
	top, low, board := wordsOf("topRank", topRank, topRank), wordsOf("lowRank", lowRank, lowRank), wordsOf("board", 1<<hiFirst-1, 1<<18-1)
	own := YMM()
	VMOVDQU(Mem{Base: sets, Disp: byColor}, own)
	of := func(disp int) VecVirtual {
		x := YMM()
		VBROADCASTI128(Mem{Base: sets, Disp: disp}, x)
		VPAND(own, x, x)
		return x
	}
	kind := func(k int) VecVirtual { return of(byKind + 16*k) }
	or := func(a VecVirtual, b ...VecVirtual) VecVirtual {
		x := YMM()
		VPOR(b[0], a, x)
		for _, b := range b[1:] {
			VPOR(b, x, x)
		}
		return x
	}
	and := func(a, b VecVirtual) VecVirtual {
		x := YMM()
		VPAND(b, a, x)
		return x
	}
	blend := func(black, white VecVirtual) VecVirtual {
		x := YMM()
		VPBLENDD(Imm(whiteHalf), white, black, x)
		return x
	}
	without := func(a VecVirtual, squares Mem) VecVirtual {
		x := YMM()
		VMOVDQU(squares, x)
		VPANDN(a, x, x)
		return x
	}
	north := func(a VecVirtual) VecVirtual {
		x := without(a, top)
		VPSRLQ(Imm(1), x, x)
		return x
	}
	south := func(a VecVirtual) VecVirtual {
		x := without(a, low)
		VPSLLQ(Imm(1), x, x)
		return x
	}
	west := func(a VecVirtual) VecVirtual {
		x, carry := YMM(), YMM()
		VPSLLQ(Imm(perFile), a, x)
		VPSLLDQ(Imm(8), a, carry)
		VPSRLQ(Imm(hiFirst-perFile), carry, carry)
		VPOR(carry, x, x)
		VPAND(board, x, x)
		return x
	}
	east := func(a VecVirtual) VecVirtual {
		x, carry := YMM(), YMM()
		VPSRLQ(Imm(perFile), a, x)
		VPSRLDQ(Imm(8), a, carry)
		VPSLLQ(Imm(hiFirst-perFile), carry, carry)
		VPOR(carry, x, x)
		VPAND(board, x, x)
		return x
	}

	Comment("What steps in which direction, as in position.Control.")
	golds, silvers, kings, dragons := of(goldsAt), kind(silver), kind(king), kind(dragon)
	straight := or(golds, kind(horse), kings)
	ahead := or(straight, silvers, kind(pawn))
	back := or(silvers, dragons, kings)
	front := or(back, golds)
	toNorth, toSouth := blend(ahead, straight), blend(straight, ahead)
	northward, southward := north(blend(front, back)), south(blend(back, front))
	knights := kind(knight)
	knights = blend(north(north(knights)), south(south(knights)))

	Comment("Steps to the sides, first taken along the file.")
	sides := or(straight, northward, southward, knights)
	pairs := or(and(or(straight, northward), or(southward, knights)), and(straight, northward), and(southward, knights))
	one, other := west(sides), east(sides)
	once, twice := or(one, other), or(and(one, other), west(pairs), east(pairs))
	add := func(b VecVirtual) {
		both := and(once, b)
		VPOR(both, twice, twice)
		VPOR(b, once, once)
	}
	add(north(toNorth))
	add(south(toSouth))

	Comment("Along files.")
	none, lances, files := YMM(), kind(lance), or(kind(rook), dragons)
	VPXOR(none, none, none)
	blocked := YMM()
	VBROADCASTI128(Mem{Base: sets, Disp: occupied}, blocked)
	VPOR(low, blocked, blocked) // the last square of a file is in the way of the next file's first
	pieces, free, step := or(files, blend(lances, none)), YMM(), YMM()
	VPCMPEQD(free, free, free)
	VPANDN(free, blocked, free)
	for _, n := range []uint64{1, 2, 4} {
		VPSRLQ(Imm(n), pieces, step)
		VPAND(free, step, step)
		VPOR(step, pieces, pieces)
		if n < 4 {
			VPSRLQ(Imm(n), free, step)
			VPAND(step, free, free)
		}
	}
	VPSRLQ(Imm(1), pieces, pieces)
	add(without(pieces, low))
	pieces = without(or(files, blend(none, lances)), low)
	VPSLLQ(Imm(1), pieces, pieces)
	VPSUBQ(pieces, blocked, pieces)
	VPXOR(blocked, pieces, pieces)
	add(pieces)

	Comment("What is there.")
	far, farTwice := YMM(), YMM()
	VMOVDQU(Mem{Base: planes}, far.AsX())
	VINSERTI128(Imm(1), Mem{Base: planes, Disp: 32}, far, far)
	VMOVDQU(Mem{Base: planes, Disp: 16}, farTwice.AsX())
	VINSERTI128(Imm(1), Mem{Base: planes, Disp: 48}, farTwice, farTwice)
	VPOR(farTwice, twice, twice)
	add(far)
	for i, x := range []VecVirtual{once, twice} {
		VMOVDQU(x.AsX(), Mem{Base: planes, Disp: 16 * i})
		VEXTRACTI128(Imm(1), x, Mem{Base: planes, Disp: 32 + 16*i})
	}
	VZEROUPPER()
	RET()
}

// wordsOf lays out a pair of words twice.
func wordsOf(name string, lo, hi uint64) Mem {
	data := GLOBL(name, RODATA|NOPTR)
	for i, w := range []uint64{lo, hi, lo, hi} {
		DATA(8*i, U64(w))
	}
	return data
}
