package usi

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/search"
	"katachi/search/level"
	"katachi/search/numa"
)

// maxExact is the largest number that GUIs written in JavaScript send back unrounded.
const maxExact = 1<<53 - 1

// options is the table of all options, in the order in which they are announced, over the values in Settings.
type options struct {
	list   []*option
	byName map[string]*option     // by lower-case name
	fixed  map[string]fixedOption // by lower-case name
	tune   []func()               // each sets a tunable number of the search, which must not change while a search runs
}

// fixedOption is an option that a file has given its value.
type fixedOption struct {
	file   string
	wanted string // the GUI's value, used again once no file fixes the option
}

// aliases are other names under which GUIs and scripts know an option. They are not announced.
var aliases = map[string]string{
	"usi_multipv": "MultiPV", "hash": "USI_Hash", "numberofthreads": "Threads", "uci_variant": "USI_Variant",
	"ponder": "USI_Ponder", "skilllevel": "Skill_Level", "skill level": "Skill_Level", "uci_limitstrength": "USI_LimitStrength", "uci_elo": "USI_Elo",
	"pv_interval": "PvInterval", "draw_ply": "MaxMovesToDraw",
}

func newOptions(s *Settings, evals []string) *options {
	ms := time.Millisecond
	o := &s.Search
	b := &s.Book.Choice
	list := []*option{
		spin("Threads", &o.Threads, 1, 1, maxThreads),
		parsed("NumaPolicy", &o.Numa, numa.Parse),
		spin("USI_Hash", &o.HashMB, 1, 1, 33554432),
		check("USI_Ponder", &o.Ponder),
		check("Stochastic_Ponder", &o.StochasticPonder),
		spin("Level", &s.Level.Level, 1, 1, level.Max),
		check("LevelDelay", &s.Level.Delay),
		check("USI_LimitStrength", &s.Level.LimitStrength),
		spin("USI_Elo", &s.Level.Elo, 1, int64(level.MinElo), int64(level.MaxElo)),
		spin("MultiPV", &o.MultiPV, 1, 1, 600),
		combo("USI_Variant", &s.Variant, false, position.Shogi.Name, position.Minishogi.Name),
		combo("MinishogiRepetition", &s.MiniDraw, false, "lose", "draw"),
		choice("Deepening", &o.Deepening, "full", "selective"),
		spin("SelectiveMinDepth", &o.MinDepth, 1, 1, int64(o.MaxDepth)),
		spin("SelectiveMaxDepth", &o.MaxDepth, 1, 1, int64(o.MaxDepth)),
		spin("DepthLimit", &s.DepthLimit, 1, 0, 1<<31-1),
		spin("NodesLimit", &s.NodesLimit, 1, 0, maxExact),
		spin("DrawValueBlack", &o.DrawValue[position.Black], 1, -30000, 30000),
		spin("DrawValueWhite", &o.DrawValue[position.White], 1, -30000, 30000),
		spin("ResignValue", &s.ResignValue, 1, 0, 99999),
		spin("MaxMovesToDraw", &o.MaxMovesToDraw, 1, 0, 100000),
		choice("EnteringKingRule", &o.EnteringKing, position.EnteringKingNames()...),
		check("GenerateAllLegalMoves", &o.AllMoves),
		spin("PvInterval", &o.PVInterval, ms, 0, 100000000),
		check("ConsiderationMode", &o.ConsiderationMode),
		check("OutputFailLHPV", &o.OutputFailLHPV),
		spin("NetworkDelay", &o.NetworkDelay, ms, 0, 10000),
		spin("NetworkDelay2", &o.NetworkDelay2, ms, 0, 10000),
		check("MeasureDelays", &o.MeasureDelays),
		spin("MinimumThinkingTime", &o.MinimumThinkingTime, ms, 1, 100000),
		spin("SlowMover", &o.SlowMover, 1, 1, 1000),
		check("RoundUpToFullSecond", &o.RoundUpToFullSecond),
		check("USI_OwnBook", &s.Book.Own),
		combo("BookFile", &s.Book.File, true, "no_book", defaultBook, "yaneura_book1.db", "yaneura_book2.db", "yaneura_book3.db",
			"yaneura_book4.db", "user_book1.db", "user_book2.db", "user_book3.db", "book.bin"),
		fileName("BookDir", &s.Book.Dir),
		spin("BookMoves", &b.Moves, 1, 0, 10000),
		spin("BookIgnoreRate", &b.IgnoreRate, 1, 0, 100),
		check("NarrowBook", &b.Narrow),
		spin("BookEvalDiff", &b.EvalDiff, 1, 0, 99999),
		spin("BookEvalBlackLimit", &b.EvalLimit[position.Black], 1, -99999, 99999),
		spin("BookEvalWhiteLimit", &b.EvalLimit[position.White], 1, -99999, 99999),
		spin("BookDepthLimit", &b.DepthLimit, 1, 0, 99999),
		check("BookOnTheFly", &b.OnTheFly),
		check("ConsiderBookMoveCount", &b.ConsiderMoveCount),
		spin("BookPvMoves", &b.PVMoves, 1, 1, 246),
		check("IgnoreBookPly", &b.IgnorePly),
		check("FlippedBook", &b.Flipped),
		combo("Eval", &s.Eval.Kind, false, evals...),
		fileName("EvalDir", &s.Eval.Dir),
		fileName("EvalFile", &s.Eval.File),
		spin("FV_SCALE", &s.Eval.FVScale, 1, 1, eval.MaxFVScale),
		spin("MateHash", &s.Mate.HashMB, 1, 1, 33554432),
		choice("MateMode", &s.Mate.Mode, "first", "shortest"),
		choice("MateFutile", &s.Mate.Futile, "count", "skip"),
		fileName("DebugLogFile", &s.DebugLogFile),
	}
	table := &options{byName: map[string]*option{}, fixed: map[string]fixedOption{}}
	for _, t := range search.Tunables() {
		wanted := *t.Value
		list = append(list, spin(t.Name, &wanted, 1, int64(t.Min), int64(t.Max)))
		table.tune = append(table.tune, func() { *t.Value = wanted })
	}
	table.list = list
	unannounced := spin("Skill_Level", &s.Level.Skill, 1, minSkill, maxSkill) // Level in the words of other engines
	for _, o := range append(slices.Clip(list), unannounced) {
		o.initial = o.get()
		table.byName[strings.ToLower(o.name)] = o
	}
	return table
}

// find returns the option of that name, whatever its case, or nil.
func (t *options) find(name string) *option {
	name = strings.ToLower(name)
	return t.byName[strings.ToLower(cmp.Or(aliases[name], name))]
}

// set gives an option a value from the GUI. A value that an option file fixed stays; the GUI's is kept for later.
func (t *options) set(name, value string) error {
	o := t.find(name)
	if o == nil {
		//lint:ignore ST1005 the text that other engines print
		return fmt.Errorf("No such option: %s", name)
	}
	if f, ok := t.fixed[strings.ToLower(o.name)]; ok {
		f.wanted = value
		t.fixed[strings.ToLower(o.name)] = f
		return fmt.Errorf("%s is fixed by %s", o.name, f.file)
	}
	return o.set(value)
}

var errValue = errors.New("value not accepted")

// option is a setting that a GUI knows. Its value lives in Settings; get and set translate from and to text.
type option struct {
	name    string
	kind    string   // the USI type
	vars    []string // of a combo
	min     int64    // of a spin
	max     int64
	initial string
	get     func() string
	set     func(value string) error
}

// declaration returns the line that announces the option.
func (o *option) declaration() string {
	s := "option name " + o.name + " type " + o.kind + " default " + cmp.Or(o.initial, "<empty>")
	if o.kind == "spin" {
		s += fmt.Sprintf(" min %d max %d", o.min, o.max)
	}
	for _, v := range o.vars {
		s += " var " + v
	}
	return s
}

// spin makes an option of a number, which in the setting is multiplied by unit (time.Millisecond for a Duration).
func spin[T ~int | ~int64 | ~uint64 | eval.Score](name string, p *T, unit T, least, most int64) *option {
	o := &option{name: name, kind: "spin", min: least, max: most}
	o.get = func() string { return strconv.FormatInt(int64(*p/unit), 10) }
	o.set = func(value string) error {
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < least || n > most {
			return fmt.Errorf("%w: %s: %q, want a number from %d to %d", errValue, name, value, least, most)
		}
		*p = T(n) * unit
		return nil
	}
	return o
}

func check(name string, p *bool) *option {
	return &option{name: name, kind: "check",
		get: func() string { return strconv.FormatBool(*p) },
		set: func(value string) error {
			switch strings.ToLower(value) {
			case "true":
				*p = true
			case "false":
				*p = false
			default:
				return fmt.Errorf("%w: %s: %q, want true or false", errValue, name, value)
			}
			return nil
		},
	}
}

// fileName makes an option of the name of a file or folder.
func fileName(name string, p *string) *option {
	return &option{name: name, kind: "string",
		get: func() string { return *p },
		set: func(value string) error { *p = unquoted(value); return nil },
	}
}

// unquoted returns a file's name without the quotes in which Windows copies it ("Copy as path").
func unquoted(name string) string {
	if n := len(name); n > 2 && name[0] == '"' && name[n-1] == '"' {
		return name[1 : n-1]
	}
	return name
}

// parsed makes an option of a text that parse understands.
func parsed[T ~string](name string, p *T, parse func(string) (T, error)) *option {
	return &option{name: name, kind: "string",
		get: func() string { return string(*p) },
		set: func(value string) error {
			v, err := parse(value)
			if err != nil {
				return fmt.Errorf("%w: %s: %q: %w", errValue, name, value, err)
			}
			*p = v
			return nil
		},
	}
}

// combo makes an option with a choice of names. An open one takes the names of other files too.
func combo(name string, p *string, open bool, vars ...string) *option {
	return &option{name: name, kind: "combo", vars: vars,
		get: func() string { return *p },
		set: func(value string) error {
			i := slices.IndexFunc(vars, func(v string) bool { return strings.EqualFold(v, value) })
			switch {
			case i >= 0:
				*p = vars[i]
			case open && value != "":
				*p = unquoted(value)
			default:
				return fmt.Errorf("%w: %s: %q, want one of %s", errValue, name, value, strings.Join(vars, " "))
			}
			return nil
		},
	}
}

// choice makes a combo of an enumeration, whose values are the indexes of the names.
func choice[T ~uint8](name string, p *T, vars ...string) *option {
	var current string
	o := combo(name, &current, false, vars...)
	set := o.set
	o.get = func() string { return vars[*p] }
	o.set = func(value string) error {
		if err := set(value); err != nil {
			return err
		}
		*p = T(slices.Index(vars, current))
		return nil
	}
	return o
}
