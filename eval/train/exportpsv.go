package train

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"katachi/eval"
	"katachi/position"
)

const exportUsage = `katachi selfplay export-psv writes the positions of games that have a score as PackedSfenValue records of 40 bytes, the
format of other programs' trainers. Scores are turned into its unit, in which a pawn is 90 (here it is 100).

  katachi selfplay export-psv games1.ktg games2.ktg -o games.psv

Flags:
`

// conversion parses the arguments of a conversion: files to read and one to write.
func conversion(name, usage string, args []string, stdout io.Writer) (in []string, out string, err error) {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.StringVar(&out, "o", "", "`file` to write; it must not exist yet")
	if in, err = parse(flags, usage, args, stdout); err != nil {
		return nil, "", err
	}
	if len(in) == 0 || out == "" {
		return nil, "", errUsage{fmt.Errorf("%s: want files to read, and -o FILE", name)}
	}
	return in, out, nil
}

// exportPSV is katachi selfplay export-psv.
func exportPSV(args []string, stdout io.Writer) error {
	in, out, err := conversion("export-psv", exportUsage, args, stdout)
	if err != nil {
		return err
	}
	games, positions, damaged := 0, 0, 0
	err = writeNew(out, func(w io.Writer) error {
		var buf []byte
		return eachGame(in, func(_ *Reader, g *Game) error {
			var err error
			if buf, err = g.appendPSV(buf[:0]); err != nil {
				return err
			}
			games++
			positions += len(buf) / psvBytes
			_, err = w.Write(buf)
			return err
		}, func(r *Reader) { damaged += r.Damaged() })
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d positions of %d games", positions, games)
	if damaged > 0 {
		fmt.Fprintf(stdout, "; skipped %d damaged parts", damaged)
	}
	fmt.Fprintln(stdout)
	return nil
}

// appendPSV appends the scored positions of the game as PSV records.
func (g *Game) appendPSV(b []byte) ([]byte, error) {
	var failed error
	err := g.Replay(func(p *position.Position, ply *Ply) bool {
		if ply.Score == eval.None {
			return true
		}
		r := psv{score: ply.Score, move: ply.Move, ply: p.Ply(), result: g.Result}
		if p.Side() == position.White {
			r.result = -r.result
		}
		r.position, failed = p.Pack()
		b = r.append(b)
		return failed == nil
	})
	return b, errors.Join(err, failed)
}
