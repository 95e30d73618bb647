package svm

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/solve/qp"
)

// Solving has the options for the solution of a dual problem and for its end.
type Solving struct {
	// This field makes the struct incomparable: nobody calls the 8 KB of comparison functions that
	// the compiler generates otherwise.
	_ [0]func()

	Tol       float64 `js:"tol" default:"0.001" range:"(0,inf)" doc:"Largest violation of the optimality (KKT) conditions at which training ends; study.stopping can choose another rule."`
	CacheSize float64 `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel rows."`
	MaxIter   float64 `js:"maxIter" type:"integer" default:"50000000" range:"[1,inf]" doc:"Largest number of iterations for each quadratic problem (a classifier has one for every pair of classes); the best solution so far is kept. Infinity sets no limit."`
	MaxTime   float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit, shared evenly by its quadratic problems; the best solution so far is kept."`
	Study     `js:"study" group:"study"`
	Seed      int  `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: what the solvers 'smoPlatt' and 'ascent' draw, and the folds that a classifier learns probabilities from."`
	WarmStart bool `js:"warmStart" default:"false" doc:"Start from the solution of the previous fit, which must have been to the same samples. Other options may have changed; the solution is clipped to their bounds."`
}

// Cost counts the kernel matrix, over which the solver 'interiorPoint' works. The others
// hold no more than the row cache.
func (s *Solving) Cost() model.Cost {
	if s.Solver == "interiorPoint" {
		return model.MatrixCost()
	}
	return model.KernelCost()
}

// TakesBytes says so: kernel rows of bytes need no numbers.
func (*Solving) TakesBytes() {}

// Study are options that few need: they are not needed to fit a model well.
type Study struct {
	Solver     string    `js:"solver" default:"smo" choices:"smo,smoPlatt,smoQuadrants,decomposition,chunking,ascent,interiorPoint" doc:"Solver of the dual problem. All except 'smo' are for study and comparison, and some do not solve the problems of all machines."`
	Stopping   string    `js:"stopping" default:"kkt" choices:"kkt,growth,gap,figures" doc:"Stopping rule that uses tol: the largest violation of the optimality conditions ('kkt'), the relative growth of the dual objective in an iteration ('growth', unreliable), the feasibility gap over primal + 1 ('gap') or over |primal| + 1 ('figures': -log10(tol) significant figures)."`
	Trace      float64   `js:"trace" type:"integer" default:"0" range:"[0,1000000]" doc:"Number of iterations of each quadratic problem, from the first, that are recorded: working set, objective, violation, margin."`
	Shrinking  bool      `js:"shrinking" default:"true" doc:"Leave out samples that are likely to stay at their bounds, until a final check. Changes the time, not the result."`
	Precision  string    `js:"precision" default:"auto" choices:"auto,float32,float64" doc:"Numbers of kernel rows. 'float32' takes half of the memory and less time, and 'auto' takes it from 10,000 samples on. It is for the solver 'smo', a Gaussian kernel of dense numbers, and a single problem with bounds; other rows are 'float64', and so are those of a fit that would miss tol. Objective, violation and duality gap are those of float64 in any case. The attribute precision says which numbers the rows had."`
	WorkingSet int       `js:"workingSet" default:"10" range:"[2,100000]" doc:"Size of the working set of 'decomposition', or number of the worst violators that join the chunk of 'chunking'."`
	Selection  string    `js:"selection" default:"gap" choices:"gap,room,violation" doc:"Score by which these two solvers choose samples: their share of the feasibility gap, the possible change of their dual variables, or the violation of the conditions."`
	Updates    string    `js:"updates" default:"sequential" choices:"sequential,simultaneous" doc:"Whether 'ascent' changes one variable at a time, with the rate 1 / K_ii, or all variables by the same gradient, with one rate."`
	Order      string    `js:"order" default:"cyclic" choices:"cyclic,random,free,ascending" doc:"Order in which 'ascent' changes single variables: in turn, as the rows of X, at random, those between their bounds first, or those that are not zero first, in ascending order."`
	Relaxation float64   `js:"relaxation" default:"1" range:"(0,2)" doc:"Factor of the steps of 'ascent' (successive over-relaxation)."`
	BiasScale  BiasScale `js:"biasScale" default:"none" choices:"none,radius" range:"(0,inf)" doc:"tau of an implicit constant of 'ascent', b = tau^2 times the sum of the coefficients. The problem then has |w|^2 + (b / tau)^2 in place of |w|^2. 'radius' is the largest |x| in feature space."`
}

// BiasScale is the scale of an implicit constant: a name, or a number if it has none.
type BiasScale struct {
	Name  string  `js:"name"`
	Value float64 `js:"value"`
}

// tau2 returns the square of the scale, 0 for none.
func (b BiasScale) tau2(d *dual) float64 {
	switch b.Name {
	case "none":
		return 0
	case "radius":
		return d.largestKernel()
	}
	return b.Value * b.Value
}

// settings returns the settings of the solver.
func (d *dual) settings() qp.Settings {
	o := &d.Solving
	s := qp.Settings{Tolerance: o.Tol, Shrinking: o.Shrinking, Rule: o.Stopping, Trace: int(o.Trace),
		Seed: uint64(o.Seed), SetSize: o.WorkingSet, Score: o.Selection, Order: o.Order, Relaxation: o.Relaxation,
		Simultaneous: o.Updates == "simultaneous", Augment: o.BiasScale.tau2(d)}
	s.Limit(o.MaxIter)
	return s
}

// dual is a training set with its kernel matrix, over which a machine poses its
// problem.
type dual struct {
	Solving
	kernel  kernel.Kernel
	widths  []float64
	x       sample.Set
	matrix  *gram.Matrix
	part    *gram.Part
	memory  *gram.Memory
	device  gram.Device // that computes rows, or nil
	errors  []float64   // bounds of its values, of each sample of x; nil before it holds them
	samples []int       // samples of positive weight
	weight  []float64   // of each of these
}

// newDual checks the training set of a machine and makes its kernel with kernelFor. A method of an
// interface in its place would stay in the module for every machine.
func newDual(m model.Machine, kernelFor func(x sample.Set) (kernel.Kernel, []float64, error), solving Solving, t model.Training) (*dual, error) {
	if err := model.Accept(m, t); err != nil {
		return nil, err
	}
	k, widths, err := kernelFor(t.X)
	if err != nil {
		return nil, err
	}
	d := &dual{Solving: solving, kernel: k, widths: widths, x: t.X, matrix: gram.MatrixOf(k, t.X, t.Part), part: t.Part, memory: t.Cache(), device: t.Device}
	n := t.X.Len()
	d.samples, d.weight = make([]int, 0, n), make([]float64, 0, n)
	for i := range n {
		if w := model.WeightAt(t.Weight, i); w > 0 {
			d.samples, d.weight = append(d.samples, i), append(d.weight, w)
		}
	}
	return d, nil
}

// weighted returns an error unless some sample has a weight.
func (d *dual) weighted() error {
	if len(d.samples) == 0 {
		return fault.New(fault.Weight, "sampleWeight", "every sample has weight zero; there is nothing to learn from")
	}
	return nil
}

// bounds returns c w_i for the samples that have a weight.
func (d *dual) bounds(c float64) ([]float64, error) {
	upper := make([]float64, len(d.samples))
	for p, w := range d.weight {
		upper[p] = c * w
		if math.IsInf(upper[p], 0) && !math.IsInf(c, 0) {
			return nil, overflowing(d.samples[p])
		}
	}
	return upper, nil
}

func overflowing(row int) error {
	return fault.New(fault.Weight, "sampleWeight", "C times the weight of row %d overflows; scale the weights down", row).With("row", row)
}

// solve solves a problem over all samples that have a weight.
func (d *dual) solve(ctl *run.Ctl, p qp.Problem, settings qp.Settings) (qp.Result, error) {
	if p.K == nil {
		d.give(&p, d.samples)
	}
	return d.run(ctl.Within(d.MaxTime), p, settings)
}

// standard reports whether the options ask for SMO with its usual rule, without a trace and without
// settings of other solvers.
func (o *Solving) standard() bool {
	return o.Solver == "smo" && o.Stopping == qp.RuleKKT && o.Trace == 0 && o.BiasScale.Name == "none"
}

// give sets the kernel matrix of a problem over some samples, and returns it. If the solver can work on
// all samples of a store, it gets their matrix, and the solution of the last fit to this part.
func (d *dual) give(p *qp.Problem, samples []int) *gram.View {
	if d.standard() {
		if whole, places := d.matrix.Whole(d.memory, d.cacheBytes(), samples); whole != nil {
			p.K, p.Places = whole, places
			if kept := d.matrix.Kept(); kept.Point != nil {
				p.Known = &qp.Image{Point: kept.Point, Sums: kept.Sums}
			}
			return whole
		}
	}
	if d.device != nil && d.giveDevice(p, samples) { // everyday programs do without the second file
		return nil
	}
	if rows := d.singleRows(samples); rows != nil {
		p.Single = singles{rows}
		p.K = p.Single
		return nil
	}
	view := d.matrix.ViewOf(d.memory, d.cacheBytes(), samples)
	p.K = view
	return view
}

// giveDevice gives a problem rows that the device computes, if it takes them.
func (d *dual) giveDevice(p *qp.Problem, samples []int) bool {
	if !d.device.Works() || !d.standard() || d.Precision == "float64" || len(samples) < gram.LeastOnDevice {
		return false
	}
	rows := func() *gram.Single { return d.matrix.OnDevice(d.device, d.errors, d.memory, d.cacheBytes(), samples) }
	if d.errors == nil {
		if d.errors = d.matrix.Hold(d.device, d.widths); d.errors == nil {
			return false
		}
		if d.device.Choosy() && !rows().Faster(d.singleRows(samples)) {
			d.device.Leave("the processor is faster")
			return false
		}
	}
	p.Single = singles{rows()}
	p.K = p.Single
	return true
}

// singleRows returns rows in float32 of the processor, or nil if the rows of a problem are float64.
func (d *dual) singleRows(samples []int) *gram.Single {
	if !d.single(len(samples)) {
		return nil
	}
	return d.matrix.Single(d.memory, d.cacheBytes(), samples)
}

// single reports whether the rows of a problem over n samples are float32, if there are such.
func (d *dual) single(n int) bool {
	return d.standard() && (d.Precision == "float32" || d.Precision == "auto" && lanes.SingleIsFaster && n >= gram.LeastSingle)
}

// singles are rows in float32 for a solver.
type singles struct{ *gram.Single }

// Exact returns the rows in float64.
func (s singles) Exact() qp.Rows { return s.Double() }

// run solves a problem that has its matrix, and keeps the solution for the next fit to the same
// part of a store.
func (d *dual) run(ctl *run.Ctl, p qp.Problem, settings qp.Settings) (qp.Result, error) {
	if d.BiasScale.Name != "none" && d.Solver != "ascent" {
		return qp.Result{}, fault.New(fault.Option, "study.biasScale", "study.biasScale is for the solver 'ascent'; '%s' finds the constant itself", d.Solver)
	}
	s, err := qp.New(d.Solver, p, settings)
	if err != nil {
		return qp.Result{}, err
	}
	r := s.Result(s.Run(ctl))
	if r.Image != nil {
		d.matrix.Keep(gram.Image(*r.Image))
	}
	return r, nil
}

// rows returns the kernel matrix of all samples that have a weight.
func (d *dual) rows() *gram.View { return d.matrix.ViewOf(d.memory, d.cacheBytes(), d.samples) }

// cacheBytes is what cached rows may take.
func (d *dual) cacheBytes() int { return d.matrix.Budget(d.memory, d.CacheSize) }

// largestKernel returns the largest |k(x_i, x_i)|, the squared radius R^2 of the
// data around the origin of the feature space.
func (d *dual) largestKernel() float64 {
	largest := 0.0
	for _, i := range d.samples {
		largest = max(largest, math.Abs(d.matrix.Diagonal()[i]))
	}
	return largest
}

// narrowest is the smallest margin, relative to the radius of the data, at which
// data still count as separable.
const narrowest = 1e-5

// spread returns the largest squared distance in feature space between the first
// row of K and another one, max K_ii + K_00 - 2 K_i0. The radius R of the smallest
// ball around the data is unknown here, but R^2 <= spread <= 4 R^2. Unlike the
// largest K_ii, the spread does not depend on where the origin is.
func spread(p *qp.Problem) float64 {
	own := make([]float64, p.K.Len())
	p.K.Diagonal(own)
	largest, first := 0.0, 0
	if p.Places != nil {
		first = p.Places[0]
	}
	row := p.K.Rows([]int{first})[0]
	for i := range p.Rows() {
		at := i
		if p.Places != nil {
			at = p.Places[i]
		}
		largest = max(largest, own[at]+own[first]-2*row[at])
	}
	return largest
}

// gradientUnit returns the unit of the gradient K a of a problem whose a has a fixed sum, total.
// The gradient is proportional to the weights, of which total is a share, and to the differences
// between kernel values. A total above the mean weight, and differences above 1, count as that
// weight and as 1, so that no tolerance is larger than LIBSVM's.
func gradientUnit(weights []float64, total, differences float64) float64 {
	unit := min(sum(weights)/float64(len(weights)), total)
	if differences > 0 {
		unit *= min(1, differences)
	}
	return unit
}

// inUnits sets the tolerance of the optimality conditions to tol in units of the gradient, and
// returns it. Other stopping rules have relative tolerances, which do not change.
func inUnits(s *qp.Settings, tol, unit float64) float64 {
	if s.Rule == qp.RuleKKT {
		s.Tolerance = tol * unit
	}
	return tol * unit
}

// ceiling returns an upper bound for the dual objective of a machine without slack. If a function f
// of norm |w| meets all conditions, weak duality bounds the objective by |w|^2 / 2. A norm is too
// large to be of use if f, whose values vary by at most range over the data, would have to follow
// differences in feature space of narrowest times their radius R:
//
//	|w| <= range / (narrowest R).
//
// With a constant, R is at least half the spread; without one it is the distance from the origin.
// Differences whose squares are below the rounding errors of the kernel values cannot be followed
// either.
func (d *dual) ceiling(p *qp.Problem, values float64, constant bool) float64 {
	const epsilon = 0x1p-52
	largest := d.largestKernel()
	square := largest
	if constant {
		square = spread(p) / 4
	}
	least := max(narrowest*narrowest*square, 8*epsilon*largest)
	if bound := values * values / least / 2; bound > 0 && bound <= math.MaxFloat64 {
		return bound
	}
	// A kernel of zeros: any step at all shows that there is no solution.
	return values * values / 2 / narrowest
}

// withoutSlack changes settings for a problem of n coordinates that may have no solution. Most such
// problems reach the ceiling within thousands of steps. But if the separating margin is far below
// narrowest, the objective approaches the ceiling ever more slowly. So the number of steps is
// limited, to several times the need of the hardest solvable problem in our tests (500 for each
// coordinate).
func withoutSlack(s *qp.Settings, ceiling float64, n int) {
	s.Ceiling = ceiling
	if limit := 1_000_000 + 5000*n; s.MaxIterations == 0 || s.MaxIterations > limit {
		s.MaxIterations = limit
	}
}
