package linear

import (
	"slices"

	"maxmargin/core/calib"
	"maxmargin/core/fault"
	"maxmargin/core/loss"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/primal"
	"maxmargin/core/run"
)

// SGDOptions are the options of SGDClassifier.
type SGDOptions struct {
	Loss                string  `js:"loss" default:"hinge" losses:"margin" doc:"Loss of a sample: its slack ('hinge', as in SVC), its square ('squared_hinge'), its square up to a slack of 2 and a line from there, which is robust against outliers ('modified_huber'), or minus the logarithm of the probability of its class ('logistic', logistic regression)."`
	Alpha               float64 `js:"alpha" default:"0.0001" range:"(0,inf)" doc:"Factor lambda of the term 1/2 |w|^2, which is added to the mean loss. It is 1/(C n) for the C of SVC and n samples."`
	Stepping            `js:"stepping"`
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

// Stepping are the options of the lengths of the steps.
type Stepping struct {
	LearningRate string  `js:"learningRate" default:"optimal" choices:"optimal,pegasos,sqrt" doc:"Length of step t, with lambda for alpha: 1/(lambda (t+1)) ('optimal'), 1/(lambda t) ('pegasos'), or B/(rho sqrt(t)), where B is normBound and rho bounds the gradients for |w| <= B ('sqrt')."`
	NormBound    float64 `js:"normBound" default:"inf" range:"(0,inf]" doc:"Bound B on |w|, to which steps with learningRate 'sqrt' are projected, the constant included. Infinity stands for a bound that the best w keeps: sqrt(2 l / lambda), with the loss l of the decision value 0. Other rates ignore it."`
}

// Cost is that of the samples as they are, and of the weights with the sums that they are
// computed from.
func (*SGDOptions) Cost() model.Cost { return model.PrimalCost(96, 8, 12*8) }

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
	Steps    int       `field:"steps" js:"nSteps" doc:"Number of samples visited so far."`
	Harmonic float64   `field:"steps.harmonic"`
	Theta    []float64 `field:"steps.theta" shape:"q,d+1"`
	Weighted []float64 `field:"steps.weighted" shape:"q,d+1"`
	Curve
	Course
}

// Course is where a descent stands, beside its vectors, with a learning rate other than
// 'optimal'.
type Course struct {
	Rate         string    `field:"steps.rate" absent:"optimal"`
	RadiusSquare float64   `field:"steps.radius" absent:"0"`         // the largest |x|^2, the constant feature included
	State        []float64 `field:"steps.state" shape:"g" absent:""` // of each function for 'sqrt': Harmonic, Scale and Square of its Recurrence
}

// recurrence returns that of function q, at its start or where the course stands. steps and
// harmonic are those so far, and radius2 is the largest |x|^2 of the samples at hand.
func (c *Course) recurrence(name string, alpha, constant float64, o Stepping, q, steps int, harmonic, radius2 float64) (primal.Recurrence, error) {
	r := primal.NewRecurrence(loss.New(name, loss.Parameters{}), alpha, constant, o.LearningRate)
	if steps > 0 && c.Rate != o.LearningRate {
		return r, fault.New(fault.Option, "learningRate", "this machine has learnt with learningRate '%s' so far, and cannot go on with '%s'; set it back, or fit anew", c.Rate, o.LearningRate)
	}
	r.Steps, r.Harmonic = steps, harmonic
	if o.LearningRate != primal.RateSqrt {
		return r, nil
	}
	r.Within(o.NormBound, max(c.RadiusSquare, radius2))
	if steps > 0 {
		if len(c.State) < 3*(q+1) {
			return r, fault.New(fault.Format, "bytes", "the model lacks the state of its steps")
		}
		r.Harmonic, r.Scale, r.Square = c.State[3*q], c.State[3*q+1], c.State[3*q+2]
	}
	return r, nil
}

// after returns where the recurrences stand.
func (c *Course) after(rate string, radius2 float64, recurrences []*primal.Recurrence) Course {
	next := Course{Rate: rate}
	if rate == primal.RateSqrt {
		next.RadiusSquare = max(c.RadiusSquare, radius2)
		for _, r := range recurrences {
			next.State = append(next.State, r.Harmonic, r.Scale, r.Square)
		}
	}
	return next
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
	d, p, err := s.begin(&SGDFit{Linear: multi.NewLinear(t.X.Dim(), t.Classes())}, t, weight)
	if err != nil {
		return model.Report{}, err
	}
	return s.finish(d, p, p.fitAll(ctl.Within(s.MaxTime), s.Seed))
}

// Update goes once through the samples of t, in order, after all that was learnt
// before.
func (s *SGDClassifier) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(s, t); err != nil {
		return model.Report{}, err
	}
	before := *s.Result
	if err := before.Extend(t.X, t.Classes()); err != nil {
		return model.Report{}, err
	}
	weight, err := s.ClassWeight.Factors(1, t)
	if err != nil {
		return model.Report{}, err
	}
	d, p, err := s.begin(&before, t, weight)
	if err != nil {
		return model.Report{}, err
	}
	return s.finish(d, p, p.update(ctl))
}

// sgdDescents are the functions of a SGDClassifier on their way.
type sgdDescents struct {
	fit     *SGDFit
	average bool
	x       *primal.Samples
	radius2 float64     // the largest |x|^2, with the constant feature
	signs   [][]float64 // of every sample, for each function
	weight  []float64
	all     []*primal.Subgradient
}

// begin returns a pass that goes on from f. Only finish writes to f, beside its curve.
func (s *SGDClassifier) begin(f *SGDFit, t model.Training, weight []float64) (*sgdDescents, *sgdPass, error) {
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return nil, nil, err
	}
	g := &sgdDescents{fit: f, average: s.Average, x: samples, weight: weight}
	constant := 0.0
	if s.FitIntercept {
		constant = s.InterceptScaling
	}
	g.radius2 = slices.Max(samples.Norm) + float64(constant*constant)
	d := f.Features
	for _, problem := range f.Scheme().Problems() {
		r, err := f.recurrence(s.Loss, s.Alpha, constant, s.Stepping, problem.Number, f.Steps, f.Harmonic, g.radius2)
		if err != nil {
			return nil, nil, err
		}
		descent := primal.NewSubgradient(r, d)
		if f.Steps > 0 {
			copy(descent.Theta, f.Theta[problem.Number*(d+1):])
			copy(descent.Weighted, f.Weighted[problem.Number*(d+1):])
		}
		g.signs, g.all = append(g.signs, signsOf(problem, t)), append(g.all, descent)
	}
	return g, &sgdPass{descents: g, n: samples.N, stride: samples.Stride, maxIter: s.MaxIter, tol: s.Tol, weight: weight, curve: &f.Curve}, nil
}

// signsOf returns the sign of every sample in a problem.
func signsOf(problem multi.Problem, t model.Training) []float64 {
	signs := make([]float64, t.X.Len())
	for i, class := range t.Labels() {
		signs[i] = problem.Sign(class)
	}
	return signs
}

func (g *sgdDescents) step(i int, weight float64) {
	for q, descent := range g.all {
		descent.Step(g.x, i, g.signs[q][i], weight)
	}
}

func (g *sgdDescents) taken() int { return g.all[0].Steps }

func (g *sgdDescents) objective() (sum float64) {
	w := make([]float64, g.fit.Features+1)
	for q, descent := range g.all {
		g.output(descent, w)
		sum += descent.Objective(g.x, w, g.signs[q], g.weight)
	}
	return sum
}

// output sets w to the weights of a descent, averaged or not as the options ask, followed
// by the bias.
func (g *sgdDescents) output(descent *primal.Subgradient, w []float64) {
	if g.average {
		descent.Mean(w)
	} else {
		descent.Last(w)
	}
}

// finish makes the fit of a pass the result of the machine.
func (s *SGDClassifier) finish(g *sgdDescents, p *sgdPass, status run.Status) (model.Report, error) {
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	f, d := g.fit, g.fit.Features
	f.Functions = primal.Functions{}
	f.Theta, f.Weighted = nil, nil
	w, recurrences := make([]float64, d+1), []*primal.Recurrence(nil)
	for _, descent := range g.all {
		g.output(descent, w)
		f.Weights = append(f.Weights, w[:d]...)
		f.Bias = append(f.Bias, float64(descent.Constant*w[d]))
		f.Theta = append(f.Theta, descent.Theta...)
		f.Weighted = append(f.Weighted, descent.Weighted...)
		f.Steps, f.Harmonic = descent.Steps, descent.Harmonic
		recurrences = append(recurrences, &descent.Recurrence)
	}
	f.Course = f.after(s.LearningRate, g.radius2, recurrences)
	if err := primal.Finite(f.Weights, f.Bias, f.Theta, f.Weighted, f.CurveObjective, f.State); err != nil {
		return model.Report{}, err
	}
	return s.Learnt(f, model.Report{Status: status, Iterations: p.passes, Objective: f.CurveObjective[len(f.CurveObjective)-1], Gap: p.change})
}

// LogOdds reports whether decision values are logarithms of odds.
func (s *SGDClassifier) LogOdds() bool { return loss.IsLogOdds(loss.New(s.Loss, loss.Parameters{})) }

var (
	_ calib.LogOdds   = (*SGDClassifier)(nil)
	_ model.Updatable = (*SGDClassifier)(nil)
)
