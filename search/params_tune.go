// Made from params.go by go generate; do not edit.

//go:build tune

package search

var (
	useTable               = 1
	useMateOne             = 1
	useSolver              = 1
	useRFP                 = 1
	useRazor               = 1
	useNull                = 1
	useProbCut             = 1
	useTableProbCut        = 1
	useIIR                 = 1
	useLMP                 = 1
	useFutility            = 1
	useHistoryPrune        = 1
	useSEEQuiet            = 1
	useSEECapture          = 1
	useCaptureFutility     = 1
	useSingular            = 1
	useLMR                 = 1
	useCorrection          = 1
	useAspiration          = 1
	useSettle              = 1
	aspirationWindow       = 6
	aspirationSquare       = 10000
	unexpectedDepth        = 5
	hindsightMargin        = 192
	rfpDepth               = 15
	rfpMargin              = 84
	rfpMiss                = 23
	rfpImproving           = 2686
	rfpWorsening           = 362
	rfpDoubt               = 162540
	razorBase              = 558
	razorFactor            = 340
	nullBase               = 7
	nullDivisor            = 3
	nullMargin             = 18
	nullOffset             = 420
	nullImproving          = 59
	nullVerifyDepth        = 16
	iirDepth               = 6
	probCutDepth           = 3
	probCutMargin          = 249
	probCutImproving       = 68
	tableProbCutMargin     = 462
	lmpBase                = 3
	futilityDepth          = 13
	futilityBase           = 47
	futilityFirst          = 168
	futilityFactor         = 133
	futilityAbove          = 96
	lmrDepthHistory        = 3220
	historyPrune           = -4097
	pruneMain              = 71
	captureFutilityDepth   = 7
	captureFutilityBase    = 242
	captureFutilityFactor  = 248
	captureFutilityHistory = 146
	seeQuietFactor         = -28
	seeCaptureFactor       = 186
	seeCaptureHistory      = 38
	singularDepth          = 5
	singularMargin         = 121
	singularTTPV           = 133
	doubleBase             = -4
	doublePV               = 236
	doubleQuiet            = 202
	doubleTTMove           = 1007
	doubleDeep             = 49
	doubleDoubt            = 189531
	tripleBase             = 81
	triplePV               = 356
	tripleQuiet            = 242
	tripleTTPV             = 102
	negativeBeta           = 3
	negativeCut            = 2
	shufflePly             = 18
	lmrBase                = 1133
	lmrWindow              = 585
	lmrNotImproving        = 206
	lmrBaseTTPV            = 1013
	lmrTTPV                = 2819
	lmrPV                  = 973
	lmrTTAbove             = 905
	lmrTTDeep              = 935
	lmrTTDeepCut           = 959
	lmrMove                = 691
	lmrMoveNumber          = 65
	lmrDoubt               = 25600
	lmrCut                 = 3611
	lmrCutBlind            = 985
	lmrTTCapture           = 1054
	lmrCutoffs             = 251
	lmrManyCutoffs         = 1124
	lmrAllCutoffs          = 1042
	lmrTTMove              = 2239
	lmrStat                = 428
	lmrVictim              = 777
	lmrAll                 = 273
	lmrBlind               = 1057
	lmrFirst               = 4628
	lmrFirstTwo            = 5772
	deeperMargin           = 53
	shallowerMargin        = 10
	lmrBonus               = 1426
	raiseReduction         = 2
	raiseDepth             = 14
	qsFutility             = 364
	qsSEE                  = -81
	qsCaptures             = 2
	goodCapture            = 16
	goodQuiet              = -14000
	sortDepth              = 3560
	historyReach           = 22000
	policyWeight           = 512
	policyShift            = 29000
	mainLimit              = 7183
	captureLimit           = 10692
	continuationLimit      = 30000
	shapeLimit             = 8192
	continueOne            = 1157
	continueTwo            = 648
	continueThree          = 288
	continueFour           = 576
	continueFive           = 140
	continueSix            = 441
	bonusFactor            = 128
	bonusOffset            = 77
	bonusMax               = 1529
	bonusTTMove            = 353
	bonusParent            = 32
	malusFactor            = 882
	malusOffset            = 204
	malusMax               = 2122
	quietBonusShare        = 806
	quietMalusShare        = 1113
	quietMalusDecay        = 977
	captureBonusShare      = 1286
	captureMalusShare      = 1559
	refutedShare           = 616
	lowPlyShare            = 761
	continuationShare      = 955
	continuationDrift      = 88
	shapeShareGood         = 850
	shapeShareBad          = 550
	tableCutMalus          = 2142
	tableCutFactor         = 130
	tableCutOffset         = 71
	tableCutMax            = 1043
	ttMoveGood             = 805
	ttMoveBad              = 787
	multiCutOffset         = 424
	multiCutFactor         = 107
	multiCutMax            = 3375
	failLowBase            = -232
	failLowMargin          = 122
	failLowSurprise        = 145
	failLowParent          = 81
	failLowParentSurprise  = 154
	failLowStat            = 108
	failLowFactor          = 59
	failLowMax             = 454
	failLowLate            = 169
	failLowBonusFactor     = 135
	failLowBonusOffset     = 80
	failLowBonusMax        = 1400
	failLowContinuation    = 221
	failLowMain            = 235
	failLowCapture         = 1018
	differenceLow          = 214
	differenceHigh         = 171
	differenceShift        = 60
	differenceMain         = 10
	selectiveLag           = 8
	selectiveSlack         = 100
	selectiveWindow        = 12
	timeHorizon            = 130
	timeLeast              = 40
	timeMost               = 4
	timeShare              = 20
	nodesTime              = 0
	corrPawns              = 12153
	corrHands              = 7835
	corrMinors             = 8620
	corrPieces             = 12355
	corrMoves              = 7982
	corrLearn              = 17
	corrLearnFound         = 12
	corrLearnMinors        = 153
	corrLearnPieces        = 187
	corrLearnTwo           = 126
	corrLearnFour          = 63
)

// Tunables returns the search's numbers. They must not change while a search runs.
func Tunables() []Tunable { return tunables }

var tunables = []Tunable{
	{"useTable", &useTable, 0, 1, 1},
	{"useMateOne", &useMateOne, 0, 1, 1},
	{"useSolver", &useSolver, 0, 1, 1},
	{"useRFP", &useRFP, 0, 1, 1},
	{"useRazor", &useRazor, 0, 1, 1},
	{"useNull", &useNull, 0, 1, 1},
	{"useProbCut", &useProbCut, 0, 1, 1},
	{"useTableProbCut", &useTableProbCut, 0, 1, 1},
	{"useIIR", &useIIR, 0, 1, 1},
	{"useLMP", &useLMP, 0, 1, 1},
	{"useFutility", &useFutility, 0, 1, 1},
	{"useHistoryPrune", &useHistoryPrune, 0, 1, 1},
	{"useSEEQuiet", &useSEEQuiet, 0, 1, 1},
	{"useSEECapture", &useSEECapture, 0, 1, 1},
	{"useCaptureFutility", &useCaptureFutility, 0, 1, 1},
	{"useSingular", &useSingular, 0, 1, 1},
	{"useLMR", &useLMR, 0, 1, 1},
	{"useCorrection", &useCorrection, 0, 1, 1},
	{"useAspiration", &useAspiration, 0, 1, 1},
	{"useSettle", &useSettle, 0, 1, 1},
	{"aspirationWindow", &aspirationWindow, 2, 60, 2},
	{"aspirationSquare", &aspirationSquare, 2000, 50000, 1000},
	{"unexpectedDepth", &unexpectedDepth, 0, 20, 1},
	{"hindsightMargin", &hindsightMargin, 50, 400, 20},
	{"rfpDepth", &rfpDepth, 3, 20, 1},
	{"rfpMargin", &rfpMargin, 30, 200, 10},
	{"rfpMiss", &rfpMiss, 0, 100, 5},
	{"rfpImproving", &rfpImproving, 0, 6000, 300},
	{"rfpWorsening", &rfpWorsening, 0, 3000, 100},
	{"rfpDoubt", &rfpDoubt, 20000, 1000000, 20000},
	{"razorBase", &razorBase, 100, 1200, 50},
	{"razorFactor", &razorFactor, 50, 800, 25},
	{"nullBase", &nullBase, 2, 10, 1},
	{"nullDivisor", &nullDivisor, 2, 8, 1},
	{"nullMargin", &nullMargin, 0, 60, 5},
	{"nullOffset", &nullOffset, 0, 800, 30},
	{"nullImproving", &nullImproving, 0, 200, 20},
	{"nullVerifyDepth", &nullVerifyDepth, 8, 30, 2},
	{"iirDepth", &iirDepth, 2, 10, 1},
	{"probCutDepth", &probCutDepth, 3, 10, 1},
	{"probCutMargin", &probCutMargin, 80, 500, 20},
	{"probCutImproving", &probCutImproving, 0, 200, 20},
	{"tableProbCutMargin", &tableProbCutMargin, 0, 1000, 50},
	{"lmpBase", &lmpBase, 1, 20, 1},
	{"futilityDepth", &futilityDepth, 4, 20, 1},
	{"futilityBase", &futilityBase, 0, 400, 20},
	{"futilityFirst", &futilityFirst, 0, 400, 20},
	{"futilityFactor", &futilityFactor, 30, 250, 10},
	{"futilityAbove", &futilityAbove, 0, 300, 20},
	{"lmrDepthHistory", &lmrDepthHistory, 1000, 12000, 400},
	{"historyPrune", &historyPrune, -12000, -500, 500},
	{"pruneMain", &pruneMain, 0, 200, 10},
	{"captureFutilityDepth", &captureFutilityDepth, 0, 20, 1},
	{"captureFutilityBase", &captureFutilityBase, 0, 1000, 50},
	{"captureFutilityFactor", &captureFutilityFactor, 0, 1000, 50},
	{"captureFutilityHistory", &captureFutilityHistory, 0, 600, 20},
	{"seeQuietFactor", &seeQuietFactor, -100, -5, 5},
	{"seeCaptureFactor", &seeCaptureFactor, 30, 400, 20},
	{"seeCaptureHistory", &seeCaptureHistory, 0, 200, 10},
	{"singularDepth", &singularDepth, 4, 10, 1},
	{"singularMargin", &singularMargin, 10, 300, 20},
	{"singularTTPV", &singularTTPV, 0, 300, 20},
	{"doubleBase", &doubleBase, -100, 100, 10},
	{"doublePV", &doublePV, 0, 500, 20},
	{"doubleQuiet", &doubleQuiet, 0, 500, 20},
	{"doubleTTMove", &doubleTTMove, 0, 3000, 100},
	{"doubleDeep", &doubleDeep, 0, 200, 10},
	{"doubleDoubt", &doubleDoubt, 20000, 1000000, 20000},
	{"tripleBase", &tripleBase, -100, 300, 10},
	{"triplePV", &triplePV, 0, 800, 30},
	{"tripleQuiet", &tripleQuiet, 0, 600, 20},
	{"tripleTTPV", &tripleTTPV, 0, 400, 20},
	{"negativeBeta", &negativeBeta, 0, 5, 1},
	{"negativeCut", &negativeCut, 0, 5, 1},
	{"shufflePly", &shufflePly, 6, 60, 2},
	{"lmrBase", &lmrBase, -1000, 3000, 100},
	{"lmrWindow", &lmrWindow, 0, 2000, 100},
	{"lmrNotImproving", &lmrNotImproving, 0, 500, 20},
	{"lmrBaseTTPV", &lmrBaseTTPV, 0, 3000, 100},
	{"lmrTTPV", &lmrTTPV, 0, 6000, 250},
	{"lmrPV", &lmrPV, 0, 4096, 250},
	{"lmrTTAbove", &lmrTTAbove, 0, 4096, 250},
	{"lmrTTDeep", &lmrTTDeep, 0, 4096, 250},
	{"lmrTTDeepCut", &lmrTTDeepCut, 0, 4096, 250},
	{"lmrMove", &lmrMove, -1000, 3000, 100},
	{"lmrMoveNumber", &lmrMoveNumber, 0, 200, 10},
	{"lmrDoubt", &lmrDoubt, 5000, 100000, 2000},
	{"lmrCut", &lmrCut, 0, 6000, 250},
	{"lmrCutBlind", &lmrCutBlind, 0, 4096, 250},
	{"lmrTTCapture", &lmrTTCapture, 0, 4096, 250},
	{"lmrCutoffs", &lmrCutoffs, 0, 4096, 100},
	{"lmrManyCutoffs", &lmrManyCutoffs, 0, 4096, 250},
	{"lmrAllCutoffs", &lmrAllCutoffs, 0, 4096, 250},
	{"lmrTTMove", &lmrTTMove, 0, 4096, 250},
	{"lmrStat", &lmrStat, 50, 1500, 50},
	{"lmrVictim", &lmrVictim, 0, 2000, 100},
	{"lmrAll", &lmrAll, 0, 1000, 50},
	{"lmrBlind", &lmrBlind, 0, 4096, 250},
	{"lmrFirst", &lmrFirst, 1000, 9000, 250},
	{"lmrFirstTwo", &lmrFirstTwo, 1000, 9000, 250},
	{"deeperMargin", &deeperMargin, 0, 200, 10},
	{"shallowerMargin", &shallowerMargin, 0, 100, 5},
	{"lmrBonus", &lmrBonus, 0, 4000, 200},
	{"raiseReduction", &raiseReduction, 0, 4, 1},
	{"raiseDepth", &raiseDepth, 3, 30, 1},
	{"qsFutility", &qsFutility, 50, 800, 25},
	{"qsSEE", &qsSEE, -300, 100, 20},
	{"qsCaptures", &qsCaptures, 1, 100, 1},
	{"goodCapture", &goodCapture, 4, 100, 2},
	{"goodQuiet", &goodQuiet, -40000, 0, 2000},
	{"sortDepth", &sortDepth, 500, 20000, 500},
	{"historyReach", &historyReach, 0, 100000, 4000},
	{"policyWeight", &policyWeight, 0, 1500, 50},
	{"policyShift", &policyShift, 0, 120000, 4000},
	{"mainLimit", &mainLimit, 2000, 16000, 500},
	{"captureLimit", &captureLimit, 2000, 20000, 500},
	{"continuationLimit", &continuationLimit, 10000, 31500, 500},
	{"shapeLimit", &shapeLimit, 2000, 16000, 500},
	{"continueOne", &continueOne, 0, 3000, 50},
	{"continueTwo", &continueTwo, 0, 3000, 50},
	{"continueThree", &continueThree, 0, 3000, 50},
	{"continueFour", &continueFour, 0, 3000, 50},
	{"continueFive", &continueFive, 0, 3000, 50},
	{"continueSix", &continueSix, 0, 3000, 50},
	{"bonusFactor", &bonusFactor, 30, 400, 10},
	{"bonusOffset", &bonusOffset, -200, 400, 20},
	{"bonusMax", &bonusMax, 500, 4000, 100},
	{"bonusTTMove", &bonusTTMove, 0, 1000, 50},
	{"bonusParent", &bonusParent, 8, 256, 8},
	{"malusFactor", &malusFactor, 100, 2000, 50},
	{"malusOffset", &malusOffset, -200, 800, 20},
	{"malusMax", &malusMax, 500, 5000, 100},
	{"quietBonusShare", &quietBonusShare, 100, 3000, 50},
	{"quietMalusShare", &quietMalusShare, 100, 3000, 50},
	{"quietMalusDecay", &quietMalusDecay, 700, 1024, 10},
	{"captureBonusShare", &captureBonusShare, 100, 4000, 50},
	{"captureMalusShare", &captureMalusShare, 100, 4000, 50},
	{"refutedShare", &refutedShare, 0, 3000, 50},
	{"lowPlyShare", &lowPlyShare, 0, 3000, 50},
	{"continuationShare", &continuationShare, 0, 3000, 50},
	{"continuationDrift", &continuationDrift, 0, 400, 10},
	{"shapeShareGood", &shapeShareGood, 0, 3000, 50},
	{"shapeShareBad", &shapeShareBad, 0, 3000, 50},
	{"tableCutMalus", &tableCutMalus, 0, 5000, 200},
	{"tableCutFactor", &tableCutFactor, 30, 400, 10},
	{"tableCutOffset", &tableCutOffset, -200, 400, 20},
	{"tableCutMax", &tableCutMax, 200, 4000, 100},
	{"ttMoveGood", &ttMoveGood, 0, 3000, 50},
	{"ttMoveBad", &ttMoveBad, 0, 3000, 50},
	{"multiCutOffset", &multiCutOffset, 0, 2000, 50},
	{"multiCutFactor", &multiCutFactor, 0, 400, 20},
	{"multiCutMax", &multiCutMax, 500, 8000, 200},
	{"failLowBase", &failLowBase, -1000, 500, 25},
	{"failLowMargin", &failLowMargin, 0, 500, 20},
	{"failLowSurprise", &failLowSurprise, 0, 600, 20},
	{"failLowParent", &failLowParent, 0, 500, 20},
	{"failLowParentSurprise", &failLowParentSurprise, 0, 600, 20},
	{"failLowStat", &failLowStat, 20, 500, 10},
	{"failLowFactor", &failLowFactor, 0, 200, 5},
	{"failLowMax", &failLowMax, 0, 1500, 50},
	{"failLowLate", &failLowLate, 0, 600, 20},
	{"failLowBonusFactor", &failLowBonusFactor, 30, 400, 10},
	{"failLowBonusOffset", &failLowBonusOffset, -200, 400, 20},
	{"failLowBonusMax", &failLowBonusMax, 300, 4000, 100},
	{"failLowContinuation", &failLowContinuation, 0, 800, 20},
	{"failLowMain", &failLowMain, 0, 800, 20},
	{"failLowCapture", &failLowCapture, 0, 4000, 100},
	{"differenceLow", &differenceLow, 0, 600, 20},
	{"differenceHigh", &differenceHigh, 0, 600, 20},
	{"differenceShift", &differenceShift, -100, 200, 10},
	{"differenceMain", &differenceMain, 0, 40, 1},
	{"selectiveLag", &selectiveLag, 0, 60, 5},
	{"selectiveSlack", &selectiveSlack, 0, 300, 10},
	{"selectiveWindow", &selectiveWindow, 2, 300, 10},
	{"timeHorizon", &timeHorizon, 80, 300, 10},
	{"timeLeast", &timeLeast, 10, 100, 5},
	{"timeMost", &timeMost, 1, 10, 1},
	{"timeShare", &timeShare, 5, 70, 5},
	{"nodesTime", &nodesTime, 0, 1000000, 1000},
	{"corrPawns", &corrPawns, 0, 30000, 1000},
	{"corrHands", &corrHands, 0, 30000, 1000},
	{"corrMinors", &corrMinors, 0, 30000, 1000},
	{"corrPieces", &corrPieces, 0, 30000, 1000},
	{"corrMoves", &corrMoves, 0, 30000, 1000},
	{"corrLearn", &corrLearn, 4, 40, 1},
	{"corrLearnFound", &corrLearnFound, 4, 40, 1},
	{"corrLearnMinors", &corrLearnMinors, 30, 400, 10},
	{"corrLearnPieces", &corrLearnPieces, 30, 400, 10},
	{"corrLearnTwo", &corrLearnTwo, 0, 400, 10},
	{"corrLearnFour", &corrLearnFour, 0, 400, 10},
}
