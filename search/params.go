//go:build !tune

package search

//go:generate go test -run TestParams -update

// The search's numbers: value, and in the comment its range and step for tuning. Under the build tag tune they are
// variables of the same names (params_tune.go, which is made from this file) and options of the engine. They are ints
// there, so Score(rfpMargin) compiles in both builds and n.beta+rfpMargin in the release alone. A rule whose use... number
// is 0 is switched off. Scores are centipawns, depths plies.
const (
	useTable           = 1 // [0, 1] 1 transposition table
	useMateOne         = 1 // [0, 1] 1 one-ply mate test
	useSolver          = 1 // [0, 1] 1 mate solver at the root
	useRFP             = 1 // [0, 1] 1 reverse futility pruning
	useRazor           = 1 // [0, 1] 1 razoring
	useNull            = 1 // [0, 1] 1 null move
	useProbCut         = 1 // [0, 1] 1 ProbCut
	useTableProbCut    = 1 // [0, 1] 1 ProbCut by the table alone
	useIIR             = 1 // [0, 1] 1 internal iterative reduction
	useLMP             = 1 // [0, 1] 1 late move pruning
	useFutility        = 1 // [0, 1] 1 futility pruning
	useHistoryPrune    = 1 // [0, 1] 1 pruning by history
	useSEEQuiet        = 1 // [0, 1] 1 SEE pruning of quiet moves
	useSEECapture      = 1 // [0, 1] 1 SEE pruning of captures and checks
	useCaptureFutility = 1 // [0, 1] 1 futility pruning of captures
	useSingular        = 1 // [0, 1] 1 singular extensions
	useLMR             = 1 // [0, 1] 1 late move reductions
	useCorrection      = 1 // [0, 1] 1 correction history
	useAspiration      = 1 // [0, 1] 1 aspiration windows
	useSettle          = 1 // [0, 1] 1 time by how settled the move is

	aspirationWindow = 6     // [2, 60] 2 first half-width, centipawns ...
	aspirationSquare = 10000 // [2000, 50000] 1000 ... and the squared score for one more

	unexpectedDepth    = 5      // [0, 20] 1 up to this depth a table score that nobody expected is searched again
	hindsightMargin    = 192    // [50, 400] 20
	rfpDepth           = 15     // [3, 20] 1 below this depth
	rfpMargin          = 84     // [30, 200] 10 a ply
	rfpMiss            = 23     // [0, 100] 5 less a ply, if the table knows nothing
	rfpImproving       = 2686   // [0, 6000] 300 less, in 1024ths of a ply's margin
	rfpWorsening       = 362    // [0, 3000] 100 the same, if the evaluation got worse for the opponent
	rfpDoubt           = 162540 // [20000, 1000000] 20000 more, for a large correction
	razorBase          = 558    // [100, 1200] 50
	razorFactor        = 340    // [50, 800] 25 by depth squared
	nullBase           = 7      // [2, 10] 1 reduction: base + depth/divisor
	nullDivisor        = 3      // [2, 8] 1
	nullMargin         = 18     // [0, 60] 5 the static evaluation may miss beta by this a ply ...
	nullOffset         = 420    // [0, 800] 30 ... less this
	nullImproving      = 59     // [0, 200] 20
	nullVerifyDepth    = 16     // [8, 30] 2 from this depth on a second search must confirm
	iirDepth           = 6      // [2, 10] 1 from this depth
	probCutDepth       = 3      // [3, 10] 1 from this depth
	probCutMargin      = 249    // [80, 500] 20
	probCutImproving   = 68     // [0, 200] 20 less
	tableProbCutMargin = 462    // [0, 1000] 50

	lmpBase                = 3     // [1, 20] 1 quiet moves: base + depth squared
	futilityDepth          = 13    // [4, 20] 1
	futilityBase           = 47    // [0, 400] 20
	futilityFirst          = 168   // [0, 400] 20 more, while no move is best
	futilityFactor         = 133   // [30, 250] 10 a ply
	futilityAbove          = 96    // [0, 300] 20 more, if the evaluation is above alpha
	lmrDepthHistory        = 3220  // [1000, 12000] 400 history for a ply of pruning depth
	historyPrune           = -4097 // [-12000, -500] 500 by depth
	pruneMain              = 71    // [0, 200] 10 32nds of the main history that count besides for the pruning depth
	captureFutilityDepth   = 7     // [0, 20] 1
	captureFutilityBase    = 242   // [0, 1000] 50
	captureFutilityFactor  = 248   // [0, 1000] 50 a ply
	captureFutilityHistory = 146   // [0, 600] 20 1024ths of the history
	seeQuietFactor         = -28   // [-100, -5] 5 by depth squared
	seeCaptureFactor       = 186   // [30, 400] 20 by depth
	seeCaptureHistory      = 38    // [0, 200] 10 1024ths of the history

	singularDepth  = 5      // [4, 10] 1
	singularMargin = 121    // [10, 300] 20 hundredths of a centipawn a ply
	singularTTPV   = 133    // [0, 300] 20 more, on what was a principal variation
	doubleBase     = -4     // [-100, 100] 10 two plies, if all others are so far below the limit ...
	doublePV       = 236    // [0, 500] 20
	doubleQuiet    = 202    // [0, 500] 20
	doubleTTMove   = 1007   // [0, 3000] 100
	doubleDeep     = 49     // [0, 200] 10
	doubleDoubt    = 189531 // [20000, 1000000] 20000
	tripleBase     = 81     // [-100, 300] 10 ... and three
	triplePV       = 356    // [0, 800] 30
	tripleQuiet    = 242    // [0, 600] 20
	tripleTTPV     = 102    // [0, 400] 20
	negativeBeta   = 3      // [0, 5] 1 plies less for a move that is not singular, if the table says that it beats beta ...
	negativeCut    = 2      // [0, 5] 1 ... or in a cut node
	shufflePly     = 18     // [6, 60] 2 from this ply on a piece that goes to and fro is not tested

	lmrBase         = 1133  // [-1000, 3000] 100 in 1024ths of a ply, like all reductions
	lmrWindow       = 585   // [0, 2000] 100 less in an open window, by its share of the root's
	lmrNotImproving = 206   // [0, 500] 20 more, in 512ths of the product
	lmrBaseTTPV     = 1013  // [0, 3000] 100 more for the pruning, on what is or was a principal variation
	lmrTTPV         = 2819  // [0, 6000] 250 less for the search there
	lmrPV           = 973   // [0, 4096] 250 less, in an open window
	lmrTTAbove      = 905   // [0, 4096] 250 less, if the table's score is above alpha
	lmrTTDeep       = 935   // [0, 4096] 250 less, if the table's entry is as deep
	lmrTTDeepCut    = 959   // [0, 4096] 250 less, if a fail high is expected besides
	lmrMove         = 691   // [-1000, 3000] 100 more ...
	lmrMoveNumber   = 65    // [0, 200] 10 ... less this for each move before
	lmrDoubt        = 25600 // [5000, 100000] 2000 correction for a 1024th of a ply
	lmrCut          = 3611  // [0, 6000] 250 more, where a fail high is expected
	lmrCutBlind     = 985   // [0, 4096] 250 more, without a move of the table
	lmrTTCapture    = 1054  // [0, 4096] 250 more, if the table's move captures
	lmrCutoffs      = 251   // [0, 4096] 100 more, if more than one node of the next ply failed high ...
	lmrManyCutoffs  = 1124  // [0, 4096] 250 ... or more than two
	lmrAllCutoffs   = 1042  // [0, 4096] 250 the same, where a fail low is expected
	lmrTTMove       = 2239  // [0, 4096] 250 less for the table's move
	lmrStat         = 428   // [50, 1500] 50 less by the history, in 4096ths
	lmrVictim       = 777   // [0, 2000] 100 a captured piece as history, in 128ths
	lmrAll          = 273   // [0, 1000] 50 more, where a fail low is expected, near the leaves
	lmrBlind        = 1057  // [0, 4096] 250 more for first moves without a move of the table
	lmrFirst        = 4628  // [1000, 9000] 250 first moves are searched a ply less deep above this ...
	lmrFirstTwo     = 5772  // [1000, 9000] 250 ... and two above this
	deeperMargin    = 53    // [0, 200] 10 a move that beat alpha is searched a ply deeper above this ...
	shallowerMargin = 10    // [0, 100] 5 ... and a ply less deep below this
	lmrBonus        = 1426  // [0, 4000] 200 for the continuations of a reduced move that beat alpha
	raiseReduction  = 2     // [0, 4] 1 plies less for the others, once a move is better than alpha ...
	raiseDepth      = 14    // [3, 30] 1 ... below this depth

	qsFutility = 364 // [50, 800] 25
	qsSEE      = -81 // [-300, 100] 20
	qsCaptures = 2   // [1, 100] 1 captures that are neither checks nor recaptures only among the first moves

	goodCapture  = 16     // [4, 100] 2 a capture may lose its score in the order over this, and is still good
	goodQuiet    = -14000 // [-40000, 0] 2000 quiet moves below come after the bad captures
	sortDepth    = 3560   // [500, 20000] 500 quiet moves below minus this a ply come unsorted
	historyReach = 22000  // [0, 100000] 4000 those so far below by policy and main history alone are not looked up in the others
	policyWeight = 512    // [0, 1500] 50 units of history for a step of the policy
	policyShift  = 29000  // [0, 120000] 4000 minus the policy's mean, in the same units

	mainLimit         = 7183  // [2000, 16000] 500 greatest entries of the histories
	captureLimit      = 10692 // [2000, 20000] 500
	continuationLimit = 30000 // [10000, 31500] 500
	shapeLimit        = 8192  // [2000, 16000] 500

	continueOne   = 1157 // [0, 3000] 50 shares, in 1024ths, of a bonus for the continuations of the moves one to six plies back
	continueTwo   = 648  // [0, 3000] 50
	continueThree = 288  // [0, 3000] 50
	continueFour  = 576  // [0, 3000] 50
	continueFive  = 140  // [0, 3000] 50
	continueSix   = 441  // [0, 3000] 50

	bonusFactor           = 128  // [30, 400] 10 a best move's bonus, a ply
	bonusOffset           = 77   // [-200, 400] 20
	bonusMax              = 1529 // [500, 4000] 100
	bonusTTMove           = 353  // [0, 1000] 50 more, if the table knew it
	bonusParent           = 32   // [8, 256] 8 divisor of the parent move's history score, which counts as bonus
	malusFactor           = 882  // [100, 2000] 50 a failed move's malus, a ply
	malusOffset           = 204  // [-200, 800] 20
	malusMax              = 2122 // [500, 5000] 100
	quietBonusShare       = 806  // [100, 3000] 50 all in 1024ths
	quietMalusShare       = 1113 // [100, 3000] 50
	quietMalusDecay       = 977  // [700, 1024] 10 from each failed move to the next
	captureBonusShare     = 1286 // [100, 4000] 50
	captureMalusShare     = 1559 // [100, 4000] 50
	refutedShare          = 616  // [0, 3000] 50 of the malus, for the move that was refuted
	lowPlyShare           = 761  // [0, 3000] 50
	continuationShare     = 955  // [0, 3000] 50
	continuationDrift     = 88   // [0, 400] 10
	shapeShareGood        = 850  // [0, 3000] 50
	shapeShareBad         = 550  // [0, 3000] 50
	tableCutMalus         = 2142 // [0, 5000] 200 for the early move that the table refutes
	tableCutFactor        = 130  // [30, 400] 10 and the ttMove's bonus, a ply
	tableCutOffset        = 71   // [-200, 400] 20
	tableCutMax           = 1043 // [200, 4000] 100
	ttMoveGood            = 805  // [0, 3000] 50
	ttMoveBad             = 787  // [0, 3000] 50
	multiCutOffset        = 424  // [0, 2000] 50 what the trust in ttMoves loses by a multi-cut
	multiCutFactor        = 107  // [0, 400] 20 a ply
	multiCutMax           = 3375 // [500, 8000] 200
	failLowBase           = -232 // [-1000, 500] 25 a fail low rewards the move that led there, by what speaks for it
	failLowMargin         = 122  // [0, 500] 20
	failLowSurprise       = 145  // [0, 600] 20 more, if the node falls short of its evaluation by this margin
	failLowParent         = 81   // [0, 500] 20
	failLowParentSurprise = 154  // [0, 600] 20 the same, if its parent's evaluation said otherwise
	failLowStat           = 108  // [20, 500] 10 divisor of the move's history score, which is taken off
	failLowFactor         = 59   // [0, 200] 5 more, a ply
	failLowMax            = 454  // [0, 1500] 50
	failLowLate           = 169  // [0, 600] 20 more for a late move
	failLowBonusFactor    = 135  // [30, 400] 10 the bonus that is scaled, a ply
	failLowBonusOffset    = 80   // [-200, 400] 20
	failLowBonusMax       = 1400 // [300, 4000] 100
	failLowContinuation   = 221  // [0, 800] 20 16384ths for the continuations
	failLowMain           = 235  // [0, 800] 20 32768ths for the main history
	failLowCapture        = 1018 // [0, 4000] 100
	differenceLow         = 214  // [0, 600] 20 the evaluation's change as a history bonus, at the worst ...
	differenceHigh        = 171  // [0, 600] 20 ... and at the best
	differenceShift       = 60   // [-100, 200] 10
	differenceMain        = 10   // [0, 40] 1 times for the main history

	selectiveLag    = 8   // [0, 60] 5 selective: a move is deepened though it is so much worse than another one for each ply that it is less deep
	selectiveSlack  = 100 // [0, 300] 10 how far below the best of the others a score is still told exactly
	selectiveWindow = 12  // [2, 300] 10 how far above a move's last score the window of its next search reaches

	timeHorizon = 130 // [80, 300] 10 the plies of a game for which time is kept ...
	timeLeast   = 40  // [10, 100] 5 ... and the least number of plies to expect at any time
	timeMost    = 4   // [1, 10] 1 a doubtful move may take this many times the ordinary time ...
	timeShare   = 20  // [5, 70] 5 ... and percent of the main time
	nodesTime   = 0   // [0, 1000000] 1000 nodes that count as a second, see nodestime.go; 0: real time

	corrPawns       = 12153 // [0, 30000] 1000 weights of the correction histories
	corrHands       = 7835  // [0, 30000] 1000
	corrMinors      = 8620  // [0, 30000] 1000
	corrPieces      = 12355 // [0, 30000] 1000
	corrMoves       = 7982  // [0, 30000] 1000
	corrLearn       = 17    // [4, 40] 1 128ths of the error that are learned a ply ...
	corrLearnFound  = 12    // [4, 40] 1 ... if a move was best
	corrLearnMinors = 153   // [30, 400] 10 128ths for the minor pieces
	corrLearnPieces = 187   // [30, 400] 10 for all of a side
	corrLearnTwo    = 126   // [0, 400] 10 for the move two plies before
	corrLearnFour   = 63    // [0, 400] 10 and four
)

// Tunables is nil in a release.
func Tunables() []Tunable { return nil }
