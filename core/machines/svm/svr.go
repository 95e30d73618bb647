package svm

import (
	"fmt"
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/solve/qp"
)

// SVROptions are the options of SVR.
type SVROptions struct {
	C       float64 `js:"C" default:"1" range:"(0,inf]" doc:"Penalty on errors outside the tube: larger follows the training data more closely, smaller gives a flatter function. Infinity allows no errors outside."`
	Epsilon float64 `js:"epsilon" default:"0.1" range:"[0,inf)" unit:"of y" row:"sampleEpsilon" doc:"Half-width of the tube: smaller errors cost nothing."`
	Loss    string  `js:"loss" default:"epsilonInsensitive" losses:"residual,quadratic" doc:"Cost of an error beyond epsilon: {losses}."`
	Mixture `js:"mixture"`
	Below   `js:"below"`
	Kernel  kernel.Spec `js:"kernel"`
	Solving `js:"solving"`
}

// SVR is the support vector machine for regression. With the residuals r_i = y_i - f(x_i) and their
// excess e_i = max(0, |r_i| - eps_i) over the tube it minimises, for the linear and for the
// quadratic loss,
//
//	1/2 |w|^2 + sum C_i e_i,   1/2 |w|^2 + sum C_i e_i^2
//
// or another loss of package loss (see impose), through the duals (Cristianini & Shawe-Taylor,
// Propositions 6.21 and 6.20, whose C is twice this one for the quadratic loss)
//
//	maximise   sum y_i (a_i - a*_i) - sum eps_i (a_i + a*_i)
//	           - 1/2 sum (a_i - a*_i) (a_j - a*_j) k(x_i, x_j) - 1/4 sum (a_i^2 + a*_i^2) / C_i
//	subject to sum (a_i - a*_i) = 0, a_i, a*_i >= 0
//
// The linear loss has the bounds a_i, a*_i <= C_i and not the last term. C_i is C times the weight
// of the sample. Errors of targets below the function may have another width and another weight
// (see Below). The objective of a report is minus this one, as LIBSVM's is. The function is
// f(x) = sum (a_i - a*_i) k(x_i, x) + b.
type SVR struct {
	SVROptions
	model.KernelBase[*SVRFit]
}

// SVRFit is the result of a fit of SVR.
type SVRFit struct {
	Function
}

// NewSVR returns an unfitted machine with default options.
func NewSVR(kernels model.KernelMaker) *SVR {
	s := &SVR{}
	s.Init(&s.SVROptions, &s.Kernel, kernels, new(SVRFit))
	return s
}

// Predict returns f(x) for every sample of x.
func (s *SVR) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.Result.Evaluate(ctl, "SVR", x)
}

// Fit solves the dual problem.
func (s *SVR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	d, err := newDual(s, s.KernelFor, s.Solving, t)
	if err != nil {
		return model.Report{}, err
	}
	p, err := d.tube(s.C, t.Data, s.Epsilon, s.Below)
	if err != nil {
		return model.Report{}, err
	}
	hard := math.IsInf(s.C, 1)
	split := impose(&p, slackBoxes(s.Loss, s.C, s.SquaredC))
	settings := d.settings()
	if hard {
		d.give(&p, d.samples)
		withoutSlack(&settings, d.ceiling(&p, halfRange(d, t.Values()), true), len(p.Linear))
	}
	if from, ok := t.Start.(*SVR); ok {
		coef, err := from.Result.coefficients(d)
		if err != nil {
			return model.Report{}, err
		}
		settings.Lengthen = true
		p.Start = split(parts(coef))
		clip(p.Start, p.Upper)
		p.Balance(p.Start)
	}
	r, err := d.solve(ctl, p, settings)
	if err != nil || r.Status == run.Aborted {
		return model.Report{Status: r.Status}, err
	}
	var values []float64 // of the function at the samples, without its constant
	if s.Loss == "epsilonInsensitive" {
		for i := range d.samples {
			values = append(values, r.Gradient[i]-p.Linear[i])
		}
	}
	r.Alpha = joined(r.Alpha, 2*len(d.samples))
	fit := SVRFit{d.function(differences(r.Alpha), -r.Level[0])}
	out, err := fit.report(&r, d.samples)
	if err != nil {
		return model.Report{}, err
	}
	if r.Status == run.Infeasible || hard && r.Status == run.IterationLimit {
		out.Notes = append(out.Notes, model.Note{Code: "WARN_INFEASIBLE", Message: fmt.Sprintf(
			"no function stays within epsilon of all %d values (or only a function that is too steep to be useful), but C = Infinity allows no exceptions. Raise epsilon, or lower C to allow exceptions", len(d.samples))})
	}
	if values != nil && !hard {
		out.Notes = append(out.Notes, s.outOfReach(d, &p, r.Alpha, values, fit.Intercept, t.Values())...)
	}
	return s.Learnt(&fit, out)
}

// outOfReach returns the warnings of model.OutOfReach for a solution. values has those of the
// function without its constant.
func (s *SVR) outOfReach(d *dual, p *qp.Problem, alpha, values []float64, intercept float64, all model.Values) []model.Note {
	coef := differences(alpha)
	bound, target := make([]float64, len(coef)), make(model.Values, len(coef))
	for at, i := range d.samples {
		bound[at], target[at] = p.Upper[at], all[i]
		if coef[at] < 0 {
			bound[at] = p.Upper[len(coef)+at]
		}
	}
	return model.OutOfReach(s.C, coef, bound, target, func() []float64 {
		for i := range values {
			values[i] += intercept
		}
		return values
	})
}
