package nnue

import "katachi/position"

// Piece numbers are the field's "BonaPiece": a number for each pair of piece and place, seen from one perspective (a
// player, whose own pieces are the friends). Numbers below boardStart are pieces in hand; a board piece has its
// plane's base plus the square. Number 0 stands for each piece that a position lacks (handicap, mate problem).
const (
	boardStart   = 90   // end of the hands
	friendKing   = 1548 // end of the pieces without kings
	enemyKing    = 1629
	mergedEnd    = 1629 // end of the numbers where both kings share a plane
	separateEnd  = 1710 // end of the numbers where each king has its own
	fullPieces   = 38   // pieces of a complete game without the kings
	effectStride = friendKing * position.NumSquares
)

// handBase[0][kind] is the number of the first of a friend's pieces of the kind in hand, [1] the enemy's. A hand of n
// pieces has the numbers base to base+n-1.
var handBase = [2][8]uint16{
	{position.Pawn: 1, position.Lance: 39, position.Knight: 49, position.Silver: 59, position.Gold: 69, position.Bishop: 79, position.Rook: 85},
	{position.Pawn: 20, position.Lance: 44, position.Knight: 54, position.Silver: 64, position.Gold: 74, position.Bishop: 82, position.Rook: 88},
}

// planeOrder lists the kinds in the order of their planes, friend's plane before enemy's.
var planeOrder = [9]position.Kind{
	position.Pawn, position.Lance, position.Knight, position.Silver, position.Gold, position.Bishop, position.Horse, position.Rook, position.Dragon,
}

// kings says what a feature set does with the two kings.
type kings uint8

const (
	kingsLeftOut  kings = iota // only the own king, as the part of the index that selects the block of rows
	kingsSeparate              // both kings are pieces with planes of their own
	kingsMerged                // both kings are pieces and share a plane
)

// featureSet turns a position into the row numbers of the first layer.
type featureSet struct {
	name   string
	hash   uint32
	dims   int     // number of rows
	stride int     // rows for each square of the own king; 0: the own king selects nothing
	mirror bool    // the board is mirrored so that the own king stands on files 1 to 5
	layout *layout // which squares of the own king share rows; nil: none do
	kings  kings
	// effects: a board piece's row depends on how often its square is attacked by either side, so that a move can
	// change any row.
	effects bool
}

var (
	halfKP     = &featureSet{name: "HalfKP", hash: 0x5D69D5B8, dims: 81 * friendKing, stride: friendKing}
	halfKPvm   = &featureSet{name: "HalfKP_vm", hash: 0x0B6B1D9A, dims: 45 * friendKing, stride: friendKing, mirror: true}
	halfKPE9   = &featureSet{name: "HalfKPE9", hash: 0x5D69D5B8, dims: 9 * effectStride, stride: friendKing, effects: true}
	kingPiece  = &featureSet{name: "K+P", hash: 0x3F5717FF, dims: separateEnd, kings: kingsSeparate}
	halfKA2    = &featureSet{name: "HalfKA2", hash: 0x5F234CB8, dims: 81 * mergedEnd, stride: mergedEnd, kings: kingsMerged}
	halfKAhm2  = &featureSet{name: "HalfKA_hm2", hash: 0x7F234CB8, dims: 45 * mergedEnd, stride: mergedEnd, mirror: true, kings: kingsMerged}
	pieceBases = [kingsMerged + 1][2][position.NumPieces]uint16{basesWith(0, 0), basesWith(friendKing, enemyKing), basesWith(friendKing, friendKing)}
)

// basesWith returns, for each perspective, the base of every piece's plane; promoted minor pieces share the golds'.
func basesWith(friend, enemy uint16) (t [2][position.NumPieces]uint16) {
	for _, perspective := range []position.Color{position.Black, position.White} {
		for _, owner := range []position.Color{position.Black, position.White} {
			side := uint16(owner ^ perspective)
			for i, k := range planeOrder {
				t[perspective][position.NewPiece(owner, k)] = boardStart + position.NumSquares*(2*uint16(i)+side)
			}
			gold := t[perspective][position.NewPiece(owner, position.Gold)]
			for _, k := range []position.Kind{position.ProPawn, position.ProLance, position.ProKnight, position.ProSilver} {
				t[perspective][position.NewPiece(owner, k)] = gold
			}
			t[perspective][position.NewPiece(owner, position.King)] = [2]uint16{friend, enemy}[side]
		}
	}
	return t
}

// view is how one perspective with its king on a given square numbers the rows.
type view struct {
	bases   *[position.NumPieces]uint16
	squares *[position.AnySquare]uint8 // the square as the perspective sees it
	hands   [2]*[8]uint16              // by the holder's colour
	first   uint32                     // row of number 0
	number  int                        // which of the feature set's views it is
}

// orientations[perspective][mirrored] maps squares.
var orientations = func() (t [2][2][position.AnySquare]uint8) {
	for s := position.Square(0); s < position.NumSquares; s++ {
		for _, c := range []position.Color{position.Black, position.White} {
			t[c][0][s] = uint8(s.SeenBy(c))
			t[c][1][s] = uint8(s.SeenBy(c).Mirrored())
		}
	}
	return t
}()

// homeSquare stands in for a missing king, such as that of a mate problem's attacker: the square where the king starts
// a game.
const homeSquare position.Square = 44

// kingOf returns the square of the perspective's own king as it sees the board.
func kingOf(p *position.Position, c position.Color) position.Square { return seenKing(p.King(c), c) }

// seenKing does the same for a king's square on the board, or NoSquare.
func seenKing(s position.Square, c position.Color) position.Square {
	if s != position.NoSquare {
		return s.SeenBy(c)
	}
	return homeSquare
}

// views returns how many views a perspective has, by its king's square. A king's move between two squares of one view
// leaves it as it is.
func (f *featureSet) views() int {
	switch {
	case f.stride == 0:
		return 1
	case f.layout != nil:
		return 2 * f.layout.count
	case f.mirror:
		return 2 * (position.NumSquares * 5 / 9)
	}
	return position.NumSquares
}

// viewOf returns the number of the view that a king on the square selects, seen from its own side.
func (f *featureSet) viewOf(king position.Square) int {
	block, mirrored := f.place(king)
	return block + mirrored*f.views()/2
}

// place returns the block of rows that the own king's square, seen from its own side, selects, and 1 if the board is
// mirrored for it, else 0.
func (f *featureSet) place(king position.Square) (block, mirrored int) {
	if f.mirror && king >= 45 {
		mirrored, king = 1, king.Mirrored()
	}
	switch {
	case f.stride == 0:
		return 0, 0
	case f.layout != nil:
		return int(f.layout.buckets[king]), mirrored
	}
	return int(king), mirrored
}

// view returns the numbering of perspective c whose king, seen from its own side, stands on king.
func (f *featureSet) view(c position.Color, king position.Square) view {
	block, mirrored := f.place(king)
	return view{
		bases:   &pieceBases[f.kings][c],
		squares: &orientations[c][mirrored],
		hands:   [2]*[8]uint16{&handBase[c], &handBase[c^1]},
		first:   uint32(f.stride) * uint32(block),
		number:  f.viewOf(king),
	}
}

// board returns the row of a piece on a square.
func (v *view) board(piece position.Piece, s position.Square) uint32 {
	return v.first + uint32(v.bases[piece&31]) + uint32(v.squares[s])
}

// hand returns the row of a player's piece in hand, the n-th (from 0) of its kind.
func (v *view) hand(owner position.Color, k position.Kind, n int) uint32 {
	return v.first + uint32(v.hands[owner&1][k&7]) + uint32(n)
}

// tracks reports whether the piece has a row of its own: all have but, in some sets, the kings.
func (f *featureSet) tracks(piece position.Piece) bool {
	return f.kings != kingsLeftOut || piece.Kind() != position.King
}
