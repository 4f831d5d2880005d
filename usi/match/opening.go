package match

import (
	"fmt"
	"io"
	"slices"

	"katachi/position"
)

// positionCommand returns the USI command that sets up a game after its opening and further moves.
func positionCommand(opening position.GameText, moves []string) string {
	opening.Moves = slices.Concat(opening.Moves, moves)
	return "position " + opening.String()
}

// readOpenings reads openings, see position.GameLines. Every one of them must be a legal position in which the game is not over.
func readOpenings(r io.Reader, rules *ruling) ([]position.GameText, error) {
	var list []position.GameText
	lines := position.NewGameLines(r)
	for lines.Next() {
		o, err := position.ParseGameText(lines.Text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", lines.Number, err)
		}
		j, err := rules.newJudge(o)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", lines.Number, err)
		}
		if v := j.standing(); v != nil {
			return nil, fmt.Errorf("line %d: the game is over before it begins (%s)", lines.Number, v.reason)
		}
		list = append(list, o)
	}
	return list, lines.Err()
}
