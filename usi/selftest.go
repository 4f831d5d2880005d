package usi

import (
	"context"

	"katachi/search/selftest"
)

// selfTest checks the program on this machine, with the evaluation in use.
func (d *driver) selfTest(line, []string) {
	if !d.filesRead {
		d.readOptionFiles()
	}
	settings := *d.settings
	d.start(console, func(ctx context.Context, _ *task) {
		d.engine.prepare(settings, d.out)
		selftest.Run(ctx, selftest.Subject{Rules: settings.rules(), NewEvaluator: d.engine.evaluator}, d.out)
	})
}
