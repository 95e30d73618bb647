package parzen

import (
	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Predict returns the class of every sample of x.
func (a *AverageMarginClassifier) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	if err := a.ready(x); err != nil {
		return nil, err
	}
	return a.fit.scheme.Predict(ctl, a.fit.expansion, a.fit.Order, x)
}

// Decision returns the decision values of every sample of x; see multi.Scheme.
func (a *AverageMarginClassifier) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if err := a.ready(x); err != nil {
		return nil, 0, err
	}
	if shape == "" {
		shape = a.DecisionFunctionShape
	}
	return a.fit.scheme.Decision(ctl, a.fit.expansion, shape, x)
}

func (a *AverageMarginClassifier) ready(x sample.Set) error {
	if a.fit == nil {
		return fault.New(fault.NotFitted, "", "this AverageMarginClassifier is not fitted yet; call fit first")
	}
	if got, want := x.Dim(), a.fit.Features; got != want {
		return fault.New(fault.FeatureCount, "X", "X has %d features, but this AverageMarginClassifier was fitted with %d; pass the same columns", got, want).
			With("expected", want).With("got", got)
	}
	return nil
}

var _ model.Classifier = (*AverageMarginClassifier)(nil)
