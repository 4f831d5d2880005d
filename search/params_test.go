package search

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

var updateGolden = flag.Bool("update", false, "write the generated and golden files anew")

// TestParams holds params_tune.go against params.go, from which it is made: the same names, values and ranges.
func TestParams(t *testing.T) {
	text, err := os.ReadFile("params.go")
	require.NoError(t, err)
	row := regexp.MustCompile(`(?m)^\t(\w+) += (-?\d+) +// \[(-?\d+), (-?\d+)\] (\d+)`)
	rows := row.FindAllSubmatch(text, -1)
	require.Greater(t, len(rows), 50)
	require.Len(t, rows, bytes.Count(text, []byte("// [")), "a row is not of the form: name = value // [min, max] step")

	var vars, table bytes.Buffer
	for _, r := range rows {
		fmt.Fprintf(&vars, "\t%s = %s\n", r[1], r[2])
		fmt.Fprintf(&table, "\t{%q, &%s, %s, %s, %s},\n", r[1], r[1], r[3], r[4], r[5])
	}
	want, err := format.Source([]byte("// Made from params.go by go generate; do not edit.\n\n//go:build tune\n\npackage search\n\nvar (\n" + vars.String() +
		")\n\n// Tunables returns the search's numbers. They must not change while a search runs.\nfunc Tunables() []Tunable { return tunables }\n\nvar tunables = []Tunable{\n" +
		table.String() + "}\n"))
	require.NoError(t, err)
	if *updateGolden {
		require.NoError(t, os.WriteFile("params_tune.go", want, 0o644))
	}
	got, err := os.ReadFile("params_tune.go")
	require.NoError(t, err)
	require.True(t, bytes.Equal(want, got), "params_tune.go is not what params.go makes: run go generate ./search")
}
