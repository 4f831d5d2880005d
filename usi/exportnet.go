package usi

import (
	"context"
	"io"
	"strings"
)

// exportNet writes the network in use to a file, nn.bin unless it is named.
func (d *driver) exportNet(l line, _ []string) {
	path, _ := cutWord(trimBlanks(l.text), "export_net")
	if path = strings.TrimSpace(path); path == "" {
		path = DefaultEvalFile
	}
	if !d.filesRead {
		d.readOptionFiles()
	}
	settings := *d.settings
	d.start(console, func(context.Context, *task) {
		d.engine.prepare(settings, d.out)
		network, ok := d.engine.evaluator().(Exporter)
		if !ok {
			d.out.say("export_net: the evaluation in use is no network (see the options Eval, EvalDir and EvalFile)")
			return
		}
		var what string
		err := replaceFile(path, func(out io.Writer) (err error) {
			what, err = network.Export(out)
			return err
		})
		if err != nil {
			d.out.say("export_net: %v", err)
			return
		}
		d.out.say("export_net: %s: %s", path, what)
	})
}
