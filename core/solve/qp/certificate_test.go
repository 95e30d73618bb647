package qp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/qp"
)

// rough is a matrix and a less exact one, with the bound on its errors.
type rough struct {
	*dense
	exact [][]float64
	error float64
	taken bool // Exact was called
}

// newRough returns a matrix with errors up to a size, at random, as those of float32 are.
func newRough(k [][]float64, size float64, rng *rand.Rand) *rough {
	wrong := make([][]float64, len(k))
	for i, row := range k {
		wrong[i] = make([]float64, len(k))
		for j, v := range row {
			wrong[i][j] = float64(float32(v + 0.9*size*(2*rng.Float64()-1)))
		}
	}
	return &rough{dense: newDense(wrong), exact: k, error: size}
}

func (r *rough) Crowded() bool          { return true }
func (r *rough) Diagonal(dst []float64) { newDense(r.exact).Diagonal(dst) }

func (r *rough) Singles(positions []int, _ func(int, func(int) bool) []int) (rows [][]float32) {
	for _, row := range r.Rows(positions) {
		single := make([]float32, len(row), len(row)+8)
		for j, v := range row {
			single[j] = float32(v)
		}
		rows = append(rows, single)
	}
	return rows
}

func (r *rough) Errors(dst, weights []float64) {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	for t := range dst {
		dst[t] = r.error * sum
	}
}

func (r *rough) Product(numbers []int, b []float64, watch func() bool) []float64 {
	sums := make([]float64, len(b))
	for i, at := range numbers {
		if !watch() {
			return nil
		}
		for j, other := range numbers {
			sums[i] += r.exact[at][other] * b[j]
		}
	}
	return sums
}

func (r *rough) Block(columns []int) (func(dst [][]float64, numbers []int), int) {
	return newDense(r.exact).Block(columns)
}

func (r *rough) SingleBlock(columns []int) (rows func(dst [][]float32, numbers []int), stride, together int) {
	return func(dst [][]float32, numbers []int) {
		for q, i := range numbers {
			for p, j := range columns {
				dst[q][p] = float32(r.k[i][j])
			}
		}
	}, len(columns), 7
}

func (r *rough) Exact() qp.Rows {
	r.taken = true
	return newDense(r.exact)
}

// roughProblem returns a random problem of a shape over points on a line, without its matrix.
func roughProblem(shape string, n int, c float64, rng *rand.Rand) (qp.Problem, [][]float64) {
	x := make([]float64, n)
	for i := range x {
		x[i] = 8 * rng.Float64()
	}
	copies := 1
	if shape == "regression" {
		copies = 2
	}
	count := copies * n
	p := qp.Problem{Sign: make([]float64, count), Linear: make([]float64, count), Lower: make([]float64, count), Upper: make([]float64, count)}
	for i := range p.Sign {
		p.Sign[i], p.Linear[i], p.Upper[i] = 1, -1, c
		noise := rng.NormFloat64()
		switch {
		case shape == "regression" && i < n:
			p.Linear[i] = 0.1 - math.Sin(2*x[i]) - 0.2*noise
			p.Sign[i+n], p.Linear[i+n], p.Upper[i+n] = -1, 0.2-p.Linear[i], c
		case shape == "regression":
			p.Sign[i], p.Linear[i] = -1, 0.2-p.Linear[i-n]
		case math.Sin(2*x[i])+0.3*noise < 0:
			p.Sign[i] = -1
		}
	}
	switch shape {
	case "shifted":
		p.Shift = make([]float64, n)
		for i := range p.Shift {
			p.Shift[i] = 0.5 / c
		}
	case "no constant":
		p.Group = make([]int, n)
		for i := range p.Group {
			p.Group[i] = -1
		}
	case "two groups":
		p.Group, p.GroupCount, p.Start = make([]int, n), 2, make([]float64, n)
		for i, s := range p.Sign {
			p.Linear[i], p.Start[i], p.Upper[i] = 0, 0.3*c, c
			if s < 0 {
				p.Group[i] = 1
			}
		}
	}
	return p, gaussian(x, 3)
}

// A solution over a matrix with errors has the objective, the violation, the gap and the levels that
// follow from its point and the exact matrix, whatever the size of the errors, the shape of the
// problem and the bounds; and it meets the tolerance.
func TestCertificatesAreExact(t *testing.T) {
	const n = 160
	continued := 0
	for _, shape := range []string{"classifier", "shifted", "no constant", "two groups", "regression"} {
		for _, c := range []float64{0.05, 1, 100} {
			for _, size := range []float64{1e-8, 1e-6, 1e-4, 1e-2} {
				for _, limit := range []int{0, 40} {
					rng := rand.New(rand.NewPCG(5, uint64(1/size)+uint64(100*c)))
					problem, k := roughProblem(shape, n, c, rng)
					r := newRough(k, size, rng)
					problem.K, problem.Single = r, r
					s := qp.NewSMO(problem, qp.Settings{Tolerance: 1e-4, Shrinking: true, ShrinkPeriod: 5, MaxIterations: limit})
					status := s.Run(nil)
					got := s.Result(status)
					if limit == 0 && (status != run.Converged || got.Gap >= 1e-4) {
						t.Errorf("%s, C = %g, errors %g: %s with the violation %g", shape, c, size, status, got.Gap)
					}
					if got.Single == r.taken {
						t.Errorf("%s, C = %g, errors %g: Single is %v, but Exact was called: %v", shape, c, size, got.Single, r.taken)
					}
					if r.taken {
						continued++
					}
					// The same point, where a run over the exact matrix starts and ends.
					problem.K, problem.Single, problem.Start = newDense(k), nil, got.Alpha
					exact := qp.NewSMO(problem, qp.Settings{Tolerance: math.MaxFloat64})
					want := exact.Result(exact.Run(nil))
					scale := 1 + math.Abs(want.Objective)
					for name, pair := range map[string][2]float64{
						"objective":   {got.Objective / scale, want.Objective / scale},
						"violation":   {got.Gap, want.Gap},
						"duality gap": {got.DualityGap / scale, want.DualityGap / scale},
						"level":       {sum(got.Level), sum(want.Level)},
						"lower level": {sum(got.LevelLow), sum(want.LevelLow)},
						"upper level": {sum(got.LevelHigh), sum(want.LevelHigh)},
					} {
						if !(math.Abs(pair[0]-pair[1]) < 1e-10) && pair[0] != pair[1] {
							t.Errorf("%s, C = %g, errors %g, limit %d: %s %.12g, exactly %.12g", shape, c, size, limit, name, pair[0], pair[1])
						}
					}
				}
			}
		}
	}
	if continued == 0 {
		t.Error("no run continued with the exact matrix")
	}
}
