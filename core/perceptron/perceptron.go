package perceptron

import (
	"math"
	"slices"

	"maxmargin/core/calib"
	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/primal"
	"maxmargin/core/rng"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// PerceptronOptions are the options of Perceptron.
type PerceptronOptions struct {
	Eta0                float64           `js:"eta0" default:"1" range:"(0,inf)" doc:"Learning rate. Without earlier updates at another rate it only scales the weights."`
	FitIntercept        bool              `js:"fitIntercept" default:"true" doc:"Whether there is a bias."`
	InterceptStep       string            `js:"interceptStep" default:"radius" choices:"radius,unit" doc:"How far a mistake moves the bias, times eta0: by the largest squared norm of a sample ('radius'), for which Novikoff's bound holds as usual, or by 1 ('unit')."`
	Tie                 string            `js:"tie" default:"mistake" choices:"mistake,positive,negative" doc:"What a decision value of exactly 0 is while learning: a mistake for either class, or a vote for the positive or for the negative one."`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Most passes over the samples, for each decision function; without a hyperplane between the classes learning never ends by itself."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Most time for a fit; what is learnt by then is kept."`
	Shuffle             bool              `js:"shuffle" default:"false" doc:"Visit the samples in a new random order in every pass, not as they come."`
	RandomState         int               `js:"randomState" default:"0" range:"[0,2147483647]" doc:"Seed of the order."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	calib.Probabilities `js:"probabilities"`
}

// Perceptron is Rosenblatt's perceptron in primal form (Cristianini &
// Shawe-Taylor, Table 2.1): f(x) = <w, x> + b, starting at zero, and for every
// sample with y f(x) <= 0
//
//	w += eta y x    b += eta y R^2    R^2 = the largest <x, x>
//
// until a pass has no mistake. For k > 2 classes it is one-versus-rest, one
// perceptron after the other. The weight of a sample multiplies eta.
//
// Update goes once through its samples, in order; R^2 is the largest so far.
type Perceptron struct {
	PerceptronOptions
	fit *PerceptronFit
}

// PerceptronFit is what Perceptron leaves behind.
type PerceptronFit struct {
	multi.Linear
	Mistakes
}

// NewPerceptron returns an unfitted perceptron with default options.
func NewPerceptron() *Perceptron {
	p := &Perceptron{fit: &PerceptronFit{}}
	model.SetDefaults(&p.PerceptronOptions)
	return p
}

// Options returns a pointer to the options.
func (p *Perceptron) Options() any { return &p.PerceptronOptions }

// Fitted returns a pointer to what was learnt.
func (p *Perceptron) Fitted() any { return p.fit }

// Restore takes over a fit that was read from a model file.
func (p *Perceptron) Restore(fitted any) error {
	f := fitted.(*PerceptronFit)
	if err := f.Check(); err != nil {
		return err
	}
	p.fit = f
	return nil
}

// Fit learns from t anew, pass by pass.
func (p *Perceptron) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(p.PerceptronOptions); err != nil {
		return model.Report{}, err
	}
	weight, err := p.ClassWeight.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	f := &PerceptronFit{Linear: multi.NewLinear(t.X.Dim(), t.Classes, t.Y)}
	f.Mistakes = newMistakes(len(f.Bias))
	return p.learn(ctl, t, f, weight, p.MaxIter)
}

// Update goes once through the samples of t, in order, after all that was learnt
// before.
func (p *Perceptron) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(p.PerceptronOptions); err != nil {
		return model.Report{}, err
	}
	before := p.fit
	f := &PerceptronFit{Linear: before.Linear}
	if err := f.Extend(t.X, t.Classes, t.Y); err != nil {
		return model.Report{}, err
	}
	f.Functions = primal.Functions{Weights: slices.Clone(f.Weights), Bias: slices.Clone(f.Bias)}
	f.Mistakes = newMistakes(len(f.Bias))
	f.RadiusSquare = before.RadiusSquare
	weight, err := p.ClassWeight.Factors(1, t)
	if err != nil {
		return model.Report{}, err
	}
	report, err := p.learn(ctl, t, f, weight, 0)
	if err == nil && p.fit == f {
		f.Mistakes = f.after(before.Mistakes)
	}
	return report, err
}

// learn teaches f, which is the machine's afterwards; passes 0 means one, in
// order, that counts as done.
func (p *Perceptron) learn(ctl *run.Ctl, t model.Training, f *PerceptronFit, weight []float64, passes float64) (model.Report, error) {
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return model.Report{}, err
	}
	f.RadiusSquare = max(f.RadiusSquare, slices.Max(samples.Norm))
	ctl = withDeadline(ctl, p.MaxTime)
	r := newRule(p.Eta0, p.FitIntercept, p.InterceptStep, p.Tie, f.RadiusSquare)
	status, err := f.Scheme().Each(ctl, func(ctl *run.Ctl, problem multi.Problem) (int, run.Status, error) {
		q, d := problem.Number, f.Features
		l := &weights{rows: samples, rule: r, w: f.Weights[q*d : (q+1)*d], b: &f.Bias[q]}
		s := newLesson(problem, t, weight, max(1, passes), samples.Stride)
		if p.Shuffle && passes > 0 {
			s.shuffle = rng.New(uint64(p.RandomState))
		}
		status := r.learn(ctl, l, s, &f.Mistakes)
		if passes == 0 && status == run.IterationLimit {
			return 1, run.Converged, nil
		}
		if passes > 0 && status != run.Aborted {
			norm2 := 0.0
			for _, v := range l.w {
				norm2 += float64(v * v)
			}
			r.judge(l, s, norm2, *l.b, plain(weight), &f.Mistakes)
		}
		return int(f.Passes[q]), status, nil
	})
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	if err := primal.Finite(f.Weights, f.Bias, f.Margins); err != nil {
		return model.Report{}, err
	}
	p.fit = f
	return f.report(status, t.X.Len()), nil
}

// weights is a perceptron in primal form.
type weights struct {
	rows primal.Rows
	rule rule
	w    []float64
	b    *float64
}

func (l *weights) value(i int) float64 { return l.rows.Dot(i, l.w) + *l.b }

func (l *weights) correct(i int, step float64) {
	l.rows.Add(i, step, l.w)
	*l.b += float64(step * l.rule.bias)
}

// newLesson returns the lesson of one problem, in the order of the samples.
func newLesson(p multi.Problem, t model.Training, weight []float64, passes float64, stride int) lesson {
	s := lesson{number: p.Number, sign: make([]float64, t.X.Len()), weight: weight,
		order: make([]int32, t.X.Len()), passes: passes, stride: stride}
	for i, class := range t.Y {
		s.sign[i], s.order[i] = p.Sign(class), int32(i)
	}
	return s
}

// plain reports whether all weights are 0 or 1, where Novikoff's bound holds.
func plain(weight []float64) bool {
	for _, w := range weight {
		if w != 0 && w != 1 {
			return false
		}
	}
	return true
}

// report says how it ended: the gap is the share of mistakes in the last pass.
func (m *Mistakes) report(status run.Status, n int) model.Report {
	r := model.Report{Status: status}
	for _, passes := range m.Passes {
		r.Iterations += int(passes)
	}
	if last := len(m.PassMistakes) - 1; last >= 0 {
		r.Gap = float64(m.PassMistakes[last]) / float64(n)
	}
	return r
}

// withDeadline returns ctl with the end that maxTime sets.
func withDeadline(ctl *run.Ctl, maxTime float64) *run.Ctl {
	if ctl == nil {
		ctl = &run.Ctl{}
	}
	if !math.IsInf(maxTime, 1) {
		ctl.Deadline = run.After(maxTime)
	}
	return ctl
}

// Decision returns, for every sample of x, the decision value of class 1 when
// there are two classes, else one for each class. shape is "ovr" or "".
func (p *Perceptron) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return p.fit.Decision(ctl, x, shape)
}

// Predict returns the class of every sample of x.
func (p *Perceptron) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return p.fit.Predict(ctl, x)
}

func notFitted(machine string) error {
	return fault.New(fault.NotFitted, "", "this %s is not fitted yet; call fit first", machine)
}

var (
	_ model.Classifier = (*Perceptron)(nil)
	_ model.Updatable  = (*Perceptron)(nil)
)
