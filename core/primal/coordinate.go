package primal

import (
	"math"

	"maxmargin/core/rng"
	"maxmargin/core/run"
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
// What is minimised is minus the dual objective, as in package qp.
type Dual struct {
	X           *Samples
	Target      []float64 // t, length n
	Insensitive []float64 // e >= 0, length n; nil: 0
	Ridge       []float64 // D >= 0, length n; nil: 0. It is positive where a bound is infinite
	Lower       []float64 // lo <= 0, length n
	Upper       []float64 // hi >= 0, length n
	Start       []float64 // b to start from, length n, cut to the bounds; nil: 0

	// Constant is c, the value of one further feature, whose weight times c is
	// the bias; 0: no bias.
	Constant float64
	// Free leaves the weight of that feature out of the penalty. Sum of b_i is
	// then zero and v its multiplier; see Coordinate.
	Free bool
}

// Settings say how Coordinate goes and when it stops.
type Settings struct {
	// Tolerance is the sum of the largest violations of optimality, outwards and
	// inwards, at which the solver calls itself converged; LIBLINEAR's rule.
	Tolerance float64
	// MaxIterations is the largest number of passes over the samples; 0: no limit.
	MaxIterations int
	// Shrinking leaves samples out of the passes that look settled at a bound,
	// and looks at them again before the end.
	Shrinking bool
	// Seed of the order in which samples are visited.
	Seed uint64
}

// Coordinate is dual coordinate descent: it visits the samples in random order
// and minimises over one b_i at a time, in closed form. The weights stand ready,
// so a visit costs one inner product and, if b_i moves, one addition.
//
// A bias without penalty is found by the method of multipliers (Rockafellar
// 1976). The penalty is put on the distance of v from a centre, 1/2 (v - v0)^2,
// and whenever that problem is solved the centre moves to its solution. The sum
// of b_i, which is (v - v0)/c, goes to zero; that is the condition for a bias
// without penalty, and no approximation remains.
type Coordinate struct {
	settings Settings
	constant float64 // c
	free     bool
	rows     Rows
	stream   *rng.Stream
	stride   int // visits between checkpoints

	coordinates []coordinate // length n
	w           []float64    // length d
	dual        []float64    // scratch for Result, length n
	v           float64      // weight of the constant feature, v0 + c sum of b
	centre      float64      // v0

	order  []int32 // samples that can move; the first active of them are visited
	active int
	begun  bool // a pass
	at     int  // place in order where it goes on

	// The largest violations of the last pass: of b that would move away from
	// zero, and towards it. What is further inside is set aside.
	outLimit, inLimit float64

	out, in    float64 // the same, of this pass
	moved      bool    // in this pass
	gap        float64 // of the last pass over all samples
	iterations int     // passes
}

// coordinate is what a visit needs of one sample, in one cache line.
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

// Pose lets the solver begin another problem. It uses its memory again, which in
// WebAssembly is dearer than the arithmetic of a pass: what Result returned for
// the problem before is lost.
func (c *Coordinate) Pose(p Dual, s Settings) {
	n, d := p.X.N, p.X.D
	*c = Coordinate{settings: s, constant: p.Constant, free: p.Free, rows: p.X.Rows, stream: rng.New(s.Seed), stride: p.X.Stride,
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

// reactivate lets all samples be visited again.
func (c *Coordinate) reactivate() {
	c.active, c.outLimit, c.inLimit = len(c.order), math.Inf(1), math.Inf(1)
}

// Run goes on until the problem is solved or ctl or a limit ends it. Run again to
// continue.
func (c *Coordinate) Run(ctl *run.Ctl) run.Status {
	for {
		if !c.begun {
			if limit := c.settings.MaxIterations; limit > 0 && c.iterations >= limit {
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
		if status := c.conclude(); status != "" {
			return status
		}
	}
}

// conclude draws the conclusions of a pass. It returns "" to go on.
func (c *Coordinate) conclude() run.Status {
	all, violation := c.active == len(c.order), c.out+c.in
	distance := 0.0 // of the bias from the one that the penalty is centred on
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

// inexact is how far, for its part of the way still to go, a problem with a
// penalty around a centre is solved before the centre moves.
const inexact = 0.1

// limit returns the threshold for setting aside after a pass with such a largest
// violation: none after a pass without any, which says nothing of the next.
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

// Result is where a solver stands. The slices are the solver's own.
type Result struct {
	Weights    []float64 // w, length d
	Bias       float64   // c v
	Dual       []float64 // b, length n
	Objective  float64   // of Dual; with a free bias, plus v c sum of b_i, which is zero at the end
	Gap        float64   // sum of the largest violations of optimality; with a free bias at least |c (v - v0)|
	Iterations int       // passes over the samples
}

// Result returns where the run stands; status is what Run returned.
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

// measure returns the gap at this point, by a pass that moves nothing.
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
	for _, w := range c.w {
		quadratic += float64(w * w)
	}
	// 1/2 (v-v0)^2 + v0 (v-v0), which is 1/2 v^2 where the penalty is around zero.
	shift := c.v - c.centre
	return quadratic/2 + linear + float64(shift*(c.centre+shift/2))
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
