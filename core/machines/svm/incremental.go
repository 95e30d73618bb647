package svm

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/activeset"
)

// Remainder has the samples without a coefficient and the weights of all samples. With them a
// loaded incremental machine can add and remove samples.
type Remainder struct {
	OtherIndices []int32    `field:"others.indices" shape:"others" range:"[0,n-1]"` // ascending
	Others       sample.Set `field:"others.vectors" shape:"others,d"`               // nil for a precomputed kernel
	Weights      []float64  `field:"rows.weight" shape:"weights" absent:""`         // none: all 1
}

// keep stores the samples that are no support vectors.
func (r *Remainder) keep(l *ledger, support []int32) {
	n := l.x.Len()
	in := make([]bool, n)
	for _, i := range support {
		in[i] = true
	}
	rows := make([]int, 0, n-len(support))
	for i, supports := range in {
		if !supports {
			rows = append(rows, i)
		}
	}
	r.OtherIndices, r.Weights = make([]int32, len(rows)), l.weight
	for p, i := range rows {
		r.OtherIndices[p] = int32(i)
	}
	if !kernel.IsGiven(l.kernel) {
		r.Others = l.x.Select(rows)
	}
}

// samples returns all samples of a fit, of which these are the support vectors.
func (r *Remainder) samples(indices []int32, vectors sample.Set) sample.Set {
	order := make([]int, len(indices)+len(r.OtherIndices))
	for p, i := range indices {
		order[i] = p
	}
	for p, i := range r.OtherIndices {
		order[i] = len(indices) + p
	}
	return sample.Join(vectors, r.Others).Select(order)
}

// check returns an error unless the fields of a file match: there are n samples, and each is a
// support vector or not.
func (r *Remainder) check(n, targets int, indices []int32, given bool) error {
	if got := len(indices) + len(r.OtherIndices); got != n || targets != n || len(r.Weights) != 0 && len(r.Weights) != n || (r.Others == nil) != given {
		return fault.New(fault.Format, "bytes", "the model lists %d of its %d rows, with %d targets and %d weights", got, n, targets, len(r.Weights))
	}
	seen := make([]bool, n)
	for _, list := range [][]int32{indices, r.OtherIndices} {
		for _, i := range list {
			if seen[i] {
				return fault.New(fault.Format, "bytes", "the model lists row %d twice", i)
			}
			seen[i] = true
		}
	}
	for i, w := range r.Weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return fault.New(fault.Format, "bytes", "the model's weight of row %d is %v", i, w)
		}
	}
	return nil
}

// statement has the quadratic problems of an incremental machine for a training set: minimise 1/2
// b'Kb + p'b subject to low <= b <= high, sum b = s; see package activeset.
type statement struct {
	problems int
	parts    int  // variables of each sample: 2 for a tube of some width, b = a and b = -a*
	constant bool // the sum is fixed
	sum      float64
	takes    func(problem, row int) bool // whether a sample is in a problem
	// pose returns bounds and p of one of the variables of a sample.
	pose func(problem, row, part int) (low, high, linear float64)
}

// ledger is the training set of an incremental machine with the exact solutions of its problems. A
// change of the set changes the solutions. A model file has no ledger: a loaded machine computes it
// from its result.
type ledger struct {
	result   any // that it led to
	kernel   kernel.Kernel
	widths   []float64
	x        sample.Set
	target   model.Target // may be nil
	weight   []float64    // nil if all are 1
	problems []*exact
}

// exact is one of the problems.
type exact struct {
	set     *activeset.Set
	rows    *activeset.Kept
	parts   int
	samples []int // rows of the training set, in the order of the variables
	passed  int   // breakpoints before the last change

	ended run.Status // why the solution is not the exact one; "": it is
}

// alike reports whether the problem has the variables that s states, and its constraint.
func (e *exact) alike(s *statement) bool { return e.parts == s.parts && e.set.Constant == s.constant }

// exactly finds the exact solution of a problem and passes most breakpoints at most. If a limit or
// the caller ends the search, the solution is its last point; if rounding errors do, the point
// best. With most = 0 these are errors.
func (e *exact) exactly(ctl *run.Ctl, most int, best []float64, of func() activeset.Problem, walk func() error) error {
	s := e.set
	e.ended = ""
	if s.Until = 0; most > 0 {
		s.Until = s.Breakpoints + most
	}
	err := walk()
	s.Until = 0 // the limit is for this search alone
	if most == 0 || err == nil {
		return err
	}
	ended, halted := err.(activeset.Ended)
	switch {
	case halted:
		e.ended, best = run.Status(ended), s.Coef
	case err == activeset.ErrLost:
		e.ended = run.Stalled
	default:
		return err
	}
	s.Rest(ctl, best, of())
	return nil
}

// ended returns why a solution is not exact, or "" if all are.
func (l *ledger) ended() run.Status {
	for _, e := range l.problems {
		if e.ended != "" {
			return e.ended
		}
	}
	return ""
}

// status says how the last fit or change ended. It is also stalled if kernel values are so large
// that the conditions hold less well than after a fit of SVC.
func (l *ledger) status() run.Status {
	if ended := l.ended(); ended != "" {
		return ended
	}
	for _, e := range l.problems {
		if e.set.Violation() > 1e-3+1e-9*e.set.Spread() {
			return run.Stalled
		}
	}
	return run.Converged
}

// kept returns the ledger of a result, without its problems.
func kept(s *expansion.Support, others *Remainder, target model.Target) *ledger {
	l := &ledger{kernel: s.Kernel(), widths: s.Widths, x: others.samples(s.Indices, s.Vectors), target: target}
	if len(others.Weights) > 0 {
		l.weight = others.Weights
	}
	return l
}

// training returns the training set.
func (l *ledger) training() model.Training {
	t := model.NewTraining(l.x, l.target)
	t.Weight = l.weight
	return t
}

// solve solves the problems from coefficients near their solution and passes most breakpoints at
// most.
func (l *ledger) solve(ctl *run.Ctl, s *statement, bytes, most int, coef func(problem, row int) float64) error {
	l.problems = nil
	stages := ctl.Stages(s.problems)
	for problem := range s.problems {
		e, start := l.pose(s, problem, bytes/s.problems, coef)
		of := func() activeset.Problem { return e.problem(s, problem, e.samples) }
		part := stages.Share("")
		err := e.exactly(part, most, slices.Clone(start), of, func() error { return e.set.Solve(part, start) })
		if err != nil {
			return exactError(err)
		}
		e.rest(s)
		l.problems = append(l.problems, e)
	}
	return nil
}

// rest frees the columns of one of several problems: together they would need several times the
// memory of the samples, and more with stored zeros.
func (e *exact) rest(s *statement) {
	if s.problems > 1 {
		e.rows.Rest()
	}
}

// pose makes one of the problems from the coefficients of its variables, clipped to their bounds.
// It keeps this many bytes of kernel rows.
func (l *ledger) pose(s *statement, problem, bytes int, coef func(problem, row int) float64) (e *exact, start []float64) {
	e = &exact{parts: s.parts}
	for i := range l.x.Len() {
		if s.takes(problem, i) {
			e.samples = append(e.samples, i)
		}
	}
	all := model.Data{X: l.x}.Select(e.samples, nil)
	if kernel.IsGiven(l.kernel) {
		all = model.Data{X: l.x}.Select(e.samples, e.samples)
	}
	e.rows = activeset.NewRows(l.kernel, all.X, l.x, s.parts, bytes)
	to := e.problem(s, problem, e.samples)
	e.set = &activeset.Set{K: e.rows, Constant: s.constant, Low: to.Low, High: to.High, Linear: to.Linear, Sum: to.Sum}
	for _, i := range e.samples {
		for range s.parts {
			v := len(start)
			start = append(start, min(max(coef(problem, i), to.Low[v]), to.High[v]))
		}
	}
	return e, start
}

// problem returns the bounds and the linear term for the samples at rows of the training set
// that s states; a sample at -1 leaves.
func (e *exact) problem(s *statement, number int, rows []int) activeset.Problem {
	n := len(rows) * e.parts
	to := activeset.Problem{Low: make([]float64, n), High: make([]float64, n), Linear: make([]float64, n), Sum: s.sum}
	for p, i := range rows {
		for part := range e.parts {
			if v := p*e.parts + part; i >= 0 {
				to.Low[v], to.High[v], to.Linear[v] = s.pose(number, i, part)
			} else {
				to.Linear[v] = e.set.Linear[v]
			}
		}
	}
	return to
}

// change moves the solutions to the problems of another training set. place has the new row of each
// present sample, -1 for one that leaves; new samples have the rows from first on. If a solution is
// not exact, its coefficients are kept.
func (l *ledger) change(ctl *run.Ctl, s *statement, next model.Training, place []int, first, most int) error {
	stages := ctl.Stages(s.problems)
	for number, e := range l.problems {
		e.passed = e.set.Breakpoints
		rows := make([]int, 0, len(e.samples)+next.X.Len()-first)
		for _, i := range e.samples {
			rows = append(rows, place[i])
		}
		var joining []int
		var linear []float64
		for i := first; i < next.X.Len(); i++ {
			if s.takes(number, i) {
				joining = append(joining, i)
				for part := range e.parts {
					_, _, p := s.pose(number, i, part)
					linear = append(linear, p)
				}
			}
		}
		if len(joining) > 0 {
			rows = append(rows, joining...)
			e.rows.Append(next.X.Select(joining))
			e.set.Append(linear...)
		}
		of := func() activeset.Problem { return e.problem(s, number, rows) }
		before, ended := slices.Clone(e.set.Coef), e.ended
		part := stages.Share("")
		err := e.exactly(part, most, before, of, func() error {
			if ended != "" {
				return activeset.Ended(ended)
			}
			return e.set.Become(part, of())
		})
		if err != nil {
			return exactError(err)
		}
		e.forget(rows)
		if e.ended != "" {
			e.set.Rest(part, e.set.Coef, e.problem(s, number, e.samples))
		}
		e.rest(s)
	}
	l.x, l.target, l.weight = next.X, next.Target, next.Weight
	return nil
}

// forget drops the variables of the samples that left, at -1 in rows.
func (e *exact) forget(rows []int) {
	for p := len(rows) - 1; p >= 0; p-- {
		if rows[p] >= 0 {
			continue
		}
		e.set.Delete(p*e.parts, e.parts)
		e.rows.Remove(p)
		last := len(rows) - 1
		rows[p] = rows[last]
		rows = rows[:last]
	}
	e.samples = rows
}

// each calls take for every sample of the problem with its coefficient.
func (e *exact) each(take func(row int, coef float64)) {
	for p, i := range e.samples {
		sum := 0.0
		for _, b := range e.set.Coef[p*e.parts : (p+1)*e.parts] {
			sum += b
		}
		take(i, sum)
	}
}

// steps returns how many breakpoints the last change passed.
func (e *exact) steps() int32 { return int32(min(e.set.Breakpoints-e.passed, math.MaxInt32)) }

// objective returns 1/2 b'Kb + p'b.
func (e *exact) objective() (sum float64) {
	s := e.set
	for i, b := range s.Coef {
		sum += 0.5 * b * (s.Gradient[i] + s.Linear[i] - s.Bias)
	}
	return sum
}

// join returns a training set with further samples at its end.
func (l *ledger) join(t model.Training) model.Training {
	next := model.NewTraining(sample.Join(l.x, t.X), joinedTarget(l.target, t.Target))
	if l.weight != nil || t.Weight != nil {
		next.Weight = append(ones(l.weight, l.x.Len()), ones(t.Weight, t.X.Len())...)
	}
	return next
}

// ones returns a copy of weights, or n ones if there are none.
func ones(weight []float64, n int) []float64 {
	if weight != nil {
		return slices.Clone(weight)
	}
	weight = make([]float64, n)
	for i := range weight {
		weight[i] = 1
	}
	return weight
}

// without returns the training set without some rows, and the place of each row in it.
func (l *ledger) without(rows []int32) (next model.Training, place []int) {
	place = make([]int, l.x.Len())
	for _, i := range rows {
		place[i] = -1
	}
	var keep []int
	for i, p := range place {
		if p == 0 {
			place[i] = len(keep)
			keep = append(keep, i)
		}
	}
	return model.Training{Data: l.training().Data.Select(keep, nil)}, place
}
