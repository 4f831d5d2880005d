package train

import (
	"context"
	"fmt"
	"math"

	"katachi/eval"
	"katachi/eval/nnue"
	"katachi/position/command"
	"katachi/position/files"
)

const averageUsage = `katachi train average makes one network from several: every weight is the mean of theirs. Networks that come from the same one
by short trainings may be better together than each alone, since each has learned different things by heart.

  katachi train average -o mean.bin third/nn.bin fourth/nn.bin

Flags:
`

// average is katachi train average.
func average(_ context.Context, args []string, io *command.IO) error {
	flags := io.Flags()
	out := flags.String("o", "", "`file` to write; it must not exist yet")
	paths, err := io.Parse(flags, averageUsage, args)
	if err != nil {
		return err
	}
	switch {
	case *out == "":
		return command.Wrong("want -o FILE for the mean")
	case len(paths) < 2:
		return command.Wrong("want at least two network files, have %d", len(paths))
	}
	n, shape, err := averageOf(paths, *out)
	if err != nil {
		return err
	}
	if err := files.Create(*out, n.Save); err != nil {
		return err
	}
	fmt.Fprintf(io.Stdout, "%s is the mean of %d networks %s\n", *out, len(paths), shape.Name())
	return nil
}

// averageOf returns the mean of network files, rounded to the integers of a file, and the shape that all of them have.
func averageOf(paths []string, name string) (*nnue.Network, *nnue.Shape, error) {
	var shape *nnue.Shape
	all := make([]*nnue.Weights, len(paths))
	for i, path := range paths {
		n, err := nnue.Load(path, eval.DefaultFVScale)
		if err != nil {
			return nil, nil, err
		}
		s, w, err := n.Weights()
		if err != nil {
			return nil, nil, err
		}
		if i > 0 && s.Name() != shape.Name() {
			return nil, nil, fmt.Errorf("%s: the architecture is %s, that of %s is %s", path, s.Name(), paths[0], shape.Name())
		}
		shape, all[i] = s, w
	}
	mean := &nnue.Weights{
		Bias: meanOf(all, func(w *nnue.Weights) []int16 { return w.Bias }),
		Rows: meanOf(all, func(w *nnue.Weights) []int16 { return w.Rows }),

		Contacts: meanOf(all, func(w *nnue.Weights) []int16 { return w.Contacts }),
	}
	for i := range mean.Layers {
		mean.Layers[i] = nnue.Dense{
			Bias:    meanOf(all, func(w *nnue.Weights) []int32 { return w.Layers[i].Bias }),
			Weights: meanOf(all, func(w *nnue.Weights) []int8 { return w.Layers[i].Weights }),
		}
	}
	n, err := nnue.Build(shape, mean, name, eval.DefaultFVScale)
	return n, shape, err
}

// meanOf returns the mean of one part of all networks.
func meanOf[T int8 | int16 | int32](all []*nnue.Weights, part func(*nnue.Weights) []T) []T {
	mean := make([]T, len(part(all[0])))
	for i := range mean {
		sum := 0.0
		for _, w := range all {
			sum += float64(part(w)[i])
		}
		mean[i] = T(math.RoundToEven(sum / float64(len(all))))
	}
	return mean
}
