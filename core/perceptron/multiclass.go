package perceptron

import (
	"math"
	"slices"

	"maxmargin/core/calib"
	"maxmargin/core/expansion"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/primal"
	"maxmargin/core/rng"
	"maxmargin/core/run"
)

// MulticlassPerceptronOptions are the options of MulticlassPerceptron.
type MulticlassPerceptronOptions struct {
	Eta0                float64           `js:"eta0" default:"1" range:"(0,inf)" doc:"Learning rate, which only scales the weights."`
	FitIntercept        bool              `js:"fitIntercept" default:"true" doc:"Whether the functions have constants."`
	InterceptStep       string            `js:"interceptStep" default:"radius" choices:"radius,unit" doc:"Step of the constants after a mistake, in units of eta0: the largest squared norm of a sample ('radius') or 1 ('unit')."`
	Output              string            `js:"output" default:"last" choices:"last,averaged" doc:"What is predicted with: the weights at the end ('last'), or the mean of those after every look at a sample ('averaged'), which is better where no weights separate the classes."`
	Updates             string            `js:"updates" default:"online" choices:"online,batch" doc:"Which mistakes a pass corrects: each, in the order of the samples ('online'), or the first, and then the next pass begins ('batch', the Batch Perceptron)."`
	MaxIter             float64           `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the samples; if no weights separate the classes, only this limit ends learning."`
	MaxTime             float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the functions so far are kept."`
	Shuffle             bool              `js:"shuffle" default:"false" doc:"Visit the samples in a new random order in every pass, not in the given order."`
	Seed                int               `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of all random choices: the order of the samples, and the folds that probabilities are learnt from."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of eta0 per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	calib.Probabilities `js:"probabilities"`
}

// Cost is that of the samples as they are, and of the weights.
func (*MulticlassPerceptronOptions) Cost() model.Cost { return model.PrimalCost(128, 16, 16*8) }

// MulticlassPerceptron learns the functions f_c(x) = <w_c, x> + b_c of all classes together
// (Cristianini & Shawe-Taylor, section 2.1.3; Shalev-Shwartz & Ben-David, exercise 17.8.2).
// It starts at zero. Where a sample of class y has f_y(x) <= f_r(x) for the best r of the other
// classes,
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
type MulticlassPerceptron struct {
	MulticlassPerceptronOptions
	model.ClassifierBase[*MulticlassPerceptronFit]
}

// MulticlassPerceptronFit is the result of a fit of MulticlassPerceptron.
type MulticlassPerceptronFit struct {
	multi.Linear
	Mistakes     int     `field:"mistakes" js:"mistakes" doc:"Number of mistakes during learning."`
	Passes       int     `field:"passes" js:"nIter" doc:"Passes over the samples; if the classes were separated, the last had no mistake."`
	PassMistakes []int32 `field:"pass.mistakes" shape:"p" js:"mistakesPerPass" doc:"Mistakes in each pass."`
	RadiusSquare float64 `field:"radius.square" js:"squaredRadius" doc:"R^2, the largest <x, x> of the training samples."`
	Margin       float64 `field:"margin" js:"margin" doc:"The least lead of the true class over another at a training sample, with the weights at the end, over the norm of all of them; negative if they do not separate the classes."`
	Bound        float64 `field:"bound" js:"mistakeBound" doc:"The bound on the mistakes of a fit from R and the margin at the end, if this margin is positive and all weights of samples are 1; else 0."`
}

// NewMulticlassPerceptron returns an unfitted perceptron with default options.
func NewMulticlassPerceptron() *MulticlassPerceptron {
	p := &MulticlassPerceptron{}
	p.Init(&p.MulticlassPerceptronOptions, new(MulticlassPerceptronFit))
	return p
}

// joint is the perceptron of k classes while it learns.
type joint struct {
	x          *primal.Samples
	k          int
	w, late    []float64 // k x d; the sum over the corrections of (looks before) times the step
	b, lateB   []float64
	s          float64 // step of the constants
	looks      float64
	isAveraged bool
}

// rival returns the best class other than y for a sample, and by how much y leads it.
func (j *joint) rival(i, y int) (rival int, lead float64) {
	best, own := math.Inf(-1), 0.0
	for c := range j.k {
		f := j.x.Dot(i, j.w[c*j.x.D:(c+1)*j.x.D]) + j.b[c]
		if c == y {
			own = f
		} else if f > best {
			rival, best = c, f
		}
	}
	return rival, own - best
}

// move adds a multiple of a sample to the function of a class.
func (j *joint) move(i, c int, step float64) {
	at := j.w[c*j.x.D : (c+1)*j.x.D]
	j.x.Add(i, step, at)
	j.b[c] += float64(step * j.s)
	if j.isAveraged {
		j.x.Add(i, step*j.looks, j.late[c*j.x.D:(c+1)*j.x.D])
		j.lateB[c] += float64(float64(step*j.s) * j.looks)
	}
}

// Fit learns from t, pass by pass.
func (p *MulticlassPerceptron) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	fail := func(err error) (model.Report, error) { return model.Report{}, err }
	if err := model.Accept(p, t); err != nil {
		return fail(err)
	}
	weight, err := p.ClassWeight.Costs(1, t)
	if err != nil {
		return fail(err)
	}
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return fail(err)
	}
	k, d := t.Classes(), t.X.Dim()
	f := &MulticlassPerceptronFit{Linear: multi.NewLinear(d, k, t.Labels()), RadiusSquare: slices.Max(samples.Norm)}
	j := &joint{x: samples, k: k, w: make([]float64, k*d), b: make([]float64, k), late: make([]float64, k*d), lateB: make([]float64, k), isAveraged: p.Output == outputAveraged}
	if p.FitIntercept {
		if j.s = 1; p.InterceptStep == stepRadius {
			j.s = f.RadiusSquare
		}
	}
	status := p.learn(ctl.Within(p.MaxTime), j, t.Labels(), weight, f)
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	f.judge(j, t.Labels(), weight)
	if j.isAveraged && j.looks > 0 {
		for at, v := range j.late {
			j.w[at] -= v / j.looks
		}
		for c, v := range j.lateB {
			j.b[c] -= v / j.looks
		}
	}
	f.Weights, f.Bias = expansion.Difference(j.w, d), expansion.Difference(j.b, 1)
	report := model.Report{Status: status, Iterations: f.Passes}
	if last := len(f.PassMistakes) - 1; last >= 0 {
		report.Gap = float64(f.PassMistakes[last]) / float64(samples.N)
	}
	return p.Learnt(f, report)
}

// learn goes through the samples until a pass has no mistake.
func (p *MulticlassPerceptron) learn(ctl *run.Ctl, j *joint, labels []int32, weight []float64, f *MulticlassPerceptronFit) run.Status {
	order, r := make([]int32, j.x.N), rng.New(uint64(p.Seed))
	for i := range order {
		order[i] = int32(i)
	}
	stride := max(1, j.x.Stride/j.k)
	for pass := 0; float64(pass) < p.MaxIter; pass++ {
		if p.Shuffle {
			r.Shuffle(order)
		}
		made := int32(0)
		for at, i := range order {
			if at%stride == 0 {
				if status := ctl.Checkpoint(func() run.Report {
					return run.Report{Iteration: pass, Gap: float64(made) / float64(len(order)), Fraction: max(0, min(1, float64(pass)/p.MaxIter))}
				}); status != "" {
					return status
				}
			}
			if weight[i] == 0 {
				continue
			}
			y := int(labels[i])
			if rival, lead := j.rival(int(i), y); !(lead > 0) {
				step := float64(p.Eta0 * weight[i])
				j.move(int(i), y, step)
				j.move(int(i), rival, -step)
				made++
			}
			j.looks++
			if made > 0 && p.Updates == updatesBatch {
				break
			}
		}
		f.Mistakes += int(made)
		f.Passes++
		f.PassMistakes = append(f.PassMistakes, made)
		if made == 0 {
			return run.Converged
		}
	}
	return run.IterationLimit
}

// judge fills in the margin of the weights at the end and the bound that follows.
func (f *MulticlassPerceptronFit) judge(j *joint, labels []int32, weight []float64) {
	least, norm2 := math.Inf(1), 0.0
	for i, y := range labels {
		if weight[i] > 0 {
			_, lead := j.rival(i, int(y))
			least = min(least, lead)
		}
	}
	for _, v := range j.w {
		norm2 += float64(v * v)
	}
	for _, b := range j.b {
		if j.s > 0 {
			norm2 += float64(b*b) / j.s
		}
	}
	if !(norm2 > 0) || math.IsInf(least, 0) {
		return
	}
	f.Margin = least / math.Sqrt(norm2)
	if bound := 2 * (f.RadiusSquare + j.s) / (f.Margin * f.Margin); f.Margin > 0 && plain(weight) && bound <= math.MaxFloat64 {
		f.Bound = bound
	}
}

var _ model.Classifier = (*MulticlassPerceptron)(nil)
