package ordinal_test

import (
	"math"
	"os"
	"testing"

	"maxmargin/core/model"
	"maxmargin/core/rng"
	"maxmargin/core/sample"
)

// standardised returns the samples with features of mean 0 and standard deviation 1 over some
// rows.
func standardised(x *sample.Matrix, rows []int) *sample.Matrix {
	z := &sample.Matrix{N: x.N, D: x.D, X: make([]float64, len(x.X))}
	for j := range x.D {
		mean, square := 0.0, 0.0
		for _, i := range rows {
			mean += x.X[i*x.D+j] / float64(len(rows))
		}
		for _, i := range rows {
			square += (x.X[i*x.D+j] - mean) * (x.X[i*x.D+j] - mean) / float64(len(rows)-1)
		}
		for i := range x.N {
			if square > 0 {
				z.X[i*x.D+j] = (x.X[i*x.D+j] - mean) / math.Sqrt(square)
			}
		}
	}
	return z
}

// tried is a machine with a penalty and a width.
type tried func(c, gamma float64) model.Classifier

// meanAbsoluteError learns from some rows and returns the error on others.
func (m tried) meanAbsoluteError(t testing.TB, x *sample.Matrix, y model.Ordered, train, test []int, c, gamma float64) float64 {
	machine := m(c, gamma)
	converge(t, machine, model.NewTraining(x.Select(train), y.Select(train)))
	_, ranks := answers(t, machine, x.Select(test))
	sum := 0.0
	for p, i := range test {
		sum += math.Abs(float64(ranks[p] - y.Of[i]))
	}
	return sum / float64(len(test))
}

// choose returns the penalty and the width of the least error in five folds.
func (m tried) choose(t testing.TB, x *sample.Matrix, y model.Ordered, train []int, seed uint64) (c, gamma float64) {
	order := append([]int{}, train...)
	r := rng.New(seed)
	for i := len(order) - 1; i > 0; i-- {
		j := int(r.Float64() * float64(i+1))
		order[i], order[j] = order[j], order[i]
	}
	least := math.Inf(1)
	for a := -3; a <= 3; a++ {
		for b := -3; b <= 3; b++ {
			sum := 0.0
			for fold := range 5 {
				var rest, held []int
				for p, i := range order {
					if p%5 == fold {
						held = append(held, i)
					} else {
						rest = append(rest, i)
					}
				}
				sum += m.meanAbsoluteError(t, x, y, rest, held, math.Pow(10, float64(a)), math.Pow(10, float64(b))) * float64(len(held))
			}
			if sum < least {
				least, c, gamma = sum, math.Pow(10, float64(a)), math.Pow(10, float64(b))
			}
		}
	}
	return c, gamma
}

// TestPublishedErrors measures mean absolute errors over the published splits, with parameters
// chosen by five folds of the training rows: for Chu & Keerthi's data and for the toolbox ORCA's.
func TestPublishedErrors(t *testing.T) {
	if os.Getenv("PUBLISHED") == "" {
		t.Skip("set PUBLISHED")
	}
	implicit := tried(func(c, gamma float64) model.Classifier { return svor("implicit", c, gamma, 1e-3) })
	explicit := tried(func(c, gamma float64) model.Classifier { return svor("explicit", c, gamma, 1e-3) })
	red := tried(func(c, gamma float64) model.Classifier { return reduced(c, gamma, 1e-3) })
	for _, set := range []string{"pasture", "pyrim10", "toy", "tae"} {
		x, y := table(t, "ordinal/"+set+".csv", ",")
		for name, m := range map[string]tried{"implicit": implicit, "explicit": explicit, "reduced": red} {
			var errors []float64
			for s, train := range splits(t, set) {
				in := make([]bool, x.N)
				for _, i := range train {
					in[i] = true
				}
				var test []int
				for i := range x.N {
					if !in[i] {
						test = append(test, i)
					}
				}
				z := standardised(x, train)
				c, gamma := m.choose(t, z, y, train, uint64(s))
				errors = append(errors, m.meanAbsoluteError(t, z, y, train, test, c, gamma))
			}
			mean, square := 0.0, 0.0
			for _, e := range errors {
				mean += e / float64(len(errors))
			}
			for _, e := range errors {
				square += (e - mean) * (e - mean) / float64(len(errors)-1)
			}
			t.Logf("%s %s: %.3f (%.3f) over %d splits", set, name, mean, math.Sqrt(square), len(errors))
		}
	}
}
