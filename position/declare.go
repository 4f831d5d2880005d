package position

import (
	"fmt"
	"slices"
	"strings"
)

// EnteringKing is a rule for the end of a game in which the kings have entered the enemy camp.
type EnteringKing uint8

// The rules, named as in the option EnteringKingRule.
const (
	NoEnteringKing EnteringKing = iota
	CSARule24
	CSARule24H
	CSARule27
	CSARule27H
	TryRule
)

var enteringKingNames = [...]string{"NoEnteringKing", "CSARule24", "CSARule24H", "CSARule27", "CSARule27H", "TryRule"}

// String returns the name of the rule.
func (r EnteringKing) String() string { return enteringKingNames[r] }

// EnteringKingNames returns the names of all rules.
func EnteringKingNames() []string { return enteringKingNames[:] }

// ParseEnteringKing returns the rule of that name.
func ParseEnteringKing(name string) (EnteringKing, error) {
	if i := slices.Index(enteringKingNames[:], name); i >= 0 {
		return EnteringKing(i), nil
	}
	return NoEnteringKing, fmt.Errorf("no entering-king rule %q; want one of %s", name, strings.Join(EnteringKingNames(), ", "))
}

// Declaration decides whether the side to move may declare a win. Its zero value never does.
type Declaration struct {
	rule   EnteringKing
	points [2]int // needed by each player
}

// NewDeclaration returns the rule for a game that began at root. Under the handicap rules (the "H") root's missing
// pieces lower the points that White needs.
func NewDeclaration(rule EnteringKing, root *Position) Declaration {
	d := Declaration{rule: rule}
	switch rule {
	case CSARule24, CSARule24H:
		d.points = [2]int{31, 31}
	case CSARule27, CSARule27H:
		d.points = [2]int{28, 27}
	}
	if rule == CSARule24H || rule == CSARule27H {
		const complete = 54 // points of all pieces but the kings
		total := root.points(Black, All) + root.points(White, All)
		d.points[White] -= complete - total
	}
	return d
}

// points counts c's pieces within the set and in hand: five for a big piece, none for the king, one for any other.
func (p *Position) points(c Color, within Bitboard) int {
	own := p.byColor[c].And(within).AndNot(p.byKind[King])
	big := p.byKind[Bishop].Or(p.byKind[Rook]).Or(p.byKind[Horse]).Or(p.byKind[Dragon]).And(own)
	h := p.hand[c]
	return own.Count() + 4*big.Count() + h.Total() + 4*(h.Count(Bishop)+h.Count(Rook))
}

// Points returns the points that count for the player's declaration: pieces in the enemy camp and in hand.
func (p *Position) Points(c Color) int { return p.points(c, p.rules.promotion[c]) }

// besideKing is how many pieces besides the king a declaration needs in the enemy camp.
const besideKing = 10

// Claim returns the move by which the side to move can end the game at once as the winner: MoveWin (the declaration),
// the king's move under the try rule, or MoveNone.
func (d Declaration) Claim(p *Position) Move {
	us := p.side
	k := p.king[us]
	if d.rule == NoEnteringKing || !p.rules.Declares || k == NoSquare {
		return MoveNone
	}
	if d.rule == TryRule {
		goal := NewSquare(5, 1).SeenBy(us)
		if m := NewMove(k, goal, NewPiece(us, King)); geometry[k].king.Has(goal) && p.IsLegal(m) {
			return m
		}
		return MoveNone
	}
	camp := p.rules.promotion[us]
	if !camp.Has(k) || p.byColor[us].And(camp).Count() < 1+besideKing || p.InCheck() || p.Points(us) < d.points[us] {
		return MoveNone
	}
	return MoveWin
}

// MayClaim reports whether the player could end the game in this way within that many plies, where a declaration counts
// as one. It goes only by the king and the pieces in the camp: a move brings the king one square nearer, or one more
// piece into the camp.
func (d Declaration) MayClaim(p *Position, c Color, plies int) bool {
	if d.rule == NoEnteringKing || !p.rules.Declares || p.king[c] == NoSquare {
		return false
	}
	k := p.king[c].SeenBy(c)
	if d.rule == TryRule {
		return max(k.File()-5, 5-k.File(), k.Rank()-1) <= (plies+1)/2
	}
	const camp = 3 // ranks
	inside := p.byColor[c].AndNot(p.byKind[King]).And(p.rules.promotion[c]).Count()
	return max(0, k.Rank()-camp)+max(0, besideKing-inside) <= (plies-1)/2
}

// MayEscape reports whether the other side might win by a try before a line of the side to move mates it, in that many
// plies against the longest defence. A declaration is no escape: in check nobody may declare.
func (d Declaration) MayEscape(p *Position, plies int) bool {
	return d.rule == TryRule && plies > 1 && d.MayClaim(p, p.Side().Other(), plies-2)
}
