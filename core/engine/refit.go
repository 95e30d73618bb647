package engine

import (
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
	"maxmargin/core/svm"
)

// refit computes, for each term that was found, the value of the row by a fit without the support
// vector: the solution is made exact, and the sample taken out of it by the active set. set are the
// rows as the machine gets them. Steps and kernel widths stay those of the fit.
func (o *Influences) refit(ctl *run.Ctl, m *entry, steps []model.Transformer, set sample.Set, train Table, y Targets) error {
	core := model.Unwrapped(model.Core(m.Machine))
	machine, ok := core.(model.DualMachine)
	space, hasKernel := core.Fitted().(interface{ Kernel() kernel.Kernel })
	if !ok || !hasKernel || model.Precomputed(core.Options()) {
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
	data, err := y.data(machine, x, len(m.Classes.Names))
	if err != nil {
		return err
	}
	cols := len(o.Intercept)
	o.Refitted = make([]float64, len(o.Terms))
	stages := ctl.Stages(cols)
	for q := range cols {
		part := stages.Next("leave one out")
		d, err := machine.Dual(q, model.Training{Data: data})
		if err != nil {
			return err
		}
		if d.Coef == nil || len(d.Rows) == 0 {
			return fault.New(fault.Option, "refit", "refit.X and refit.y must be the rows of the fit, in their order, with its sampleWeight, and the machine a SVC with loss 'hinge' or a SVR")
		}
		if err := o.leave(part, m, q, d, space.Kernel(), x.Select(d.Rows), set); err != nil {
			return err
		}
	}
	return nil
}

// noLeaver is the error of machines whose solutions samples cannot be taken out of.
func noLeaver(m *entry) error {
	return fault.New(fault.Option, "refit", "a row can be taken out exactly of a SVC with loss 'hinge' and of a SVR with a linear loss, a finite C and a kernel of rows, not of this %s; fit again without the row", m.Name)
}

// leave is refit for a problem over its samples x.
func (o *Influences) leave(ctl *run.Ctl, m *entry, q int, d model.Dual, k kernel.Kernel, x, set sample.Set) error {
	n, cols := x.Len(), len(o.Intercept)
	if err := gram.CheckMatrix("influence", "the kernel matrix between the rows and those of the fit", set.Len(), n, "pass fewer rows at a time"); err != nil {
		return err
	}
	leaver, err := svm.LeaverOf(ctl, d, k, x, refitBytes)
	if err != nil {
		return err
	}
	if leaver == nil {
		return noLeaver(m)
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
	for local, row := range d.Rows {
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
		coef, bias, err := leaver.Without(nil, local)
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
