package tree

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// DecisionStumpOptions are the options of DecisionStump.
type DecisionStumpOptions struct {
	Criterion   string            `js:"criterion" default:"error" choices:"error,gini,entropy" doc:"What the question is to reduce most: the weight of the samples that are not of the larger class on their side, Gini's impurity, or the entropy."`
	ClassWeight model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of the weight per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
}

// Cost counts the memory of a tree.
func (*DecisionStumpOptions) Cost() model.Cost { return stumpCost() }

// DecisionStump is a decision tree of a single question: whether a feature is at most a
// threshold. With the criterion error it minimises
//
//	sum_i D_i [h(x_i) != y_i]
//
// over all stumps h, with the weights D_i of the samples: the base learner of boosting (Smola et
// al., Advances in large margin classifiers, (1.85)). It answers like DecisionTreeClassifier.
type DecisionStump struct {
	DecisionStumpOptions
	model.ClassifierBase[*DecisionStumpFit]
}

// DecisionStumpFit is the result of a fit of DecisionStump.
type DecisionStumpFit struct{ Nodes }

// NewDecisionStump returns an unfitted stump with default options.
func NewDecisionStump() *DecisionStump {
	s := &DecisionStump{}
	s.Init("DecisionStump", &s.DecisionStumpOptions, new(DecisionStumpFit), (*DecisionStumpFit).Check)
	return s
}

// Prepare sorts the columns of x, which all fits to these samples can use.
func (*DecisionStump) Prepare(ctl *run.Ctl, x sample.Set) any { return prepared(ctl, x) }

// Unscaled marks a machine for which the ranges of features do not matter.
func (*DecisionStump) Unscaled() {}

// Fit finds the best question.
func (s *DecisionStump) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	weight, err := model.Weighed(s, t, s.ClassWeight.Costs)
	if err != nil {
		return model.Report{}, err
	}
	g, report := grown(ctl, t, rules{s.Criterion, 1, 2, 1}, weight)
	if report.Status == run.Aborted {
		return report, nil
	}
	return s.Learnt(&DecisionStumpFit{g.nodes}, report)
}

// Probabilities returns the share of each class in the leaf of every sample of x, by weight, row
// by row.
func (s *DecisionStump) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.Result.Probabilities(ctl, x)
}
