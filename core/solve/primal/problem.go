package primal

import (
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
)

// Problem is the problem of linear machines over their weights w and v, with f(x) = <w, x> + c v:
// minimise
//
//	1/2 |w|^2 + 1/2 v^2 + sum of A_i l(t_i - f(x_i) - e_i) + B_i l(f(x_i) - t_i - e_i)
//
// A regression has t_i = y_i and A_i = B_i = C_i. A classifier has one of the two terms for
// each sample: the margin loss l(1 - y_i f(x_i)) with y_i = +1 or -1 is the term with t_i =
// y_i and e_i = 0, with the weight C_i in A if y_i = +1 and in B if y_i = -1.
type Problem struct {
	X           *Samples
	Loss        loss.Loss
	Target      []float64 // t, length n
	Insensitive []float64 // e >= 0, length n; nil for 0
	Above       []float64 // A >= 0, length n: of targets above the function
	Below       []float64 // B >= 0, length n: of targets below it

	Start    []float64 // dual coefficients to start from, length n; nil for 0
	Constant float64   // c; 0: no bias
	Free     bool      // without the term 1/2 v^2
}

func (p *Problem) insensitive(i int) float64 {
	if p.Insensitive == nil {
		return 0
	}
	return p.Insensitive[i]
}

// conjugates returns the terms of minus the dual objective that the coefficients have each for
// itself.
func (p *Problem) conjugates(b []float64) (sum float64) {
	for i, b := range b {
		if b == 0 {
			continue
		}
		c := p.Above[i]
		if b < 0 {
			c = p.Below[i]
		}
		term, _, _ := loss.Dual(p.Loss, c, math.Abs(b))
		sum += term + float64(p.insensitive(i)*math.Abs(b)) - float64(p.Target[i]*b)
	}
	return sum
}

// gapOfZero returns the sum of the largest violations of optimality when all coefficients are zero.
// It is infinite for losses with a slope everywhere.
func (p *Problem) gapOfZero() float64 {
	up, down := 0.0, 0.0
	_, least, _ := p.Loss.Conjugate(0) // the residual beyond e_i that belongs to a coefficient of zero
	for i, t := range p.Target {
		if p.Above[i] > 0 {
			up = max(up, t-p.insensitive(i)-least)
		}
		if p.Below[i] > 0 {
			down = max(down, -t-p.insensitive(i)-least)
		}
	}
	return up + down
}

func nonzero(b []float64) (count int) {
	for _, v := range b {
		if v != 0 {
			count++
		}
	}
	return count
}

// Solver solves a Problem and its dual.
type Solver interface {
	// Run works until the problem is solved or ctl or a limit ends it. Call Run again to continue.
	Run(ctl *run.Ctl) run.Status
	// Result returns the current solution, whose slices are the solver's own; status is the result
	// of Run.
	Result(status run.Status) Result
}

// Solvers keeps solvers and their memory for several problems of one size.
type Solvers struct {
	newton     Newton
	dual       Dual
	coordinate Coordinate
	proximal   Proximal
}

// Pose returns a solver at the start of a problem: Newton if suitsNewton, and else a descent. It
// overwrites the result of the previous problem.
func (s *Solvers) Pose(p Problem, settings Settings) Solver {
	if suitsNewton(p) {
		s.newton.Pose(p, settings, s.descent)
		return &s.newton
	}
	return s.descent(p, settings)
}

// suitsNewton reports whether Newton is probably faster than a descent: the loss is smooth, there
// are many samples, at least four for each feature, and Coordinate would need more than a few
// passes. It does if the curvature of the losses in the direction of their sample is large compared
// with that of the penalty, which is 1. Proximal, with its exponentials, is slower than Coordinate.
func suitsNewton(p Problem) bool {
	n := p.X.N
	if !isSmooth(p.Loss) || n < 256 || n < 4*p.X.D {
		return false
	}
	if loss.IsLogOdds(p.Loss) {
		return true
	}
	curvature := 0.0 // the sum over samples
	for i, norm := range p.X.Norm {
		curvature += float64(max(p.Above[i], p.Below[i]) * (norm + float64(p.Constant*p.Constant)))
	}
	return curvature >= 5*loss.Boxes(p.Loss)[0].Curvature*float64(n)
}

// descent returns Coordinate if the conjugate of the loss is one parabola between bounds
// (loss.Boxes), and else Proximal.
func (s *Solvers) descent(p Problem, settings Settings) Solver {
	if boxes := loss.Boxes(p.Loss); len(boxes) == 1 {
		s.pose(p, boxes[0])
		s.coordinate.Pose(s.dual, settings)
		return &s.coordinate
	}
	s.proximal.Pose(p, settings)
	return &s.proximal
}

// pose sets s.dual to the dual of a problem: C_i l*(b/C_i) is Curvature/(2 C_i) b^2 for |b| up to
// C_i Bound. Different positive A_i and B_i would make the diagonal depend on the sign of b_i; no
// machine has such samples.
func (s *Solvers) pose(p Problem, box loss.Box) {
	n := p.X.N
	d := &s.dual
	*d = Dual{X: p.X, Target: p.Target, Insensitive: p.Insensitive, Start: p.Start, Constant: p.Constant, Free: p.Free,
		Lower: sized(d.Lower, n), Upper: sized(d.Upper, n), Ridge: d.Ridge}
	if box.Curvature > 0 {
		d.Ridge = sized(d.Ridge, n)
	} else {
		d.Ridge = nil
	}
	for i := range n {
		if c := p.Above[i]; c > 0 {
			d.Upper[i] = c * box.Bound
		}
		if c := p.Below[i]; c > 0 {
			d.Lower[i] = -c * box.Bound
		}
		if c := max(p.Above[i], p.Below[i]); c > 0 && d.Ridge != nil {
			d.Ridge[i] = box.Curvature / c
		}
	}
}
