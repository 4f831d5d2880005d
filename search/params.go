//go:build !tune

package search

// The search's numbers. Under the build tag tune they are variables of the same names, with ranges, and options of the
// engine (params_tune.go). A rule whose use... number is 0 is switched off. Scores are centipawns, depths plies.
const (
	useTable        = 1 // transposition table
	useMateOne      = 1 // one-ply mate test
	useRFP          = 1 // reverse futility pruning
	useRazor        = 1
	useNull         = 1 // null move
	useProbCut      = 1
	useIIR          = 1 // internal iterative reduction
	useLMP          = 1 // late move pruning
	useFutility     = 1
	useHistoryPrune = 1
	useSEEQuiet     = 1
	useSEECapture   = 1
	useSingular     = 1
	useCheckExt     = 0 // check extension
	useLMR          = 1 // late move reductions
	useQSChecks     = 1 // quiet checks at the first ply of quiescence
	useCorrection   = 1
	useAspiration   = 1
	useMDP          = 1 // mate-distance pruning

	aspirationWindow = 25
	aspirationDepth  = 4

	rfpDepth      = 9
	rfpMargin     = 85
	rfpImproving  = 70
	razorDepth    = 4
	razorBase     = 250
	razorFactor   = 220
	nullDepth     = 2
	nullBase      = 4
	nullDivisor   = 4
	nullEval      = 180
	nullEvalMax   = 4
	nullMargin    = 20 // static evaluation may miss beta by so much a ply ...
	nullOffset    = 180
	probCutDepth  = 5
	probCutMargin = 190
	iirDepth      = 4

	lmpBase          = 4
	futilityDepth    = 10
	futilityBase     = 110
	futilityFactor   = 100
	historyPruneD    = 5
	historyPrune     = -4000
	seeQuietFactor   = -25
	seeQuietDepth    = 9
	seeCaptureFactor = -120
	seeCaptureDepth  = 7
	singularDepth    = 7
	singularMargin   = 60 // hundredths of a centipawn... per ply
	doubleMargin     = 25
	lmrDepth         = 2
	lmrBase          = 60  // hundredths of a ply
	lmrDivisor       = 220 // hundredths
	lmrHistory       = 8000
	deeperMargin     = 45

	qsFutility = 200
	qsSEE      = -60

	bonusFactor    = 170
	bonusOffset    = -120
	bonusMax       = 1700
	quietSortDepth = 3500

	corrPawns = 40
	corrHands = 30
	corrMoves = 30
)
