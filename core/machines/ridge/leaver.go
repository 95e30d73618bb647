package ridge

import (
	"errors"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// Leaver removes single samples from the solutions of a system, exactly: the result is that of a
// fit without the sample, with the same kernel, weights and Lambda. With v the column of the sample
// in the inverse of the system's matrix B, the solution without sample i is a - (a_i / v_i) v. Its
// i-th number is 0, and B times it is y except in the equation of the sample.
type Leaver struct {
	system    *system
	factor    *linalg.Definite
	ones      []float64 // M⁻¹ S 1
	place     []int     // of each sample in the system; -1: its weight is 0
	solutions []solution
	offset    float64
}

// notOfFit is the largest difference of coefficients, relative to the largest one, between a fit
// and the system of its samples: some solvers are not exact.
const notOfFit = 1e-3

// NewLeaver solves a system over its samples x.
func NewLeaver(ctl *run.Ctl, s model.Squares, x sample.Set) (*Leaver, error) {
	system, err := newSystem("influence", "leave refit out", s.Kernel, x, s.Weight, s.Lambda, s.Constant)
	if err != nil {
		return nil, err
	}
	p := run.NewPhases(ctl, 2)
	matrix, err := system.matrix(p)
	if err != nil {
		return nil, err
	}
	p.Begin("factorisation")
	factor, err := linalg.Factorize(matrix, len(system.rows), p.Watch)
	switch {
	case errors.Is(err, linalg.ErrStopped):
		return nil, run.ErrAborted
	case err != nil || factor.ReciprocalCondition() < singular && !factor.Stopped():
		return nil, fault.New(fault.Numeric, "refit", "the system of this model is singular or indefinite in floating point, so that fits without a row are not unique; raise alpha, or leave refit out")
	}
	l := &Leaver{system: system, factor: factor, ones: append([]float64(nil), system.root...), place: make([]int, x.Len()), offset: s.Offset}
	factor.Solve(l.ones)
	for i := range l.place {
		l.place[i] = -1
	}
	for p, i := range system.rows {
		l.place[i] = p
	}
	for q, target := range s.Targets {
		system.target = target
		u := system.scaled()
		factor.Solve(u)
		if factor.Stopped() {
			return nil, run.ErrAborted
		}
		found := system.unscaled(u, l.ones)
		largest, off := 0.0, 0.0
		for i, a := range found.coef {
			largest, off = max(largest, math.Abs(a)), max(off, math.Abs(a-s.Coef[q][i]))
		}
		if !(off <= notOfFit*largest) {
			return nil, fault.New(fault.Option, "refit", "refit.X and refit.y must be the rows of the fit, in their order, with its sampleWeight: a fit to them has other coefficients than the model")
		}
		l.solutions = append(l.solutions, found)
	}
	return l, nil
}

// Without returns the coefficients of all samples and the constant of a function without a sample.
func (l *Leaver) Without(function, i int) (coef []float64, constant float64, err error) {
	s, whole := l.system, l.solutions[function]
	coef, constant = append([]float64(nil), whole.coef...), whole.bias
	p := l.place[i]
	if p < 0 {
		return coef, constant + l.offset, nil
	}
	if len(s.rows) == 1 {
		return nil, 0, fault.New(fault.Empty, "refit", "row %d is the only one of a weight above 0, and nothing can be learnt from none", i)
	}
	// A⁻¹ e_i = S M⁻¹ S e_i
	column := make([]float64, len(s.rows))
	column[p] = s.root[p]
	l.factor.Solve(column)
	border := 0.0 // entry of v for the constant
	if s.withConstant {
		border = linalg.Dot(s.root, column) / linalg.Dot(s.root, l.ones)
	}
	for k, root := range s.root {
		column[k] = root * (column[k] - border*l.ones[k])
	}
	by := whole.coef[i] / column[p]
	for k, row := range s.rows {
		coef[row] -= by * column[k]
	}
	coef[i] = 0
	return coef, constant - by*border + l.offset, nil
}
