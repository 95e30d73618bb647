package boost

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// LPBoostClassifierOptions are the options of LPBoostClassifier.
type LPBoostClassifierOptions struct {
	NEstimators int     `js:"nEstimators" default:"100" range:"[1,1000]" doc:"Largest number of rounds. Each fits a copy of the estimator, which becomes a member."`
	Nu          float64 `js:"nu" default:"0.1" range:"(0,1]" doc:"Largest share of the samples, by weight, whose margin is less than rho, the margin that the fit makes as large as possible."`
	Tol         float64 `js:"tol" default:"0.000001" range:"(0,inf)" doc:"The fit ends when the edge of the next member exceeds the objective by no more than this."`
	MaxTime     float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the members so far are kept."`
}

// Cost counts the memory of AdaBoostClassifier and CostBeside.
func (o *LPBoostClassifierOptions) Cost() model.Cost {
	c := new(AdaBoostClassifierOptions).Cost()
	c.Row += o.CostBeside().Row
	return c
}

// CostBeside counts the votes and the weights of each round, and the linear program over the
// members.
func (o *LPBoostClassifierOptions) CostBeside() model.Cost {
	return model.Cost{Row: 52 * int64(o.NEstimators)}
}

// LPBoostClassifier is LPBoost (Demiriz, Bennett and Shawe-Taylor, Linear programming
// boosting via column generation, 2002) over any classifier that takes weights of samples.
// With D_i the share of sample i in the weights, and s_t(i) = 1 where member g_t is right, else
// -1/(k-1) for k classes, it solves
//
//	maximise   rho - 1/nu sum_i D_i xi_i
//	subject to sum_t alpha_t s_t(i) >= rho - xi_i,  sum_t alpha_t = 1,  alpha, xi >= 0
//
// over all members that the estimator can learn. The program over the members so far has the
// multipliers u_i, with 0 <= u_i <= D_i / nu and sum_i u_i = 1. A further member improves it only
// if its edge, sum_i u_i s_t(i), exceeds the objective. The estimator is fitted to the weights u,
// and its machine becomes a member, until the edge is not larger. If the estimator always learns
// the machine of its kind with the largest edge, as a DecisionStump does, the ensemble is the best
// one over all of them.
//
// A share of at most nu of the samples has sum_t alpha_t s_t(i) < rho, and a share of at least nu
// has at most rho.
type LPBoostClassifier struct {
	LPBoostClassifierOptions
	model.ClassifierBase[*LPBoostClassifierFit]
}

// LPBoostClassifierFit is the result of a fit of LPBoostClassifier.
type LPBoostClassifierFit struct {
	Ensemble
	Errors         []float64 `field:"boost.errors" shape:"t" js:"errors" doc:"The weighted error of each member in its round."`
	Edges          []float64 `field:"boost.edges" shape:"t" js:"edges" doc:"The edge of each member in its round: for two classes 1 less twice its weighted error."`
	Objectives     []float64 `field:"boost.objectives" shape:"t" js:"objectives" doc:"The objective after each round: rho less the weighted sum of the slacks divided by nu. It never falls, and no edge under the best weights is smaller."`
	Rhos           []float64 `field:"boost.rhos" shape:"t" js:"rhos" doc:"The margin rho after each round."`
	TrainingErrors []float64 `field:"boost.training" shape:"t" js:"trainingErrors" doc:"The training error after each round, as a share of the weights."`
	MarginErrors   []float64 `field:"boost.marginerrors" shape:"t" js:"marginErrors" doc:"The share of the samples, by weight, whose margin is less than rho after each round."`
	RoundAlphas    []float64 `field:"boost.roundalphas" shape:"t,t" js:"roundAlphas" doc:"The coefficients after each round, a row for each: all of them change in every round."`
	RoundWeights   []float64 `field:"boost.roundweights" shape:"t,n" js:"roundWeights" doc:"The weights of the training samples before each round, a row for each. Each row sums to 1."`
	Margins        []float64 `field:"boost.margins" shape:"n" js:"margins" doc:"The margin of each training sample, between -1 and 1: the share of the votes for its class less the largest share of another class."`
	Weights        []float64 `field:"boost.weights" shape:"n" js:"finalWeights" doc:"The weight of each training sample after the last round. They sum to 1."`
}

// NewLPBoostClassifier returns an unfitted booster of machines like the first part.
func NewLPBoostClassifier(parts []model.Part) (model.Machine, error) {
	e, err := newEnsemble(parts)
	if err != nil {
		return nil, err
	}
	b := &LPBoostClassifier{}
	b.Init("LPBoostClassifier", &b.LPBoostClassifierOptions, &LPBoostClassifierFit{Ensemble: e}, (*LPBoostClassifierFit).Check)
	return b, nil
}

// Parts returns the members; before the first fit the machine that they are to be like.
func (b *LPBoostClassifier) Parts() []model.Part { return b.Result.members }

// Corrects reports that every round changes the coefficients of all members.
func (b *LPBoostClassifier) Corrects() bool { return true }

// Check returns an error unless the parts of a result from a model file go together.
func (f *LPBoostClassifierFit) Check() error {
	n, rounds := len(f.Margins), len(f.Alphas)
	if n == 0 || len(f.Weights) != n || len(f.RoundWeights) != rounds*n || len(f.RoundAlphas) != rounds*rounds {
		return fault.New(fault.Format, "bytes", "the model has %d margins, %d weights of training samples, and %d and %d numbers of its %d rounds", n, len(f.Weights), len(f.RoundAlphas), len(f.RoundWeights), rounds)
	}
	return f.check()
}

// Fit fits one member after the other, and solves a linear program after each.
func (b *LPBoostClassifier) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	weight, err := model.Weighed(b, t, model.ClassWeight{Name: "none"}.Costs)
	if err != nil {
		return model.Report{}, err
	}
	_, _, total, err := model.Positive(weight, len(weight))
	if err != nil {
		return model.Report{}, err
	}
	k := t.Classes()
	c := &columns{options: b.LPBoostClassifierOptions, learner: learner{like: b.Result.members[0], t: t, total: total},
		fit:   &LPBoostClassifierFit{Ensemble: Ensemble{Dim: t.X.Dim(), Order: reduction.Ascending(k)}},
		tally: newTally(k, t.Labels(), shares(weight, total))}
	status, err := c.all(ctl.Within(b.MaxTime))
	if err != nil || status == run.Aborted {
		return model.Report{Status: status}, err
	}
	c.finish(ctl)
	if ended := ctl.Ended(); ended == run.Aborted {
		return model.Report{Status: ended}, nil
	} else if ended != "" {
		status = ended
	}
	return b.Learnt(c.fit, model.Report{Status: status, Iterations: len(c.fit.Alphas), Objective: c.objective, Gap: c.gap})
}
