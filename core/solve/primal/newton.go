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
// With a very large C, rounding errors of the residuals, times C, can keep g from vanishing; and if
// no loss has a curvature, a free bias has no step. Then another solver begins.
type Newton struct {
	settings Settings
	problem  Problem
	law      law
	longest  float64 // of all (x_i, c)
	samples  []int32 // samples with a weight, beginning with those with a curvature
	walk     pass
	retreat  func(Problem, Settings) Solver
	instead  Solver // if Newton cannot continue

	// The point, of length d + 1 with v at the end, its gradient, and its dual coefficients.
	// Before the first gradient all are zero.
	at, gradient, dual []float64
	known              bool
	begun              bool // from Start

	// The next point, its residuals and their slopes and curvatures; length, if pulled, is that of
	// the last step.
	next, slope          []float64
	r, b, h              []float64
	pulled               bool
	step, q              []float64
	left, way, turn, dot []float64 // of conjugate gradients; dot has the products of way

	least      float64 // least squared length of a gradient; a new one is less than half of it
	idle       int     // steps since then
	gap        float64
	iterations int
}

// Pose begins another problem in the same memory. If Newton cannot continue, retreat gives another
// solver at its start.
func (s *Newton) Pose(p Problem, settings Settings, retreat func(Problem, Settings) Solver) {
	n, d := p.X.N, p.X.D+1
	*s = Newton{settings: settings, problem: p, law: newLaw(p), samples: s.samples[:0], retreat: retreat,
		at: sized(s.at, d), gradient: sized(s.gradient, d), next: sized(s.next, d), slope: sized(s.slope, d),
		step: sized(s.step, d), left: sized(s.left, d), way: sized(s.way, d), turn: sized(s.turn, d),
		dual: sized(s.dual, n), r: sized(s.r, n), b: sized(s.b, n), h: sized(s.h, n), q: sized(s.q, n), dot: sized(s.dot, n),
		least: math.Inf(1), gap: math.Inf(1)}
	s.walk = pass{rows: p.X.Rows, dots: s.dot}
	copy(s.r, p.Target)
	for i := range n {
		if p.Above[i] > 0 || p.Below[i] > 0 {
			s.samples = append(s.samples, int32(i))
			s.longest = max(s.longest, p.X.Norm[i])
		}
	}
	s.longest = math.Sqrt(s.longest + float64(p.Constant*p.Constant))
}

// Run makes steps until the problem is solved or ctl or a limit ends it.
func (s *Newton) Run(ctl *run.Ctl) run.Status {
	for s.instead == nil {
		status := s.advance(ctl)
		if status == run.Stalled {
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
		s.pull(0)
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
	return s.move()
}

const (
	// near is how far the bound of the gap by norms may be above the tolerance for the gap itself
	// to be measured, which takes a pass.
	near = 64
	// patience is the number of steps without a much smaller gradient after which there is no
	// hope for one.
	patience = 40
	// forcing is the residual, relative to the gradient, at which conjugate gradients end.
	forcing = 0.1
)

// begin moves to the best point between zero and the weights of the start coefficients. These
// belong to the point u - g, which may be far from u if that fit ended early.
func (s *Newton) begin(ctl *run.Ctl) run.Status {
	p, d := &s.problem, s.problem.X.D
	steepest := p.Loss.Steepest()
	for _, i := range s.samples {
		s.b[i] = min(max(p.Start[i], -bounded(p.Below[i], steepest)), bounded(p.Above[i], steepest))
	}
	sum, status := s.add(ctl, s.samples, s.b, s.step)
	if status != "" {
		return status
	}
	s.step[d] = float64(float64(p.Constant*sum) * s.penalty())
	if status := s.multiply(ctl, s.samples, s.step, s.q); status != "" {
		return status
	}
	if s.move() != "" {
		s.pulled = false // it is better to begin at zero
	}
	s.begun, s.iterations = true, 0
	return ""
}

// add sets sums to the sum of a_i x_i over samples, but for the last number, and returns the
// sum of the a_i.
func (s *Newton) add(ctl *run.Ctl, samples []int32, a, sums []float64) (float64, run.Status) {
	clear(sums)
	w := &s.walk
	*w = pass{rows: w.rows, order: samples, factor: a, dots: s.dot, v: s.way[:len(sums)-1], to: sums[:len(sums)-1], adds: true}
	status := s.pass(ctl)
	return w.sum, status
}

// multiply sets products_i = <x_i, v> + c times the last number of v.
func (s *Newton) multiply(ctl *run.Ctl, samples []int32, v, products []float64) run.Status {
	d := len(v) - 1
	s.walk = pass{rows: s.walk.rows, order: samples, factor: s.h, dots: products, v: v[:d], shift: float64(s.problem.Constant * v[d]), to: s.turn[:d], multiplies: true}
	return s.pass(ctl)
}

func (s *Newton) pass(ctl *run.Ctl) run.Status {
	for w := &s.walk; w.at < len(w.order); {
		if status := ctl.Checkpoint(s.report); status != "" {
			return status
		}
		w.walk(min(s.problem.X.Stride, len(w.order)-w.at))
	}
	return ""
}

// penalty returns the entry of the Hessian of the penalty at v.
func (s *Newton) penalty() float64 {
	if s.problem.Free {
		return 0
	}
	return 1
}

// pull sets b_i and h_i for the residuals r - length q, and returns the derivative of the objective
// along the step there.
func (s *Newton) pull(length float64) float64 {
	s.law.at(s.b, s.h, s.r, s.q, length)
	d := len(s.step) - 1
	v, t := s.next[d], s.step[d]
	along := lanes.Sum(s.next[:d], s.step[:d]) + float64(s.penalty()*v)*t
	square := lanes.Sum(s.step[:d], s.step[:d]) + float64(s.penalty()*t)*t
	return along + float64(length*square) - lanes.Sum(s.b, s.q)
}

// evaluate moves to the next point, and computes its gradient.
func (s *Newton) evaluate(ctl *run.Ctl) run.Status {
	sum, status := s.add(ctl, s.samples, s.b, s.slope)
	if status != "" {
		return status
	}
	d := len(s.slope) - 1
	for j, v := range s.next[:d] {
		s.slope[j] = v - s.slope[j]
	}
	s.slope[d] = float64(s.penalty()*s.next[d]) - float64(s.problem.Constant*sum)
	copy(s.at, s.next)
	copy(s.dual, s.b)
	s.gradient, s.slope, s.known = s.slope, s.gradient, true
	return ""
}

// measure sets the gap to the sum of the largest and of the least <g, x_i>.
func (s *Newton) measure(ctl *run.Ctl) run.Status {
	d := len(s.gradient) - 1
	copy(s.way, s.gradient)
	s.way[d] *= s.penalty() // a free v is the multiplier of the sum of b_i in the dual problem
	if status := s.multiply(ctl, s.samples, s.way, s.dot); status != "" {
		return status
	}
	up, down := 0.0, 0.0
	for _, i := range s.samples {
		up, down = max(up, s.dot[i]), max(down, -s.dot[i])
	}
	if s.gap = up + down; s.problem.Free {
		s.gap = max(s.gap, math.Abs(s.problem.Constant*s.gradient[d]))
	}
	return ""
}

// solve sets the step to the solution of H s = -g, and q to its products with the samples.
func (s *Newton) solve(ctl *run.Ctl) run.Status {
	d, active := len(s.step)-1, 0
	for at, i := range s.samples {
		if s.h[i] > 0 {
			s.samples[at], s.samples[active] = s.samples[active], i
			active++
		}
	}
	clear(s.step)
	clear(s.q)
	clear(s.dot)
	for j, v := range s.gradient {
		s.left[j] = -v
	}
	copy(s.way, s.left)
	before := lanes.Sum(s.left, s.left)
	goal := before * forcing * forcing
	for k := range 3*len(s.step) + 10 {
		// turn = H way
		clear(s.turn)
		s.walk = pass{rows: s.walk.rows, order: s.samples[:active], factor: s.h, dots: s.dot, v: s.way[:d], shift: float64(s.problem.Constant * s.way[d]), to: s.turn[:d], multiplies: true, adds: true}
		if status := s.pass(ctl); status != "" {
			return status
		}
		lanes.Update(s.turn[:d], 1, s.way[:d])
		s.turn[d] = float64(s.penalty()*s.way[d]) + float64(s.problem.Constant*s.walk.sum)
		bend := lanes.Sum(s.way, s.turn)
		if !(bend > 0) {
			if k == 0 {
				return run.Stalled
			}
			break
		}
		length := before / bend
		lanes.Update(s.step, length, s.way)
		lanes.Update(s.left, -length, s.turn)
		lanes.Update(s.q, length, s.dot)
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
	return s.multiply(ctl, s.samples[active:], s.step, s.q)
}

// move sets the next point: the end of the step, or of the first of its halves at which the
// objective is lower. The objective is convex, so its change is at most half of the length times
// the sum of the derivatives at the end and in the middle.
func (s *Newton) move() run.Status {
	length := 1.0
	end := s.pull(length)
	s.pulled = true
	for end > 0 {
		middle := s.pull(length / 2)
		s.pulled = false
		if end+middle <= 0 {
			break
		}
		if length /= 2; length < 1e-9 {
			return run.Stalled
		}
		end, s.pulled = middle, true
	}
	lanes.Update(s.next, length, s.step)
	lanes.Update(s.r, -length, s.q)
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
	return Result{Weights: s.at[:d], Bias: float64(s.problem.Constant * s.at[d]), Dual: s.dual, Objective: s.objective(), Gap: s.gap, Iterations: s.iterations}
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
	return square/2 + bias + s.problem.conjugates(s.dual)
}

func (s *Newton) report() run.Report {
	return run.Report{Iteration: s.iterations, Objective: s.objective(), Gap: s.gap, SupportVectors: nonzero(s.dual)}
}
