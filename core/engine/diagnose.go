package engine

import (
	"maxmargin/core/assess/margin"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
)

// DiagnoseRequest says what to explain.
type DiagnoseRequest struct {
	Model     int     `js:"model"`
	Table     Shape   `js:"table"`
	Problem   int     `js:"problem"`   // of the two-class problems
	Tolerance float64 `js:"tolerance"` // distance at which a sample is on the edge
}

// Summary describes all samples together. Unknown numbers are NaN.
type Summary struct {
	Kind       string  `js:"kind"`     // of the dual problem
	Training   bool    `js:"training"` // X is the training set, so that the dual variables are known
	Functional float64 `js:"functionalMargin"`
	Geometric  float64 `js:"geometricMargin"`
	Norm       float64 `js:"norm"`
	Bias       float64 `js:"bias"`
	BiasLow    float64 `js:"biasLow"`
	BiasHigh   float64 `js:"biasHigh"`
	Primal     float64 `js:"primal"`
	Dual       float64 `js:"dual"`
	Gap        float64 `js:"gap"`
	Shared     int     `js:"shared"` // support vectors of this and the other model
	Either     int     `js:"either"` // of this or the other model
}

// Diagnosis explains a fitted model; see package margin.
type Diagnosis struct {
	margin.Diagnosis
	Summary     Summary
	Rows        []int32   // rows of X in the problem, in the order of the slices
	Ranking     []int32   // rows of X, the most difficult first
	Percentiles []float64 // of the margins
	Weights     []float64 // w, for a linear kernel
}

// Support has the support vectors of a model and of the one that it is compared with.
type Support struct{ Own, Other []int32 }

// Diagnose explains where the rows of X lie for a model and how good its
// solution is. Slices that need the dual variables are nil unless X, y and the
// weights are those of the training.
func (e *Engine) Diagnose(ctl *run.Ctl, request DiagnoseRequest, X Table, y Targets, percentages []float64, support Support) (d Diagnosis, err error) {
	entry, set, done, err := e.apply(ctl, request.Model, X)
	if err != nil {
		return d, err
	}
	defer done()
	machine, ok := model.Unwrapped(entry.Machine).(model.DualMachine)
	if !ok {
		return d, fault.New(fault.Type, "", "a %s has no margins to explain", entry.Name)
	}
	k := len(entry.Classes.Names)
	data, err := y.data(machine, set, k)
	if err != nil {
		return d, err
	}
	dual, err := machine.Dual(request.Problem, model.Training{Data: data})
	if err != nil {
		return d, err
	}
	f, err := machine.Values(ctl, request.Problem, set.Select(dual.Rows))
	if err != nil {
		return d, err
	}
	d.Diagnosis = margin.Diagnose(dual, f, request.Tolerance)
	if dual.Linear {
		if d.Weights, err = margin.Weights(ctl, machine, request.Problem, set.Dim()); err != nil {
			return d, err
		}
	}
	d.Percentiles = margin.Percentiles(d.Margin, percentages)
	for _, i := range margin.Ranking(d.Alpha, d.Margin) {
		d.Ranking = append(d.Ranking, int32(dual.Rows[i]))
	}
	for _, i := range dual.Rows {
		d.Rows = append(d.Rows, int32(i))
	}
	m := d.Diagnosis
	d.Summary = Summary{Kind: dual.Kind, Training: m.Alpha != nil, Functional: m.Functional, Geometric: m.Geometric, Norm: m.Norm,
		Bias: m.Bias, BiasLow: m.BiasLow, BiasHigh: m.BiasHigh, Primal: m.Primal, Dual: m.Dual, Gap: m.Gap}
	d.Summary.Shared, d.Summary.Either = margin.Overlap(support.Own, support.Other)
	return d, nil
}
