package classical

import "katachi/position"

// troop is a kind of piece as far as the terms of shape distinguish them: all pieces promoted to gold movers are one
// troop; pawns and kings are none.
type troop uint8

const (
	lance troop = iota
	knight
	silver
	gold
	promoted // promoted pawn, lance, knight, silver
	bishop
	rook
	horse
	dragon
	numTroops
)

// weights holds every number of the evaluation but the values of single castles, in centipawns (a pawn on the board is 100)
// unless said otherwise. Ranks are the owner's: index 0 is the enemy's back rank, 8 the own one; a smaller board uses
// the rows that play the same part (see smallRank and smallFile).
type weights struct {
	Tempo int32

	// Material.
	Board       [position.NumKinds]int32
	HandPercent int32 // what a piece in hand is worth in percent of the same on the board

	// Squares: a piece of the kind on a rank, and on a file by its distance from the middle file.
	Rank [position.NumKinds][9]int32
	File [position.NumKinds][5]int32

	// Distance (the larger of files and ranks) from the own and the enemy king; index 0 is not used.
	NearOwn   [numTroops][9]int32
	NearEnemy [numTroops][9]int32

	// Control, in hundredths: squares attacked at least once, twice, three times on the whole board and, in addition,
	// within one, two and three steps of the own and of the enemy king.
	ControlBoard [3]int32
	ControlOwn   [3][3]int32 // [steps-1][times-1]
	ControlEnemy [3][3]int32
	ControlCamp  int32 // square of the promotion zone that this side alone attacks

	// Mobility of the sliders.
	Mobility [numTroops]int32 // for each safe square
	Confined [numTroops]int32 // no safe square at all
	OpenFile int32            // rook on a file without own pawns

	// Shape.
	LooseGeneral int32 // general that nothing protects
	LoosePiece   int32 // knight or lance that nothing protects
	Linked       int32 // general protected by another general
	Firm         int32 // general protected at least twice
	Hanging      int32 // attacked piece other than a pawn that nothing protects
	PawnThreat   int32 // piece other than a pawn attacked by a pawn
	Trapped      int32 // attacked piece that has no safe square to go to

	// King danger, in units (see kingsafety.go).
	Attack       [numTroops]int32 // for each square of the zone that the piece attacks
	AttackPawn   int32            // the same for pawns
	HandFirst    [8]int32         // the first piece of the kind in hand
	HandMore     [8]int32         // each further one
	WeakSquare   int32            // neighbour square that the enemy attacks and the king alone covers
	DoubleAttack int32            // neighbour square attacked at least twice and covered at most once, the king aside
	Escape       int32            // neighbour square to flee to
	Cover        int32            // own general beside the king
	DangerBase   int32            // units of a king that nothing attacks
	DangerScale  int32            // centipawns = units squared / scale ...
	DangerKnee   int32            // ... up to this many units, linear beyond

	// Castles, in percent of the values in castleTable.
	CastlePercent int32

	// Entering king.
	Entered       int32 // king in the promotion zone
	EnteredPoint  int32 // each point of the declaration
	EnteredPieces int32 // each piece in the camp, up to the ten that a declaration needs
}

// defaultWeights began with piece values of 100 for the pawn, lance 200, knight 300, silver 500, gold 600, bishop 900,
// rook 1000, promoted 700 600 600 600 1200 1300 and 30 % more in hand, with the rest set by hand, and were then fitted
// to the results and scores of self-play games by logistic regression, shrunk towards those values. The pawn stays the unit.
var defaultWeights = weights{
	Tempo: 12,

	Board: [position.NumKinds]int32{
		position.Pawn: 100, position.Lance: 203, position.Knight: 302, position.Silver: 494, position.Gold: 593,
		position.Bishop: 793, position.Rook: 865,
		position.ProPawn: 613, position.ProLance: 596, position.ProKnight: 541, position.ProSilver: 614,
		position.Horse: 1242, position.Dragon: 1373,
	},
	HandPercent: 137,

	Rank: [position.NumKinds][9]int32{
		position.Pawn:      {0, 10, 19, 44, 21, 13, -4, 0, 0},
		position.Lance:     {0, 10, 10, 0, -20, -30, -29, -6, -5},
		position.Knight:    {0, 0, 29, 10, -9, -19, 13, -30, -3},
		position.Silver:    {-21, 10, 24, 24, 24, 23, 19, -3, -26},
		position.Bishop:    {0, 0, 0, 0, 7, 7, 12, 10, 0},
		position.Rook:      {20, 20, 20, 11, 0, 8, -24, 10, -2},
		position.Gold:      {-10, 10, 16, 8, 0, 0, 5, 11, -10},
		position.King:      {20, 0, -60, -160, -160, -113, -54, 11, 0},
		position.ProPawn:   {-10, 12, 20, 10, 0, -12, -24, -32, -40},
		position.ProLance:  {-10, 12, 20, 10, 0, -8, -16, -16, -20},
		position.ProKnight: {-11, 12, 20, 10, 0, -8, -16, -16, -20},
		position.ProSilver: {-10, 12, 20, 10, 0, -8, -12, -12, -16},
		position.Horse:     {0, 11, 16, 16, 19, 24, 28, 24, 16},
		position.Dragon:    {51, 62, 50, 24, 0, 0, 0, 10, 10},
	},
	File: [position.NumKinds][5]int32{
		position.Pawn:   {6, 4, 6, 1, -6},
		position.Knight: {10, 7, 0, -2, -29},
		position.Silver: {9, 11, 5, -8, -30},
		position.Bishop: {7, 5, 1, 1, -13},
		position.Rook:   {-1, -3, 0, 12, -9},
		position.Gold:   {4, 7, 10, -1, -30},
		position.King:   {-33, -15, 8, 28, 16},
		position.Horse:  {12, 10, 5, 0, -11},
	},

	NearOwn: [numTroops][9]int32{
		lance:    {0, 8, 4, 1, 0, 2, -1, 0, 0},
		knight:   {0, 13, 12, 3, 0, -2, 0, 0, 0},
		silver:   {0, 36, 25, 9, -2, -8, -16, -20, -20},
		gold:     {0, 52, 41, 16, -1, -16, -28, -33, -32},
		promoted: {0, 32, 16, 4, -1, 0, -1, -1, -1},
		bishop:   {0, 7, 9, 4, -1, 0, 0, 0, 0},
		rook:     {0, -49, -25, -11, 1, 1, 0, 0, 0},
		horse:    {0, 76, 69, 47, 24, 8, 0, 0, 0},
		dragon:   {0, 20, 24, 12, 0, 0, 0, 0, 0},
	},
	NearEnemy: [numTroops][9]int32{
		lance:    {0, 0, 12, 12, 8, 0, 2, -2, 0},
		knight:   {0, -11, 34, 21, 9, 1, 0, 0, -1},
		silver:   {0, 44, 45, 29, 14, 7, -1, -2, -1},
		gold:     {0, 60, 48, 23, 8, 1, 0, 2, -2},
		promoted: {0, 83, 77, 34, 6, -21, -41, -59, -72},
		bishop:   {0, 0, 8, 7, 3, 0, 2, -1, 0},
		horse:    {0, 28, 49, 40, 21, 8, 0, 0, 0},
		dragon:   {0, 40, 67, 57, 37, 16, 0, 0, 0},
	},

	ControlBoard: [3]int32{467, 179, 113},
	ControlOwn:   [3][3]int32{{890, 786, 432}, {543, 439, 256}, {404, 249, 142}},
	ControlEnemy: [3][3]int32{{1461, 1461, 902}, {909, 838, 542}, {578, 384, 219}},
	ControlCamp:  329,

	Mobility: [numTroops]int32{bishop: 16, rook: 20, horse: 11, dragon: 9},
	Confined: [numTroops]int32{bishop: -50, rook: -50, horse: -100, dragon: -100},
	OpenFile: 48,

	LooseGeneral: -20,
	LoosePiece:   -13,
	Linked:       4,
	Firm:         6,
	Hanging:      -32,
	PawnThreat:   -36,
	Trapped:      -54,

	Attack:     [numTroops]int32{lance: 2, knight: 3, silver: 5, gold: 6, promoted: 8, bishop: 4, rook: 5, horse: 5, dragon: 6},
	AttackPawn: 4,
	HandFirst: [8]int32{position.Pawn: 2, position.Lance: 5, position.Knight: 5, position.Silver: 11, position.Gold: 12,
		position.Bishop: 10, position.Rook: 14},
	HandMore:     [8]int32{position.Lance: 3, position.Knight: 3, position.Silver: 8, position.Gold: 11, position.Bishop: 8, position.Rook: 12},
	WeakSquare:   6,
	DoubleAttack: 5,
	Escape:       -3,
	Cover:        -3,
	DangerBase:   20,
	DangerScale:  8,
	DangerKnee:   110,

	CastlePercent: 104,

	Entered:       120,
	EnteredPoint:  12,
	EnteredPieces: 15,
}
