package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// timeControl is what an engine gets for its game: a clock (Main with Inc or Byoyomi), or a fixed amount for each
// move (MoveTime, Nodes, Depth). Nodes and Depth may stand beside a clock.
type timeControl struct {
	Main     time.Duration // for the whole game
	Inc      time.Duration // added for every move, the first one included
	Byoyomi  time.Duration // for every move once the main time is used up, not saved up
	MoveTime time.Duration // for each move, no more and no less
	Nodes    uint64
	Depth    int
}

// Clocked reports whether the engine plays against a clock of its own.
func (tc timeControl) Clocked() bool { return tc.Main > 0 || tc.Inc > 0 || tc.Byoyomi > 0 }

// parseTimeControl reads "10+0.1" (main time and increment, in seconds), "60" (sudden death), "byoyomi=1",
// "300,byoyomi=10", "movetime=1", "nodes=100000", "depth=8", or a combination joined by commas. A time may also carry a
// unit: "500ms", "5m".
func parseTimeControl(text string) (timeControl, error) {
	var tc timeControl
	given := map[string]bool{}
	parts := strings.Split(text, ",")
	for i := 0; i < len(parts); i++ {
		part := strings.TrimSpace(parts[i])
		key, value, found := strings.Cut(part, "=")
		if !found {
			key, value = "main", part
			if main, inc, plus := strings.Cut(part, "+"); plus {
				value, parts = main, append(parts, "inc="+inc)
			}
		}
		if given[key] {
			return tc, fmt.Errorf("time control %q gives %s twice", text, key)
		}
		given[key] = true
		var err error
		switch key {
		case "main":
			tc.Main, err = parseSeconds(value)
		case "inc":
			tc.Inc, err = parseSeconds(value)
		case "byoyomi":
			tc.Byoyomi, err = parseSeconds(value)
		case "movetime":
			tc.MoveTime, err = parseSeconds(value)
		case "nodes":
			tc.Nodes, err = strconv.ParseUint(value, 10, 62)
		case "depth":
			tc.Depth, err = strconv.Atoi(value)
		default:
			err = fmt.Errorf("unknown part %q; want main, inc, byoyomi, movetime, nodes or depth", key)
		}
		if err != nil {
			return tc, fmt.Errorf("time control %q: %w", text, err)
		}
	}
	switch {
	case tc == timeControl{} || tc.Depth < 0:
		return tc, fmt.Errorf("time control %q gives no time", text)
	case tc.Inc > 0 && tc.Byoyomi > 0:
		return tc, fmt.Errorf("time control %q: an increment and byoyomi exclude each other", text)
	case tc.MoveTime > 0 && tc.Clocked():
		return tc, fmt.Errorf("time control %q: movetime and a clock exclude each other", text)
	}
	return tc, nil
}

// parseSeconds reads a number of seconds, or a duration with its unit.
func parseSeconds(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if seconds, errNumber := strconv.ParseFloat(text, 64); errNumber == nil {
		d, err = time.Duration(seconds*float64(time.Second)+0.5), nil
	}
	if err != nil || d < 0 || d > 1000*time.Hour {
		return 0, fmt.Errorf("%q is not a time; want seconds such as 0.5, or a value with a unit such as 500ms", text)
	}
	return d, nil
}

// String writes the time control as parseTimeControl reads it.
func (tc timeControl) String() string {
	var parts []string
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	switch {
	case tc.Inc > 0:
		parts = append(parts, seconds(tc.Main)+"+"+seconds(tc.Inc))
	case tc.Main > 0:
		parts = append(parts, seconds(tc.Main))
	}
	for _, v := range []struct {
		name string
		d    time.Duration
	}{{"byoyomi", tc.Byoyomi}, {"movetime", tc.MoveTime}} {
		if v.d > 0 {
			parts = append(parts, v.name+"="+seconds(v.d))
		}
	}
	if tc.Nodes > 0 {
		parts = append(parts, "nodes="+strconv.FormatUint(tc.Nodes, 10))
	}
	if tc.Depth > 0 {
		parts = append(parts, "depth="+strconv.Itoa(tc.Depth))
	}
	return strings.Join(parts, ",")
}

// csa writes a base time of whole minutes and byoyomi of whole seconds as $TIME_LIMIT of CSA has them, HH:MM+SS. It returns an
// empty text for any other time control, which that form cannot tell.
func (tc timeControl) csa() string {
	if tc != (timeControl{Main: tc.Main, Byoyomi: tc.Byoyomi}) || tc.Main%time.Minute != 0 || tc.Byoyomi%time.Second != 0 || tc.Byoyomi >= 100*time.Second {
		return ""
	}
	minutes := int(tc.Main.Minutes())
	return fmt.Sprintf("%02d:%02d+%02d", minutes/60, minutes%60, int(tc.Byoyomi.Seconds()))
}
