package linear

import (
	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// NearestMeanOptions are the options of NearestMean.
type NearestMeanOptions struct {
	Shrink float64 `js:"shrink" default:"0" range:"[0,1]" doc:"Share of the way by which the means are moved to zero."`
}

// NearestMean takes a sample for the class with the closest mean, of f_c(x) =
// <m_c, x> - |m_c|^2/2 the largest; of two classes f is the difference.
type NearestMean struct {
	NearestMeanOptions
	fit NearestMeanFit
}

// NearestMeanFit is what a fit of NearestMean leaves behind.
type NearestMeanFit struct{ multi.Linear }

// NewNearestMean returns an unfitted classifier with default options.
func NewNearestMean() *NearestMean {
	m := &NearestMean{}
	model.SetDefaults(&m.NearestMeanOptions)
	return m
}

// Options returns a pointer to the options.
func (m *NearestMean) Options() any { return &m.NearestMeanOptions }

// Fitted returns a pointer to what the last fit left behind.
func (m *NearestMean) Fitted() any { return &m.fit }

// Restore takes over a fit that was read from a model file.
func (m *NearestMean) Restore(fitted any) error {
	m.fit = *fitted.(*NearestMeanFit)
	return m.fit.Check()
}

// Fit computes the means.
func (m *NearestMean) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(m.NearestMeanOptions); err != nil {
		return model.Report{}, err
	}
	weight, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	d, k := t.X.Dim(), t.Classes
	mass, mean, x := make([]float64, k), make([]float64, k*d), make([]float64, d)
	for i, c := range t.Y {
		if ctl.Checkpoint(func() run.Report { return run.Report{Phase: "means"} }) != "" {
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
	l := multi.NewLinear(d, k, t.Y)
	for c := range k {
		// Of two classes the single function is that of class 1 less that of class 0.
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
	m.fit = NearestMeanFit{l}
	return model.Report{Status: run.Converged, Iterations: 1}, nil
}

// Decision returns the decision values; see multi.Linear.
func (m *NearestMean) Decision(ctl *run.Ctl, x sample.Set, shape string) ([]float64, int, error) {
	return m.fit.Decision(ctl, x, shape)
}

// Predict returns the class of the closest mean.
func (m *NearestMean) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return m.fit.Predict(ctl, x)
}
