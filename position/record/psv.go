package record

import (
	"encoding/binary"
	"errors"
	"math"

	"katachi/eval"
	"katachi/position"
)

// PSVBytes is the length of a record of a PSV file. Such a file, as other programs' trainers read it, is a sequence of YaneuraOu's PackedSfenValue,
// little-endian, without a header: the position, 32 bytes; the score from the side to move's view, int16; the move,
// uint16; the move number, uint16; the result for the side to move, int8: 1, 0, -1; a zero.
const PSVBytes = 40

// psv is a record.
type psv struct {
	position position.Packed
	score    eval.Score // centipawns, None if the record has none that makes sense
	move     position.Move16
	ply      int
	result   int8 // for the side to move
}

// psvPawn is a pawn in the unit of PSV scores; here it is 100.
const psvPawn = 90

// psvMate is the greatest score that PSV files hold, being mated in no ply; as here, it is 32000.
const psvMate = 32000

// toPSV turns a score into PSV's unit. What is decided (mates, and repetitions with a better hand) is counted alike in
// both.
func toPSV(s eval.Score) int16 {
	if s.IsWin() || s.IsLoss() {
		return int16(s)
	}
	return int16(math.Round(float64(s) * psvPawn / 100))
}

func fromPSV(v int16) eval.Score {
	switch s := eval.Score(v); {
	case s > psvMate || s < -psvMate:
		return eval.None
	case s.IsWin() || s.IsLoss():
		return s
	default:
		return eval.Score(math.Round(float64(v) * 100 / psvPawn)).Clamp()
	}
}

// sidesView turns a result from Black's view into the side's, or back.
func sidesView(result int8, side position.Color) int8 {
	if side == position.White {
		return -result
	}
	return result
}

func (r *psv) append(b []byte) []byte {
	le := binary.LittleEndian
	b = append(b, r.position[:]...)
	b = le.AppendUint16(b, uint16(toPSV(r.score)))
	b = le.AppendUint16(b, uint16(r.move))
	b = le.AppendUint16(b, uint16(min(r.ply, math.MaxUint16)))
	return append(b, uint8(r.result), 0)
}

func (r *psv) decode(b []byte) {
	le := binary.LittleEndian
	r.position = position.Packed(b)
	r.score = fromPSV(int16(le.Uint16(b[32:])))
	r.move = position.Move16(le.Uint16(b[34:]))
	r.ply = max(1, int(le.Uint16(b[36:])))
	r.result = int8(b[38])
}

// AppendPSV appends the scored positions of the game as PSV records. The error wraps ErrScored if the game cannot be
// played.
func (g *ScoredGame) AppendPSV(b []byte) ([]byte, error) {
	var failed error
	err := g.Replay(func(p *position.Position, ply *ScoredPly) bool {
		if ply.Score == eval.None {
			return true
		}
		r := psv{score: ply.Score, move: ply.Move, ply: p.Ply(), result: sidesView(g.Result, p.Side())}
		r.position, failed = p.Pack()
		b = r.append(b)
		return failed == nil
	})
	return b, errors.Join(err, failed)
}
