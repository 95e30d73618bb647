package boost

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// HistGradientBoostingRegressorOptions are the options of HistGradientBoostingRegressor.
type HistGradientBoostingRegressorOptions struct {
	Loss            string `js:"loss" default:"squaredError" choices:"squaredError,absoluteError" doc:"What is minimised: the squared error, which leads to the mean of y, or the absolute error, which leads to the median."`
	GradientOptions `js:"gradient"`
}

// HistGradientBoostingRegressor is gradient boosting of trees over histograms, as scikit-learn has
// it.
type HistGradientBoostingRegressor struct {
	HistGradientBoostingRegressorOptions
	model.Base[*HistGradientBoostingRegressorFit]
}

// HistGradientBoostingRegressorFit is the result of a fit of HistGradientBoostingRegressor.
type HistGradientBoostingRegressorFit struct{ Forest }

// NewHistGradientBoostingRegressor returns an unfitted machine with default options.
func NewHistGradientBoostingRegressor() *HistGradientBoostingRegressor {
	r := &HistGradientBoostingRegressor{}
	r.Init(&r.HistGradientBoostingRegressorOptions, new(HistGradientBoostingRegressorFit), (*HistGradientBoostingRegressorFit).Check)
	return r
}

// Unscaled marks a machine for which the ranges of features do not matter.
func (*HistGradientBoostingRegressor) Unscaled() {}

// TakesMissing marks a machine that takes missing values.
func (*HistGradientBoostingRegressor) TakesMissing() {}

// Check returns an error unless the parts of a result from a model file go together.
func (f *HistGradientBoostingRegressorFit) Check() error {
	if len(f.Baseline) != 1 {
		return fault.New(fault.Format, "bytes", "the model of a regression has %d functions", len(f.Baseline))
	}
	return f.Forest.Check()
}

// Fit adds trees.
func (r *HistGradientBoostingRegressor) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(r, t); err != nil {
		return model.Report{}, err
	}
	kept, weight, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	rows := make([]int32, len(kept))
	all := make([]float64, t.X.Len())
	for p, i := range kept {
		rows[p], all[i] = int32(i), weight[p]
	}
	forest, status := fitForest(ctl.Within(r.MaxTime), r.GradientOptions, t.X, [][]int32{rows}, all, func(rows []int32) objective {
		o := squared{at(t.Values(), rows), at(all, rows), make([]float64, len(rows))}
		if r.Loss == "absoluteError" {
			return &absolute{o}
		}
		return &o
	})
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	return r.Learnt(&HistGradientBoostingRegressorFit{*forest}, forest.report(status))
}

// Predict returns the value for every sample of x.
func (r *HistGradientBoostingRegressor) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if err := r.Result.Ready("HistGradientBoostingRegressor", x); err != nil {
		return nil, err
	}
	values := make([]float64, x.Len())
	return values, r.Result.Each(ctl, x, func(i int, of []float64) { values[i] = of[0] })
}
