package boost

import (
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// HistGradientBoostingClassifierOptions are the options of HistGradientBoostingClassifier.
type HistGradientBoostingClassifierOptions struct {
	GradientOptions `js:"gradient"`
	ClassWeight     model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of the weight per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
}

// HistGradientBoostingClassifier is gradient boosting of trees over histograms, as scikit-learn has
// it: it minimises the log loss. Of two classes there is one function, the log odds of class 1; of
// more one for each class, and the probabilities are exp(f_c) over the sum of these.
type HistGradientBoostingClassifier struct {
	HistGradientBoostingClassifierOptions
	model.ClassifierBase[*HistGradientBoostingClassifierFit]
}

// HistGradientBoostingClassifierFit is the result of a fit of HistGradientBoostingClassifier.
type HistGradientBoostingClassifierFit struct {
	Forest
	Order []int32 `field:"class.order" shape:"k" range:"[0,k-1]"` // which decides between equal values, see reduction.Ascending
}

// NewHistGradientBoostingClassifier returns an unfitted machine with default options.
func NewHistGradientBoostingClassifier() *HistGradientBoostingClassifier {
	c := &HistGradientBoostingClassifier{}
	c.Init("HistGradientBoostingClassifier", &c.HistGradientBoostingClassifierOptions, new(HistGradientBoostingClassifierFit), (*HistGradientBoostingClassifierFit).Check)
	return c
}

// Unscaled marks a machine for which the ranges of features do not matter.
func (*HistGradientBoostingClassifier) Unscaled() {}

// TakesMissing marks a machine that takes missing values.
func (*HistGradientBoostingClassifier) TakesMissing() {}

// Check returns an error unless the parts of a result from a model file go together.
func (f *HistGradientBoostingClassifierFit) Check() error {
	if err := reduction.Largest(f.Order).Check(f.Order, len(f.Baseline)); err != nil {
		return err
	}
	return f.Forest.Check()
}

// Fit adds trees.
func (c *HistGradientBoostingClassifier) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	weight, err := model.Weighed(c, t, c.ClassWeight.Costs)
	if err != nil {
		return model.Report{}, err
	}
	if _, _, _, err := model.Positive(weight, len(weight)); err != nil {
		return model.Report{}, err
	}
	k := t.Classes()
	groups := make([][]int32, k)
	for i, class := range t.Labels() {
		if weight[i] > 0 {
			groups[class] = append(groups[class], int32(i))
		}
	}
	forest, status := fitForest(ctl.Within(c.MaxTime), c.GradientOptions, t.X, groups, weight, func(rows []int32) objective {
		labels, own := at(t.Labels(), rows), at(weight, rows)
		if k == 2 {
			return &binomial{labels, own, make([]float64, len(rows))}
		}
		return &multinomial{k, labels, own, make([]float64, k*len(rows))}
	})
	if status == run.Aborted {
		return model.Report{Status: status}, nil
	}
	return c.Learnt(&HistGradientBoostingClassifierFit{*forest, reduction.Ascending(k)}, forest.report(status))
}

// at returns the entries at rows.
func at[T any](from []T, rows []int32) []T {
	to := make([]T, len(rows))
	for p, i := range rows {
		to[p] = from[i]
	}
	return to
}

// report returns the report of a fit.
func (f *Forest) report(status run.Status) model.Report {
	iterations := len(f.Roots) / len(f.Baseline)
	return model.Report{Status: status, Iterations: iterations, Objective: f.TrainLoss[iterations]}
}

// Outputs returns how many decision values a sample has; see reduction.Scheme.
func (f *HistGradientBoostingClassifierFit) Outputs(shape string) (int, error) {
	return reduction.Largest(f.Order).Outputs(shape)
}

// Decision returns the values of the functions for every sample of x. shape is "ovr" or "".
func (f *HistGradientBoostingClassifierFit) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return reduction.Largest(f.Order).Decision(ctl, f, shape, x)
}

// Predict returns the class of every sample of x.
func (f *HistGradientBoostingClassifierFit) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return reduction.Largest(f.Order).Predict(ctl, f, f.Order, x)
}

// Probabilities returns the probability of each class for every sample of x, row by row.
func (c *HistGradientBoostingClassifier) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if err := c.Result.Ready("HistGradientBoostingClassifier", x); err != nil {
		return nil, err
	}
	k := len(c.Result.Order)
	all := make([]float64, x.Len()*k)
	return all, c.Result.Each(ctl, x, func(i int, values []float64) {
		p := all[i*k : (i+1)*k]
		if copy(p, values); k == 2 {
			p[1] = 1 / (1 + math.Exp(-values[0]))
			p[0] = 1 - p[1]
			return
		}
		softmax(p)
	})
}
