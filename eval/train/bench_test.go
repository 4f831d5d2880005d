package train

import (
	"testing"

	"github.com/stretchr/testify/require"

	"katachi/eval/train/kernel"
)

// BenchmarkLearn makes steps on one goroutine; ns/position is what counts.
func BenchmarkLearn(b *testing.B) {
	l := randomExamples(1, 16384, material)
	k, err := kernel.Best()
	require.NoError(b, err)
	for _, name := range []string{"kp-256", "halfkp-k9-256", "halfka-k16-256", "halfka-k16-256-contacts"} {
		b.Run(name, func(b *testing.B) {
			net := newNetwork(shapeNamed(b, name))
			net.initialise(1)
			tr := newTrainer(net, k, target{scale: 600, result: 0.3}, 1, len(l), true)
			use(tr, l)
			for b.Loop() {
				tr.learn(1e-4)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(l)), "ns/position")
		})
	}
}
