package svm

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/activeset"
)

// changeable describes an incremental machine and its result.
type changeable interface {
	model.Machine
	// support returns the support vectors of the result, which are zero before the first fit, the
	// other samples, and the targets of all.
	support() (*expansion.Support, *Remainder, model.Target)
	// constants returns the constant of the decision function of each problem.
	constants() []float64
	// coefficient returns the coefficient of a row of the training set in a problem of the result.
	coefficient() func(problem, row int) float64
	// state returns the problems of a training set, or an error if there are none.
	state(t model.Training) (*statement, error)
	// result copies the result of another machine of this kind.
	result(of model.Machine)
	// learnt makes the result from a ledger.
	learnt(l *ledger) (model.Report, error)
	// settled returns an error if an option differs from the fit that a change cannot change.
	settled() error
}

// Limits are the options that end the work of an incremental machine.
type Limits struct {
	MaxIter float64 `js:"maxIter" type:"integer" default:"50000000" range:"[1,inf]" doc:"Largest number of breakpoints that a fit or a change passes in a quadratic problem; the best solution so far is kept."`
	MaxTime float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit or a change; the best solution so far is kept."`
}

// breakpoints returns the most breakpoints of a change.
func (l *Limits) breakpoints() int { return int(min(l.MaxIter, 1<<50)) }

// approximate returns the most steps of the approximate solution in a fit of n rows. Kernel values
// that differ by many orders of magnitude, such as those of a polynomial of whole numbers, can take
// steps without end, and the exact method needs few breakpoints from a point far away.
func approximate(n int) float64 { return float64(100_000 + 100*n) }

// incrementing is the common part of incremental machines: it adds and removes samples.
type incrementing struct {
	machine   changeable
	name      string // of the machine, for errors
	kernels   model.KernelMaker
	spec      *kernel.Spec
	cacheSize *float64
	limits    *Limits
	ledger    *ledger
	places    []int32 // new numbers of the classes before an update that brings others; nil: the same
}

// began makes a ledger from the approximate solution of a fit, the result of first, and the result
// from the ledger.
func (b *incrementing) began(ctl *run.Ctl, t model.Training, first *expansion.Support, coef func(problem, row int) float64) (model.Report, error) {
	work := &ledger{kernel: first.Kernel(), widths: first.Widths, x: asNumbers(t.X), target: t.Target, weight: t.Weight}
	if err := b.solve(ctl, work, t.Memory, b.limits.breakpoints(), coef); err != nil {
		return aborted(err)
	}
	return b.learn(work)
}

// solve makes the problems of a ledger from coefficients near their solution and passes most
// breakpoints at most.
func (b *incrementing) solve(ctl *run.Ctl, work *ledger, memory *gram.Memory, most int, coef func(problem, row int) float64) error {
	state, err := b.machine.state(work.training())
	if err != nil {
		return err
	}
	bytes := int(min(*b.cacheSize, 1<<20) * (1 << 20))
	if memory != nil {
		bytes = memory.Budget(bytes)
	}
	return work.solve(ctl, state, bytes, most, coef)
}

// learn makes the result from a ledger.
func (b *incrementing) learn(work *ledger) (model.Report, error) {
	report, err := b.machine.learnt(work)
	if err != nil {
		return model.Report{}, err
	}
	report.Status = work.status()
	b.ledger, work.result = work, b.machine.Fitted()
	return report, nil
}

// current returns the ledger of the result. If most is not 0, its solutions may be inexact.
func (b *incrementing) current(ctl *run.Ctl, most int) (*ledger, error) {
	s, others, target := b.machine.support()
	if work := b.ledger; work != nil && work.result == b.machine.Fitted() && work.ended() == "" {
		if state, err := b.machine.state(work.training()); err != nil || work.problems[0].alike(state) {
			return work, err
		}
	}
	work := kept(s, others, target)
	if err := b.solve(ctl, work, nil, most, b.machine.coefficient()); err != nil {
		return nil, err
	}
	b.ledger, work.result = work, b.machine.Fitted()
	return work, nil
}

// Continue copies the result of from and takes its kernel rows and factors. Set the options first.
func (b *incrementing) Continue(from model.Machine) {
	other := from.(interface{ base() *incrementing }).base()
	b.machine.result(from)
	b.ledger, other.ledger = other.ledger, nil
}

func (b *incrementing) base() *incrementing { return b }

// Update adds samples of the known classes.
func (b *incrementing) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	s, _, target := b.machine.support()
	if s.Kernel() == nil {
		return b.machine.Fit(ctl, t)
	}
	if err := model.Accept(b.machine, t); err != nil {
		return model.Report{}, err
	}
	if err := s.Ready(b.name, t.X); err != nil {
		return model.Report{}, err
	}
	if known, ok := target.(model.Classes); ok && len(b.places) == known.Count {
		t.X = asNumbers(t.X)
		return b.widen(ctl, t, known)
	} else if ok && known.Count != t.Classes() {
		return model.Report{}, fault.New(fault.Type, "y", "the labels are of %d classes, but this %s was fitted to %d; call fit with samples of all classes", t.Classes(), b.name, known.Count).
			With("expected", known.Count).With("got", t.Classes())
	}
	t.X = asNumbers(t.X)
	return b.change(ctl, &t, nil)
}

// Widen announces that the next update brings classes that the fit did not have. places has the
// new number of each class.
func (b *incrementing) Widen(places []int32) { b.places = places }

// widen adds samples, some of which are of new classes. The problems of the former classes start
// from their solutions, with the kernel of the fit; the others from zero.
func (b *incrementing) widen(ctl *run.Ctl, t model.Training, known model.Classes) (model.Report, error) {
	s, others, _ := b.machine.support()
	if err := b.changes(s, &t); err != nil {
		return model.Report{}, err
	}
	moved := make([]int32, len(known.Of))
	for i, c := range known.Of {
		moved[i] = b.places[c]
	}
	work := kept(s, others, model.Classes{Of: moved, Count: t.Classes()})
	next := work.join(t)
	if err := classesLeft(next); err != nil {
		return model.Report{}, err
	}
	work.x, work.target, work.weight = next.X, next.Target, next.Weight
	coef := b.machine.(*IncrementalSVC).carried(b.places, t.Classes())
	if err := b.solve(ctl.Within(b.limits.MaxTime), work, nil, b.limits.breakpoints(), coef); err != nil {
		return aborted(err)
	}
	return b.learn(work)
}

// Remove removes rows of the training set; later rows get lower numbers.
func (b *incrementing) Remove(ctl *run.Ctl, rows []int32) (model.Report, error) {
	s, _, _ := b.machine.support()
	if s.Kernel() == nil {
		return model.Report{}, b.unfitted()
	}
	if err := checkRows(rows, s.Samples); err != nil {
		return model.Report{}, err
	}
	return b.change(ctl, nil, rows)
}

func (b *incrementing) unfitted() error {
	return fault.New(fault.NotFitted, "", "this %s is not fitted yet; call fit first", b.name)
}

// change adds samples or removes rows.
func (b *incrementing) change(ctl *run.Ctl, added *model.Training, removed []int32) (model.Report, error) {
	s, _, _ := b.machine.support()
	if err := b.changes(s, added); err != nil {
		return model.Report{}, err
	}
	most := b.limits.breakpoints()
	stages := ctl.Within(b.limits.MaxTime).Stages(2)
	work, err := b.current(stages.Next("kernel rows"), most)
	if err != nil {
		return aborted(err)
	}
	var next model.Training
	var place []int
	first := 0
	if added != nil {
		next, place, first = work.join(*added), order.Between(0, work.x.Len()), work.x.Len()
	} else {
		next, place = work.without(removed)
		if first = next.X.Len(); first == 0 {
			return model.Report{}, fault.New(fault.Empty, "index", "these are all rows of the model, which cannot learn from none; leave one, or add others first")
		}
		if err := classesLeft(next); err != nil {
			return model.Report{}, err
		}
	}
	state, err := b.machine.state(next)
	if err != nil {
		return model.Report{}, err
	}
	b.ledger = nil // a failed change would leave it half changed
	if err := work.change(stages.Next("change"), state, next, place, first, most); err != nil {
		return aborted(err)
	}
	return b.learn(work)
}

// changes returns an error unless samples can join or leave.
func (b *incrementing) changes(s *expansion.Support, added *model.Training) error {
	if s.Given() {
		return unchanging()
	}
	named, err := b.kernels.Again(*b.spec, s.Widths, s.Samples, s.Features, s.Vectors)
	width := b.spec.Gamma // the width is that of the fit, also for a rule
	other := !b.spec.IsTree() && width.Name == "" && !slices.Equal(s.Widths, []float64{width.Value})
	if err != nil || other || !kernel.Same(named, s.Kernel()) {
		return fault.New(fault.Option, "kernel", "samples join and leave a model with the kernel of its fit, but kernel has been set to another one; set it back, or call fit with all samples")
	}
	if err := b.machine.settled(); err != nil {
		return err
	}
	if added == nil {
		return nil
	}
	_, err = model.Diagonal(s.Kernel(), added.X)
	return err
}

// checkRows returns an error unless rows can be removed from n.
func checkRows(rows []int32, n int) error {
	if len(rows) == 0 {
		return fault.New(fault.Empty, "index", "there is no row to remove; name one, or several in an array")
	}
	seen := make([]bool, n)
	for _, i := range rows {
		switch {
		case i < 0 || int(i) >= n:
			return fault.New(fault.Option, "index", "the model has no row %d to remove: its rows are 0 to %d, and rows behind one that was removed have moved up; name one of these", i, n-1).
				With("row", int(i)).With("rows", n)
		case seen[i]:
			return fault.New(fault.Option, "index", "row %d is named twice; name every row once", i).With("row", int(i))
		}
		seen[i] = true
	}
	return nil
}

// classesLeft returns an error unless every class has a sample.
func classesLeft(t model.Training) error {
	count := make([]int, t.Classes())
	for _, c := range t.Labels() {
		count[c]++
	}
	if c := slices.Index(count, 0); c >= 0 {
		return fault.New(fault.OneClass, "index", "these are the last rows of class number %d; add others of it first, or call fit with the classes that are left", c).With("class", c)
	}
	return nil
}

// unchanging is the error for a precomputed kernel.
func unchanging() error {
	return fault.New(fault.Option, "kernel", "samples cannot join or leave a model with a precomputed kernel, whose values it does not keep; call fit with the matrix of all, or name a kernel that is computed from the samples")
}

// exactError translates the errors of package activeset.
func exactError(err error) error {
	switch err {
	case activeset.ErrIndefinite:
		return fault.New(fault.Numeric, "kernel", "the kernel is not positive semidefinite on these data, so there is no exact solution to follow; use a kernel that is, such as rbf (checkKernel shows the eigenvalues), or a machine that is not incremental")
	case activeset.ErrLost:
		return fault.New(fault.Numeric, "X", "rounding errors keep the solution from becoming exact; scale the features to a range such as [-1, 1], or lower C")
	}
	return err
}

// aborted makes a status of an abort.
func aborted(err error) (model.Report, error) {
	if err == run.ErrAborted {
		return model.Report{Status: run.Aborted}, nil
	}
	return model.Report{}, err
}

// unfinished reports whether a fit has no first solution: it was aborted, or it failed.
func unfinished(report model.Report, err error) bool {
	return err != nil || report.Status == run.Aborted
}

// nothing is the report of an unfinished fit.
func nothing(err error) (model.Report, error) { return model.Report{Status: run.Aborted}, err }

// joinedTarget returns the target of two training sets together.
func joinedTarget(a, b model.Target) model.Target {
	switch a := a.(type) {
	case model.Classes:
		return model.Classes{Of: slices.Concat(a.Of, b.(model.Classes).Of), Count: a.Count}
	case model.Values:
		return slices.Concat(a, b.(model.Values))
	}
	return nil
}

// isIndefinite reports whether a fit found that its kernel is not positive semidefinite.
func isIndefinite(r model.Report) bool {
	return slices.ContainsFunc(r.Notes, func(n model.Note) bool { return n.Code == indefinite().Code })
}

// incrementalCost counts the memory of a fit: the samples, those of the first solution as columns,
// and all of them in blocks, as columns of the blocks, in the result and in its bytes.
func incrementalCost() model.Cost {
	c := model.KernelCost()
	c.Entry, c.Stored, c.Letter, c.Row = 6*8, 6*12, 2*c.Letter, 2*c.Row
	return c
}

// asNumbers returns bytes as numbers, because later samples may not be bytes.
func asNumbers(x sample.Set) sample.Set {
	if bytes, ok := x.(*sample.Bytes); ok {
		return bytes.Matrix()
	}
	return x
}
