package svm

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/solve/activeset"
)

// Leaver removes single samples from a solution, exactly: the result is that of a fit without the
// sample.
type Leaver struct {
	set   *activeset.Set
	parts int     // variables of a sample: two for a tube, above the function and below
	share float64 // sum of the variables over that of their upper bounds
	scale float64 // of the function in units of the solution, times the sum if that is not 0
}

// LeaverOf makes the solution of a problem over its samples x exact, to remove samples from it. It
// returns nil unless the problem is a quadratic program with a slack of linear cost. memory is the
// number of bytes for kernel rows.
func LeaverOf(ctl *run.Ctl, d model.Dual, k kernel.Kernel, x sample.Set, memory int) (*Leaver, error) {
	_, linear := d.Loss.(loss.Excess)
	if d.Coef == nil || d.Program || d.Loss != nil && !linear || !d.HasBias && d.Bias != 0 {
		return nil, nil
	}
	m := len(d.Rows)
	l := &Leaver{parts: 1, scale: 1}
	if d.Kind == model.Tube {
		l.parts = 2
	}
	n := l.parts * m
	s := &activeset.Set{K: activeset.NewRows(k, x, x, l.parts, memory), Constant: d.HasBias, Low: make([]float64, n), High: make([]float64, n), Linear: make([]float64, n)}
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
		case d.Kind == model.Support:
			s.High[i], coef[i] = d.Upper[i], min(max(v, 0), d.Upper[i])
		case d.Target[i] > 0:
			s.High[i], s.Linear[i], coef[i] = d.Upper[i], -1, min(max(v, 0), d.Upper[i])
		default:
			s.Low[i], s.Linear[i], coef[i] = -d.Upper[i], 1, max(min(v, 0), -d.Upper[i])
		}
	}
	if d.Kind == model.Support {
		whole := sum(d.Upper)
		if s.Sum = sum(d.Coef); math.Abs(s.Sum-whole) <= 1e-12*whole {
			s.Sum = whole // all are at their bounds
		}
		l.share = s.Sum / whole
	}
	l.set = s
	return l, exactError(s.Solve(ctl, coef))
}

// Leaver returns the LeaverOf a ball, with the rows of its samples, if k(x, x) is the same for all:
// then the ball is the solution of OneClassSVM, times 2 over the sum of the variables.
func (s *SVDD) Leaver(ctl *run.Ctl, t model.Training, memory int) (*Leaver, []int, error) {
	d, err := s.Result.dualOf(0, t, 1, "SVDD")
	if err != nil || d.Coef == nil {
		return nil, nil, err
	}
	total := s.Nu * sum(d.Upper)
	if s.Nu == 0 { // no variable can reach its bound, and the sum does not change
		for i, w := range d.Upper {
			if w > 0 {
				d.Upper[i] = 2
			}
		}
		total = 1
	}
	d.Kind = model.Support
	for i := range d.Coef {
		d.Coef[i] *= total / 2
	}
	l, err := LeaverOf(ctl, d.Dual, s.Result.Kernel(), t.X.Select(d.Rows), memory)
	if l != nil {
		if l.scale = 2; s.Nu == 0 {
			l.share = 0
		}
	}
	return l, d.Rows, err
}

// Without returns the coefficients of all samples and the constant of the solution without one.
func (l *Leaver) Without(ctl *run.Ctl, i int) (coef []float64, bias float64, err error) {
	s := l.set.Clone()
	to := activeset.Problem{Low: slices.Clone(s.Low), High: slices.Clone(s.High), Linear: s.Linear, Sum: s.Sum - l.share*s.High[i*l.parts]}
	for v := range l.parts {
		to.Low[i*l.parts+v], to.High[i*l.parts+v] = 0, 0
	}
	scale := l.scale
	if s.Sum != 0 {
		if sum(to.High) == 0 {
			return nil, 0, fault.New(fault.Empty, "refit", "row %d is the only one of a weight above 0, and nothing can be learnt from none", i)
		}
		if scale != 1 {
			scale /= to.Sum
		}
	}
	err = s.Become(ctl, to)
	coef = make([]float64, len(s.Coef)/l.parts)
	for v, b := range s.Coef {
		coef[v/l.parts] += scale * b
	}
	return coef, scale * s.Bias, exactError(err)
}
