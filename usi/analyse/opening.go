package analyse

import "katachi/position"

// name is a word in both languages.
type name struct{ english, japanese string }

// openingPlies is how long a game is looked at for the name of its opening.
const openingPlies = 40

// The openings that are told by where rook, bishops and silver stand.
var (
	sidePawn       = name{"Side Pawn Capture", "横歩取り"}
	ishida         = name{"Ishida", "石田流"}
	centralRook    = name{"Central Rook", "中飛車"}
	cheerful       = name{"Cheerful Central Rook", "ゴキゲン中飛車"}
	fourthFile     = name{"Fourth-File Rook", "四間飛車"}
	thirdFile      = name{"Third-File Rook", "三間飛車"}
	opposingRook   = name{"Opposing Rook", "向かい飛車"}
	exchangeRanged = name{"Bishop Exchange Ranging Rook", "角交換振り飛車"}
	rightFourth    = name{"Right Fourth-File Rook", "右四間飛車"}
	climbing       = name{"Climbing Silver", "棒銀"}
	reclining      = name{"Reclining Silver Bishop Exchange", "角換わり腰掛け銀"}
	bishopExchange = name{"Bishop Exchange", "角換わり"}
	doubleWing     = name{"Double Wing Attack", "相掛かり"}
	wrongDiagonal  = name{"Wrong-Diagonal Bishop", "筋違い角"}
	doubleRanging  = name{"Double Ranging Rook", "相振り飛車"}
)

// openingOf names the opening that a side plays in a position of the first moves, as far as it shows; empty if it does
// not. Even games only.
func openingOf(p *position.Position, us position.Color) name {
	at := func(file, rank int) position.Square { return position.NewSquare(file, rank).SeenBy(us) }
	own := func(k position.Kind, file, rank int) bool { return p.At(at(file, rank)) == position.NewPiece(us, k) }
	file := func(c position.Color) (file, rank int) {
		rooks := p.Pieces(c, position.Rook)
		if rooks.Count() != 1 {
			return 0, 0
		}
		s := rooks.First().SeenBy(c)
		return s.File(), s.Rank()
	}
	exchanged := p.Hand(position.Black).Has(position.Bishop) && p.Hand(position.White).Has(position.Bishop)
	f, r := file(us)
	theirs, _ := file(us ^ 1)
	// A rook whose own pawn has gone ahead, or one step and the bishops are exchanged, leaves its file for a while only.
	ranging := f >= 5 && r >= 6 && (own(position.Pawn, 2, 7) || own(position.Pawn, 2, 6) && !exchanged)
	switch {
	case f == 3 && r == 4:
		return sidePawn
	case f == 7 && r == 6 && own(position.Pawn, 7, 5):
		return ishida
	case ranging && theirs >= 5:
		return doubleRanging
	case ranging && f >= 6 && exchanged:
		return exchangeRanged
	case ranging && f == 5 && own(position.Pawn, 7, 6) && own(position.Pawn, 6, 7) && own(position.Bishop, 8, 8):
		return cheerful
	case ranging && f == 5:
		return centralRook
	case ranging && f == 6:
		return fourthFile
	case ranging && f == 7:
		return thirdFile
	case ranging && f == 8:
		return opposingRook
	case f == 4 && r == 8 && own(position.Pawn, 4, 6):
		return rightFourth
	case f == 2 && (own(position.Bishop, 4, 5) || own(position.Bishop, 6, 5)) && p.Hand(us^1).Has(position.Bishop):
		return wrongDiagonal
	case f == 2 && (own(position.Silver, 2, 6) || own(position.Silver, 2, 5) || own(position.Silver, 1, 5)):
		return climbing
	case f == 2 && theirs == 2 && exchanged && own(position.Silver, 5, 6) && own(position.Pawn, 4, 6):
		return reclining
	case f == 2 && theirs == 2 && exchanged:
		return bishopExchange
	case f == 2 && theirs == 2 && own(position.Pawn, 7, 7) && advanced(p, us) && advanced(p, us^1):
		return doubleWing
	}
	return name{}
}

// advanced reports whether the pawn before the rook has come to the fifth rank, or has been exchanged.
func advanced(p *position.Position, c position.Color) bool {
	return p.At(position.NewSquare(2, 5).SeenBy(c)) == position.NewPiece(c, position.Pawn)
}
