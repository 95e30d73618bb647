package svm

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/activeset"
)

// expanded is a result with kernel expansions.
type expanded interface{ Expansions() []*expansion.Expansion }

// Certify measures the gap of each problem anew, only from the samples, their coefficients and the
// constants of the result.
func (b *incrementing) Certify(ctl *run.Ctl) (c model.Certificate, err error) {
	s, others, target := b.machine.support()
	if s.Kernel() == nil {
		return c, b.unfitted()
	}
	if s.Given() {
		return c, unchanging()
	}
	work := kept(s, others, target)
	state, err := b.machine.state(work.training())
	if err != nil {
		return c, err
	}
	coef, constants := b.machine.coefficient(), b.machine.constants()
	c.Rows = work.x.Len()
	stages := ctl.Stages(state.problems)
	for problem := range state.problems {
		part := stages.Next("certificate")
		e, start := work.pose(state, problem, 1<<20, coef)
		e.set.Coef = start
		gap, violation, whole := e.set.Certify(constants[problem], func(done float64) bool {
			return part.Wanted(func() run.Report { return run.Report{Phase: "certificate", Fraction: done} })
		})
		if !whole {
			return c, run.ErrAborted
		}
		c.Gap, c.Violation = max(c.Gap, gap), max(c.Violation, violation)
	}
	c.Distance = math.Sqrt(2 * c.Gap)
	return c, nil
}

// Trained reports whether data are the samples of the result.
func (b *incrementing) Trained(data model.Data) bool {
	s, others, target := b.machine.support()
	if s.Kernel() == nil || s.Given() || data.X.Len() != s.Samples {
		return false
	}
	switch own := target.(type) {
	case model.Classes:
		if !slices.Equal(own.Of, data.Labels()) {
			return false
		}
	case model.Values:
		if !slices.Equal(own, data.Values()) {
			return false
		}
	}
	for p, i := range s.Indices {
		if !sample.Equal(data.X, int(i), s.Vectors, p) {
			return false
		}
	}
	for p, i := range others.OtherIndices {
		if !sample.Equal(data.X, int(i), others.Others, p) {
			return false
		}
	}
	return true
}

// LeaveOut removes each sample in turn from a copy of its problems. Weights of classes do not
// change.
func (b *incrementing) LeaveOut(ctl *run.Ctl) (labels []int32, values []float64, changes int, err error) {
	fail := func(err error) ([]int32, []float64, int, error) { return nil, nil, 0, err }
	s, _, target := b.machine.support()
	if s.Kernel() == nil {
		return fail(b.unfitted())
	}
	stages := ctl.Stages(2)
	rows := stages.Next("kernel rows")
	work, err := b.current(rows, 0)
	if err != nil {
		return fail(err)
	}
	n, q := work.x.Len(), len(work.problems)
	all := make([]float64, n*q) // decision values of all problems
	err = b.machine.Fitted().(expanded).Expansions()[0].Each(rows, work.x, func(i int, f []float64) { copy(all[i*q:(i+1)*q], f) })
	if err != nil {
		return fail(err)
	}
	passed := 0
	within := stages.Next("leave one out").Telling(func(run.Report) run.Report {
		return run.Report{Fraction: min(0.999, float64(passed)/float64(n*q))}
	})
	for problem, e := range work.problems {
		out, err := e.leaving()
		if err != nil {
			return fail(err)
		}
		for _, p := range out.turns() {
			if passed++; !within.Wanted(func() run.Report { return run.Report{} }) {
				return fail(run.ErrAborted)
			}
			value, moved, err := out.without(within, p)
			if err != nil {
				return fail(exactError(err))
			}
			if moved {
				all[e.samples[p]*q+problem] = value
			}
		}
		changes += out.changes
	}
	classes, ok := target.(model.Classes)
	if !ok {
		return nil, all, changes, nil
	}
	machine := b.machine.(*IncrementalSVC)
	count, election := make([]int, classes.Count), machine.elects().Election(machine.Result.Order)
	for _, c := range classes.Of {
		count[c]++
	}
	for i, c := range classes.Of {
		class := int32(-1)
		if count[c] > 1 {
			class, _ = election.Elect(all[i*q : (i+1)*q])
		}
		labels = append(labels, class)
	}
	return labels, nil, changes, nil
}

// leaving removes one sample of a problem at a time. If the sum of the variables is not 0, it is a
// share of the sum of their upper bounds, and falls by the share of the removed sample. Then the
// problem with the sample is first solved for the new sum: a sample that is at 0 there is not part
// of the solution, and only the others are removed.
type leaving struct {
	*exact
	share   float64        // sum of the variables over that of their upper bounds
	set     *activeset.Set // solved for the sum without a sample of the upper bound high
	high    float64
	changes int // solutions that changed
}

// leaving prepares the samples of the problem to be removed one at a time.
func (e *exact) leaving() (*leaving, error) {
	l := &leaving{exact: e, set: e.set}
	if e.set.Sum == 0 {
		return l, nil
	}
	if len(e.samples) == 1 {
		return nil, fault.New(fault.Empty, "X", "the model has one row of a weight above 0, and nothing can be learnt from none; add others first")
	}
	l.share = e.set.Sum / sum(e.set.High)
	return l, nil
}

// turns returns the samples in the order of their upper bounds if the sum depends on these, so that
// the sum only falls.
func (l *leaving) turns() []int {
	if l.share == 0 {
		return order.Between(0, len(l.samples))
	}
	return order.Of(len(l.samples), func(a, b int) int { return cmp.Compare(l.exact.set.High[a], l.exact.set.High[b]) })
}

// without returns the decision value of a sample in the problem without it, and whether the value
// differs from the one with it.
func (l *leaving) without(ctl *run.Ctl, p int) (value float64, moved bool, err error) {
	first, last := p*l.parts, (p+1)*l.parts
	if l.share != 0 && l.high != l.exact.set.High[p] {
		if err := l.lower(ctl, p); err != nil {
			return 0, false, err
		}
	}
	if l.set.Idle(first, last) {
		return l.set.Value(first), l.share != 0, nil
	}
	set := l.set.Clone()
	l.changes++
	err = set.Retire(ctl, order.Between(first, last)...)
	return set.Value(first), true, err
}

// lower solves the problem for the sum without sample p.
func (l *leaving) lower(ctl *run.Ctl, p int) error {
	if l.high == 0 {
		l.set = l.set.Clone()
	}
	rest := 0.0
	for i, high := range l.set.High {
		if i != p {
			rest += high
		}
	}
	l.high = l.set.High[p]
	l.changes++
	return l.set.Become(ctl, activeset.Problem{Low: l.set.Low, High: l.set.High, Linear: l.set.Linear, Sum: l.share * rest})
}
