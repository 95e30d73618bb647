package ridge

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/solve/primal"
)

// function is the linear function that a fit found.
type function struct {
	Features int `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	primal.Functions
}

// LinearFit is the result of LinearRegression and Ridge.
type LinearFit struct {
	Samples int `field:"samples" dim:"n" range:"[1,2147483647]"`
	function
	Residuals    []float64 `field:"residuals" shape:"n" js:"residuals" doc:"y minus the prediction, for each training sample."`
	SumOfSquares float64   `field:"sse" js:"sse" doc:"Weighted sum of the squared residuals."`
	Rank         int       `field:"rank" range:"[0,16777216]" js:"rank" doc:"Number of directions of the weights that the data and the penalty determine; below the number of features the weights are the shortest of many solutions."`
}

// Check returns an error unless the parts of a result from a model file go together.
func (f *function) Check() error {
	if len(f.Bias) != 1 {
		return fault.New(fault.Format, "bytes", "the model has %d linear functions, not one", len(f.Bias))
	}
	return nil
}

// evaluate returns the value of the function for every sample of x. machine is its name,
// for errors.
func (f *function) evaluate(ctl *run.Ctl, machine string, x sample.Set) ([]float64, error) {
	if err := sample.Ready(machine, f.Features, x); err != nil {
		return nil, err
	}
	predicted := make([]float64, x.Len())
	if err := f.Each(ctl, x, func(i int, values []float64) { predicted[i] = values[0] }); err != nil {
		return nil, err
	}
	return predicted, nil
}

// regression is weighted least squares in primal form,
//
//	minimise over w and b   lambda |w|^2 + sum of w_i (y_i - <w, x_i> - b)^2,
//
// as the least squares of the rows sqrt(w_i) (x_i, 1) and sqrt(lambda) (e_j, 0).
type regression struct {
	machine      string // its name, for errors
	instead      string // advice if there are too many features
	training     model.Training
	lambda       float64
	withConstant bool
}

// A block of rows is as large as fits into the cache of the processor, within these limits.
const (
	blockNumbers = 1 << 16
	fewestRows   = 8
	mostRows     = 256
)

// linearCost counts the samples, a block of rows, and up to three triangles of the columns.
func linearCost() model.Cost {
	c := model.PrimalCost(128, 0, 16*8)
	c.Column = fewestRows * 8
	c.Triangle = 3 * 8
	return c
}

// solve returns the fit. It returns run.ErrAborted when ctl ends it.
func (r *regression) solve(ctl *run.Ctl) (*LinearFit, error) {
	t := r.training
	rows, weights, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return nil, err
	}
	samples, err := primal.NewSamples(t.X)
	if err != nil {
		return nil, err
	}
	d, free := t.X.Dim(), 0
	if r.withConstant {
		free = 1
	}
	most := len(rows)
	if r.lambda > 0 {
		most += d
	}
	if err := gram.CheckMatrix(r.machine, "a triangle of the features", min(most, d), d, r.instead); err != nil {
		return nil, err
	}
	phases := run.NewPhases(ctl, 2)
	phases.Begin("factorisation")
	system := linalg.NewLeastSquares(d+free, free, most)
	atATime := min(mostRows, max(fewestRows, blockNumbers/(d+free+1)))
	block, row := make([]float64, (d+free+1)*atATime), make([]float64, d)
	y := t.Values()
	for from := 0; from < len(rows); from += atATime {
		count := min(atATime, len(rows)-from)
		for i := range count {
			root, at := math.Sqrt(weights[from+i]), rows[from+i]
			t.X.Dense(row, at)
			if free > 0 {
				block[i] = root
			}
			for j, v := range row {
				block[(free+j)*count+i] = root * v
			}
			block[(free+d)*count+i] = root * y[at]
		}
		system.Add(block[:(d+free+1)*count], count)
		if !phases.Watch(float64(from) / float64(most)) {
			return nil, run.ErrAborted
		}
	}
	if r.lambda > 0 {
		root := math.Sqrt(r.lambda)
		for from := 0; from < d; from += atATime {
			count := min(atATime, d-from)
			clear(block)
			for i := range count {
				block[(free+from+i)*count+i] = root
			}
			system.Add(block[:(d+free+1)*count], count)
			if !phases.Watch(float64(len(rows)+from) / float64(most)) {
				return nil, run.ErrAborted
			}
		}
	}
	phases.Begin("solution")
	x, rank, err := system.Solve(phases.Watch)
	if err != nil {
		return nil, run.ErrAborted
	}
	f := &LinearFit{Samples: t.X.Len(), Rank: rank}
	f.Features, f.Weights, f.Bias = d, x[free:], []float64{0}
	if free > 0 {
		f.Bias[0] = x[0]
	}
	f.judge(samples, t)
	return f, nil
}

// judge sets the residuals of the training samples and the sum of their squares.
func (f *LinearFit) judge(rows primal.Rows, t model.Training) {
	f.Residuals = make([]float64, t.X.Len())
	for i, y := range t.Values() {
		e := y - rows.Dot(i, f.Weights) - f.Bias[0]
		f.Residuals[i] = e
		f.SumOfSquares += float64(model.WeightAt(t.Weight, i) * float64(e*e))
	}
}

// square returns |w|^2.
func (f *LinearFit) square() float64 { return linalg.Dot(f.Weights, f.Weights) }
