package primal

import (
	"math"

	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
)

// Dual is the problem that Coordinate solves: over b, length n,
//
//	minimise   1/2 |w|^2 + 1/2 v^2 + sum of 1/2 D_i b_i^2 - t_i b_i + e_i |b_i|
//	subject to lo_i <= b_i <= hi_i
//	with       w = sum of b_i x_i, v = c sum of b_i
//
// It is the dual of the linear machines f(x) = <w, x> + c v (Hsieh et al. 2008;
// Ho and Lin 2012), with coefficients that carry the sign of their class:
//
//	                            t    e    D         lo    hi
//	hinge, y_i = +1             1    0    0         0     C_i
//	hinge, y_i = -1            -1    0    0        -C_i   0
//	squared hinge, y_i = +1     1    0    1/(2C_i)  0     inf
//	eps-insensitive             y_i  eps  0        -C_i   C_i
//	squared eps-insensitive     y_i  eps  1/(2C_i) -inf   inf
//
// It minimises minus the dual objective, as in package qp.
type Dual struct {
	X           *Samples
	Target      []float64 // t, length n
	Insensitive []float64 // e >= 0, length n; nil for 0
	Ridge       []float64 // D >= 0, length n, positive for infinite bounds; nil for 0
	Lower       []float64 // lo <= 0, length n
	Upper       []float64 // hi >= 0, length n
	Start       []float64 // b to start from, length n, clipped to the bounds; nil for 0

	Plus float64 // is added to the objective
	// Square returns |w|^2 where w is kept in another way than as a vector; nil where it is one.
	Square func(w []float64) float64

	// Constant is c, the value of one further feature, whose weight times c is
	// the bias; 0: no bias.
	Constant float64
	// Free leaves the weight of that feature out of the penalty. Then the sum of b_i must
	// be zero, and v is the multiplier of that condition; see Coordinate.
	Free bool
}

// Settings of a solver.
type Settings struct {
	// Tolerance is the largest sum that counts as converged, of the largest violation of optimality
	// by a b_i that should move away from zero and the largest by one that should move towards
	// zero. This is LIBLINEAR's rule.
	Tolerance float64
	// MaxIterations is the largest number of passes over the samples, or of Newton's steps; 0:
	// no limit.
	MaxIterations int
	// Shrinking leaves samples out of the passes that will probably stay at bound, and
	// checks them again before the end.
	Shrinking bool
	// Seed of the order in which samples are visited.
	Seed uint64
	// Slow is the number of passes of Coordinate between two calls of accelerate; 0: 100.
	Slow int
}

// Coordinate is dual coordinate descent: it visits the samples in random order and
// minimises over one b_i at a time, in closed form. It keeps the weights w up to date, so a
// visit costs one inner product and, if b_i moves, one addition. After many passes without
// an end accelerate minimises over several b_i together.
//
// A bias without penalty is found by the method of multipliers (Rockafellar 1976). The
// penalty is on the distance of v from a centre, 1/2 (v - v0)^2, and whenever this problem
// is solved the centre v0 moves to the solution v. The sum of b_i, which is (v - v0)/c,
// goes to zero; this is the condition for a bias without penalty, so the result is exact.
type Coordinate struct {
	settings Settings
	constant float64 // c
	plus     float64
	square   func(w []float64) float64
	free     bool
	rows     Rows
	stream   *rng.Stream
	stride   int // visits between checkpoints

	coordinates []coordinate // length n
	w           []float64    // length d
	dual        []float64    // scratch for Result, length n
	v           float64      // weight of the constant feature, v0 + c sum of b
	centre      float64      // v0

	order  []int32 // samples that can move; the passes visit the first active ones
	active int
	begun  bool // whether a pass has begun
	at     int  // position in order at which the pass continues

	// The largest violations of the last pass: of b that would move away from zero, and
	// towards zero. They are the thresholds of shrinking.
	outLimit, inLimit float64

	out, in    float64 // the same, of this pass
	moved      bool    // in this pass
	gap        float64 // of the last pass over all samples
	iterations int     // passes
}

// coordinate has the data of one sample for a visit, in one cache line.
type coordinate struct {
	b           float64
	target      float64
	insensitive float64
	ridge       float64
	low, high   float64
	curvature   float64 // of the objective along b: |x|^2 + c^2 + D
}

// NewCoordinate returns a solver at its start.
func NewCoordinate(p Dual, s Settings) *Coordinate {
	c := &Coordinate{}
	c.Pose(p, s)
	return c
}

// Pose begins another problem in the same memory, since fresh memory costs more than the arithmetic
// of a pass in WebAssembly. It overwrites the last result.
func (c *Coordinate) Pose(p Dual, s Settings) {
	n, d := p.X.N, p.X.D
	if s.Slow == 0 {
		s.Slow = slow
	}
	*c = Coordinate{settings: s, constant: p.Constant, plus: p.Plus, square: p.Square, free: p.Free, rows: p.X.Rows, stream: rng.New(s.Seed), stride: p.X.Stride,
		coordinates: sized(c.coordinates, n), w: sized(c.w, d), dual: sized(c.dual, n), order: c.order[:0], gap: math.Inf(1)}
	for i := range c.coordinates {
		z := &c.coordinates[i]
		*z = coordinate{target: p.Target[i], low: p.Lower[i], high: p.Upper[i],
			curvature: p.X.Norm[i] + float64(p.Constant*p.Constant)}
		if p.Insensitive != nil {
			z.insensitive = p.Insensitive[i]
		}
		if p.Ridge != nil {
			z.ridge = p.Ridge[i]
			z.curvature += z.ridge
		}
		if z.low < z.high {
			c.order = append(c.order, int32(i))
		}
		if p.Start != nil {
			c.move(i, min(max(p.Start[i], z.low), z.high))
		}
	}
	c.reactivate()
}

// sized returns n zeros, in the memory of v if that suffices.
func sized[T any](v []T, n int) []T {
	if cap(v) < n {
		return make([]T, n)
	}
	clear(v[:n])
	return v[:n]
}

// move sets b_i.
func (c *Coordinate) move(i int, to float64) {
	if step := to - c.coordinates[i].b; step != 0 {
		c.coordinates[i].b = to
		c.rows.Add(i, step, c.w)
		c.v += float64(c.constant * step)
		c.moved = true
	}
}

// length returns |w|^2.
func (c *Coordinate) length(w []float64) (sum float64) {
	if c.square != nil {
		return c.square(w)
	}
	for _, v := range w {
		sum += float64(v * v)
	}
	return sum
}

// Refine has a further call of Run end at another tolerance, or number of passes.
func (c *Coordinate) Refine(tolerance float64, passes int) {
	c.settings.Tolerance, c.settings.MaxIterations = tolerance, passes
}

// reactivate makes all samples active again.
func (c *Coordinate) reactivate() {
	c.active, c.outLimit, c.inLimit = len(c.order), math.Inf(1), math.Inf(1)
}

// Run iterates until the problem is solved or ctl or a limit ends it. A further call
// continues.
func (c *Coordinate) Run(ctl *run.Ctl) run.Status {
	for {
		if !c.begun {
			if limit := c.settings.MaxIterations; limit > 0 && c.iterations >= limit {
				if c.gap = c.measure(); c.gap <= c.settings.Tolerance {
					return run.Converged // accelerate has solved it
				}
				return run.IterationLimit
			}
			c.stream.Shuffle(c.order[:c.active])
			c.begun, c.out, c.in, c.moved = true, 0, 0, false
		}
		for c.at < c.active {
			if status := ctl.Checkpoint(c.report); status != "" {
				return status
			}
			c.visit(min(c.stride, c.active-c.at))
		}
		c.begun, c.at = false, 0
		c.iterations++
		centre := c.centre
		if status := c.conclude(); status != "" {
			return status
		}
		// A problem with a new centre does not count as solved while its passes hardly advance:
		// their small violations would move the centre away from the solution, again and again.
		if slow := c.settings.Slow; c.iterations%slow == 0 || c.iterations > slow && c.centre != centre {
			c.accelerate()
		}
	}
}

// conclude evaluates a pass. It returns the final status, or "" to continue.
func (c *Coordinate) conclude() run.Status {
	all, violation := c.active == len(c.order), c.out+c.in
	distance := 0.0 // between the bias and the centre of the penalty
	if c.free {
		distance = math.Abs(c.constant * (c.v - c.centre))
	}
	if all {
		c.gap = max(violation, distance)
	}
	switch {
	case all && c.gap <= c.settings.Tolerance:
		return run.Converged
	case violation > max(c.settings.Tolerance, distance*inexact):
		if all && !c.moved {
			return run.Stalled
		}
		c.outLimit, c.inLimit = limit(c.out), limit(c.in)
	case !all:
		c.reactivate()
	default:
		shift := c.v - c.centre
		c.centre = c.v
		c.v += shift
		c.reactivate()
	}
	return ""
}

// inexact is the accuracy, relative to the distance of the bias from the centre, to which a
// problem is solved before the centre moves.
const inexact = 0.1

// limit returns the threshold of shrinking after a pass with this largest violation. After a pass
// without a violation, which does not predict the next one, there is no threshold.
func limit(violation float64) float64 {
	if violation == 0 {
		return math.Inf(1)
	}
	return violation
}

// gradient returns G, the derivative along b_i of the objective less e_i |b_i|.
func (c *Coordinate) gradient(i int) float64 {
	z := &c.coordinates[i]
	return ((c.rows.Dot(i, c.w) + float64(c.constant*c.v)) - z.target) + float64(z.ridge*z.b)
}

// Result is the state of a solver. The slices belong to the solver.
type Result struct {
	Weights    []float64 // w, length d: the sum of b_i x_i, up to the gradient where it is Newton's
	Bias       float64   // c v
	Dual       []float64 // b, length n
	Objective  float64   // of Dual; with a free bias, plus v c sum of b_i, which is zero at the end
	Gap        float64   // sum of the largest violations of optimality; with a free bias at least |c (v - v0)|
	Iterations int       // passes over the samples, or Newton's steps
}

// Result returns the current state; status is the return value of Run.
func (c *Coordinate) Result(status run.Status) Result {
	r := Result{Weights: c.w, Bias: float64(c.constant * c.v), Dual: c.dual,
		Objective: c.objective(), Gap: c.gap, Iterations: c.iterations}
	for i := range r.Dual {
		r.Dual[i] = c.coordinates[i].b
	}
	if status != run.Converged {
		r.Gap = c.measure()
	}
	return r
}

// measure returns the gap at the current point, by a pass that moves nothing.
func (c *Coordinate) measure() float64 {
	up, down := 0.0, 0.0
	for _, i := range c.order {
		z := &c.coordinates[i]
		left, right := z.slopes(c.gradient(int(i)))
		if z.b < z.high {
			up = max(up, -right)
		}
		if z.b > z.low {
			down = max(down, left)
		}
	}
	if c.free {
		return max(up+down, math.Abs(c.constant*(c.v-c.centre)))
	}
	return up + down
}

func (c *Coordinate) objective() float64 {
	linear, quadratic := 0.0, 0.0
	for i := range c.coordinates {
		z := &c.coordinates[i]
		linear += float64(z.insensitive*math.Abs(z.b)) - float64(z.target*z.b)
		quadratic += float64(float64(z.ridge*z.b) * z.b)
	}
	quadratic += c.length(c.w)
	// 1/2 (v-v0)^2 + v0 (v-v0), which is 1/2 v^2 if the centre is zero.
	shift := c.v - c.centre
	return c.plus + quadratic/2 + linear + float64(shift*(c.centre+shift/2))
}

func (c *Coordinate) report() run.Report {
	r := run.Report{Iteration: c.iterations, Objective: c.objective(), Gap: c.gap}
	for i := range c.coordinates {
		if c.coordinates[i].b != 0 {
			r.SupportVectors++
		}
	}
	return r
}
