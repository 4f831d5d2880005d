package match

import (
	"fmt"
	"maps"
	"os"
	"strings"

	"katachi/position"
)

// tunedFake is the part of a fake engine whose strength depends on its options, as they stand at isready.
type tunedFake struct{ values, game engineOptions }

func (f *tunedFake) declare(say func(string, ...any)) {
	say("option name Skill type spin default 50 min 0 max 100")
	say("option name Careless type check default false")
	say("option name Style type combo default calm var calm var wild")
	say("option name Colour type string default")
}

// set takes "name Skill value 10".
func (f *tunedFake) set(setting string) {
	name, value, _ := strings.Cut(strings.TrimPrefix(setting, "name "), " value ")
	if f.values == nil {
		f.values = engineOptions{}
	}
	f.values[name] = value
}

// ready adds a line to a file that tells of the process, the game's options.
func (f *tunedFake) ready(log string) {
	f.game = maps.Clone(f.values)
	file, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		os.Exit(6)
	}
	defer file.Close()
	fmt.Fprintf(file, "%d %s\n", os.Getpid(), tunedLine(f.game))
}

// tunedLine tells the options that are tuned.
func tunedLine(o engineOptions) string {
	return fmt.Sprint(o["Skill"], o["Careless"], o["Style"], o["Colour"], o["Threads"])
}

// blunders reports whether the engine loses the game in this position, by chance: the oftener the less its skill, and
// oftener still if it is careless.
func (f *tunedFake) blunders(p *position.Position) bool {
	danger := map[string]int{"10": 50, "90": 20}[f.game["Skill"]]
	if f.game["Careless"] == "true" {
		danger += 40
	}
	return fakeChance(p).IntN(100) < danger
}
