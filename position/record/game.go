package record

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"katachi/position"
)

// ErrIllegal is the error of a game with a move that cannot be played.
var ErrIllegal = errors.New("illegal move")

// Game is a game record, or a problem: a position with a tree of moves.
type Game struct {
	Start  *position.Position // not changed; its own history is left out
	Names  [2]string          // by colour; empty: unknown, or a problem
	Header []Field            // what else is known of the game, in the order of the record
	Root   Node               // the start position: its comments, and the first moves
}

// Field is a line of a record's header. Its key is KIF's word (開始日時, 棋戦, ...) where there is one, otherwise the
// record's own.
type Field struct{ Key, Value string }

// Node is a move and all that follows it, or the end of a line.
type Node struct {
	Move     position.Move // MoveNone: the root, or an End
	Illegal  bool          // the move broke the rules, and the game ended with it
	End      *End          // not nil: no move, but how the line ended
	Time     time.Duration // used for the move
	Timed    bool          // Time is known
	Comments []string      // lines that belong to the position after the move, without their sign
	Bookmark string
	Next     []*Node // what was played, then the variations
}

// Field returns the value of a header field, empty if it is not there.
func (g *Game) Field(key string) string {
	for _, f := range g.Header {
		if f.Key == key {
			return f.Value
		}
	}
	return ""
}

// AddField adds a field to the header unless the value is empty. The fields of the players are their names.
func (g *Game) AddField(key, value string) {
	switch {
	case value == "":
	case key == "先手", key == "下手":
		g.Names[position.Black] = value
	case key == "後手", key == "上手":
		g.Names[position.White] = value
	default:
		g.Header = append(g.Header, Field{key, value})
	}
}

// Main returns the nodes of the main line without the root, its End last if it has one.
func (g *Game) Main() []*Node {
	var line []*Node
	for n := &g.Root; len(n.Next) > 0; n = n.Next[0] {
		line = append(line, n.Next[0])
	}
	return line
}

// Moves returns the legal moves of the main line, and how it ended, nil if the record just stops.
func (g *Game) Moves() ([]position.Move, *End) {
	var moves []position.Move
	for _, n := range g.Main() {
		if n.End != nil {
			return moves, n.End
		}
		if !n.Illegal {
			moves = append(moves, n.Move)
		}
	}
	return moves, nil
}

// Append adds a move behind the node and returns its node; a move that is there already is not added again.
func (n *Node) Append(m position.Move) *Node {
	for _, next := range n.Next {
		if next.Move == m && next.End == nil {
			return next
		}
	}
	next := &Node{Move: m}
	n.Next = append(n.Next, next)
	return next
}

// check returns an error if the node's move cannot be played and is not marked so.
func check(p *position.Position, n *Node) error {
	if n.End != nil || n.Illegal || p.IsLegal(n.Move) {
		return nil
	}
	return fmt.Errorf("%w: move %d, %v, at %s", ErrIllegal, p.History()+1, n.Move, p.SFEN())
}

// Clone returns a copy of the tree below and with the node.
func (n *Node) Clone() *Node {
	c := *n
	c.Comments = slices.Clone(n.Comments)
	c.Next = make([]*Node, len(n.Next))
	for i := range n.Next {
		c.Next[i] = n.Next[i].Clone()
	}
	return &c
}
