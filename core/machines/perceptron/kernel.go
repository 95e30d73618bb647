package perceptron

import (
	"slices"

	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/reduction"
)

// KernelPerceptronOptions are the options of KernelPerceptron.
type KernelPerceptronOptions struct {
	Kernel              kernel.Spec `js:"kernel"`
	Eta0                float64     `js:"eta0" default:"1" range:"(0,inf)" doc:"Learning rate. Without earlier updates at another rate it only scales the coefficients."`
	FitIntercept        bool        `js:"fitIntercept" default:"true" doc:"Whether there is a bias."`
	InterceptStep       string      `js:"interceptStep" default:"radius" choices:"radius,unit" doc:"Step of the bias after a mistake, in units of eta0: the largest k(x, x) of a sample ('radius'), with which Novikoff's bound has its usual form, or 1 ('unit')."`
	Tie                 string      `js:"tie" default:"mistake" choices:"mistake,positive,negative" doc:"Meaning of a decision value of exactly 0 during learning: a mistake for both classes, or a vote for the positive or the negative class."`
	Choice              `js:"choice"`
	Delta               float64           `js:"delta" default:"0" range:"[0,inf)" doc:"Value of an additional feature, a different one for every training sample. With delta > 0 learning always ends; a larger delta leaves more errors."`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the samples, for each decision function."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the function so far is kept."`
	CacheSize           float64           `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel rows."`
	Shuffle             bool              `js:"shuffle" default:"false" doc:"Visit the samples in a new random order in every pass, not in the given order."`
	Seed                int               `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: the order of the samples, and the folds that probabilities are learnt from."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	calib.Probabilities `js:"probabilities"`
}

// KernelPerceptron is the perceptron in dual form (Cristianini & Shawe-Taylor,
// Table 2.2): f(x) = sum of c_j k(x_j, x) + b, and for every sample with
// y f(x) <= 0
//
//	c_i += eta y    b += eta y R^2    R^2 = the largest k(x, x)
//
// With the linear kernel it makes the mistakes of Perceptron, one by one. The values of all samples
// are kept, so a mistake costs one row of the kernel matrix and a look at a sample nothing.
//
// With delta > 0 every training sample has a separate feature of that length, so that there is
// always a hyperplane (remark 2.9 there): delta^2 is added to the diagonal of the kernel matrix and
// to R^2. New samples do not have it.
//
// Update takes its samples once, in order; R^2 is the largest so far.
//
// The outputs and the choices of mistakes are those of Perceptron (the averaged and the voted
// perceptron of Freund & Schapire, 1999, section 3, with a kernel).
type KernelPerceptron struct {
	KernelPerceptronOptions
	model.KernelClassifierBase[*KernelPerceptronFit]
}

// NewKernelPerceptron returns an unfitted perceptron with default options.
func NewKernelPerceptron(kernels model.KernelMaker) *KernelPerceptron {
	p := &KernelPerceptron{}
	p.Init("KernelPerceptron", &p.KernelPerceptronOptions, &p.Kernel, kernels, new(KernelPerceptronFit))
	return p
}

// Fit learns from t anew, pass by pass.
func (p *KernelPerceptron) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return p.learn(ctl, t, &KernelPerceptronFit{}, p.ClassWeight.Costs, p.MaxIter)
}

// Update takes the samples of t once, in order, and continues the fit. gamma does not change, even
// if a rule gave it.
func (p *KernelPerceptron) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return p.learn(ctl, t, p.Result, p.ClassWeight.Factors, 0)
}

// visits is the number of samples between two checkpoints. Most cost nothing; a mistake costs a
// row.
const visits = 64

// learn continues from before and sets the result of the machine. With passes = 0 it is an update: one
// pass in order, after which the status is Converged.
func (p *KernelPerceptron) learn(ctl *run.Ctl, t model.Training, before *KernelPerceptronFit, weigh model.Weighing, passes float64) (model.Report, error) {
	weight, err := model.Weighed(p, t, weigh)
	if err != nil {
		return model.Report{}, err
	}
	f := &KernelPerceptronFit{}
	if f.Classes, err = before.Begin("KernelPerceptron", t, p.KernelFor); err != nil {
		return model.Report{}, err
	}
	q, m, n := f.Scheme().Count(), len(before.Indices), t.X.Len()
	f.Intercept = make([]float64, q)
	copy(f.Intercept, before.Intercept)
	f.Mistakes = newMistakes(q)
	over, err := viewOf(f.Kernel(), t, p.Delta, p.CacheSize)
	if err != nil {
		return model.Report{}, err
	}
	f.RadiusSquare = max(before.RadiusSquare, over.radius2)
	last := before.Coef
	if len(before.LastBias) > 0 {
		last = before.LastWeights
	}
	values, err := valuesOf(ctl, &before.Support, last, q, t.X)
	if err == run.ErrAborted {
		return model.Report{Status: run.Aborted}, nil
	}
	if err != nil {
		return model.Report{}, err
	}
	ctl = ctl.Within(p.MaxTime)
	r := newRule(p.Eta0, p.FitIntercept, p.InterceptStep, p.Tie, f.RadiusSquare)
	steps := make([][]float64, q) // coefficients of the samples of t
	indefinite := over.indefinite
	status, err := f.Scheme().Each(ctl, func(ctl *run.Ctl, problem reduction.Problem) (int, run.Status, error) {
		q := problem.Number
		w := make([]float64, m+n) // coefficients of the support before, and of the samples of t
		copy(w[:m], before.Coef[q*m:])
		l := &dual{view: over.view, rule: r, own: p.Delta * p.Delta, f: values[q], coef: w[m:], b: &f.Intercept[q]}
		c := &course{output: p.Output, w: w, b: l.b, bias: r.bias,
			add: func(i int, step float64, w []float64) { w[m+i] += step },
			voter: func(i int, step float64) {
				f.VoteRows, f.VoteSteps = append(f.VoteRows, int32(m+i)), append(f.VoteSteps, step)
			}}
		if p.Output == outputVoted && len(before.Votes) > 0 {
			from, to := before.votesOf(q)
			f.VoteRows, f.VoteSteps = append(f.VoteRows, before.VoteRows[from:to]...), append(f.VoteSteps, before.VoteSteps[from:to]...)
		}
		c.begin(&before.Outcome, q, m)
		if p.Output == outputVoted && len(before.Votes) == 0 {
			for at, v := range w[:m] { // what was learnt with another output
				if v != 0 {
					c.vote(at-m, v, 0)
				}
			}
		}
		s := newLesson(problem, t, weight, max(1, passes), visits)
		if p.Shuffle && passes > 0 {
			s.shuffle = rng.New(uint64(p.Seed))
		}
		if passes > 0 {
			s.updates = p.Updates
		}
		status := r.learn(ctl, l, s, &f.Mistakes, c)
		steps[q] = slices.Clone(l.coef)
		f.Outcome.end(c)
		if err := c.room("KernelPerceptron", "the functions that vote", 3); err != nil {
			return 0, "", err
		}
		if passes > 0 && status != run.Aborted {
			if p.Output == outputAveraged || p.Output == outputPocket {
				l.begin()
			}
			norm2, noise := l.norm2()
			indefinite = indefinite || norm2 < -noise
			r.judge(l, s, norm2, *l.b, plain(weight), &f.Mistakes)
		}
		f.Coef = append(f.Coef, w...)
		if passes == 0 && status == run.IterationLimit {
			return 1, run.Converged, nil
		}
		return int(f.Passes[q]), status, nil
	})
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	f.narrow(m, n, merge(&f.Support, &before.Support, t.X, steps))
	f.Mistakes = f.after(before.Mistakes)
	report := f.report(status, n)
	report.SupportVectors = len(f.Indices)
	if indefinite {
		report.Notes = append(report.Notes, indefiniteNote())
	}
	return p.Learnt(f, report)
}
