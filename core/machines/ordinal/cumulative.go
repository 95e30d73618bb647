package ordinal

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
	"maxmargin/core/solve/primal"
)

// CumulativeLinkModelOptions are the options of CumulativeLinkModel.
type CumulativeLinkModelOptions struct {
	Link        string            `js:"link" default:"logit" choices:"logit,probit,cloglog" doc:"Distribution of the noise: logistic (the proportional odds model), normal, or that of the complementary log-log link (proportional hazards)."`
	Alpha       float64           `js:"alpha" default:"0" range:"[0,inf)" doc:"Factor of the penalty 1/2 |w|^2 on the weights, which is added to minus the log likelihood. 0 is maximum likelihood."`
	Tol         float64           `js:"tol" default:"1e-8" range:"(0,inf)" doc:"What another step of Newton's method would add to the mean log likelihood when training ends."`
	MaxIter     float64           `js:"maxIter" type:"integer" default:"100" range:"[1,inf]" doc:"Largest number of steps; the best parameters so far are kept."`
	MaxTime     float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the best parameters so far are kept."`
	ClassWeight model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of the weights of the samples per rank: an object or Map from label to factor, or 'balanced' for n / (k * samples of the rank)."`
	model.Ranks
}

// Cost is that of the samples as they are and of two matrices over the features.
func (*CumulativeLinkModelOptions) Cost() model.Cost {
	return model.Cost{Entry: 8, Stored: 12, Row: 96, Output: 8, Column: 512, ColumnPair: 4 * 8}
}

// CumulativeLinkModel is the cumulative or threshold model of ordered classes (McCullagh 1980;
// Herbrich, Graepel & Obermayer 2000, section 2.2). A sample has the utility u = <w, x>, to
// which noise with the distribution F is added; the class is the interval between thresholds
// that the sum lies in:
//
//	P(y <= r | x) = F(theta_r - <w, x>)
//
//	logit    F(z) = 1 / (1 + exp(-z))
//	probit   F(z) = the normal distribution
//	cloglog  F(z) = 1 - exp(-exp(z))
//
// w and the thresholds maximise the log likelihood, less alpha/2 |w|^2, by Newton's method
// with a line search. This is a concave problem, because the densities are log-concave. The
// class of the largest probability is predicted.
//
// Without a penalty the likelihood has no maximum when a function of the features separates
// ranks. The fit then has the penalty separationPenalty, on the weights of features scaled to
// the standard deviation 1, and a note. A rank between others that has no samples has an empty
// interval; one at an end has an interval that begins where its probability is below that of
// rounding, for all training samples.
//
// A step takes n (d + k)^2 / 2 multiply-adds.
type CumulativeLinkModel struct {
	CumulativeLinkModelOptions
	model.ClassifierBase[*CumulativeLinkModelFit]
}

// separationPenalty is the factor of 1/2 |w|^2, for standardised features, where the likelihood
// has no maximum: a normal prior whose standard deviation is 3.
const separationPenalty = 0.1

// CumulativeLinkModelFit is the result of a fit of CumulativeLinkModel.
type CumulativeLinkModelFit struct {
	Features      int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Link          string    `field:"link"`
	Weights       []float64 `field:"coef" shape:"d" js:"coef" doc:"The weight of each feature: a sample has the utility sum of coef_j x_j."`
	Thresholds    []float64 `field:"thresholds" shape:"k-1" js:"thresholds" doc:"The boundaries between the ranks, in ascending order: the utility plus the noise of a sample of a rank is above the boundary before it, and not above the one after it."`
	LogLikelihood float64   `field:"likelihood" js:"logLikelihood" doc:"Logarithm of the probability of the training ranks, times their weights, without the penalty."`
}

// NewCumulativeLinkModel returns an unfitted machine with default options.
func NewCumulativeLinkModel() *CumulativeLinkModel {
	c := &CumulativeLinkModel{}
	c.Init("CumulativeLinkModel", &c.CumulativeLinkModelOptions, new(CumulativeLinkModelFit), (*CumulativeLinkModelFit).Check)
	return c
}

// Fit maximises the likelihood.
func (c *CumulativeLinkModel) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(c, t); err != nil {
		return model.Report{}, err
	}
	samples, err := newLesson(t, c.ClassWeight)
	if err != nil {
		return model.Report{}, err
	}
	l := &likelihood{link: loss.LinkOf(c.Link), x: t.X, d: t.X.Dim(), ctl: ctl, rows: samples.rows, weight: samples.weight}
	for _, w := range l.weight {
		l.total += w
	}
	var ranks []int
	ranks, l.rank = samples.present()
	l.q = len(ranks)
	size := l.d + l.q - 1
	if err := gram.CheckMatrix("CumulativeLinkModel", "the matrix of second derivatives", size, 3*size, "use OrdinalSVC or SVOR"); err != nil {
		return model.Report{}, err
	}
	if l.standardise(); l.ended != "" {
		return model.Report{Status: run.Aborted}, nil
	}
	if err := primal.Finite(l.mean, l.scale); err != nil {
		return model.Report{}, err
	}
	l.penalty, l.penalised = make([]float64, l.d), c.Alpha > 0
	for j, s := range l.scale {
		if c.Alpha > 0 {
			l.penalty[j] = min(c.Alpha*(s*s), math.MaxFloat64/8)
		}
	}
	l.ctl, l.started = ctl.Within(c.MaxTime), true
	start := l.begin()
	p, gap, separated, status := l.minimise(start, c.Tol, c.MaxIter)
	report := model.Report{}
	if separated {
		l.penalised = true
		for j := range l.penalty {
			l.penalty[j] = separationPenalty
		}
		p, gap, _, status = l.minimise(start, c.Tol, c.MaxIter+float64(l.steps))
		report.Notes = append(report.Notes, model.Note{Code: "WARN_SEPARATED", Message: "a function of the features separates ranks, so that the likelihood has no maximum: ever larger weights make it larger. " +
			"The weights of the standardised features therefore have the penalty 1/2 |w|^2 times 0.1. Set alpha to choose the penalty yourself"})
	}
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	if status.Cut() { // perhaps in the middle of a look
		l.ctl, l.ended = ctl.Finishing(), ""
		if p = l.look(p.at, nil); l.ended != "" {
			return model.Report{Status: run.Aborted}, nil
		}
	}
	report.Status, report.Iterations, report.Objective, report.Gap = status, l.steps, p.value, gap
	return c.Learnt(l.result(p, ranks, t.Classes(), c.Link), report)
}

// result returns the parameters in the units of the features, for all k ranks.
func (l *likelihood) result(p *place, ranks []int, k int, name string) *CumulativeLinkModelFit {
	f := &CumulativeLinkModelFit{Features: l.d, Link: name, Weights: make([]float64, l.d), LogLikelihood: -p.plain}
	moved := 0.0
	for j, s := range l.scale {
		f.Weights[j] = p.at[j] * s
		moved += f.Weights[j] * l.mean[j]
	}
	f.Thresholds = make([]float64, k-1)
	low, high := math.Inf(1), math.Inf(-1)
	rows := primal.NewRows(l.x)
	for _, i := range l.rows {
		u := rows.Dot(i, f.Weights)
		low, high = min(low, u), max(high, u)
	}
	const rounding = 0x1p-53
	for r := range f.Thresholds {
		below := 0 // ranks with samples up to r
		for below < len(ranks) && ranks[below] <= r {
			below++
		}
		switch below {
		case 0:
			f.Thresholds[r] = low + l.link.Inverse(rounding)
		case len(ranks):
			f.Thresholds[r] = high + l.link.Inverse(1-rounding)
		default:
			f.Thresholds[r] = p.at[l.d+below-1] + moved
		}
	}
	return f
}

// Check returns an error unless the parts of a result from a model file go together.
func (f *CumulativeLinkModelFit) Check() error {
	if f.Link != "logit" && f.Link != "probit" && f.Link != "cloglog" {
		return schema.Newer("its link is %q", f.Link)
	}
	if !slices.IsSorted(f.Thresholds) {
		return fault.New(fault.Format, "bytes", "the thresholds of the model do not ascend")
	}
	return nil
}

// Outputs returns 1: a sample has one utility.
func (f *CumulativeLinkModelFit) Outputs(string) (int, error) { return 1, nil }

// Ready returns an error unless there is a fit, to samples of as many features as those of x.
func (f *CumulativeLinkModelFit) Ready(machine string, x sample.Set) error {
	return sample.Ready(machine, f.Features, x)
}

// Decision returns the utility of every sample of x.
func (f *CumulativeLinkModelFit) Decision(ctl *run.Ctl, x sample.Set, _ string) (values []float64, cols int, err error) {
	values = make([]float64, x.Len())
	functions := primal.Functions{Bias: []float64{0}, Weights: f.Weights}
	err = functions.Each(ctl, x, func(i int, value []float64) { values[i] = value[0] })
	return values, 1, err
}

// Predict returns the rank of the largest probability of every sample of x, the lower one of
// two that are equal.
func (f *CumulativeLinkModelFit) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	all, err := f.probabilities(ctl, x)
	if err != nil {
		return nil, err
	}
	k, ranks := len(f.Thresholds)+1, make([]int32, x.Len())
	for i := range ranks {
		row := all[i*k : (i+1)*k]
		for r, p := range row {
			if p > row[ranks[i]] {
				ranks[i] = int32(r)
			}
		}
	}
	return ranks, nil
}

// probabilities returns that of each rank for every sample of x, row by row.
func (f *CumulativeLinkModelFit) probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	utility, _, err := f.Decision(ctl, x, "")
	if err != nil {
		return nil, err
	}
	link, k := loss.LinkOf(f.Link), len(f.Thresholds)+1
	all := make([]float64, 0, k*len(utility))
	for _, u := range utility {
		a := math.Inf(-1)
		for r := range k {
			b := math.Inf(1)
			if r < k-1 {
				b = f.Thresholds[r] - u
			}
			p := 0.0
			if a < b {
				p = math.Exp(link.Interval(a, b).Log)
			}
			all, a = append(all, p), b
		}
	}
	return all, nil
}

// Probabilities returns the probability of each rank for every sample of x, row by row.
func (c *CumulativeLinkModel) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if err := c.Result.Ready("CumulativeLinkModel", x); err != nil {
		return nil, err
	}
	return c.Result.probabilities(ctl, x)
}
