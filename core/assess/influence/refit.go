package influence

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// leaver takes samples out of a function, each exactly.
type leaver struct {
	kernel kernel.Kernel
	rows   []int // of the training set, which it is a function of
	// without returns the coefficients of the rows and the constant of a fit without one of them.
	without func(ctl *run.Ctl, i int) (coef []float64, constant float64, err error)
}

// Refit computes, for each term, the value of the row after a fit without its support vector. The
// solution of a quadratic program is made exact, and the active set method removes the sample; for
// a linear system the inverse gives the value. m is the fitted machine, of a name, of is its training
// set, and x has the rows of the terms. Kernel widths are not fitted again.
func (t *Carriers) Refit(ctl *run.Ctl, m model.Machine, name string, of model.Training, x sample.Set) error {
	cols := len(t.Intercept)
	t.Refitted = make([]float64, len(t.Terms))
	stages := ctl.Stages(cols + 1)
	leavers, err := leaverOf(stages.Next("leave one out"), m, name, of)
	if err != nil {
		return err
	}
	for q := range cols {
		l, err := leavers(q)
		if err != nil {
			return err
		}
		if err := t.leave(stages.Next("leave one out"), q, l, of.X.Select(l.rows), x); err != nil {
			return err
		}
	}
	return nil
}

// leaverOf returns a function that makes the leaver of each function of a machine.
func leaverOf(ctl *run.Ctl, m model.Machine, name string, t model.Training) (of func(q int) (leaver, error), err error) {
	switch machine := m.(type) {
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
		dual, space := m.(model.DualMachine), m.Fitted().(interface{ Kernel() kernel.Kernel })
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
				err = CannotRefit(name)
			}
			if err != nil {
				return leaver{}, err
			}
			return leaver{space.Kernel(), d.Rows, l.Without}, nil
		}, nil
	}
	return nil, CannotRefit(name)
}

// notOfFit is the error for samples that the model was not fitted to.
func notOfFit() error {
	return fault.New(fault.Option, "refit", "refit.X and refit.y must be the rows of the fit, in their order, with its sampleWeight")
}

// CannotRefit is the error of a machine, of a name, whose solution no sample can be taken out of.
func CannotRefit(name string) error {
	return fault.New(fault.Option, "refit", "a row can be taken out exactly of SVC with loss 'hinge', of SVR with a linear loss, both with a finite C, of OneClassSVM, SVDD, KernelRidge, LSSVC and GaussianProcessRegressor, with a kernel of rows, not of this %s; fit again without the row", name)
}

// leave refits one function over its samples x.
func (t *Carriers) leave(ctl *run.Ctl, q int, l leaver, x, set sample.Set) error {
	n, cols, k := x.Len(), len(t.Intercept), l.kernel
	if err := gram.CheckMatrix("influence", "the kernel matrix between the rows and those of the fit", set.Len(), n, "pass fewer rows at a time"); err != nil {
		return err
	}
	columns := gram.Prepare(k, x, nil, gram.Origin(k, x))
	wanted := map[int32][]int{} // of each support vector the places of its terms
	for i := range set.Len() {
		at := (i*cols + q) * t.Count
		for c, row := range t.Indices[at : at+t.Count] {
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
					value += c * rows[at/(cols*t.Count)][p]
				}
			}
			t.Refitted[at] = value
		}
	}
	return nil
}

// refitBytes is how much memory the kernel rows of a problem may take.
const refitBytes = 64 << 20
