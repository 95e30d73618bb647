package svm

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
	"maxmargin/core/solve/qp"
)

// divided returns the problems as a model.Division. It returns nil if one program must solve them
// all: if there is only one, if they share a limit of time, if they start from a fit that other
// programs do not have, or if their iterations are recorded.
func (p *problems) divided(err error) (model.Division, error) {
	if err != nil || p.scheme.Count() == 1 || !math.IsInf(p.MaxTime, 1) || p.Trace > 0 || p.previous != nil {
		return nil, err
	}
	return p, nil
}

// Sizes returns the number of samples of each problem.
func (p *problems) Sizes() []int {
	all := p.scheme.Problems()
	sizes := make([]int, len(all))
	for i, m := range all {
		if m.Negative == reduction.Rest {
			sizes[i] = len(p.samples(m))
		} else {
			sizes[i] = len(p.byClass[m.Positive]) + len(p.byClass[m.Negative])
		}
	}
	return sizes
}

// Solve solves a problem and packs its solution.
func (p *problems) Solve(ctl *run.Ctl, number int) (solution []float64, iterations int, err error) {
	if count := p.scheme.Count(); number < 0 || number >= count {
		return nil, 0, fault.New(fault.Internal, "", "there is no problem %d of %d", number, count)
	}
	phase := p.scheme.Title(number)
	ctl = ctl.Telling(func(r run.Report) run.Report {
		r.Phase = phase
		return r
	})
	m := p.scheme.Problem(number)
	r, bias, err := p.solution(ctl, m, p.samples(m))
	if err == nil && r.Status == run.Aborted {
		err = run.ErrAborted
	}
	if err != nil {
		return nil, 0, err
	}
	return p.pack(number, r, bias), r.Iterations, nil
}

// packed is the count of numbers in a packed solution before the lists.
const packed = 10

// pack writes the numbers of the result, those of this machine alone, and then the places and
// coefficients of all samples with a coefficient. unpack reads them.
func (p *problems) pack(number int, r *qp.Result, bias float64) []float64 {
	indefinite := 0.0
	if r.Indefinite {
		indefinite = 1
	}
	list := append(make([]float64, 0, packed), r.Status.Number(), indefinite, float64(r.Iterations), r.Objective, r.Gap, r.DualityGap,
		float64(r.Values), float64(r.Hits), float64(r.Shrunk), bias)
	for _, own := range p.formulation.own(number) {
		list = append(list, *own)
	}
	for at, a := range r.Alpha {
		if a != 0 {
			list = append(list, float64(at), a)
		}
	}
	return list
}

// unpack is the inverse of pack, for the problem over samples.
func (p *problems) unpack(m reduction.Problem, samples []int, list []float64) (r qp.Result, bias float64, err error) {
	n, own := len(samples), p.formulation.own(m.Number)
	broken := func() error {
		return fault.New(fault.Internal, "solved", "the solution of problem %d does not fit its %d samples", m.Number, n)
	}
	if len(list) < packed+len(own) || (len(list)-len(own)-packed)%2 != 0 {
		return r, 0, broken()
	}
	status, ok := run.StatusOf(list[0])
	if !ok {
		return r, 0, broken()
	}
	r = qp.Result{Status: status, Indefinite: list[1] == 1, Iterations: int(list[2]), Objective: list[3], Gap: list[4], DualityGap: list[5],
		Values: int(list[6]), Hits: int(list[7]), Shrunk: int(list[8]), Alpha: make([]float64, n)}
	bias, list = list[9], list[packed:]
	for i, target := range own {
		*target = list[i]
	}
	for list = list[len(own):]; len(list) > 0; list = list[2:] {
		if list[0] < 0 || list[0] >= float64(n) {
			return r, 0, broken()
		}
		r.Alpha[int(list[0])] = list[1]
	}
	return r, bias, nil
}
