package expansion

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// Function is the result of machines with one kernel expansion, f(x) = sum_i coef_i
// k(x_i, x) + b.
type Function struct {
	Support
	Coef      []float64 `field:"dual.coef" shape:"m" js:"dualCoef" doc:"Coefficients of the rows at supportIndices."`
	Intercept float64   `field:"intercept" js:"intercept" doc:"The constant of the function."`
}

// NewFunction returns the function with these coefficients of some rows of a training
// set; rows whose coefficient is zero are not part of it.
func NewFunction(k kernel.Kernel, widths []float64, x sample.Set, rows []int, coef []float64, intercept float64) Function {
	kept, own := []int{}, []float64{}
	for p, c := range coef {
		if c != 0 {
			kept, own = append(kept, rows[p]), append(own, c)
		}
	}
	return Function{Support: NewSupport(k, widths, x, kept), Coef: own, Intercept: intercept}
}

// Evaluate returns f(x) for every sample of x. machine is its name, for errors.
func (f *Function) Evaluate(ctl *run.Ctl, machine string, x sample.Set) ([]float64, error) {
	if err := f.Ready(machine, x); err != nil {
		return nil, err
	}
	values := make([]float64, x.Len())
	err := f.Expansion(nil, f.Coef, []float64{f.Intercept}).Each(ctl, x, func(i int, value []float64) { values[i] = value[0] })
	return values, err
}

// Expansions returns the function.
func (f *Function) Expansions() []*Expansion {
	return []*Expansion{f.Expansion(nil, f.Coef, []float64{f.Intercept})}
}

// Functions is the result of machines with several expansions over the same samples.
type Functions struct {
	Support
	Intercept []float64 `field:"intercept" shape:"q" js:"intercept" doc:"The constants of the functions."`
	Coef      []float64 `field:"dual.coef" shape:"q,m" js:"dualCoef" doc:"Coefficients of the rows at supportIndices, a row for each function."`
}

// Each calls take for every sample of x with the values of the functions; see
// Expansion.
func (f *Functions) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	return f.Expansion(nil, f.Coef, f.Intercept).Each(ctl, x, take)
}

// EachSign is Each for callers that need only the signs; see Expansion.
func (f *Functions) EachSign(ctl *run.Ctl, x sample.Set, take func(i int, values []float64) bool) error {
	return f.Expansion(nil, f.Coef, f.Intercept).EachSign(ctl, x, take)
}

// Expansions returns the functions.
func (f *Functions) Expansions() []*Expansion {
	return []*Expansion{f.Expansion(nil, f.Coef, f.Intercept)}
}

// Table returns the values of the functions of every sample of x as a table with a row for
// each, as transformers give it. machine is its name, for errors.
func (f *Functions) Table(ctl *run.Ctl, machine string, x sample.Set) (sample.Set, error) {
	if err := f.Ready(machine, x); err != nil {
		return nil, err
	}
	q := len(f.Intercept)
	made, err := NewTable(machine, x.Len(), q)
	if err != nil {
		return nil, err
	}
	err = f.Each(ctl, x, func(i int, values []float64) { copy(made.X[i*q:], values) })
	for at, v := range made.X {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fault.New(fault.Numeric, "X", "the kernel values of row %d overflow; scale the features as for fit", at/q).With("row", at/q)
		}
	}
	return made, err
}

// NewTable returns an empty table for the result of a machine, or an error when it would
// be too large.
func NewTable(machine string, rows, cols int) (*sample.Matrix, error) {
	if err := gram.CheckMatrix(machine, "room for the result", rows, cols, "pass fewer rows at a time"); err != nil {
		return nil, err
	}
	return &sample.Matrix{N: rows, D: cols, X: make([]float64, rows*cols)}, nil
}
