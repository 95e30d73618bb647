// Package linear holds the machines whose decision function is a weight vector, f(x) = <w, x> + b,
// learnt without a kernel, in time proportional to the entries of the samples.
package linear

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/reduction"
	"maxmargin/core/solve/primal"
)

// LinearSVCOptions are the options of LinearSVC.
type LinearSVCOptions struct {
	C                   float64 `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the losses: larger follows the training data more closely, smaller gives a wider margin."`
	Loss                string  `js:"loss" default:"squaredHinge" losses:"margin" doc:"Cost of a slack: {losses}."`
	Tol                 float64 `js:"tol" default:"0.0001" range:"(0,inf)" doc:"Sum of the largest violations of the optimality (KKT) conditions in both directions at which training ends; LIBLINEAR's rule."`
	FitIntercept        bool    `js:"fitIntercept" default:"true" doc:"Whether there is a bias."`
	InterceptScaling    float64 `js:"interceptScaling" default:"1" range:"(0,inf)" doc:"Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias."`
	InterceptPenalty    bool    `js:"interceptPenalty" default:"true" doc:"Whether the bias is penalised like a weight, as in LIBLINEAR; false gives the bias of SVC; coordinate descent then takes more passes."`
	Study               `js:"study" group:"study"`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the samples, or of Newton steps, for each two-class problem; the best solution so far is kept."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit, shared evenly by the two-class problems; the best solution so far is kept."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	Seed                int               `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: the order in which samples are visited, and the folds that probabilities are learnt from."`
	WarmStart           bool              `js:"warmStart" default:"false" doc:"Start from the solution of the previous fit, to the same samples. The model then keeps its dual coefficients."`
	calib.Probabilities `js:"probabilities"`
}

// Cost counts the samples, the state of each and the weights.
func (o *LinearSVCOptions) Cost() model.Cost {
	output := int64(8) // bytes of a function's problem for each sample
	if o.WarmStart {
		output += 3 * 8 // its dual coefficients, and their copies in the model's bytes
	}
	return model.PrimalCost(224, output, 6*8)
}

// LinearSVC is the linear support vector classifier, with a margin loss l of package
// loss. For two classes, y_i = +1 or -1, it minimises
//
//	1/2 |w|^2 + 1/2 v^2 + sum of C_i l(1 - y_i (<w, x_i> + s v))
//
// over w and the bias b = s v (s is interceptScaling; without its penalty the term
// 1/2 v^2 is absent), where C_i is C times the weights of the sample and of its class
// (Hsieh et al. 2008; Fan et al. 2008). With the logistic loss it is logistic
// regression. For k > 2 classes it is one-versus-rest. A pass takes time proportional to the
// entries of X, a Newton step as much as some passes; primal.Solvers chooses between the two.
type LinearSVC struct {
	LinearSVCOptions
	model.ClassifierBase[*LinearSVCFit]
}

// LinearSVCFit is the result of a fit of LinearSVC.
type LinearSVCFit struct {
	Samples int `field:"samples" dim:"n" range:"[1,2147483647]"`
	reduction.Linear
	DescentFit
}

// NewLinearSVC returns an unfitted classifier with default options.
func NewLinearSVC() *LinearSVC {
	s := &LinearSVC{}
	s.Init("LinearSVC", &s.LinearSVCOptions, new(LinearSVCFit), (*LinearSVCFit).Check)
	return s
}

// Check returns an error unless the parts of a result from a model file go together.
func (f *LinearSVCFit) Check() error {
	if err := f.Linear.Check(); err != nil {
		return err
	}
	return f.checkDual(f.Samples)
}

// Divide returns the problems of the classes of a fit.
func (s *LinearSVC) Divide(t model.Training) (model.Division, error) {
	_, p, err := s.problems(t)
	if err != nil {
		return nil, err
	}
	return p.divided(s.MaxTime, t.Start), nil
}

// problems returns the problems of a fit, and the result that they write to.
func (s *LinearSVC) problems(t model.Training) (*LinearSVCFit, *problems, error) {
	if err := model.Accept(s, t); err != nil {
		return nil, nil, err
	}
	cost, err := s.ClassWeight.Costs(s.C, t)
	if err != nil {
		return nil, nil, err
	}
	f := &LinearSVCFit{Samples: t.X.Len(), Linear: reduction.NewLinear(t.X.Dim(), t.Classes())}
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return nil, nil, err
	}
	p := newProblems(t, loss.New(s.Loss, loss.Parameters{}), cost)
	p.weights, p.bias, p.duals = f.Weights, f.Bias, true
	p.over(s.descent(), samples)
	return f, p, nil
}

// Fit solves a two-class problem, or one for each of more than two classes.
func (s *LinearSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	f, p, err := s.problems(t)
	if err != nil {
		return model.Report{}, err
	}
	if start, ok := t.Start.(*LinearSVC); ok {
		if err := p.descent.startFrom(start.Result.Samples, start.Result.Dual); err != nil {
			return model.Report{}, err
		}
	}
	status, err := p.solve(ctl.Within(s.MaxTime))
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	f.DescentFit = p.descent.fit
	return s.Learnt(f, p.descent.report(status))
}

func (s *LinearSVC) descent() descentOptions {
	return descentOptions{tol: s.Tol, maxIter: s.MaxIter, shrinking: s.Shrinking, seed: s.Seed,
		bias: s.FitIntercept, scaling: s.InterceptScaling, penalty: s.InterceptPenalty, keep: s.WarmStart}
}

// LogOdds reports whether decision values are logarithms of odds.
func (s *LinearSVC) LogOdds() bool { return loss.IsLogOdds(loss.New(s.Loss, loss.Parameters{})) }
