package engine

import (
	"math"
	"slices"

	"maxmargin/core/catalog"
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/linalg"
	"maxmargin/core/loss"
	"maxmargin/core/margin"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
	"maxmargin/core/svm"
	"maxmargin/core/tune"
)

// LeaveOutRequest asks how a fitted model would predict each of its samples without it.
type LeaveOutRequest struct {
	Model  int    `js:"model"`
	Method string `js:"method"` // "exact", or one of package margin
	Table  Shape  `js:"table"`
}

// LeftOut is the answer: of an estimate Values are those of y f(x).
type LeftOut struct {
	tune.LeftOut
	margin.Ball
	Bias bool // the function has a constant
}

// LeaveOneOut answers a request about the samples that a model was fitted to.
func (e *Engine) LeaveOneOut(ctl *run.Ctl, r LeaveOutRequest, X Table, y Targets) (out LeftOut, err error) {
	entry, set, err := e.apply(r.Model, X)
	if err != nil {
		return out, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	core := model.Unwrapped(entry.Machine)
	if incremental, ok := core.(model.Incremental); ok {
		out.LeftOut, err = e.letLeave(ctl, r, incremental, set, y, len(entry.Classes.Names))
		return out, err
	}
	machine, ok := core.(model.DualMachine)
	space, hasKernel := core.Fitted().(interface{ Kernel() kernel.Kernel })
	if !ok || !hasKernel || entry.Name != "SVC" && entry.Name != "SVR" {
		return out, fault.New(fault.Type, "model", "the model must be an SVC, an SVR or an incremental machine, but is a %s; use crossValidate with as many folds as rows", entry.Name)
	}
	set, end := watched(ctl, set)
	defer end()
	data, err := y.data(machine, set, len(entry.Classes.Names))
	if err != nil {
		return out, err
	}
	var dual model.Dual
	var support []int32
	for problem := 0; ; problem++ {
		d, err := machine.Dual(problem, model.Training{Data: data})
		if err != nil && problem > 0 {
			break
		}
		if err != nil {
			return out, err
		}
		if d.Coef == nil {
			return out, fault.New(fault.Option, "X", "X and y must be those of the fit")
		}
		// Without a free sample, samples with a coefficient of 0 can limit the constant, too.
		free := !d.HasBias
		for i, c := range d.Coef {
			bound := d.Upper[i]
			if c < 0 && d.Under != nil {
				bound = d.Under[i]
			}
			free = free || c != 0 && math.Abs(c) < d.Bound(bound)*(1-1e-12)
		}
		for i, c := range d.Coef {
			if c != 0 || !free {
				support = append(support, int32(d.Rows[i]))
			}
		}
		if problem == 0 {
			dual = d
		}
	}
	out.Bias = dual.HasBias
	if r.Method == "exact" {
		slices.Sort(support)
		study := &tune.Study{Data: data, Store: gram.NewStore(set, 0)}
		out.LeftOut, err = e.refit(ctl, entry, core, study, slices.Compact(support))
		return out, err
	}
	_, linear := dual.Loss.(loss.Excess)
	if dual.Kind != model.Separation || len(entry.Classes.Names) > 2 || dual.Loss != nil && !linear && !margin.Squared(dual) {
		return out, fault.New(fault.Option, "method", "method '%s' needs an SVC of two classes with loss 'hinge' or 'squared_hinge'; take 'exact'", r.Method)
	}
	if r.Method == "radiusMargin" {
		out.Ball, err = radius(ctl, core.(*svm.SVC), dual, space.Kernel(), set)
		return out, err
	}
	f, err := machine.Values(ctl, 0, set.Select(dual.Rows))
	if err != nil {
		return out, err
	}
	s, err := supportOf(ctl, r.Method, dual, space.Kernel(), set)
	if err != nil {
		return out, err
	}
	p := run.NewPhases(ctl, 1)
	p.Begin("estimate")
	if out.Values = margin.LeftOut(r.Method, dual, f, s, p.Watch); out.Values == nil {
		err = run.ErrAborted
	}
	return out, err
}

// refit fits copies of a machine without one of the samples.
func (e *Engine) refit(ctl *run.Ctl, entry *entry, fitted model.Machine, study *tune.Study, support []int32) (tune.LeftOut, error) {
	options := model.Options(fitted)
	left, err := e.admit("study", "X", StudySize(StudyRequest{Machine: entry.Name, Table: Shape{Layout: "dense", Rows: study.Data.X.Len(), Cols: study.Data.X.Dim()}}, 0), tableBytes(study.Data.X))
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

// radius bounds the error of a hard margin, or of one of squared slacks.
func radius(ctl *run.Ctl, m *svm.SVC, d model.Dual, k kernel.Kernel, set sample.Set) (margin.Ball, error) {
	if d.Loss != nil && !margin.Squared(d) {
		return margin.Ball{}, fault.New(fault.Option, "method", "method 'radiusMargin' needs loss 'squared_hinge' or C Infinity; take another")
	}
	matrix, err := matrixOf(run.NewPhases(ctl, 1), k, set, d.Rows)
	if err != nil {
		return margin.Ball{}, err
	}
	width := 0.0
	if k.Name() == "rbf" {
		width = m.Result.Widths[0]
	}
	return margin.RadiusMargin(ctl, catalog.Kernel, d, matrix, width, m.C)
}

// matrixOf returns the kernel matrix of some samples, row by row.
func matrixOf(p *run.Phases, k kernel.Kernel, set sample.Set, index []int) ([]float64, error) {
	p.Begin("kernel matrix")
	m := len(index)
	if err := gram.CheckMatrix("leaveOneOut", "the kernel matrix of all samples", m, m, "take method 'xiAlpha'"); err != nil {
		return nil, err
	}
	matrix := make([]float64, m*m)
	if !gram.Lower(matrix, k, set, index, p.Watch) || !linalg.Mirror(matrix, m, p.Watch) {
		return nil, run.ErrAborted
	}
	return matrix, nil
}

// supportOf gathers what an estimate needs of the samples with coefficients.
func supportOf(ctl *run.Ctl, method string, d model.Dual, k kernel.Kernel, set sample.Set) (s margin.Support, err error) {
	var index []int
	for i, c := range d.Coef {
		if c != 0 {
			s.Rows, index = append(s.Rows, i), append(index, d.Rows[i])
		}
	}
	m := len(index)
	all := make([]float64, set.Len())
	gram.Diagonal(all, k, set)
	for _, i := range index {
		s.Diagonal = append(s.Diagonal, all[i])
	}
	p := run.NewPhases(ctl, 1)
	switch method {
	case margin.Span:
		s.Matrix, err = matrixOf(p, k, set, index)
	case margin.XiAlpha:
		p.Begin("kernel rows")
		columns := gram.Prepare(k, set, nil, gram.Origin(k, set))
		row := make([]float64, columns.Stride())
		for at, i := range index {
			if !p.Watch(float64(at) / float64(m)) {
				return s, run.ErrAborted
			}
			columns.Rows([][]float64{row}, set, []int{i})
			for _, v := range row[:set.Len()] {
				s.Reach = max(s.Reach, all[i]-v)
			}
		}
	}
	return s, err
}
