package svm

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// Dual returns the solution of a pair of classes.
func (s *SVC) Dual(problem int, t model.Training) (model.Dual, error) {
	c := s.C
	if problem >= 0 && problem < len(s.Result.C) {
		c = s.Result.C[problem]
	}
	upper, err := s.ClassWeight.Costs(c, t)
	if err != nil {
		return model.Dual{}, err
	}
	d, err := s.Result.dualOf(problem, t, upper, "SVC")
	d.HasBias, d.Loss = s.FitIntercept && s.BiasScale.Name == "none", slackLoss(s.Loss, c, s.SquaredC)
	if s.Slacks == "free" {
		d.Coef, d.Upper = nil, nil // they belong to another problem
	}
	return d.Dual, err
}

// Values returns the decision values of a pair.
func (s *SVC) Values(ctl *run.Ctl, problem int, x sample.Set) ([]float64, error) {
	return model.Column(ctl, problem, x, s.Result.functions().Each)
}

// Dual returns the solution of a pair of classes, as that of SVC with the C that corresponds to nu.
// If the margin vanished there is no such C, and there are no dual variables.
func (s *NuSVC) Dual(problem int, t model.Training) (model.Dual, error) {
	d, err := s.Result.dualOf(problem, t, weights(t, 1), "NuSVC")
	if err != nil || d.Coef == nil {
		return d.Dual, err
	}
	d.HasBias = true
	c := s.Result.C[problem]
	if c == 0 {
		d.Coef, d.Upper = nil, nil
	}
	for i := range d.Upper {
		d.Upper[i] *= c
	}
	return d.Dual, nil
}

// Values returns the decision values of a pair.
func (s *NuSVC) Values(ctl *run.Ctl, problem int, x sample.Set) ([]float64, error) {
	return model.Column(ctl, problem, x, s.Result.functions().Each)
}

// Dual returns the solution.
func (s *SVR) Dual(problem int, t model.Training) (model.Dual, error) {
	d, err := s.Result.dualOf(problem, t, s.C, "SVR")
	d.tube(t.Data, s.Epsilon, s.Below)
	d.HasBias, d.Loss = s.BiasScale.Name == "none", slackLoss(s.Loss, s.C, s.SquaredC)
	return d.Dual, err
}

// Values returns the predictions.
func (s *SVR) Values(ctl *run.Ctl, _ int, x sample.Set) ([]float64, error) { return s.Predict(ctl, x) }

// Dual returns the solution, as that of SVR with the epsilon that corresponds to nu.
func (s *NuSVR) Dual(problem int, t model.Training) (model.Dual, error) {
	d, err := s.Result.dualOf(problem, t, s.C, "NuSVR")
	d.tube(model.Data{Target: t.Target}, s.Result.Epsilon, symmetric())
	return d.Dual, err
}

// Values returns the predictions.
func (s *NuSVR) Values(ctl *run.Ctl, _ int, x sample.Set) ([]float64, error) {
	return s.Predict(ctl, x)
}

// Dual returns the solution.
func (s *ConvexLossSVR) Dual(problem int, t model.Training) (model.Dual, error) {
	d, err := s.Result.dualOf(problem, t, s.C, "ConvexLossSVR")
	d.tube(t.Data, s.Epsilon, s.Below)
	if s.Loss == "custom" {
		d.Coef, d.Upper, d.Under = nil, nil, nil // their meaning depends on a function of the caller
		return d.Dual, err
	}
	d.Loss = s.named()
	return d.Dual, err
}

// Values returns the predictions.
func (s *ConvexLossSVR) Values(ctl *run.Ctl, _ int, x sample.Set) ([]float64, error) {
	return s.Predict(ctl, x)
}

// Dual returns the solution.
func (s *OneClassSVM) Dual(problem int, t model.Training) (model.Dual, error) {
	d, err := s.Result.dualOf(problem, t, 1, "OneClassSVM")
	d.Kind = model.Support
	return d.Dual, err
}

// Values returns the decision values.
func (s *OneClassSVM) Values(ctl *run.Ctl, _ int, x sample.Set) ([]float64, error) {
	return s.Decision(ctl, x)
}

// Dual returns the region without dual variables: because of the term k(x, x) its function is not
// <w, x> + b with a single w.
func (s *SVDD) Dual(problem int, t model.Training) (model.Dual, error) {
	d, err := s.Result.dualOf(problem, t, 1, "SVDD")
	d.Kind, d.Coef, d.Upper, d.Linear, d.HasBias = model.Support, nil, nil, false, false
	return d.Dual, err
}

// Values returns the decision values.
func (s *SVDD) Values(ctl *run.Ctl, _ int, x sample.Set) ([]float64, error) {
	return s.Decision(ctl, x)
}

// solved is an unfinished model.Dual.
type solved struct{ model.Dual }

// tube adds the targets and the tube of a regression.
func (d *solved) tube(t model.Data, epsilon float64, b Below) {
	d.Kind, d.Target = model.Tube, t.Values()
	d.Epsilon, d.Below = make([]float64, len(t.Values())), make([]float64, len(t.Values()))
	for i := range d.Epsilon {
		d.Epsilon[i], d.Below[i] = b.widths(t, epsilon, i)
	}
	for i, c := range d.Upper {
		d.Under = append(d.Under, c*b.factor(t, i))
	}
}

// weights returns c w_i for every sample.
func weights(t model.Training, c float64) []float64 {
	upper := make([]float64, t.X.Len())
	for i := range upper {
		switch {
		case t.Weight == nil:
			upper[i] = c
		case t.Weight[i] > 0:
			upper[i] = c * t.Weight[i]
		}
	}
	return upper
}

// dualOf returns the solution of a pair of classes; upper has the bound of every sample.
func (f *Decisions) dualOf(problem int, t model.Training, upper []float64, machine string) (d solved, err error) {
	if err := f.Ready(machine, t.X); err != nil {
		return d, err
	}
	problems := f.scheme().Problems()
	if err := model.CheckProblem(problem, len(problems)); err != nil {
		return d, err
	}
	p := problems[problem]
	d.Kind, d.Bias, d.Linear = model.Separation, f.Intercept[problem], isLinear(f.Kernel())
	d.Rows, d.Target = p.Split(t.Labels(), upper)
	if all := model.Scatter(t.X, f.Samples, f.Indices, f.Vectors, f.problemCoef(p)); all != nil {
		for _, i := range d.Rows {
			d.Coef, d.Upper = append(d.Coef, all[i]), append(d.Upper, upper[i])
		}
	}
	return d, nil
}

// problemCoef returns the coefficients of the support vectors in a problem, 0 for other classes.
func (f *Decisions) problemCoef(p reduction.Problem) []float64 {
	m := len(f.Indices)
	coef := make([]float64, m)
	at := 0
	for c, count := range f.Counts {
		for range count {
			if p.Sign(int32(c)) != 0 {
				coef[at] = f.Coef[coefRow(p, int32(c))*m+at]
			}
			at++
		}
	}
	return coef
}

// dualOf returns the solution over all samples, with bounds c w_i.
func (f *Function) dualOf(problem int, t model.Training, c float64, machine string) (d solved, err error) {
	if err := f.Ready(machine, t.X); err != nil {
		return d, err
	}
	if err := model.CheckProblem(problem, 1); err != nil {
		return d, err
	}
	d.Bias, d.HasBias, d.Linear = f.Intercept, true, isLinear(f.Kernel())
	d.Rows = make([]int, t.X.Len())
	for i := range d.Rows {
		d.Rows[i] = i
	}
	if d.Coef = model.Scatter(t.X, f.Samples, f.Indices, f.Vectors, f.Coef); d.Coef != nil {
		d.Upper = weights(t, c)
	}
	return d, nil
}

func isLinear(k kernel.Kernel) bool { return k.Name() == kernel.Linear{}.Name() }
