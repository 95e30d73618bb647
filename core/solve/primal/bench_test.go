package primal

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
)

// BenchmarkVisit times a visit to a sample, in assembly and by visitRows in Go, in alternating
// runs, on real sparse rows of some 14 and 46 entries, on dense ones of 20 and 100, and on 20,000
// rows in float32 and in 16 bits, of 200 and 400 (medians).
func BenchmarkVisit(b *testing.B) {
	dense := func(d int) sample.Set {
		rng := rand.New(rand.NewPCG(1, 2))
		x := &sample.Matrix{N: 2000, D: d, X: make([]float64, 2000*d)}
		for i := range x.X {
			x.X[i] = rng.NormFloat64()
		}
		return x
	}
	rng := rand.New(rand.NewPCG(3, 4))
	features := func(d int) []float64 {
		row := make([]float64, d)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		return row
	}
	singles, shorts := NewSingles(20_000, 200), NewShorts(20_000, 400)
	for i := range singles.N {
		singles.Set(i, features(200))
		shorts.Set(i, features(400))
	}
	prepared := func(x sample.Set) *Samples {
		samples, err := NewSamples(x)
		if err != nil {
			b.Fatal(err)
		}
		return samples
	}
	short, err := NewShortSamples(shorts)
	if err != nil {
		b.Fatal(err)
	}
	a1a, _ := facts.Libsvm(b, "a1a")
	dna, _ := facts.Libsvm(b, "dna.scale")
	for _, data := range []struct {
		name string
		x    *Samples
	}{{"a1a", prepared(a1a)}, {"dna", prepared(dna)}, {"dense 20", prepared(dense(20))}, {"dense 100", prepared(dense(100))},
		{"float32 200", NewSingleSamples(singles)}, {"int16 400", short}} {
		n := data.x.N
		p := Dual{X: data.x, Target: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n), Constant: 1}
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
