package engine

import (
	"slices"

	"maxmargin/core/assess/margin"
	"maxmargin/core/assess/tune"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// LeaveOutRequest asks how a fitted model would predict each of its samples without it.
type LeaveOutRequest struct {
	Model  int    `js:"model"`
	Method string `js:"method"` // "exact", or one of package margin
	Table  Shape  `js:"table"`
}

// LeftOut is the answer. For an estimate Values holds y f(x).
type LeftOut struct {
	tune.LeftOut
	margin.Ball
	Bias bool // the function has a constant
}

// LeaveOneOut answers a request about the samples that a model was fitted to.
func (e *Engine) LeaveOneOut(ctl *run.Ctl, r LeaveOutRequest, X Table, y Targets) (out LeftOut, err error) {
	entry, set, done, err := e.apply(ctl, r.Model, X)
	if err != nil {
		return out, err
	}
	defer done()
	core := model.Unwrapped(entry.Machine)
	var machine model.DualMachine
	var k kernel.Kernel
	problems := 1
	switch m := core.(type) {
	case model.Incremental:
		out.LeftOut, err = e.letLeave(ctl, r, m, set, y, len(entry.Classes.Names))
		return out, err
	case *svm.SVC:
		machine, k, problems = m, m.Result.Kernel(), len(m.Result.Intercept)
	case *svm.SVR:
		machine, k = m, m.Result.Kernel()
	default:
		return out, fault.New(fault.Type, "model", "the model must be an SVC, an SVR or an incremental machine, but is a %s; use crossValidate with as many folds as rows", entry.Name)
	}
	data, err := y.data(machine, set, len(entry.Classes.Names))
	if err != nil {
		return out, err
	}
	var dual model.Dual
	var support []int32
	for problem := range problems {
		d, err := machine.Dual(problem, model.Training{Data: data})
		if err != nil {
			return out, err
		}
		if d.Coef == nil {
			return out, fault.New(fault.Option, "X", "X and y must be those of the fit")
		}
		support = margin.Removable(support, d)
		if problem == 0 {
			dual = d
		}
	}
	out.Bias = dual.HasBias
	if r.Method == "exact" {
		slices.Sort(support)
		study := &tune.Study{Data: data, Store: gram.NewStore(set, 0)}
		out.LeftOut, err = e.leaveOut(ctl, entry, core, study, X, slices.Compact(support))
		return out, err
	}
	_, linear := dual.Loss.(loss.Excess)
	if dual.Kind != model.Separation || len(entry.Classes.Names) > 2 || dual.Loss != nil && !linear && !margin.Squared(dual) {
		return out, fault.New(fault.Option, "method", "method '%s' needs an SVC of two classes with loss 'hinge' or 'squaredHinge'; take 'exact'", r.Method)
	}
	if r.Method == "radiusMargin" {
		out.Ball, err = margin.EstimateRadius(ctl, catalog.Kernel, core.(*svm.SVC), dual, set)
		return out, err
	}
	out.Values, err = margin.Estimate(ctl, r.Method, machine, dual, k, set)
	return out, err
}

// leaveOut fits copies of a machine without one of the samples of X.
func (e *Engine) leaveOut(ctl *run.Ctl, entry *entry, fitted model.Machine, study *tune.Study, X Table, support []int32) (tune.LeftOut, error) {
	options := model.Options(fitted)
	size := StudySize(StudyRequest{Machine: entry.Name, Table: X.Shape, Classes: len(entry.Classes.Names)}, X.stored())
	left, err := e.admit("study", "X", size, tableBytes(study.Data.X))
	if err != nil {
		return tune.LeftOut{}, err
	}
	if labels := study.Data.Labels(); labels != nil {
		study.Store.Sort(labels)
	}
	memory := e.borrow(int64(study.Store.Divide(int(left), study.Data.Classes() <= 2)))
	defer e.giveBack(memory)
	study.Memory = memory
	fresh := func() (model.Machine, error) {
		m, err := catalog.NewMachine(entry.Name)
		if err == nil {
			model.Assign(m, options)
		}
		return m, err
	}
	return tune.LeaveOneOut(ctl, study, fitted, fresh, support)
}
