package usi

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"katachi/eval"
)

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
	s := "option name " + o.name + " type " + o.kind
	initial := o.initial
	if initial == "" {
		initial = "<empty>"
	}
	s += " default " + initial
	if o.kind == "spin" {
		s += fmt.Sprintf(" min %d max %d", o.min, o.max)
	}
	for _, v := range o.vars {
		s += " var " + v
	}
	return s
}

// spin makes an option of a number; one in the text is unit in the setting (time.Millisecond for a Duration).
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

func text(name string, p *string) *option {
	return &option{name: name, kind: "string",
		get: func() string { return *p },
		set: func(value string) error { *p = value; return nil },
	}
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

// combo makes an option with a choice of names. An open one takes other names too.
func combo(name string, p *string, open bool, vars ...string) *option {
	return &option{name: name, kind: "combo", vars: vars,
		get: func() string { return *p },
		set: func(value string) error {
			i := slices.IndexFunc(vars, func(v string) bool { return strings.EqualFold(v, value) })
			switch {
			case i >= 0:
				*p = vars[i]
			case open && value != "":
				*p = value
			default:
				return fmt.Errorf("%w: %s: %q, want one of %s", errValue, name, value, strings.Join(vars, " "))
			}
			return nil
		},
	}
}

// choice makes a combo of a small numbered type, whose values are the names' indexes.
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
