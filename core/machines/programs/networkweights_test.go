package programs_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/programs"
	"maxmargin/core/model"
)

// Weights and C that cancel give the same machine. Beyond 1e8 it was another one (defect 13).
func TestWeightsThatCancelC(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	n := 80
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		x[i] = 3 * r.NormFloat64()
		y[i] = math.Sin(x[i]) + 0.2*r.NormFloat64()
	}
	var first []float64
	for _, w := range []float64{1, 1e6, 1e8, 1e10, 1e-10, 1e14} {
		m := programs.NewRegularizationNetwork(catalog.Kernel)
		m.C = 1 / w
		data := model.NewTraining(&sample.Matrix{N: n, D: 1, X: x}, model.Values(y))
		data.Weight = make([]float64, n)
		for i := range data.Weight {
			data.Weight[i] = w
		}
		rep, err := m.Fit(nil, data)
		if err != nil {
			t.Fatal(err)
		}
		f, _ := m.Predict(nil, data.X)
		if first == nil {
			first = f
		}
		for i := range f {
			if !(math.Abs(f[i]-first[i]) <= 1e-6) {
				t.Fatalf("weight %g: %s, %v for %v", w, rep.Status, f[i], first[i])
			}
		}
	}
}
