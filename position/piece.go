package position

// Kind is a kind of piece without its colour. Bit 3 marks the promoted kinds (and the king, which never
// promotes), so promotion is a bit set and demotion a bit cleared.
type Kind uint8

// The kinds of piece.
const (
	NoKind Kind = iota
	Pawn
	Lance
	Knight
	Silver
	Bishop
	Rook
	Gold
	King
	ProPawn
	ProLance
	ProKnight
	ProSilver
	Horse  // promoted bishop
	Dragon // promoted rook

	NumKinds = 16 // length of an array indexed by Kind, padded to a power of two
)

const promotionBit Kind = 8

// HandKinds lists the kinds that can be in hand, in the order in which SFEN writes them.
var HandKinds = [7]Kind{Rook, Bishop, Gold, Silver, Knight, Lance, Pawn}

// CanPromote reports whether the kind is one of P L N S B R.
func (k Kind) CanPromote() bool { return k >= Pawn && k <= Rook }

// IsPromoted reports whether the kind is a promoted one.
func (k Kind) IsPromoted() bool { return k > King }

// Promoted returns the promoted kind of P L N S B R.
func (k Kind) Promoted() Kind { return k | promotionBit }

// Unpromoted returns the kind as it lies in hand; the king stays a king.
func (k Kind) Unpromoted() Kind {
	if k == King {
		return King
	}
	return k &^ promotionBit
}

// MovesLikeGold reports whether the kind is a gold or a promoted pawn, lance, knight or silver.
func (k Kind) MovesLikeGold() bool { return goldMovers>>k&1 != 0 }

const goldMovers = 1<<Gold | 1<<ProPawn | 1<<ProLance | 1<<ProKnight | 1<<ProSilver

const kindLetters = ".PLNSBRGKPLNSBR"

// Letter returns the upper-case SFEN letter without the promotion sign; "." for NoKind.
func (k Kind) Letter() byte { return kindLetters[k] }

// String returns the SFEN name of the kind as Black's piece, such as "P" or "+R".
func (k Kind) String() string {
	if k.IsPromoted() {
		return "+" + string(kindLetters[k])
	}
	return string(kindLetters[k])
}

// kindOf returns the unpromoted kind of an upper-case SFEN letter, NoKind for any other byte.
func kindOf(letter byte) Kind {
	for k := Pawn; k <= King; k++ {
		if kindLetters[k] == letter {
			return k
		}
	}
	return NoKind
}

// Piece is a kind with a colour: kind | colour<<4. NoPiece is an empty square.
type Piece uint8

// NoPiece is an empty square.
const NoPiece Piece = 0

// NumPieces is the length of an array indexed by Piece.
const NumPieces = 32

// NewPiece joins a colour and a kind.
func NewPiece(c Color, k Kind) Piece { return Piece(k) | Piece(c)<<4 }

// Kind returns the kind of the piece.
func (p Piece) Kind() Kind { return Kind(p & 15) }

// Color returns the owner; meaningless for NoPiece.
func (p Piece) Color() Color { return Color(p >> 4 & 1) }

// String returns the SFEN name: upper case for Black, lower case for White, "+" before promoted pieces.
func (p Piece) String() string {
	name := p.Kind().String()
	if p.Color() == White && p != NoPiece {
		b := []byte(name)
		b[len(b)-1] |= 0x20
		return string(b)
	}
	return name
}
