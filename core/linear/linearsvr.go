package linear

import (
	"math"

	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/primal"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// LinearSVROptions are the options of LinearSVR.
type LinearSVROptions struct {
	C                float64 `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the losses: larger follows the training data more closely, smaller gives smaller weights."`
	Epsilon          float64 `js:"epsilon" default:"0" range:"[0,inf)" doc:"Half-width of the tube around the function within which a deviation costs nothing."`
	Loss             string  `js:"loss" default:"epsilon_insensitive" choices:"epsilon_insensitive,squared_epsilon_insensitive" doc:"Loss of a sample: its distance from the tube, or the square of it."`
	Tol              float64 `js:"tol" default:"0.0001" range:"(0,inf)" doc:"Sum of the largest violations of the optimality (KKT) conditions, outwards and inwards, at which training ends, in units of y."`
	FitIntercept     bool    `js:"fitIntercept" default:"true" doc:"Whether there is a bias."`
	InterceptScaling float64 `js:"interceptScaling" default:"1" range:"(0,inf)" doc:"Value of the constant feature whose weight makes the bias: the larger, the less its penalty counts."`
	InterceptPenalty bool    `js:"interceptPenalty" default:"true" doc:"Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVR, and takes more passes."`
	Shrinking        bool    `js:"shrinking" default:"true" doc:"Set samples aside while they look settled. Changes the time, not the answer."`
	MaxIter          float64 `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Most passes over the samples; the best solution so far is kept."`
	MaxTime          float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Most time for a fit; the best solution so far is kept."`
	RandomState      int     `js:"randomState" default:"0" range:"[0,2147483647]" doc:"Seed of the order in which samples are visited."`
	WarmStart        bool    `js:"warmStart" default:"false" doc:"Start from the previous fit, over the same samples. Its dual coefficients are then kept in the model."`
}

// LinearSVR is linear support vector regression with the eps-insensitive loss or
// its square. It minimises
//
//	1/2 |w|^2 + 1/2 v^2 + sum of C_i max(0, |y_i - <w, x_i> - s v| - eps_i)^p
//
// p = 1 or 2, over w and the bias b = s v (s is interceptScaling; without its
// penalty the term 1/2 v^2 is absent), where C_i is C times the weight of the
// sample (Ho and Lin 2012). A pass takes time proportional to the entries of X.
type LinearSVR struct {
	LinearSVROptions
	fit *LinearSVRFit
}

// LinearSVRFit is what a fit of LinearSVR leaves behind.
type LinearSVRFit struct {
	Samples  int `field:"samples" dim:"n" range:"[1,2147483647]"`
	Features int `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"How many features a row of X must have."`
	primal.Functions
	DescentFit
}

// NewLinearSVR returns an unfitted regressor with default options.
func NewLinearSVR() *LinearSVR {
	s := &LinearSVR{fit: &LinearSVRFit{}}
	model.SetDefaults(&s.LinearSVROptions)
	return s
}

// Options returns a pointer to the options.
func (s *LinearSVR) Options() any { return &s.LinearSVROptions }

// Fitted returns a pointer to what the last fit left behind.
func (s *LinearSVR) Fitted() any { return s.fit }

// Restore takes over a fit that was read from a model file.
func (s *LinearSVR) Restore(fitted any) error {
	f := fitted.(*LinearSVRFit)
	if len(f.Bias) != 1 {
		return fault.New(fault.Format, "bytes", "the model has %d linear functions, not one", len(f.Bias))
	}
	if err := f.checkDual(f.Samples); err != nil {
		return err
	}
	s.fit = f
	return nil
}

// Fit solves the problem.
func (s *LinearSVR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	fail := func(err error) (model.Report, error) { return model.Report{}, err }
	if err := model.Check(s.LinearSVROptions); err != nil {
		return fail(err)
	}
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return fail(err)
	}
	dual, err := s.pose(t, samples)
	if err != nil {
		return fail(err)
	}
	descent := newDescent(s.descent(), samples, 1)
	if start, ok := t.Start.(*LinearSVR); ok {
		if err := descent.startFrom(start.fit.Samples, start.fit.Dual); err != nil {
			return fail(err)
		}
	}
	r, status := descent.solve(ctl, dual)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	f := &LinearSVRFit{Samples: t.X.Len(), Features: t.X.Dim(),
		Functions: primal.Functions{Weights: r.Weights, Bias: []float64{r.Bias}}, DescentFit: descent.fit}
	if err := primal.Finite(f.Weights, f.Bias, f.Objectives, f.Gaps); err != nil {
		return fail(err)
	}
	s.fit = f
	return descent.report(status), nil
}

// pose returns the dual of the problem; see primal.Dual.
func (s *LinearSVR) pose(t model.Training, x *primal.Samples) (primal.Dual, error) {
	n, positive := x.N, false
	dual := primal.Dual{X: x, Target: t.Target, Insensitive: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n)}
	if s.Loss == "squared_epsilon_insensitive" {
		dual.Ridge = make([]float64, n)
	}
	for i := range n {
		dual.Insensitive[i] = s.Epsilon
		if t.Epsilon != nil {
			dual.Insensitive[i] = t.Epsilon[i]
		}
		cost := s.C
		if t.Weight != nil {
			cost *= t.Weight[i]
		}
		if cost == 0 {
			continue
		}
		positive = true
		if !(cost <= math.MaxFloat64) {
			return dual, fault.New(fault.Weight, "sampleWeight", "C times the weight of row %d overflows; scale the weights down", i).With("row", i)
		}
		if dual.Ridge != nil {
			dual.Ridge[i] = 1 / (2 * cost)
			cost = math.Inf(1)
		}
		dual.Lower[i], dual.Upper[i] = -cost, cost
	}
	if !positive {
		return dual, fault.New(fault.Weight, "sampleWeight", "every sample has weight zero; give one a weight")
	}
	return dual, nil
}

func (s *LinearSVR) descent() descentOptions {
	return descentOptions{tol: s.Tol, maxIter: s.MaxIter, maxTime: s.MaxTime, shrinking: s.Shrinking, seed: s.RandomState,
		bias: s.FitIntercept, scaling: s.InterceptScaling, penalty: s.InterceptPenalty, keep: s.WarmStart}
}

// Predict returns the value of the function for every sample of x.
func (s *LinearSVR) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if s.fit.Features == 0 {
		return nil, fault.New(fault.NotFitted, "", "this LinearSVR is not fitted yet; call fit first")
	}
	if err := primal.CheckFeatures(x, s.fit.Features); err != nil {
		return nil, err
	}
	predicted := make([]float64, x.Len())
	err := s.fit.Each(ctl, x, func(i int, values []float64) { predicted[i] = values[0] })
	if err != nil {
		return nil, err
	}
	return predicted, nil
}

var _ model.Regressor = (*LinearSVR)(nil)
