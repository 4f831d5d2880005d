package record

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"

	"katachi/eval"
	"katachi/position"
)

// A file of records is a sequence of blocks. All numbers are little-endian.
//
//	 0  magic, 4 bytes: "KtG1" a game, "KtR1" the settings of the run whose games follow
//	 4  length of the payload, uint32
//	 8  CRC-32C of the 8 bytes before and of the payload, uint32
//	12  payload
//
// The payload of a run is text. The payload of a game:
//
//	 0  ID, uint64
//	 8  move number of the first ply, uint16
//	10  result, int8
//	11  end, uint8
//	12  start position, 32 bytes (position.Packed)
//	44  a ply: move, uint16 (position.Move16); score, int16; as many as the length says
const (
	gameMagic   = "KtG1"
	RunMagic    = "KtR1" // what the file of a run begins with
	blockHeader = 12
	gameHeader  = 44
	maxPayload  = gameHeader + MaxScoredPlies*ScoredPlyBytes
)

// ScoredPlyBytes is how many bytes of a file a ply takes; what a game takes besides is little.
const ScoredPlyBytes = 4

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ScoredWriter writes game records. It is not safe for concurrent use.
type ScoredWriter struct {
	w   io.Writer
	buf []byte
}

// NewScoredWriter returns a writer to w. It does not buffer: every game is one call of w.Write.
func NewScoredWriter(w io.Writer) *ScoredWriter { return &ScoredWriter{w: w} }

// WriteRun writes the settings of the run whose games follow: a line of text that means something to people and, by
// being equal or not, to the program.
func (w *ScoredWriter) WriteRun(settings string) error {
	if len(settings) > maxPayload {
		return fmt.Errorf("%w: settings of %d bytes, at most %d can be written", ErrScored, len(settings), maxPayload)
	}
	return w.block(RunMagic, append(w.begin(), settings...))
}

// Write writes a game. The error wraps ErrScored if the game does not fit the format.
func (w *ScoredWriter) Write(g *ScoredGame) error {
	switch {
	case len(g.Plies) > MaxScoredPlies:
		return fmt.Errorf("%w: game %d: %d plies, at most %d can be written", ErrScored, g.ID, len(g.Plies), MaxScoredPlies)
	case g.Ply < 1 || g.Ply > 1<<16-1:
		return fmt.Errorf("%w: game %d: begins with move number %d, want 1 to 65535", ErrScored, g.ID, g.Ply)
	case g.Result < -1 || g.Result > 1 || g.End >= NumScoredEnds:
		return fmt.Errorf("%w: game %d: result %d by %v", ErrScored, g.ID, g.Result, g.End)
	}
	le := binary.LittleEndian
	b := le.AppendUint64(w.begin(), g.ID)
	b = le.AppendUint16(b, uint16(g.Ply))
	b = append(b, uint8(g.Result), uint8(g.End))
	b = append(b, g.Start[:]...)
	for _, ply := range g.Plies {
		if int32(ply.Score) != int32(int16(ply.Score)) {
			return fmt.Errorf("%w: game %d: a score of %d", ErrScored, g.ID, ply.Score)
		}
		b = le.AppendUint16(b, uint16(ply.Move))
		b = le.AppendUint16(b, uint16(ply.Score))
	}
	return w.block(gameMagic, b)
}

// begin returns the buffer with room for a block's header.
func (w *ScoredWriter) begin() []byte { return append(w.buf[:0], make([]byte, blockHeader)...) }

// block completes the header of the block and writes it.
func (w *ScoredWriter) block(magic string, b []byte) error {
	w.buf = b
	copy(b, magic)
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-blockHeader))
	binary.LittleEndian.PutUint32(b[8:], checksum(b))
	_, err := w.w.Write(b)
	return err
}

// checksum returns what belongs at byte 8 of the block.
func checksum(b []byte) uint32 {
	return crc32.Update(crc32.Checksum(b[:8], castagnoli), castagnoli, b[blockHeader:])
}

// decode reads the payload of a game. It reports whether it is one.
func (g *ScoredGame) decode(b []byte) bool {
	if len(b) < gameHeader || (len(b)-gameHeader)%ScoredPlyBytes != 0 {
		return false
	}
	le := binary.LittleEndian
	g.ID, g.Ply = le.Uint64(b), int(le.Uint16(b[8:]))
	g.Result, g.End, g.Start = int8(b[10]), ScoredEnd(b[11]), position.Packed(b[12:])
	g.Plies = g.Plies[:0]
	for b = b[gameHeader:]; len(b) > 0; b = b[ScoredPlyBytes:] {
		g.Plies = append(g.Plies, ScoredPly{position.Move16(le.Uint16(b)), eval.Score(int16(le.Uint16(b[2:])))})
	}
	return g.Ply > 0 && g.Result >= -1 && g.Result <= 1 && g.End < NumScoredEnds
}
