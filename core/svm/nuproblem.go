package svm

import (
	"fmt"
	"math"

	"maxmargin/core/fault"
	"maxmargin/core/multi"
	"maxmargin/core/qp"
)

// feasible returns an error unless the dual variables of either class of every problem
// can have the sum nu W/2.
func (s *NuSVC) feasible(p *problems) (err error) {
	total := make([]float64, len(p.byClass))
	for c, samples := range p.byClass {
		for _, i := range samples {
			total[c] += p.upper[i]
		}
	}
	all := sum(total)
	largest, worst := 1.0, multi.Problem{}
	for _, m := range p.scheme.Problems() {
		positive, negative := total[m.Positive], all-total[m.Positive]
		if m.Negative != multi.Rest {
			negative = total[m.Negative]
		}
		if nu := 2 * min(positive, negative) / (positive + negative); nu < largest {
			largest, worst = nu, m
		}
	}
	if s.Nu <= largest {
		return nil
	}
	between, classes := fmt.Sprintf("class number %d and the rest", worst.Positive), []int{worst.Positive}
	if worst.Negative != multi.Rest {
		classes = []int{min(worst.Positive, worst.Negative), max(worst.Positive, worst.Negative)}
		between = fmt.Sprintf("class number %d and class number %d", classes[0], classes[1])
	}
	return fault.New(fault.Option, "nu", "nu = %v is infeasible: the smaller of %s has too few samples. The largest nu that all problems allow is %v", s.Nu, between, largest).
		With("largest", largest).With("classes", classes)
}

// pose makes a group of each of the two classes.
func (s *NuSVC) pose(p *qp.Problem) {
	p.Group, p.GroupCount = make([]int, len(p.Sign)), 2
	total := s.Nu * sum(p.Upper) / 2
	start := make([]float64, len(p.Sign))
	for group, sign := range []float64{1, -1} {
		var members []int
		var upper, previous []float64
		for i, y := range p.Sign {
			if y == sign {
				p.Group[i] = group
				members, upper = append(members, i), append(upper, p.Upper[i])
				if p.Start != nil {
					previous = append(previous, p.Start[i])
				}
			}
		}
		if previous == nil {
			previous = fill(upper, total)
		} else {
			reach(previous, upper, total)
		}
		for at, i := range members {
			start[i] = previous[at]
		}
	}
	p.Start = start
}

// margin returns rho.
func margin(r *qp.Result) float64 { return (r.Level[0] - r.Level[1]) / 2 }

// read takes the fractions of a pair from its solution and scales the solution to that of
// SVC. At free samples the gradient is rho - b in the positive class and -rho - b in the
// other. A margin rho below the tolerance is a rounding error, so the solution is not
// divided by it, and C is 0.
func (f *NuSVCFit) read(pair int, r *qp.Result, sign []float64, tolerance float64) (bias float64) {
	rho := margin(r)
	bias = -(r.Level[0] + r.Level[1]) / 2
	n := float64(len(sign))
	f.C[pair], f.Errors[pair], f.Support[pair] = 0, 0, 0
	for i, y := range sign {
		if y*(r.Gradient[i]+bias) < rho-tolerance {
			f.Errors[pair] += 1 / n
		}
		if r.Alpha[i] > 0 {
			f.Support[pair] += 1 / n
		}
	}
	if rho <= tolerance || math.IsInf(1/rho, 1) {
		return bias
	}
	for i := range r.Alpha {
		r.Alpha[i] /= rho
	}
	r.Scale(1 / rho) // not by the square, which may overflow where the objective is zero
	r.Scale(1 / rho)
	f.C[pair] = 1 / rho
	return bias / rho
}
