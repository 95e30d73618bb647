package linear

import (
	"maxmargin/core/calib"
	"maxmargin/core/loss"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/primal"
	"maxmargin/core/run"
)

// SGDOptions are the options of SGDClassifier.
type SGDOptions struct {
	Loss                string            `js:"loss" default:"hinge" losses:"margin" doc:"Loss of a sample: its slack ('hinge', as in SVC), its square ('squared_hinge'), its square up to a slack of 2 and a line from there, which is robust against outliers ('modified_huber'), or minus the logarithm of the probability of its class ('logistic', logistic regression)."`
	Alpha               float64           `js:"alpha" default:"0.0001" range:"(0,inf)" doc:"Factor lambda of the term 1/2 |w|^2, which is added to the mean loss. It is 1/(C n) for the C of SVC and n samples."`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes: a pass is as many steps as there are samples."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the function so far is kept."`
	Tol                 float64           `js:"tol" default:"0.001" range:"[0,inf)" doc:"Training has converged when twice as many passes change the objective by at most this share, down or up; with 0 only maxIter and maxTime end it. The reported gap is the last such change."`
	Average             bool              `js:"average" default:"true" doc:"Whether the result is the mean of the weights of all steps, or the last weights."`
	FitIntercept        bool              `js:"fitIntercept" default:"true" doc:"Whether there is a bias, which is penalised like a weight."`
	InterceptScaling    float64           `js:"interceptScaling" default:"1" range:"(0,inf)" doc:"Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of the loss per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	Seed                int               `js:"seed" former:"randomState,probabilitySeed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: the samples that are drawn, and the folds that probabilities are learnt from."`
	calib.Probabilities `js:"probabilities"`
}

// Cost is that of the samples as they are, and of the weights with the sums that they are
// computed from.
func (*SGDOptions) Cost() model.Cost { return model.PrimalCost(96, 8, 24*8) }

// SGDClassifier is a linear classifier by stochastic subgradient descent; see
// primal.Subgradient. Its objective is that of LinearSVC with the same loss divided by
// C n, with alpha = 1/(C n). For k > 2 classes it
// is one-versus-rest, and all functions see the same samples in the same order.
//
// Fit draws samples with replacement, each as likely as its weight. Update goes
// once through its samples, in order.
type SGDClassifier struct {
	SGDOptions
	model.ClassifierBase[*SGDFit]
}

// SGDFit is the result of a fit of SGDClassifier.
type SGDFit struct {
	multi.Linear
	Steps          int       `field:"steps" js:"nSteps" doc:"Number of samples visited so far."`
	Harmonic       float64   `field:"steps.harmonic"`
	Theta          []float64 `field:"steps.theta" shape:"q,d+1"`
	Weighted       []float64 `field:"steps.weighted" shape:"q,d+1"`
	CurveSteps     []int32   `field:"curve.steps" shape:"s" js:"objectiveSteps" doc:"Numbers of steps after which the objective was computed: after the passes 1, 2, 4, ..., at the end, and after every partialFit."`
	CurveObjective []float64 `field:"curve.objective" shape:"s" js:"objectiveCurve" doc:"The objective after these steps, on the samples of the fit or update, summed over the decision functions."`
}

// NewSGDClassifier returns an unfitted classifier with default options.
func NewSGDClassifier() *SGDClassifier {
	s := &SGDClassifier{}
	s.Init(&s.SGDOptions, new(SGDFit))
	return s
}

// Fit learns from t anew.
func (s *SGDClassifier) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(s, t); err != nil {
		return model.Report{}, err
	}
	weight, err := s.ClassWeight.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	p, err := s.begin(&SGDFit{Linear: multi.NewLinear(t.X.Dim(), t.Classes(), t.Labels())}, t, weight)
	if err != nil {
		return model.Report{}, err
	}
	return s.finish(p, p.fitAll(ctl.Within(s.MaxTime)))
}

// Update goes once through the samples of t, in order, after all that was learnt
// before.
func (s *SGDClassifier) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(s, t); err != nil {
		return model.Report{}, err
	}
	before := *s.Result
	if err := before.Extend(t.X, t.Classes(), t.Labels()); err != nil {
		return model.Report{}, err
	}
	weight, err := s.ClassWeight.Factors(1, t)
	if err != nil {
		return model.Report{}, err
	}
	p, err := s.begin(&before, t, weight)
	if err != nil {
		return model.Report{}, err
	}
	return s.finish(p, p.update(ctl))
}

// begin returns a pass that goes on from f. Only finish writes to f.
func (s *SGDClassifier) begin(f *SGDFit, t model.Training, weight []float64) (*sgdPass, error) {
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return nil, err
	}
	p := &sgdPass{options: s.SGDOptions, fit: f, x: samples, weight: weight}
	constant := 0.0
	if s.FitIntercept {
		constant = s.InterceptScaling
	}
	d := f.Features
	for _, problem := range f.Scheme().Problems() {
		signs := make([]float64, t.X.Len())
		for i, class := range t.Labels() {
			signs[i] = problem.Sign(class)
		}
		descent := primal.NewSubgradient(loss.New(s.Loss, loss.Parameters{}), d, s.Alpha, constant)
		if f.Steps > 0 {
			descent.Steps, descent.Harmonic = f.Steps, f.Harmonic
			copy(descent.Theta, f.Theta[problem.Number*(d+1):])
			copy(descent.Weighted, f.Weighted[problem.Number*(d+1):])
		}
		p.signs, p.descents = append(p.signs, signs), append(p.descents, descent)
	}
	return p, nil
}

// finish makes the fit of a pass the result of the machine.
func (s *SGDClassifier) finish(p *sgdPass, status run.Status) (model.Report, error) {
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	f, d := p.fit, p.fit.Features
	f.Functions = primal.Functions{}
	f.Theta, f.Weighted = nil, nil
	w := make([]float64, d+1)
	for _, descent := range p.descents {
		p.output(descent, w)
		f.Weights = append(f.Weights, w[:d]...)
		f.Bias = append(f.Bias, float64(descent.Constant*w[d]))
		f.Theta = append(f.Theta, descent.Theta...)
		f.Weighted = append(f.Weighted, descent.Weighted...)
		f.Steps, f.Harmonic = descent.Steps, descent.Harmonic
	}
	if err := primal.Finite(f.Weights, f.Bias, f.Theta, f.Weighted, f.CurveObjective); err != nil {
		return model.Report{}, err
	}
	s.Result = f
	return model.Report{Status: status, Iterations: p.passes, Objective: f.CurveObjective[len(f.CurveObjective)-1], Gap: p.change}, nil
}

// LogOdds reports whether decision values are logarithms of odds.
func (s *SGDClassifier) LogOdds() bool { return loss.IsLogOdds(loss.New(s.Loss, loss.Parameters{})) }

var (
	_ calib.LogOdds   = (*SGDClassifier)(nil)
	_ model.Updatable = (*SGDClassifier)(nil)
)
