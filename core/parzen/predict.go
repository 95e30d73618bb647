package parzen

import (
	"cmp"

	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Predict returns the class of every sample of x.
func (a *AverageMarginClassifier) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	if err := a.ready(x); err != nil {
		return nil, err
	}
	return a.Result.scheme.Predict(ctl, a.Result.functions(), a.Result.Order, x)
}

// Outputs returns how many decision values a sample has; see multi.Scheme.
func (a *AverageMarginClassifier) Outputs(shape string) (int, error) {
	return a.Result.scheme.Outputs(cmp.Or(shape, a.DecisionFunctionShape))
}

// Decision returns the decision values of every sample of x; see multi.Scheme.
func (a *AverageMarginClassifier) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if err := a.ready(x); err != nil {
		return nil, 0, err
	}
	if shape == "" {
		shape = a.DecisionFunctionShape
	}
	return a.Result.scheme.Decision(ctl, a.Result.functions(), shape, x)
}

func (a *AverageMarginClassifier) ready(x sample.Set) error {
	return a.Result.Ready("AverageMarginClassifier", x)
}

var _ model.Classifier = (*AverageMarginClassifier)(nil)
