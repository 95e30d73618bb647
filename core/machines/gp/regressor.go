// Package gp holds Gaussian processes: machines that predict a distribution.
package gp

import (
	"math"
	"strings"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// GaussianProcessRegressorOptions are the options of GaussianProcessRegressor.
type GaussianProcessRegressorOptions struct {
	Alpha      float64     `js:"alpha" default:"1" range:"[0,inf)" doc:"Variance of the noise, at which the search starts; 0 means none, and none is learnt."`
	Variance   float64     `js:"variance" default:"1" range:"(0,inf)" doc:"Factor of the kernel, at which the search starts: the variance of the function where k(x,x) = 1."`
	Kernel     kernel.Spec `js:"kernel"`
	Optimizer  string      `js:"optimizer" default:"evidence" choices:"evidence,none" doc:"Whether the parameters of the kernel, variance and alpha are those of the largest marginal likelihood ('evidence'), or stay as they are given ('none')."`
	NormalizeY bool        `js:"normalizeY" default:"false" doc:"Subtract the mean of y and divide by its standard deviation first. Without it the process has the mean 0."`
	Search     `js:"search"`
}

// Cost counts the kernel matrix, and the blocks of rows from which its factor and its
// derivatives are computed.
func (*GaussianProcessRegressorOptions) Cost() model.Cost {
	cost := model.MatrixCost()
	cost.Row += 2048
	return cost
}

// GaussianProcessRegressor is regression by a Gaussian process: before the data are seen, the
// values of the function at any samples are jointly normal with mean 0 and the covariance v k(x,
// z), v the option variance; a target y_i is the value at x_i plus independent noise of the
// variance alpha / w_i, w_i the weight of the sample. With M = v K + alpha W⁻¹ and a = M⁻¹ y, the
// distribution of the values at new samples given the targets is normal,
//
//	mean f(x) = sum v k(x, x_i) a_i,  covariance v k(x, z) - v² k(x)' M⁻¹ k(z)
//
// (Cristianini & Shawe-Taylor, section 6.2.3, equation 6.10; Rasmussen & Williams, Gaussian
// Processes for Machine Learning, algorithm 2.1). The mean is the function of KernelRidge with
// the penalty alpha / v. The parameters are those with the largest evidence, see evidence.
//
// A step of the search takes n³/6 multiply-adds, and n³/3 more for the derivatives; a standard
// deviation n²/2. A fit takes 8 n² bytes.
type GaussianProcessRegressor struct {
	GaussianProcessRegressorOptions
	model.KernelBase[*GaussianProcessRegressorFit]
}

// GaussianProcessRegressorFit is the result of a fit of GaussianProcessRegressor.
type GaussianProcessRegressorFit struct {
	expansion.Space
	Vectors sample.Set `field:"support.vectors" shape:"n,d"` // all samples; nil for a precomputed kernel
	Coef    []float64  `field:"dual.coef" shape:"n" js:"dualCoef" doc:"Coefficient of each training sample: the mean is targetMean plus the sum of dualCoef_i k(x, x_i), with the kernel that was learnt and without variance."`
	Targets []float64  `field:"targets" shape:"n"` // as the fit saw them: normalised with normalizeY
	Weights []float64  `field:"weights" shape:"r"`

	Parameters     []float64 `field:"parameters" shape:"q" js:"parameters" doc:"The parameters of the fit, in the order of parameterNames."`
	ParameterNames string    `field:"parameters.names" js:"parameterNames" doc:"The names of the parameters, separated by spaces: variance, then those of the kernel, then alpha."`
	Evidence       float64   `field:"evidence" js:"evidence" doc:"The log marginal likelihood of the parameters."`
	Noise          float64   `field:"noise" js:"noise" doc:"Variance of the noise, in units of y: alpha of the fit, times the square of targetScale."`
	Mean           float64   `field:"intercept" js:"targetMean" doc:"What was subtracted from y: its mean with normalizeY, else 0."`
	Scale          float64   `field:"target.scale" js:"targetScale" doc:"What y was divided by then: its standard deviation with normalizeY, else 1."`

	expansion *expansion.Expansion
	factor    *factor // nil: not made yet
}

// NewGaussianProcessRegressor returns an unfitted machine with default options.
func NewGaussianProcessRegressor(kernels model.KernelMaker) *GaussianProcessRegressor {
	g := &GaussianProcessRegressor{}
	g.Init(&g.GaussianProcessRegressorOptions, &g.Kernel, kernels, new(GaussianProcessRegressorFit))
	return g
}

// Restore checks a result from a model file and computes the fields that a file lacks.
func (f *GaussianProcessRegressorFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if w := len(f.Weights); w != 0 && w != f.Samples {
		return fault.New(fault.Format, "bytes", "the model has %d samples, but %d weights", f.Samples, w)
	}
	if err := f.Again(kernels, spec, f.Vectors); err != nil {
		return err
	}
	names, _ := learnable(f.Kernel(), f.Vectors)
	if len(f.Parameters) != len(names) || f.ParameterNames != strings.Join(names, " ") {
		return fault.New(fault.Format, "bytes", "the model has %d parameters %q, but its kernel has %q", len(f.Parameters), f.ParameterNames, strings.Join(names, " "))
	}
	for i, v := range f.Parameters {
		if !(v > 0 || v == 0 && i == len(f.Parameters)-1) {
			return fault.New(fault.Format, "bytes", "the model's parameter %s is %v", names[i], v)
		}
	}
	f.prepare()
	return nil
}

// learnable returns the names of the parameters of a process with this kernel, and the values of
// the kernel's.
func learnable(k kernel.Kernel, set sample.Set) (names []string, values []float64) {
	names, values = learnableOf(k, set)
	return append(names, "alpha"), values
}

// learnableOf does this without the noise.
func learnableOf(k kernel.Kernel, set sample.Set) (names []string, values []float64) {
	names = []string{"variance"}
	if set != nil && set.Kind() == sample.Numbers && !kernel.IsGiven(k) {
		var own []string
		own, values = kernel.Learnable(k, set.Dim())
		names = append(names, own...)
	}
	return names, values
}

// Fit learns the parameters, unless they are given, and the coefficients.
func (g *GaussianProcessRegressor) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := g.Begin(g, t)
	if err != nil {
		return model.Report{}, err
	}
	rows, positive, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	if err := gram.CheckMatrix("GaussianProcessRegressor", "the kernel matrix of all samples", len(rows), len(rows), "train on a sample of the rows, or use SVR"); err != nil {
		return model.Report{}, err
	}
	fit := &GaussianProcessRegressorFit{Space: expansion.NewSpace(k, widths, t.X), Weights: append([]float64{}, t.Weight...)}
	if !fit.Given() {
		fit.Vectors = t.X
	}
	fit.normalize(t.Values(), rows, positive, g.NormalizeY)
	start := newEvidence(k, t.X, rows, positive, fit.Targets)
	names, own := learnable(k, t.X)
	theta := append(append([]float64{g.Variance}, own...), g.Alpha)
	found, err := g.parameters(ctl.Within(g.MaxTime), g.Optimizer, start, theta)
	if err != nil || found.status == run.Aborted {
		return model.Report{Status: found.status}, err
	}
	fit.ParameterNames, fit.Parameters, fit.Evidence = strings.Join(names, " "), found.theta, found.value
	fit.Noise = found.theta[len(found.theta)-1] * fit.Scale * fit.Scale
	fit.Coef = make([]float64, t.X.Len())
	for p, i := range rows {
		fit.Coef[i] = found.coef[p] * found.theta[0] * fit.Scale
	}
	fit.prepare()
	report := model.Report{Status: found.status, Iterations: found.steps, Objective: found.value, Gap: found.gap, SupportVectors: len(rows)}
	return g.Learnt(fit, report)
}

// normalize sets the targets of the fit. rows are those of positive weights.
func (f *GaussianProcessRegressorFit) normalize(y []float64, rows []int, weights []float64, wanted bool) {
	f.Scale = 1
	if wanted {
		total, squares := 0.0, 0.0
		for p, i := range rows {
			total += weights[p]
			f.Mean += (y[i] - f.Mean) * weights[p] / total
		}
		for p, i := range rows {
			squares += (y[i] - f.Mean) * (y[i] - f.Mean) * weights[p] / total
		}
		if squares > 0 && !math.IsInf(squares, 0) {
			f.Scale = math.Sqrt(squares)
		}
	}
	f.Targets = make([]float64, len(y))
	for i, v := range y {
		f.Targets[i] = (v - f.Mean) / f.Scale
	}
}

// prepare computes what a model file lacks: the kernel with the learnt parameters, and the
// expansion of the mean.
func (f *GaussianProcessRegressorFit) prepare() {
	k := f.learntKernel()
	f.expansion = expansion.New(expansion.Expansion{Kernel: k, Vectors: f.Vectors, Coef: f.Coef, Intercept: []float64{f.Mean}})
}

// Expansions returns the mean.
func (f *GaussianProcessRegressorFit) Expansions() []*expansion.Expansion {
	return []*expansion.Expansion{f.expansion}
}

// withParameters returns a kernel with other values of its learnable parameters.
func withParameters(k kernel.Kernel, set sample.Set, values []float64) kernel.Kernel {
	if len(values) == 0 {
		return k
	}
	return kernel.Learnt(k, set.Dim(), values)
}

// Predict returns the mean for every sample of x.
func (g *GaussianProcessRegressor) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if err := g.Result.Ready("GaussianProcessRegressor", x); err != nil {
		return nil, err
	}
	y := make([]float64, x.Len())
	err := g.Result.expansion.Each(ctl, x, func(i int, values []float64) { y[i] = values[0] })
	return y, err
}
