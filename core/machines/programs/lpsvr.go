package programs

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
)

func infinity() float64 { return math.Inf(1) }

// LPSVROptions are the options of LPSVR.
type LPSVROptions struct {
	C          float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the deviations: a larger one follows the training data more closely, a smaller one uses fewer samples."`
	Epsilon    float64     `js:"epsilon" default:"0.1" range:"[0,inf)" unit:"of y" row:"sampleEpsilon" doc:"Half-width of the tube around the function within which a deviation costs nothing."`
	Kernel     kernel.Spec `js:"kernel"`
	Dictionary bool        `js:"dictionary" default:"false" doc:"Give every part of a sum kernel coefficients of its own, such as the same kernel in several widths: the machine chooses among all of them."`
	Budget     `js:"budget"`
}

// Cost counts the values of the dictionary, or a program over a part of it with its copies.
func (*LPSVROptions) Cost() model.Cost { return cost() }

// LPSVR is linear programming regression (Smola & Schoelkopf, A tutorial on support vector
// regression, section 6.1, equations 58 and 59). It minimises
//
//	sum of |a_i| + sum of C_i (|y_i - f(x_i)| - eps_i)_+,  f(x) = sum of a_j k(x_j, x) + b
//
// over a and b, with C_i the option C times the weight of the sample. The kernel need not
// be positive definite. With a dictionary there is an a for every sample and every part of a
// sum kernel (section 8.1).
type LPSVR struct {
	LPSVROptions
	model.KernelBase[*LPSVRFit]
}

// LPSVRFit is the result of a fit of LPSVR.
type LPSVRFit struct {
	Functions
	Objective float64 `field:"objective" js:"objective" doc:"Sum of the sizes of the coefficients plus C times the sum of the deviations beyond the tube."`
	NonZeros  []int32 `field:"nonzeros" shape:"q" js:"nonZeros" doc:"How many coefficients are not zero."`
}

// NewLPSVR returns an unfitted regressor with default options.
func NewLPSVR(kernels model.KernelMaker) *LPSVR {
	s := &LPSVR{}
	s.Init(&s.LPSVROptions, &s.Kernel, kernels, new(LPSVRFit))
	return s
}

// Restore checks a result from a model file and computes the fields that a file lacks.
func (f *LPSVRFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if len(f.Intercept) != 1 {
		return fault.New(fault.Format, "bytes", "the model has %d functions, not one", len(f.Intercept))
	}
	return f.Functions.Restore(kernels, spec)
}

// Fit solves the linear program.
func (s *LPSVR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := s.Begin(s, t)
	if err != nil {
		return model.Report{}, err
	}
	kernels, err := kernelsOf(k, s.Dictionary)
	if err != nil {
		return model.Report{}, err
	}
	rows, weight, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	ctl = ctl.Within(s.MaxTime)
	d, ok := newDictionary(ctl, kernels, t.X, rows)
	if !ok {
		return model.Report{Status: run.Aborted}, nil
	}
	n, m := t.X.Len(), len(rows)
	f := fit{dictionary: d, low: make([]float64, m), high: make([]float64, m), cost: make([]float64, m), tolerance: s.Tol, rounds: s.rounds()}
	for p, i := range rows {
		y, epsilon := t.Values()[i], t.Row("sampleEpsilon", s.Epsilon, i)
		f.low[p], f.high[p], f.cost[p] = y-epsilon, y+epsilon, s.C*weight[p]
		if !(f.cost[p] <= math.MaxFloat64) {
			return model.Report{}, fault.New(fault.Weight, "sampleWeight", "C times the weight of row %d overflows; scale the weights down", i).With("row", i)
		}
	}
	solved := f.solve(ctl)
	if solved.status == run.Aborted {
		return model.Report{Status: run.Aborted}, nil
	}
	own, dual, count := solved.spread(rows, n, len(kernels))
	result := &LPSVRFit{Functions: newFunctions(k, widths, t.X, len(kernels), [][]float64{own}, []float64{solved.bias}),
		Objective: solved.objective, NonZeros: []int32{count}}
	result.Multipliers = dual
	if err := model.Finite(result.Coef, result.Intercept, []float64{result.Objective}, dual); err != nil {
		return model.Report{}, err
	}
	return s.Learnt(result, model.Report{Status: solved.status, Iterations: solved.iterations, Objective: solved.objective, Gap: solved.violation, SupportVectors: len(result.Indices)})
}

// Predict returns f(x) for every sample of x.
func (s *LPSVR) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if err := s.Result.Ready("LPSVR", x); err != nil {
		return nil, err
	}
	return model.Column(ctl, 0, x, s.Result.Each)
}

// Dual returns the multipliers, positive for a target above the tube.
func (s *LPSVR) Dual(problem int, t model.Training) (model.Dual, error) {
	if err := s.Result.Ready("LPSVR", t.X); err != nil {
		return model.Dual{}, err
	}
	if err := model.CheckProblem(problem, len(s.Result.Intercept)); err != nil {
		return model.Dual{}, err
	}
	d := model.Dual{Kind: model.Tube, Target: t.Values()}
	upper := make([]float64, t.X.Len())
	for i := range upper {
		upper[i] = s.C * model.WeightAt(t.Weight, i)
		d.Rows, d.Epsilon = append(d.Rows, i), append(d.Epsilon, t.Row("sampleEpsilon", s.Epsilon, i))
	}
	s.Result.explain(&d, problem, t.X, upper)
	return d, nil
}

// Values returns the predictions.
func (s *LPSVR) Values(ctl *run.Ctl, _ int, x sample.Set) ([]float64, error) {
	return s.Predict(ctl, x)
}
