package program_test

import (
	"fmt"
	"math"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/internal/facts"
	"maxmargin/core/solve/program"
)

// golden is a problem with the answer of other programs; null stands for an infinite limit.
type golden struct {
	Kind         string
	C, A, Q, X   []float64
	Low, High    []*float64
	Lower, Upper []*float64
	Status       run.Status
	Objective    float64
}

func limits(v []*float64, infinite float64) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = infinite
		if x != nil {
			out[i] = *x
		}
	}
	return out
}

// problem returns the problem, with its matrices dense or sparse.
func (g *golden) problem(sparse bool) program.Problem {
	m, n := len(g.Low), len(g.C)
	make := func(data []float64, rows int) program.Matrix {
		if sparse {
			return sparseOf(data, rows, n)
		}
		return program.NewDense(append([]float64(nil), data...), rows, n)
	}
	p := program.Problem{Linear: g.C, Matrix: make(g.A, m), Low: limits(g.Low, math.Inf(-1)), High: limits(g.High, math.Inf(1)),
		Lower: limits(g.Lower, math.Inf(-1)), Upper: limits(g.Upper, math.Inf(1))}
	if g.Q != nil {
		p.Quadratic.Matrix = make(g.Q, n)
	}
	return p
}

func sparseOf(data []float64, rows, cols int) program.Matrix {
	starts, columns, values := []int32{0}, []int32{}, []float64{}
	for i := range rows {
		for j := range cols {
			if v := data[i*cols+j]; v != 0 {
				columns, values = append(columns, int32(j)), append(values, v)
			}
		}
		starts = append(starts, int32(len(values)))
	}
	return program.NewSparse(cols, starts, columns, values)
}

func goldens(t *testing.T) []golden {
	t.Helper()
	var file struct{ Problems []golden }
	facts.Golden(t, "programs.json", &file)
	return file.Problems
}

// TestOtherPrograms compares with HiGHS, glpk, lp_solve and quadprog on 200 problems.
func TestOtherPrograms(t *testing.T) {
	for k, g := range goldens(t) {
		for _, sparse := range []bool{false, true} {
			name := fmt.Sprintf("%d %s, sparse %v", k, g.Kind, sparse)
			p := g.problem(sparse)
			r := program.Solve(nil, p, program.Settings{})
			if r.Status != g.Status {
				t.Errorf("%s: %s after %d iterations, not %s", name, r.Status, r.Iterations, g.Status)
				continue
			}
			if r.Status != run.Converged {
				checkRay(t, name, p, r)
				continue
			}
			size := max(1, math.Abs(g.Objective))
			if !(math.Abs(r.Objective-g.Objective) <= 1e-9*size) {
				t.Errorf("%s: objective %.12g, not %.12g", name, r.Objective, g.Objective)
			}
			if worst := max(r.Residuals.Primal, r.Residuals.Dual, r.Residuals.Stationarity, r.Residuals.Complementarity, math.Abs(r.Gap())); !(worst <= 1e-9*size) || !r.Polished {
				t.Errorf("%s: residuals %+v, gap %g, polished %v after %d iterations", name, r.Residuals, r.Gap(), r.Polished, r.Iterations)
			}
			for j, x := range g.X {
				if !(math.Abs(r.X[j]-x) <= 1e-6*size) {
					t.Errorf("%s: x %v, not %v", name, r.X, g.X)
					break
				}
			}
		}
	}
}

// checkRay checks the proof that a problem has no solution.
func checkRay(t *testing.T, name string, p program.Problem, r program.Result) {
	t.Helper()
	m, n := p.Matrix.Size()
	if r.Status == run.Infeasible {
		slope, value := make([]float64, n), 0.0
		p.Matrix.Transposed(slope, r.Ray)
		for i, y := range r.Ray { // every point of the limits has y'Ax <= value
			switch {
			case y > 1e-9:
				value += y * p.High[i]
			case y < -1e-9:
				value += y * p.Low[i]
			}
		}
		for j, g := range slope { // and the bounds give y'Ax > value
			switch {
			case g > 1e-9:
				value -= g * p.Lower[j]
			case g < -1e-9:
				value -= g * p.Upper[j]
			}
		}
		if !(value < -1e-6) {
			t.Errorf("%s: the multipliers %v prove nothing: %g", name, r.Ray, value)
		}
		return
	}
	fall := 0.0
	for j, d := range r.Ray {
		fall += d * p.Linear[j]
		if !(d >= -1e-9) && !math.IsInf(p.Lower[j], -1) || !(d <= 1e-9) && !math.IsInf(p.Upper[j], 1) {
			t.Errorf("%s: the direction %v leaves the bounds", name, r.Ray)
		}
	}
	along := make([]float64, m)
	p.Matrix.Multiply(along, r.Ray)
	for i, v := range along {
		if !(v <= 1e-9) && !math.IsInf(p.High[i], 1) || !(v >= -1e-9) && !math.IsInf(p.Low[i], -1) {
			t.Errorf("%s: the direction %v leaves row %d", name, r.Ray, i)
		}
	}
	if !(fall < -1e-6) {
		t.Errorf("%s: the objective falls by %g along %v", name, fall, r.Ray)
	}
}
