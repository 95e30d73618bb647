package primal

import (
	"math"

	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
)

// Proximal is dual coordinate ascent for a Problem with any loss. Like Coordinate it visits the
// samples in random order and solves the dual problem over one coefficient b_i at a time; so do Yu,
// Huang & Lin (Dual coordinate descent methods for logistic regression and maximum entropy models,
// 2011) for the logistic loss.
//
// They search for b_i, whose term has infinite slopes at both bounds; Proximal uses the
// proximal point of the loss instead. Without sample i the residual t_i - f(x_i) would be
//
//	q = t_i - f(x_i) + h b_i,   h = |x_i|^2 + c^2
//
// and with b_i it is r = q - h b_i. At the minimum b_i is a subgradient at r of the losses
// of the sample, A_i l(r - e_i) + B_i l(-r - e_i), so that r is their proximal point of q
// for the step h.
//
// The solver keeps r with every coefficient b_i. When another sample moves, r is no longer the
// residual. The largest difference between r and the residual measures the distance from the
// solution, and the solver ends when it is below the tolerance. It does not shrink.
type Proximal struct {
	settings Settings
	problem  Problem
	stream   *rng.Stream

	b, r   []float64 // length n; r is infinite where it is not known yet
	w      []float64 // length d
	v      float64   // weight of the constant feature
	centre float64   // the centre of the penalty on v; see Coordinate

	order      []int32 // samples with a weight
	begun      bool    // whether a pass has begun
	at         int     // position in order at which the pass continues
	moved      bool    // in this pass
	violation  float64 // largest of this pass
	gap        float64 // of the last pass
	iterations int     // passes
}

// Pose begins another problem in the same memory.
func (p *Proximal) Pose(problem Problem, s Settings) {
	n := problem.X.N
	*p = Proximal{settings: s, problem: problem, stream: rng.New(s.Seed), b: sized(p.b, n), r: sized(p.r, n),
		w: sized(p.w, problem.X.D), order: p.order[:0], gap: math.Inf(1)}
	steepest := problem.Loss.Steepest()
	for i := range n {
		p.r[i] = math.Inf(1)
		if problem.Above[i] == 0 && problem.Below[i] == 0 {
			continue
		}
		p.order = append(p.order, int32(i))
		if problem.Start != nil {
			p.move(i, min(max(problem.Start[i], -bounded(problem.Below[i], steepest)), bounded(problem.Above[i], steepest)))
		}
	}
}

// bounded returns c steepest, and 0 if c is 0, also for an infinite steepest.
func bounded(c, steepest float64) float64 {
	if c == 0 {
		return 0
	}
	return c * steepest
}

// move sets b_i.
func (p *Proximal) move(i int, to float64) {
	if step := to - p.b[i]; step != 0 {
		p.b[i] = to
		p.problem.X.Add(i, step, p.w)
		p.v += float64(p.problem.Constant * step)
		p.moved = true
	}
}

// Run visits all samples, again and again.
func (p *Proximal) Run(ctl *run.Ctl) run.Status {
	for {
		if !p.begun {
			if limit := p.settings.MaxIterations; limit > 0 && p.iterations >= limit {
				return run.IterationLimit
			}
			p.stream.Shuffle(p.order)
			p.begun, p.at, p.violation, p.moved = true, 0, 0, false
		}
		for p.at < len(p.order) {
			if status := ctl.Checkpoint(p.report); status != "" {
				return status
			}
			end := min(p.at+p.problem.X.Stride, len(p.order))
			for ; p.at < end; p.at++ {
				p.visit(int(p.order[p.at]))
			}
		}
		p.begun = false
		p.iterations++
		if status := p.conclude(); status != "" {
			return status
		}
	}
}

// visit minimises over b_i.
func (p *Proximal) visit(i int) {
	residual := p.residual(i)
	p.violation = max(p.violation, math.Abs(residual-p.r[i]))
	h := p.problem.X.Norm[i] + float64(p.problem.Constant*p.problem.Constant)
	to := 0.0
	p.r[i], to = p.proximal(i, residual+float64(h*p.b[i]), h)
	p.move(i, to)
}

// residual returns t_i - f(x_i).
func (p *Proximal) residual(i int) float64 {
	return p.problem.Target[i] - (p.problem.X.Dot(i, p.w) + float64(p.problem.Constant*p.v))
}

// proximal returns the proximal point of q for the losses of sample i and the step h, and
// the subgradient there.
func (p *Proximal) proximal(i int, q, h float64) (r, b float64) {
	above, below, e := p.problem.Above[i], p.problem.Below[i], p.problem.insensitive(i)
	switch {
	case above > 0 && (below == 0 || q > e):
		x, s := p.prox(q-e, float64(h*above), p.r[i]-e)
		return x + e, above * s
	case below > 0 && (above == 0 || q < -e):
		x, s := p.prox(-q-e, float64(h*below), -p.r[i]-e)
		return -(x + e), -below * s
	}
	return q, 0
}

// prox returns the proximal point of z, which is probably near that of the last visit.
func (p *Proximal) prox(z, step, last float64) (x, s float64) {
	if l, ok := p.problem.Loss.(loss.Logistic); ok && math.Abs(last) <= math.MaxFloat64 {
		return l.ProxFrom(z, step, last)
	}
	return p.problem.Loss.Prox(z, step)
}

// conclude evaluates a pass as Coordinate.conclude does.
func (p *Proximal) conclude() run.Status {
	distance := p.distance()
	p.gap = max(p.violation, distance)
	switch {
	case p.gap <= p.settings.Tolerance:
		return run.Converged
	case p.violation <= max(p.settings.Tolerance, distance*inexact):
		shift := p.v - p.centre
		p.centre = p.v
		p.v += shift
	case !p.moved:
		return run.Stalled
	}
	return ""
}

// distance returns the distance between a free bias and the centre of its penalty.
func (p *Proximal) distance() float64 {
	if !p.problem.Free {
		return 0
	}
	return math.Abs(p.problem.Constant * (p.v - p.centre))
}

// Result returns the current solution. Its gap is the largest difference between a residual
// and the r of its coefficient; with a free bias it is at least |c (v - v0)|.
func (p *Proximal) Result(status run.Status) Result {
	gap := p.gap
	if status != run.Converged {
		gap = p.distance()
		for _, i := range p.order {
			gap = max(gap, math.Abs(p.residual(int(i))-p.r[i]))
		}
	}
	return Result{Weights: p.w, Bias: float64(p.problem.Constant * p.v), Dual: p.b, Objective: p.objective(), Gap: gap, Iterations: p.iterations}
}

// objective returns minus the dual objective.
func (p *Proximal) objective() float64 {
	square := 0.0
	for _, w := range p.w {
		square += float64(w * w)
	}
	shift := p.v - p.centre
	return square/2 + p.problem.conjugates(p.b) + float64(shift*(p.centre+shift/2))
}

func (p *Proximal) report() run.Report {
	return run.Report{Iteration: p.iterations, Objective: p.objective(), Gap: p.gap, SupportVectors: nonzero(p.b)}
}
