package train

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"katachi/position/files"
)

// plot writes the picture of the losses.
func (r *run) plot() error {
	return files.Write(filepath.Join(r.plan.out, plotFile), []byte(r.state.svg(r.plan.shape.String())))
}

// chart maps millions of examples and losses to a picture. Losses have a logarithmic axis.
type chart struct{ examples, low, high float64 }

const (
	chartWidth, chartHeight               = 760.0, 420.0
	chartLeft, chartRight                 = 70.0, 20.0
	chartTop, chartBottom                 = 40.0, 50.0
	trainingColor, validationColor, gray3 = "#4477aa", "#cc3311", "#bbbbbb"
)

func (c *chart) x(examples float64) float64 {
	return chartLeft + examples/c.examples*(chartWidth-chartLeft-chartRight)
}

func (c *chart) y(loss float64) float64 {
	share := math.Log(loss/c.low) / math.Log(c.high/c.low)
	return chartHeight - chartBottom - share*(chartHeight-chartTop-chartBottom)
}

// point is a loss after that many millions of examples.
type point struct{ examples, loss float64 }

// svg draws the losses of training and validation as a page of its own.
func (s *state) svg(title string) string {
	var training, validation []point
	for _, e := range s.History {
		training = append(training, point{e.Examples / 1e6, e.Training})
		validation = append(validation, point{e.Examples / 1e6, e.Validation})
	}
	c := chart{examples: float64(s.Plan.Examples) / 1e6, low: math.Inf(1), high: 0}
	for _, p := range slices.Concat(training, validation) {
		c.low, c.high = min(c.low, p.loss), max(c.high, p.loss)
	}
	if !(c.low > 0) || math.IsInf(c.low, 1) {
		c.low, c.high = 1e-3, 1
	}
	c.low, c.high = c.low/1.1, c.high*1.1

	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="13">`+"\n", chartWidth, chartHeight)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	text := func(x, y float64, anchor, format string, args ...any) {
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", x, y, anchor, fmt.Sprintf(format, args...))
	}
	line := func(x1, y1, x2, y2 float64) {
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s"/>`+"\n", x1, y1, x2, y2, gray3)
	}
	text(chartLeft, 24, "start", "%s: loss beyond the least possible, by millions of examples", title)
	for _, tick := range ticks(c.low, c.high) {
		line(chartLeft, c.y(tick), chartWidth-chartRight, c.y(tick))
		text(chartLeft-8, c.y(tick)+4, "end", "%.3g", tick)
	}
	for i := range 9 {
		examples := c.examples * float64(i) / 8
		x := c.x(examples)
		line(x, chartHeight-chartBottom, x, chartHeight-chartBottom+5)
		text(x, chartHeight-chartBottom+20, "middle", "%.4g", examples)
	}
	c.curve(&b, training, trainingColor)
	c.curve(&b, validation, validationColor)
	for i, key := range []struct{ name, color string }{{"training", trainingColor}, {"validation", validationColor}} {
		x := chartWidth - chartRight - 200 + 100*float64(i)
		fmt.Fprintf(&b, `<rect x="%.1f" y="14" width="12" height="12" fill="%s"/>`+"\n", x, key.color)
		text(x+17, 24, "start", "%s", key.name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// curve draws points joined by lines.
func (c *chart) curve(b *strings.Builder, points []point, color string) {
	fmt.Fprintf(b, `<polyline fill="none" stroke="%s" stroke-width="2" points="`, color)
	for _, p := range points {
		fmt.Fprintf(b, "%.1f,%.1f ", c.x(p.examples), c.y(max(p.loss, c.low)))
	}
	b.WriteString("\"/>\n")
	for _, p := range points {
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"><title>%.5f</title></circle>`+"\n", c.x(p.examples), c.y(max(p.loss, c.low)), color, p.loss)
	}
}

// ticks returns round numbers within a logarithmic range, about six.
func ticks(low, high float64) (list []float64) {
	for _, mantissas := range [][]float64{{1}, {1, 2, 5}, {1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5}} {
		list = list[:0]
		for decade := math.Floor(math.Log10(low)); decade <= math.Log10(high); decade++ {
			for _, m := range mantissas {
				if v := m * math.Pow(10, decade); v >= low && v <= high {
					list = append(list, v)
				}
			}
		}
		if len(list) >= 5 {
			break
		}
	}
	return list
}
