package svm

import (
	"math"
	"slices"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/qp"
)

// solve solves the problem to a tolerance relative to R^2, which only the solution gives. The first
// run uses the spread of the data instead. If outliers make the spread much larger than R^2,
// another run starts from the solution, with the R^2 of the first.
func (s *SVDD) solve(ctl *run.Ctl, d *dual, p qp.Problem, total float64) (r qp.Result, tolerance float64, err error) {
	ctl = ctl.Within(d.MaxTime)
	p.K = d.rows()
	resolved := 1e-13 * d.largestKernel() // squared distances below this are rounding errors
	square, iterations, limit := spread(&p), 0, d.settings().MaxIterations
	if square <= resolved {
		square = 1
	}
	for {
		settings := d.settings()
		if limit > 0 {
			settings.MaxIterations = limit - iterations
		}
		tolerance = inUnits(&settings, s.Tol, square*sum(p.Upper)/float64(len(p.Upper)))
		if r, err = d.run(ctl, p, settings); err != nil || r.Status != run.Converged {
			return r, tolerance, err
		}
		iterations += r.Iterations
		r.Iterations = iterations
		inner, level := s.ball(&r, p.Linear, total)
		found := inner - 2*level
		if settings.Rule != qp.RuleKKT || found >= square/16 || found <= resolved || limit > 0 && iterations >= limit {
			return r, tolerance, nil
		}
		square = found
		p.K, p.Start = d.rows(), r.Alpha
	}
}

// ball returns |c|^2 and the level sum_j a_j k(x_j, x_i) - k(x_i, x_i)/2 of the samples
// on the sphere, for a that sum to 1: R^2 is the first less twice the second. A ball
// around all samples reaches to the farthest, however exact the solution.
func (s *SVDD) ball(r *qp.Result, linear []float64, total float64) (inner, level float64) {
	for i, a := range r.Alpha {
		inner += a / total * (r.Gradient[i] - linear[i]) / total
	}
	if s.Nu == 0 {
		return inner, slices.Min(r.Gradient) / total
	}
	return inner, r.Level[0] / total
}

// constant returns the common value of all entries of x, and whether they have one but
// for rounding.
func constant(x []float64) (float64, bool) {
	low, high := slices.Min(x), slices.Max(x)
	return high, high-low <= 1e-12*math.Abs(high)
}
