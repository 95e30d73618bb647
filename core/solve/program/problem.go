// Package program solves linear and convex quadratic programs,
//
//	minimise   1/2 x'Qx + c'x + sum of phi_j(x_j) + sum over rows of cost_i v_i
//	subject to low <= A x <= high,  lower <= x <= upper
//
// where v_i >= 0 is the amount by which row i may violate its limits if its cost is finite;
// a row of infinite cost must hold. A row with low = high is an equality. With the
// multipliers y of the rows, z of the lower and u of the upper bounds, the Lagrangian
// (Cristianini & Shawe-Taylor, Definition 5.13) is stationary at a solution,
//
//	Q x + c + phi' + A'y - z + u = 0,  z, u >= 0
//
// and y_i is positive if the row is at its upper limit, negative at its lower one, and never larger
// than its cost. So the derivative of the optimal value by the limit of row i is -y_i (Remark 5.11
// has it with the other sign).
//
// The method is Mehrotra's primal-dual predictor-corrector interior point with proximal
// regularisation of both sides (Friedlander and Orban 2012; Pougkakiotis and Gondzio 2021).
// Bounds, limits and priced violations are eliminated from its Newton system, whose order is the
// smaller one of the numbers of rows and columns. The end point is moved to a vertex of the set of
// solutions and solved there for its active set, which removes the rounding of the interior point.
// Package interior is for the other shape: one kernel matrix as Q and very few rows.
package program

import (
	"math"

	"maxmargin/core/base/run"
)

// Unbounded is the status of a problem whose objective falls for ever.
const Unbounded run.Status = "unbounded"

// Problem is the problem above, of n variables and m rows.
type Problem struct {
	Linear    []float64 // c, length n
	Quadratic Quadratic // Q, positive semidefinite
	Terms     Terms     // phi, or nil

	Matrix Matrix    // A, m x n; nil without rows
	Low    []float64 // length m; nil for -infinity
	High   []float64 // length m; nil for infinity
	Cost   []float64 // length m; nil for infinity

	Lower []float64 // length n; nil for -infinity
	Upper []float64 // length n; nil for infinity
}

// Quadratic is the sum of its parts, each of which may be nil.
type Quadratic struct {
	Diagonal []float64
	Matrix   Matrix // symmetric, n x n
	Factor   Matrix // F, k x n, for F'F
}

// Terms is a sum of smooth convex functions, one of each variable: it returns phi_j(x) with
// the first and second derivative.
type Terms func(j int, x float64) (value, slope, curvature float64)

// Settings say when and how to end.
type Settings struct {
	// Tolerance is the relative accuracy of both objectives and of all constraints at which
	// the interior point ends; 0 means 1e-9.
	Tolerance float64
	// MaxIterations ends a run with IterationLimit; 0 means 100.
	MaxIterations int
	// Interior leaves the point as the interior point method has it: in the middle of the
	// set of solutions, off all bounds.
	Interior bool

	certain bool // the problem has a solution: look for no certificates
}

// Result is the last point of a run, with the residuals of the conditions of Karush, Kuhn
// and Tucker there.
type Result struct {
	Status run.Status
	X      []float64
	Y      []float64 // multipliers of the rows
	Z      []float64 // multipliers of the bounds: positive at lower ones, negative at upper ones

	Objective  float64
	Dual       float64 // objective of the dual problem
	Residuals  Residuals
	Polished   bool // whether the point solves the equations of its active set
	Iterations int

	// Ray proves that there is no solution: for Infeasible multipliers of the rows that
	// no point can satisfy together (Farkas), for Unbounded a direction in which
	// the objective falls for ever.
	Ray []float64
}

// Residuals are the largest violations of the conditions of Karush, Kuhn and Tucker.
type Residuals struct {
	Stationarity    float64 // of the gradient of the Lagrangian
	Primal          float64 // of the rows and the bounds
	Dual            float64 // of the signs of the multipliers, and their limits
	Complementarity float64 // the largest product of a multiplier with its constraint's distance
}

// Gap returns the difference of the two objectives.
func (r *Result) Gap() float64 { return r.Objective - r.Dual }

// infinite returns n times the same number where a slice is nil.
func filled(v []float64, n int, with float64) []float64 {
	if v != nil {
		return v
	}
	v = make([]float64, n)
	for i := range v {
		v[i] = with
	}
	return v
}

// complete returns the problem with a slice or a matrix for everything that is nil.
func (p Problem) complete() Problem {
	n := len(p.Linear)
	if p.Matrix == nil {
		p.Matrix = NewDense(nil, 0, n)
	}
	m, _ := p.Matrix.Size()
	p.Low, p.High = filled(p.Low, m, math.Inf(-1)), filled(p.High, m, math.Inf(1))
	p.Cost = filled(p.Cost, m, math.Inf(1))
	p.Lower, p.Upper = filled(p.Lower, n, math.Inf(-1)), filled(p.Upper, n, math.Inf(1))
	p.Quadratic.Diagonal = filled(p.Quadratic.Diagonal, n, 0)
	return p
}

// enough is how many iterations a solver needs at most to find a solution that exists, with few
// exceptions.
const enough = 100

// Solve solves a problem. ctl may end it; the result is then the last point, as it is when
// fewer than 100 iterations are allowed and do not suffice.
func Solve(ctl *run.Ctl, p Problem, settings Settings) Result {
	if settings.Tolerance == 0 {
		settings.Tolerance = 1e-9
	}
	if settings.MaxIterations == 0 {
		settings.MaxIterations = enough
	}
	p = p.complete()
	if ray, found := contradiction(&p); found {
		n := len(p.Linear)
		return Result{Status: run.Infeasible, X: make([]float64, n), Y: make([]float64, len(p.Low)), Z: make([]float64, n), Ray: ray}
	}
	s := newSolver(&p, settings, nil)
	status := s.run(ctl)
	again := func(near []float64) {
		before := s.iterations
		s = newSolver(&p, settings, near)
		s.careful = true
		status = s.run(ctl)
		s.iterations += before
	}
	doubtful := status == run.Stalled || status == run.Infeasible || status == run.IterationLimit && s.iterations >= enough
	if doubtful && !settings.certain {
		r, found := certify(ctl, &p, settings)
		if found {
			r.Iterations += s.iterations
			return r
		}
		settings.certain = true
		if r.Status.Cut() {
			status = r.Status
		} else {
			again(r.X)
		}
	}
	if status != run.Converged || settings.Interior || p.Terms != nil {
		return s.result(status)
	}
	if status = s.finish(ctl); s.polished || status.Cut() {
		return s.result(status)
	}
	first := s.result(status)
	again(first.X)
	if status != run.Converged {
		if status.Cut() {
			first.Status = status
		}
		return first
	}
	return s.result(s.finish(ctl))
}

// contradiction looks for limits that no number meets.
func contradiction(p *Problem) (ray []float64, found bool) {
	for j := range p.Lower {
		found = found || p.Lower[j] > p.Upper[j]
	}
	ray = make([]float64, len(p.Low))
	for i := range p.Low {
		if p.Low[i] > p.High[i] && math.IsInf(p.Cost[i], 1) {
			ray[i], found = 1, true
		}
	}
	return ray, found
}
