package match

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"katachi/position"
	"katachi/position/command"
	"katachi/position/record"
)

// matchConfig is all that a match can be told, on the command line or in a file (see load).
type matchConfig struct {
	Engines     []engineSpec
	Games       int
	TC          string
	Concurrency int
	Openings    string
	Order       string
	Seed        uint64
	SPRT        string
	Out         string
	Tournament  string
	Variant     string
	Declare     string
	MaxPlies    int
	Adjudicate  string
	TimeMargin  int // milliseconds
	Grace       string
	MoveLimit   string
	Shard       string
}

// defaultConfig returns the values that hold unless something else is said. 320 plies is the limit of the usual match
// runners of the field; the strongest engines need it in one game of a hundred.
func defaultConfig() matchConfig {
	return matchConfig{
		Games: 100, Concurrency: 1, Order: "sequential", Tournament: "roundrobin", Variant: "shogi",
		Declare: position.CSARule27.String(), MaxPlies: 320, TimeMargin: 200, Grace: "3", MoveLimit: "300",
	}
}

const engineHelp = "`engine`, such as './katachi name=new Threads=1': first its program, or cmd=\"PROGRAM ARGUMENTS\"; then any of args= dir= proto=usi|xboard tc= timemargin= init=\"line;line\" restart=true book=true; all other keys are options of the engine"

// addEngine reads the value of an engine's flag.
func (c *matchConfig) addEngine(text string) error {
	spec, err := parseEngineSpec(text)
	c.Engines = append(c.Engines, spec)
	return err
}

// flags declares the flags of a match over the configuration's present values.
func (c *matchConfig) flags(fs *flag.FlagSet) {
	var numbers []int // of the engines that these flags give, 0: none
	add := func(number int) func(string) error {
		return func(text string) error {
			spec, err := parseEngineSpec(text)
			at := len(numbers)
			if number > 0 { // in the order of the numbers, as in a file: a test is about the first engine
				if i := slices.IndexFunc(numbers, func(n int) bool { return n > number }); i >= 0 {
					at = i
				}
			}
			c.Engines = slices.Insert(c.Engines, len(c.Engines)-len(numbers)+at, spec)
			numbers = slices.Insert(numbers, at, number)
			return err
		}
	}
	fs.Func("engine", engineHelp+"; repeat the flag for more engines", add(0))
	fs.Func("engine1", engineHelp, add(1))
	for i := 2; i <= 9; i++ {
		fs.Func("engine"+strconv.Itoa(i), "another `engine`, as -engine1", add(i))
	}
	fs.IntVar(&c.Games, "games", c.Games, "games between any two engines, rounded up to pairs")
	fs.StringVar(&c.SPRT, "sprt", c.SPRT, "end when this test is decided: `elo0=0,elo1=5`[,alpha=0.05,beta=0.05]; it does not count pairs with a game that repeats another")
	fs.StringVar(&c.Tournament, "tournament", c.Tournament, "with more than two engines: roundrobin, or gauntlet (the first against all others)")
	c.commonFlags(fs)
}

// commonFlags declares the flags that say how games are played, whoever plays them.
func (c *matchConfig) commonFlags(fs *flag.FlagSet) {
	fs.StringVar(&c.TC, "tc", c.TC, "time control: `10+0.1` (main+increment, seconds), 60 (sudden death), byoyomi=1, 300,byoyomi=10, movetime=1, nodes=10000, depth=6")
	fs.IntVar(&c.Concurrency, "concurrency", c.Concurrency, "games played at the same time")
	fs.StringVar(&c.Openings, "openings", c.Openings, "`file` of openings, one a line (SFEN, or startpos moves ...), or records in KIF, KI2, CSA or JKF; each is played with both colours; without it all games begin at the start position")
	fs.StringVar(&c.Order, "order", c.Order, "order of the openings: sequential or random")
	fs.Uint64Var(&c.Seed, "seed", c.Seed, "seed of the random order")
	fs.StringVar(&c.Out, "o", c.Out, "`file` of JSON lines for the games; if it exists, the match goes on where it ended")
	fs.StringVar(&c.Out, "out", c.Out, "the same as -o")
	fs.StringVar(&c.Variant, "variant", c.Variant, "shogi or minishogi")
	fs.StringVar(&c.Declare, "declare", c.Declare, "entering-king rule: "+strings.Join(position.EnteringKingNames(), ", "))
	fs.IntVar(&c.MaxPlies, "maxplies", c.MaxPlies, "a game is drawn at this length, plies from the start position; 0 = no limit")
	fs.StringVar(&c.Adjudicate, "adjudicate", c.Adjudicate, "end games that both engines think decided: `score=2000,moves=4` means at least 2000 centipawns for the same side at the last 4 moves of each")
	fs.IntVar(&c.TimeMargin, "timemargin", c.TimeMargin, "milliseconds by which an engine may overstep its clock, since this machine delays its answers too; with 0 the first millisecond loses, as with a strict referee")
	fs.StringVar(&c.Grace, "grace", c.Grace, "seconds after which a late engine counts as hung")
	fs.StringVar(&c.MoveLimit, "movelimit", c.MoveLimit, "seconds for a move at fixed nodes or depth, after which the engine is stopped")
	fs.StringVar(&c.Shard, "shard", c.Shard, "play only the `i/n`-th part of the pairs (1/4 ... 4/4); join the files with katachi match merge")
}

// build makes the match and the header of its file.
func (c *matchConfig) build() (*match, *matchHeader, error) {
	m, common, err := c.match()
	if err != nil {
		return nil, nil, command.WrongUse(err)
	}
	if m.schedule.openings, m.leftOut, err = c.openings(&m.rules); err != nil {
		return nil, nil, err
	}
	return m, c.header(m, common), nil
}

// match makes the match but for its openings. common is the time control of the engines that have none of their own.
func (c *matchConfig) match() (m *match, common timeControl, err error) {
	if len(c.Engines) < 2 {
		return nil, common, errors.New("a match needs two engines: give -engine1 and -engine2")
	}
	if c.Games < 1 || c.Concurrency < 1 || c.MaxPlies < 0 || c.TimeMargin < 0 {
		return nil, common, errors.New("games and concurrency must be positive, maxplies and timemargin not negative")
	}
	m = &match{engines: c.Engines, concurrency: c.Concurrency}
	if c.TC != "" {
		if common, err = parseTimeControl(c.TC); err != nil {
			return nil, common, err
		}
	}
	if err = c.addPlayers(m, common); err != nil {
		return nil, common, err
	}
	if m.rules, err = c.ruling(); err != nil {
		return nil, common, err
	}
	if m.sprt, err = c.test(); err != nil {
		return nil, common, err
	}
	m.schedule, err = c.games()
	return m, common, err
}

// addPlayers completes the engines, whose names it makes different, and gives them their clocks.
func (c *matchConfig) addPlayers(m *match, common timeControl) error {
	names := map[string]bool{}
	for i := range m.engines {
		e := &m.engines[i]
		if err := e.complete(); err != nil {
			return err
		}
		if names[e.Name] {
			e.Name = fmt.Sprintf("%s#%d", e.Name, i+1)
		}
		names[e.Name] = true
		tc, err := e.control(common)
		if err != nil {
			return err
		}
		margin := c.TimeMargin
		if e.TimeMargin != nil {
			margin = *e.TimeMargin
		}
		m.control, m.margin = append(m.control, tc), append(m.margin, time.Duration(margin)*time.Millisecond)
	}
	return nil
}

// test returns the test that may end the match, nil if there is none.
func (c *matchConfig) test() (*sprtTest, error) {
	if c.SPRT == "" {
		return nil, nil
	}
	if test, err := parseSPRT(c.SPRT); err != nil || len(c.Engines) == 2 {
		return test, err
	}
	return nil, fmt.Errorf("sprt is a test of two engines, not of %d", len(c.Engines))
}

// games returns the schedule but for its openings.
func (c *matchConfig) games() (s schedule, err error) {
	if s.pairings, err = pairings(c.Tournament, len(c.Engines)); err != nil {
		return s, err
	}
	s.rounds, s.of = (c.Games+1)/2, 1
	if c.Shard != "" {
		part, of, _ := strings.Cut(c.Shard, "/")
		var errPart, errOf error
		s.part, errPart = strconv.Atoi(part)
		s.of, errOf = strconv.Atoi(of)
		if errPart != nil || errOf != nil || s.part < 1 || s.part > s.of {
			return s, fmt.Errorf("shard is i/n with i from 1 to n, not %q", c.Shard)
		}
		s.part--
	}
	return s, nil
}

// header returns the header of the match's file.
func (c *matchConfig) header(m *match, common timeControl) *matchHeader {
	digest := sha256.New()
	for _, o := range m.schedule.openings {
		fmt.Fprintln(digest, o)
	}
	return &matchHeader{
		Type: "match", Engines: m.engines, TC: common.String(), Variant: m.rules.variant.Name, Tournament: c.Tournament,
		Openings: fmt.Sprintf("%d:%s", len(m.schedule.openings), hex.EncodeToString(digest.Sum(nil)[:8])),
		MaxPlies: c.MaxPlies, Declare: m.rules.declare.String(), Adjudicate: m.rules.agree.String(),
		TimeMargin: c.TimeMargin, Grace: m.rules.grace.String(), MoveLimit: m.rules.moveLimit.String(), Shard: c.Shard,
	}
}

func (c *matchConfig) ruling() (r ruling, err error) {
	if r.variant, err = position.VariantNamed(c.Variant); err != nil {
		return r, err
	}
	if r.declare, err = position.ParseEnteringKing(c.Declare); err != nil {
		return r, err
	}
	if r.agree, err = parseAdjudication(c.Adjudicate); err != nil {
		return r, err
	}
	if r.grace, err = parseSeconds(c.Grace); err != nil {
		return r, err
	}
	r.maxPlies = c.MaxPlies
	if r.moveLimit, err = parseSeconds(c.MoveLimit); err == nil && r.moveLimit == 0 {
		err = errors.New("movelimit must be positive")
	}
	return r, err
}

// openings returns the openings in the order in which they are played, and why records or variations of them are left out.
func (c *matchConfig) openings(rules *ruling) (list []position.GameText, leftOut []error, err error) {
	if c.Order != "sequential" && c.Order != "random" {
		return nil, nil, command.Wrong("order is sequential or random, not %q", c.Order)
	}
	if c.Openings == "" {
		return []position.GameText{{}}, nil, nil
	}
	file, err := os.Open(c.Openings)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	_, lines, leftOut, err := record.Games(c.Openings, file)
	if err == nil {
		list, err = readOpenings(lines, rules)
	}
	if err == nil && len(list) == 0 {
		err = errors.New("no openings")
		if len(leftOut) > 0 {
			err = fmt.Errorf("no openings: %w", leftOut[0])
		}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", c.Openings, err)
	}
	if c.Order == "random" {
		random := rand.New(rand.NewPCG(c.Seed, 0))
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list, leftOut, nil
}
