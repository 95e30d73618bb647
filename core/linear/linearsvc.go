// Package linear holds the machines whose decision function is a weight vector:
// f(x) = <w, x> + b, learnt without a kernel, in time proportional to the entries
// of the samples.
package linear

import (
	"math"

	"maxmargin/core/calib"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/primal"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// LinearSVCOptions are the options of LinearSVC.
type LinearSVCOptions struct {
	C                   float64           `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the losses: larger follows the training data more closely, smaller gives a wider margin."`
	Loss                string            `js:"loss" default:"squared_hinge" choices:"hinge,squared_hinge" doc:"Loss of a sample: its slack ('hinge', what SVC has) or the square of it."`
	Tol                 float64           `js:"tol" default:"0.0001" range:"(0,inf)" doc:"Sum of the largest violations of the optimality (KKT) conditions, outwards and inwards, at which training ends; LIBLINEAR's rule."`
	FitIntercept        bool              `js:"fitIntercept" default:"true" doc:"Whether there is a bias."`
	InterceptScaling    float64           `js:"interceptScaling" default:"1" range:"(0,inf)" doc:"Value of the constant feature whose weight makes the bias: the larger, the less its penalty counts."`
	InterceptPenalty    bool              `js:"interceptPenalty" default:"true" doc:"Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVC, and takes more passes."`
	Shrinking           bool              `js:"shrinking" default:"true" doc:"Set samples aside while they look settled. Changes the time, not the answer."`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Most passes over the samples for each two-class problem; the best solution so far is kept."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Most time for a fit, shared evenly by the two-class problems; the best solution so far is kept."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	RandomState         int               `js:"randomState" default:"0" range:"[0,2147483647]" doc:"Seed of the order in which samples are visited."`
	WarmStart           bool              `js:"warmStart" default:"false" doc:"Start from the previous fit, over the same samples. Its dual coefficients are then kept in the model."`
	calib.Probabilities `js:"probabilities"`
}

// LinearSVC is the linear support vector classifier with the hinge or the squared
// hinge loss. For two classes, y_i = +1 or -1, it minimises
//
//	1/2 |w|^2 + 1/2 v^2 + sum of C_i max(0, 1 - y_i (<w, x_i> + s v))^p
//
// p = 1 or 2, over w and the bias b = s v (s is interceptScaling; without its
// penalty the term 1/2 v^2 is absent), where C_i is C times the weights of the
// sample and of its class (Hsieh et al. 2008; Fan et al. 2008). For k > 2 classes
// it is one-versus-rest. A pass takes time proportional to the entries of X.
type LinearSVC struct {
	LinearSVCOptions
	fit *LinearSVCFit
}

// LinearSVCFit is what a fit of LinearSVC leaves behind.
type LinearSVCFit struct {
	Samples int `field:"samples" dim:"n" range:"[1,2147483647]"`
	multi.Linear
	DescentFit
}

// NewLinearSVC returns an unfitted classifier with default options.
func NewLinearSVC() *LinearSVC {
	s := &LinearSVC{fit: &LinearSVCFit{}}
	model.SetDefaults(&s.LinearSVCOptions)
	return s
}

// Options returns a pointer to the options.
func (s *LinearSVC) Options() any { return &s.LinearSVCOptions }

// Fitted returns a pointer to what the last fit left behind.
func (s *LinearSVC) Fitted() any { return s.fit }

// Restore takes over a fit that was read from a model file.
func (s *LinearSVC) Restore(fitted any) error {
	f := fitted.(*LinearSVCFit)
	if err := f.Check(); err != nil {
		return err
	}
	if err := f.checkDual(f.Samples); err != nil {
		return err
	}
	s.fit = f
	return nil
}

// Fit solves a two-class problem, or one for each of more than two classes.
func (s *LinearSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	fail := func(err error) (model.Report, error) { return model.Report{}, err }
	if err := model.Check(s.LinearSVCOptions); err != nil {
		return fail(err)
	}
	cost, err := s.ClassWeight.Costs(s.C, t)
	if err != nil {
		return fail(err)
	}
	f := &LinearSVCFit{Samples: t.X.Len(), Linear: multi.NewLinear(t.X.Dim(), t.Classes, t.Y)}
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return fail(err)
	}
	scheme := f.Scheme()
	descent := newDescent(s.descent(), samples, scheme.Count())
	if start, ok := t.Start.(*LinearSVC); ok {
		if err := descent.startFrom(start.fit.Samples, start.fit.Dual); err != nil {
			return fail(err)
		}
	}
	dual := s.newDual(samples)
	status, err := scheme.Each(ctl, func(ctl *run.Ctl, p multi.Problem) (int, run.Status, error) {
		pose(&dual, p, t.Y, cost)
		r, status := descent.solve(ctl, dual)
		copy(f.Weights[p.Number*f.Features:], r.Weights)
		f.Bias[p.Number] = r.Bias
		return r.Iterations, status, nil
	})
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	f.DescentFit = descent.fit
	if err := primal.Finite(f.Weights, f.Bias, f.Objectives, f.Gaps); err != nil {
		return fail(err)
	}
	s.fit = f
	return descent.report(status), nil
}

// newDual returns the dual of two-class problems, to be filled in by pose.
func (s *LinearSVC) newDual(x *primal.Samples) primal.Dual {
	dual := primal.Dual{X: x, Target: make([]float64, x.N), Lower: make([]float64, x.N), Upper: make([]float64, x.N)}
	if s.Loss == "squared_hinge" {
		dual.Ridge = make([]float64, x.N)
	}
	return dual
}

// pose makes dual that of one problem; see primal.Dual.
func pose(dual *primal.Dual, p multi.Problem, y []int32, cost []float64) {
	clear(dual.Lower)
	clear(dual.Upper)
	for i, class := range y {
		dual.Target[i] = p.Sign(class)
		if cost[i] == 0 {
			continue
		}
		bound := cost[i]
		if dual.Ridge != nil {
			bound, dual.Ridge[i] = math.Inf(1), 1/(2*cost[i])
		}
		if dual.Target[i] > 0 {
			dual.Upper[i] = bound
		} else {
			dual.Lower[i] = -bound
		}
	}
}

func (s *LinearSVC) descent() descentOptions {
	return descentOptions{tol: s.Tol, maxIter: s.MaxIter, maxTime: s.MaxTime, shrinking: s.Shrinking, seed: s.RandomState,
		bias: s.FitIntercept, scaling: s.InterceptScaling, penalty: s.InterceptPenalty, keep: s.WarmStart}
}

// Decision returns, for every sample of x, the decision value of class 1 when
// there are two classes, else one for each class. shape is "ovr" or "".
func (s *LinearSVC) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return s.fit.Decision(ctl, x, shape)
}

// Predict returns the class of every sample of x.
func (s *LinearSVC) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return s.fit.Predict(ctl, x)
}

var _ model.Classifier = (*LinearSVC)(nil)
