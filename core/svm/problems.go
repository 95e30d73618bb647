package svm

import (
	"slices"

	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/qp"
	"maxmargin/core/run"
)

// problems is the fit of a classifier in progress, which solves its two-class problems in
// turn.
type problems struct {
	*dual
	scheme   multi.Scheme
	labels   []int32
	upper    []float64       // of every sample; 0: left out
	byClass  [][]int         // samples with a positive bound
	segments []*gram.Segment // of each class that was needed, or one of all; nil: every problem has a view of its own
	budget   *int            // float64 that the segments may still keep; nil: they keep nothing
	small    *gram.Pairs     // the matrices of pairs of small classes; nil: there are none, or options ask for another solver
	dense    qp.Dense        // which solves these
	posed    qp.Problem      // the problem at hand
	settled  qp.Settings     // for it
	found    qp.Result       // its solution
	vectors  []float64       // memory of its vectors
	members  []int           // its samples
	previous *Decisions      // to start from; nil: from nothing
	solved   model.Solved
	ended    []run.Status // of each problem

	// Machines differ in these functions. pose completes a problem that has its matrix,
	// signs and bounds, and y alpha of a previous fit, if there is one, to start from.
	// read turns a solution into the decision function: it leaves y a_i and returns the
	// bias.
	// again, unless nil, reports whether a solution must be more exact, and sets the tolerance for it.
	pose  func(p *qp.Problem, settings *qp.Settings)
	again func(settings *qp.Settings, r *qp.Result) bool
	read  func(problem int, p *qp.Problem, r *qp.Result) (bias float64)
	// kept returns the numbers of the machine's own that pose, read and find compute for a
	// problem; nil: there are none.
	kept func(problem int) []*float64
	// find solves the problem of a number; nil: the options of Solving decide how.
	find func(ctl *run.Ctl, number int, p qp.Problem, settings qp.Settings) (qp.Result, error)
}

// newProblems prepares the fit of a classifier: where there are several problems
// it makes a segment of every class or, if all samples are in every problem, one
// of them all. The rows within a segment are the same in all problems: they are
// kept in half of the cache and computed once.
func newProblems(d *dual, t model.Training, upper []float64, scheme string) *problems {
	p := &problems{dual: d, scheme: multi.Scheme{Name: scheme, Classes: t.Classes()}, labels: t.Labels(), upper: upper, byClass: make([][]int, t.Classes()), solved: t.Solved}
	p.ended = make([]run.Status, p.scheme.Count())
	for i, c := range t.Labels() {
		if upper[i] > 0 {
			p.byClass[c] = append(p.byClass[c], i)
		}
	}
	if p.scheme.Count() == 1 || p.inTurn() {
		return p
	}
	if !kernel.IsGiven(d.kernel) {
		half := p.cacheBytes() / 2 / 8
		p.budget = &half
	}
	if p.againstRest() {
		p.segments = append(p.segments, p.matrix.Segment(slices.Concat(p.byClass...), p.budget))
		return p
	}
	p.segments = make([]*gram.Segment, t.Classes())
	if d.standard() {
		p.small = p.matrix.Pairs(p.byClass)
	}
	return p
}

// segment returns the segment of a class.
func (p *problems) segment(class int) *gram.Segment {
	if p.segments[class] == nil {
		p.segments[class] = p.matrix.Segment(p.byClass[class], p.budget)
	}
	return p.segments[class]
}

// againstRest reports whether every problem is about all classes.
func (p *problems) againstRest() bool { return p.scheme.Problem(0).Negative == multi.Rest }

// from makes the fit start from a previous one.
func (p *problems) from(previous *Decisions) error {
	if previous.Kernel() == nil {
		return nil
	}
	if got, want := len(p.byClass), len(previous.Counts); got != want {
		return fault.New(fault.Option, "warmStart", "warmStart needs the samples of the previous fit, but that had %d classes and y has %d; set warmStart to false", want, got).
			With("expected", want).With("got", got)
	}
	if previous.scheme().Count() != p.scheme.Count() || previous.AgainstRest() != p.againstRest() {
		return nil // the previous fit solved other problems, so there is nothing to start from
	}
	p.previous = previous
	return startable(previous.Samples, p.x.Len())
}

// solve runs through the problems and gathers their solutions. It ends early only
// when ctl aborts; a problem that a budget cuts short keeps what it has.
func (p *problems) solve(ctl *run.Ctl) (Decisions, run.Status, error) {
	k, n, count := len(p.byClass), p.x.Len(), p.scheme.Count()
	fit := Decisions{Order: multi.Ascending(k), Rows: k - 1,
		Intercept: make([]float64, count), Iterations: make([]int32, count),
		Objectives: make([]float64, count), Gaps: make([]float64, count)}
	if p.againstRest() {
		fit.Rows = k
	}
	fit.Solution.expect(count)
	coef, all := make([][]float64, fit.Rows), make([]float64, fit.Rows*n) // of all samples
	for row := range coef {
		coef[row] = all[row*n : (row+1)*n]
	}
	status, err := p.scheme.Each(ctl.Within(p.MaxTime), func(ctl *run.Ctl, m multi.Problem) (int, run.Status, error) {
		samples := p.samples(m)
		r, bias, err := p.solution(ctl, m, samples)
		if err != nil {
			return 0, "", err
		}
		fit.Intercept[m.Number], p.ended[m.Number] = bias, r.Status
		fit.Solution.add(r, samples)
		fit.indefinite = fit.indefinite || r.Indefinite
		fit.Iterations[m.Number], fit.Objectives[m.Number], fit.Gaps[m.Number] = int32(r.Iterations), r.Objective, r.Gap
		for at, sample := range samples {
			coef[coefRow(m, p.labels[sample])][sample] = r.Alpha[at] * m.Sign(p.labels[sample])
		}
		return r.Iterations, r.Status, nil
	})
	if err == nil && status != run.Aborted {
		p.matrix, p.segments, p.small, p.posed = nil, nil, nil, qp.Problem{} // make room for what the model keeps
		fit.keepSupport(p, coef)
	}
	return fit, status, err
}

// solution returns the solution of the problem over samples as read leaves it, until the next
// call, and the bias.
func (p *problems) solution(ctl *run.Ctl, m multi.Problem, samples []int) (r *qp.Result, bias float64, err error) {
	r = &p.found
	if packed := p.solved.Of(m.Number); packed != nil {
		*r, bias, err = p.unpack(m, samples, packed)
		return r, bias, err
	}
	if err = p.solveOne(ctl, m, samples, r); err != nil || r.Status == run.Aborted {
		return r, 0, err
	}
	for p.again != nil && p.again(&p.settled, r) {
		if err := p.refine(ctl, m, samples, r); err != nil || r.Status == run.Aborted {
			return r, 0, err
		}
	}
	return r, p.read(m.Number, &p.posed, r), nil
}

// refine solves the problem of solution again, from its solution r, to a smaller tolerance. r stays
// as it is where the limits on work leave a worse one, and its status is that of the tolerance of the
// options.
func (p *problems) refine(ctl *run.Ctl, m multi.Problem, samples []int, r *qp.Result) error {
	p.view(&p.posed, m, samples) // that of the run before may have shrunk
	p.posed.Start, p.posed.Known = slices.Clone(r.Alpha), nil
	finer, err := p.run(ctl, p.posed, p.settled)
	if err != nil {
		return err
	}
	steps, values, hits := r.Iterations+finer.Iterations, r.Values+finer.Values, r.Hits+finer.Hits
	status, shrunk := r.Status, max(r.Shrunk, finer.Shrunk)
	if finer.Status.Cut() {
		status = finer.Status
	}
	if finer.Gap <= r.Gap {
		*r = finer
	}
	r.Status, r.Iterations, r.Values, r.Hits, r.Shrunk = status, steps, values, hits, shrunk
	return nil
}

// samples returns the samples of a problem: class by class, or in the order of X for the solvers
// that visit them in turn, as Table 7.1 and Appendix A of Cristianini & Shawe-Taylor have it. Those of
// a pair hold until the next call where classes have segments.
func (p *problems) samples(m multi.Problem) (all []int) {
	if m.Negative == multi.Rest {
		all = slices.Concat(p.byClass...)
	} else {
		if p.segments != nil {
			all = p.members[:0]
		}
		all = append(append(all, p.byClass[min(m.Positive, m.Negative)]...), p.byClass[max(m.Positive, m.Negative)]...)
		p.members = all
	}
	if p.inTurn() {
		slices.Sort(all)
	}
	return all
}

// inTurn reports whether the solver visits the samples in turn.
func (d *dual) inTurn() bool { return d.Solver == "ascent" || d.Solver == "smo-platt" }

// coefRow returns the row of the coefficients that holds those of a problem, for its
// samples of a class. There is a row for each problem against the rest; for pairs there
// is a row for each other class.
func coefRow(m multi.Problem, class int32) int {
	if m.Negative == multi.Rest {
		return m.Positive
	}
	other := m.Positive + m.Negative - int(class)
	if other > int(class) {
		return other - 1
	}
	return other
}

// solveOne sets r to the solution of the dual of the problem over samples, which it poses.
func (p *problems) solveOne(ctl *run.Ctl, m multi.Problem, samples []int, r *qp.Result) (err error) {
	n := len(samples)
	p.vectors = slices.Grow(p.vectors[:0], 4*n)[:4*n]
	clear(p.vectors)
	problem, settings := &p.posed, &p.settled
	*problem = qp.Problem{Sign: p.vectors[:n:n], Linear: p.vectors[n : 2*n : 2*n], Lower: p.vectors[2*n : 3*n : 3*n], Upper: p.vectors[3*n:]}
	for at, sample := range samples {
		problem.Sign[at] = m.Sign(p.labels[sample])
		problem.Upper[at] = p.upper[sample]
	}
	if p.previous != nil {
		problem.Start = p.previous.start(p, m, samples)
		for at, s := range problem.Sign {
			problem.Start[at] *= s
		}
	}
	block := p.view(problem, m, samples)
	*settings = p.settings()
	settings.Lengthen = p.previous != nil
	p.pose(problem, settings)
	switch {
	case p.find != nil:
		*r, err = p.find(ctl, m.Number, *problem, *settings)
		return err
	case block == nil || settings.Lengthen || settings.Ceiling > 0 || len(problem.Linear) > n:
		*r, err = p.run(ctl, *problem, *settings)
		return err
	}
	if p.dense.Solve(ctl, problem, block.Whole(), settings, r) {
		return nil
	}
	steps := r.Iterations
	problem.Start = r.Alpha
	if settings.MaxIterations > 0 {
		settings.MaxIterations -= steps
	}
	*r, err = p.run(ctl, *problem, *settings)
	r.Iterations += steps
	return err
}

// view gives a problem its kernel matrix, and returns it where it is there whole.
func (p *problems) view(problem *qp.Problem, m multi.Problem, samples []int) *gram.Block {
	if p.small != nil {
		if block := p.small.Of(min(m.Positive, m.Negative), max(m.Positive, m.Negative)); block != nil {
			problem.K = block
			return block
		}
	}
	switch {
	case p.segments == nil && p.find == nil:
		p.give(problem, samples)
	case p.segments == nil:
		problem.K = p.matrix.ViewOf(p.memory, p.cacheBytes(), samples)
	case m.Negative == multi.Rest:
		problem.K = p.matrix.View(p.memory, p.cacheBytes()/2, p.segments...)
	default:
		problem.K = p.matrix.View(p.memory, p.cacheBytes()/2, p.segment(min(m.Positive, m.Negative)), p.segment(max(m.Positive, m.Negative)))
	}
	return nil
}

var _ qp.Rows = (*gram.View)(nil)
