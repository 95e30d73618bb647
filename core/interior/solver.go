package interior

import (
	"errors"
	"math"
	"slices"

	"maxmargin/core/linalg"
	"maxmargin/core/run"
)

// Solver runs the method. It is resumable: Run continues where it ended.
type Solver struct {
	problem  *Problem
	settings Settings
	scale    scales
	*newton

	point
	mu    float64
	steps []Step
	begun bool
	best  point   // the most accurate so far
	merit float64 // of that
	since int     // iterations since

	// Of the current iteration.
	state
	rho, sigma   []float64
	f            []float64
	gz, gs       []float64 // gamma_z, gamma_s
	to           direction
	primal, dual float64
}

// state is the objective at a point, with its derivatives.
type state struct {
	sums, kernel []float64 // w and K w
	g, curvature []float64 // gradient of the objective, phi''
	terms        float64   // sum of phi
	legendre     float64   // sum of phi - b phi'
}

func newState(n, count int) state {
	return state{sums: make([]float64, n), kernel: make([]float64, n), g: make([]float64, count), curvature: make([]float64, count)}
}

// point is an iterate: coordinates, their distances from the bounds, multipliers.
type point struct{ b, low, high, y, z, s []float64 }

// direction is a Newton step; low grows by b and high shrinks by it.
type direction struct{ b, y, z, s []float64 }

const (
	defaultFigures    = 8
	defaultIterations = 200
	// patience is how many iterations without a gain in accuracy are taken for the
	// limit of floating point.
	patience = 15
	// keep is the share of its distance from zero that no positive variable loses in
	// an iteration (Vanderbei).
	keep = 0.05
)

// New prepares a run. It keeps the slices of the problem.
func New(problem *Problem, settings Settings) *Solver {
	if settings.Figures == 0 {
		settings.Figures = defaultFigures
	}
	if settings.MaxIterations == 0 {
		settings.MaxIterations = defaultIterations
	}
	s := &Solver{problem: problem, settings: settings, newton: newNewton(problem), merit: math.Inf(1)}
	count, rows := len(problem.Linear), len(problem.Rows)
	for _, v := range []*[]float64{&s.b, &s.low, &s.high, &s.z, &s.s, &s.sigma, &s.f, &s.gz, &s.gs, &s.to.b, &s.to.z, &s.to.s} {
		*v = make([]float64, count)
	}
	s.y, s.to.y, s.rho = make([]float64, rows), make([]float64, rows), make([]float64, rows)
	s.state = newState(problem.N, count)
	return s
}

// Run iterates until the problem is solved or something ends it.
func (s *Solver) Run(ctl *run.Ctl) run.Status {
	var ended run.Status
	watch := func(float64) bool {
		ended = ctl.Checkpoint(s.report)
		return ended == ""
	}
	if !s.problem.possible() {
		return run.Infeasible
	}
	if !s.begun {
		if err := s.begin(watch); errors.Is(err, linalg.ErrStopped) {
			return ended
		} else if err != nil {
			return run.Stalled
		}
		s.begun = true
	}
	for {
		step := s.look()
		if s.settings.Done != nil && s.settings.Done() {
			return run.Converged
		}
		if status := s.judge(step); status != "" {
			return status
		}
		if !watch(1) {
			return ended
		}
		for c := range s.d {
			s.d[c] = s.barrier(c)
		}
		if err := s.prepare(s.scale.kernel, watch); errors.Is(err, linalg.ErrStopped) {
			return ended
		} else if err != nil {
			return run.Stalled
		}
		step.Mu = s.mu
		step.Length = s.advance()
		s.steps = append(s.steps, step)
	}
}

// see computes the objective's state at b.
func (s *Solver) see(at *state, b []float64) {
	n := s.problem.N
	clear(at.sums)
	for c, v := range b {
		at.sums[c%n] += v
	}
	linalg.MultiplySymmetric(at.kernel, s.problem.K, n, at.sums)
	at.terms, at.legendre = 0, 0
	for c, v := range b {
		at.g[c] = at.kernel[c%n] + s.problem.Linear[c]
		if s.problem.Terms == nil {
			continue
		}
		value, slope, curvature := s.problem.Terms(c, v)
		at.g[c] += slope
		at.curvature[c] = curvature
		at.terms += value
		at.legendre += value - float64(v*slope)
	}
}

// look computes the residuals and both objectives at the current point.
func (s *Solver) look() Step {
	s.see(&s.state, s.b)
	p := s.problem
	quadratic := dot(s.sums, s.kernel)
	s.primal = quadratic/2 + dot(p.Linear, s.b) + s.terms
	s.dual = -quadratic/2 + s.legendre + dot(p.Sides, s.y)
	var rows, slope float64
	for j, row := range p.Rows {
		s.rho[j] = p.Sides[j] - dot(row, s.b)
		rows = max(rows, math.Abs(s.rho[j]))
	}
	for c := range s.b {
		sigma := s.g[c] + s.s[c] - s.z[c]
		for j, row := range p.Rows {
			sigma -= float64(row[c] * s.y[j])
		}
		s.sigma[c] = sigma
		switch {
		case s.fixed(c):
			s.dual -= float64(sigma * p.Lower[c]) // its multiplier is what is left
			s.sigma[c] = 0
			continue
		case s.hasLow(c):
			s.dual += float64(p.Lower[c] * s.z[c])
		}
		if s.hasHigh(c) {
			s.dual -= float64(p.Upper[c] * s.s[c])
		}
		slope = max(slope, s.violation(c))
	}
	size := s.scale.point
	for _, b := range s.b {
		size = max(size, math.Abs(b))
	}
	unit := min(1, s.scale.slope*s.scale.point)
	return Step{Primal: s.primal, Dual: s.dual, Rows: rows / size, Slope: slope / s.scale.slope,
		Figures: -math.Log10(math.Abs(s.primal-s.dual)/(math.Abs(s.primal)+unit) + 1e-17)}
}

// violation returns how far the dual's equality is from holding for a coordinate. At a
// bound its multiplier can take up what is left at the price of the distance: there a
// term with an infinite second derivative never lets the residual itself vanish.
func (s *Solver) violation(c int) float64 {
	left := s.sigma[c]
	switch near := min(s.low[c], s.high[c]) / s.scale.point; {
	case near > 1:
	case s.low[c] < s.high[c] && s.z[c]+left >= 0, s.high[c] < s.low[c] && s.s[c] >= left:
		left *= near
	}
	return math.Abs(left)
}

// judge says whether to end, and keeps the most accurate point.
func (s *Solver) judge(step Step) run.Status {
	accuracy := math.Pow(10, -s.settings.Figures)
	merit := max(math.Pow(10, -step.Figures), step.Rows, step.Slope)
	if math.IsNaN(merit) || math.IsInf(merit, 0) {
		return run.Stalled
	}
	s.since++
	if merit < s.merit {
		s.merit, s.since = merit, 0
		s.best = point{slices.Clone(s.b), slices.Clone(s.low), slices.Clone(s.high), slices.Clone(s.y), slices.Clone(s.z), slices.Clone(s.s)}
	}
	switch {
	case merit <= accuracy:
		return run.Converged
	case s.settings.Ceiling > 0 && -s.primal > s.settings.Ceiling && step.Rows < 1e-6:
		return run.Infeasible
	case s.since > patience:
		return run.Stalled
	case len(s.steps) >= s.settings.MaxIterations:
		return run.IterationLimit
	}
	return ""
}

// barrier returns D of a coordinate: phi” + z / low + s / high.
func (s *Solver) barrier(c int) float64 {
	if s.fixed(c) {
		return stiff * s.scale.kernel
	}
	d := s.curvature[c]
	if s.hasLow(c) {
		d += s.z[c] / s.low[c]
	}
	if s.hasHigh(c) {
		d += s.s[c] / s.high[c]
	}
	return min(max(d, 1e-20*s.scale.kernel), stiff*s.scale.kernel)
}

// advance takes the predictor, which aims at products of zero, and from it the
// corrector, which aims at mu and counts what the predictor left out, the products of
// its changes (Appendix A.2). Both use the one factorisation. It returns how much of
// the step was taken, and sets mu for the next.
//
// The tutorial's text has gamma_z = z for the predictor; by its own definition it is -z.
func (s *Solver) advance() float64 {
	for c := range s.b {
		s.gz[c], s.gs[c] = -s.z[c], -s.s[c]
	}
	s.direction()
	for c, db := range s.to.b {
		if s.hasLow(c) {
			s.gz[c] = (s.mu-float64(db*s.to.z[c]))/s.low[c] - s.z[c]
		}
		if s.hasHigh(c) {
			s.gs[c] = (s.mu+float64(db*s.to.s[c]))/s.high[c] - s.s[c]
		}
	}
	s.direction()
	length := s.length()
	s.move(length)
	share := (length - 1) / (length + 10)
	s.mu = s.product() * share * share
	return length
}

// direction solves for a Newton step with the current gamma_z and gamma_s (75, 76).
func (s *Solver) direction() {
	for c, sigma := range s.sigma {
		s.f[c] = s.gz[c] - s.gs[c] - sigma
		if s.fixed(c) {
			s.f[c] = 0
		}
	}
	s.solve(s.to.b, s.to.y, s.f, s.rho)
	for c, db := range s.to.b {
		s.to.z[c], s.to.s[c] = 0, 0
		if s.hasLow(c) {
			s.to.z[c] = s.gz[c] - s.z[c]/s.low[c]*db
		}
		if s.hasHigh(c) {
			s.to.s[c] = s.gs[c] + s.s[c]/s.high[c]*db
		}
	}
}

// length returns how much of the step leaves every positive variable its share.
func (s *Solver) length() float64 {
	most := 1.0
	for c, db := range s.to.b {
		if s.hasLow(c) {
			most = max(most, -db/s.low[c], -s.to.z[c]/s.z[c])
		}
		if s.hasHigh(c) {
			most = max(most, db/s.high[c], -s.to.s[c]/s.s[c])
		}
	}
	return (1 - keep) / most
}

// move takes the step. A coordinate is kept by its distance from the nearer bound,
// so that the distance has all its digits and the other one follows from it.
func (s *Solver) move(length float64) {
	p := s.problem
	for c, db := range s.to.b {
		if s.fixed(c) {
			continue
		}
		db *= length
		switch {
		case s.low[c] <= s.high[c] && s.hasLow(c):
			s.low[c] += db
			s.b[c] = p.Lower[c] + s.low[c]
			s.high[c] = p.Upper[c] - s.b[c]
		case s.hasHigh(c):
			s.high[c] -= db
			s.b[c] = p.Upper[c] - s.high[c]
			s.low[c] = s.b[c] - p.Lower[c]
		default:
			s.b[c] += db
		}
		s.z[c] += float64(length * s.to.z[c])
		s.s[c] += float64(length * s.to.s[c])
	}
	for j, dy := range s.to.y {
		s.y[j] += float64(length * dy)
	}
}

// product returns the mean of low z and high s.
func (s *Solver) product() float64 {
	sum, count := 0.0, 0
	for c := range s.b {
		if s.hasLow(c) {
			sum += s.low[c] * s.z[c]
			count++
		}
		if s.hasHigh(c) {
			sum += s.high[c] * s.s[c]
			count++
		}
	}
	return sum / float64(max(1, count))
}

func (s *Solver) report() run.Report {
	away := 0
	for c, low := range s.low {
		if s.hasLow(c) && low*s.scale.kernel > s.z[c] {
			away++
		}
	}
	return run.Report{Iteration: len(s.steps), Objective: s.primal, Gap: max(0, s.primal-s.dual), SupportVectors: away}
}

// Result returns the most accurate point of the run. status is what Run returned.
func (s *Solver) Result(status run.Status) Result {
	if s.best.b != nil && status != run.Infeasible {
		s.point = s.best
	}
	s.look()
	return Result{Status: status, B: s.b, Y: s.y, Z: s.z, S: s.s, Primal: s.primal, Dual: s.dual, Iterations: len(s.steps), Steps: s.steps}
}

// Iterations returns how many iterations there have been.
func (s *Solver) Iterations() int { return len(s.steps) }
