package train

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"katachi/eval"
	"katachi/position"
	"katachi/position/command"
	"katachi/position/files"
	"katachi/position/record"
)

const shuffleUsage = `katachi train shuffle makes the file of positions that katachi train learns from, out of game records. It has each position with
what its search said, what the game came to know of it, and the result, in random order over all games. A game that is there
twice counts once. The memory needed is small, some 20 bytes a game; the disk needs room for twice the file, which has 61
bytes a position.

  katachi train shuffle -o positions.ktp gen7.ktg
  katachi train shuffle -o positions.ktp gen6.ktg@0.5 gen7.ktg     half of the older positions
  katachi train shuffle -o positions.ktp few.ktg@scale=640 many.ktg@ahead=0.93,hands=0.2     each with its own settings
  katachi train shuffle -o pupil.ktp -variations 14 gen0.ktg       what the classical evaluation says around the games

After the last @ of a file's name you can give the share of its positions to keep, and values for it in place of -scale,
-ahead and -hands. A pass through the file has one in -passes positions of every game, and the next pass has others.

Flags:
`

// shuffling makes a file of positions.
type shuffling struct {
	filter     filter // but for what each file has of its own
	files      []games
	scale      float64 // 0: as each file says
	passes     int
	validation int // one game of that many
	threads    int
	seed       uint64
	bucket     int64 // examples that are shuffled in memory at a time
	line       *command.Line

	head    head
	once    record.SeenGames
	random  *rand.Rand
	folder  string
	buckets []*bucket
	perPass int
	held    []example // for validation
	seen    int       // examples of validation games, of which held is a sample
}

// games is a file of games and how it is read.
type games struct {
	name                       string
	share, scale, ahead, hands float64
}

// bucket is a part of the examples of a pass, in any order.
type bucket struct {
	file *os.File
	out  *bufio.Writer
	n    int64
}

const (
	bucketExamples = 1 << 20
	mostBuckets    = 512 // open files, each with a buffer
	mostHeld       = 1 << 19
	gamesAtOnce    = 1024 // are read before they are replayed in parallel, fewer if they have more examples
)

func shuffle(ctx context.Context, load eval.Loader, quiescence Quiescence, args []string, io *command.IO) error {
	s := shuffling{bucket: bucketExamples, line: command.NewLine(io.Stdout)}
	f := &s.filter
	flags := io.Flags()
	out := flags.String("o", "", "`file` to write; it must not exist yet")
	flags.IntVar(&s.passes, "passes", 4, "a pass through the file has one in this many positions of every game")
	flags.IntVar(&s.validation, "validation", 50, "keep one game in this many for validation")
	flags.Float64Var(&s.scale, "scale", 0, "score in centipawns that is odds of e to 1 in these games; 0 = what fits each file's results")
	flags.Float64Var(&f.Ahead, "ahead", 0.8, "share of a position's target that comes from the next position, whose own comes from the one after it, and so on to the result")
	flags.IntVar(&f.FirstPly, "first-ply", 12, "leave out the moves of a game before this one")
	flags.BoolVar(&f.Captures, "captures", true, "keep positions in which the played move captures or promotes")
	flags.Float64Var(&f.Decided, "decided", 0.25, "share to keep of the positions in which one side's winning chance is below 0.005")
	flags.Float64Var(&f.Hands, "hands", 0, "make pieces in hand worth more than the games' searches say, by this share of their value on the board")
	flags.StringVar(&f.Quiet, "quiet", "nnue", "replace each position by the quiet one at the end of quiescence, with this evaluation: nnue (the built-in network), "+
		"classical, a network `file`, or none to keep positions as they stand")
	flags.IntVar(&f.Around, "variations", 0, "instead, take this many positions around each of the games', with the scores that -teacher gives them")
	flags.StringVar(&f.Teacher, "teacher", "classical", "evaluation for -variations: classical, or a network `file`")
	flags.Uint64Var(&s.seed, "seed", 1, "seed of everything that is random")
	flags.IntVar(&s.threads, "threads", runtime.GOMAXPROCS(0), "goroutines")
	names, err := io.Parse(flags, shuffleUsage, args)
	if err != nil {
		return err
	}
	if err := s.check(*out, names); err != nil {
		return command.WrongUse(err)
	}
	if f.Quiet == "none" || f.Around > 0 {
		f.Quiet = ""
	}
	if f.Quiet != "" {
		if err := f.makeQuiet(load, quiescence, s.threads); err != nil {
			return err
		}
	}
	if f.Around > 0 {
		teacher, err := load(f.Teacher, eval.DefaultFVScale)
		if err != nil {
			return err
		}
		f.around = &variations{f.Around, teacher.New}
	}
	return s.write(ctx, *out)
}

// check returns an error if the settings make no sense. Names are those of files, or FILE@SETTINGS.
func (s *shuffling) check(out string, names []string) error {
	f := &s.filter
	switch {
	case out == "":
		return errors.New("-o FILE is missing")
	case len(names) == 0:
		return errors.New("no file of game records; katachi selfplay makes them")
	case s.passes < 1 || s.passes > 64:
		return fmt.Errorf("-passes %d: want 1 to 64", s.passes)
	case s.validation < 2:
		return fmt.Errorf("-validation %d: want at least 2", s.validation)
	case !(f.Decided >= 0 && f.Decided <= 1):
		return fmt.Errorf("-decided %g: want 0 to 1", f.Decided)
	case f.Around < 0 || f.Around > 1000:
		return fmt.Errorf("-variations %d: want 0 to 1000", f.Around)
	case s.threads < 1:
		return fmt.Errorf("-threads %d: want at least 1", s.threads)
	}
	common := s.games()
	if err := common.check(); err != nil {
		return fmt.Errorf("-%w", err)
	}
	for _, name := range names {
		g := common
		if err := g.parse(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.files = append(s.files, g)
	}
	return nil
}

// games returns a file of games, yet to be named, with the settings for all.
func (s *shuffling) games() games {
	return games{share: 1, scale: s.scale, ahead: s.filter.Ahead, hands: s.filter.Hands}
}

// filter returns the filter for all files with the settings of this one.
func (g *games) filter(f filter, seed uint64) filter {
	f.Share, f.Scale, f.Ahead, f.Hands, f.Seed = g.share, g.scale, g.ahead, g.hands, seed
	return f
}

// parse takes FILE, or FILE@SETTINGS: a share or settings by name, separated by commas, such as old.ktg@0.5,ahead=0.9.
func (g *games) parse(text string) error {
	g.name = text
	i := strings.LastIndexByte(text, '@')
	if i < 0 {
		return nil
	}
	g.name = text[:i]
	for setting := range strings.SplitSeq(text[i+1:], ",") {
		name, number, named := strings.Cut(setting, "=")
		if !named {
			name, number = "share", setting
		}
		to := map[string]*float64{"share": &g.share, "scale": &g.scale, "ahead": &g.ahead, "hands": &g.hands}[name]
		value, err := strconv.ParseFloat(number, 64)
		if to == nil || err != nil {
			return fmt.Errorf("after the @ stands %q: want the share of its positions to keep, or scale=, ahead= or hands= and a number, such as 0.5,ahead=0.9", setting)
		}
		*to = value
	}
	return g.check()
}

func (g *games) check() error {
	switch {
	case !(g.share > 0 && g.share <= 1):
		return fmt.Errorf("share %g: want above 0 and at most 1", g.share)
	case !(g.scale >= 0 && g.scale < 1e5):
		return fmt.Errorf("scale %g: want centipawns, or 0 for what fits the games", g.scale)
	case !(g.ahead >= 0 && g.ahead < 1):
		return fmt.Errorf("ahead %g: want at least 0 (the position's own search alone), less than 1 (the result alone)", g.ahead)
	case !(g.hands >= -1 && g.hands <= 1):
		return fmt.Errorf("hands %g: want -1 to 1, such as 0.25", g.hands)
	}
	return nil
}

// write makes the file. It grows in a folder beside its place, so that there is all of it or nothing.
func (s *shuffling) write(ctx context.Context, path string) (err error) {
	if err := errors.Join(files.Absent(path), s.nameable()); err != nil {
		return err
	}
	if err := removeLeftovers(path); err != nil {
		return err
	}
	if s.folder, err = os.MkdirTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp"); err != nil {
		return err
	}
	defer os.RemoveAll(s.folder)
	file, err := os.OpenFile(filepath.Join(s.folder, unfinishedFile), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := files.Lock(file); err != nil && !errors.Is(err, errors.ErrUnsupported) { // some network file systems have no locks
		return err
	}
	s.random = rand.New(rand.NewPCG(s.seed, 3))
	s.head.Passes, s.once = s.passes, record.SeenGames{}
	if err := s.openBuckets(); err != nil {
		return err
	}
	defer func() {
		for _, b := range s.buckets {
			b.file.Close()
		}
	}()
	begin := time.Now()
	for i := range s.files {
		if err := s.distribute(ctx, &s.files[i]); err != nil {
			return err
		}
	}
	if err := s.join(ctx, file); err != nil {
		return err
	}
	h := &s.head
	if h.Training == 0 || h.Validation == 0 {
		return fmt.Errorf("%d games have %d positions to learn from and %d for validation: want more games, or another -validation than %d",
			h.Games, h.Training, h.Validation, s.validation)
	}
	if err := errors.Join(h.write(file), file.Close(), files.Absent(path)); err != nil {
		return err
	}
	if err := files.Rename(file.Name(), path); err != nil {
		return err
	}
	s.line.Printf("%d games, %d positions; %d to learn from in %d passes and %d for validation (%.1f s)", h.Games, h.Plies,
		h.Training, h.Passes, h.Validation, time.Since(begin).Seconds())
	if h.Damaged > 0 {
		s.line.Printf("warning: %d damaged stretches or games of the files were left out", h.Damaged)
	}
	if h.Repeated > 0 {
		s.line.Printf("warning: %d games that are there twice were left out", h.Repeated)
	}
	return nil
}

// unfinishedFile is the result in the folder of a shuffle that is under way, which holds its lock.
const unfinishedFile = "positions"

// removeLeftovers removes the folders that killed programs have left beside a file that they were to write. The error
// says that one of them belongs to a program that still runs.
func removeLeftovers(path string) error {
	for _, e := range files.Temporary(path) {
		if !e.IsDir() {
			continue
		}
		folder := filepath.Join(filepath.Dir(path), e.Name())
		if file, err := os.OpenFile(filepath.Join(folder, unfinishedFile), os.O_RDWR, 0); err == nil {
			err = files.Lock(file)
			file.Close()
			if errors.Is(err, errors.ErrUnsupported) {
				continue // nobody can tell
			}
			if err != nil {
				return fmt.Errorf("another shuffle is making %s: %w", path, err)
			}
		}
		os.RemoveAll(folder)
	}
	return nil
}

// nameable returns an error if the head will have no room for the names of all files, with the longest numbers that it
// may hold. It is better to know that now than when the work is done.
func (s *shuffling) nameable() error {
	const most = math.MaxInt32
	h := head{Validation: most * most, Training: most * most, Passes: s.passes, Games: most, Plies: most, Damaged: most, Repeated: most}
	for i := range s.files {
		f := s.files[i].filter(s.filter, math.MaxUint64)
		f.Scale = 1e5 / 7.0
		h.Sources = append(h.Sources, source{filepath.Base(s.files[i].name), most, f})
	}
	_, err := h.encode()
	return err
}

// openBuckets makes as many buckets as the files may need.
func (s *shuffling) openBuckets() error {
	most := int64(0) // examples
	for _, g := range s.files {
		info, err := os.Stat(g.name)
		if err != nil {
			return err
		}
		most += info.Size() / record.ScoredPlyBytes * int64(max(1, s.filter.Around))
	}
	s.perPass = max(1, min(int(most/s.bucket), mostBuckets)/s.passes)
	for i := range s.passes * s.perPass {
		file, err := os.Create(filepath.Join(s.folder, strconv.Itoa(i)))
		if err != nil {
			return err
		}
		s.buckets = append(s.buckets, &bucket{file: file, out: bufio.NewWriterSize(file, 1<<15)})
	}
	return nil
}

// fit returns the scale of the scores in a file. Who asks for it reads the file once more.
func fit(ctx context.Context, name string) (float64, error) {
	if err := files.MayOpen(name); err != nil { // a pipe would have no games left
		return 0, fmt.Errorf("%w, and the games are read twice", err)
	}
	var fit record.ScaleFit
	err := record.EachScored([]string{name}, func(_ *record.ScoredReader, g *record.ScoredGame) error {
		p, err := position.Unpack(position.Shogi, g.Start, g.Ply)
		if err != nil {
			return fmt.Errorf("%w: game %d: %w", record.ErrScored, g.ID, err)
		}
		side := p.Side()
		for _, ply := range g.Plies {
			if ply.Score != eval.None && !ply.Score.IsDecided() && hasResult(g.End) {
				fit.Add(ply.Score, g.Points(side))
			}
			side = side.Other()
		}
		return ctx.Err()
	}, nil)
	return fit.Scale(), err
}

// distribute puts the examples of a file's games into the buckets.
func (s *shuffling) distribute(ctx context.Context, from *games) error {
	f, name := from.filter(s.filter, s.seed^mix(uint64(len(s.head.Sources)))), from.name
	if f.Scale == 0 {
		var err error
		if f.Scale, err = fit(ctx, name); err != nil {
			return err
		}
		if math.IsNaN(f.Scale) {
			return fmt.Errorf("%s: the scores do not predict the results: no scale can be found (-scale sets one)", name)
		}
		s.line.Printf("%s: %.0f centipawns are odds of e to 1", name, f.Scale)
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	in := record.NewScoredReader(file)
	in.Once(s.once)
	most := max(s.threads, gamesAtOnce/max(1, f.Around)) // so that their examples need little memory
	games, parts, errs := make([]record.ScoredGame, most), make([][]example, most), make([]error, most)
	before := s.head.Games
	for done := false; !done; {
		n := 0
		for ; n < most; n++ {
			if err := in.Next(&games[n]); errors.Is(err, io.EOF) {
				done = true
				break
			} else if err != nil {
				return err
			}
		}
		parallel(s.threads, n, func(i int) { parts[i], errs[i] = f.examplesOf(parts[i][:0], &games[i]) })
		for i := range n {
			if errors.Is(errs[i], record.ErrScored) {
				s.head.Damaged++
				continue
			}
			if errs[i] != nil {
				return errs[i]
			}
			s.head.Plies += len(games[i].Plies)
			if err := s.add(parts[i]); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.line.Show(fmt.Sprintf("%d games, %d positions", s.head.Games, s.head.Plies))
	}
	if err := in.Check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.head.Damaged += in.Damaged()
	s.head.Repeated += in.Repeated()
	s.head.Sources = append(s.head.Sources, source{filepath.Base(name), s.head.Games - before, f})
	return nil
}

// add adds the examples of a game, to the validation or to each pass in turn.
func (s *shuffling) add(list []example) error {
	s.head.Games++
	if s.head.Games%s.validation == 0 {
		for _, e := range list {
			if s.seen++; len(s.held) < mostHeld {
				s.held = append(s.held, e)
			} else if i := s.random.IntN(s.seen); i < mostHeld {
				s.held[i] = e
			}
		}
		return nil
	}
	var b [exampleBytes]byte
	turn := s.random.IntN(s.passes)
	for i := range list {
		to := s.buckets[(turn+i)%s.passes*s.perPass+s.random.IntN(s.perPass)]
		if _, err := to.out.Write(list[i].encode(b[:0])); err != nil {
			return err
		}
		to.n++
	}
	return nil
}

// join writes the validation's examples and then the buckets, each shuffled.
func (s *shuffling) join(ctx context.Context, file *os.File) error {
	if _, err := file.Seek(headBytes, io.SeekStart); err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(file, 1<<20)
	out := newBlockWriter(buffered)
	s.random.Shuffle(len(s.held), func(i, j int) { s.held[i], s.held[j] = s.held[j], s.held[i] })
	var e [exampleBytes]byte
	for i := range s.held {
		if _, err := out.Write(s.held[i].encode(e[:0])); err != nil {
			return err
		}
	}
	s.head.Validation, s.held = int64(len(s.held)), nil
	var buf []byte
	for i, b := range s.buckets {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := b.out.Flush(); err != nil {
			return err
		}
		if size := int(b.n) * exampleBytes; cap(buf) < size {
			buf = make([]byte, size)
		}
		buf = buf[:int(b.n)*exampleBytes]
		if _, err := b.file.ReadAt(buf, 0); err != nil {
			return err
		}
		at := func(i int) []byte { return buf[i*exampleBytes:][:exampleBytes] }
		s.random.Shuffle(int(b.n), func(i, j int) {
			copy(e[:], at(i))
			copy(at(i), at(j))
			copy(at(j), e[:])
		})
		if _, err := out.Write(buf); err != nil {
			return err
		}
		s.head.Training += b.n
		b.file.Close()
		if err := os.Remove(b.file.Name()); err != nil {
			return err
		}
		s.line.Show(fmt.Sprintf("shuffled %d of %d parts", i+1, len(s.buckets)))
	}
	return errors.Join(out.end(), buffered.Flush())
}
