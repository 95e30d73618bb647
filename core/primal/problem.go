package primal

import (
	"maxmargin/core/loss"
	"maxmargin/core/run"
)

// Problem is what linear machines minimise over their weights w and v, with f(x) = <w, x>
// + c v:
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
	Insensitive []float64 // e >= 0, length n; nil: 0
	Above       []float64 // A >= 0, length n: of targets above the function
	Below       []float64 // B >= 0, length n: of targets below it

	Start    []float64 // dual coefficients to start from, length n; nil: 0
	Constant float64   // c; 0: no bias
	Free     bool      // without the term 1/2 v^2
}

// Solver solves the dual of a Problem.
type Solver interface {
	// Run goes on until the problem is solved or ctl or a limit ends it. Run again to
	// continue.
	Run(ctl *run.Ctl) run.Status
	// Result returns the current solution, whose slices are the solver's own; status is
	// what Run returned.
	Result(status run.Status) Result
}

// Solvers keeps solvers and their memory for several problems of one size.
type Solvers struct {
	dual       Dual
	coordinate Coordinate
	proximal   Proximal
}

// Pose returns a solver at the start of a problem: Coordinate if the conjugate of the loss
// is one parabola between bounds (loss.Boxes), and else Proximal. It overwrites the result
// of the previous problem.
func (s *Solvers) Pose(p Problem, settings Settings) Solver {
	if boxes := loss.Boxes(p.Loss); len(boxes) == 1 {
		s.pose(p, boxes[0])
		s.coordinate.Pose(s.dual, settings)
		return &s.coordinate
	}
	s.proximal.Pose(p, settings)
	return &s.proximal
}

// pose makes s.dual the dual of a problem: C_i l*(b/C_i) is Curvature/(2 C_i) b^2 for |b|
// up to C_i Bound. If A_i and B_i were different and both positive, the diagonal would
// depend on the sign of b_i; no machine has such samples.
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
