package main

// general is what the functions have in common: NEON, which every processor has.
func (a *assembler) general() {
	a.update()
	a.clip()
	a.multiply()
	a.affine("affineNEON", "computes a dense layer; inputs is a multiple of 32, outputs of 8.", 2)
	a.affine("affineNarrowNEON", "is affineNEON for a layer that is narrow.", 4)
	a.rectify()
	a.dot("dotNEON", a.productsNEON)
	a.codes()
	a.gather()
}

// dotProduct is what the instruction SDOT does better.
func (a *assembler) dotProduct() {
	a.affineSDOT()
	a.dot("dotSDOT", func(sum int) {
		a.sdot(sum, 0, 2)
		a.sdot(sum, 1, 3)
	})
}

// update keeps a tile of 128 values in sixteen registers while the rows are added and subtracted.
func (a *assembler) update() {
	const (
		dst, src, weights, left, rowBytes, next, count, row = 0, 1, 2, 3, 4, 5, 6, 7
		registers, first                                    = 16, 16 // of a row: eight from first on
	)
	a.function("updateNEON", "", "writes src plus and less the given rows to dst; width is a multiple of 128.",
		"dst *int16", "src *int16", "weights *int16", "width int", "add *uint32", "adds int", "sub *uint32", "subs int")
	a.load(dst, "dst", "src", "weights", "width")
	a.op("LSL $1, R%d, R%d", left, rowBytes)
	a.op("tile:")
	a.read(src, 0, registers)
	for _, list := range [2]struct{ rows, number, change string }{{"add", "adds", "VADD"}, {"sub", "subs", "VSUB"}} {
		a.load(next, list.rows)
		a.load(count, list.number)
		a.op("CBZ R%d, %sDone", count, list.rows)
		a.op("%s:", list.rows)
		a.op("MOVWU.P 4(R%d), R%d", next, row)
		a.op("MADD R%d, R%d, R%d, R%d", rowBytes, weights, row, row)
		for at := 0; at < registers; at += 8 {
			a.read(row, first, 8)
			for v := range 8 {
				a.op("%s V%d.H8, V%d.H8, V%d.H8", list.change, first+v, at+v, at+v)
			}
		}
		a.op("SUB $1, R%d", count)
		a.op("CBNZ R%d, %s", count, list.rows)
		a.op("%sDone:", list.rows)
	}
	a.write(dst, 0, registers)
	a.op("ADD $%d, R%d", 16*registers, weights)
	a.op("SUBS $%d, R%d", 8*registers, left)
	a.op("BNE tile")
	a.op("RET")
}

// limit sets every byte of a vector to 127.
func (a *assembler) limit(v int) { a.op("VMOVI $127, V%d.B16", v) }

// clamp packs the pairs of vectors of 16-bit lanes from n on into count vectors of bytes from d on, clamped to 0..127.
func (a *assembler) clamp(d, n, count, limit int) {
	for i := range count {
		a.sqxtun(lower, d+i, n+2*i)
		a.sqxtun(upper, d+i, n+2*i+1)
	}
	for i := range count {
		a.op("VUMIN V%d.B16, V%d.B16, V%d.B16", limit, d+i, d+i)
	}
}

func (a *assembler) clip() {
	const (
		dst, src, left   = 0, 1, 2
		in, out, maximum = 0, 16, 31
	)
	a.function("clipNEON", "", "clamps n values, a multiple of 64, to 0..127.", "dst *uint8", "src *int16", "n int")
	a.load(dst, "dst", "src", "n")
	a.limit(maximum)
	a.loop(left, 64, func() {
		a.read(src, in, 8)
		a.clamp(out, in, 4, maximum)
		a.write(dst, out, 4)
	})
	a.op("RET")
}

func (a *assembler) multiply() {
	const (
		dst, src, left, second           = 0, 1, 2, 3
		in, in2, one, other, out, maxima = 0, 4, 16, 18, 20, 31
	)
	a.function("multiplyNEON", "", "clamps 2*half values to 0..127 and multiplies the first half, a multiple of 32, with the second, over 128.",
		"dst *uint8", "src *int16", "half int")
	a.load(dst, "dst", "src", "half")
	a.op("ADD R%d<<1, R%d, R%d", left, src, second)
	a.limit(maxima)
	a.loop(left, 32, func() {
		a.read(src, in, 4)
		a.read(second, in2, 4)
		a.clamp(one, in, 2, maxima)
		a.clamp(other, in2, 2, maxima)
		for i := range 2 {
			low, high := in+2*i, in+2*i+1
			a.umull(lower, low, one+i, other+i)
			a.umull(upper, high, one+i, other+i)
			a.shrn(lower, out+i, low, 7)
			a.shrn(upper, out+i, high, 7)
		}
		a.write(dst, out, 2)
	})
	a.op("RET")
}

func (a *assembler) rectify() {
	const (
		dst, src, left = 0, 1, 2
		in, out, zero  = 0, 2, 31
	)
	a.function("rectifyNEON", "", "writes src >> 6 clamped to 0..127; n is a multiple of 8.", "dst *uint8", "src *int32", "n int")
	a.load(dst, "dst", "src", "n")
	a.zero(zero, 1)
	a.loop(left, 8, func() {
		a.read(src, in, 2)
		a.sqshrn(lower, out, in, 6)
		a.sqshrn(upper, out, in+1, 6)
		a.sqxtn(lower, out, out)
		a.smax(out, out, zero)
		a.op("VST1.P [V%d.B8], 8(R%d)", out, dst)
	})
	a.op("RET")
}

// The registers of a dense layer.
const (
	outR, biasR, weightsR, leftR = 0, 1, 2, 3 // of all blocks
	inR, wR, inputsR             = 5, 6, 7    // of the block
	strideR                      = 4          // bytes between the weights of two groups of four inputs
	restR                        = 8          // the same less what all loads but the last of a group move on
)

// weights loads a block's weights of a group of four inputs to the vectors from w on and moves on to the next group.
func (a *assembler) weights(w, size int) {
	count := size / 4
	for ; count > 4; w, count = w+4, count-4 {
		a.read(wR, w, 4)
	}
	a.op("VLD1.P (R%d)(R%d), %s", wR, restR, vectors(w, count, "B16"))
}

// blocks writes the outer loop of a dense layer: blocks of the given numbers of outputs, the largest that fits first. begin
// prepares the sums, step adds the products of sixteen inputs, and end leaves in size/4 registers from 0 on the sums
// without the bias.
func (a *assembler) blocks(sizes []int, begin, step, end func(size int)) {
	a.load(outR, "out", "bias", "weights", "outputs")
	a.op("LSL $2, R%d, R%d", leftR, strideR)
	for i, size := range sizes {
		a.op("block%d:", size)
		if i < len(sizes)-1 {
			a.op("CMP $%d, R%d", size, leftR)
			a.op("BLT block%d", sizes[i+1])
		}
		a.load(inR, "in")
		a.load(inputsR, "inputs")
		a.op("MOVD R%d, R%d", weightsR, wR)
		a.op("SUB $%d, R%d, R%d", (size-1)/16*64, strideR, restR)
		begin(size)
		a.op("inputs%d:", size)
		step(size)
		a.op("SUBS $16, R%d", inputsR)
		a.op("BNE inputs%d", size)
		end(size)
		const first = 8
		a.read(biasR, first, size/4)
		for v := range size / 4 {
			a.op("VADD V%d.S4, V%d.S4, V%d.S4", first+v, v, v)
		}
		a.write(outR, 0, size/4)
		a.op("ADD $%d, R%d", 4*size, weightsR)
		a.op("SUBS $%d, R%d", size, leftR)
		a.op("BNE block%d", size)
		a.op("RET")
	}
}

var affineParams = []string{"out *int32", "in *uint8", "weights *int8", "bias *int32", "inputs int", "outputs int"}

// affine multiplies the weights of four outputs, a vector, with a group of four inputs. Inputs are at most 127, so that a
// 16-bit lane holds the sum of two products; in a narrow layer, those of narrow groups.
func (a *assembler) affine(name, doc string, narrow int) {
	const x, w, products, sums = 0, 4, 8, 16 // vectors: four, up to four, up to eight, up to eight
	a.function(name, "", doc, affineParams...)
	a.blocks([]int{16, 8}, func(size int) {
		a.zero(sums, size/2)
	}, func(size int) {
		a.op("VLD4R.P 16(R%d), %s", inR, vectors(x, 4, "S4")) // each group to all lanes of a register
		for group := range 4 {
			a.weights(w, size)
			for v := range size / 4 {
				for _, h := range []half{lower, upper} {
					to := products + 2*v + int(h)
					if group%narrow == 0 {
						a.smull(h, to, w+v, x+group)
					} else {
						a.smlal(h, to, w+v, x+group)
					}
				}
			}
			if group%narrow == narrow-1 {
				for v := range size / 2 {
					a.sadalp(sums+v, products+v)
				}
			}
		}
	}, func(size int) {
		for v := range size / 4 {
			a.op("VADDP V%d.S4, V%d.S4, V%d.S4", sums+2*v+1, sums+2*v, v)
		}
	})
}

// affineSDOT multiplies in the same order with an instruction that adds up the products of a group. Its latency is several
// times its throughput: independent partial sums, at most sixteen registers of them, hide it.
func (a *assembler) affineSDOT() {
	const sums, w, x = 0, 16, 24
	a.function("affineSDOT", "", "is affineNEON for processors with the dot product.", affineParams...)
	sets := func(size int) int { return min(4, 16/(size/4)) }
	a.blocks([]int{32, 16, 8}, func(size int) {
		a.zero(sums, sets(size)*size/4)
	}, func(size int) {
		a.read(inR, x, 1)
		for group := range 4 {
			a.weights(w, size)
			for v := range size / 4 {
				a.sdotOf(sums+group%sets(size)*size/4+v, w+v, x, group)
			}
		}
	}, func(size int) {
		for n := sets(size) / 2; n > 0; n /= 2 {
			for v := range n * size / 4 {
				a.op("VADD V%d.S4, V%d.S4, V%d.S4", sums+n*size/4+v, sums+v, sums+v)
			}
		}
	})
}

// productsNEON adds to four lanes the products of the 32 bytes in V0 and V1 with those in V2 and V3.
func (a *assembler) productsNEON(sum int) {
	const products = 4
	for v := range 2 {
		a.smull(lower, products+v, v, 2+v)
		a.smlal(upper, products+v, v, 2+v)
	}
	for v := range 2 {
		a.sadalp(sum, products+v)
	}
}

// dot writes a scalar product.
func (a *assembler) dot(name string, products func(sum int)) {
	const in, w, left, sum = 0, 1, 2, 16
	a.function(name, "int32", "returns the scalar product; n is a multiple of 32.", "in *uint8", "weights *int8", "n int")
	a.load(in, "in", "weights", "n")
	a.zero(sum, 1)
	a.loop(left, 32, func() {
		a.read(in, 0, 2)
		a.read(w, 2, 2)
		products(sum)
	})
	a.op("VADDV V%d.S4, V%d", sum, sum)
	a.op("FMOVS F%d, %s", sum, a.params["ret"])
	a.op("RET")
}

// codes takes 16 squares at a time: the two bytes of a plane are spread, each over eight bytes of a vector, of which each looks at
// one bit.
func (a *assembler) codes() {
	const (
		dst, planes, r         = 0, 1, 2
		bits, order, x, sum, w = 0, 1, 2, 3, 16 // vectors; what the planes are worth from w on
	)
	a.function("codesNEON", "", "turns six planes into 96 codes.", "dst *uint8", "planes *uint64")
	a.load(dst, "dst", "planes")
	a.op("MOVD $0x8040201008040201, R%d", r)
	a.op("VDUP R%d, V%d.D2", r, bits)
	a.op("VEOR V%d.B16, V%d.B16, V%d.B16", order, order, order)
	a.op("MOVD $0x0101010101010101, R%d", r)
	a.op("VMOV R%d, V%d.D[1]", r, order)
	worths := []int{1, 1, 3, 3, 9, 18}
	for i, worth := range worths {
		a.op("VMOVI $%d, V%d.B16", worth, w+i)
	}
	for part := range 6 {
		a.zero(sum, 1)
		for i := range worths {
			a.op("MOVHU %d(R%d), R%d", 16*i+2*part, planes, r)
			a.op("VMOV R%d, V%d.H[0]", r, x)
			a.op("VTBL V%d.B16, [V%d.B16], V%d.B16", order, x, x)
			a.op("VCMTST V%d.B16, V%d.B16, V%d.B16", bits, x, x)
			a.op("VAND V%d.B16, V%d.B16, V%d.B16", w+i, x, x)
			a.op("VADD V%d.B16, V%d.B16, V%d.B16", x, sum, sum)
		}
		a.write(dst, sum, 1)
	}
	a.op("RET")
}

// gather keeps the sums of 32 words in four vectors while the rows are added.
func (a *assembler) gather() {
	const (
		sums, table, next, count, row = 0, 1, 2, 3, 4
		total, part, wide             = 0, 4, 16 // vectors: four, four, eight
	)
	a.function("gatherNEON", "", "adds to 32 sums four times the sum of the given rows.", "sums *int32", "table *int16", "rows *uint32", "count int")
	a.load(sums, "sums", "table", "rows", "count")
	a.zero(total, 4)
	a.op("CBZ R%d, done", count)
	a.loop(count, 1, func() {
		a.op("MOVWU.P 4(R%d), R%d", next, row)
		a.op("ADD R%d<<6, R%d, R%d", row, table, row)
		a.op("VLD1 (R%d), %s", row, vectors(part, 4, "H8"))
		for v := range 4 {
			a.op("VADD V%d.H8, V%d.H8, V%d.H8", part+v, total+v, total+v)
		}
	})
	a.op("done:")
	for v := range 4 {
		a.sshll(lower, wide+2*v, total+v, contactShift)
		a.sshll(upper, wide+2*v+1, total+v, contactShift)
	}
	a.op("MOVD R%d, R%d", sums, row)
	for v := 0; v < 8; v += 4 {
		a.read(row, part, 4)
		for i := range 4 {
			a.op("VADD V%d.S4, V%d.S4, V%d.S4", part+i, wide+v+i, wide+v+i)
		}
	}
	a.write(sums, wide, 8)
	a.op("RET")
}

const contactShift = 2
