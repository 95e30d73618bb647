package svm

import (
	"math"

	"maxmargin/core/activeset"
	"maxmargin/core/kernel"
	"maxmargin/core/loss"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Leaver takes samples out of a solution, each exactly: what a fit without the sample would find.
type Leaver struct {
	set     *activeset.Set
	samples int
	tube    bool // each sample has two variables: for targets above the function, and below
}

// LeaverOf makes the solution of a problem over its samples x exact, to take samples out of it; nil
// for problems that are no quadratic programs with a slack of linear cost. memory is how many bytes
// kernel rows may take.
func LeaverOf(ctl *run.Ctl, d model.Dual, k kernel.Kernel, x sample.Set, memory int) (*Leaver, error) {
	_, linear := d.Loss.(loss.Excess)
	if d.Coef == nil || d.Program || d.Loss != nil && !linear || d.Kind == model.Support || !d.HasBias && d.Bias != 0 {
		return nil, nil
	}
	m := len(d.Rows)
	l := &Leaver{samples: m, tube: d.Kind == model.Tube}
	n := m
	rows := activeset.NewRows(k, x, memory)
	if l.tube {
		n, rows = 2*m, doubled{rows, m}
	}
	s := &activeset.Set{K: rows, Constant: d.HasBias, Low: make([]float64, n), High: make([]float64, n), Linear: make([]float64, n)}
	coef := make([]float64, n)
	for i, v := range d.Coef {
		if math.IsInf(d.Upper[i], 1) {
			return nil, nil
		}
		switch {
		case l.tube:
			under, below := d.Upper[i], d.Epsilon[i]
			if d.Under != nil {
				under = d.Under[i]
			}
			if d.Below != nil {
				below = d.Below[i]
			}
			s.High[i], s.Linear[i] = d.Upper[i], d.Epsilon[i]-d.Target[i]
			s.Low[m+i], s.Linear[m+i] = -under, -below-d.Target[i]
			coef[i], coef[m+i] = min(max(v, 0), s.High[i]), max(min(v, 0), s.Low[m+i])
		case d.Target[i] > 0:
			s.High[i], s.Linear[i], coef[i] = d.Upper[i], -1, min(max(v, 0), d.Upper[i])
		default:
			s.Low[i], s.Linear[i], coef[i] = -d.Upper[i], 1, max(min(v, 0), -d.Upper[i])
		}
	}
	l.set = s
	return l, pathError(s.Solve(ctl, coef))
}

// Without returns the coefficients of all samples and the constant of the solution without one.
func (l *Leaver) Without(ctl *run.Ctl, i int) (coef []float64, bias float64, err error) {
	s := l.set.Clone()
	if err = s.Retire(ctl, i); err == nil && l.tube {
		err = s.Retire(ctl, l.samples+i)
	}
	coef = s.Coef[:l.samples]
	for j := range coef {
		if l.tube {
			coef[j] += s.Coef[l.samples+j]
		}
	}
	return coef, s.Bias, pathError(err)
}

// doubled are the rows of samples that have two variables each.
type doubled struct {
	activeset.Rows
	samples int
}

func (d doubled) Diagonal(i int) float64 { return d.Rows.Diagonal(i % d.samples) }

func (d doubled) Row(i int) []float64 {
	row := d.Rows.Row(i % d.samples)
	return append(append(make([]float64, 0, 2*d.samples), row[:d.samples]...), row[:d.samples]...)
}
