package nnue

import (
	"fmt"
	"io"
	"slices"
)

// Export writes the network as a file for other programs, and says what it is: the network as it is if others know its
// architecture, else its larger form (Expand), else, if there is none, the form that only this program reads.
func (e *Evaluator) Export(w io.Writer) (string, error) {
	n, note := e.net, ""
	if !slices.Contains(sharedShapes, n.shape) && !n.shape.squared {
		if wide, err := n.Expand(); err == nil {
			n = wide
		} else {
			note = ", an architecture that only Katachi knows"
		}
	}
	return fmt.Sprintf("%s, FV_SCALE %d%s", &n.shape, n.scale, note), n.Save(w)
}
