package analyse

import (
	"slices"

	"katachi/eval"
	"katachi/position"
	"katachi/position/record"
)

// Mark is what a move is called.
type Mark string

// The marks. The limits of the three mistakes are ShogiHome's, in percent of the winning chance.
const (
	Best       Mark = "best"
	Brilliant  Mark = "brilliant" // the best move, and it gives up material that the opponent may take
	Only       Mark = "only"      // every other move would lose much
	Forced     Mark = "forced"    // the only legal move
	Good       Mark = "good"
	Fair       Mark = "fair" // neither good nor bad
	Inaccuracy Mark = "inaccuracy"
	Mistake    Mark = "mistake"
	Blunder    Mark = "blunder"
)

const (
	goodLoss       = 2.0 // less than this is good
	inaccuracyLoss = 5.0
	mistakeLoss    = 10.0
	blunderLoss    = 20.0
	onlyGap        = 15.0 // the second best move loses this much
	sacrificeValue = 250  // what a sacrifice must give up, in values of pieces
)

// markOf names a move by what it lost.
func markOf(loss float64) Mark {
	switch {
	case loss >= blunderLoss:
		return Blunder
	case loss >= mistakeLoss:
		return Mistake
	case loss >= inaccuracyLoss:
		return Inaccuracy
	case loss >= goodLoss:
		return Fair
	}
	return Good
}

// Line is a variation as the report has it.
type Line struct {
	Centipawns int `json:"cp"`             // from Black's view, in the centipawns of records; ±30000 if it is decided
	Mate       int `json:"mate,omitempty"` // plies to the mate; positive if Black mates
	// Entering is plies to a win by the entering-king rule, a declaration counted as one; positive if Black wins so. The moves
	// end before the declaration, or with the try.
	Entering int      `json:"entering,omitempty"`
	Chance   float64  `json:"chance"` // Black's winning chance, percent
	Depth    int      `json:"depth,omitempty"`
	Moves    []string `json:"moves,omitempty"`    // USI
	Japanese []string `json:"japanese,omitempty"` // ▲７六歩
	Proved   bool     `json:"proved,omitempty"`   // the mate solver found it
}

// Move is what the report says of a move.
type Move struct {
	Number   int      `json:"number"` // from 1
	Color    string   `json:"color"`  // black or white
	USI      string   `json:"usi"`
	Japanese string   `json:"japanese"`
	Seconds  *float64 `json:"seconds,omitempty"`
	Before   Line     `json:"before"` // the best line before the move
	After    Line     `json:"after"`  // the best answer to it
	Loss     float64  `json:"loss"`   // of the mover's winning chance, percent
	Best     bool     `json:"best"`   // no better move was found
	Second   *Line    `json:"second,omitempty"`
	// Choices are moves that were compared if this one was a mistake, those that lose least first. Moves that are not
	// among them lose at least as much as the last one, as far as is known.
	Choices  []Choice `json:"choices,omitempty"`
	Mark     Mark     `json:"mark"`
	Remark   Remark   `json:"remark"`
	Comments []string `json:"comments,omitempty"`
	Facts    Facts    `json:"facts"`
}

// Facts are what the rules and the searches say of a move, and what its sentences are made of.
type Facts struct {
	Check       bool     `json:"check,omitempty"`
	Capture     string   `json:"capture,omitempty"`     // the piece that was taken, SFEN letter
	Attacks     []string `json:"attacks,omitempty"`     // squares of worthier or unprotected pieces that the moved piece now attacks
	EnPrise     bool     `json:"enPrise,omitempty"`     // the opponent wins material by taking the moved piece
	Loses       []string `json:"loses,omitempty"`       // pieces that the mover loses along the line for pawns at most
	Wins        []string `json:"wins,omitempty"`        // pieces that the mover wins along the line for pawns at most
	Plies       int      `json:"plies,omitempty"`       // of the line until then
	MateFound   int      `json:"mateFound,omitempty"`   // the move begins or continues a mate; plies
	MateMissed  int      `json:"mateMissed,omitempty"`  // there was a mate, and after the move there is none; plies
	MateAllowed int      `json:"mateAllowed,omitempty"` // the move allows the opponent to mate; plies
	MateThreat  int      `json:"mateThreat,omitempty"`  // the mover would mate if the opponent passed; plies
	// The same of wins by the entering-king rule; plies as in Line.Entering. Where the mover could have declared at once,
	// Declaration says so and not EnteringMissed.
	EnteringFound   int  `json:"enteringFound,omitempty"`
	EnteringMissed  int  `json:"enteringMissed,omitempty"`
	EnteringAllowed int  `json:"enteringAllowed,omitempty"`
	Declaration     bool `json:"declaration,omitempty"` // the mover could have declared his win instead

	Repetition int    `json:"repetition,omitempty"` // how often the position has occurred, 0 if it is new
	Castle     string `json:"castle,omitempty"`     // that the move completed, in English
	CastleJA   string `json:"-"`
	Opening    string `json:"opening,omitempty"` // that the move decided on, in English
	OpeningJA  string `json:"openingJapanese,omitempty"`
}

// game is a game with all that was thought about it: a thought for every position.
type game struct {
	record    *record.Game
	moves     []position.Move
	nodes     []*record.Node
	end       *record.End
	thoughts  []thought
	castle    func(*position.Position, position.Color) (english, japanese string) // see Config.Castle
	rule      position.EnteringKing
	handicap  bool
	positions []*position.Position // before each move, and the last one
}

// newGame prepares a record, without the older analyses that this one replaces.
func newGame(from *record.Game, castle func(*position.Position, position.Color) (english, japanese string), rule position.EnteringKing) *game {
	g := *from
	g.Root = *from.Root.Clone()
	wipe(&g.Root, true)
	a := &game{record: &g, castle: castle, rule: rule}
	if h := g.Handicap(); h != "" && h != "平手" && h != "5五将棋" { // the start positions of both variants
		a.handicap = true
	}
	a.moves, a.end = g.Moves()
	a.nodes = g.Main()[:len(a.moves)]
	p := g.Start.Clone()
	a.positions = append(a.positions, p.Clone())
	for _, m := range a.moves {
		p.Do(m)
		a.positions = append(a.positions, p.Clone())
	}
	a.thoughts = make([]thought, len(a.positions))
	return a
}

// newLine turns a found line into one of the report. p is where it begins, last where the move before it went.
func (a *game) newLine(p *position.Position, last position.Square, f found) Line {
	score := f.Score
	l := Line{Centipawns: centipawns(score), Chance: a.chance(score), Entering: f.Entering, Depth: f.Depth, Proved: f.Proved}
	if score.IsMate() {
		l.Mate = score.MatePlies()
	}
	if score < 0 {
		l.Entering = -l.Entering
	}
	if p.Side() == position.White {
		l.Centipawns, l.Mate, l.Entering, l.Chance = -l.Centipawns, -l.Mate, -l.Entering, 100-l.Chance
	}
	q := p.Clone()
	for _, text := range f.Moves {
		m, err := q.ParseLegal(text)
		if err != nil {
			break
		}
		l.Moves = append(l.Moves, text)
		l.Japanese = append(l.Japanese, record.Japanese(q, last, m))
		q.Do(m)
		last = m.To()
	}
	return l
}

// lineOf returns the best line of the i-th position. It has no moves, and the score of the result, where the game is over or the
// win can be declared.
func (a *game) lineOf(i int) Line {
	return a.newLine(a.positions[i], a.lastTo(i), a.thoughts[i].best())
}

func (a *game) lastTo(i int) position.Square {
	if i == 0 {
		return position.NoSquare
	}
	return a.moves[i-1].To()
}

// colorNames are what the JSON calls the sides.
var colorNames = [2]string{"black", "white"}

// judge says what the i-th move, from 0, was worth.
func (a *game) judge(i int) Move {
	p, m, node := a.positions[i], a.moves[i], a.nodes[i]
	before, after := &a.thoughts[i], &a.thoughts[i+1]
	r := Move{
		Number: i + 1, Color: colorNames[p.Side()], USI: m.String(), Japanese: record.Japanese(p, a.lastTo(i), m),
		Before: a.lineOf(i), After: a.lineOf(i + 1), Comments: node.Comments,
	}
	if node.Timed {
		seconds := node.Time.Seconds()
		r.Seconds = &seconds
	}
	best, played := before.score(), -after.score()
	choice := before.best().Moves
	r.Loss, r.Best = a.loss(i)
	r.Mark = markOf(r.Loss)
	others := before.Lines
	if !before.Claim && len(others) > 0 {
		others = others[1:]
	}
	if len(others) > 0 {
		second := a.newLine(p, a.lastTo(i), others[0])
		r.Second = &second
	}
	a.facts(i, &r, best, played)
	switch {
	case before.Forced:
		r.Mark = Forced
	case !r.Best:
	case r.Facts.EnPrise && !p.InCheck() && a.chance(played) >= 45 && a.chance(played) < 99 && r.Facts.Capture == "":
		r.Mark = Brilliant
	case len(others) > 0 && len(choice) > 0 && choice[0] == m.String() && a.chance(best)-a.chance(others[0].Score) >= onlyGap:
		r.Mark = Only
	default:
		r.Mark = Best
	}
	r.Choices = a.choices(i, &r)
	r.Remark = a.remark(i, &r)
	return r
}

// loss returns what the i-th move lost of its player's winning chance, percent, and whether no better one was found.
func (a *game) loss(i int) (loss float64, best bool) {
	before := &a.thoughts[i]
	could, played := before.score(), -a.thoughts[i+1].score()
	choice := before.best().Moves
	if before.Over != "" || len(choice) > 0 && choice[0] == a.moves[i].String() || played >= could {
		return 0, true
	}
	loss = max(0, a.chance(could)-a.chance(played))
	return loss, loss == 0 && !(could.IsMate() && !played.IsMate())
}

// facts collects what is known of the i-th move.
func (a *game) facts(i int, r *Move, best, played eval.Score) {
	p, q, m := a.positions[i], a.positions[i+1], a.moves[i]
	before, after := &a.thoughts[i], &a.thoughts[i+1]
	us := p.Side()
	f := &r.Facts
	f.Check = q.InCheck()
	if taken := p.At(m.To()); taken != position.NoPiece {
		f.Capture = taken.Kind().String()
	}
	f.EnPrise = exchange(q, m.To()) >= sacrificeValue
	if !f.EnPrise {
		f.Attacks = attacks(q, us, m.To())
	}
	own, back := p.At(m.To()).Kind(), position.NoKind
	if i > 0 && m.To() == a.moves[i-1].To() {
		back = p.Captured().Kind()
	}
	f.Loses, f.Wins, f.Plies = harvest(q, us, back, own, after)
	choice := before.best().Moves
	begins := len(choice) > 0 && choice[0] == m.String()
	f.mates(best, played, begins, after)
	f.entering(best, played, begins, before, after)
	f.MateThreat = len(after.Threat)
	f.Repetition = occurrences(q)
	f.Declaration = before.Claim
	if english, japanese := a.castle(q, us); english != "" {
		if before, _ := a.castle(p, us); before != english {
			f.Castle, f.CastleJA = english, japanese
		}
	}
	if i < openingPlies {
		opening := openingOf(q, us)
		known := slices.ContainsFunc(a.positions[:i+1], func(p *position.Position) bool { return openingOf(p, us) == opening })
		if !known && a.positions[0].SFEN() == position.Shogi.Start {
			f.Opening, f.OpeningJA = opening.english, opening.japanese
		}
	}
}

// mates says which mate was found, missed or allowed; best and played are what the mover could have had, and has now. A move that
// begins the best line misses nothing, even if the search behind it has not seen the mate again.
func (f *Facts) mates(best, played eval.Score, begins bool, after *thought) {
	switch {
	case played.IsMate() && played > 0:
		f.MateFound = played.MatePlies() + 1
		if len(after.Lines) == 0 {
			f.MateFound = 1
		}
	case best.IsMate() && best > 0 && begins:
		f.MateFound = best.MatePlies()
	case best.IsMate() && best > 0:
		f.MateMissed = best.MatePlies()
	case played.IsMate() && played < 0 && !(best.IsMate() && best < 0):
		f.MateAllowed = -played.MatePlies()
	}
}

// entering says the same of wins by the entering-king rule.
func (f *Facts) entering(best, played eval.Score, begins bool, before, after *thought) {
	reply, choice := after.best(), before.best()
	could := choice.Entering > 0 && choice.Score > 0 && !before.Claim && !played.IsWin()
	switch {
	case after.Over == overTry:
		f.EnteringFound = 1
	case reply.Entering > 0 && reply.Score < 0:
		f.EnteringFound = reply.Entering + 1
	case could && begins:
		f.EnteringFound = choice.Entering
	case could:
		f.EnteringMissed = choice.Entering
	case reply.Entering > 0 && reply.Score > 0 && !best.IsLoss():
		f.EnteringAllowed = reply.Entering
	}
}

// occurrences returns how often the position has occurred, 0 if it is new.
func occurrences(p *position.Position) int {
	q, n := p.Clone(), 1
	key := q.Key()
	for q.History() > 0 {
		if q.LastMove() == position.MoveNull {
			break
		}
		q.Undo()
		if q.Key() == key {
			n++
		}
	}
	if n == 1 {
		return 0
	}
	return n
}

// worth is what a piece counts in exchanges, by kind, in centipawns: about as people count, in package level, whose values have no
// king, and with less for a promoted pawn, lance or knight, which its taker gets unpromoted.
var worth = [position.NumKinds]int{
	position.Pawn: 100, position.Lance: 300, position.Knight: 350, position.Silver: 500, position.Gold: 600, position.Bishop: 850,
	position.Rook: 1000, position.King: 10000, position.ProPawn: 400, position.ProLance: 450, position.ProKnight: 480,
	position.ProSilver: 550, position.Horse: 1150, position.Dragon: 1300,
}

// exchange returns what the side to move wins at least by taking on the square, if both sides go on taking there with
// their cheapest piece as long as it pays. Pins are left out of account, but a first capture must be legal.
func exchange(p *position.Position, s position.Square) int {
	legal := false
	us := p.Side()
	for attackers := p.AttackersTo(s, p.Occupied()).And(p.ByColor(us)); attackers.Any() && !legal; {
		var from position.Square
		from, attackers = attackers.Pop()
		piece := p.At(from)
		legal = p.IsLegal(position.NewMove(from, s, piece)) || piece.Kind().CanPromote() && p.IsLegal(position.NewPromotion(from, s, piece))
	}
	if !legal {
		return 0
	}
	return max(0, swap(p, s, us, worth[p.At(s).Kind()], p.Occupied()))
}

// swap returns what the side wins by taking a piece of that worth on the square.
func swap(p *position.Position, s position.Square, us position.Color, prize int, occupied position.Bitboard) int {
	attackers := p.AttackersTo(s, occupied).And(p.ByColor(us)).And(occupied)
	cheapest, cost := position.NoSquare, 0
	for attackers.Any() {
		var from position.Square
		from, attackers = attackers.Pop()
		if c := worth[p.At(from).Kind()]; cheapest == position.NoSquare || c < cost {
			cheapest, cost = from, c
		}
	}
	if cheapest == position.NoSquare {
		return 0
	}
	return max(0, prize-swap(p, s, us^1, cost, occupied.Without(cheapest)))
}

// attacks returns the squares of the enemy's pieces that the piece on s attacks and that are worth more than it or
// unprotected; pawns do not count, nor do pieces that a pinned piece may not take.
func attacks(p *position.Position, us position.Color, s position.Square) []string {
	var list []string
	piece := p.At(s)
	targets := position.Attacks(piece, s, p.Occupied()).And(p.ByColor(us ^ 1))
	for targets.Any() {
		var t position.Square
		t, targets = targets.Pop()
		k := p.At(t).Kind()
		if k == position.King || k == position.Pawn || opensKing(p, us, s, t) {
			continue
		}
		if worth[k] > worth[piece.Kind()]+100 || !p.Attacked(us^1, t, p.Occupied()) {
			list = append(list, t.String())
		}
	}
	return list
}

// opensKing reports whether the king of us could be taken once its piece on s has taken on t.
func opensKing(p *position.Position, us position.Color, s, t position.Square) bool {
	king := p.King(us)
	if king == position.NoSquare || king == s {
		return false
	}
	return p.AttackersTo(king, p.Occupied().Without(s)).And(p.ByColor(us ^ 1)).Without(t).Any()
}

// harvestPlies is how far along a line captures are counted, unless it is in the middle of an exchange there.
const harvestPlies = 8

// harvest counts what is taken by a move, along the best line of the position after it, and, if the move takes back, by the
// move before it. It returns the pieces that one side loses there for nothing but pawns, promoted or not as one, and how
// many plies of the line that takes. A piece that is captured in the last move and may be taken back does not count.
func harvest(p *position.Position, us position.Color, before, own position.Kind, t *thought) (loses, wins []string, plies int) {
	best := t.best()
	if best.Score.IsDecided() {
		return nil, nil, 0
	}
	line := best.Moves
	q := p.Clone()
	var taken [2][position.NumKinds]int // by the taker
	taken[us][own.Unpromoted()]++       // nothing is NoKind
	taken[us^1][before.Unpromoted()]++
	capturing := false
	for i, text := range line {
		m, err := q.ParseLegal(text)
		if err != nil || i >= harvestPlies && !capturing {
			break
		}
		k := q.At(m.To()).Kind()
		capturing = k != position.NoKind
		if capturing && i == len(line)-1 && exchangeAfter(q, m) {
			break
		}
		if capturing {
			taken[q.Side()][k.Unpromoted()]++
			plies = i + 1
		}
		q.Do(m)
	}
	// What was exchanged for its like does not count.
	left := func(c position.Color) (list []string, value int) {
		for _, k := range position.HandKinds {
			n := max(0, taken[c][k]-taken[c^1][k])
			value += n * worth[k]
			for range n {
				if k != position.Pawn {
					list = append(list, k.String())
				}
			}
		}
		return list, value
	}
	theirs, theirValue := left(us ^ 1)
	ours, ourValue := left(us)
	switch {
	case plies == 0:
	case len(theirs) > 0 && len(ours) == 0 && theirValue >= ourValue+200:
		return theirs, nil, plies
	case len(ours) > 0 && len(theirs) == 0 && ourValue >= theirValue+200:
		return nil, ours, plies
	}
	return nil, nil, 0
}

// exchangeAfter reports whether the opponent wins something by taking back.
func exchangeAfter(p *position.Position, m position.Move) bool {
	q := p.Clone()
	q.Do(m)
	return exchange(q, m.To()) > 0
}
