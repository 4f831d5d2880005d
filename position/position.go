package position

import "fmt"

// Position is a position with the moves that led to it. Make one with New or ParseSFEN; copy one with Clone.
// It is not safe for concurrent use.
type Position struct {
	board [AnySquare]Piece
	side  Color
	king  [2]Square // NoSquare where a mate problem has no king
	hand  [2]Hand
	sets
	rules  *Rules
	ply    int // number of the next move, 1 at the start of a game
	now    int // index of the current State
	states []State
	// seen counts, by the low bits of the board key, the states on the stack: repetition is looked for only
	// where the count says that there can be one.
	seen [seenSize]uint16
}

// Sets are the squares where pieces stand. Package nnue's assembly relies on their layout in memory.
type Sets struct {
	occupied Bitboard // both sides' pieces and the walls
	byColor  [2]Bitboard
	byKind   [NumKinds]Bitboard
	golds    Bitboard // all that moves like a gold
}

type sets = Sets // embedded, for its fields alone

// State is what a move changes and undoing it restores.
type State struct {
	boardKey     uint64 // squares and side to move, without hands
	parts        Parts
	checkers     Bitboard
	pinned       Bitboard // pieces of the side to move that shield their king
	discoverers  Bitboard // pieces of the side to move that shield the other king; valid if the flag is set
	hand         [2]Hand
	move         Move
	repPlies     uint16 // distance to the repeated position
	rep          Repetition
	captured     Piece
	discoverable bool      // discoverers is valid
	sinceNull    uint16    // plies since the start or the last null move
	checks       [2]uint16 // for each side, plies of uninterrupted checking up to its last move
}

const seenSize = 4096

// Board returns the pieces by square, for reading, valid until the position changes.
func (p *Position) Board() *[NumSquares]Piece { return (*[NumSquares]Piece)(p.board[:]) }

// Sets returns the squares of the pieces, for reading, valid until the position changes.
func (p *Position) Sets() *Sets { return &p.sets }

// New returns the start position of the variant.
func New(rules *Rules) *Position {
	p, err := ParseSFEN(rules, rules.Start)
	if err != nil {
		panic(err) // the start positions are constants
	}
	return p
}

// Clone returns a copy that shares nothing with p.
func (p *Position) Clone() *Position {
	q := *p
	q.states = make([]State, p.now+1, p.now+1+stateReserve)
	copy(q.states, p.states[:p.now+1])
	q.states = q.states[:cap(q.states)]
	return &q
}

// stateReserve is how many states the stack grows by: more than a search goes deep.
const stateReserve = 256

// Rules returns the variant.
func (p *Position) Rules() *Rules { return p.rules }

// Side returns the side to move.
func (p *Position) Side() Color { return p.side }

// Ply returns the number of the next move: 1 at the start of a game, or as the SFEN said.
func (p *Position) Ply() int { return p.ply }

// History returns how many moves have been done since the position was set up.
func (p *Position) History() int { return p.now }

// At returns the piece on a square.
func (p *Position) At(s Square) Piece { return p.board[s] }

// King returns the king's square, NoSquare if the side has none.
func (p *Position) King(c Color) Square { return p.king[c&1] }

// Hand returns the pieces in hand of a player.
func (p *Position) Hand(c Color) Hand { return p.hand[c&1] }

// Occupied returns the squares that are not free: pieces and walls.
func (p *Position) Occupied() Bitboard { return p.occupied }

// Empty returns the free squares of the variant's board.
func (p *Position) Empty() Bitboard { return p.occupied.Not() }

// ByColor returns the squares with a player's pieces.
func (p *Position) ByColor(c Color) Bitboard { return p.byColor[c&1] }

// Pieces returns the squares of a player's pieces of one kind.
func (p *Position) Pieces(c Color, k Kind) Bitboard { return p.byKind[k&15].And(p.byColor[c&1]) }

// ByKind returns the squares of both sides' pieces of one kind.
func (p *Position) ByKind(k Kind) Bitboard { return p.byKind[k&15] }

// Golds returns the squares of both sides' golds and promoted pawns, lances, knights and silvers.
func (p *Position) Golds() Bitboard { return p.golds }

// Key returns the hash key of board, hands and side to move.
func (p *Position) Key() uint64 {
	return p.states[p.now].boardKey ^ handKey(p.hand[Black], p.hand[White])
}

// BoardKeyAfter returns the BoardKey that a move of the side to move would lead to, without playing it.
func (p *Position) BoardKeyAfter(m Move) uint64 {
	to := m.To()
	key := p.states[p.now].boardKey ^ sideKey ^ pieceKeys[to][m.Piece()&31].board
	if !m.IsDrop() {
		key ^= pieceKeys[m.From()][m.Before()&31].board
		if captured := p.board[to]; captured != NoPiece {
			key ^= pieceKeys[to][captured&31].board
		}
	}
	return key
}

// KeyAfter returns the Key that a move of the side to move would lead to, without playing it.
func (p *Position) KeyAfter(m Move) uint64 {
	us := p.side
	hand := p.hand
	if m.IsDrop() {
		hand[us&1] = hand[us&1].Minus(m.DropKind())
	} else if captured := p.board[m.To()]; captured != NoPiece {
		hand[us&1] = hand[us&1].Plus(captured.Kind().Unpromoted())
	}
	return p.BoardKeyAfter(m) ^ handKey(hand[Black], hand[White])
}

// KeyAfterNull returns the Key that passing would lead to.
func (p *Position) KeyAfterNull() uint64 { return p.Key() ^ sideKey }

// BoardKey returns the hash key of board and side to move, without the hands.
func (p *Position) BoardKey() uint64 { return p.states[p.now].boardKey }

// Parts returns the keys of parts of the board.
func (p *Position) Parts() Parts { return p.states[p.now].parts }

// Checkers returns the pieces that give check to the side to move.
func (p *Position) Checkers() Bitboard { return p.states[p.now].checkers }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.states[p.now].checkers.Any() }

// Pinned returns the pieces of the side to move that are pinned to their king.
func (p *Position) Pinned() Bitboard { return p.states[p.now].pinned }

// LastMove returns the move that led here, MoveNone at the position that was set up, MoveNull after a pass.
func (p *Position) LastMove() Move { return p.states[p.now].move }

// Captured returns the piece that the last move captured.
func (p *Position) Captured() Piece { return p.states[p.now].captured }

// put places a piece on an empty square.
func (p *Position) put(piece Piece, s Square) {
	bb := squareBB[s]
	k := piece.Kind()
	p.board[s] = piece
	p.byColor[piece.Color()] = p.byColor[piece.Color()].Or(bb)
	p.byKind[k] = p.byKind[k].Or(bb)
	p.occupied = p.occupied.Or(bb)
	if k.MovesLikeGold() {
		p.golds = p.golds.Or(bb)
	}
}

// remove takes the piece off a square and leaves the square's mailbox entry to the caller.
func (p *Position) remove(piece Piece, s Square) {
	bb := squareBB[s]
	k := piece.Kind()
	p.byColor[piece.Color()] = p.byColor[piece.Color()].AndNot(bb)
	p.byKind[k] = p.byKind[k].AndNot(bb)
	p.occupied = p.occupied.AndNot(bb)
	if k.MovesLikeGold() {
		p.golds = p.golds.AndNot(bb)
	}
}

// Validate compares every redundant part of the position with one built afresh from its SFEN and says what differs.
func (p *Position) Validate() error {
	sfen := p.SFEN()
	q, err := ParseProblem(p.rules, sfen)
	if err != nil {
		return fmt.Errorf("after %v: %w", p.LastMove(), err)
	}
	st, fresh := &p.states[p.now], &q.states[q.now]
	for _, part := range []struct {
		name  string
		equal bool
	}{
		{"board", p.board == q.board}, {"side", p.side == q.side}, {"king", p.king == q.king}, {"hand", p.hand == q.hand},
		{"occupied", p.occupied == q.occupied}, {"byColor", p.byColor == q.byColor}, {"byKind", p.byKind == q.byKind},
		{"golds", p.golds == q.golds}, {"key", p.Key() == q.Key()}, {"boardKey", st.boardKey == fresh.boardKey}, {"parts", st.parts == fresh.parts},
		{"checkers", st.checkers == fresh.checkers}, {"pinned", st.pinned == fresh.pinned}, {"state hand", st.hand == p.hand},
		{"discoverers", p.Discoverers() == q.Discoverers()}, {"ply", p.ply == q.ply},
	} {
		if !part.equal {
			return fmt.Errorf("%w: %s differs from a fresh position after %v: %s", ErrInvalid, part.name, p.LastMove(), sfen)
		}
	}
	return nil
}
