package ridge

import (
	"errors"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/solve/primal"
)

// RidgeOptions are the options of Ridge.
type RidgeOptions struct {
	Alpha        float64 `js:"alpha" default:"1" range:"[0,inf)" doc:"Penalty on the squared norm of the weights (lambda in most texts). With 0 it is LinearRegression."`
	FitIntercept bool    `js:"fitIntercept" default:"true" doc:"Whether there is a constant, which is not penalised."`
	Form         string  `js:"form" default:"auto" choices:"auto,primal,dual" doc:"What is solved: a system of the features ('primal'), or one of the inner products of the samples ('dual'), which gives dualCoef; 'auto' takes the smaller one. The function is the same."`
}

// Cost counts the memory of the chosen form.
func (o *RidgeOptions) Cost() model.Cost {
	c := linearCost()
	switch o.Form {
	case "primal":
		c.Triangle, c.ColumnPair = 0, 3*8 // the penalty adds a row for each feature
	case "dual":
		c.Entry, c.Stored, c.Triangle, c.RowPair = 3*8, 3*12, 0, 8
	}
	return c
}

// Ridge is linear ridge regression (Cristianini & Shawe-Taylor, section 2.2.2): it
// minimises
//
//	lambda |w|^2 + sum of w_i (y_i - <w, x_i> - b)^2
//
// with lambda the option alpha and w_i the weight of sample i. In dual form w is a sum of
// a_i x_i, with a_i = w_i (y_i - <w, x_i> - b) / lambda, which solves the system of
// KernelRidge with a linear kernel.
//
// The primal form takes n d^2 + d^3 multiply-adds and d^2 numbers of memory, the dual one
// n^2 d/2 + n^3/6 and n^2, a prediction O(d).
type Ridge struct {
	RidgeOptions
	model.Base[*RidgeFit]
}

// RidgeFit is the result of a fit of Ridge.
type RidgeFit struct {
	LinearFit
	Penalized float64   `field:"penalized" js:"penalizedLoss" doc:"The objective: sse plus alpha times the squared norm of the weights."`
	Coef      []float64 `field:"dual.coef" shape:"r" js:"dualCoef" doc:"In dual form the coefficients of the training samples, of which coef is the sum: the weighted residuals divided by alpha. Empty in primal form."`
}

// NewRidge returns an unfitted machine with default options.
func NewRidge() *Ridge {
	r := &Ridge{}
	r.Init(&r.RidgeOptions, new(RidgeFit), func(f *RidgeFit) error { return f.Check() })
	return r
}

// Fit solves the system.
func (r *Ridge) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(r, t); err != nil {
		return model.Report{}, err
	}
	f, notes, err := r.solve(ctl, t)
	switch {
	case errors.Is(err, run.ErrAborted):
		return model.Report{Status: run.Aborted}, nil
	case err != nil:
		return model.Report{}, err
	}
	f.Penalized = f.SumOfSquares + float64(r.Alpha*f.square())
	if f.Rank < f.Features && f.Coef == nil {
		notes = append(notes, dependent(&f.LinearFit, "raise alpha"))
	}
	return r.Learnt(f, model.Report{Status: run.Converged, Iterations: 1, Objective: f.Penalized, Notes: notes})
}

func (r *Ridge) solve(ctl *run.Ctl, t model.Training) (*RidgeFit, []model.Note, error) {
	dual := r.Form == "dual" || r.Form == "auto" && t.X.Dim() > t.X.Len() && r.Alpha > 0
	if !dual {
		instead := "take form: 'dual', which needs a matrix of the samples, or use LinearSVR with loss: 'gaussian'"
		f, err := (&regression{machine: "Ridge", instead: instead, training: t, lambda: r.Alpha, withConstant: r.FitIntercept}).solve(ctl)
		if err != nil {
			return nil, nil, err
		}
		return &RidgeFit{LinearFit: *f}, nil, nil
	}
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return nil, nil, err
	}
	s, err := newSystem("Ridge", "take form: 'primal', which needs a matrix of the features, or use LinearSVR with loss: 'gaussian'", kernel.Linear{}, t.X, t.Weight, r.Alpha, r.FitIntercept)
	if err != nil {
		return nil, nil, err
	}
	all, err := s.solve(ctl, t.Values())
	if err != nil {
		return nil, nil, err
	}
	f := &RidgeFit{Coef: all[0].coef}
	f.Samples, f.Features, f.Rank = t.X.Len(), t.X.Dim(), t.X.Dim()
	f.Weights, f.Bias = make([]float64, t.X.Dim()), []float64{all[0].bias}
	for i, a := range f.Coef {
		samples.Add(i, a, f.Weights)
	}
	f.judge(samples, t)
	return f, all[0].notes, nil
}

// Predict returns <w, x> + b for every sample of x.
func (r *Ridge) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return r.Result.evaluate(ctl, "Ridge", x)
}
