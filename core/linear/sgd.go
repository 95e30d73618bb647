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

// SGDOptions are the options of SGDClassifier.
type SGDOptions struct {
	Alpha               float64           `js:"alpha" default:"0.0001" range:"(0,inf)" doc:"Factor lambda of 1/2 |w|^2 beside the mean loss. It is 1/(C n) for the C of SVC and n samples."`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Most passes: a pass is as many steps as there are samples."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Most time for a fit; what is learnt by then is kept."`
	Tol                 float64           `js:"tol" default:"0.001" range:"[0,inf)" doc:"Training ends when twice as many passes lower the objective by no more than this share of it; 0 leaves the end to maxIter and maxTime."`
	Average             bool              `js:"average" default:"true" doc:"Whether the result is the mean of the weights of all steps, or the last ones."`
	FitIntercept        bool              `js:"fitIntercept" default:"true" doc:"Whether there is a bias, which is penalised like a weight."`
	InterceptScaling    float64           `js:"interceptScaling" default:"1" range:"(0,inf)" doc:"Value of the constant feature whose weight makes the bias: the larger, the less its penalty counts."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of the loss per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	RandomState         int               `js:"randomState" default:"0" range:"[0,2147483647]" doc:"Seed of the samples that are drawn."`
	calib.Probabilities `js:"probabilities"`
}

// SGDClassifier is the soft margin support vector classifier by stochastic
// subgradient descent; see primal.Subgradient. Its objective is that of LinearSVC
// with the hinge loss divided by C n, with alpha = 1/(C n). For k > 2 classes it
// is one-versus-rest, and all functions see the same samples in the same order.
//
// Fit draws samples with replacement, each as likely as its weight. Update goes
// once through its samples, in order.
type SGDClassifier struct {
	SGDOptions
	fit *SGDFit
}

// SGDFit is what SGDClassifier leaves behind.
type SGDFit struct {
	multi.Linear
	Steps          int       `field:"steps" js:"nSteps" doc:"Samples looked at so far."`
	Harmonic       float64   `field:"steps.harmonic"`
	Theta          []float64 `field:"steps.theta" shape:"q,d+1"`
	Weighted       []float64 `field:"steps.weighted" shape:"q,d+1"`
	CurveSteps     []int32   `field:"curve.steps" shape:"s" js:"objectiveSteps" doc:"Numbers of steps after which the objective was looked at: at the ends of the passes 1, 2, 4, ... and at the end, and after every update."`
	CurveObjective []float64 `field:"curve.objective" shape:"s" js:"objectiveCurve" doc:"The objective then, of the samples that were learnt from, summed over the decision functions."`
}

// NewSGDClassifier returns an unfitted classifier with default options.
func NewSGDClassifier() *SGDClassifier {
	s := &SGDClassifier{fit: &SGDFit{}}
	model.SetDefaults(&s.SGDOptions)
	return s
}

// Options returns a pointer to the options.
func (s *SGDClassifier) Options() any { return &s.SGDOptions }

// Fitted returns a pointer to what was learnt.
func (s *SGDClassifier) Fitted() any { return s.fit }

// Restore takes over a fit that was read from a model file.
func (s *SGDClassifier) Restore(fitted any) error {
	f := fitted.(*SGDFit)
	if err := f.Check(); err != nil {
		return err
	}
	s.fit = f
	return nil
}

// Fit learns from t anew.
func (s *SGDClassifier) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(s.SGDOptions); err != nil {
		return model.Report{}, err
	}
	weight, err := s.ClassWeight.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	if !math.IsInf(s.MaxTime, 1) {
		if ctl == nil {
			ctl = &run.Ctl{}
		}
		ctl.Deadline = run.After(s.MaxTime)
	}
	p, err := s.begin(&SGDFit{Linear: multi.NewLinear(t.X.Dim(), t.Classes, t.Y)}, t, weight)
	if err != nil {
		return model.Report{}, err
	}
	return s.finish(p, p.fitAll(ctl))
}

// Update goes once through the samples of t, in order, after all that was learnt
// before.
func (s *SGDClassifier) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(s.SGDOptions); err != nil {
		return model.Report{}, err
	}
	before := *s.fit
	if err := before.Extend(t.X, t.Classes, t.Y); err != nil {
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

// sgdPass is a fit or an update in progress.
type sgdPass struct {
	options  SGDOptions
	fit      *SGDFit
	x        *primal.Samples
	signs    [][]float64 // of every sample, for each function
	weight   []float64
	descents []*primal.Subgradient // one for each function
	passes   int
	gain     float64 // share of the objective that the last doubling saved
}

// begin returns a pass from where f stands; f is not written to until its end.
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
		for i, class := range t.Y {
			signs[i] = problem.Sign(class)
		}
		descent := primal.NewSubgradient(d, s.Alpha, constant)
		if f.Steps > 0 {
			descent.Steps, descent.Harmonic = f.Steps, f.Harmonic
			copy(descent.Theta, f.Theta[problem.Number*(d+1):])
			copy(descent.Weighted, f.Weighted[problem.Number*(d+1):])
		}
		p.signs, p.descents = append(p.signs, signs), append(p.descents, descent)
	}
	return p, nil
}

// fitAll draws samples until the objective settles or a limit is reached.
func (p *sgdPass) fitAll(ctl *run.Ctl) run.Status {
	n := p.x.N
	draw := primal.NewDraw(uint64(p.options.RandomState), n, p.weight)
	for next := 1; ; next *= 2 {
		for ; p.passes < next; p.passes++ {
			if float64(p.passes) >= p.options.MaxIter {
				p.record()
				return run.IterationLimit
			}
			if status := p.steps(ctl, n, draw.Next, nil); status != "" {
				p.record()
				return status
			}
		}
		p.record()
		if p.options.Tol > 0 && next > 1 && p.gain <= p.options.Tol {
			return run.Converged
		}
	}
}

// update looks at every sample once.
func (p *sgdPass) update(ctl *run.Ctl) run.Status {
	at := -1
	status := p.steps(ctl, p.x.N, func() int { at++; return at }, p.weight)
	p.passes++
	p.record()
	if status == "" {
		status = run.Converged
	}
	return status
}

// steps takes count steps of all functions; weight nil means 1.
func (p *sgdPass) steps(ctl *run.Ctl, count int, next func() int, weight []float64) run.Status {
	for stride := p.x.Stride; count > 0; count -= stride {
		if status := ctl.Checkpoint(p.report); status != "" {
			return status
		}
		for range min(stride, count) {
			i, share := next(), 1.0
			if weight != nil {
				share = weight[i]
			}
			for q, descent := range p.descents {
				descent.Step(p.x, i, p.signs[q][i], share)
			}
		}
	}
	return ""
}

// output returns the weights that a descent has to show, and the bias with them.
func (p *sgdPass) output(descent *primal.Subgradient, w []float64) {
	if p.options.Average {
		descent.Mean(w)
	} else {
		descent.Last(w)
	}
}

// record appends to the curve, unless nothing happened since the last time.
func (p *sgdPass) record() {
	steps := int32(min(p.descents[0].Steps, math.MaxInt32))
	if last := len(p.fit.CurveSteps) - 1; last >= 0 && p.fit.CurveSteps[last] == steps {
		return
	}
	objective, w := 0.0, make([]float64, p.fit.Features+1)
	for q, descent := range p.descents {
		p.output(descent, w)
		objective += descent.Objective(p.x, w, p.signs[q], p.weight)
	}
	f := p.fit
	if last := len(f.CurveObjective) - 1; last >= 0 && objective > 0 {
		p.gain = (f.CurveObjective[last] - objective) / objective
	}
	// The curve of the fit before, from which an update starts, is not written to.
	f.CurveSteps = append(f.CurveSteps[:len(f.CurveSteps):len(f.CurveSteps)], steps)
	f.CurveObjective = append(f.CurveObjective[:len(f.CurveObjective):len(f.CurveObjective)], objective)
}

func (p *sgdPass) report() run.Report {
	r := run.Report{Iteration: p.passes, Gap: p.gain}
	if at := len(p.fit.CurveObjective); at > 0 {
		r.Objective = p.fit.CurveObjective[at-1]
	}
	if !math.IsInf(p.options.MaxIter, 1) {
		r.Fraction = min(1, float64(p.passes)/p.options.MaxIter)
	}
	return r
}

// finish makes the fit of a pass the machine's.
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
	s.fit = f
	return model.Report{Status: status, Iterations: p.passes, Objective: f.CurveObjective[len(f.CurveObjective)-1], Gap: p.gain}, nil
}

// Decision returns, for every sample of x, the decision value of class 1 when
// there are two classes, else one for each class. shape is "ovr" or "".
func (s *SGDClassifier) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return s.fit.Decision(ctl, x, shape)
}

// Predict returns the class of every sample of x.
func (s *SGDClassifier) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return s.fit.Predict(ctl, x)
}

var (
	_ model.Classifier = (*SGDClassifier)(nil)
	_ model.Updatable  = (*SGDClassifier)(nil)
)
