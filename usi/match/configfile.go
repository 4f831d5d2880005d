package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"katachi/position/command"
)

// configExample is a configuration file, for the help.
const configExample = `
  games = 200
  tc = "10+0.1"
  concurrency = 2
  openings = "testdata/openings.sfen"
  sprt = "elo0=0,elo1=5"
  o = "match.jsonl"
  engine1 = "./katachi name=new Threads=1"

  [engine2]
  cmd = "./old"
  name = "old"
  Threads = 1
`

// load reads a configuration file over the present values: JSON if it is named so, else TOML, which has comments. Its keys
// are the names of the flags, and its values what the flags take. An engine may be a table too (see engineOfTable), and
// engine, the flag that can be repeated, a list.
func (c *matchConfig) load(name string) error {
	values, err := readConfigFile(name)
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	c.flags(flags)
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if err := c.set(flags, key, values[key]); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func readConfigFile(name string) (values map[string]any, err error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if strings.EqualFold(filepath.Ext(name), ".json") {
		d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(b, []byte("\ufeff"))))
		d.UseNumber()
		err = d.Decode(&values)
		if _, more := d.Token(); err == nil && more != io.EOF {
			err = errors.New("something follows the object")
		}
	} else {
		err = toml.Unmarshal(b, &values)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return values, nil
}

// set takes over a key of a configuration file.
func (c *matchConfig) set(flags *flag.FlagSet, key string, value any) error {
	f := flags.Lookup(key)
	if f == nil {
		var names []string
		flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		return fmt.Errorf("unknown key %s; the keys are the names of the flags: %s", key, strings.Join(names, ", "))
	}
	if strings.HasPrefix(key, "engine") {
		return c.addEngines(key, value)
	}
	text, err := plainValue(value)
	if err == nil {
		err = command.SetFlag(f, text)
	}
	if err != nil {
		return fmt.Errorf("%s = %v: %w", key, value, err)
	}
	return nil
}

// addEngines takes over an engine or a list of them.
func (c *matchConfig) addEngines(key string, value any) error {
	switch value := value.(type) {
	case string:
		return c.addEngine(value)
	case map[string]any:
		spec, err := engineOfTable(value)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		c.Engines = append(c.Engines, spec)
		return nil
	case []map[string]any: // as TOML has a list of tables
		var list []any
		for _, table := range value {
			list = append(list, table)
		}
		return c.addEngines(key, list)
	case []any:
		for i := range value {
			if err := c.addEngines(fmt.Sprintf("%s, number %d", key, i+1), value[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("%s = %v: want an engine as the command line has it, \"./katachi name=new Threads=1\", or a table with cmd", key, value)
}

// engineOfTable reads the form of a configuration file: a table with the keys of the command line, all others being options of
// the engine there too. args and init may be lists of words and of lines, and options may stand in a table of that name.
func engineOfTable(table map[string]any) (engineSpec, error) {
	spec := engineSpec{Options: engineOptions{}}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		value := table[key]
		var err error
		switch list, isList := value.([]any); {
		case key == "options", key == "option": // the latter is what TOML makes of option.NAME = VALUE
			err = spec.setOptions(value)
		case isList && key == "args":
			spec.Args, err = plainValues(list)
		case isList && key == "init":
			spec.Init, err = plainValues(list)
		default:
			var text string
			if text, err = plainValue(value); err == nil {
				err = spec.set(key, text)
			}
		}
		if err != nil {
			return spec, fmt.Errorf("%s = %v: %w", key, value, err)
		}
	}
	return spec, nil
}

// setOptions takes over the table of an engine's options.
func (s *engineSpec) setOptions(value any) error {
	table, ok := value.(map[string]any)
	if !ok {
		return errors.New("want a table, {Threads = 1}")
	}
	for name, value := range table {
		text, err := plainValue(value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.Options[name] = text
	}
	return nil
}

// plainValue returns text, a number or a truth value as the command line has it.
func plainValue(value any) (string, error) {
	switch value := value.(type) {
	case string:
		return value, nil
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64), nil
	case int64, bool, json.Number:
		return fmt.Sprint(value), nil
	}
	return "", errors.New("want text, a number, true or false")
}

func plainValues(list []any) (texts []string, err error) {
	for _, value := range list {
		text, err := plainValue(value)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}
