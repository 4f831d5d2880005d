package position

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParseSFEN reads a position: board, side to move, hands and, optionally, the number of the next move. The error
// wraps ErrSyntax or ErrInvalid and names what is wrong. One king may be missing (mate problems), not both.
func ParseSFEN(rules *Rules, sfen string) (*Position, error) { return parseSFEN(rules, sfen, false) }

// ParseProblem reads a position as ParseSFEN does, but also accepts pieces that can never move again, as in some
// diagrams of mate problems.
func ParseProblem(rules *Rules, sfen string) (*Position, error) { return parseSFEN(rules, sfen, true) }

func parseSFEN(rules *Rules, sfen string, deadPieces bool) (*Position, error) {
	fields := strings.Fields(sfen)
	if len(fields) < 3 || len(fields) > 4 {
		return nil, fmt.Errorf("%w: SFEN has %d fields, want board, side to move, hands and optionally a move number", ErrSyntax, len(fields))
	}
	p := &Position{rules: rules, sets: sets{occupied: rules.walls}, ply: 1}
	if err := p.parseBoard(fields[0]); err != nil {
		return nil, err
	}
	switch fields[1] {
	case "b":
	case "w":
		p.side = White
	default:
		return nil, fmt.Errorf("%w: side to move is %q, want b or w", ErrSyntax, fields[1])
	}
	if err := p.parseHands(fields[2]); err != nil {
		return nil, err
	}
	if len(fields) == 4 {
		ply, err := strconv.Atoi(fields[3])
		if err != nil || ply < 0 || ply > maxPly {
			return nil, fmt.Errorf("%w: move number is %q, want 1 to %d", ErrSyntax, fields[3], maxPly)
		}
		p.ply = max(ply, 1)
	}
	if err := p.start(deadPieces); err != nil {
		return nil, err
	}
	return p, nil
}

// start completes a position whose pieces are put, and side to move, hands and ply set, and checks that it is possible.
func (p *Position) start(deadPieces bool) error {
	p.king = [2]Square{NoSquare, NoSquare}
	p.states = make([]State, stateReserve)
	st := &p.states[0]
	st.hand = p.hand
	for s, piece := range p.Board() {
		if piece != NoPiece {
			key := &pieceKeys[s][piece&31]
			st.boardKey, st.parts = st.boardKey^key.board, st.parts^key.parts
		}
		if piece.Kind() == King {
			p.king[piece.Color()] = Square(s)
		}
	}
	if p.side == White {
		st.boardKey ^= sideKey
	}
	if err := p.validate(deadPieces); err != nil {
		return err
	}
	p.findCheckers(st)
	p.seen[st.boardKey%seenSize]++
	return nil
}

const maxPly = 1_000_000

func (p *Position) parseBoard(text string) error {
	rows := strings.Split(text, "/")
	if len(rows) != p.rules.Ranks {
		return fmt.Errorf("%w: board has %d ranks, want %d", ErrSyntax, len(rows), p.rules.Ranks)
	}
	for i, row := range rows {
		file, promoted := p.rules.Files, false
		for j := 0; j < len(row); j++ {
			c := row[j]
			switch kind := kindOf(c &^ 0x20); {
			case c >= '1' && c <= '9' && !promoted:
				file -= int(c - '0')
			case c == '+' && !promoted:
				promoted = true
				continue
			case kind != NoKind:
				if promoted {
					if !kind.CanPromote() {
						return fmt.Errorf("%w: rank %c: a %c cannot be promoted", ErrSyntax, 'a'+i, c)
					}
					kind = kind.Promoted()
				}
				if file < 1 {
					return fmt.Errorf("%w: rank %c has more than %d squares", ErrSyntax, 'a'+i, p.rules.Files)
				}
				color := Color(c >> 5 & 1)
				s := NewSquare(file, i+1)
				if kings := p.Pieces(color, King); kind == King && kings.Any() {
					return fmt.Errorf("%w: two kings of one side, on %v and %v", ErrInvalid, kings.First(), s)
				}
				p.put(NewPiece(color, kind), s)
				file--
			default:
				unknown, _ := utf8.DecodeRuneInString(row[j:])
				return fmt.Errorf("%w: rank %c: unexpected %q", ErrSyntax, 'a'+i, unknown)
			}
			promoted = false
		}
		if promoted {
			return fmt.Errorf("%w: rank %c ends with a + without a piece", ErrSyntax, 'a'+i)
		}
		if file != 0 {
			return fmt.Errorf("%w: rank %c has %d squares, want %d", ErrSyntax, 'a'+i, p.rules.Files-file, p.rules.Files)
		}
	}
	return nil
}

func (p *Position) parseHands(text string) error {
	if text == "-" {
		return nil
	}
	count := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= '0' && c <= '9' {
			count = count*10 + int(c-'0')
			if count < 1 || count > 18 {
				return fmt.Errorf("%w: hands %q: a count is 1 to 18", ErrSyntax, text)
			}
			continue
		}
		kind := kindOf(c &^ 0x20)
		if kind == NoKind || kind == King {
			unknown, _ := utf8.DecodeRuneInString(text[i:])
			return fmt.Errorf("%w: hands %q: unexpected %q, want pieces of R B G S N L P with counts in front, or -", ErrSyntax, text, unknown)
		}
		color := Color(c >> 5 & 1)
		if n := p.hand[color].Count(kind) + max(count, 1); n > p.rules.limits[kind] {
			return fmt.Errorf("%w: %d pieces of kind %v in one hand, the game has %d", ErrInvalid, n, kind, p.rules.limits[kind])
		}
		for range max(count, 1) {
			p.hand[color] = p.hand[color].Plus(kind)
		}
		count = 0
	}
	if count != 0 {
		return fmt.Errorf("%w: hands %q end without a piece", ErrSyntax, text)
	}
	return nil
}

// validate rejects what no game can reach: too many pieces, nifu, dead pieces, no king at all, or a king that could be
// captured.
func (p *Position) validate(deadPieces bool) error {
	invalid := func(format string, args ...any) error {
		return fmt.Errorf("%w: "+format, append([]any{ErrInvalid}, args...)...)
	}
	for k := Pawn; k <= Gold; k++ {
		n := p.byKind[k].Count() + p.hand[Black].Count(k) + p.hand[White].Count(k)
		if k.CanPromote() {
			n += p.byKind[k.Promoted()].Count()
		}
		if n > p.rules.limits[k] {
			return invalid("%d pieces of kind %v, the game has %d", n, k, p.rules.limits[k])
		}
	}
	if p.king[Black] == NoSquare && p.king[White] == NoSquare {
		return invalid("no king on the board")
	}
	for c := Black; c <= White; c++ {
		for _, k := range []Kind{Pawn, Lance, Knight} {
			if dead := p.Pieces(c, k).And(p.rules.Dead(c, k)); dead.Any() && !deadPieces {
				return invalid("the %v on %v could never move again", NewPiece(c, k), dead.First())
			}
		}
		for pawns := p.Pieces(c, Pawn); pawns.Any(); {
			var s Square
			s, pawns = pawns.Pop()
			if pawns.Intersects(geometry[s].rays[south]) {
				return invalid("two unpromoted pawns of %v on file %d (nifu)", c, s.File())
			}
		}
	}
	them := p.side ^ 1
	if k := p.king[them]; k != NoSquare && p.Attacked(p.side, k, p.occupied) {
		return invalid("%v is to move and could capture the king on %v", p.side, k)
	}
	return nil
}

// SFEN writes the position with the number of the next move.
func (p *Position) SFEN() string {
	b := make([]byte, 0, 128)
	for rank := 1; rank <= p.rules.Ranks; rank++ {
		if rank > 1 {
			b = append(b, '/')
		}
		empty := 0
		for file := p.rules.Files; file >= 1; file-- {
			piece := p.board[NewSquare(file, rank)]
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+byte(empty))
				empty = 0
			}
			b = append(b, piece.String()...)
		}
		if empty > 0 {
			b = append(b, '0'+byte(empty))
		}
	}
	b = append(b, ' ')
	b = append(b, p.side.String()...)
	b = append(b, ' ')
	if p.hand[Black]|p.hand[White] == 0 {
		b = append(b, '-')
	}
	for c := Black; c <= White; c++ {
		for _, k := range HandKinds {
			n := p.hand[c].Count(k)
			if n > 1 {
				b = strconv.AppendInt(b, int64(n), 10)
			}
			if n > 0 {
				b = append(b, NewPiece(c, k).String()...)
			}
		}
	}
	b = append(b, ' ')
	return string(strconv.AppendInt(b, int64(p.ply), 10))
}

// String draws the board with both hands, for a person at the console.
func (p *Position) String() string {
	var b strings.Builder
	b.WriteString(" ")
	for file := p.rules.Files; file >= 1; file-- {
		fmt.Fprintf(&b, "%4d", file)
	}
	rule := "\n  +" + strings.Repeat("---+", p.rules.Files) + "\n"
	b.WriteString(rule)
	for rank := 1; rank <= p.rules.Ranks; rank++ {
		b.WriteString("  |")
		for file := p.rules.Files; file >= 1; file-- {
			name := p.board[NewSquare(file, rank)].String()
			if name == "." {
				name = " "
			}
			fmt.Fprintf(&b, "%2s |", name)
		}
		fmt.Fprintf(&b, " %c", 'a'+rank-1)
		if rank == 1 || rank == p.rules.Ranks {
			c := White
			if rank == p.rules.Ranks {
				c = Black
			}
			fmt.Fprintf(&b, "   %s in hand: %s", c.Name(), p.handText(c))
		}
		b.WriteString(rule)
	}
	return b.String()
}

func (p *Position) handText(c Color) string {
	var parts []string
	for _, k := range HandKinds {
		if n := p.hand[c].Count(k); n > 0 {
			parts = append(parts, fmt.Sprintf("%v%d", k, n))
		}
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, " ")
}
