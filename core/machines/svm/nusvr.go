package svm

import (
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/solve/qp"
)

// NuSVROptions are the options of NuSVR.
type NuSVROptions struct {
	Nu      float64     `js:"nu" default:"0.5" range:"(0,1]" doc:"At most this share of the samples lies outside the tube, and at least this share are support vectors. The width of the tube follows from nu."`
	C       float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on errors outside the tube: larger follows the training data more closely, smaller gives a flatter function."`
	Kernel  kernel.Spec `js:"kernel"`
	Solving `js:"solving"`
}

// NuSVR is the support vector machine for regression that chooses the width of its
// tube (Schoelkopf, Smola, Williamson and Bartlett, Neural Computation 12, 2000;
// in LIBSVM's scaling). It minimises
//
//	1/2 |w|^2 + C (sum w_i e_i + nu sum w_i eps),   e_i = max(0, |y_i - f(x_i)| - eps)
//
// over w, b and eps >= 0, with the weights w_i of the samples, through the dual
//
//	maximise   sum y_i (a_i - a*_i) - 1/2 sum (a_i - a*_i) (a_j - a*_j) k(x_i, x_j)
//	subject to sum a_i = sum a*_i = C nu sum w_i / 2,  0 <= a_i, a*_i <= C w_i.
//
// With the resulting eps SVR has the same solution. The objective of a report is
// minus the dual's, as LIBSVM's is.
type NuSVR struct {
	NuSVROptions
	model.KernelBase[*NuSVRFit]
}

// NuSVRFit is the result of a fit of NuSVR.
type NuSVRFit struct {
	Function
	Epsilon float64 `field:"epsilon" js:"epsilon" doc:"Half-width of the tube that results from nu."`
	Errors  float64 `field:"error.fraction" js:"errorFraction" doc:"Share of the training samples that lie outside the tube by more than tol, at most nu."`
	Support float64 `field:"support.fraction" js:"supportFraction" doc:"Share of the training samples that are support vectors, at least nu unless epsilon is 0."`
}

// NewNuSVR returns an unfitted machine with default options.
func NewNuSVR(kernels model.KernelMaker) *NuSVR {
	s := &NuSVR{}
	s.Init(&s.NuSVROptions, &s.Kernel, kernels, new(NuSVRFit))
	return s
}

// Predict returns f(x) for every sample of x.
func (s *NuSVR) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.Result.Evaluate(ctl, "NuSVR", x)
}

// Fit solves the dual problem.
func (s *NuSVR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	d, err := newDual(s, s.KernelFor, s.Solving, t)
	if err != nil {
		return model.Report{}, err
	}
	p, err := d.tube(s.C, model.Data{Target: t.Target}, 0, symmetric())
	if err != nil {
		return model.Report{}, err
	}
	n := len(d.samples)
	p.Group, p.GroupCount = make([]int, 2*n), 2
	for i := range n {
		p.Group[n+i] = 1
	}
	total := s.Nu * sum(p.Upper[:n]) / 2
	half := fill(p.Upper[:n], total)
	p.Start = append(half, half...) // a = a*: the function that is zero
	if from, ok := t.Start.(*NuSVR); ok {
		if p.Start, err = from.Result.nuStart(d, p.Upper[:n], total); err != nil {
			return model.Report{}, err
		}
	}
	r, err := d.solve(ctl, p, d.settings())
	if err != nil || r.Status == run.Aborted {
		return model.Report{Status: r.Status}, err
	}
	// The gradient is -(b + eps) at free coordinates a_i, and -(b - eps) at free a*_i.
	fit := NuSVRFit{Function: d.function(differences(r.Alpha), -(r.Level[0]+r.Level[1])/2)}
	fit.Epsilon = max(0, (r.Level[1]-r.Level[0])/2)
	fit.Support = float64(len(fit.Indices)) / float64(n)
	for _, g := range r.Gradient[:n] {
		if math.Abs(g+fit.Intercept) > fit.Epsilon+s.Tol { // |f(x_i) - y_i|
			fit.Errors++
		}
	}
	fit.Errors /= float64(n)
	out, err := fit.report(&r, d.samples)
	if err != nil {
		return model.Report{}, err
	}
	return s.Learnt(&fit, out)
}

// nuStart returns the feasible point, close to a previous solution, at which both parts sum to
// total. A solution with eps = 0 may have a smaller sum. Then a_i and a*_i grow by equal amounts,
// which does not change the function.
func (f *NuSVRFit) nuStart(d *dual, upper []float64, total float64) ([]float64, error) {
	coef, err := f.coefficients(d)
	if err != nil {
		return nil, err
	}
	n, a, sign := len(coef), parts(coef), make([]float64, 2*len(coef))
	for i := range n {
		sign[i], sign[n+i] = 1, -1
	}
	both := append(append([]float64(nil), upper...), upper...)
	clip(a, both)
	(&qp.Problem{Sign: sign}).Balance(a)
	missing := total - sum(a[:n])
	if math.Abs(missing) <= alike*total {
		return a, nil
	}
	if missing < 0 {
		for i := range a {
			a[i] *= total / (total - missing)
		}
		return a, nil
	}
	room := sum(upper) - sum(a)
	if room <= 0 {
		return a, nil
	}
	for i, u := range upper {
		// At most one of the two is positive.
		more := (u - a[i] - a[n+i]) * min(missing/room, 1)
		a[i], a[n+i] = min(a[i]+more, u), min(a[n+i]+more, u)
	}
	return a, nil
}
