package match

import (
	"strconv"
	"strings"
)

// thought is what an engine reported about the move it chose, from its own view.
type thought struct {
	Score    *int   `json:"s,omitempty"`    // centipawns
	Mate     *int   `json:"mate,omitempty"` // plies to mate, negative = is mated
	Depth    int    `json:"d,omitempty"`
	SelDepth int    `json:"sd,omitempty"`
	Nodes    uint64 `json:"n,omitempty"`
	NPS      uint64 `json:"nps,omitempty"`
}

// mateUnknown stands for a mate whose length the engine does not tell.
const mateUnknown = 999

// read takes over what the rest of an info line says. Lines of other variations than the first are left out, and so
// are the scores that are only a bound, as soon as an exact one is known.
func (t *thought) read(rest string) {
	fields := strings.Fields(rest)
	next := *t
	exact, scored := true, false
	for i := 0; i < len(fields); i++ {
		arg := func(k int) string {
			if i+k < len(fields) {
				return fields[i+k]
			}
			return ""
		}
		switch fields[i] {
		case "string", "currline", "refutation":
			return
		case "pv":
			i = len(fields)
		case "multipv":
			if arg(1) != "1" {
				return
			}
		case "depth":
			next.Depth, _ = strconv.Atoi(arg(1))
		case "seldepth":
			next.SelDepth, _ = strconv.Atoi(arg(1))
		case "nodes":
			next.Nodes, _ = strconv.ParseUint(arg(1), 10, 64)
		case "nps":
			next.NPS, _ = strconv.ParseUint(arg(1), 10, 64)
		case "lowerbound", "upperbound":
			exact = false
		case "score":
			n, err := strconv.Atoi(arg(2))
			switch {
			case arg(1) == "cp" && err == nil:
				next.Score, next.Mate, scored = &n, nil, true
			case arg(1) == "mate":
				switch arg(2) {
				case "+", "+0":
					n = mateUnknown
				case "-", "-0":
					n = -mateUnknown
				default:
					if err != nil {
						return
					}
				}
				next.Score, next.Mate, scored = nil, &n, true
			}
		}
	}
	if scored && !exact && (t.Score != nil || t.Mate != nil) {
		next.Score, next.Mate = t.Score, t.Mate
	}
	*t = next
}
