package linear

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/reduction"
	"maxmargin/core/solve/primal"
)

// SGDOptions are the options of SGDClassifier.
type SGDOptions struct {
	Loss                string  `js:"loss" default:"hinge" losses:"margin" doc:"Cost of a slack: {losses}."`
	Alpha               float64 `js:"alpha" default:"0.0001" range:"(0,inf)" doc:"Factor lambda of the term 1/2 |w|^2, which is added to the mean loss. It is 1/(C n) for the C of SVC and n samples."`
	Stepping            `js:"stepping"`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes: a pass is as many steps as there are samples."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the function so far is kept."`
	Tol                 float64           `js:"tol" default:"0.001" range:"[0,inf)" doc:"Training has converged when twice as many passes change the objective by at most this share, down or up; with 0 only maxIter and maxTime end it. The reported gap is the last such change."`
	Average             bool              `js:"average" default:"true" doc:"Whether the result is the mean of the weights of all steps, or the last weights."`
	FitIntercept        bool              `js:"fitIntercept" default:"true" doc:"Whether there is a bias, which is penalised like a weight."`
	InterceptScaling    float64           `js:"interceptScaling" default:"1" range:"(0,inf)" doc:"Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of the loss per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	Seed                int               `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: the samples that are drawn, and the folds that probabilities are learnt from."`
	calib.Probabilities `js:"probabilities"`
}

// Stepping are the options of the lengths of the steps.
type Stepping struct {
	LearningRate string  `js:"learningRate" default:"optimal" choices:"optimal,pegasos,sqrt" doc:"Length of step t, with lambda for alpha: 1/(lambda (t+1)) ('optimal'), 1/(lambda t) ('pegasos'), or B/(rho sqrt(t)), where B is normBound and rho bounds the gradients for |w| <= B ('sqrt')."`
	NormBound    float64 `js:"normBound" group:"study" default:"inf" range:"(0,inf]" doc:"Bound B on |w|, to which steps with learningRate 'sqrt' are projected, the constant included. Infinity stands for a bound that the best w keeps: sqrt(2 l / lambda), with the loss l of the decision value 0. Other rates ignore it."`
}

// Cost counts the samples, and the weights with the sums behind them.
func (*SGDOptions) Cost() model.Cost { return model.PrimalCost(96, 8, 12*8) }

// SGDClassifier is a linear classifier by stochastic subgradient descent; see primal.Subgradient.
// Its objective is that of LinearSVC with the same loss divided by C n, with alpha = 1/(C n). For k
// > 2 classes it is one-versus-rest, and all functions see the same samples in the same order.
//
// Fit draws samples with replacement, with probabilities in proportion to their weights. Update
// takes its samples once, in order.
type SGDClassifier struct {
	SGDOptions
	model.ClassifierBase[*SGDFit]
}

// SGDFit is the result of a fit of SGDClassifier.
type SGDFit struct {
	reduction.Linear
	Steps    int       `field:"steps" js:"nSteps" doc:"Number of samples visited so far."`
	Harmonic float64   `field:"steps.harmonic"`
	Theta    []float64 `field:"steps.theta" shape:"q,d+1"`
	Weighted []float64 `field:"steps.weighted" shape:"q,d+1"`
	Curve
	Course
}

// Course is the state of a descent besides its vectors, with a learning rate other than 'optimal'.
type Course struct {
	Rate         string    `field:"steps.rate" absent:"optimal"`
	RadiusSquare float64   `field:"steps.radius" absent:"0"`         // the largest |x|^2, including the constant feature
	State        []float64 `field:"steps.state" shape:"g" absent:""` // for 'sqrt' of each function: Harmonic, Scale and Square of its Recurrence
}

// recurrence returns the recurrence of function q, at its start or in the state of the course.
// steps and harmonic are those so far, and radius2 is the largest |x|^2 of the present samples.
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

// after returns the state of the recurrences.
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
	s.Init("SGDClassifier", &s.SGDOptions, new(SGDFit), (*SGDFit).Check)
	return s
}

// Fit learns from t anew.
func (s *SGDClassifier) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return s.learn(t, SGDFit{}, s.ClassWeight.Costs, func(p *sgdPass) run.Status {
		return p.fitAll(ctl.Within(s.MaxTime), s.Seed)
	})
}

// Update takes the samples of t once, in order, and continues the fit.
func (s *SGDClassifier) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return s.learn(t, *s.Result, s.ClassWeight.Factors, func(p *sgdPass) run.Status { return p.update(ctl) })
}

// learn continues from before and sets the result of the machine.
func (s *SGDClassifier) learn(t model.Training, before SGDFit, weigh model.Weighing, work func(p *sgdPass) run.Status) (model.Report, error) {
	weight, err := model.Weighed(s, t, weigh)
	if err != nil {
		return model.Report{}, err
	}
	if err := before.Extend(t.X, t.Classes()); err != nil {
		return model.Report{}, err
	}
	d, p, err := s.begin(&before, t, weight)
	if err != nil {
		return model.Report{}, err
	}
	return s.finish(d, p, work(p))
}

// sgdDescents are the functions of a SGDClassifier during the descent.
type sgdDescents struct {
	fit     *SGDFit
	average bool
	x       *primal.Samples
	radius2 float64     // the largest |x|^2, with the constant feature
	signs   [][]float64 // of every sample, for each function
	weight  []float64
	all     []*primal.Subgradient
}

// begin returns a pass that continues from f. Only finish writes to f, except for its curve.
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
		g.signs, g.all = append(g.signs, problem.Signs(t.Labels())), append(g.all, descent)
	}
	return g, &sgdPass{descents: g, n: samples.N, stride: samples.Stride, maxIter: s.MaxIter, tol: s.Tol, weight: weight, curve: &f.Curve}, nil
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

// finish sets the result of the machine to the fit of a pass.
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
	return s.Learnt(f, model.Report{Status: status, Iterations: p.passes, Objective: f.CurveObjective[len(f.CurveObjective)-1], Gap: p.change})
}

// LogOdds reports whether decision values are logarithms of odds.
func (s *SGDClassifier) LogOdds() bool { return loss.IsLogOdds(loss.New(s.Loss, loss.Parameters{})) }
