package ridge

import (
	"errors"
	"fmt"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// LinearRegressionOptions are the options of LinearRegression.
type LinearRegressionOptions struct {
	FitIntercept bool `js:"fitIntercept" default:"true" doc:"Whether there is a constant."`
}

// Cost counts least squares in primal form.
func (*LinearRegressionOptions) Cost() model.Cost { return linearCost() }

// LinearRegression is the linear function of least squares (Cristianini & Shawe-Taylor,
// section 2.2.1): it minimises
//
//	sum of w_i (y_i - <w, x_i> - b)^2
//
// where w_i is the weight of sample i. If several functions do, because features depend on
// each other or there are fewer samples than features, it is the one with the shortest w.
// A constant feature then has the weight 0, whatever b is.
//
// Training takes n d^2 multiply-adds and min(n, d) x d numbers of memory, a prediction
// O(d).
type LinearRegression struct {
	LinearRegressionOptions
	model.Base[*LinearRegressionFit]
}

// LinearRegressionFit is the result of a fit of LinearRegression.
type LinearRegressionFit struct{ LinearFit }

// NewLinearRegression returns an unfitted machine with default options.
func NewLinearRegression() *LinearRegression {
	r := &LinearRegression{}
	r.Init(&r.LinearRegressionOptions, new(LinearRegressionFit), func(f *LinearRegressionFit) error { return f.Check() })
	return r
}

// Fit solves the least squares.
func (r *LinearRegression) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(r, t); err != nil {
		return model.Report{}, err
	}
	problem := &regression{machine: "LinearRegression", instead: "use Ridge with form: 'dual', or LinearSVR with loss: 'gaussian'", training: t, withConstant: r.FitIntercept}
	f, err := problem.solve(ctl)
	switch {
	case errors.Is(err, run.ErrAborted):
		return model.Report{Status: run.Aborted}, nil
	case err != nil:
		return model.Report{}, err
	}
	report := model.Report{Status: run.Converged, Iterations: 1, Objective: f.SumOfSquares}
	if f.Rank < f.Features {
		report.Notes = append(report.Notes, dependent(f, "use Ridge"))
	}
	return r.Learnt(&LinearRegressionFit{*f}, report)
}

// dependent notes that the weights are not determined.
func dependent(f *LinearFit, remedy string) model.Note {
	return model.Note{Code: "WARN_SINGULAR", Message: fmt.Sprintf("the data determine only %d of %d directions of the weights: of the many solutions the one with the shortest weights was taken. Leave out features that follow from others, add samples, or %s", f.Rank, f.Features, remedy)}
}

// Predict returns <w, x> + b for every sample of x.
func (r *LinearRegression) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return r.Result.evaluate(ctl, "LinearRegression", x)
}
