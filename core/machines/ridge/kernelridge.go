// Package ridge holds the machines that are one linear system: least squares
// with a penalty on the norm.
package ridge

import (
	"errors"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// KernelRidgeOptions are the options of KernelRidge.
type KernelRidgeOptions struct {
	Alpha        float64     `js:"alpha" default:"1" range:"[0,inf)" doc:"Penalty on the squared norm (lambda in most texts): a larger one gives a smoother function. With 0 the function interpolates the data if it can."`
	Kernel       kernel.Spec `js:"kernel"`
	FitIntercept bool        `js:"fitIntercept" default:"false" doc:"Add a constant that is not penalised. scikit-learn's machine has none."`
	Iterating    `js:"iterating"`
}

// Cost counts the kernel matrix, unless the solver needs none.
func (o *KernelRidgeOptions) Cost() model.Cost {
	if o.Solver == conjugateGradient {
		return model.KernelCost()
	}
	return model.MatrixCost()
}

// KernelRidge is ridge regression in a feature space. With lambda the option
// alpha and w_i the weight of sample i it minimises
//
//	lambda |f|^2 + sum w_i (y_i - f(x_i) - b)^2,  f(x) = sum a_i k(x_i, x)
//
// (Cristianini & Shawe-Taylor, equation 6.9 and Proposition 6.24; in section 3.2
// with b, which is 0 unless fitIntercept). The solution is
//
//	(K + lambda W⁻¹) a + b 1 = y,  1'a = 0 if there is a b
//
// and the residual of a sample, had it been left out of the fit, is a_i over the
// i-th diagonal entry of the inverse of this system's matrix. The a_i are those
// of scikit-learn; the dual variables of the text are 2 lambda a_i. A sample of
// weight 0 has a_i = 0.
//
// Training takes n^2/2 kernel values, n^3/3 multiply-adds and 8 n^2 bytes, a
// prediction O(n d). With conjugate gradients a step takes n^2 multiply-adds, and n^2/2
// kernel values less those that it keeps; see iteration.
type KernelRidge struct {
	KernelRidgeOptions
	model.KernelBase[*KernelRidgeFit]
}

// KernelRidgeFit is the result of a fit of KernelRidge.
type KernelRidgeFit struct {
	expansion.Space
	Vectors sample.Set `field:"support.vectors" shape:"n,d"` // all samples; nil for a precomputed kernel
	Coef    []float64  `field:"dual.coef" shape:"n" js:"dualCoef" doc:"Coefficient of each training sample in the prediction."`

	Intercept    float64   `field:"intercept" js:"intercept" doc:"The constant of the prediction, 0 without fitIntercept."`
	LooResiduals []float64 `field:"loo.residuals" shape:"r" js:"looResiduals" doc:"y minus the prediction for each training sample by a machine that was trained without it. Empty if the system was singular or indefinite, because this machine is then not unique, and with the solver 'conjugateGradient'."`
	LooError     float64   `field:"loo.error" js:"looError" doc:"Weighted mean of the squared looResiduals, an estimate of the error on new samples; without looResiduals it is the largest number, so that it wins no comparison."`
	Bounds       []float64 `field:"objective.bounds" shape:"e" absent:"" js:"objectiveBounds" doc:"With the solver 'conjugateGradient' two numbers that the least objective lies between; the second is that of this function."`

	expansion *expansion.Expansion
}

// NewKernelRidge returns an unfitted machine with default options.
func NewKernelRidge(kernels model.KernelMaker) *KernelRidge {
	r := &KernelRidge{}
	r.Init(&r.KernelRidgeOptions, &r.Kernel, kernels, new(KernelRidgeFit))
	return r
}

// Restore checks a result from a model file and computes the fields that a file lacks.
func (f *KernelRidgeFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if m := len(f.Bounds); m != 0 && m != 2 {
		return fault.New(fault.Format, "bytes", "the model has %d bounds on its objective, expected 2", m)
	}
	if m := len(f.LooResiduals); m != 0 && m != f.Samples {
		return fault.New(fault.Format, "bytes", "the model has %d samples, but %d leave-one-out residuals", f.Samples, m)
	}
	if err := f.Again(kernels, spec, f.Vectors); err != nil {
		return err
	}
	f.prepare()
	return nil
}

// Fit solves the system. With alpha = 0, or with a kernel that is not positive definite, it can be
// singular or indefinite: then Fit finds the solution of least norm, in some ten times the time,
// and the report says so.
func (r *KernelRidge) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := r.Begin(r, t)
	if err != nil {
		return model.Report{}, err
	}
	if r.Solver == conjugateGradient && r.Alpha == 0 {
		return model.Report{}, fault.New(fault.Option, "alpha", "solver 'conjugateGradient' needs alpha > 0, which its bounds divide by; raise alpha, or take solver 'cholesky'")
	}
	s, err := newSystem("KernelRidge", "take solver: 'conjugateGradient', train on a sample of the rows, or use SVR", k, t.X, t.Weight, r.Alpha, r.FitIntercept)
	if err != nil {
		return model.Report{}, err
	}
	s.leavesOut = true
	solution, status, err := r.solve(ctl, s, t)
	switch {
	case errors.Is(err, run.ErrAborted) || status == run.Aborted:
		return model.Report{Status: run.Aborted}, nil
	case err != nil:
		return model.Report{}, err
	}
	fit := &KernelRidgeFit{Space: expansion.NewSpace(k, widths, t.X),
		Coef: solution.coef, Intercept: solution.bias, LooResiduals: solution.leftOut, LooError: math.MaxFloat64, Bounds: solution.bounds}
	if !fit.Given() {
		fit.Vectors = t.X
	}
	if solution.leftOut != nil {
		fit.LooError = s.meanSquare(solution.leftOut)
	}
	report := model.Report{Status: status, Iterations: max(1, solution.steps), Objective: solution.objective, SupportVectors: len(s.rows), Notes: solution.notes}
	if b := solution.bounds; b != nil && b[0] > 0 {
		report.Gap = (b[1] - b[0]) / b[0]
	}
	if err := model.Finite(fit.Coef, fit.LooResiduals, fit.Bounds, []float64{fit.Intercept, fit.LooError, report.Objective}); err != nil {
		return model.Report{}, err
	}
	fit.prepare()
	return r.Learnt(fit, report)
}

// Expansions returns the prediction.
func (f *KernelRidgeFit) Expansions() []*expansion.Expansion {
	return []*expansion.Expansion{f.expansion}
}

// solve solves the system by the solver that the options name.
func (r *KernelRidge) solve(ctl *run.Ctl, s *system, t model.Training) (solution, run.Status, error) {
	if r.Solver != conjugateGradient {
		all, err := s.solve(ctl, t.Values())
		if err != nil {
			return solution{}, "", err
		}
		return all[0], run.Converged, nil
	}
	s.target = t.Values()
	return s.iterate(ctl.Within(r.MaxTime), r.Iterating, t.Cache().Budget(int(r.CacheSize*(1<<20))))
}

// prepare computes the fields that a model file lacks.
func (f *KernelRidgeFit) prepare() {
	f.expansion = expansion.New(expansion.Expansion{Kernel: f.Kernel(), Vectors: f.Vectors, Coef: f.Coef, Intercept: []float64{f.Intercept}})
}

// Predict returns f(x) + b for every sample of x.
func (r *KernelRidge) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if err := r.Result.Ready("KernelRidge", x); err != nil {
		return nil, err
	}
	y := make([]float64, x.Len())
	err := r.Result.expansion.Each(ctl, x, func(i int, values []float64) { y[i] = values[0] })
	return y, err
}

// Squares returns the system of the fit.
func (r *KernelRidge) Squares(t model.Training) (model.Squares, error) {
	if err := model.Accept(r, t); err != nil {
		return model.Squares{}, err
	}
	return model.Squares{Kernel: r.Result.Kernel(), Lambda: r.Alpha, Constant: r.FitIntercept, Weight: t.Weight,
		Targets: [][]float64{t.Values()}, Coef: [][]float64{r.Result.Coef}}, nil
}

// Blocks returns the function.
func (f *KernelRidgeFit) Blocks() (kernel.Kernel, sample.Set, []expansion.Block) {
	return f.Kernel(), f.Vectors, []expansion.Block{expansion.Whole(f.Coef, f.Samples)}
}

// Shrink keeps some samples, with other coefficients. What was said of leaving out the others, and of
// the objective, is forgotten.
func (f *KernelRidgeFit) Shrink(keep []int, blocks []expansion.Block) {
	f.Samples, f.Vectors, f.Coef = len(keep), f.Vectors.Select(keep), blocks[0].At(keep)
	f.LooResiduals, f.LooError, f.Bounds = nil, math.MaxFloat64, nil
}
