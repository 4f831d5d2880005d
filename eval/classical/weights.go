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
		position.Pawn:      {0, 5, 10, 18, 10, 4, 0, 0, 0},
		position.Lance:     {0, 5, 5, 0, -10, -15, -15, -5, 0},
		position.Knight:    {0, 0, 15, 5, -5, -10, 6, -15, 0},
		position.Silver:    {-10, 5, 12, 12, 12, 10, 8, 0, -12},
		position.Gold:      {-5, 5, 8, 4, 0, 0, 2, 5, -4},
		position.Bishop:    {0, 0, 0, 0, 4, 4, 6, 4, 0},
		position.Rook:      {10, 10, 10, 5, 0, 4, -12, 6, 0},
		position.King:      {10, 0, -30, -80, -80, -60, -28, 6, 0},
		position.ProPawn:   {-5, 6, 10, 5, 0, -6, -12, -16, -20},
		position.ProLance:  {-5, 6, 10, 5, 0, -4, -8, -8, -10},
		position.ProKnight: {-5, 6, 10, 5, 0, -4, -8, -8, -10},
		position.ProSilver: {-5, 6, 10, 5, 0, -4, -6, -6, -8},
		position.Horse:     {0, 5, 8, 8, 10, 12, 14, 12, 8},
		position.Dragon:    {25, 30, 25, 12, 0, 0, 0, 5, 5},
	},
	File: [position.NumKinds][5]int32{
		position.Pawn:   {2, 2, 2, 0, -4},
		position.Knight: {5, 3, 0, 0, -15},
		position.Silver: {3, 5, 4, -3, -15},
		position.Gold:   {2, 4, 4, 0, -15},
		position.Bishop: {4, 3, 0, 0, -6},
		position.Rook:   {0, 0, 0, 4, -4},
		position.King:   {-16, -8, 4, 14, 8},
		position.Horse:  {6, 5, 3, 0, -6},
	},

	NearOwn: [numTroops][9]int32{
		lance:    {0, 4, 2, 0, 0, 0, 0, 0, 0},
		knight:   {0, 6, 5, 2, 0, 0, 0, 0, 0},
		silver:   {0, 16, 12, 5, 0, -4, -8, -10, -10},
		gold:     {0, 26, 18, 8, 0, -8, -14, -16, -16},
		promoted: {0, 16, 8, 2, 0, 0, 0, 0, 0},
		bishop:   {0, 4, 4, 2, 0, 0, 0, 0, 0},
		rook:     {0, -22, -12, -5, 0, 0, 0, 0, 0},
		horse:    {0, 38, 34, 24, 12, 4, 0, 0, 0},
		dragon:   {0, 10, 12, 6, 0, 0, 0, 0, 0},
	},
	NearEnemy: [numTroops][9]int32{
		lance:    {0, 0, 6, 6, 4, 0, 0, 0, 0},
		knight:   {0, -5, 18, 10, 4, 0, 0, 0, 0},
		silver:   {0, 22, 24, 14, 6, 2, 0, 0, 0},
		gold:     {0, 30, 24, 12, 4, 0, 0, 0, 0},
		promoted: {0, 42, 34, 18, 4, -10, -20, -30, -36},
		bishop:   {0, 0, 4, 4, 2, 0, 0, 0, 0},
		rook:     {0, 0, 0, 0, 0, 0, 0, 0, 0},
		horse:    {0, 14, 26, 20, 10, 4, 0, 0, 0},
		dragon:   {0, 20, 34, 28, 18, 8, 0, 0, 0},
	},

	ControlBoard: [3]int32{250, 100, 60},
	ControlOwn:   [3][3]int32{{500, 450, 250}, {300, 250, 150}, {200, 120, 80}},
	ControlEnemy: [3][3]int32{{900, 800, 500}, {500, 450, 300}, {300, 200, 120}},
	ControlCamp:  200,

	Mobility: [numTroops]int32{bishop: 4, rook: 4, horse: 4, dragon: 4},
	Confined: [numTroops]int32{bishop: -20, rook: -20, horse: -40, dragon: -40},
	OpenFile: 18,

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
	DangerScale:  10,
	DangerKnee:   110,

	Entered:       120,
	EnteredPoint:  12,
	EnteredPieces: 15,
}
