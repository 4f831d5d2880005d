package position

// direction is one of the eight queen directions; the value noDirection stands for squares not on one line.
// The first four grow the square number, the others shrink it, and d^4 is the opposite of d.
type direction = uint8

const (
	south     direction = iota // towards rank i: +1
	northWest                  // +8
	west                       // towards file 9: +9
	southWest                  // +10
	north
	southEast
	east
	northEast
	noDirection
)

var directionStep = [8][2]int{ // file, rank
	south: {0, 1}, northWest: {1, -1}, west: {1, 0}, southWest: {1, 1},
	north: {0, -1}, southEast: {-1, 1}, east: {-1, 0}, northEast: {-1, -1},
}

// relation between two squares: the direction in the low four bits, and flags.
const (
	relDirection = 15
	relAdjacent  = 16 // one king's step apart
	relKnight    = 32 // a knight of Black on the first square attacks the second; <<1 for White
)

var (
	geometry       [AnySquare]surroundings
	relations      [AnySquare][128]uint8 // the second square with its lowest seven bits alone
	stepDirections [NumPieces]uint8      // directions in which a piece attacks the next square
	slideDirection [NumPieces]uint8      // directions in which a piece attacks any distance
)

// AnySquare is more than a Square can be, so that looking up a square in a table of that length needs no bounds check.
// Entries beyond NumSquares are never read.
const AnySquare = 256

// surroundings are the sets of squares around one square, side by side in memory because they are used together.
type surroundings struct {
	rays   [8]Bitboard // squares beyond it in a direction, to the edge
	king   Bitboard    // the squares next to it
	bishop Bitboard    // bishop attacks on the empty board
	rook   Bitboard    // rook attacks on the empty board
	_      Bitboard    // to whole lines of the processor's caches
	steps  [2]struct{ pawn, knight, silver, gold Bitboard }
}

func init() {
	orthogonal := uint8(1<<north | 1<<south | 1<<east | 1<<west)
	diagonal := uint8(1<<northWest | 1<<northEast | 1<<southWest | 1<<southEast)
	gold := orthogonal | 1<<northWest | 1<<northEast
	for k, steps := range [NumKinds]uint8{
		Pawn: 1 << north, Silver: diagonal | 1<<north, Gold: gold, ProPawn: gold, ProLance: gold, ProKnight: gold, ProSilver: gold,
		King: orthogonal | diagonal, Lance: 1 << north, Bishop: diagonal, Rook: orthogonal,
		Horse: orthogonal | diagonal, Dragon: orthogonal | diagonal,
	} {
		slides := [NumKinds]uint8{Lance: 1 << north, Bishop: diagonal, Rook: orthogonal, Horse: diagonal, Dragon: orthogonal}[k]
		for _, c := range []Color{Black, White} {
			stepDirections[NewPiece(c, Kind(k))] = turn(steps, c)
			slideDirection[NewPiece(c, Kind(k))] = turn(slides, c)
		}
	}
	on := func(file, rank int) bool { return file >= 1 && file <= 9 && rank >= 1 && rank <= 9 }
	for s := Square(0); s < NumSquares; s++ {
		around := &geometry[s]
		for t := range relations[s] {
			relations[s][t] = noDirection
		}
		for d, step := range directionStep {
			f, r := s.File()+step[0], s.Rank()+step[1]
			for n := 0; on(f, r); n++ {
				t := NewSquare(f, r)
				around.rays[d] = around.rays[d].With(t)
				relations[s][t] = uint8(d)
				if n == 0 {
					relations[s][t] |= relAdjacent
					around.king = around.king.With(t)
					for c := Black; c <= White; c++ {
						for k, set := range map[Kind]*Bitboard{
							Pawn: &around.steps[c].pawn, Silver: &around.steps[c].silver, Gold: &around.steps[c].gold,
						} {
							if stepDirections[NewPiece(c, k)]>>d&1 != 0 {
								*set = set.With(t)
							}
						}
					}
				}
				f, r = f+step[0], r+step[1]
			}
		}
		for c, forward := range [2]int{-2, 2} {
			for _, side := range []int{-1, 1} {
				if f, r := s.File()+side, s.Rank()+forward; on(f, r) {
					t := NewSquare(f, r)
					around.steps[c].knight = around.steps[c].knight.With(t)
					relations[s][t] |= relKnight << c
				}
			}
		}
		r := &around.rays
		around.rook = r[north].Or(r[south]).Or(r[east]).Or(r[west])
		around.bishop = r[northWest].Or(r[northEast]).Or(r[southWest]).Or(r[southEast])
	}
}

// turn rotates a set of directions by 180 degrees for White.
func turn(dirs uint8, c Color) uint8 {
	if c == White {
		return dirs<<4 | dirs>>4
	}
	return dirs
}

// PawnAttacks returns the squares that a pawn of the colour attacks.
func PawnAttacks(c Color, s Square) Bitboard { return geometry[s].steps[c&1].pawn }

// KnightAttacks returns the squares that a knight of the colour attacks.
func KnightAttacks(c Color, s Square) Bitboard { return geometry[s].steps[c&1].knight }

// SilverAttacks returns the squares that a silver of the colour attacks.
func SilverAttacks(c Color, s Square) Bitboard { return geometry[s].steps[c&1].silver }

// GoldAttacks returns the squares that a gold of the colour attacks.
func GoldAttacks(c Color, s Square) Bitboard { return geometry[s].steps[c&1].gold }

// BishopRays returns the squares that a bishop attacks on the empty board.
func BishopRays(s Square) Bitboard { return geometry[s].bishop }

// RookRays returns the squares that a rook attacks on the empty board.
func RookRays(s Square) Bitboard { return geometry[s].rook }

// KingAttacks returns the squares next to s.
func KingAttacks(s Square) Bitboard { return geometry[s].king }

// Attacks returns the squares that the piece on s attacks when occ is occupied. Inlined copies would crowd the
// instruction cache.
//
//go:noinline
func Attacks(piece Piece, s Square, occ Bitboard) Bitboard {
	c := piece.Color()
	switch piece.Kind() {
	case Pawn:
		return geometry[s].steps[c&1].pawn
	case Lance:
		return LanceAttacks(c, s, occ)
	case Knight:
		return geometry[s].steps[c&1].knight
	case Silver:
		return geometry[s].steps[c&1].silver
	case Gold, ProPawn, ProLance, ProKnight, ProSilver:
		return geometry[s].steps[c&1].gold
	case Bishop:
		return BishopAttacks(s, occ)
	case Rook:
		return RookAttacks(s, occ)
	case King:
		return geometry[s].king
	case Horse:
		return BishopAttacks(s, occ).Or(geometry[s].king)
	case Dragon:
		return RookAttacks(s, occ).Or(geometry[s].king)
	}
	return Bitboard{}
}

// attacksSquare reports whether the piece on from attacks to when occ is occupied: Attacks(...).Has(to), without
// building the set. It looks up the relation from to, where a king stands most of the time, so that the tables' rows
// are in the cache.
func attacksSquare(piece Piece, from, to Square, occ Bitboard) bool {
	rel := relations[to][from&127]
	d := rel & relDirection
	if d == noDirection {
		return piece.Kind() == Knight && rel>>(piece.Color()^1)&relKnight != 0
	}
	if rel&relAdjacent != 0 {
		return stepDirections[piece]>>(d^4)&1 != 0
	}
	return slideDirection[piece]>>(d^4)&1 != 0 && !between(d, to, from).Intersects(occ)
}

// Between returns the squares strictly between two squares of one line, for any others the empty set.
func Between(a, b Square) Bitboard {
	d := relations[a][b&127] & relDirection
	if d == noDirection {
		return Bitboard{}
	}
	return between(d, a, b)
}

// between is Between for squares known to lie in direction d from a.
func between(d direction, a, b Square) Bitboard {
	return geometry[a].rays[d&7].AndNot(geometry[b].rays[d&7]).AndNot(squareBB[b])
}

// SameRay reports whether t lies in the same direction from origin as s does.
func SameRay(origin, s, t Square) bool {
	return (relations[origin][s&127]^relations[origin][t&127])&relDirection == 0
}

// Ray returns the squares in the direction from origin through s, to the edge of the board; s must lie on a line with
// origin.
func Ray(origin, s Square) Bitboard { return geometry[origin].rays[relations[origin][s&127]&7] }
