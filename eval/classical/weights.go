package classical

import "katachi/position"

// troop is a kind of piece as the terms of shape tell them apart: all that has promoted to a gold mover is one; pawns
// and kings are none.
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

// weights holds every number of the evaluation but those of the castles, in centipawns (a pawn on the board is 100)
// unless said otherwise. Ranks are the owner's: index 0 is the enemy's back rank, 8 the own one; a smaller board uses
// the rows that play the same part (see squareTable).
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
	DoubleAttack int32            // neighbour square attacked more often than covered, twice at least
	Escape       int32            // neighbour square to flee to
	Cover        int32            // own general beside the king
	DangerBase   int32            // units of a king that nothing attacks
	DangerScale  int32            // centipawns = units squared / scale ...
	DangerKnee   int32            // ... up to this many units, linear beyond

	// Entering king.
	Entered       int32 // king in the promotion zone
	EnteredPoint  int32 // each point of the declaration
	EnteredPieces int32 // each piece in the camp, up to the ten that a declaration needs
}

// defaultWeights are where tuning starts.
var defaultWeights = weights{
	Tempo: 12,

	Board: [position.NumKinds]int32{
		position.Pawn: 100, position.Lance: 200, position.Knight: 300, position.Silver: 500, position.Gold: 600,
		position.Bishop: 900, position.Rook: 1000,
		position.ProPawn: 700, position.ProLance: 600, position.ProKnight: 600, position.ProSilver: 600,
		position.Horse: 1200, position.Dragon: 1300,
	},
	HandPercent: 130,

	Rank: [position.NumKinds][9]int32{
		position.Pawn:      {0, 10, 20, 36, 20, 8, 0, 0, 0},
		position.Lance:     {0, 10, 10, 0, -20, -30, -30, -10, 0},
		position.Knight:    {0, 0, 30, 10, -10, -20, 12, -30, 0},
		position.Silver:    {-20, 10, 24, 24, 24, 20, 16, 0, -24},
		position.Gold:      {-10, 10, 16, 8, 0, 0, 4, 10, -8},
		position.Bishop:    {0, 0, 0, 0, 8, 8, 12, 8, 0},
		position.Rook:      {20, 20, 20, 10, 0, 8, -24, 12, 0},
		position.King:      {20, 0, -60, -160, -160, -120, -56, 12, 0},
		position.ProPawn:   {-10, 12, 20, 10, 0, -12, -24, -32, -40},
		position.ProLance:  {-10, 12, 20, 10, 0, -8, -16, -16, -20},
		position.ProKnight: {-10, 12, 20, 10, 0, -8, -16, -16, -20},
		position.ProSilver: {-10, 12, 20, 10, 0, -8, -12, -12, -16},
		position.Horse:     {0, 10, 16, 16, 20, 24, 28, 24, 16},
		position.Dragon:    {50, 60, 50, 24, 0, 0, 0, 10, 10},
	},
	File: [position.NumKinds][5]int32{
		position.Pawn:   {4, 4, 4, 0, -8},
		position.Knight: {10, 6, 0, 0, -30},
		position.Silver: {6, 10, 8, -6, -30},
		position.Gold:   {4, 8, 8, 0, -30},
		position.Bishop: {8, 6, 0, 0, -12},
		position.Rook:   {0, 0, 0, 8, -8},
		position.King:   {-32, -16, 8, 28, 16},
		position.Horse:  {12, 10, 6, 0, -12},
	},

	NearOwn: [numTroops][9]int32{
		lance:    {0, 8, 4, 0, 0, 0, 0, 0, 0},
		knight:   {0, 12, 10, 4, 0, 0, 0, 0, 0},
		silver:   {0, 32, 24, 10, 0, -8, -16, -20, -20},
		gold:     {0, 52, 36, 16, 0, -16, -28, -32, -32},
		promoted: {0, 32, 16, 4, 0, 0, 0, 0, 0},
		bishop:   {0, 8, 8, 4, 0, 0, 0, 0, 0},
		rook:     {0, -44, -24, -10, 0, 0, 0, 0, 0},
		horse:    {0, 76, 68, 48, 24, 8, 0, 0, 0},
		dragon:   {0, 20, 24, 12, 0, 0, 0, 0, 0},
	},
	NearEnemy: [numTroops][9]int32{
		lance:    {0, 0, 12, 12, 8, 0, 0, 0, 0},
		knight:   {0, -10, 36, 20, 8, 0, 0, 0, 0},
		silver:   {0, 44, 48, 28, 12, 4, 0, 0, 0},
		gold:     {0, 60, 48, 24, 8, 0, 0, 0, 0},
		promoted: {0, 84, 68, 36, 8, -20, -40, -60, -72},
		bishop:   {0, 0, 8, 8, 4, 0, 0, 0, 0},
		rook:     {0, 0, 0, 0, 0, 0, 0, 0, 0},
		horse:    {0, 28, 52, 40, 20, 8, 0, 0, 0},
		dragon:   {0, 40, 68, 56, 36, 16, 0, 0, 0},
	},

	ControlBoard: [3]int32{450, 180, 108},
	ControlOwn:   [3][3]int32{{900, 810, 450}, {540, 450, 270}, {360, 216, 144}},
	ControlEnemy: [3][3]int32{{1620, 1440, 900}, {900, 810, 540}, {540, 360, 216}},
	ControlCamp:  360,

	Mobility: [numTroops]int32{bishop: 10, rook: 10, horse: 10, dragon: 10},
	Confined: [numTroops]int32{bishop: -50, rook: -50, horse: -100, dragon: -100},
	OpenFile: 45,

	LooseGeneral: -22,
	LoosePiece:   -8,
	Linked:       9,
	Firm:         5,
	Hanging:      -30,
	PawnThreat:   -35,
	Trapped:      -50,

	Attack:     [numTroops]int32{lance: 2, knight: 4, silver: 5, gold: 6, promoted: 6, bishop: 4, rook: 5, horse: 6, dragon: 7},
	AttackPawn: 3,
	HandFirst: [8]int32{position.Pawn: 2, position.Lance: 5, position.Knight: 5, position.Silver: 10, position.Gold: 13,
		position.Bishop: 10, position.Rook: 14},
	HandMore:     [8]int32{position.Lance: 3, position.Knight: 3, position.Silver: 8, position.Gold: 11, position.Bishop: 8, position.Rook: 12},
	WeakSquare:   6,
	DoubleAttack: 5,
	Escape:       -4,
	Cover:        -3,
	DangerBase:   22,
	DangerScale:  7,
	DangerKnee:   110,

	Entered:       120,
	EnteredPoint:  12,
	EnteredPieces: 15,
}
