package primal

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"maxmargin/core/internal/facts"
	"maxmargin/core/sample"
)

// BenchmarkVisit times a visit to a sample, in assembly and by visitRows in Go, in alternating
// runs, on real sparse rows of some 14 and 46 entries and on dense ones of 20 and 100 (medians).
func BenchmarkVisit(b *testing.B) {
	dense := func(d int) sample.Set {
		rng := rand.New(rand.NewPCG(1, 2))
		x := &sample.Matrix{N: 2000, D: d, X: make([]float64, 2000*d)}
		for i := range x.X {
			x.X[i] = rng.NormFloat64()
		}
		return x
	}
	a1a, _ := facts.Libsvm(b, "a1a")
	dna, _ := facts.Libsvm(b, "dna.scale")
	for _, data := range []struct {
		name string
		x    sample.Set
	}{{"a1a", a1a}, {"dna", dna}, {"dense 20", dense(20)}, {"dense 100", dense(100)}} {
		samples, err := NewSamples(data.x)
		if err != nil {
			b.Fatal(err)
		}
		n := samples.N
		p := Dual{X: samples, Target: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n), Constant: 1}
		for i := range n {
			p.Target[i] = float64(i%2*2 - 1)
			p.Lower[i], p.Upper[i] = min(p.Target[i], 0), max(p.Target[i], 0)
		}
		b.Run(data.name, func(b *testing.B) {
			ways := []func(c *Coordinate){func(c *Coordinate) { c.visit(n) }, func(c *Coordinate) { c.visitRows(n) }}
			solvers := []*Coordinate{NewCoordinate(p, Settings{}), NewCoordinate(p, Settings{})}
			times := make([][]float64, len(ways))
			for b.Loop() {
				for way, visit := range ways {
					solvers[way].at = 0
					begin := time.Now()
					visit(solvers[way])
					times[way] = append(times[way], float64(time.Since(begin).Nanoseconds())/float64(n))
				}
			}
			for way, unit := range []string{"ns/visit", "ns/visit-in-Go"} {
				slices.Sort(times[way])
				b.ReportMetric(times[way][len(times[way])/2], unit)
			}
		})
	}
}
