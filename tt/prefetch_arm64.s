//go:build !noasm && !purego

#include "textflag.h"

// func prefetch(b *bucket)
TEXT ·prefetch(SB), NOSPLIT, $0-8
	MOVD b+0(FP), R0
	PRFM (R0), PLDL1KEEP
	RET
