package match

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"katachi/position"
)

// positionCommand returns the USI command that sets up a game after its opening and further moves.
func positionCommand(opening position.GameText, moves []string) string {
	opening.Moves = slices.Concat(opening.Moves, moves)
	return "position " + opening.String()
}

// readOpenings reads openings, one a line; empty lines and those that begin with # or // are skipped. Every one of
// them must be a legal position in which the game is not over.
func readOpenings(r io.Reader, rules *ruling) ([]position.GameText, error) {
	var list []position.GameText
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		line := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		if line == "" || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "//") {
			continue
		}
		o, err := position.ParseGameText(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		j, err := rules.newJudge(o)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if v := j.standing(); v != nil {
			return nil, fmt.Errorf("line %d: the game is over before it begins (%s)", n, v.reason)
		}
		list = append(list, o)
	}
	return list, in.Err()
}
