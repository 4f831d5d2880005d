package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"katachi/position/command"
	"katachi/position/files"
	"katachi/position/record"
)

const exportUsage = `katachi selfplay export-psv writes the scored positions of games as PackedSfenValue records of 40 bytes, the format of
other programs' trainers. Scores are converted to the unit of that format, in which a pawn is 90 (here it is 100).

  katachi selfplay export-psv games1.ktg games2.ktg -o games.psv

Flags:
`

const importUsage = `katachi selfplay import-psv makes game records from PackedSfenValue records of 40 bytes, the format of other programs'
trainers. A record whose position follows from the one before it by its move continues that game; shuffled files give games
of one move. Scores are converted from the unit of that format, in which a pawn is 90, to centipawns. Records without a
legal move are left out; if no record has one, that is an error and no file is made.

  katachi selfplay import-psv games.psv -o games.ktg

Flags:
`

// conversion parses the arguments of a conversion: files to read and one to write.
func conversion(usage string, args []string, io *command.IO) (in []string, out string, err error) {
	flags := io.Flags()
	flags.StringVar(&out, "o", "", "`file` to write; it must not exist yet")
	if in, err = io.Parse(flags, usage, args); err != nil {
		return nil, "", err
	}
	if len(in) == 0 || out == "" {
		return nil, "", command.Wrong("want files to read, and -o FILE")
	}
	return in, out, nil
}

// exportPSV is katachi selfplay export-psv.
func exportPSV(ctx context.Context, args []string, cmd *command.IO) error {
	in, out, err := conversion(exportUsage, args, cmd)
	if err != nil {
		return err
	}
	games, positions, damaged, repeated := 0, 0, 0, 0
	err = files.Create(out, func(w io.Writer) error {
		var buf []byte
		return record.EachScored(in, func(_ *record.ScoredReader, g *record.ScoredGame) error {
			var err error
			if buf, err = g.AppendPSV(buf[:0]); err != nil {
				return err
			}
			games++
			positions += len(buf) / record.PSVBytes
			_, err = w.Write(buf)
			return errors.Join(err, ctx.Err())
		}, func(r *record.ScoredReader) {
			damaged += r.Damaged()
			repeated += r.Repeated()
		})
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.Stdout, "%d positions of %d games", positions, games)
	if damaged > 0 {
		fmt.Fprintf(cmd.Stdout, "; skipped %d damaged parts", damaged)
	}
	if repeated > 0 {
		fmt.Fprintf(cmd.Stdout, "; skipped %d games that are there twice", repeated)
	}
	fmt.Fprintln(cmd.Stdout)
	return nil
}

// nothingImported is the error of files without a position that can be used.
func nothingImported(im *record.PSVImporter) error {
	if im.LeftOut == 0 {
		return errors.New("there are no records")
	}
	return fmt.Errorf("none of the %d records can be used, the first because of this: %w", im.LeftOut, im.Why)
}

// interruptible is a reader that ends with its context.
type interruptible struct {
	ctx context.Context
	io.Reader
}

func (r *interruptible) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(b)
}

// importPSV is katachi selfplay import-psv.
func importPSV(ctx context.Context, args []string, cmd *command.IO) error {
	in, out, err := conversion(importUsage, args, cmd)
	if err != nil {
		return err
	}
	var im *record.PSVImporter
	err = files.Create(out, func(w io.Writer) error {
		im = record.NewPSVImporter(w)
		for _, name := range in {
			file, err := os.Open(name)
			if err != nil {
				return err
			}
			err = im.Read(filepath.Base(name), &interruptible{ctx, file})
			file.Close()
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if im.Positions == 0 {
			return nothingImported(im)
		}
		return im.Flush()
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.Stdout, "%d positions in %d games", im.Positions, im.Games)
	if im.LeftOut > 0 {
		fmt.Fprintf(cmd.Stdout, "; left out %d records, the first because of this: %v", im.LeftOut, im.Why)
	}
	fmt.Fprintln(cmd.Stdout)
	return nil
}
