package svm

import (
	"math"

	"maxmargin/core/activeset"
	"maxmargin/core/kernel"
	"maxmargin/core/loss"
	"maxmargin/core/model"
	"maxmargin/core/order"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Leaver takes samples out of a solution, each exactly: what a fit without the sample would find.
type Leaver struct {
	set   *activeset.Set
	parts int // variables of each sample: of a tube two, for targets above the function and below
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
	l := &Leaver{parts: 1}
	if d.Kind == model.Tube {
		l.parts = 2
	}
	n := l.parts * m
	s := &activeset.Set{K: activeset.NewRows(k, x, l.parts, memory), Constant: d.HasBias, Low: make([]float64, n), High: make([]float64, n), Linear: make([]float64, n)}
	coef := make([]float64, n)
	for i, v := range d.Coef {
		if math.IsInf(d.Upper[i], 1) {
			return nil, nil
		}
		switch {
		case l.parts == 2:
			under, below := d.Upper[i], d.Epsilon[i]
			if d.Under != nil {
				under = d.Under[i]
			}
			if d.Below != nil {
				below = d.Below[i]
			}
			a, b := 2*i, 2*i+1
			s.High[a], s.Linear[a] = d.Upper[i], d.Epsilon[i]-d.Target[i]
			s.Low[b], s.Linear[b] = -under, -below-d.Target[i]
			coef[a], coef[b] = min(max(v, 0), s.High[a]), max(min(v, 0), s.Low[b])
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
	err = s.Retire(ctl, order.Between(i*l.parts, (i+1)*l.parts)...)
	coef = make([]float64, len(s.Coef)/l.parts)
	for v, b := range s.Coef {
		coef[v/l.parts] += b
	}
	return coef, s.Bias, pathError(err)
}
