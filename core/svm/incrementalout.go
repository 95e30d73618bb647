package svm

import (
	"math"
	"slices"

	"maxmargin/core/expansion"
	"maxmargin/core/model"
	"maxmargin/core/order"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// expanded is a result with kernel expansions.
type expanded interface{ Expansions() []*expansion.Expansion }

// Certify measures the gap of each problem anew: from the samples, their coefficients and the
// constants of the result, with nothing of what the changes kept.
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

// LeaveOut lets each sample with a coefficient leave a copy of the problems that it is in, in turn.
// Weights of classes stay what they are.
func (b *incrementing) LeaveOut(ctl *run.Ctl) (labels []int32, values []float64, changes int, err error) {
	fail := func(err error) ([]int32, []float64, int, error) { return nil, nil, 0, err }
	s, _, target := b.machine.support()
	if s.Kernel() == nil {
		return fail(b.unfitted())
	}
	stages := ctl.Stages(2)
	work, err := b.current(stages.Next("kernel rows"))
	if err != nil {
		return fail(err)
	}
	n, q := work.x.Len(), len(work.problems)
	all := make([]float64, n*q) // decision values of all problems
	err = b.machine.Fitted().(expanded).Expansions()[0].Each(nil, work.x, func(i int, f []float64) { copy(all[i*q:(i+1)*q], f) })
	if err != nil {
		return fail(err)
	}
	part, passed := stages.Next("leave one out"), 0
	for problem, e := range work.problems {
		for p, i := range e.samples {
			if passed++; !part.Wanted(func() run.Report {
				return run.Report{Phase: "leave one out", Fraction: min(0.999, float64(passed)/float64(n*q))}
			}) {
				return fail(run.ErrAborted)
			}
			first, last := p*e.parts, (p+1)*e.parts
			if slices.Max(e.set.Coef[first:last]) == 0 && slices.Min(e.set.Coef[first:last]) == 0 {
				continue
			}
			without := e.set.Clone()
			if err := without.Retire(nil, order.Between(first, last)...); err != nil {
				return fail(exactError(err))
			}
			all[i*q+problem] = without.Value(first)
			changes++
		}
	}
	classes, ok := target.(model.Classes)
	if !ok {
		return nil, all, changes, nil
	}
	count, votes := make([]int, classes.Count), make([]int, 3*classes.Count)
	for _, c := range classes.Of {
		count[c]++
	}
	for i, c := range classes.Of {
		class := int32(-1)
		if count[c] > 1 {
			class, _ = b.machine.(*IncrementalSVC).elects().Elect(all[i*q:(i+1)*q], b.machine.(*IncrementalSVC).Result.Order, votes)
		}
		labels = append(labels, class)
	}
	return labels, nil, changes, nil
}
