package interior

import (
	"errors"
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// Solver runs the method. Run can be called again and continues where it ended.
type Solver struct {
	problem  *Problem
	settings Settings
	scale    scales
	newton

	at    []coordinate
	y     []float64 // multipliers of the rows
	mu    float64
	steps []Step
	begun bool
	ended func() bool // whether a watch has ended the run

	best     []coordinate // the most accurate so far
	bestY    []float64
	accuracy float64 // of best
	since    int     // iterations since best was found

	// These belong to the current iteration.
	sums, kernel []float64 // w and K w
	primal, dual float64
	rho          []float64 // d - A b
	f            []float64 // the right-hand side of a Newton step
	db, dy       []float64
}

// coordinate holds everything about one coordinate: its part of the problem, of the
// iterate, and of the next step.
type coordinate struct {
	q, lo, hi float64

	b         float64
	low, high float64 // distances from the bounds
	z, s      float64 // multipliers of the bounds, 0 of infinite ones

	g, curvature float64 // of the objective: gradient, and second derivative of phi
	sigma        float64 // residual of the equality of the dual problem
	gz, gs       float64 // gamma_z and gamma_s
	dz, ds       float64
}

func (c *coordinate) fixed() bool   { return c.lo == c.hi }
func (c *coordinate) hasLow() bool  { return c.lo > math.Inf(-1) && c.lo != c.hi }
func (c *coordinate) hasHigh() bool { return c.hi < math.Inf(1) && c.lo != c.hi }

const (
	defaultFigures    = 8
	defaultIterations = 200
	// patience is the number of iterations without a gain in accuracy that mean that the limit of
	// floating point is reached. A start far from the central path can take 20 iterations to return
	// to it.
	patience = 30
	// keep is the share of its value that every positive variable keeps in an iteration
	// (Vanderbei).
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
	count, rows := len(problem.Linear), len(problem.Rows)
	s := &Solver{problem: problem, settings: settings, newton: newNewton(problem), accuracy: math.Inf(1),
		at: make([]coordinate, count), y: make([]float64, rows), rho: make([]float64, rows), dy: make([]float64, rows),
		f: make([]float64, count), db: make([]float64, count), sums: make([]float64, problem.N), kernel: make([]float64, problem.N)}
	for i := range s.at {
		s.at[i] = coordinate{q: problem.Linear[i], lo: problem.Lower[i], hi: problem.Upper[i]}
	}
	return s
}

// Run iterates until the problem is solved or something ends it.
func (s *Solver) Run(ctl *run.Ctl) run.Status {
	var ended run.Status
	s.ended = func() bool { return ended != "" }
	watch := func(float64) bool {
		ended = ctl.Checkpoint(s.report)
		return ended == ""
	}
	failed := func(err error) run.Status {
		if errors.Is(err, linalg.ErrStopped) {
			return ended
		}
		return run.Stalled
	}
	s.matrix.watch = watch
	if !s.possible() {
		return run.Infeasible
	}
	if !s.begun {
		if err := s.begin(watch); err != nil {
			return failed(err)
		}
		s.begun = true
	}
	for {
		step := s.look()
		if math.IsNaN(step.Accuracy()) {
			return run.Stalled
		}
		if s.settings.Done != nil && s.settings.Done(step) {
			return run.Converged
		}
		if status := s.judge(step); status != "" {
			return status
		}
		if !watch(1) {
			return ended
		}
		for i := range s.at {
			s.d[i] = s.barrier(&s.at[i])
		}
		if err := s.prepare(s.scale.kernel, watch); err != nil {
			return failed(err)
		}
		step.Mu = s.mu
		if step.Length = s.advance(); ended != "" {
			return ended
		}
		s.steps = append(s.steps, step)
	}
}

// see computes the gradient and the second derivatives at the b of every coordinate, and
// returns the sums of phi and of phi - b phi'.
func (s *Solver) see(at []coordinate) (terms, legendre float64) {
	n := s.problem.N
	clear(s.sums)
	for i := range at {
		s.sums[i%n] += at[i].b
	}
	s.matrix.multiply(s.kernel, s.sums)
	for i := range at {
		c := &at[i]
		c.g = s.kernel[i%n] + c.q
		if s.problem.Terms != nil {
			value, slope, curvature := s.problem.Terms(i, c.b)
			c.g += slope
			c.curvature = curvature
			terms += value
			legendre += value - float64(c.b*slope)
		}
	}
	return terms, legendre
}

// look computes the residuals and both objectives at the current point.
func (s *Solver) look() Step {
	terms, legendre := s.see(s.at)
	quadratic := linalg.Dot(s.sums, s.kernel)
	primal, dual := quadratic/2+terms, -quadratic/2+legendre
	var rows, slope float64
	for j, row := range s.problem.Rows {
		s.rho[j] = s.problem.Sides[j]
		dual += float64(s.problem.Sides[j] * s.y[j])
		for i, a := range row {
			s.rho[j] -= float64(a * s.at[i].b)
			s.at[i].g -= float64(a * s.y[j])
		}
		rows = max(rows, math.Abs(s.rho[j]))
	}
	size := s.scale.point
	for i := range s.at {
		c := &s.at[i] // A'y is already subtracted from its g
		primal += float64(c.q * c.b)
		c.sigma = c.g + c.s - c.z
		size = max(size, math.Abs(c.b))
		switch {
		case c.fixed():
			dual -= float64(c.sigma * c.lo) // its multiplier is the rest
			c.sigma = 0
			continue
		case c.hasLow():
			dual += float64(c.lo * c.z)
		}
		if c.hasHigh() {
			dual -= float64(c.hi * c.s)
		}
		slope = max(slope, s.violation(c))
	}
	s.primal, s.dual = primal, dual
	return Step{Primal: primal, Dual: dual, Rows: rows / size, Slope: slope / s.scale.slope,
		Figures: -math.Log10(s.Relative(primal-dual, primal) + 1e-17)}
}

// Relative returns the difference of two objectives relative to one of them.
func (s *Solver) Relative(gap, objective float64) float64 {
	return math.Abs(gap) / (math.Abs(objective) + min(1, s.scale.slope*s.scale.point))
}

// Multipliers returns the multipliers of the rows of A at the current point.
func (s *Solver) Multipliers() []float64 { return s.y }

// violation returns by how much a coordinate violates the equality of the dual problem.
// Near a bound, the multiplier of that bound can absorb the residual; then the residual
// counts times the distance from the bound. Without this rule the residual would never
// vanish for a term whose second derivative is infinite at the bound.
func (s *Solver) violation(c *coordinate) float64 {
	left := math.Abs(c.sigma)
	near := min(c.low, c.high) / s.scale.point
	if near < 1 && (c.low < c.high && c.z+c.sigma >= 0 || c.high < c.low && c.s >= c.sigma) {
		left *= near
	}
	return left
}

// judge decides whether to end, and keeps the most accurate point.
func (s *Solver) judge(step Step) run.Status {
	accuracy := step.Accuracy()
	if math.IsInf(accuracy, 0) {
		return run.Stalled
	}
	s.since++
	if accuracy < s.accuracy {
		s.accuracy, s.since = accuracy, 0
		s.best, s.bestY = append(s.best[:0], s.at...), append(s.bestY[:0], s.y...)
	}
	switch {
	case accuracy <= math.Pow(10, -s.settings.Figures):
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

// barrier returns D of a coordinate: the second derivative of phi, plus z / low + s / high.
func (s *Solver) barrier(c *coordinate) float64 {
	if c.fixed() {
		return stiff * s.scale.curvature
	}
	// At an infinite bound 0 / infinity is 0.
	return min(max(c.curvature+c.z/c.low+c.s/c.high, 1e-20*s.scale.kernel), stiff*s.scale.curvature)
}

// advance computes the predictor step, which aims at products of zero, and then the corrector step,
// which aims at mu and includes the second-order terms of the predictor, the products of its
// changes (Appendix A.2). Both use the same factorisation. It returns the share of the step that
// was taken, 0 if the watch ended it, and sets mu for the next iteration (77).
//
// The tutorial's text has gamma_z = z for the predictor; by its own definition it is -z.
func (s *Solver) advance() float64 {
	for i := range s.at {
		c := &s.at[i]
		c.gz, c.gs = -c.z, -c.s
	}
	if s.direction(); s.ended() {
		return 0
	}
	for i := range s.at {
		c, db := &s.at[i], s.db[i]
		if c.hasLow() {
			c.gz = (s.mu-float64(db*c.dz))/c.low - c.z
		}
		if c.hasHigh() {
			c.gs = (s.mu+float64(db*c.ds))/c.high - c.s
		}
	}
	if s.direction(); s.ended() {
		return 0
	}
	length := s.length()
	s.move(length)
	share := (length - 1) / (length + 10)
	s.mu = s.product() * share * share
	return length
}

// direction solves for a Newton step with the current gamma_z and gamma_s (75, 76).
func (s *Solver) direction() {
	for i := range s.at {
		c := &s.at[i]
		s.f[i] = c.gz - c.gs - c.sigma
		if c.fixed() {
			s.f[i] = 0
		}
	}
	s.solve(s.db, s.dy, s.f, s.rho)
	for i := range s.at {
		c, db := &s.at[i], s.db[i] // low grows by db and high shrinks by it
		c.dz, c.ds = c.gz-c.z/c.low*db, c.gs+c.s/c.high*db
		if c.fixed() {
			c.dz, c.ds = 0, 0
		}
	}
}

// length returns the largest share of the step after which every positive variable keeps
// the share keep of its value.
func (s *Solver) length() float64 {
	most := 1.0
	for i := range s.at {
		c, db := &s.at[i], s.db[i]
		if c.hasLow() {
			most = max(most, -db/c.low, -c.dz/c.z)
		}
		if c.hasHigh() {
			most = max(most, db/c.high, -c.ds/c.s)
		}
	}
	return (1 - keep) / most
}

// move takes the step. A coordinate is updated by its distance from the nearer bound, so that this
// distance keeps all its digits; the other distance is computed from it.
func (s *Solver) move(length float64) {
	for i := range s.at {
		c, db := &s.at[i], length*s.db[i]
		switch {
		case c.fixed():
			continue
		case c.low <= c.high && c.hasLow():
			c.low += db
			c.b = c.lo + c.low
			c.high = c.hi - c.b
		case c.hasHigh():
			c.high -= db
			c.b = c.hi - c.high
			c.low = c.b - c.lo
		default:
			c.b += db
		}
		c.z += float64(length * c.dz)
		c.s += float64(length * c.ds)
	}
	for j, dy := range s.dy {
		s.y[j] += float64(length * dy)
	}
}

// product returns the mean of low z and high s.
func (s *Solver) product() float64 {
	sum, count := 0.0, 0
	for i := range s.at {
		c := &s.at[i]
		if c.hasLow() {
			sum += c.low * c.z
			count++
		}
		if c.hasHigh() {
			sum += c.high * c.s
			count++
		}
	}
	return sum / float64(max(1, count))
}

func (s *Solver) report() run.Report {
	away := 0
	for i := range s.at {
		if c := &s.at[i]; c.low*s.scale.kernel > c.z && !c.fixed() {
			away++
		}
	}
	return run.Report{Iteration: len(s.steps), Objective: s.primal, Gap: max(0, s.primal-s.dual), SupportVectors: away}
}

// Result returns the most accurate point of the run. status is the result of Run.
func (s *Solver) Result(status run.Status) Result {
	if s.best != nil && status != run.Infeasible {
		copy(s.at, s.best)
		copy(s.y, s.bestY)
	}
	s.look()
	r := Result{Status: status, B: make([]float64, len(s.at)), Y: s.y, Primal: s.primal, Dual: s.dual, Iterations: len(s.steps), Steps: s.steps}
	for i := range s.at {
		r.B[i] = s.at[i].b
	}
	return r
}

// Steps returns the steps of the iterations, which must not be written.
func (s *Solver) Steps() []Step { return s.steps }

// Indefinite reports whether a step showed that K is not positive semi-definite.
func (s *Solver) Indefinite() bool { return s.bent }

// Iterations returns how many iterations there have been.
func (s *Solver) Iterations() int { return len(s.steps) }
