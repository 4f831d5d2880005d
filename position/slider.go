package position

import "math/bits"

// Sliding attacks by subtraction. In a direction in which squares grow, the blockers on the ray, less one, flip
// every bit up to the first blocker: ray & (b ^ (b-1)) is the ray up to and with it. In the other direction the
// words are reversed byte by byte first, which keeps the order of squares because a rank or a diagonal has at most
// one square in each byte. Files, nine neighbouring bits, are looked up.

// fileAttack[rank-1][occupancy of ranks b..h] is the attack set within a file, as nine bits.
var fileAttack = func() (t [16][128]uint16) {
	for r := range 9 {
		for occ := range t[r] {
			for _, step := range []int{-1, 1} {
				for q := r + step; q >= 0 && q < 9; q += step {
					t[r][occ] |= 1 << q
					if occ<<1>>q&1 != 0 {
						break
					}
				}
			}
		}
	}
	return t
}()

// rankOf[s] is s%9: a load is cheaper than a division.
var rankOf = func() (t [AnySquare]uint8) {
	for s := range t {
		t[s] = uint8(s % 9)
	}
	return t
}()

// fileShift[s] is the bit in its word where the file of s begins.
var fileShift = func() (t [AnySquare]uint8) {
	for s := range t {
		t[s] = uint8(s / 9 % 7 * 9)
	}
	return t
}()

func rayUp(r, occ Bitboard) Bitboard {
	b := r.And(occ)
	lo, borrow := bits.Sub64(b.Lo, 1, 0)
	return Bitboard{(b.Lo ^ lo) & r.Lo, (b.Hi ^ (b.Hi - borrow)) & r.Hi}
}

func rayDown(r, occ Bitboard) Bitboard {
	b := r.And(occ)
	first, second := bits.ReverseBytes64(b.Hi), bits.ReverseBytes64(b.Lo)
	low, borrow := bits.Sub64(first, 1, 0)
	return Bitboard{
		bits.ReverseBytes64(second^(second-borrow)) & r.Lo,
		bits.ReverseBytes64(first^low) & r.Hi,
	}
}

// fileAttacks returns the attacks along the file of s.
func fileAttacks(s Square, occ Bitboard) Bitboard {
	shift := fileShift[s] & 63
	if s < hiFirst {
		return Bitboard{Lo: uint64(fileAttack[rankOf[s]&15][occ.Lo>>1>>shift&127]) << shift}
	}
	return Bitboard{Hi: uint64(fileAttack[rankOf[s]&15][occ.Hi>>1>>shift&127]) << shift}
}

// BishopAttacks returns the squares that a bishop on s attacks when occ is occupied.
func BishopAttacks(s Square, occ Bitboard) Bitboard {
	return rayUp(geometry[s].rays[northWest], occ).Or(rayUp(geometry[s].rays[southWest], occ)).
		Or(rayDown(geometry[s].rays[northEast], occ)).Or(rayDown(geometry[s].rays[southEast], occ))
}

// RookAttacks returns the squares that a rook on s attacks when occ is occupied.
func RookAttacks(s Square, occ Bitboard) Bitboard {
	return rayUp(geometry[s].rays[west], occ).Or(rayDown(geometry[s].rays[east], occ)).Or(fileAttacks(s, occ))
}

// LanceAttacks returns the squares that a lance of the colour on s attacks when occ is occupied.
func LanceAttacks(c Color, s Square, occ Bitboard) Bitboard {
	if c == White {
		return rayUp(geometry[s].rays[south], occ)
	}
	return fileAttacks(s, occ).And(geometry[s].rays[north])
}
