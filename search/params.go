//go:build !tune

package search

//go:generate go test -run TestParams -update

// The search's numbers: value, and in the comment its range and step for tuning. Under the build tag tune they are
// variables of the same names (params_tune.go, which is made from this file) and options of the engine. A rule whose
// use... number is 0 is switched off. Scores are centipawns, depths plies.
const (
	useTable           = 1 // [0, 1] 1 transposition table
	useMateOne         = 1 // [0, 1] 1 one-ply mate test
	useMateThree       = 0 // [0, 1] 1 three-ply mate test
	useQSMateThree     = 0 // [0, 1] 1 three-ply mate test at the first ply of quiescence
	useSolver          = 1 // [0, 1] 1 mate solver at the root
	useRFP             = 1 // [0, 1] 1 reverse futility pruning
	useRazor           = 1 // [0, 1] 1 razoring
	useNull            = 1 // [0, 1] 1 null move
	useProbCut         = 1 // [0, 1] 1 ProbCut
	useIIR             = 1 // [0, 1] 1 internal iterative reduction
	useIID             = 1 // [0, 1] 1 internal iterative deepening, without the table
	useLMP             = 1 // [0, 1] 1 late move pruning
	useFutility        = 1 // [0, 1] 1 futility pruning
	useHistoryPrune    = 1 // [0, 1] 1 pruning by history
	useSEEQuiet        = 1 // [0, 1] 1 SEE pruning of quiet moves
	useSEECapture      = 1 // [0, 1] 1 SEE pruning of captures and checks
	useSingular        = 1 // [0, 1] 1 singular extensions
	useCheckExt        = 0 // [0, 1] 1 check extensions
	useLMR             = 1 // [0, 1] 1 late move reductions
	useQSChecks        = 1 // [0, 1] 1 quiet checks at the first ply of quiescence
	useCorrection      = 1 // [0, 1] 1 correction history
	useAspiration      = 1 // [0, 1] 1 aspiration windows
	useMDP             = 1 // [0, 1] 1 mate-distance pruning
	useKillers         = 1 // [0, 1] 1 killer moves
	useTableProbCut    = 1 // [0, 1] 1 ProbCut by the table alone
	useCaptureFutility = 1 // [0, 1] 1 futility pruning of captures
	useSettle          = 1 // [0, 1] 1 time by how settled the move is

	mateThreeDepth = 3 // [1, 10] 1 from this depth on

	aspirationWindow = 30 // [5, 100] 5 first half-width, centipawns
	aspirationDepth  = 4  // [1, 10] 1 least depth

	rfpDepth           = 9   // [3, 16] 1 below this depth
	rfpMargin          = 140 // [30, 200] 10 a ply
	rfpImproving       = 85  // [0, 200] 10 less, if the evaluation improves
	rfpReturn          = 60  // [0, 100] 10 the result: so many hundredths of the way from beta to the evaluation
	razorDepth         = 4   // [1, 8] 1 up to this depth
	razorBase          = 250 // [50, 800] 50
	razorFactor        = 220 // [50, 500] 25 by depth squared
	nullDepth          = 2   // [1, 6] 1 from this depth
	nullBase           = 4   // [2, 6] 1 reduction: base + depth/divisor + (eval-beta)/nullEval
	nullDivisor        = 4   // [2, 8] 1
	nullEval           = 180 // [60, 500] 20
	nullEvalMax        = 4   // [1, 8] 1
	nullMargin         = 20  // [0, 60] 5 the static evaluation may miss beta by so much a ply ...
	nullOffset         = 280 // [0, 500] 30 ... less this
	probCutDepth       = 4   // [3, 10] 1 above this depth
	probCutMargin      = 190 // [80, 400] 20
	tableProbCutMargin = 320 // [0, 1000] 50
	iirDepth           = 3   // [2, 8] 1 from this depth
	iidDepth           = 7   // [3, 12] 1 from this depth
	iidLess            = 3   // [1, 6] 1 so many plies less deep

	lmpBase                = 6     // [1, 20] 1 quiet moves: base + depth squared
	futilityDepth          = 10    // [4, 16] 1
	futilityBase           = 130   // [0, 400] 20
	futilityFactor         = 120   // [30, 250] 10 a ply
	historyPruneD          = 5     // [2, 10] 1
	historyPrune           = -5000 // [-12000, -500] 500 by depth
	captureFutilityDepth   = 7     // [0, 20] 1
	captureFutilityBase    = 250   // [0, 1000] 50
	captureFutilityFactor  = 250   // [0, 1000] 50 a ply
	captureFutilityHistory = 60    // [1, 1000] 10 history for a centipawn
	seeQuietFactor         = -20   // [-100, -5] 5 by depth squared
	seeQuietDepth          = 9     // [4, 14] 1
	seeCaptureFactor       = -90   // [-300, -30] 20 by depth
	seeCaptureDepth        = 7     // [3, 12] 1
	singularDepth          = 7     // [4, 10] 1
	singularMargin         = 120   // [10, 300] 20 hundredths of a centipawn a ply
	singularOnPV           = 100   // [0, 300] 20 more, on what was a principal variation
	doubleMargin           = 32    // [0, 120] 10 so far below the singular limit, two plies
	doubleMost             = 2     // [0, 20] 2 double extensions in a line
	negativeBeta           = 2     // [0, 4] 1 plies less for a move that is not singular, if the table says that it beats beta ...
	negativeCut            = 2     // [0, 4] 1 ... or in a cut node
	lmrDepth               = 2     // [2, 5] 1 from this depth
	lmrBase                = 130   // [0, 200] 10 hundredths of a ply
	lmrDivisor             = 220   // [120, 400] 20 hundredths
	lmrHistory             = 8500  // [3000, 20000] 1000 history for a ply
	lmrImproving           = 600   // [0, 4096] 256 in 1024ths of a ply: more, if the evaluation does not improve
	lmrOnPV                = 1152  // [0, 4096] 256 less, on what is or was a principal variation
	lmrPV                  = 1152  // [0, 4096] 256 less, in an open window
	lmrCut                 = 2304  // [0, 4096] 256 more, where a fail high is expected
	lmrCheck               = 1024  // [0, 4096] 256 less, for a check
	lmrNoisy               = 896   // [0, 4096] 256 less, for a capture or promotion
	lmrTableNoisy          = 1664  // [0, 4096] 256 more, if the table's move is one
	lmrCutoffs             = 1024  // [0, 4096] 256 more, if more children ...
	cutoffsMany            = 3     // [0, 10] 1 ... than so many failed high
	raiseReduction         = 1     // [0, 4] 1 plies less for the others, once a move is better than alpha
	deeperMargin           = 55    // [0, 200] 10

	qsFutility = 200 // [50, 500] 25
	qsSEE      = -60 // [-300, 0] 20
	qsEvasions = 3   // [0, 100] 1 quiet evasions only among the first so many moves

	blameLast   = 100  // [0, 200] 10 percent of a bonus against the move that led to a fail high by the table
	lowPlyOrder = 8    // [0, 20] 2 weight of the low-ply history in the order of quiet moves, over the ply plus one
	bonusFactor = 230  // [50, 400] 20 history bonus a ply
	bonusOffset = -120 // [-400, 200] 40
	bonusMax    = 2300 // [500, 4000] 200

	timeHorizon = 150 // [80, 300] 10 the plies of a game for which time is kept ...
	timeLeast   = 50  // [10, 100] 5 ... and the least number of plies to expect at any time
	timeMost    = 5   // [1, 10] 1 an unsettled move may take so many times the ordinary time

	corrPawns = 45 // [0, 120] 10 weights of the correction histories
	corrHands = 34 // [0, 120] 10
	corrMoves = 34 // [0, 120] 10
)

// Tunables is nil in a release.
func Tunables() []Tunable { return nil }
