package classical

import "katachi/position"

// force is what the pieces of one side do, gathered in one pass over them.
type force struct {
	pawns            position.Bitboard // squares attacked by pawns
	cover            position.Bitboard // squares attacked by anything but the king
	one, two, three  position.Bitboard // squares attacked at least once, twice, three times, by the king too
	linked           position.Bitboard // squares attacked by generals
	generals, others position.Bitboard // own golds, silvers and all that is stronger; own knights and lances
	pressure         int32             // units of attack on the enemy king's zone
	sliders          [4]slider
	count            int
}

// slider is a bishop, rook, horse or dragon with the squares that it attacks.
type slider struct {
	attacks position.Bitboard
	troop   troop
}

// troopKind is the kind of each troop; the promoted minor pieces are of several.
var troopKind = [numTroops]position.Kind{
	lance: position.Lance, knight: position.Knight, silver: position.Silver, gold: position.Gold, promoted: position.NoKind,
	bishop: position.Bishop, rook: position.Rook, horse: position.Horse, dragon: position.Dragon,
}

// shape fills in all terms of both sides.
func (e *Evaluator) shape(p *position.Position, t *[2]terms) {
	var forces [2]force
	e.collect(p, position.Black, &forces[position.Black], &t[position.Black])
	e.collect(p, position.White, &forces[position.White], &t[position.White])
	for c := position.Black; c <= position.White; c++ {
		own, other, terms := &forces[c], &forces[c^1], &t[c]
		terms.control = e.control(p, c, own, other)
		e.mobility(p, c, own, other, terms)
		e.bonds(own, terms)
		e.threats(p, c, own, other, terms)
		if p.King(c) != position.NoSquare {
			terms.king = -e.kingDanger(p, c, own, other)
			terms.castle, _ = e.castle(p, c)
			terms.entering = e.entering(p, c)
		}
	}
}

// collect fills in the force of a side and the terms of its pieces' distances to the kings.
func (e *Evaluator) collect(p *position.Position, c position.Color, f *force, result *terms) {
	w := e.weights
	own, occupied := p.ByColor(c), p.Occupied()
	ourKing, theirKing := p.King(c), p.King(c^1)
	ours, theirs := &distance[ourKing], &distance[theirKing]
	zone := e.zone[c^1][theirKing]
	pawns := p.Pieces(c, position.Pawn)

	one := pawnsAttack(c, pawns)
	f.pawns = one
	pressure := w.AttackPawn * int32(one.And(zone).Count())
	var two, three, linked position.Bitboard
	near := int32(0)
	for t := range numTroops {
		set := p.ByKind(troopKind[t])
		if t == promoted {
			set = p.Golds().AndNot(p.ByKind(position.Gold))
		}
		for set = set.And(own); set.Any(); {
			var s position.Square
			s, set = set.Pop()
			var a position.Bitboard
			switch t {
			case lance:
				a = position.LanceAttacks(c, s, occupied)
			case knight:
				a = position.KnightAttacks(c, s)
			case silver:
				a = position.SilverAttacks(c, s)
				linked = linked.Or(a)
			case gold, promoted:
				a = position.GoldAttacks(c, s)
				linked = linked.Or(a)
			default:
				switch t {
				case bishop:
					a = position.BishopAttacks(s, occupied)
				case rook:
					a = position.RookAttacks(s, occupied)
				case horse:
					a = position.BishopAttacks(s, occupied).Or(position.KingAttacks(s))
				case dragon:
					a = position.RookAttacks(s, occupied).Or(position.KingAttacks(s))
				}
				linked = linked.Or(a)
				f.sliders[f.count&3] = slider{a, t}
				f.count++
			}
			three = three.Or(two.And(a))
			two = two.Or(one.And(a))
			one = one.Or(a)
			near += int32(e.nearOwn[t][ours[s]]) + int32(e.nearEnemy[t][theirs[s]])
			if hits := a.And(zone); hits.Any() {
				pressure += w.Attack[t] * int32(hits.Count())
			}
		}
	}
	result.near = near
	f.pressure = pressure
	f.cover = one
	if ourKing != position.NoSquare {
		a := position.KingAttacks(ourKing)
		three = three.Or(two.And(a))
		two = two.Or(one.And(a))
		one = one.Or(a)
	}
	f.one, f.two, f.three = one.And(e.board), two.And(e.board), three.And(e.board)
	f.linked = linked
	major := p.ByKind(position.Bishop).Or(p.ByKind(position.Rook)).Or(p.ByKind(position.Horse)).Or(p.ByKind(position.Dragon))
	f.generals = p.Golds().Or(p.ByKind(position.Silver)).Or(major).And(own)
	f.others = p.ByKind(position.Knight).Or(p.ByKind(position.Lance)).And(own)
}

// pawnsAttack returns the squares in front of a set of pawns: the next bit, since no pawn stands on its last rank.
func pawnsAttack(c position.Color, pawns position.Bitboard) position.Bitboard {
	if c == position.Black {
		return position.Bitboard{Lo: pawns.Lo >> 1, Hi: pawns.Hi >> 1}
	}
	return position.Bitboard{Lo: pawns.Lo << 1, Hi: pawns.Hi << 1}
}

// control values the squares that a side attacks: more the nearer they are to a king, since near its own king they
// defend and near the enemy's they attack.
func (e *Evaluator) control(p *position.Position, c position.Color, f, other *force) int32 {
	w := e.weights
	ourKing, theirKing := p.King(c), p.King(c^1)
	sum := w.ControlCamp * int32(f.one.AndNot(other.one).And(e.rules.Zone(c)).Count())
	for times, set := range [3]position.Bitboard{f.one, f.two, f.three} {
		sum += w.ControlBoard[times] * int32(set.Count())
		for steps := range e.within {
			sum += w.ControlOwn[steps][times]*int32(set.And(e.within[steps][ourKing]).Count()) +
				w.ControlEnemy[steps][times]*int32(set.And(e.within[steps][theirKing]).Count())
		}
	}
	return sum / 100
}

// mobilityLimit is how many safe squares of a slider count.
const mobilityLimit = 9

// mobility values the squares to which the sliders can go safely, and open files for the rooks.
func (e *Evaluator) mobility(p *position.Position, c position.Color, f, other *force, t *terms) {
	w := e.weights
	closed := p.ByColor(c).Or(other.one)
	for i := range f.sliders[:min(f.count, len(f.sliders))] {
		s := &f.sliders[i]
		if safe := s.attacks.And(e.board).AndNot(closed); safe.Any() {
			t.mobility += w.Mobility[s.troop] * int32(min(safe.Count(), mobilityLimit))
		} else {
			t.mobility += w.Confined[s.troop]
		}
	}
	pawns := p.Pieces(c, position.Pawn)
	for rooks := p.ByKind(position.Rook).Or(p.ByKind(position.Dragon)).And(p.ByColor(c)); rooks.Any(); {
		var s position.Square
		s, rooks = rooks.Pop()
		if !fileMask[s/9].Intersects(pawns) {
			t.mobility += w.OpenFile
		}
	}
}

// bonds values how the pieces hold together: a general that nothing protects is a target; generals that protect each
// other are the good shape that the game is about.
func (e *Evaluator) bonds(f *force, t *terms) {
	w := e.weights
	t.shape = w.LooseGeneral*int32(f.generals.AndNot(f.one).Count()) +
		w.LoosePiece*int32(f.others.AndNot(f.one).Count()) +
		w.Linked*int32(f.generals.And(f.linked).Count()) +
		w.Firm*int32(f.generals.And(f.two).Count())
}

// threats counts the pieces that the enemy attacks and those that cannot escape. For the side to move, which can still answer,
// it counts half.
func (e *Evaluator) threats(p *position.Position, c position.Color, f, other *force, t *terms) {
	w := e.weights
	pieces := f.generals.Or(f.others)
	hanging := pieces.And(other.one).AndNot(f.one)
	byPawn := pieces.And(other.pawns)
	sum := w.Hanging*int32(hanging.Count()) + w.PawnThreat*int32(byPawn.Count())
	closed := p.ByColor(c).Or(other.one)
	for attacked := hanging.Or(byPawn); attacked.Any(); {
		var s position.Square
		s, attacked = attacked.Pop()
		if position.Attacks(p.At(s), s, p.Occupied()).And(e.board).AndNot(closed).IsEmpty() {
			sum += w.Trapped
		}
	}
	if c == p.Side() {
		sum /= 2
	}
	t.threats = sum
}
