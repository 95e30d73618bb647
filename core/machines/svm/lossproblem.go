package svm

import (
	"math"
	"slices"

	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/solve/interior"
	"maxmargin/core/solve/qp"
)

// lossProblem is the dual of a regression with a loss, over b = (a, -a*).
type lossProblem struct {
	interior.Problem
	tube   *qp.Problem
	losses [2]loss.Loss
	level  float64 // of the targets
}

// newLossProblem returns the problem for a tube, which was posed for the loss that equals the
// excess.
func newLossProblem(tube *qp.Problem, losses [2]loss.Loss) *lossProblem {
	count := len(tube.Linear)
	p := &lossProblem{tube: tube, losses: losses}
	all := make([]float64, count)
	p.N, p.Linear, p.Lower, p.Upper = count/2, make([]float64, count), make([]float64, count), make([]float64, count)
	p.Rows, p.Sides = [][]float64{all}, []float64{0}
	for c, sign := range tube.Sign {
		all[c], p.Linear[c] = 1, sign*tube.Linear[c]
		bound := tube.Upper[c] * steepest(p.loss(c))
		p.Lower[c], p.Upper[c] = min(0, sign*bound), max(0, sign*bound)
	}
	// The coordinates sum to 0, so that a constant in Linear moves the bias alone. Without the
	// level of the targets their differences keep all digits, and the gap is relative to the
	// differences.
	p.level = -slices.Min(p.Linear)/2 - slices.Max(p.Linear)/2
	for c := range p.Linear {
		p.Linear[c] += p.level
	}
	p.Terms = func(c int, b float64) (value, slope, curvature float64) {
		value, slope, curvature = loss.Dual(p.loss(c), tube.Upper[c], math.Abs(b))
		return value, tube.Sign[c] * slope, curvature
	}
	return p
}

// steepest returns the largest slope of a loss that a variable may have: the largest of the loss,
// if the conjugate has a slope there. If that slope is infinite, numbers next to the bound have no
// digits for it. A little below, the multiplier of the bound is the rest of the error, as if the
// loss were linear from there on.
func steepest(l loss.Loss) float64 {
	end := l.Steepest()
	if _, slope, _ := l.Conjugate(end); math.IsInf(slope, 1) && !math.IsInf(end, 1) {
		end *= 1 - 1e-10
	}
	return end
}

// loss returns the loss of a coordinate, that of errors above the function or of those below.
func (p *lossProblem) loss(c int) loss.Loss { return p.losses[c/p.N] }

// lossSolution is f = sum of coef_i k(x_i, .) + bias, with the values of the sum at the
// samples.
type lossSolution struct {
	qp.Result
	coef, values []float64
	bias         float64
}

// solve finds the solution. If a run ends before the kernel matrix is complete, it is the zero
// function.
//
// The solution is an iterate whose variables near a bound have been moved to it. It has converged
// when its own objectives differ by less than the tolerance: objectives of the iterate may agree to
// 8 figures where those of the solution agree to 4.
func (p *lossProblem) solve(ctl *run.Ctl, d *dual, tolerance float64) (lossSolution, run.Status) {
	out := lossSolution{coef: make([]float64, p.N), values: make([]float64, p.N)}
	var status run.Status
	// Every row of the kernel matrix is read once, so a cache would not help.
	if p.K, status = qp.ReadMatrix(ctl, d.matrix.ViewOf(d.memory, 1, d.samples), nil); status != "" {
		out.Status = status
		return out, status
	}
	b, gradient, least := make([]float64, len(p.Linear)), make([]float64, len(p.Linear)), math.Inf(1)
	settings, trace := d.settings(), &qp.Trace{}
	out.Trace = trace
	var solver *interior.Solver
	solver = interior.New(&p.Problem, interior.Settings{Figures: most, MaxIterations: settings.MaxIterations, Done: func(step interior.Step) bool {
		solver.Rounded(b, gradient)
		y := solver.Multipliers()[0]
		r, norm := p.objectives(b, gradient, y)
		relative := solver.Relative(r.DualityGap, r.Objective)
		if relative < max(least, tolerance) { // of sufficient ones the last is best
			least = min(least, relative)
			out.Objective, out.DualityGap, out.Gap, out.bias = r.Objective, r.DualityGap, r.Gap, p.level-y
			for i := range out.coef {
				_, slope, _ := p.Terms(i, b[i])
				out.coef[i], out.values[i] = b[i]+b[p.N+i], gradient[i]-p.Linear[i]-slope
			}
		}
		if trace.Len() < settings.Trace {
			trace.Record(nil, r.Objective, r.Primal(), r.Gap, norm)
			trace.RecordStep(step, solver.Iterations())
		}
		return relative <= tolerance && step.Accuracy() <= tolerance
	}})
	status = solver.Run(ctl)
	trace.Complete(solver.Steps())
	if status == run.Stalled {
		switch {
		case least <= tolerance: // rounding ended the iterations, but the gap proves the solution
			status = run.Converged
		case math.IsInf(least, 1): // no iterate has finite objectives, so there is no solution
			out.bias = math.NaN()
		}
	}
	out.Status, out.Iterations, out.Values, out.Indefinite = status, solver.Iterations(), p.N*p.N, solver.Indefinite()
	return out, status
}

// most is more figures than a float64 has, so that only Done ends the iterations.
const most = 17

// objectives returns minus the dual objective at b, the duality gap, the largest
// violation of the optimality conditions, and |w|^2; gradient is that of the dual and y
// the multiplier of its equality. The gap is the sum over the coordinates of
//
//	C c(e) + phi(a) - a e,   e = the excess, a = |b|
//
// of which none is negative (Fenchel and Young), so that nothing cancels.
func (p *lossProblem) objectives(b, gradient []float64, y float64) (r qp.Result, norm float64) {
	for c, g := range gradient {
		value, slope, _ := p.Terms(c, b[c])
		square := float64((g - slope - p.Linear[c]) * b[c])
		norm += square
		r.Objective += square/2 + float64(p.Linear[c]*b[c]) + value
		excess := p.tube.Sign[c] * (y + slope - g)
		r.DualityGap += float64(p.tube.Upper[c]*p.loss(c).Value(max(0, excess))) + value - float64(math.Abs(b[c])*excess)
		if reduced := g - y; reduced > 0 && b[c] > p.Lower[c] || reduced < 0 && b[c] < p.Upper[c] {
			r.Gap = max(r.Gap, math.Abs(reduced))
		}
	}
	return r, norm
}
