package primal

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
)

// Newton minimises a Problem with a smooth loss over its weights by Newton's method (Keerthi
// & DeCoste, A modified finite Newton method for fast solution of large scale linear SVMs,
// 2005; Lin, Weng & Keerthi, Trust region Newton method for large-scale logistic regression,
// 2008). With u = (w, v), the residuals r_i = t_i - f(x_i) and the derivatives b_i and
// curvatures h_i of the losses at them,
//
//	b_i = A_i l'(r_i - e_i) - B_i l'(-r_i - e_i),  h_i = A_i l''(r_i - e_i) + B_i l''(-r_i - e_i)
//	g   = u - sum of b_i (x_i, c)                  the gradient
//	H   = I + sum of h_i (x_i, c) (x_i, c)'        the Hessian
//
// where a free bias is absent from u and from I. A step solves H s = -g by conjugate gradients
// until the residual is a tenth of g: each product with H takes a pass over the samples with a
// curvature. With few features this needs far fewer passes than coordinate descent: its number of
// passes grows with the condition number, that of conjugate gradients with its root.
//
// The length of a step is 1, or the first of its halves at which the objective is lower. This takes
// only the slopes of the losses at r - length q, with q_i = <x_i, s>.
//
// The b_i are the dual coefficients of the point. Their weights are u - g, so that the dual
// optimality conditions hold with violations of at most |<g, x_i>|, as after coordinate descent
// with the same tolerance. Half of |g|^2 is the duality gap.
//
// What it needs of the samples are sums over them. They are here (here.go), or other programs
// have them (spread.go).
//
// With a very large C, rounding errors of the residuals, times C, can keep g from vanishing; and if
// no loss has a curvature, a free bias has no step. Then another solver begins.
type Newton struct {
	settings Settings
	problem  Problem
	longest  float64 // of all (x_i, c)
	sums     sums
	here     here                           // the sums over the samples of this program
	forcing  float64                        // residual of a step, relative to the gradient
	flat     float64                        // curvature along a direction, relative to its squared length, that counts as none
	retreat  func(Problem, Settings) Solver // nil: there is no other solver
	instead  Solver                         // if Newton cannot continue

	// The point, of length d + 1 with v at the end, and its gradient. Before the first gradient both
	// are zero.
	at, gradient []float64
	known        bool
	begun        bool // from Start

	// The next point, and the gradient to come there.
	next, slope     []float64
	pulled          bool // the last pull was at next
	step            []float64
	left, way, turn []float64 // of conjugate gradients

	least      float64 // least squared length of a gradient; a new one is less than half of it
	idle       int     // steps since then
	gap        float64
	iterations int
}

// sums are what Newton asks of the samples of a problem. Vectors have length d + 1, those for sums
// over (x_i, 1).
type sums interface {
	// pull sets the b_i and h_i at next + length step, and returns the sum of b_i q_i, q_i being the
	// product of (x_i, c) and step.
	pull(ctl *run.Ctl, next, step []float64, length float64) (float64, run.Status)
	// move says that next has moved by length step.
	move(length float64)
	// slope sets to to the sum of b_i (x_i, 1), and keeps the b_i as dual coefficients.
	slope(ctl *run.Ctl, to []float64) run.Status
	// curve begins a step of zero from a point with this squared length of the gradient.
	curve(square float64)
	// bend sets turn to the sum of h_i q_i (x_i, 1), q_i being the product of (x_i, c) and way.
	bend(ctl *run.Ctl, way, turn []float64) run.Status
	// extend says that the step has grown by length times the way of the last bend.
	extend(length float64)
	// finish says that the step is complete.
	finish(ctl *run.Ctl, step []float64) run.Status
	// extremes returns the largest product of a (x_i, c) and along, and of the negative, from 0.
	extremes(ctl *run.Ctl, along []float64) (up, down float64, status run.Status)
	// conjugates is Problem.conjugates of the dual coefficients, vectors how many are not zero.
	conjugates() float64
	vectors() int
	// coefficients returns the dual coefficients, nil if other programs have them.
	coefficients() []float64
}

// Pose begins another problem in the same memory. If Newton cannot continue, retreat gives another
// solver at its start.
func (s *Newton) Pose(p Problem, settings Settings, retreat func(Problem, Settings) Solver) {
	s.here.pose(p)
	s.pose(p, settings, p.X.D+1, &s.here)
	s.longest, s.forcing, s.retreat, s.here.report = s.here.longest, forcing, retreat, s.report
}

// pose begins a problem whose points have d numbers.
func (s *Newton) pose(p Problem, settings Settings, d int, over sums) {
	*s = Newton{settings: settings, problem: p, here: s.here, sums: over,
		at: sized(s.at, d), gradient: sized(s.gradient, d), next: sized(s.next, d), slope: sized(s.slope, d),
		step: sized(s.step, d), left: sized(s.left, d), way: sized(s.way, d), turn: sized(s.turn, d),
		least: math.Inf(1), gap: math.Inf(1)}
}

// Run makes steps until the problem is solved or ctl or a limit ends it.
func (s *Newton) Run(ctl *run.Ctl) run.Status {
	for s.instead == nil {
		status := s.advance(ctl)
		if status == run.Stalled && s.retreat != nil {
			s.instead = s.retreat(s.problem, s.settings)
		} else if status != "" {
			return status
		}
	}
	return s.instead.Run(ctl)
}

// advance evaluates the next point and makes a step from there. It returns "" to continue.
func (s *Newton) advance(ctl *run.Ctl) run.Status {
	if !s.begun && s.problem.Start != nil {
		if status := s.begin(ctl); status != "" {
			return status
		}
	}
	if !s.pulled {
		if _, status := s.pull(ctl, 0); status != "" {
			return status
		}
	}
	if status := s.evaluate(ctl); status != "" {
		return status
	}
	square := lanes.Sum(s.gradient, s.gradient)
	s.gap = 2 * math.Sqrt(square) * s.longest
	if s.gap <= near*s.settings.Tolerance {
		if status := s.measure(ctl); status != "" {
			return status
		}
	}
	if s.gap <= s.settings.Tolerance {
		return run.Converged
	}
	if limit := s.settings.MaxIterations; limit > 0 && s.iterations >= limit {
		return run.IterationLimit
	}
	if s.idle++; square < s.least/2 {
		s.least, s.idle = square, 0
	}
	if s.idle > patience || !(square <= math.MaxFloat64) {
		return run.Stalled
	}
	if status := s.solve(ctl); status != "" {
		return status
	}
	return s.move(ctl)
}

const (
	// near is how far the bound of the gap by norms may be above the tolerance for the gap itself
	// to be measured, which takes a pass.
	near = 64
	// patience is the number of steps without a much smaller gradient after which there is no
	// hope for one.
	patience = 40
	// forcing is the residual, relative to the gradient, at which conjugate gradients end if a product
	// takes a pass.
	forcing = 0.1
)

// begin moves to the best point between zero and the weights of the start coefficients. These
// belong to the point u - g, which may be far from u if that fit ended early.
func (s *Newton) begin(ctl *run.Ctl) run.Status {
	p, d := &s.problem, s.problem.X.D
	if status := s.here.start(ctl, s.step); status != "" {
		return status
	}
	s.step[d] = float64(float64(p.Constant*s.step[d]) * s.penalty())
	if status := s.here.multiply(ctl, s.here.samples, s.step, s.here.q); status != "" {
		return status
	}
	if s.move(ctl) != "" {
		s.pulled = false // it is better to begin at zero
	}
	s.begun, s.iterations = true, 0
	return ""
}

// penalty returns the entry of the Hessian of the penalty at v.
func (s *Newton) penalty() float64 {
	if s.problem.Free {
		return 0
	}
	return 1
}

// pull returns the derivative of the objective along the step at next + length step.
func (s *Newton) pull(ctl *run.Ctl, length float64) (float64, run.Status) {
	sum, status := s.sums.pull(ctl, s.next, s.step, length)
	d := len(s.step) - 1
	v, t := s.next[d], s.step[d]
	along := lanes.Sum(s.next[:d], s.step[:d]) + float64(s.penalty()*v)*t
	square := lanes.Sum(s.step[:d], s.step[:d]) + float64(s.penalty()*t)*t
	return along + float64(length*square) - sum, status
}

// evaluate moves to the next point, and computes its gradient.
func (s *Newton) evaluate(ctl *run.Ctl) run.Status {
	if status := s.sums.slope(ctl, s.slope); status != "" {
		return status
	}
	d := len(s.slope) - 1
	for j, v := range s.next[:d] {
		s.slope[j] = v - s.slope[j]
	}
	s.slope[d] = float64(s.penalty()*s.next[d]) - float64(s.problem.Constant*s.slope[d])
	copy(s.at, s.next)
	s.gradient, s.slope, s.known = s.slope, s.gradient, true
	return ""
}

// measure sets the gap to the sum of the largest and of the least <g, x_i>.
func (s *Newton) measure(ctl *run.Ctl) run.Status {
	d := len(s.gradient) - 1
	copy(s.way, s.gradient)
	s.way[d] *= s.penalty() // a free v is the multiplier of the sum of b_i in the dual problem
	up, down, status := s.sums.extremes(ctl, s.way)
	if status != "" {
		return status
	}
	if s.gap = up + down; s.problem.Free {
		s.gap = max(s.gap, math.Abs(s.problem.Constant*s.gradient[d]))
	}
	return ""
}

// solve sets the step to the solution of H s = -g.
func (s *Newton) solve(ctl *run.Ctl) run.Status {
	d := len(s.step) - 1
	clear(s.step)
	for j, v := range s.gradient {
		s.left[j] = -v
	}
	copy(s.way, s.left)
	before := lanes.Sum(s.left, s.left)
	s.sums.curve(before)
	goal := before * s.forcing * s.forcing
	for k := range 3*len(s.step) + 10 {
		// turn = H way
		if status := s.sums.bend(ctl, s.way, s.turn); status != "" {
			return status
		}
		lanes.Update(s.turn[:d], 1, s.way[:d])
		s.turn[d] = float64(s.penalty()*s.way[d]) + float64(s.problem.Constant*s.turn[d])
		bend := lanes.Sum(s.way, s.turn)
		if !(bend > s.flat*lanes.Sum(s.way, s.way)) {
			if k == 0 {
				return run.Stalled
			}
			break
		}
		length := before / bend
		lanes.Update(s.step, length, s.way)
		lanes.Update(s.left, -length, s.turn)
		s.sums.extend(length)
		square := lanes.Sum(s.left, s.left)
		if !(square > goal) {
			break
		}
		share := square / before
		before = square
		for j, v := range s.left {
			s.way[j] = v + float64(share*s.way[j])
		}
	}
	return s.sums.finish(ctl, s.step)
}

// move sets the next point: the end of the step, or of the first of its halves at which the
// objective is lower. The objective is convex, so its change is at most half of the length times
// the sum of the derivatives at the end and in the middle.
func (s *Newton) move(ctl *run.Ctl) run.Status {
	length := 1.0
	end, status := s.pull(ctl, length)
	s.pulled = true
	for status == "" && end > 0 {
		var middle float64
		middle, status = s.pull(ctl, length/2)
		s.pulled = false
		if end+middle <= 0 || status != "" {
			break
		}
		if length /= 2; length < 1e-9 {
			return run.Stalled
		}
		end, s.pulled = middle, true
	}
	if status != "" {
		return status
	}
	lanes.Update(s.next, length, s.step)
	s.sums.move(length)
	s.iterations++
	return ""
}

// Result returns the current solution.
func (s *Newton) Result(status run.Status) Result {
	if s.instead != nil {
		r := s.instead.Result(status)
		r.Iterations += s.iterations
		return r
	}
	if status != run.Converged {
		if s.measure(nil); !s.known {
			s.gap = s.problem.gapOfZero()
		}
	}
	d := len(s.at) - 1
	return Result{Weights: s.at[:d], Bias: float64(s.problem.Constant * s.at[d]), Dual: s.sums.coefficients(), Objective: s.objective(), Gap: s.gap, Iterations: s.iterations}
}

// objective returns minus the dual objective, with u - g for the weights of the coefficients.
func (s *Newton) objective() float64 {
	d, square := len(s.at)-1, 0.0
	for j, v := range s.at[:d] {
		square += float64((v - s.gradient[j]) * (v - s.gradient[j]))
	}
	v := s.at[d]
	bias := float64((v - s.gradient[d]) * (v - s.gradient[d]) / 2)
	if s.problem.Free {
		bias = -float64(v * s.gradient[d])
	}
	return square/2 + bias + s.sums.conjugates()
}

func (s *Newton) report() run.Report {
	return run.Report{Iteration: s.iterations, Objective: s.objective(), Gap: s.gap, SupportVectors: s.sums.vectors()}
}
