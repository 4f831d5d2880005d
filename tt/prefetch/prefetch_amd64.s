//go:build !noasm && !purego

#include "textflag.h"

// func one(p unsafe.Pointer)
TEXT ·one(SB), NOSPLIT, $0-8
	MOVQ p+0(FP), AX
	PREFETCHT0 (AX)
	RET

// func two(p, q unsafe.Pointer)
TEXT ·two(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), AX
	MOVQ q+8(FP), BX
	PREFETCHT0 (AX)
	PREFETCHT0 (BX)
	RET
