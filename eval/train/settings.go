package train

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"katachi/eval"
	"katachi/eval/classical"
	"katachi/eval/nnue"
)

// Settings are what the games of a run depend on, besides their IDs.
type Settings struct {
	Seed      uint64
	Nodes     uint64     // of a search
	HashMB    int        // of a player's table
	Evaluator string     // what tells the evaluation from others, see Evaluation
	Random    [2]int     // random moves that a game begins with: the least and the most
	Opening   eval.Score // an opening is drawn anew if a side is better by more, centipawns
	Later     float64    // probability of a random move at a ply behind the opening
	LaterPly  int        // up to this move number
	Resign    eval.Score // the game is lost with such a score below zero at two own moves in a row, centipawns
	Plies     int        // the game is drawn after so many
}

// String returns the settings as a line of text that is equal for equal settings.
func (s *Settings) String() string {
	return fmt.Sprintf("seed=%d nodes=%d hash=%d eval=%s random=%d-%d opening=%d later=%g,%d resign=%d plies=%d", s.Seed, s.Nodes,
		s.HashMB, s.Evaluator, s.Random[0], s.Random[1], s.Opening, s.Later, s.LaterPly, s.Resign, s.Plies)
}

// Evaluation loads an evaluation: the word nnue is the program's own network, classical the classical evaluation, all else
// a network file, with its scale. The identity is equal for equal networks, whatever the names of their files.
func Evaluation(name string, fvScale int) (newEvaluator func() eval.Evaluator, identity string, err error) {
	hash := sha256.New()
	var network *nnue.Network
	switch name {
	case "classical":
		return func() eval.Evaluator { return classical.New() }, name, nil
	case "nnue":
		if network, err = nnue.Embedded(); err == nil {
			err, fvScale = network.Save(hash), nnue.DefaultScale
		}
	default:
		if network, err = nnue.Load(name, fvScale); err == nil {
			err = copyFile(hash, name)
		}
	}
	if err != nil {
		return nil, "", err
	}
	return network.New, fmt.Sprintf("%s/%d", hex.EncodeToString(hash.Sum(nil)[:8]), fvScale), nil
}

func copyFile(w io.Writer, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(w, file)
	return err
}
