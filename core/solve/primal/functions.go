package primal

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// Functions are q linear functions of d features, f_q(x) = <w_q, x> + b_q.
// The tags are those of the fitted structs of machines; see package model.
type Functions struct {
	Bias    []float64 `field:"intercept" shape:"q" js:"intercept" doc:"The constants of the decision functions."`
	Weights []float64 `field:"coef" shape:"q,d" js:"coef" doc:"The weights of the decision functions: a row each."`

	columns gram.Columns // made when first needed
}

// rowsAtATime is how many samples are multiplied with the weights while the weights are in
// the cache of the processor.
const rowsAtATime = 16

// fewFunctions is the number of functions up to which single inner products are faster than
// panels, which are padded to whole vectors.
const fewFunctions = 3

// Each calls take for every sample of x, in order, with the values f_q(x_i). take must not keep the
// slice. It returns run.ErrAborted if ctl ends it, and a fault.Numeric if a value is not finite.
func (f *Functions) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	values := make([][]float64, rowsAtATime)
	score := f.block(x, values)
	n, index := x.Len(), make([]int, 0, rowsAtATime)
	for i := 0; i < n; i += len(index) {
		if !ctl.Wanted(func() run.Report {
			return run.Report{Phase: "predict", Fraction: float64(i) / float64(n)}
		}) {
			return run.ErrAborted
		}
		index = index[:0]
		for r := i; r < min(i+rowsAtATime, n); r++ {
			index = append(index, r)
		}
		score(index)
		for r, row := range index {
			for q, b := range f.Bias {
				values[r][q] += b
			}
			if !finite(values[r][:len(f.Bias)]) {
				return fault.New(fault.Numeric, "X", "the decision values of row %d overflow: its numbers are too large. Scale the features as for fit", row).With("row", row)
			}
			take(row, values[r][:len(f.Bias)])
		}
	}
	return nil
}

// block returns the function that sets values[r] to the inner products of sample
// index[r] with all weights.
func (f *Functions) block(x sample.Set, values [][]float64) func(index []int) {
	q, d := len(f.Bias), x.Dim()
	if q <= fewFunctions {
		rows := NewRows(x)
		for r := range values {
			values[r] = make([]float64, q)
		}
		return func(index []int) {
			for r, i := range index {
				for p := range q {
					values[r][p] = rows.Dot(i, f.Weights[p*d:(p+1)*d])
				}
			}
		}
	}
	if f.columns == nil {
		f.columns = gram.Prepare(kernel.Linear{}, &sample.Matrix{N: q, D: d, X: f.Weights}, nil, nil)
	}
	for r := range values {
		values[r] = make([]float64, f.columns.Stride())
	}
	return func(index []int) { f.columns.Rows(values[:len(index)], x, index) }
}

// Finite returns an error unless all numbers of a solution are finite.
func Finite(solution ...[]float64) error {
	for _, v := range solution {
		if !finite(v) {
			return fault.New(fault.Numeric, "X", "the solution is not finite: numbers of X, or of y, are too large. Scale them to a range such as [-1, 1]")
		}
	}
	return nil
}

// finite reports whether all of v are; their sum times zero is zero then.
func finite(v []float64) bool {
	sum := 0.0
	for _, x := range v {
		sum += x * 0
	}
	return sum == 0
}

// LinearFunctions returns the weights, q x d, and the constants of the functions.
func (f *Functions) LinearFunctions() (weights, bias []float64) { return f.Weights, f.Bias }
