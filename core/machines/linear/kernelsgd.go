package linear

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/primal"
)

// KernelSGDOptions are the options of KernelSGDClassifier.
type KernelSGDOptions struct {
	Loss                string      `js:"loss" default:"hinge" losses:"margin" doc:"Cost of a slack: {losses}."`
	Kernel              kernel.Spec `js:"kernel"`
	Alpha               float64     `js:"alpha" default:"0.0001" range:"(0,inf)" doc:"Factor lambda of the term 1/2 |w|^2, which is added to the mean loss. It is 1/(C n) for the C of SVC and n samples."`
	Stepping            `js:"stepping"`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes: a pass is as many steps as there are samples."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the function so far is kept."`
	Tol                 float64           `js:"tol" default:"0.001" range:"[0,inf)" doc:"Training has converged when twice as many passes change the objective by at most this share, down or up; with 0 only maxIter and maxTime end it. The reported gap is the last such change."`
	CacheSize           float64           `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel rows."`
	Average             bool              `js:"average" default:"true" doc:"Whether the result is the mean of the functions of all steps, or the last function."`
	FitIntercept        bool              `js:"fitIntercept" default:"true" doc:"Whether there is a bias, which is penalised like a weight."`
	InterceptScaling    float64           `js:"interceptScaling" default:"1" range:"(0,inf)" doc:"Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of the loss per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	Seed                int               `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: the samples that are drawn, and the folds that probabilities are learnt from."`
	calib.Probabilities `js:"probabilities"`
}

// Cost counts the samples and the data of each function for every sample: its sign, two values and
// two coefficients, and the copies of these in the model.
func (*KernelSGDOptions) Cost() model.Cost {
	c := model.KernelCost()
	c.Output = 12 * 8
	return c
}

// KernelSGDClassifier is SGDClassifier in feature space (Shalev-Shwartz & Ben-David,
// section 16.3): theta is a sum of beta_j phi(x_j), and a step for sample i changes beta_i
// alone. With the linear kernel and the same draws it is SGDClassifier, step by step.
//
// The values of theta and of the sum behind the mean are kept for all samples. A step without a
// change takes no kernel value, another one a row of the matrix. primal.Recurrence has the mean
// without a further pass.
//
// Fit draws samples with replacement, with probabilities in proportion to their weights. Update
// takes its samples once, in order.
type KernelSGDClassifier struct {
	KernelSGDOptions
	model.KernelClassifierBase[*KernelSGDFit]
}

// KernelSGDFit is the result of a fit of KernelSGDClassifier. Its support are the samples of
// all fits and updates at which there was a step that changed a function.
type KernelSGDFit struct {
	expansion.Classes
	Steps    int       `field:"steps" js:"nSteps" doc:"Number of samples visited so far."`
	Harmonic float64   `field:"steps.harmonic"`
	Theta    []float64 `field:"steps.theta" shape:"q,m"`
	Weighted []float64 `field:"steps.weighted" shape:"q,m"`
	Moments  []float64 `field:"steps.moments" shape:"h"` // of each function: weights of the constant feature and moments of a kernelDescent
	Curve
	Course
}

// NewKernelSGDClassifier returns an unfitted classifier with default options.
func NewKernelSGDClassifier(kernels model.KernelMaker) *KernelSGDClassifier {
	s := &KernelSGDClassifier{}
	s.Init("KernelSGDClassifier", &s.KernelSGDOptions, &s.Kernel, kernels, new(KernelSGDFit))
	return s
}

// moments is how many of them there are for each function.
const moments = 5

// Restore checks a result from a model file and computes the fields that a file lacks.
func (f *KernelSGDFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if got, want := len(f.Moments), moments*len(f.Intercept); got != want {
		return fault.New(fault.Format, "bytes", "the model has %d moments of its steps, expected %d", got, want)
	}
	return f.Classes.Restore(kernels, spec)
}

// Fit learns from t anew.
func (s *KernelSGDClassifier) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return s.learn(ctl, t, &KernelSGDFit{}, s.ClassWeight.Costs, func(p *sgdPass) run.Status {
		return p.fitAll(ctl.Within(s.MaxTime), s.Seed)
	})
}

// Update takes the samples of t once, in order, and continues the fit. gamma does not change, even
// if a rule gave it.
func (s *KernelSGDClassifier) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return s.learn(ctl, t, s.Result, s.ClassWeight.Factors, func(p *sgdPass) run.Status { return p.update(ctl) })
}

// learn continues from before and sets the result of the machine.
func (s *KernelSGDClassifier) learn(ctl *run.Ctl, t model.Training, before *KernelSGDFit, weigh model.Weighing, work func(p *sgdPass) run.Status) (model.Report, error) {
	weight, err := model.Weighed(s, t, weigh)
	if err != nil {
		return model.Report{}, err
	}
	begun, err := before.Begin("KernelSGDClassifier", t, s.KernelFor)
	if err != nil {
		return model.Report{}, err
	}
	if before.Features == 0 {
		before = &KernelSGDFit{Classes: begun}
		before.Samples = 0 // seen so far
		before.Intercept = make([]float64, before.Scheme().Count())
		before.Moments = make([]float64, moments*len(before.Intercept))
	}
	g, radius2, err := s.descents(ctl, t, before, weight)
	switch {
	case err == run.ErrAborted:
		return model.Report{Status: run.Aborted}, nil
	case err != nil:
		return model.Report{}, err
	}
	f := &KernelSGDFit{Curve: before.Curve}
	f.Space, f.Order, f.Samples = before.Space, before.Order, before.Samples+t.X.Len()
	p := &sgdPass{descents: g, n: t.X.Len(), stride: visitsOfRows, maxIter: s.MaxIter, tol: s.Tol, weight: weight, curve: &f.Curve}
	status := work(p)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	g.keep(f, before, t.X)
	recurrences := make([]*primal.Recurrence, len(g.all))
	for q, d := range g.all {
		recurrences[q] = &d.Recurrence
	}
	f.Steps, f.Harmonic = recurrences[0].Steps, recurrences[0].Harmonic
	f.Course = before.after(s.LearningRate, radius2, recurrences)
	report := model.Report{Status: status, Iterations: p.passes, Objective: f.CurveObjective[len(f.CurveObjective)-1], Gap: p.change, SupportVectors: len(f.Indices)}
	if g.indefinite() {
		report.Notes = append(report.Notes, model.Indefinite("the squared norm of a sample or of a decision function is negative", "The objective has no minimum, and more steps need not lower it. Use another kernel"))
	}
	return s.Learnt(f, report)
}

// visitsOfRows is how many steps there are between two checkpoints: each may need a row.
const visitsOfRows = 64

// descents returns the functions where before left them, and the largest k(x, x).
func (s *KernelSGDClassifier) descents(ctl *run.Ctl, t model.Training, before *KernelSGDFit, weight []float64) (*kernelDescents, float64, error) {
	n := t.X.Len()
	matrix := gram.MatrixOf(before.Kernel(), t.X, t.Part)
	g := &kernelDescents{diagonal: matrix.Diagonal(), average: s.Average, weight: weight}
	if s.FitIntercept {
		g.constant = s.InterceptScaling
	}
	all := order.Between(0, n)
	radius2 := max(0, slices.Max(g.diagonal)) + float64(g.constant*g.constant)
	if !(radius2 <= gram.LargestNorm) {
		return nil, 0, model.Overflow()
	}
	g.view = matrix.View(t.Cache(), int(s.CacheSize*(1<<20)), matrix.Segment(all, nil))
	for _, problem := range before.Scheme().Problems() {
		q := problem.Number
		r, err := before.recurrence(s.Loss, s.Alpha, g.constant, s.Stepping, q, before.Steps, before.Harmonic, radius2)
		if err != nil {
			return nil, 0, err
		}
		d := &kernelDescent{Recurrence: r, signs: problem.Signs(t.Labels()), values: make([]float64, n), sums: make([]float64, n), coef: make([]float64, n+1), weights: make([]float64, n+1)}
		own, m := before.Moments[moments*q:], len(before.Indices)
		d.coef[n], d.weights[n], d.moments = own[0], own[1], [3]float64(own[2:])
		if m > 0 {
			d.old, d.oldSums = slices.Clone(before.Theta[q*m:(q+1)*m]), slices.Clone(before.Weighted[q*m:(q+1)*m])
		}
		g.all = append(g.all, d)
	}
	return g, radius2, g.recall(ctl, t, before)
}

// recall sets the values of the earlier functions at the samples of t.
func (g *kernelDescents) recall(ctl *run.Ctl, t model.Training, before *KernelSGDFit) error {
	if len(before.Indices) == 0 {
		return nil
	}
	q := len(g.all)
	e := expansion.New(expansion.Expansion{Kernel: before.Kernel(), Vectors: before.Vectors, Indices: before.Indices,
		Coef: slices.Concat(before.Theta, before.Weighted), Intercept: make([]float64, 2*q)})
	return e.Each(ctl, t.X, func(i int, values []float64) {
		for p, d := range g.all {
			d.values[i], d.sums[i] = values[p], values[q+p]
		}
	})
}

// LogOdds reports whether decision values are logarithms of odds.
func (s *KernelSGDClassifier) LogOdds() bool {
	return loss.IsLogOdds(loss.New(s.Loss, loss.Parameters{}))
}
