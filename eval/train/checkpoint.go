package train

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"unsafe"

	"katachi/position/files"
)

// A checkpoint is all that a run needs to go on as if it had never stopped: a magic, the length of the state and the
// state as JSON, then weights and moments of all groups, and a CRC-32C of everything before it. Little-endian, like the
// machines that it is for.
const checkpointMagic = "KtT2"

// state is where a run stands.
type state struct {
	Plan    plan
	Data    head // a run goes on only with the data it began with
	Steps   int
	Loss    loss // since the last report
	History []report
}

// report is one measurement of the training's progress.
type report struct {
	Examples             float64 // seen
	Training, Validation float64 // excess loss
	Outcome              float64 // cross entropy with the results of the validation games
	Score                float64 // excess loss with the scores alone
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var errCheckpoint = errors.New("not a usable checkpoint")

// bytesOf returns the floats' memory.
func bytesOf(x []float32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 4*len(x))
}

// saveCheckpoint replaces the file. A reader finds the old one or the new one, whole.
func saveCheckpoint(path string, s *state, n *network) error {
	return files.Replace(path, func(w io.Writer) error {
		sum := crc32.New(castagnoli)
		out := io.MultiWriter(w, sum)
		text, err := json.Marshal(s)
		if err != nil {
			return err
		}
		head := binary.LittleEndian.AppendUint32([]byte(checkpointMagic), uint32(len(text)))
		if _, err := out.Write(append(head, text...)); err != nil {
			return err
		}
		for _, p := range append(n.params(), n.low.params()...) {
			for _, x := range [][]float32{p.weights, p.mean, p.variance} {
				if _, err := out.Write(bytesOf(x)); err != nil {
					return err
				}
			}
		}
		_, err = w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
		return err
	})
}

// resumeCheckpoint reads the state and the network of a run, which must have begun as want does. The error wraps
// errCheckpoint if the file is no checkpoint, or another run's.
func resumeCheckpoint(path string, want *state, n *network) (*state, error) {
	s, err := readCheckpoint(path, n, func(s *state) (string, *lowRank) { return s.differs(want), n.low })
	if err == nil {
		s.Plan = want.Plan // with what is not written down
	}
	return s, err
}

// loadWeights reads the weights of another run with the same architecture, without the moments.
func loadWeights(path string, n *network) error {
	_, err := readCheckpoint(path, n, func(s *state) (string, *lowRank) {
		if name := n.shape.Name(); s.Plan.Architecture != name {
			return fmt.Sprintf("the architecture is %s, want %s", s.Plan.Architecture, name), nil
		}
		return "", newLowRank(n, s.Plan.Rank) // how it moved is of no use here
	})
	for _, p := range n.params() {
		clear(p.mean)
		clear(p.variance)
	}
	return err
}

// readCheckpoint reads a checkpoint into n. judge says how its state differs from the wanted one; if it does not
// differ, judge also says where its low rank goes.
func readCheckpoint(path string, n *network, judge func(*state) (differs string, low *lowRank)) (*state, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	sum := crc32.New(castagnoli)
	raw := bufio.NewReaderSize(file, 1<<20)
	in := io.TeeReader(raw, sum)
	fail := func(format string, args ...any) (*state, error) {
		return nil, fmt.Errorf("%s: %w: %s", path, errCheckpoint, fmt.Sprintf(format, args...))
	}
	head := make([]byte, 8)
	if _, err := io.ReadFull(in, head); err != nil || string(head[:4]) != checkpointMagic {
		return fail("it does not begin with %q", checkpointMagic)
	}
	const longest = 1 << 26
	length := binary.LittleEndian.Uint32(head[4:])
	if length > longest {
		return fail("its state has %d bytes", length)
	}
	text, s := make([]byte, length), new(state)
	if _, err := io.ReadFull(in, text); err != nil {
		return fail("it ends in the state")
	}
	if err := json.Unmarshal(text, s); err != nil {
		return fail("its state: %v", err)
	}
	differs, low := judge(s)
	if differs != "" {
		return fail("it is of another run: %s", differs)
	}
	for _, p := range append(n.params(), low.params()...) {
		for _, x := range [][]float32{p.weights, p.mean, p.variance} {
			if _, err := io.ReadFull(in, bytesOf(x)); err != nil {
				return fail("it ends in the %s", p.name)
			}
		}
	}
	end := make([]byte, 4)
	if _, err := io.ReadFull(raw, end); err != nil || binary.LittleEndian.Uint32(end) != sum.Sum32() {
		return fail("its checksum is wrong")
	}
	return s, nil
}

// differs says how two states show that they are not of the same run; empty if they are.
func (s *state) differs(o *state) string {
	if was, is := gamesOf(s.Data.Sources), gamesOf(o.Data.Sources); was != is {
		return "the positions are those of " + was + ", now of " + is
	}
	for i, was := range s.Data.Sources {
		if d := differences(was.Filter, o.Data.Sources[i].Filter); d != "" {
			return "the positions of " + was.File + ": " + d
		}
	}
	if d := differences(s.Data, o.Data); d != "" {
		return "the positions: " + d
	}
	if d := differences(s.Plan, o.Plan); d != "" {
		return "the settings: " + d
	}
	return ""
}

// gamesOf names files of games.
func gamesOf(sources []source) string {
	var list []string
	for _, s := range sources {
		list = append(list, fmt.Sprintf("%s (%d games)", s.File, s.Games))
	}
	return strings.Join(list, " and ")
}

// differences names the JSON fields in which two values of one type differ, with both values.
func differences(was, is any) string {
	fields := func(x any) (m map[string]json.RawMessage) {
		text, _ := json.Marshal(x)
		json.Unmarshal(text, &m)
		return m
	}
	a, b := fields(was), fields(is)
	var list []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if !bytes.Equal(a[name], b[name]) {
			list = append(list, fmt.Sprintf("%s %s, now %s", name, a[name], b[name]))
		}
	}
	return strings.Join(list, "; ")
}
