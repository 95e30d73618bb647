package perceptron

import (
	"slices"

	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/reduction"
	"maxmargin/core/solve/primal"
)

// PerceptronOptions are the options of Perceptron.
type PerceptronOptions struct {
	Eta0                float64 `js:"eta0" default:"1" range:"(0,inf)" doc:"Learning rate. Without earlier updates at another rate it only scales the weights."`
	FitIntercept        bool    `js:"fitIntercept" default:"true" doc:"Whether there is a bias."`
	InterceptStep       string  `js:"interceptStep" default:"radius" choices:"radius,unit" doc:"Step of the bias after a mistake, in units of eta0: the largest squared norm of a sample ('radius'), with which Novikoff's bound has its usual form, or 1 ('unit')."`
	Tie                 string  `js:"tie" default:"mistake" choices:"mistake,positive,negative" doc:"Meaning of a decision value of exactly 0 during learning: a mistake for both classes, or a vote for the positive or the negative class."`
	Choice              `js:"choice"`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the samples, for each decision function; if no hyperplane separates the classes, only this limit ends learning."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the function so far is kept."`
	Shuffle             bool              `js:"shuffle" default:"false" doc:"Visit the samples in a new random order in every pass, not in the given order."`
	Seed                int               `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: the order of the samples, and the folds that probabilities are learnt from."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	calib.Probabilities `js:"probabilities"`
}

// Cost counts the samples, the record of each, and the weights.
func (*PerceptronOptions) Cost() model.Cost { return model.PrimalCost(144, 8, 8*8) }

// Perceptron is Rosenblatt's perceptron in primal form (Cristianini &
// Shawe-Taylor, Table 2.1): f(x) = <w, x> + b, starting at zero, and for every
// sample with y f(x) <= 0
//
//	w += eta y x    b += eta y R^2    R^2 = the largest <x, x>
//
// until a pass has no mistake. For k > 2 classes it is one-versus-rest, one perceptron after
// another. The weight of a sample multiplies eta.
//
// Update takes its samples once, in order; R^2 is the largest so far.
//
// The output may differ from the last weights (Freund & Schapire, Large margin classification using
// the perceptron algorithm, 1999: the averaged and the voted perceptron; Gallant, Perceptron-based
// learning algorithms, 1990: the pocket). A pass may also correct one mistake only: the first
// (Shalev-Shwartz & Ben-David, section 9.1.2), or the worst (exercise 14.8.3 there).
type Perceptron struct {
	PerceptronOptions
	model.ClassifierBase[*PerceptronFit]
}

// PerceptronFit is the result of a fit of Perceptron.
type PerceptronFit struct {
	reduction.Linear
	Mistakes
	Outcome
	VoteWeights []float64 `field:"vote.coef" shape:"v,d" absent:"" js:"voteCoef" doc:"With the output 'voted', the weights that vote: a row each."`
	Errors      []int32   `field:"training.errors" shape:"w" absent:"" js:"trainingErrors" doc:"How many samples each decision function puts on the wrong side at the end of a fit."`
}

// NewPerceptron returns an unfitted perceptron with default options.
func NewPerceptron() *Perceptron {
	p := &Perceptron{}
	p.Init("Perceptron", &p.PerceptronOptions, new(PerceptronFit), (*PerceptronFit).Check)
	return p
}

// Fit learns from t anew, pass by pass.
func (p *Perceptron) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return p.learn(ctl, t, &PerceptronFit{}, p.ClassWeight.Costs, p.MaxIter)
}

// Update takes the samples of t once, in order, and continues the fit.
func (p *Perceptron) Update(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return p.learn(ctl, t, p.Result, p.ClassWeight.Factors, 0)
}

// learn continues from before and sets the result of the machine. With passes = 0 it is an update: one
// pass in order, after which the status is Converged.
func (p *Perceptron) learn(ctl *run.Ctl, t model.Training, before *PerceptronFit, weigh model.Weighing, passes float64) (model.Report, error) {
	weight, err := model.Weighed(p, t, weigh)
	if err != nil {
		return model.Report{}, err
	}
	f := &PerceptronFit{Linear: before.Linear}
	if err := f.Extend(t.X, t.Classes()); err != nil {
		return model.Report{}, err
	}
	f.Functions = primal.Functions{Weights: slices.Clone(f.Weights), Bias: slices.Clone(f.Bias)}
	f.Mistakes = newMistakes(len(f.Bias))
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return model.Report{}, err
	}
	f.RadiusSquare = max(before.RadiusSquare, slices.Max(samples.Norm))
	ctl = ctl.Within(p.MaxTime)
	r := newRule(p.Eta0, p.FitIntercept, p.InterceptStep, p.Tie, f.RadiusSquare)
	status, err := f.Scheme().Each(ctl, func(ctl *run.Ctl, problem reduction.Problem) (int, run.Status, error) {
		q, d := problem.Number, f.Features
		l := &weights{rows: samples, rule: r, w: f.Weights[q*d : (q+1)*d], b: &f.Bias[q]}
		vectors := []float64{}
		c := &course{output: p.Output, w: l.w, b: l.b, bias: r.bias, add: samples.Add, voter: func(int, float64) { vectors = append(vectors, l.w...) }}
		if p.Output == outputVoted && len(before.Votes) > 0 {
			from, to := before.votesOf(q)
			vectors = slices.Clone(before.VoteWeights[from*d : to*d])
		}
		c.begin(&before.Outcome, q, d)
		s := newLesson(problem, t, weight, max(1, passes), samples.Stride)
		if p.Shuffle && passes > 0 {
			s.shuffle = rng.New(uint64(p.Seed))
		}
		if passes > 0 {
			s.updates = p.Updates
		}
		status := r.learn(ctl, l, s, &f.Mistakes, c)
		f.Outcome.end(c)
		if p.Output == outputVoted {
			f.VoteWeights = append(f.VoteWeights, vectors...)
		}
		if err := c.room("Perceptron", "the weights that vote", d); err != nil {
			return 0, "", err
		}
		if passes == 0 && status == run.IterationLimit {
			return 1, run.Converged, nil
		}
		if passes > 0 && status != run.Aborted {
			norm2, _ := l.norm2()
			r.judge(l, s, norm2, *l.b, plain(weight), &f.Mistakes)
			f.Errors = append(f.Errors, s.errors(l))
		}
		return int(f.Passes[q]), status, nil
	})
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	report := f.report(status, t.X.Len())
	f.Mistakes = f.after(before.Mistakes)
	return p.Learnt(f, report)
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

func (l *weights) norm2() (size, noise float64) {
	for _, v := range l.w {
		size += float64(v * v)
	}
	return size, 0
}
