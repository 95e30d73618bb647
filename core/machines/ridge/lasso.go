package ridge

import (
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// LassoOptions are the options of Lasso.
type LassoOptions struct {
	Alpha        float64 `js:"alpha" default:"1" range:"(0,inf)" doc:"Factor of the penalty: larger gives fewer and smaller weights; from alphaMax on all are zero."`
	L1Ratio      float64 `js:"l1Ratio" default:"1" range:"[0,1]" doc:"Share of the sizes of the weights in the penalty; the rest is their squares: 1 is the lasso, between 0 and 1 the elastic net, 0 is Ridge."`
	FitIntercept bool    `js:"fitIntercept" default:"true" doc:"Whether there is a constant, which is not penalised."`
	Tol          float64 `js:"tol" default:"0.0001" range:"(0,inf)" doc:"Duality gap at which training ends, as a share of the mean square of y, with a constant of its variance."`
	MaxIter      float64 `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the features that are at work; the best solution so far is kept."`
	MaxTime      float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the best solution so far is kept."`
	WarmStart    bool    `js:"warmStart" default:"false" doc:"Start from the weights of the previous fit, which had the same features."`
}

// Cost counts the samples, their columns, the state of each and the weights.
func (*LassoOptions) Cost() model.Cost {
	c := model.PrimalCost(128, 0, 24*8)
	c.Entry, c.Stored = 2*8, 2*12
	return c
}

// Lasso is linear regression with a penalty on the sizes of the weights, which makes most of them
// zero (Tibshirani 1996; basis pursuit denoising: Chen, Donoho and Saunders 1999), and, as the
// elastic net, on their squares (Zou and Hastie 2005). It minimises
//
//	sum of s_i (y_i - <w, x_i> - b)^2 / (2 N) + alpha (l1Ratio |w|_1 + (1 - l1Ratio)/2 |w|^2)
//
// over w and b, where s_i is the weight of sample i and N the sum of these. A pass takes time
// proportional to the entries of the columns at work, a prediction O(d).
type Lasso struct {
	LassoOptions
	model.Base[*LassoFit]
}

// LassoFit is the result of a fit of Lasso.
type LassoFit struct {
	function
	Iterations int     `field:"iterations" js:"nIter" doc:"Passes over the features at work."`
	DualGap    float64 `field:"gap" js:"dualGap" doc:"The objective is at most this much above its minimum."`
	AlphaMax   float64 `field:"alpha.max" js:"alphaMax" doc:"Least alpha with which all weights are zero; 0 if l1Ratio is 0."`
}

// NewLasso returns an unfitted machine with default options.
func NewLasso() *Lasso {
	l := &Lasso{}
	l.Init(&l.LassoOptions, new(LassoFit), func(f *LassoFit) error { return f.Check() })
	return l
}

// Fit solves the problem.
func (l *Lasso) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(l, t); err != nil {
		return model.Report{}, err
	}
	e, err := newElasticNet(t, l.FitIntercept)
	if err != nil {
		return model.Report{}, err
	}
	var start []float64
	if before, ok := t.Start.(*Lasso); ok {
		if err := sample.Ready("warmStart", before.Result.Features, t.X); err != nil {
			return model.Report{}, err
		}
		start = before.Result.Weights
	}
	e.l1, e.l2 = l.Alpha*l.L1Ratio, l.Alpha*(1-l.L1Ratio)
	e.tolerance, e.passes = l.Tol, int(min(l.MaxIter, math.MaxInt32))
	status := e.run(ctl.Within(l.MaxTime), start)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	f := &LassoFit{Iterations: e.done, DualGap: e.gap}
	f.Features, f.Weights, f.Bias = t.X.Dim(), e.weights, []float64{e.level - linalg.Dot(e.weights, e.mean)}
	if l.L1Ratio > 0 {
		f.AlphaMax = min(e.most/l.L1Ratio, math.MaxFloat64)
	}
	return l.Learnt(f, model.Report{Status: status, Iterations: e.done, Objective: e.objective, Gap: e.gap})
}

// Predict returns <w, x> + b for every sample of x.
func (l *Lasso) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return l.Result.evaluate(ctl, "Lasso", x)
}
