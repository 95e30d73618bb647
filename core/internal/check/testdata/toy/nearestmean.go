package linear

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// NearestMeanOptions are the options of NearestMean.
type NearestMeanOptions struct {
	Shrink float64 `js:"shrink" default:"0" range:"[0,1]" doc:"Fraction by which the means are moved towards zero."`
}

// NearestMean predicts the class with the closest mean: that with the largest f_c(x) =
// <m_c, x> - |m_c|^2/2. For two classes f is the difference of these functions.
type NearestMean struct {
	NearestMeanOptions
	model.ClassifierBase[*NearestMeanFit]
}

// NearestMeanFit is the result of a fit of NearestMean.
type NearestMeanFit struct{ reduction.Linear }

// NewNearestMean returns an unfitted classifier with default options.
func NewNearestMean() *NearestMean {
	m := &NearestMean{}
	m.Init("NearestMean", &m.NearestMeanOptions, new(NearestMeanFit), (*NearestMeanFit).Check)
	return m
}

// Fit computes the means.
func (m *NearestMean) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(m, t); err != nil {
		return model.Report{}, err
	}
	weight, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	d, k := t.X.Dim(), t.Classes()
	mass, mean, x := make([]float64, k), make([]float64, k*d), make([]float64, d)
	for i, c := range t.Labels() {
		if !ctl.Wanted(func() run.Report { return run.Report{Phase: "means"} }) {
			return model.Report{Status: run.Aborted}, nil
		}
		t.X.Dense(x, i)
		mass[c] += weight[i]
		for j, v := range x {
			if v > 1e100 || v < -1e100 {
				return model.Report{}, fault.New(fault.Numeric, "X", "the numbers in row %d are too large; scale them down", i)
			}
			mean[int(c)*d+j] += weight[i] * v
		}
	}
	l := reduction.NewLinear(d, k)
	for c := range k {
		// For two classes the single function is that of class 1 less that of class 0.
		q, sign := c, 1.0
		if k == 2 {
			q, sign = 0, float64(2*c-1)
		}
		for j := range d {
			v := mean[c*d+j] / mass[c] * (1 - m.Shrink)
			l.Weights[q*d+j] += sign * v
			l.Bias[q] -= sign * v * v / 2
		}
	}
	m.Result = &NearestMeanFit{l}
	return model.Report{Status: run.Converged, Iterations: 1}, nil
}
