package svm

import (
	"fmt"
	"math"

	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/qp"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// SVROptions are the options of SVR.
type SVROptions struct {
	C       float64 `js:"C" default:"1" range:"(0,inf]" doc:"Penalty on what lies outside the tube: larger follows the training data more closely, smaller gives a flatter function. Infinity allows nothing outside."`
	Epsilon float64 `js:"epsilon" default:"0.1" range:"[0,inf)" unit:"of y" doc:"Half-width of the tube: smaller errors cost nothing."`
	Loss    string  `js:"loss" default:"epsilon_insensitive" choices:"epsilon_insensitive,squared_epsilon_insensitive,mixed" doc:"What an error costs beyond epsilon: its size, its square, or both ('mixed', see squaredC)."`
	Mixture `js:"mixture"`
	Below   `js:"below"`
	Kernel  kernel.Spec `js:"kernel"`
	Solving `js:"solving"`
}

// SVR is the support vector machine for regression. With the residuals r_i =
// y_i - f(x_i) and their excess e_i = max(0, |r_i| - eps_i) over the tube it
// minimises, for the linear and for the quadratic loss,
//
//	1/2 |w|^2 + sum C_i e_i,   1/2 |w|^2 + sum C_i e_i^2
//
// or the sum of both (see squares), through the duals (Cristianini & Shawe-Taylor, Propositions 6.21 and 6.20, whose
// C is twice this one for the quadratic loss)
//
//	maximise   sum y_i (a_i - a*_i) - sum eps_i (a_i + a*_i)
//	           - 1/2 sum (a_i - a*_i) (a_j - a*_j) k(x_i, x_j) - 1/4 sum (a_i^2 + a*_i^2) / C_i
//	subject to sum (a_i - a*_i) = 0, a_i, a*_i >= 0
//
// where the linear loss has the bounds a_i, a*_i <= C_i and not the last term. C_i
// is C times the weight of the sample. Errors of targets below the function may have
// another width and another weight (see Below). The objective of a report is minus this,
// LIBSVM's. The function is f(x) = sum (a_i - a*_i) k(x_i, x) + b.
type SVR struct {
	SVROptions
	kernels model.KernelMaker
	fit     SVRFit
}

// SVRFit is what a fit of SVR leaves behind.
type SVRFit struct {
	Function
}

// NewSVR returns an unfitted machine with default options.
func NewSVR(kernels model.KernelMaker) *SVR {
	s := &SVR{kernels: kernels}
	model.SetDefaults(&s.SVROptions)
	return s
}

// Options returns a pointer to the options.
func (s *SVR) Options() any { return &s.SVROptions }

// Fitted returns a pointer to what the last fit left behind.
func (s *SVR) Fitted() any { return &s.fit }

// Restore takes over a fit that was read from a model file.
func (s *SVR) Restore(fitted any) error {
	f := fitted.(*SVRFit)
	if err := f.restore(s.kernels, s.Kernel); err != nil {
		return err
	}
	s.fit = *f
	return nil
}

// Predict returns f(x) for every sample of x.
func (s *SVR) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.fit.evaluate(ctl, x, "SVR")
}

// Fit solves the dual problem.
func (s *SVR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(s.SVROptions); err != nil {
		return model.Report{}, err
	}
	d, err := newDual(s.kernels, s.Kernel, s.Solving, t)
	if err != nil {
		return model.Report{}, err
	}
	if err := d.weighted(); err != nil {
		return model.Report{}, err
	}
	p, err := d.tube(s.C, t, s.Epsilon, s.Below)
	if err != nil {
		return model.Report{}, err
	}
	hard := math.IsInf(s.C, 1)
	split := squares(&p, s.Loss, s.C, s.SquaredC)
	settings := d.settings()
	if hard {
		withoutSlack(&settings, d.ceiling(spread(d, t.Target)), len(p.Linear))
	}
	if from, ok := t.Start.(*SVR); ok {
		coef, err := from.fit.coefficients(d)
		if err != nil {
			return model.Report{}, err
		}
		p.Start = split(parts(coef), p.Upper)
		clip(p.Start, p.Upper)
		balance(p.Start, p.Sign)
	}
	r, err := d.solve(ctl, p, settings)
	if err != nil || r.Status == run.Aborted {
		return model.Report{Status: r.Status}, err
	}
	r.Alpha = joined(r.Alpha, 2*len(d.samples))
	fit := SVRFit{d.function(differences(r.Alpha), -r.Level[0])}
	out, err := fit.report(&r, d.samples)
	if err != nil {
		return model.Report{}, err
	}
	if r.Status == run.Infeasible || hard && r.Status == run.IterationLimit {
		out.Notes = append(out.Notes, model.Note{Code: "WARN_INFEASIBLE", Message: fmt.Sprintf(
			"no function stays within epsilon of all %d values (or only one so steep that it is of no use), which C = Infinity asks for. Raise epsilon, or lower C to allow exceptions", len(d.samples))})
	}
	s.fit = fit
	return out, nil
}

// tube poses the problem that regressions share, over coordinates a and then a*.
func (d *dual) tube(c float64, t model.Training, epsilon float64, b Below) (qp.Problem, error) {
	upper, err := d.bounds(c)
	if err != nil {
		return qp.Problem{}, err
	}
	n := len(d.samples)
	p := qp.Problem{Sign: make([]float64, 2*n), Linear: make([]float64, 2*n),
		Lower: make([]float64, 2*n), Upper: append(upper, upper...)}
	for at, i := range d.samples {
		above, below := b.widths(t, epsilon, i)
		p.Sign[at], p.Sign[n+at] = 1, -1
		p.Linear[at], p.Linear[n+at] = above-t.Target[i], below+t.Target[i]
		if p.Upper[n+at] *= b.factor(t, i); math.IsInf(p.Upper[n+at], 0) && !math.IsInf(c, 0) {
			return p, overflowing(i)
		}
	}
	return p, nil
}

// differences returns a - a*.
func differences(alpha []float64) []float64 {
	n := len(alpha) / 2
	coef := make([]float64, n)
	for i := range coef {
		coef[i] = alpha[i] - alpha[n+i]
	}
	return coef
}

// parts is the inverse of differences where no sample has both: the positive
// parts of coef, and then the negative ones.
func parts(coef []float64) []float64 {
	n := len(coef)
	a := make([]float64, 2*n)
	for i, c := range coef {
		a[i], a[n+i] = max(c, 0), max(-c, 0)
	}
	return a
}

// spread returns half the distance of the largest target from the smallest.
func spread(d *dual, y []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range d.samples {
		low, high = min(low, y[i]), max(high, y[i])
	}
	return (high - low) / 2
}

var _ model.Regressor = (*SVR)(nil)
