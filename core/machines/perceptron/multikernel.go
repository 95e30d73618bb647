package perceptron

import (
	"slices"

	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
)

// MulticlassKernelPerceptronOptions are the options of MulticlassKernelPerceptron.
type MulticlassKernelPerceptronOptions struct {
	Kernel              kernel.Spec       `js:"kernel"`
	Eta0                float64           `js:"eta0" default:"1" range:"(0,inf)" doc:"Learning rate. Without earlier updates at another rate it only scales the coefficients."`
	FitIntercept        bool              `js:"fitIntercept" default:"true" doc:"Whether the functions have constants."`
	InterceptStep       string            `js:"interceptStep" default:"radius" choices:"radius,unit" doc:"Step of the constants after a mistake, in units of eta0: the largest k(x, x) of a sample ('radius') or 1 ('unit')."`
	Output              string            `js:"output" default:"last" choices:"last,averaged" doc:"What is predicted with: the functions at the end ('last'), or the mean of those after every look at a sample ('averaged'), which is better where no functions separate the classes."`
	Updates             string            `js:"updates" default:"online" choices:"online,batch" doc:"Which mistakes a pass corrects: each, in the order of the samples ('online'), or the first, and then the next pass begins ('batch', the Batch Perceptron). Fits only: partialFit goes through its samples in order."`
	Delta               float64           `js:"delta" default:"0" range:"[0,inf)" doc:"Value of an additional feature, a different one for every training sample. With delta > 0 learning always ends; a larger delta leaves more errors."`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the samples."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the functions so far are kept."`
	CacheSize           float64           `js:"cacheSize" default:"200" range:"(0,inf)" unit:"MB" doc:"Memory for kernel rows."`
	Shuffle             bool              `js:"shuffle" default:"false" doc:"Visit the samples in a new random order in every pass, not in the given order."`
	Seed                int               `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: the order of the samples, and the folds that probabilities are learnt from."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	calib.Probabilities `js:"probabilities"`
}

// Cost adds the coefficients and the values of the functions to the cost of kernel machines.
func (*MulticlassKernelPerceptronOptions) Cost() model.Cost {
	cost := model.KernelCost()
	cost.Output += 3 * 8
	return cost
}

// MulticlassKernelPerceptron is MulticlassPerceptron in dual form, with a coefficient for each pair
// of a sample and a class: f_c(x) = sum_j a_cj k(x_j, x) + b_c. If a sample i of class y has
// f_y(x_i) <= f_r(x_i) for the best r of the other classes,
//
//	a_yi += eta    b_y += eta s        a_ri -= eta    b_r -= eta s
//
// with s = R^2, the largest k(x, x), or 1, until a pass has no mistake (Cristianini &
// Shawe-Taylor, sections 2.1.2 and 2.1.3; Shalev-Shwartz & Ben-David, exercise 17.8.2). With the
// linear kernel it makes the mistakes of MulticlassPerceptron, one by one, and the bound on them
// is the same, in feature space. For two classes it makes those of KernelPerceptron, and its
// function is f_1 - f_0.
//
// The values of all functions at all samples are kept, so a mistake costs one row of the kernel
// matrix, and a look at a sample k comparisons. delta has the meaning of KernelPerceptron's.
//
// Update takes its samples once, in order; R^2 is the largest so far.
type MulticlassKernelPerceptron struct {
	MulticlassKernelPerceptronOptions
	model.KernelClassifierBase[*MulticlassKernelPerceptronFit]
}

// MulticlassKernelPerceptronFit is the result of a fit of MulticlassKernelPerceptron. The rows of
// its support are all samples with a mistake, counted from 0 over all samples seen.
type MulticlassKernelPerceptronFit struct {
	expansion.Classes
	Tally
	Standing
}

// Restore makes a result from a model file usable.
func (f *MulticlassKernelPerceptronFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if err := f.Standing.check(len(f.Coef), len(f.Intercept)); err != nil {
		return err
	}
	return f.Classes.Restore(kernels, spec)
}

// NewMulticlassKernelPerceptron returns an unfitted perceptron with default options.
func NewMulticlassKernelPerceptron(kernels model.KernelMaker) *MulticlassKernelPerceptron {
	p := &MulticlassKernelPerceptron{}
	p.Init("MulticlassKernelPerceptron", &p.MulticlassKernelPerceptronOptions, &p.Kernel, kernels, new(MulticlassKernelPerceptronFit))
	return p
}

// Fit learns from t anew, pass by pass.
func (p *MulticlassKernelPerceptron) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return p.learn(ctl, t, &MulticlassKernelPerceptronFit{}, p.ClassWeight.Costs, p.MaxIter)
}

// Update takes the samples of t once, in order, and continues the fit. gamma does not change, even
// if a rule gave it.
func (p *MulticlassKernelPerceptron) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return p.learn(ctl, t, p.Result, p.ClassWeight.Factors, 0)
}

// coefficients are those of a function over samples whose values nobody needs.
type coefficients struct {
	rule rule
	coef []float64
	b    *float64
}

func (l *coefficients) correct(i int, step float64) {
	l.coef[i] += step
	*l.b += float64(step * l.rule.bias)
}

// learn continues from before and sets the result of the machine. With passes = 0 it is an update: one
// pass in order, after which the status is Converged.
func (p *MulticlassKernelPerceptron) learn(ctl *run.Ctl, t model.Training, before *MulticlassKernelPerceptronFit, weigh model.Weighing, passes float64) (model.Report, error) {
	weight, err := model.Weighed(p, t, weigh)
	if err != nil {
		return model.Report{}, err
	}
	f := &MulticlassKernelPerceptronFit{}
	if f.Classes, err = before.Begin("MulticlassKernelPerceptron", t, p.KernelFor); err != nil {
		return model.Report{}, err
	}
	over, err := viewOf(f.Kernel(), t, p.Delta, p.CacheSize)
	if err != nil {
		return model.Report{}, err
	}
	f.RadiusSquare = max(before.RadiusSquare, over.radius2)
	n, k, m := t.X.Len(), t.Classes(), len(before.Indices)
	q := f.Scheme().Count()
	zeros := before.Intercept
	if len(zeros) == 0 {
		zeros = make([]float64, q)
	}
	last, late := before.stand(before.Coef, before.LastCoef, m, k)
	bias, lateBias := before.stand(zeros, before.LastBias, 1, k)
	values, err := valuesOf(ctl, &before.Support, last, k, t.X)
	if err == run.ErrAborted {
		return model.Report{Status: run.Aborted}, nil
	}
	if err != nil {
		return model.Report{}, err
	}
	r := newRule(p.Eta0, p.FitIntercept, p.InterceptStep, tieMistake, f.RadiusSquare)
	j := &joint{rule: r, looks: before.Looks}
	steps, lateSteps := make([]float64, k*n), make([]float64, k*n) // of the samples of t
	for c := range k {
		j.functions = append(j.functions, &dual{view: over.view, rule: r, own: p.Delta * p.Delta, f: values[c], coef: steps[c*n : (c+1)*n], b: &bias[c]})
		if p.Output == outputAveraged {
			j.late = append(j.late, &coefficients{rule: r, coef: lateSteps[c*n : (c+1)*n], b: &lateBias[c]})
		}
	}
	s := newJointLesson(t, weight, passes, max(1, visits/k), p.Updates, p.Shuffle, p.Seed)
	status := j.learn(ctl.Within(p.MaxTime), s, &f.Tally)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	if passes > 0 {
		over.indefinite = j.judge(s, bias, &f.Tally) > 0 || over.indefinite
	}
	of := func(coef []float64) [][]float64 { // as Classes has them
		return slices.Collect(slices.Chunk(expansion.Difference(coef, n), n))
	}
	now, nowLate := of(steps), of(lateSteps)
	rows := merge(&f.Support, &before.Support, t.X, slices.Concat(now, nowLate))
	f.Coef, f.Intercept = extended(expansion.Difference(last, m), rows, now), expansion.Difference(bias, 1)
	if p.Output == outputAveraged {
		f.Standing = Standing{f.Coef, f.Intercept, j.looks}
		f.Coef = j.mean(f.Coef, extended(expansion.Difference(late, m), rows, nowLate))
		f.Intercept = j.mean(f.Intercept, expansion.Difference(lateBias, 1))
	}
	report := f.report(status, n)
	report.SupportVectors = len(f.Indices)
	if over.indefinite {
		report.Notes = append(report.Notes, indefiniteNote())
	}
	f.Tally = f.after(before.Tally)
	return p.Learnt(f, report)
}
