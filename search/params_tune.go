// Made from params.go by go generate; do not edit.

//go:build tune

package search

var (
	useTable               = 1
	useMateOne             = 1
	useMateThree           = 0
	useQSMateThree         = 0
	useSolver              = 1
	useRFP                 = 1
	useRazor               = 1
	useNull                = 1
	useProbCut             = 1
	useIIR                 = 1
	useIID                 = 1
	useLMP                 = 1
	useFutility            = 1
	useHistoryPrune        = 1
	useSEEQuiet            = 1
	useSEECapture          = 1
	useSingular            = 1
	useCheckExt            = 0
	useLMR                 = 1
	useQSChecks            = 1
	useCorrection          = 1
	useAspiration          = 1
	useMDP                 = 1
	useKillers             = 1
	useTableProbCut        = 1
	useCaptureFutility     = 1
	useSettle              = 1
	mateThreeDepth         = 3
	aspirationWindow       = 30
	aspirationDepth        = 4
	rfpDepth               = 9
	rfpMargin              = 140
	rfpImproving           = 85
	rfpReturn              = 60
	razorDepth             = 4
	razorBase              = 250
	razorFactor            = 220
	nullDepth              = 2
	nullBase               = 4
	nullDivisor            = 4
	nullEval               = 180
	nullEvalMax            = 4
	nullMargin             = 20
	nullOffset             = 280
	probCutDepth           = 4
	probCutMargin          = 190
	tableProbCutMargin     = 320
	iirDepth               = 3
	iidDepth               = 7
	iidLess                = 3
	lmpBase                = 6
	futilityDepth          = 10
	futilityBase           = 130
	futilityFactor         = 120
	historyPruneD          = 5
	historyPrune           = -5000
	captureFutilityDepth   = 7
	captureFutilityBase    = 250
	captureFutilityFactor  = 250
	captureFutilityHistory = 60
	seeQuietFactor         = -20
	seeQuietDepth          = 9
	seeCaptureFactor       = -90
	seeCaptureDepth        = 7
	singularDepth          = 7
	singularMargin         = 120
	singularOnPV           = 100
	doubleMargin           = 32
	doubleMost             = 2
	negativeBeta           = 2
	negativeCut            = 2
	lmrDepth               = 2
	lmrBase                = 130
	lmrDivisor             = 220
	lmrHistory             = 8500
	lmrImproving           = 600
	lmrOnPV                = 1152
	lmrPV                  = 1152
	lmrCut                 = 2304
	lmrCheck               = 1024
	lmrNoisy               = 896
	lmrTableNoisy          = 1664
	lmrCutoffs             = 1024
	cutoffsMany            = 3
	raiseReduction         = 1
	deeperMargin           = 55
	qsFutility             = 200
	qsSEE                  = -60
	qsEvasions             = 3
	blameLast              = 100
	lowPlyOrder            = 8
	bonusFactor            = 230
	bonusOffset            = -120
	bonusMax               = 2300
	timeHorizon            = 150
	timeLeast              = 50
	timeMost               = 5
	corrPawns              = 45
	corrHands              = 34
	corrMoves              = 34
)

// Tunables returns the search's numbers. They must not change while a search runs.
func Tunables() []Tunable { return tunables }

var tunables = []Tunable{
	{"useTable", &useTable, 0, 1, 1},
	{"useMateOne", &useMateOne, 0, 1, 1},
	{"useMateThree", &useMateThree, 0, 1, 1},
	{"useQSMateThree", &useQSMateThree, 0, 1, 1},
	{"useSolver", &useSolver, 0, 1, 1},
	{"useRFP", &useRFP, 0, 1, 1},
	{"useRazor", &useRazor, 0, 1, 1},
	{"useNull", &useNull, 0, 1, 1},
	{"useProbCut", &useProbCut, 0, 1, 1},
	{"useIIR", &useIIR, 0, 1, 1},
	{"useIID", &useIID, 0, 1, 1},
	{"useLMP", &useLMP, 0, 1, 1},
	{"useFutility", &useFutility, 0, 1, 1},
	{"useHistoryPrune", &useHistoryPrune, 0, 1, 1},
	{"useSEEQuiet", &useSEEQuiet, 0, 1, 1},
	{"useSEECapture", &useSEECapture, 0, 1, 1},
	{"useSingular", &useSingular, 0, 1, 1},
	{"useCheckExt", &useCheckExt, 0, 1, 1},
	{"useLMR", &useLMR, 0, 1, 1},
	{"useQSChecks", &useQSChecks, 0, 1, 1},
	{"useCorrection", &useCorrection, 0, 1, 1},
	{"useAspiration", &useAspiration, 0, 1, 1},
	{"useMDP", &useMDP, 0, 1, 1},
	{"useKillers", &useKillers, 0, 1, 1},
	{"useTableProbCut", &useTableProbCut, 0, 1, 1},
	{"useCaptureFutility", &useCaptureFutility, 0, 1, 1},
	{"useSettle", &useSettle, 0, 1, 1},
	{"mateThreeDepth", &mateThreeDepth, 1, 10, 1},
	{"aspirationWindow", &aspirationWindow, 5, 100, 5},
	{"aspirationDepth", &aspirationDepth, 1, 10, 1},
	{"rfpDepth", &rfpDepth, 3, 16, 1},
	{"rfpMargin", &rfpMargin, 30, 200, 10},
	{"rfpImproving", &rfpImproving, 0, 200, 10},
	{"rfpReturn", &rfpReturn, 0, 100, 10},
	{"razorDepth", &razorDepth, 1, 8, 1},
	{"razorBase", &razorBase, 50, 800, 50},
	{"razorFactor", &razorFactor, 50, 500, 25},
	{"nullDepth", &nullDepth, 1, 6, 1},
	{"nullBase", &nullBase, 2, 6, 1},
	{"nullDivisor", &nullDivisor, 2, 8, 1},
	{"nullEval", &nullEval, 60, 500, 20},
	{"nullEvalMax", &nullEvalMax, 1, 8, 1},
	{"nullMargin", &nullMargin, 0, 60, 5},
	{"nullOffset", &nullOffset, 0, 500, 30},
	{"probCutDepth", &probCutDepth, 3, 10, 1},
	{"probCutMargin", &probCutMargin, 80, 400, 20},
	{"tableProbCutMargin", &tableProbCutMargin, 0, 1000, 50},
	{"iirDepth", &iirDepth, 2, 8, 1},
	{"iidDepth", &iidDepth, 3, 12, 1},
	{"iidLess", &iidLess, 1, 6, 1},
	{"lmpBase", &lmpBase, 1, 20, 1},
	{"futilityDepth", &futilityDepth, 4, 16, 1},
	{"futilityBase", &futilityBase, 0, 400, 20},
	{"futilityFactor", &futilityFactor, 30, 250, 10},
	{"historyPruneD", &historyPruneD, 2, 10, 1},
	{"historyPrune", &historyPrune, -12000, -500, 500},
	{"captureFutilityDepth", &captureFutilityDepth, 0, 20, 1},
	{"captureFutilityBase", &captureFutilityBase, 0, 1000, 50},
	{"captureFutilityFactor", &captureFutilityFactor, 0, 1000, 50},
	{"captureFutilityHistory", &captureFutilityHistory, 1, 1000, 10},
	{"seeQuietFactor", &seeQuietFactor, -100, -5, 5},
	{"seeQuietDepth", &seeQuietDepth, 4, 14, 1},
	{"seeCaptureFactor", &seeCaptureFactor, -300, -30, 20},
	{"seeCaptureDepth", &seeCaptureDepth, 3, 12, 1},
	{"singularDepth", &singularDepth, 4, 10, 1},
	{"singularMargin", &singularMargin, 10, 300, 20},
	{"singularOnPV", &singularOnPV, 0, 300, 20},
	{"doubleMargin", &doubleMargin, 0, 120, 10},
	{"doubleMost", &doubleMost, 0, 20, 2},
	{"negativeBeta", &negativeBeta, 0, 4, 1},
	{"negativeCut", &negativeCut, 0, 4, 1},
	{"lmrDepth", &lmrDepth, 2, 5, 1},
	{"lmrBase", &lmrBase, 0, 200, 10},
	{"lmrDivisor", &lmrDivisor, 120, 400, 20},
	{"lmrHistory", &lmrHistory, 3000, 20000, 1000},
	{"lmrImproving", &lmrImproving, 0, 4096, 256},
	{"lmrOnPV", &lmrOnPV, 0, 4096, 256},
	{"lmrPV", &lmrPV, 0, 4096, 256},
	{"lmrCut", &lmrCut, 0, 4096, 256},
	{"lmrCheck", &lmrCheck, 0, 4096, 256},
	{"lmrNoisy", &lmrNoisy, 0, 4096, 256},
	{"lmrTableNoisy", &lmrTableNoisy, 0, 4096, 256},
	{"lmrCutoffs", &lmrCutoffs, 0, 4096, 256},
	{"cutoffsMany", &cutoffsMany, 0, 10, 1},
	{"raiseReduction", &raiseReduction, 0, 4, 1},
	{"deeperMargin", &deeperMargin, 0, 200, 10},
	{"qsFutility", &qsFutility, 50, 500, 25},
	{"qsSEE", &qsSEE, -300, 0, 20},
	{"qsEvasions", &qsEvasions, 0, 100, 1},
	{"blameLast", &blameLast, 0, 200, 10},
	{"lowPlyOrder", &lowPlyOrder, 0, 20, 2},
	{"bonusFactor", &bonusFactor, 50, 400, 20},
	{"bonusOffset", &bonusOffset, -400, 200, 40},
	{"bonusMax", &bonusMax, 500, 4000, 200},
	{"timeHorizon", &timeHorizon, 80, 300, 10},
	{"timeLeast", &timeLeast, 10, 100, 5},
	{"timeMost", &timeMost, 1, 10, 1},
	{"corrPawns", &corrPawns, 0, 120, 10},
	{"corrHands", &corrHands, 0, 120, 10},
	{"corrMoves", &corrMoves, 0, 120, 10},
}
