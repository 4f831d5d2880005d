//go:build !noasm && !purego

#include "textflag.h"

// func one(p unsafe.Pointer)
TEXT ·one(SB), NOSPLIT, $0-8
	MOVD p+0(FP), R0
	PRFM (R0), PLDL1KEEP
	RET

// func two(p, q unsafe.Pointer)
TEXT ·two(SB), NOSPLIT, $0-16
	MOVD p+0(FP), R0
	MOVD q+8(FP), R1
	PRFM (R0), PLDL1KEEP
	PRFM (R1), PLDL1KEEP
	RET
