package svm

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
	"maxmargin/core/solve/qp"
)

// problems is an unfinished fit of a classifier, which solves its two-class problems one after
// another.
type problems struct {
	*dual
	scheme   reduction.Scheme
	labels   []int32
	upper    []float64         // of every sample; 0: left out
	byClass  [][]int           // samples with a positive bound
	segments []*gram.Segment   // of each class so far, or one of all; nil if every problem has its own view
	budget   *int              // how many more float64 the segments may keep; nil if they keep nothing
	small    *gram.Pairs       // matrices of pairs of small classes; nil without such pairs and for other solvers
	whole    gram.Block        // the matrix of a small problem that is the only one
	dense    qp.Dense          // which solves these
	posed    qp.Problem        // the present problem
	settled  qp.Settings       // for it
	found    qp.Result         // its solution
	vectors  []float64         // memory of its vectors
	members  []int             // memory of its samples
	problem  reduction.Problem // which one that is
	over     []int             // its samples
	previous *Decisions        // to start from, or nil
	solved   model.Solved
	ended    []run.Status // of each problem

	formulation formulation
	searches    bool // the formulation solves a problem several times, over the same view
}

// formulation is the quadratic problem of a machine for two classes.
type formulation interface {
	// solve completes p.posed, which has its matrix, signs and bounds, with y alpha of a previous
	// fit, if there is one, as a start. It solves the problem, leaves alpha of the decision
	// function in p.found, and returns the bias. block is the matrix, if all of it is in memory.
	solve(ctl *run.Ctl, p *problems, block *gram.Block) (bias float64, err error)
	// own points to the results of a problem that only this machine has, so that pack and unpack
	// can carry them between programs.
	own(number int) []*float64
}

// newProblems prepares the fit of a classifier. With several problems it makes a segment of every
// class or, if all samples are in every problem, one of all samples. The rows within a segment are
// the same in all problems: they are computed once and kept in half of the cache.
func newProblems(d *dual, t model.Training, upper []float64, scheme string) *problems {
	p := &problems{dual: d, scheme: reduction.Scheme{Name: scheme, Classes: t.Classes()}, labels: t.Labels(), upper: upper, byClass: make([][]int, t.Classes()), solved: t.Solved}
	p.ended = make([]run.Status, p.scheme.Count())
	sizes, all := make([]int, t.Classes()), make([]int, len(upper))
	for _, c := range p.labels {
		sizes[c]++
	}
	for c, size := range sizes {
		p.byClass[c], all = all[:0:size], all[size:]
	}
	for i, c := range p.labels {
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
func (p *problems) againstRest() bool { return p.scheme.Problem(0).Negative == reduction.Rest }

// from sets a previous fit to start from.
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
	return model.Startable(previous.Samples, p.x.Len())
}

// solve solves all problems and gathers their solutions. Only an abort ends it early; a limit cuts
// a problem short, which keeps its solution so far.
func (p *problems) solve(ctl *run.Ctl) (Decisions, run.Status, error) {
	k, n, count := len(p.byClass), p.x.Len(), p.scheme.Count()
	fit := Decisions{Order: reduction.Ascending(k), Rows: k - 1,
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
	status, err := p.scheme.Each(ctl.Within(p.MaxTime), func(ctl *run.Ctl, m reduction.Problem) (int, run.Status, error) {
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
		p.matrix, p.segments, p.small, p.posed = nil, nil, nil, qp.Problem{} // free memory for the model
		fit.keepSupport(p, coef)
	}
	return fit, status, err
}

// solution returns the solution of the problem over samples, until the next call, and the bias.
func (p *problems) solution(ctl *run.Ctl, m reduction.Problem, samples []int) (r *qp.Result, bias float64, err error) {
	r = &p.found
	if packed := p.solved.Of(m.Number); packed != nil {
		*r, bias, err = p.unpack(m, samples, packed)
		return r, bias, err
	}
	bias, err = p.formulation.solve(ctl, p, p.begin(m, samples))
	return r, bias, err
}

// refine solves the present problem again, from its solution, to a smaller tolerance. If limits
// make the new solution worse, the old one stays; the status refers to the tolerance of the
// options.
func (p *problems) refine(ctl *run.Ctl) error {
	r := &p.found
	p.view() // the last view may have shrunk
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

// samples returns the samples of a problem: class by class, or in the order of X for solvers that
// visit them in turn, as in Table 7.1 and Appendix A of Cristianini & Shawe-Taylor. If classes have
// segments, the slice of a pair is valid until the next call.
func (p *problems) samples(m reduction.Problem) (all []int) {
	if m.Negative == reduction.Rest {
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
func (d *dual) inTurn() bool { return d.Solver == "ascent" || d.Solver == "smoPlatt" }

// coefRow returns the row of coefficients that a problem uses for its samples of a class. There is
// a row for each problem against the rest; for pairs a row for each other class.
func coefRow(m reduction.Problem, class int32) int {
	if m.Negative == reduction.Rest {
		return m.Positive
	}
	other := m.Positive + m.Negative - int(class)
	if other > int(class) {
		return other - 1
	}
	return other
}

// begin makes the problem over samples the present one, with the settings of the options. It
// returns the matrix, if all of it is in memory.
func (p *problems) begin(m reduction.Problem, samples []int) *gram.Block {
	n := len(samples)
	p.problem, p.over = m, samples
	p.vectors = slices.Grow(p.vectors[:0], 4*n)[:4*n]
	clear(p.vectors)
	problem := &p.posed
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
	block := p.view()
	p.settled = p.settings()
	p.settled.Lengthen = p.previous != nil
	return block
}

// optimise sets p.found to the solution of the present problem.
func (p *problems) optimise(ctl *run.Ctl, block *gram.Block) (err error) {
	problem, settings, r := &p.posed, &p.settled, &p.found
	if block == nil || settings.Lengthen || settings.Ceiling > 0 || len(problem.Linear) > len(p.over) {
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

// view sets the kernel matrix of the present problem, and returns it if all of it is in memory.
func (p *problems) view() *gram.Block {
	problem, m, samples := &p.posed, p.problem, p.over
	if p.small != nil {
		if block := p.small.Of(min(m.Positive, m.Negative), max(m.Positive, m.Negative)); block != nil {
			problem.K = block
			return block
		}
	}
	if p.device != nil && p.giveDevice(problem, samples) {
		return nil
	}
	switch {
	case p.segments == nil && !p.searches:
		view := p.give(problem, samples)
		if view != nil && p.standard() && p.previous == nil && len(samples) <= gram.SmallProblem {
			p.whole.Hold(view, problem.Places)
			problem.K, problem.Places, problem.Known = &p.whole, nil, nil
			return &p.whole
		}
	case p.segments == nil:
		problem.K = p.matrix.ViewOf(p.memory, p.cacheBytes(), samples)
	case m.Negative == reduction.Rest:
		problem.K = p.matrix.View(p.memory, p.cacheBytes()/2, p.segments...)
	default:
		problem.K = p.matrix.View(p.memory, p.cacheBytes()/2, p.segment(min(m.Positive, m.Negative)), p.segment(max(m.Positive, m.Negative)))
	}
	return nil
}
