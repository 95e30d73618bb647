package parzen

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
)

// Dual returns a two-class problem: its decision function has norm 1 and no
// bias. There are no bounds and no slack, and so no dual variables.
func (a *AverageMarginClassifier) Dual(problem int, t model.Training) (model.Dual, error) {
	if err := a.Result.Ready("AverageMarginClassifier", t.X); err != nil {
		return model.Dual{}, err
	}
	problems := a.Result.scheme.Problems()
	if err := model.CheckProblem(problem, len(problems)); err != nil {
		return model.Dual{}, err
	}
	rows, signs := problems[problem].Split(t.Labels(), nil)
	return model.Dual{Kind: model.Separation, Rows: rows, Target: signs, Norm: 1,
		Linear: a.Result.Kernel().Name() == kernel.Linear{}.Name()}, nil
}

// Values returns the decision values of a problem.
func (a *AverageMarginClassifier) Values(ctl *run.Ctl, problem int, x sample.Set) ([]float64, error) {
	return model.Column(ctl, problem, x, a.Result.functions().Each)
}
