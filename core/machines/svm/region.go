package svm

import (
	"maxmargin/core/solve/qp"
)

// region poses the problem that the machines of one class share: minimise
// 1/2 a'Ka + p'a subject to sum a_i = nu W, 0 <= a_i <= w_i.
func (d *dual) region(nu float64, linear []float64, previous *Function) (qp.Problem, error) {
	if err := d.weighted(); err != nil {
		return qp.Problem{}, err
	}
	p := qp.Problem{Linear: linear, Lower: make([]float64, len(d.samples)), Upper: d.weight}
	total := nu * sum(d.weight)
	if previous == nil {
		p.Start = fill(p.Upper, total)
		return p, nil
	}
	var err error
	if p.Start, err = previous.coefficients(d); err != nil {
		return qp.Problem{}, err
	}
	reach(p.Start, p.Upper, total)
	return p, nil
}

// fractions returns the share of the samples that lie outside, by more than the
// tolerance, and the share that are support vectors.
func fractions(r *qp.Result, tolerance float64) (errors, support float64) {
	for i, a := range r.Alpha {
		if r.Gradient[i] < r.Level[0]-tolerance {
			errors++
		}
		if a != 0 {
			support++
		}
	}
	n := float64(len(r.Alpha))
	return errors / n, support / n
}
