package numa

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Policy{
		"auto": Auto, "None": None, " SYSTEM ": System, "hardware": Hardware, "0": "0", "0-7,16-23:8-15": "0-7,16-23:8-15",
	} {
		p, err := parse(text, true)
		require.NoError(t, err, text)
		require.Equal(t, want, p)
	}
	for text, want := range map[string]string{
		"":         "a node without a CPU; want auto, none, system, hardware, or the CPUs of each node, as in ",
		"often":    `"often" is not a CPU number from 0 to 1023`,
		"0-":       `"" is not a CPU number`,
		"0-3:":     "a node without a CPU",
		"0,,1":     `"" is not a CPU number`,
		"-1":       `"" is not a CPU number`,
		"1024":     `"1024" is not a CPU number`,
		"3-1":      `the range "3-1" runs backwards`,
		"0-3:2-5":  "CPU 2 is named twice",
		"0,0":      "CPU 0 is named twice",
		"0-3 8":    `"3 8" is not a CPU number`,
		"0-9999:1": `"9999" is not a CPU number`,
	} {
		_, err := parse(text, true)
		require.ErrorContains(t, err, want, text)
		require.ErrorIs(t, err, errPolicy)
	}
	for text, ok := range map[string]bool{"auto": true, "none": true, "system": false, "hardware": false, "0:1": false} {
		_, err := parse(text, false)
		require.Equal(t, ok, err == nil, text)
	}
}

// machine is a sysfs of nodes with the CPUs of each.
func machine(online string, nodes map[string]string) fstest.MapFS {
	root := fstest.MapFS{"sys/devices/system/node/online": {Data: []byte(online + "\n")}}
	for n, cpus := range nodes {
		root["sys/devices/system/node/node"+n+"/cpulist"] = &fstest.MapFile{Data: []byte(cpus + "\n")}
	}
	return root
}

func numbers(text string) []int {
	cpus, err := parseCPUs(text)
	if err != nil {
		panic(err)
	}
	return cpus
}

func TestNodes(t *testing.T) {
	two := machine("0-1", map[string]string{"0": "0-3,8-11", "1": "4-7,12-15"})
	holes := machine("0,2-3", map[string]string{"0": "0-1", "2": "", "3": "2-5"}) // node 2 is memory only
	small := machine("0-1", map[string]string{"0": "0-3", "1": "4"})
	flat := fstest.MapFS{"sys/devices/system/cpu/online": {Data: []byte("0-3\n")}}
	for _, c := range []struct {
		name    string
		policy  Policy
		root    fstest.MapFS
		own     string
		threads int
		want    []string
	}{
		{"auto, more threads than a node has CPUs", Auto, two, "0-15", 9, []string{"0-3,8-11", "4-7,12-15"}},
		{"auto, one node has room", Auto, two, "0-15", 8, nil},
		{"auto, a part of the machine", Auto, two, "2-5", 3, []string{"2-3", "4-5"}},
		{"auto, a part of the machine on one node", Auto, two, "0-3", 16, nil},
		{"auto, nodes of different size", Auto, holes, "0-5", 5, []string{"0-1", "2-5"}},
		{"auto, the larger node has room", Auto, holes, "0-5", 4, nil},
		{"auto, the first node is the larger one and has room", Auto, small, "0-4", 4, nil},
		{"auto, a node of one CPU", Auto, small, "3-4", 2, []string{"3", "4"}},
		{"auto, no nodes", Auto, flat, "0-3", 4, nil},
		{"system, one thread", System, two, "0-15", 1, []string{"0-3,8-11", "4-7,12-15"}},
		{"system, a part of the machine", System, two, "8-15", 2, []string{"8-11", "12-15"}},
		{"system, no nodes", System, flat, "0-3", 4, nil},
		{"hardware, a part of the machine", Hardware, two, "8-9", 2, []string{"0-3,8-11", "4-7,12-15"}},
		{"hardware, no nodes", Hardware, flat, "0", 4, []string{"0-3"}},
		{"a list", "1:0,3-5", flat, "0", 4, []string{"1", "0,3-5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			nodes, err := c.policy.nodes(c.root, numbers(c.own), c.threads)
			require.NoError(t, err)
			var got []string
			for _, cpus := range nodes {
				got = append(got, formatCPUs(cpus))
			}
			require.Equal(t, c.want, got)
		})
	}
	_, err := System.nodes(machine("0-1", map[string]string{"0": "0-3"}), numbers("0-3"), 4)
	require.ErrorContains(t, err, "node1/cpulist")
	_, err = System.nodes(machine("0", map[string]string{"0": "many"}), numbers("0-3"), 4)
	require.EqualError(t, err, `/sys/devices/system/node/node0/cpulist: "many" is not a CPU number from 0 to 1023`)
}

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		sizes   []string
		threads int
		want    []int
	}{
		{[]string{"0-3", "4-7"}, 5, []int{0, 1, 0, 1, 0}},
		{[]string{"0-1", "2-5"}, 6, []int{1, 0, 1, 1, 0, 1}},
		{[]string{"0", "1", "2"}, 7, []int{0, 1, 2, 0, 1, 2, 0}},
		{[]string{"0-7"}, 3, []int{0, 0, 0}},
	} {
		var nodes [][]int
		for _, s := range c.sizes {
			nodes = append(nodes, numbers(s))
		}
		require.Equal(t, c.want, spread(c.threads, nodes), "%v", c.sizes)
	}
	plan := Plan{nodes: [][]int{{0, 1, 2, 3, 8}, {4}}, of: []int{0, 1, 0}}
	require.Equal(t, "2 on CPUs 0-3,8, 1 on CPUs 4", plan.String())
	require.Equal(t, 6, plan.CPUs())
}

// The policies leave threads alone where there is nothing to do: on any machine, the tests' own too.
func TestUnbound(t *testing.T) {
	for _, p := range []Policy{"", None, Auto} {
		plan, err := New(p, 1)
		require.NoError(t, err)
		require.Empty(t, plan.String())
		plan.Bind(0)
	}
}
