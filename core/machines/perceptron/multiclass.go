package perceptron

import (
	"slices"

	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
	"maxmargin/core/solve/primal"
)

// MulticlassPerceptronOptions are the options of MulticlassPerceptron.
type MulticlassPerceptronOptions struct {
	Eta0                float64           `js:"eta0" default:"1" range:"(0,inf)" doc:"Learning rate. Without earlier updates at another rate it only scales the weights."`
	FitIntercept        bool              `js:"fitIntercept" default:"true" doc:"Whether the functions have constants."`
	InterceptStep       string            `js:"interceptStep" default:"radius" choices:"radius,unit" doc:"Step of the constants after a mistake, in units of eta0: the largest squared norm of a sample ('radius') or 1 ('unit')."`
	Output              string            `js:"output" default:"last" choices:"last,averaged" doc:"What is predicted with: the weights at the end ('last'), or the mean of those after every look at a sample ('averaged'), which is better where no weights separate the classes."`
	Updates             string            `js:"updates" default:"online" choices:"online,batch" doc:"Which mistakes a pass corrects: each, in the order of the samples ('online'), or the first, and then the next pass begins ('batch', the Batch Perceptron). Fits only: partialFit goes through its samples in order."`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the samples; if no weights separate the classes, only this limit ends learning."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the functions so far are kept."`
	Shuffle             bool              `js:"shuffle" default:"false" doc:"Visit the samples in a new random order in every pass, not in the given order."`
	Seed                int               `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: the order of the samples, and the folds that probabilities are learnt from."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	calib.Probabilities `js:"probabilities"`
}

// Cost counts the samples and the weights.
func (*MulticlassPerceptronOptions) Cost() model.Cost { return model.PrimalCost(144, 0, 11*8) }

// MulticlassPerceptron learns the functions f_c(x) = <w_c, x> + b_c of all classes together
// (Cristianini & Shawe-Taylor, section 2.1.3; Shalev-Shwartz & Ben-David, exercise 17.8.2). It
// starts at zero. If a sample of class y has f_y(x) <= f_r(x) for the best r of the other classes,
//
//	w_y += eta x    b_y += eta s        w_r -= eta x    b_r -= eta s
//
// with s = R^2 or 1, until a pass has no mistake. The weight of a sample multiplies eta.
//
// With the feature sqrt(s) for the constants, let D^2 = 2 (|x|^2 + s) be the largest squared
// distance between the vectors of a sample with two classes, |W|^2 = sum_c |w_c|^2 + b_c^2/s,
// and gamma the least f_y(x_i) - f_c(x_i) over |W|, for any functions that separate the
// classes. Then there are at most (D/gamma)^2 mistakes (Theorem 17.5).
//
// For two classes it makes the mistakes of Perceptron, and its function is f_1 - f_0.
//
// Update takes its samples once, in order; R^2 is the largest so far.
type MulticlassPerceptron struct {
	MulticlassPerceptronOptions
	model.ClassifierBase[*MulticlassPerceptronFit]
}

// MulticlassPerceptronFit is the result of a fit of MulticlassPerceptron.
type MulticlassPerceptronFit struct {
	reduction.Linear
	Tally
	Standing
}

// Check returns an error unless the parts of a result from a model file go together.
func (f *MulticlassPerceptronFit) Check() error {
	if err := f.Linear.Check(); err != nil {
		return err
	}
	return f.Standing.check(len(f.Weights), len(f.Bias))
}

// NewMulticlassPerceptron returns an unfitted perceptron with default options.
func NewMulticlassPerceptron() *MulticlassPerceptron {
	p := &MulticlassPerceptron{}
	p.Init("MulticlassPerceptron", &p.MulticlassPerceptronOptions, new(MulticlassPerceptronFit), (*MulticlassPerceptronFit).Check)
	return p
}

// Fit learns from t anew, pass by pass.
func (p *MulticlassPerceptron) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return p.learn(ctl, t, &MulticlassPerceptronFit{}, p.ClassWeight.Costs, p.MaxIter)
}

// Update takes the samples of t once, in order, and continues the fit.
func (p *MulticlassPerceptron) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return p.learn(ctl, t, p.Result, p.ClassWeight.Factors, 0)
}

// learn continues from before and sets the result of the machine. With passes = 0 it is an update: one
// pass in order, after which the status is Converged.
func (p *MulticlassPerceptron) learn(ctl *run.Ctl, t model.Training, before *MulticlassPerceptronFit, weigh model.Weighing, passes float64) (model.Report, error) {
	weight, err := model.Weighed(p, t, weigh)
	if err != nil {
		return model.Report{}, err
	}
	f := &MulticlassPerceptronFit{Linear: before.Linear}
	if err := f.Extend(t.X, t.Classes()); err != nil {
		return model.Report{}, err
	}
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return model.Report{}, err
	}
	k, d := t.Classes(), t.X.Dim()
	f.RadiusSquare = max(before.RadiusSquare, slices.Max(samples.Norm))
	r := newRule(p.Eta0, p.FitIntercept, p.InterceptStep, tieMistake, f.RadiusSquare)
	last, late := before.stand(f.Weights, before.LastCoef, d, k)
	bias, lateBias := before.stand(f.Bias, before.LastBias, 1, k)
	j := &joint{rule: r, looks: before.Looks}
	for c := range k {
		j.functions = append(j.functions, &weights{rows: samples, rule: r, w: last[c*d : (c+1)*d], b: &bias[c]})
		if p.Output == outputAveraged {
			j.late = append(j.late, &weights{rows: samples, rule: r, w: late[c*d : (c+1)*d], b: &lateBias[c]})
		}
	}
	s := newJointLesson(t, weight, passes, max(1, samples.Stride/k), p.Updates, p.Shuffle, p.Seed)
	status := j.learn(ctl.Within(p.MaxTime), s, &f.Tally)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	if passes > 0 {
		j.judge(s, bias, &f.Tally)
	}
	f.Weights, f.Bias = expansion.Difference(last, d), expansion.Difference(bias, 1)
	if p.Output == outputAveraged {
		f.Standing = Standing{f.Weights, f.Bias, j.looks}
		f.Weights, f.Bias = j.mean(f.Weights, expansion.Difference(late, d)), j.mean(f.Bias, expansion.Difference(lateBias, 1))
	}
	report := f.report(status, samples.N)
	f.Tally = f.after(before.Tally)
	return p.Learnt(f, report)
}
