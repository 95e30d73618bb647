package engine

import (
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/order"
	"maxmargin/core/ridge"
	"maxmargin/core/run"
	"maxmargin/core/sample"
	"maxmargin/core/svm"
)

// leaver takes samples out of a function, each exactly.
type leaver struct {
	kernel kernel.Kernel
	rows   []int // of the training set, which it is a function of
	// without returns the coefficients of the rows and the constant of a fit without one of them.
	without func(ctl *run.Ctl, i int) (coef []float64, constant float64, err error)
}

// refit computes, for each term that was found, the value of the row by a fit without the support
// vector: of a quadratic program the solution is made exact, and the sample taken out of it by the
// active set; of a linear system the inverse says it. set are the rows as the machine gets them. Steps
// and kernel widths stay those of the fit.
func (o *Influences) refit(ctl *run.Ctl, m *entry, steps []model.Transformer, set sample.Set, train Table, y Targets) error {
	core := model.Unwrapped(model.Core(m.Machine))
	if model.Precomputed(core.Options()) {
		return noLeaver(m)
	}
	x, err := train.set(m.Machine)
	if err != nil {
		return err
	}
	for _, step := range steps {
		if x, err = step.Transform(ctl, x); err != nil {
			return err
		}
	}
	data, err := y.data(core, x, len(m.Classes.Names))
	if err != nil {
		return err
	}
	cols := len(o.Intercept)
	o.Refitted = make([]float64, len(o.Terms))
	stages := ctl.Stages(cols + 1)
	of, err := leaverOf(stages.Next("leave one out"), m, core, model.Training{Data: data})
	if err != nil {
		return err
	}
	for q := range cols {
		l, err := of(q)
		if err != nil {
			return err
		}
		if err := o.leave(stages.Next("leave one out"), q, l, x.Select(l.rows), set); err != nil {
			return err
		}
	}
	return nil
}

// leaverOf returns what makes the leaver of each of the functions of a machine.
func leaverOf(ctl *run.Ctl, m *entry, core model.Machine, t model.Training) (of func(q int) (leaver, error), err error) {
	switch machine := core.(type) {
	case model.SquaresMachine:
		squares, err := machine.Squares(t)
		if err == nil && t.X.Len() != len(squares.Coef[0]) {
			err = notOfFit()
		}
		if err != nil {
			return nil, err
		}
		system, err := ridge.NewLeaver(ctl, squares, t.X)
		return func(q int) (leaver, error) {
			return leaver{squares.Kernel, order.Between(0, t.X.Len()), func(_ *run.Ctl, i int) ([]float64, float64, error) {
				return system.Without(q, i)
			}}, nil
		}, err
	case *svm.SVDD:
		l, rows, err := machine.Leaver(ctl, t, refitBytes)
		if err == nil && l == nil {
			err = notOfFit()
		}
		return func(int) (leaver, error) { return leaver{machine.Result.Kernel(), rows, l.Without}, nil }, err
	case *svm.SVC, *svm.SVR, *svm.OneClassSVM:
		dual, space := core.(model.DualMachine), core.Fitted().(interface{ Kernel() kernel.Kernel })
		return func(q int) (leaver, error) {
			d, err := dual.Dual(q, t)
			if err == nil && (d.Coef == nil || len(d.Rows) == 0) {
				err = notOfFit()
			}
			if err != nil {
				return leaver{}, err
			}
			l, err := svm.LeaverOf(ctl, d, space.Kernel(), t.X.Select(d.Rows), refitBytes)
			if err == nil && l == nil {
				err = noLeaver(m)
			}
			if err != nil {
				return leaver{}, err
			}
			return leaver{space.Kernel(), d.Rows, l.Without}, nil
		}, nil
	}
	return nil, noLeaver(m)
}

// notOfFit is the error for samples that the model was not fitted to.
func notOfFit() error {
	return fault.New(fault.Option, "refit", "refit.X and refit.y must be the rows of the fit, in their order, with its sampleWeight")
}

// noLeaver is the error of machines whose solutions samples cannot be taken out of.
func noLeaver(m *entry) error {
	return fault.New(fault.Option, "refit", "a row can be taken out exactly of SVC with loss 'hinge', of SVR with a linear loss, both with a finite C, of OneClassSVM, SVDD, KernelRidge, LSSVC and GaussianProcessRegressor, with a kernel of rows, not of this %s; fit again without the row", m.Name)
}

// leave is refit for one function over its samples x.
func (o *Influences) leave(ctl *run.Ctl, q int, l leaver, x, set sample.Set) error {
	n, cols, k := x.Len(), len(o.Intercept), l.kernel
	if err := gram.CheckMatrix("influence", "the kernel matrix between the rows and those of the fit", set.Len(), n, "pass fewer rows at a time"); err != nil {
		return err
	}
	columns := gram.Prepare(k, x, nil, gram.Origin(k, x))
	wanted := map[int32][]int{} // of each support vector the places of its terms
	for i := range set.Len() {
		at := (i*cols + q) * o.Count
		for c, row := range o.Indices[at : at+o.Count] {
			if row >= 0 {
				wanted[row] = append(wanted[row], at+c)
			}
		}
	}
	rows := make([][]float64, set.Len())
	for i := range rows {
		rows[i] = make([]float64, columns.Stride())
		columns.Rows(rows[i:i+1], set, []int{i})
	}
	done := 0
	for local, row := range l.rows {
		places := wanted[int32(row)]
		if len(places) == 0 {
			continue
		}
		if !ctl.Wanted(func() run.Report {
			return run.Report{Phase: "leave one out", Fraction: float64(done) / float64(len(wanted))}
		}) {
			return run.ErrAborted
		}
		done++
		coef, bias, err := l.without(nil, local)
		if err != nil {
			return err
		}
		for _, at := range places {
			value := bias
			for p, c := range coef {
				if c != 0 {
					value += c * rows[at/(cols*o.Count)][p]
				}
			}
			o.Refitted[at] = value
		}
	}
	return nil
}

// refitBytes is how much memory the kernel rows of a problem may take.
const refitBytes = 64 << 20
