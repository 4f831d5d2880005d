package match

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

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
//
// For the form of configuration files see engineOfTable.
type engineSpec struct {
	Name  string   `json:"name"`
	Cmd   string   `json:"cmd"`             // program, possibly with arguments
	Args  []string `json:"args,omitempty"`  // further arguments
	Dir   string   `json:"dir,omitempty"`   // working directory
	Proto string   `json:"proto,omitempty"` // "usi" (default) or "xboard"
	TC    string   `json:"tc,omitempty"`    // own time control instead of the match's
	// TimeMargin is an own margin in milliseconds, 0 = none, nil = the match's: some engines take a time for a mere target.
	TimeMargin *int          `json:"timemargin,omitempty"`
	Init       []string      `json:"init,omitempty"`    // lines sent before anything else
	Restart    bool          `json:"restart,omitempty"` // a new process for every game
	Options    engineOptions `json:"options,omitempty"` // sent with setoption
	// Book keeps the engine's own opening book on; without it a book option that the engine declares is switched off.
	Book bool `json:"book,omitempty"`
}

// engineOptions are an engine's options by name.
type engineOptions map[string]string

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
		if err := spec.set(key, value); err != nil {
			return spec, fmt.Errorf("engine %q: %w", text, err)
		}
	}
	return spec, nil
}

// set takes over a key of the command line's form.
func (s *engineSpec) set(key, value string) (err error) {
	switch key {
	case "cmd":
		s.Cmd = value
	case "name":
		s.Name = value
	case "args":
		if s.Args, err = usi.SplitQuoted(value, quotes); err != nil {
			return fmt.Errorf("args: %w", err)
		}
	case "dir":
		s.Dir = value
	case "proto":
		s.Proto = value
	case "tc":
		s.TC = value
	case "init":
		s.Init = append(s.Init, strings.Split(value, ";")...)
	case "timemargin":
		margin, err := strconv.Atoi(value)
		if err != nil || margin < 0 {
			return fmt.Errorf("timemargin is a number of milliseconds, not %q", value)
		}
		s.TimeMargin = &margin
	case "restart":
		s.Restart, err = truthValue(key, value)
		return err
	case "book":
		s.Book, err = truthValue(key, value)
		return err
	case "variant":
		s.Options["USI_Variant"] = value
	default:
		s.Options[strings.TrimPrefix(key, "option.")] = value // "option." for one that is named like one of the keys
	}
	return nil
}

// truthValue reads the value of a key that is true or false.
func truthValue(key, value string) (bool, error) {
	switch strings.ToLower(value) {
	case "true", "on", "1", "yes":
		return true, nil
	case "false", "off", "0", "no":
		return false, nil
	}
	return false, fmt.Errorf("%s is true or false (or on, off, 1, 0, yes, no), not %q", key, value)
}

// plainWord reports whether a text is one word without quotes.
func plainWord(text string) bool {
	words, err := usi.SplitQuoted(text, quotes)
	return err == nil && len(words) == 1 && words[0] == text
}

// complete fills in what follows from the rest and refuses what cannot work.
func (s *engineSpec) complete() error {
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

// control returns the engine's time control, its own or the one that all have in common.
func (s *engineSpec) control(common timeControl) (tc timeControl, err error) {
	tc = common
	if s.TC != "" {
		if tc, err = parseTimeControl(s.TC); err != nil {
			return tc, err
		}
	}
	if tc == (timeControl{}) {
		return tc, fmt.Errorf("engine %s has no time control: give -tc", s.Name)
	}
	if single := tc.MoveTime + tc.Byoyomi; s.Proto == "xboard" && single > 0 && single < time.Second {
		return tc, fmt.Errorf("engine %s: xboard counts the time of a move in whole seconds, so %v cannot be sent; give at least 1 s a move, or a main time", s.Name, tc)
	}
	return tc, nil
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
