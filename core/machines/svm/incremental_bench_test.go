package svm_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// BenchmarkIncrementalChange tells how long it takes to add a row to 5000 and to remove one: the
// median of all, and that of the changes that pass a breakpoint.
func BenchmarkIncrementalChange(b *testing.B) {
	for _, noise := range []float64{0.6, 1} {
		const n, d = 5000, 20
		rng := rand.New(rand.NewPCG(1, 2))
		x, y := &sample.Matrix{N: 2 * n, D: d}, make([]int32, 2*n)
		for i := range y {
			y[i] = int32(i % 2)
			for j := range d {
				shift := 0.0
				if j < 4 {
					shift = float64(2*y[i]-1) / 2
				}
				x.X = append(x.X, shift+noise*rng.NormFloat64())
			}
		}
		c := classification("", x, y, 2, n, 1, 0.05, nil)
		b.Run(fmt.Sprintf("noise %g", noise), func(b *testing.B) {
			m := c.new()
			part := func(rows []int) model.Training { return model.Training{Data: c.pool.Select(rows, nil)} }
			in := make([]int, n)
			for i := range in {
				in[i] = i
			}
			began := time.Now()
			report, err := m.Fit(nil, part(in))
			if err != nil {
				b.Fatal(err)
			}
			fit := time.Since(began)
			var all, moving []float64
			steps := 0
			for i := range max(b.N, 25) {
				for _, add := range []bool{true, false} {
					began := time.Now()
					var r model.Report
					if add {
						r, err = m.Update(nil, part([]int{n + i%n}))
					} else {
						r, err = m.Remove(nil, []int32{int32(rng.IntN(n))})
					}
					if err != nil || r.Status != run.Converged {
						b.Fatal(err)
					}
					took := float64(time.Since(began).Microseconds()) / 1000
					all = append(all, took)
					if r.Iterations > 0 {
						moving, steps = append(moving, took), steps+r.Iterations
					}
				}
			}
			slices.Sort(all)
			slices.Sort(moving)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(fit.Seconds(), "s/fit")
			b.ReportMetric(float64(report.SupportVectors), "SVs")
			b.ReportMetric(all[len(all)/2], "ms/median")
			b.ReportMetric(moving[len(moving)/2], "ms/moving")
			b.ReportMetric(float64(len(moving))/float64(len(all)), "moving")
			b.ReportMetric(float64(steps)/float64(len(moving)), "steps")
		})
	}
}
