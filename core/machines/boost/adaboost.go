package boost

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// AdaBoostClassifierOptions are the options of AdaBoostClassifier.
type AdaBoostClassifierOptions struct {
	NEstimators int     `js:"nEstimators" default:"50" range:"[1,1000]" doc:"Largest number of rounds. Each fits a copy of the estimator, which becomes a member."`
	Reg         string  `js:"reg" default:"none" choices:"none,adaboostReg" doc:"'adaboostReg' regularises by soft margins (AdaBoost_Reg): a sample that had large weights in earlier rounds gains less weight, so that outliers do not take all of it."`
	C           float64 `js:"C" default:"0.1" range:"[0,inf)" doc:"Only with reg 'adaboostReg': how much the weights of earlier rounds soften the margin of a sample. With 0 it is AdaBoost; a sample whose weight is more than 1/C times the mean may stay wrong."`
	Rho         float64 `js:"rho" default:"0.1" range:"[0,1)" doc:"The margin for which every round reports the share of samples that do not exceed it (marginErrors) and the bound on that share (bounds)."`
	MaxTime     float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the members so far are kept."`
}

// Cost counts a fit of stumps, the weights and votes of each sample, and its margin. Members of
// another kind state their own costs, if these are known.
func (*AdaBoostClassifierOptions) Cost() model.Cost {
	return model.Cost{Entry: 56, Stored: 84, Row: 208, Output: 8, Column: 192}
}

// AdaBoostClassifier is AdaBoost (Freund and Schapire 1997; Smola et al., Advances in large
// margin classifiers, Table 1.2) over any classifier that takes weights of samples. With
// D_1(i) the share of sample i in the weights, round t fits a member g_t to the weights D_t
// and computes
//
//	eps_t = sum_i D_t(i) [g_t(x_i) != y_i]
//	alpha_t = 1/2 ln((1 - eps_t) / eps_t) + 1/2 ln(k - 1)
//	D_{t+1}(i) = D_t(i) exp(-alpha_t) / Z_t if g_t(x_i) = y_i, else D_t(i) exp(alpha_t) / Z_t
//
// where Z_t makes D_{t+1} sum to 1. The term ln(k - 1) is zero for two classes. For more it
// makes the rounds those of SAMME, in which a member needs only to be better than chance,
// eps_t < 1 - 1/k: one member for each round judges all classes, where one-versus-rest would
// need k members and one-versus-one k(k-1)/2.
//
// A member without a mistake, eps_t = 0, would have an infinite alpha: it alone is the answer, and
// the status is run.Perfect. A member that is no better than chance is dropped and ends the fit
// with the status run.Exhausted; if it is the first one, there is an error.
//
// The margin of a sample is the share of the votes for its class, weighted by alpha, less the
// largest share of another class. R_rho is the share of samples, by weight, whose margin is at most
// rho. For the smaller margin against all other classes together, Theorem 1.12 holds for any
// alpha_t:
//
//	R_rho <= prod_t Z_t exp(rho alpha_t)
//
// which for two classes is 2^T prod_t sqrt(eps_t^(1-rho) (1-eps_t)^(1+rho)), (1.86).
//
// A machine that is a model.Preparer prepares the samples once for all rounds.
type AdaBoostClassifier struct {
	AdaBoostClassifierOptions
	model.ClassifierBase[*AdaBoostClassifierFit]
}

// AdaBoostClassifierFit is the result of a fit of AdaBoostClassifier.
type AdaBoostClassifierFit struct {
	Ensemble
	Errors         []float64 `field:"boost.errors" shape:"t" js:"errors" doc:"The weighted error eps of each member in its round."`
	Normalizers    []float64 `field:"boost.normalizers" shape:"t" js:"normalizers" doc:"The number Z of each round by which the weights are divided. The product of all is a bound on the training error."`
	TrainingErrors []float64 `field:"boost.training" shape:"t" js:"trainingErrors" doc:"The training error of the members up to each round, as a share of the weights."`
	MarginErrors   []float64 `field:"boost.marginerrors" shape:"t" js:"marginErrors" doc:"The share of the samples, by weight, whose margin is at most rho after each round."`
	Bounds         []float64 `field:"boost.bounds" shape:"t" js:"bounds" doc:"The bound on this share after each round, see Theorem 1.12."`
	Margins        []float64 `field:"boost.margins" shape:"n" js:"margins" doc:"The margin of each training sample, between -1 and 1: the share of the votes for its class less the largest share of another class."`
	Weights        []float64 `field:"boost.weights" shape:"n" js:"finalWeights" doc:"The weight of each training sample after the last round. They sum to 1."`
}

// NewAdaBoostClassifier returns an unfitted booster of machines like the first part.
func NewAdaBoostClassifier(parts []model.Part) (model.Machine, error) {
	e, err := newEnsemble(parts)
	if err != nil {
		return nil, err
	}
	b := &AdaBoostClassifier{}
	b.Init("AdaBoostClassifier", &b.AdaBoostClassifierOptions, &AdaBoostClassifierFit{Ensemble: e}, (*AdaBoostClassifierFit).Check)
	return b, nil
}

// Parts returns the members; before the first fit the machine that they are to be like.
func (b *AdaBoostClassifier) Parts() []model.Part { return b.Result.members }

// Corrects reports that no round changes the coefficients of earlier members.
func (b *AdaBoostClassifier) Corrects() bool { return false }

// Check returns an error unless the parts of a result from a model file go together.
func (f *AdaBoostClassifierFit) Check() error {
	if len(f.Margins) == 0 || len(f.Weights) != len(f.Margins) {
		return fault.New(fault.Format, "bytes", "the model has %d margins and %d weights of training samples", len(f.Margins), len(f.Weights))
	}
	return f.check()
}

// Fit fits one member after the other.
func (b *AdaBoostClassifier) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	weight, err := model.Weighed(b, t, model.ClassWeight{Name: "none"}.Costs)
	if err != nil {
		return model.Report{}, err
	}
	r, err := newRounds(b, t, weight)
	if err != nil {
		return model.Report{}, err
	}
	status, err := r.all(ctl.Within(b.MaxTime))
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	f := r.fit
	f.Margins, f.Weights = r.margins(f.total()), r.weight
	loss := 1.0
	for _, z := range f.Normalizers {
		loss *= z
	}
	return b.Learnt(f, model.Report{Status: status, Iterations: len(f.Alphas), Objective: loss})
}

// newRounds returns the state before the first round.
func newRounds(b *AdaBoostClassifier, t model.Training, weight []float64) (*rounds, error) {
	_, _, total, err := model.Positive(weight, len(weight))
	if err != nil {
		return nil, err
	}
	k := t.Classes()
	r := &rounds{options: b.AdaBoostClassifierOptions, learner: learner{like: b.Result.members[0], t: t, total: total},
		fit:   &AdaBoostClassifierFit{Ensemble: Ensemble{Dim: t.X.Dim(), Order: reduction.Ascending(k)}},
		tally: newTally(k, t.Labels(), shares(weight, total))}
	r.weight = r.first
	if b.Reg != "none" {
		r.soft = newSoft(b.C, k, r.first)
	}
	return r, nil
}

// shares returns weights divided by their sum.
func shares(weight []float64, total float64) []float64 {
	of := make([]float64, len(weight))
	for i, w := range weight {
		of[i] = w / total
	}
	return of
}

// alphaOf returns the coefficient of a member with the weighted error eps, for k classes.
func alphaOf(eps float64, k int) float64 {
	return (math.Log((1-eps)/eps) + math.Log(float64(k-1))) / 2
}

// Probabilities returns the probability of each class for every sample of x, row by row: with the
// values f_c of the functions, exp(f_c / (k-1)) over the sum of these over the classes (Zhu, Zou,
// Rosset and Hastie 2009, equation 4). For two classes, where f is the value of class 1, it is 1/(1
// + exp(-f)). The values are between -1 and 1, so the probabilities of a booster are close to each
// other.
func (b *AdaBoostClassifier) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	values, cols, err := b.Decision(ctl, x, "")
	if err != nil {
		return nil, err
	}
	k := len(b.Result.Order)
	p := make([]float64, x.Len()*k)
	for i := range x.Len() {
		own, sum := p[i*k:(i+1)*k], 0.0
		if cols == 1 {
			own[0], own[1] = -values[i]/2, values[i]/2
		} else {
			copy(own, values[i*k:(i+1)*k])
		}
		for c, v := range own {
			own[c] = math.Exp(v / float64(k-1))
			sum += own[c]
		}
		for c := range own {
			own[c] /= sum
		}
	}
	return p, nil
}
