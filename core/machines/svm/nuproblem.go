package svm

import (
	"fmt"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/model/reduction"
	"maxmargin/core/solve/qp"
)

// feasible returns an error unless the dual variables of either class of every problem
// can have the sum nu W/2.
func (s *NuSVC) feasible(p *problems) (err error) {
	total := make([]float64, len(p.byClass))
	for c, samples := range p.byClass {
		for _, i := range samples {
			total[c] += p.upper[i]
		}
	}
	all := sum(total)
	largest, worst := 1.0, reduction.Problem{}
	for _, m := range p.scheme.Problems() {
		positive, negative := total[m.Positive], all-total[m.Positive]
		if m.Negative != reduction.Rest {
			negative = total[m.Negative]
		}
		if nu := 2 * min(positive, negative) / (positive + negative); nu < largest {
			largest, worst = nu, m
		}
	}
	if s.Nu <= largest {
		return nil
	}
	between, classes := fmt.Sprintf("class number %d and the rest", worst.Positive), []int{worst.Positive}
	if worst.Negative != reduction.Rest {
		classes = []int{min(worst.Positive, worst.Negative), max(worst.Positive, worst.Negative)}
		between = fmt.Sprintf("class number %d and class number %d", classes[0], classes[1])
	}
	return fault.New(fault.Option, "nu", "nu = %v is infeasible: the smaller of %s has too few samples. The largest nu that all problems allow is %v", s.Nu, between, largest).
		With("largest", largest).With("classes", classes)
}

// pose makes a group of each of the two classes.
func (s *NuSVC) pose(p *qp.Problem) {
	p.Group, p.GroupCount = make([]int, len(p.Sign)), 2
	total := s.Nu * sum(p.Upper) / 2
	start := make([]float64, len(p.Sign))
	for group, sign := range []float64{1, -1} {
		var members []int
		var upper, previous []float64
		for i, y := range p.Sign {
			if y == sign {
				p.Group[i] = group
				members, upper = append(members, i), append(upper, p.Upper[i])
				if p.Start != nil {
					previous = append(previous, p.Start[i])
				}
			}
		}
		if previous == nil {
			previous = fill(upper, total)
		} else {
			reach(previous, upper, total)
		}
		for at, i := range members {
			start[i] = previous[at]
		}
	}
	p.Start = start
}

// rho returns the margin of a solution before it is scaled.
func rho(r *qp.Result) float64 { return (r.Level[0] - r.Level[1]) / 2 }

// narrowMargin decides how exactly a problem is solved. Division by a rho that is not large
// relative to the tolerance would give noise.
type narrowMargin struct {
	total     float64   // of the dual variables of a class, nu W/2
	spread    float64   // of the data, see spread
	unit      float64   // of the gradient, see gradientUnit
	tolerance float64   // of the optimality conditions
	most      int       // iterations of all solutions together; 0 until the tolerance is lowered
	first     qp.Result // before it was lowered
}

const (
	// exactly is the least ratio of rho and the tolerance.
	exactly = 100
	// finest is the least tolerance, in units of the gradient, for an exact rho.
	finest = 1e-9
)

// again lowers the tolerance while rho is not exact.
func (m *narrowMargin) again(settings *qp.Settings, r *qp.Result) bool {
	finer := settings.Tolerance / exactly
	if settings.Rule != qp.RuleKKT || r.Status != run.Converged || rho(r) >= exactly*settings.Tolerance || finer < 0.99*finest*m.unit || m.touching(r) {
		return false
	}
	if m.most == 0 {
		m.first = *r
		m.most = 2*r.Iterations + 100_000
		if settings.MaxIterations > 0 {
			m.most = min(m.most, settings.MaxIterations)
		}
	}
	settings.Tolerance, settings.MaxIterations = finer, m.most-r.Iterations
	return settings.MaxIterations > 0
}

// touching reports whether the distance of the reduced convex hulls, |w| / total, is at most
// narrowest times the radius of the data. The square of the radius is at least a quarter of the
// spread.
func (m *narrowMargin) touching(r *qp.Result) bool {
	least := narrowest * m.total
	return 2*r.Objective <= least*least*m.spread/4
}

// zero reports whether the margin of a solution is zero or not known to be more. If refining did
// not make rho exact, |w|^2 / 2 of the optimum decides, which is at least the objective less the
// duality gap.
func (m *narrowMargin) zero(r *qp.Result) bool {
	margin := rho(r)
	switch {
	case !(margin > 0) || math.IsInf(1/margin, 1) || m.touching(r):
		return true
	case m.most == 0:
		return margin <= m.tolerance
	}
	return !(r.DualityGap < r.Objective)
}

// read computes the fractions of a pair from its solution, and scales the solution to that of SVC.
// At free samples the gradient is rho - b in the positive class and -rho - b in the other. If the
// margin is zero, the solution is not divided by it, and C is 0.
func (f *NuSVCFit) read(pair int, r *qp.Result, sign []float64, margin *narrowMargin) (bias float64) {
	zero, slack := margin.zero(r), margin.tolerance
	switch {
	case margin.most == 0:
	case zero:
		// As the tolerance falls, w vanishes. The first solution keeps the decision values above
		// the rounding of float32, so that an ONNX file gives the same labels.
		status, iterations := r.Status, r.Iterations
		*r = margin.first
		r.Status, r.Iterations = status, iterations
	default:
		slack = max(r.Gap, finest*margin.unit)
	}
	rho := rho(r)
	bias = -(r.Level[0] + r.Level[1]) / 2
	f.C[pair], f.Errors[pair], f.Support[pair] = 0, 0, 0
	for i, y := range sign {
		if y*(r.Gradient[i]+bias) < rho-slack {
			f.Errors[pair]++
		}
		if r.Alpha[i] > 0 {
			f.Support[pair]++
		}
	}
	n := float64(len(sign))
	f.Errors[pair] /= n
	f.Support[pair] /= n
	if zero {
		return bias
	}
	for i := range r.Alpha {
		r.Alpha[i] /= rho
	}
	r.Scale(1 / rho) // not by the square, which may overflow where the objective is zero
	r.Scale(1 / rho)
	f.C[pair] = 1 / rho
	return bias / rho
}
