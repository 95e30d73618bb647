package svm

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/solve/qp"
)

// bounded is SVC in Ivanov's form, with a bound R on the norm in place of a price of
// the slacks (Pelckmans, Suykens & De Moor, 2007, equation 17),
//
//	minimise sum w_i e_i   or   sum w_i e_i^2   subject to |w| <= R
//
// It is SVC for the C at which |w| = R. |w| is continuous in C and does not fall. For any
// C with |w| <= R the Lagrangian of the problem, with the multiplier 1/C of |w|^2/2 <=
// R^2/2, bounds by how much the sum of the slacks exceeds its minimum:
//
//	gap = (SVC's own gap + (R^2 - |w|^2)/2) / C
//
// The search therefore also ends at a norm below R when the slacks are as small as they
// can be.
//
// Without e_i >= 0 (equation 18) the sum of w_i (1 - y_i f(x_i)) is least along the
// mean of the classes' difference: w = R u/|u| with u = sum w_i y_i phi(x_i), the
// machine of the average margin. It is SVC's solution while every sample is inside
// the margin.
type bounded struct {
	*dual
	svc      *SVC
	problem  qp.Problem // with the weights as upper bounds
	settings qp.Settings
}

// normBound is the formulation of SVC with a bound on the norm.
type normBound struct {
	svc *SVC
	c   []float64 // of each problem, as found
}

func (f *normBound) solve(ctl *run.Ctl, p *problems, _ *gram.Block) (bias float64, err error) {
	b := bounded{svc: f.svc, dual: p.dual, problem: p.posed, settings: p.settled}
	if p.found, f.c[p.problem.Number], err = b.solve(ctl); err != nil || p.found.Status == run.Aborted {
		return 0, err
	}
	return p.level(), nil
}

func (f *normBound) own(number int) []*float64 { return []*float64{&f.c[number]} }

// checkBound returns an error unless the options go together.
func (s *SVC) checkBound(limited bool) error {
	switch {
	case limited && len(loss.Boxes(s.loss())) > 1:
		return fault.New(fault.Option, "study.normBound", "the loss 'mixed' is weighted by C and squaredC, which have no effect with a normBound; choose 'hinge' or 'squaredHinge'")
	case s.Slacks == "free" && (!limited || !loss.PiecewiseLinear(s.loss()) || s.FitIntercept):
		return fault.New(fault.Option, "study.slacks", "slacks 'free' needs a normBound, the loss 'hinge' and fitIntercept: false, because the sum of free slacks has no minimum otherwise; set all three, or slacks to 'nonnegative'")
	}
	return nil
}

// searches is the most values of C that a search tries.
const searches = 60

// solve searches for C, and returns the solution with it.
func (b *bounded) solve(ctl *run.Ctl) (r qp.Result, c float64, err error) {
	bound, tol := b.svc.NormBound, b.settings.Tolerance
	// A view can serve several solvers, as long as none of them shrinks its problem.
	b.settings.Shrinking = false
	if b.svc.Slacks == "free" {
		return b.average(ctl)
	}
	// The largest log C known with |w| <= R, and the smallest with |w| > R.
	low, high := math.Inf(-1), math.Inf(1)
	var last, lastRatio float64
	at := math.Log(bound * bound / sum(b.problem.Upper))
	iterations := 0
	for range searches {
		c = math.Exp(at)
		if r, err = b.with(ctl, c, r.Alpha); err != nil {
			return r, c, err
		}
		iterations += r.Iterations
		r.Iterations = iterations
		norm, belowBounds := b.norm(&r, c)
		gap := (r.DualityGap + (bound*bound-norm*norm)/2) / c
		if r.Status != run.Converged || math.Abs(norm-bound) <= tol*bound || norm < bound && (belowBounds || gap <= tol*tol*sum(b.problem.Upper)) {
			return r, c, nil
		}
		ratio := math.Log(max(norm/bound, 1e-10))
		next := at - ratio // |w| / C does not rise: exact while nothing leaves a bound
		if lastRatio != 0 && ratio != lastRatio {
			next = at - ratio*(at-last)/(ratio-lastRatio)
		}
		last, lastRatio = at, ratio
		if ratio < 0 {
			low = at
			next = min(max(next, at-ratio), at+math.Log(1000))
		} else {
			high = at
		}
		if next <= low || next >= high {
			next = (low + high) / 2
		}
		if math.IsInf(next, 0) || math.IsNaN(next) {
			next = at - 3
		}
		if next == at {
			break // C has no more digits
		}
		at = next
	}
	r.Status = run.IterationLimit
	return r, c, nil
}

// with solves the problem for a C, starting from the solution of another one.
func (b *bounded) with(ctl *run.Ctl, c float64, from []float64) (qp.Result, error) {
	p, settings := b.problem, b.settings
	p.Linear, p.Upper = slices.Clone(p.Linear), slices.Clone(p.Upper)
	for i, w := range p.Upper {
		p.Upper[i] = c * w
	}
	p.Start = slices.Clone(from)
	newSoftMargin(b.svc, c).pose(b.dual, &p, &settings)
	settings.Unit = c // the sum of the slacks is the objective over C
	return b.run(ctl, p, settings)
}

// norm returns |w| of a solution for c, and whether no dual variable is held at an upper
// bound, so that every larger C has the same solution.
func (b *bounded) norm(r *qp.Result, c float64) (norm float64, belowBounds bool) {
	square := 0.0
	l := slackLoss(b.svc.Loss, c, b.svc.SquaredC)
	belowBounds = loss.PiecewiseLinear(l)
	for i, a := range r.Alpha {
		// The gradient is s (y f - 1 + D a) without the intercept.
		own := 0.0
		if weight := c * b.problem.Upper[i]; weight > 0 {
			_, own, _ = loss.Dual(l, weight, a)
		}
		square += a * (b.problem.Sign[i]*r.Gradient[i] + 1 - own)
		belowBounds = belowBounds && a < c*b.problem.Upper[i]
	}
	return math.Sqrt(max(0, square)), belowBounds
}

// average returns the machine of free slacks: all dual variables are at their bounds.
func (b *bounded) average(ctl *run.Ctl) (r qp.Result, c float64, err error) {
	n, weights := b.problem.K.Len(), b.problem.Upper
	square := 0.0
	for first := 0; first < n; first += 16 {
		positions := make([]int, min(16, n-first))
		for i := range positions {
			positions[i] = first + i
		}
		for k, row := range b.problem.K.Rows(positions) {
			f := 0.0
			for j, v := range row[:n] {
				f += b.problem.Sign[j] * weights[j] * v
			}
			square += b.problem.Sign[first+k] * weights[first+k] * f
		}
		if status := ctl.Checkpoint(func() run.Report { return run.Report{} }); status == run.Aborted {
			return qp.Result{Status: status}, 0, nil
		}
	}
	if c = b.svc.NormBound / math.Sqrt(square); !(square > 1e-13*sum(weights)*b.largestKernel()) {
		c = 0 // the classes have the same mean: no direction is better than another
	}
	r = qp.Result{Status: run.Converged, Iterations: 1, Alpha: make([]float64, n), Indefinite: square < -1e-9*sum(weights)*sum(weights)*b.largestKernel()}
	r.Objective = sum(weights) - c*square
	for i, w := range weights {
		r.Alpha[i] = c * w
	}
	return r, c, nil
}
