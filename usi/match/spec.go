package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"katachi/usi"
)

// quotes are the characters between which blanks belong to a word.
const quotes = `"'`

// engineSpec says how an engine is started and how it plays. On the command line it is a list of key=value in which
// values may be quoted; keys that are none of the fields below are options of the engine. The program alone may stand
// in front without its key:
//
//	cmd="./katachi -x" name=new tc=10+0.1 Threads=1 EvalDir="my nets"
//	./katachi Threads=1
type engineSpec struct {
	Name  string   `json:"name" toml:"name"`
	Cmd   string   `json:"cmd" toml:"cmd"`               // program, possibly with arguments
	Args  []string `json:"args,omitempty" toml:"args"`   // further arguments
	Dir   string   `json:"dir,omitempty" toml:"dir"`     // working directory
	Proto string   `json:"proto,omitempty" toml:"proto"` // "usi" (default) or "xboard"
	TC    string   `json:"tc,omitempty" toml:"tc"`       // own time control instead of the match's
	// TimeMargin is an own margin in milliseconds instead of the match's, 0 = none: some engines take a time for a mere target.
	TimeMargin int           `json:"timemargin,omitempty" toml:"timemargin"`
	Init       []string      `json:"init,omitempty" toml:"init"`       // lines sent before anything else
	Restart    bool          `json:"restart,omitempty" toml:"restart"` // a new process for every game
	Options    engineOptions `json:"options,omitempty" toml:"options"` // sent with setoption
	// Book keeps the engine's own opening book on; without it a book option that the engine declares is switched off.
	Book bool `json:"book,omitempty" toml:"book"`
}

// engineOptions are an engine's options by name. A configuration file may write the values as numbers and truth values too.
type engineOptions map[string]string

// UnmarshalJSON reads an object of plain values.
func (o *engineOptions) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var values map[string]any
	if err := d.Decode(&values); err != nil {
		return err
	}
	return o.UnmarshalTOML(values)
}

// UnmarshalTOML reads a table of plain values.
func (o *engineOptions) UnmarshalTOML(data any) error {
	values, ok := data.(map[string]any)
	if !ok {
		return fmt.Errorf("options are a table, not %v", data)
	}
	*o = engineOptions{}
	for name, value := range values {
		switch value.(type) {
		case map[string]any, []any:
			return fmt.Errorf("option %s has the value %v, want text, a number or a truth value", name, value)
		}
		(*o)[name] = fmt.Sprint(value)
	}
	return nil
}

// parseEngineSpec reads the form of the command line.
func parseEngineSpec(text string) (engineSpec, error) {
	spec := engineSpec{Options: engineOptions{}}
	if info, err := os.Stat(text); err == nil && !info.IsDir() { // a path, whatever is in it
		spec.Cmd = text
		return spec, nil
	}
	fields, err := usi.SplitQuoted(text, quotes)
	if err != nil {
		return spec, fmt.Errorf("engine %q: %w", text, err)
	}
	for i, field := range fields {
		key, value, found := strings.Cut(field, "=")
		if !found && i == 0 && field != "" {
			if spec.Cmd = field; !plainWord(field) {
				spec.Cmd = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(field) + `"`
			}
			continue
		}
		if !found || key == "" {
			return spec, fmt.Errorf("engine %q: %q is not key=value; a program with arguments is written cmd=\"PROGRAM ARGUMENTS\"", text, field)
		}
		if name, found := strings.CutPrefix(key, "option."); found { // an option that is named like one of the keys
			spec.Options[name] = value
			continue
		}
		switch key {
		case "cmd":
			spec.Cmd = value
		case "name":
			spec.Name = value
		case "args":
			if spec.Args, err = usi.SplitQuoted(value, quotes); err != nil {
				return spec, fmt.Errorf("engine %q: args: %w", text, err)
			}
		case "dir":
			spec.Dir = value
		case "proto":
			spec.Proto = value
		case "tc":
			spec.TC = value
		case "init":
			spec.Init = append(spec.Init, strings.Split(value, ";")...)
		case "timemargin":
			if spec.TimeMargin, err = strconv.Atoi(value); err != nil || spec.TimeMargin < 0 {
				return spec, fmt.Errorf("engine %q: timemargin is a number of milliseconds, not %q", text, value)
			}
		case "restart":
			spec.Restart = value == "true" || value == "on" || value == "1"
		case "book":
			spec.Book = value == "true" || value == "on" || value == "1"
		case "variant":
			spec.Options["USI_Variant"] = value
		default:
			spec.Options[key] = value
		}
	}
	return spec, nil
}

// plainWord reports whether a text is one word without quotes.
func plainWord(text string) bool {
	words, err := usi.SplitQuoted(text, quotes)
	return err == nil && len(words) == 1 && words[0] == text
}

// complete fills in what follows from the rest and refuses what cannot work.
func (s *engineSpec) complete() error {
	if s.Options == nil {
		s.Options = engineOptions{}
	}
	program, err := s.program()
	if err != nil {
		return err
	}
	if s.Proto == "" {
		s.Proto = "usi"
	}
	if s.Proto != "usi" && s.Proto != "xboard" {
		return fmt.Errorf("engine %q: proto is usi or xboard, not %q", s.Name, s.Proto)
	}
	if s.TC != "" {
		tc, err := parseTimeControl(s.TC)
		if err != nil {
			return err
		}
		s.TC = tc.String()
	}
	if s.Name == "" {
		s.Name = strings.TrimSuffix(filepath.Base(program[0]), ".exe")
	}
	return nil
}

// program returns Cmd's program and arguments: Cmd is a file name as it stands, or a program with arguments.
func (s *engineSpec) program() ([]string, error) {
	if _, err := os.Stat(s.Cmd); err == nil {
		return []string{s.Cmd}, nil
	}
	argv, err := usi.SplitQuoted(s.Cmd, quotes)
	if err == nil && (len(argv) == 0 || argv[0] == "") {
		err = errors.New("it names no program")
	}
	if err != nil {
		return nil, fmt.Errorf("engine %q: cmd %q: %w", s.Name, s.Cmd, err)
	}
	return argv, nil
}

// command returns the path of the program and its arguments. Debian keeps its engines in /usr/games, which is not on
// every path.
func (s *engineSpec) command() (string, []string, error) {
	argv, err := s.program()
	if err != nil {
		return "", nil, err
	}
	path, err := exec.LookPath(argv[0])
	if err != nil && !strings.ContainsRune(argv[0], filepath.Separator) {
		for _, dir := range []string{".", "/usr/games"} {
			if found, errHere := exec.LookPath(dir + string(filepath.Separator) + argv[0]); errHere == nil {
				path, err = found, nil
				break
			}
		}
	}
	if err != nil {
		return "", nil, fmt.Errorf("engine %s: %w", s.Name, err)
	}
	// The working directory may differ from ours: a relative path means ours.
	if path, err = filepath.Abs(path); err != nil {
		return "", nil, fmt.Errorf("engine %s: %w", s.Name, err)
	}
	return path, append(slices.Clone(argv[1:]), s.Args...), nil
}

// names returns the names of the options in a fixed order.
func (o engineOptions) names() []string { return slices.Sorted(maps.Keys(o)) }
