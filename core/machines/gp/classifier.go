package gp

import (
	"fmt"
	"strings"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
)

// GaussianProcessClassifierOptions are the options of GaussianProcessClassifier.
type GaussianProcessClassifierOptions struct {
	Variance  float64     `js:"variance" default:"1" range:"(0,inf)" doc:"Factor of the kernel, at which the search starts: the variance of the latent function where k(x,x) = 1."`
	Kernel    kernel.Spec `js:"kernel"`
	Optimizer string      `js:"optimizer" default:"evidence" choices:"evidence,none" doc:"Whether variance and the parameters of the kernel are those of the largest marginal likelihood ('evidence'), or stay as they are given ('none')."`
	Search    `js:"search"`
}

// Cost counts the matrix of covariances, the blocks of rows from which its factor and its
// derivatives are computed, and the data of each sample and class.
func (*GaussianProcessClassifierOptions) Cost() model.Cost {
	cost := model.MatrixCost()
	cost.Row += 2048
	cost.Output += 128
	return cost
}

// GaussianProcessClassifier is classification by a Gaussian process: a latent function f has
// the prior of GaussianProcessRegressor, with mean 0 and covariance v k(x, z), and a sample
// is of class 1 with the probability 1/(1 + exp(-f(x))). Given the labels, f is not normal;
// Laplace's approximation is the normal density around its mode (Rasmussen & Williams,
// Gaussian Processes for Machine Learning, algorithms 3.1, 3.2 and 5.1). With a, W and B as in
// laplace, the latent function at new samples has
//
//	mean f(x) = sum v k(x, x_i) a_i
//	variance v k(x, x) - v² k(x)' W^(1/2) B⁻¹ W^(1/2) k(x)
//
// and the probability of class 1 is the mean of 1/(1 + exp(-f)) over that distribution, see
// averaged. The parameters are those with the largest evidence.
//
// For k > 2 classes there is a process for each class against all others, each with its own
// parameters; their probabilities are divided by their sum, and the largest decides. The evidence
// is the mean of the processes' evidences. With a precomputed kernel only the means are known, and
// the largest decides.
//
// A step of a search takes n³/6 multiply-adds for each of some ten steps of Newton's method and
// n³/3 for the derivatives; a probability n²/2 for each process. A fit takes 8 n² bytes.
type GaussianProcessClassifier struct {
	GaussianProcessClassifierOptions
	model.KernelBase[*GaussianProcessClassifierFit]
}

// GaussianProcessClassifierFit is the result of a fit of GaussianProcessClassifier. There are
// q processes: one for two classes, else one for each class.
type GaussianProcessClassifierFit struct {
	expansion.Space
	Order      []int32    `field:"class.order" shape:"k" range:"[0,k-1]"` // which decides between equals, see reduction.Ascending
	Vectors    sample.Set `field:"support.vectors" shape:"n,d"`           // all samples; nil for a precomputed kernel
	Labels     []int32    `field:"labels" shape:"n" range:"[0,k-1]"`
	Weights    []float64  `field:"weights" shape:"r"`
	Coef       []float64  `field:"dual.coef" shape:"q,n" js:"dualCoef" doc:"Coefficient of each training sample in each process: the mean of the latent function is the sum of dualCoef_i k(x, x_i), with the kernel that was learnt and without variance."`
	Precisions []float64  `field:"posterior.precisions" shape:"q,n" js:"precisions" doc:"The curvature of the negative log likelihood at each training sample, at the mode of each process: the weight of the sample times p (1 - p)."`

	Parameters     []float64 `field:"parameters" shape:"p" js:"parameters" doc:"The parameters of the fit, in the order of parameterNames."`
	ParameterNames string    `field:"parameters.names" js:"parameterNames" doc:"The names of the parameters, separated by spaces: variance, then those of the kernel. With more than two classes those of each process, after classes[0]., classes[1]. and so on."`
	Evidence       float64   `field:"evidence" js:"evidence" doc:"The log marginal likelihood of the parameters, in Laplace's approximation; with more than two classes the mean of evidences."`
	Evidences      []float64 `field:"evidences" shape:"q" js:"evidences" doc:"The log marginal likelihood of each process."`

	expansions []*expansion.Expansion
	factors    []*factor // of each process; nil before they are needed
}

// NewGaussianProcessClassifier returns an unfitted machine with default options.
func NewGaussianProcessClassifier(kernels model.KernelMaker) *GaussianProcessClassifier {
	g := &GaussianProcessClassifier{}
	g.Init(&g.GaussianProcessClassifierOptions, &g.Kernel, kernels, new(GaussianProcessClassifierFit))
	return g
}

// Restore checks a result from a model file and computes the fields that a file lacks.
func (f *GaussianProcessClassifierFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	damaged := func(format string, a ...any) error {
		return fault.New(fault.Format, "bytes", "the model "+format, a...)
	}
	if err := reduction.CheckOrder(f.Order); err != nil {
		return err
	}
	if w := len(f.Weights); w != 0 && w != f.Samples {
		return damaged("has %d samples, but %d weights", f.Samples, w)
	}
	if q := f.count(); len(f.Evidences) != q || len(f.Coef) != q*f.Samples || len(f.Precisions) != q*f.Samples {
		return damaged("has %d coefficients, %d precisions and %d evidences for %d processes", len(f.Coef), len(f.Precisions), len(f.Evidences), q)
	}
	if err := f.Again(kernels, spec, f.Vectors); err != nil {
		return err
	}
	own, _ := learnableOf(f.Kernel(), f.Vectors)
	if err := checkLearnt(f.names(own), f.ParameterNames, f.Parameters, f.Precisions, damaged); err != nil {
		return err
	}
	f.prepare()
	return nil
}

// checkLearnt checks what a model file says of the parameters that a fit has learnt, whose names the
// kernel gives, and of the precisions of its samples. damaged makes the error.
func checkLearnt(names []string, said string, parameters, precisions []float64, damaged func(format string, a ...any) error) error {
	if len(parameters) != len(names) || said != strings.Join(names, " ") {
		return damaged("has %d parameters %q, but its kernel has %q", len(parameters), said, strings.Join(names, " "))
	}
	for i, v := range parameters {
		if !(v > 0) {
			return damaged("has the value %v of parameter %d", v, i)
		}
	}
	for i, w := range precisions {
		if !(w >= 0) {
			return damaged("has the precision %v of sample %d", w, i)
		}
	}
	return nil
}

// count returns the number of processes.
func (f *GaussianProcessClassifierFit) count() int { return reduction.Largest(f.Order).Count() }

// names returns the names of the parameters of all processes, from those of one.
func (f *GaussianProcessClassifierFit) names(own []string) (all []string) {
	if f.count() == 1 {
		return own
	}
	for c := range f.count() {
		for _, name := range own {
			all = append(all, fmt.Sprintf("classes[%d].%s", c, name))
		}
	}
	return all
}

// parametersOf returns the parameters of one process.
func (f *GaussianProcessClassifierFit) parametersOf(all []float64, process int) []float64 {
	own := len(f.Parameters) / f.count()
	return all[process*own : (process+1)*own]
}

// learntKernel returns the kernel of a process with the parameters of the fit.
func (f *GaussianProcessClassifierFit) learntKernel(process int) kernel.Kernel {
	return withParameters(f.Kernel(), f.Vectors, f.parametersOf(f.Parameters, process)[1:])
}

// Fit learns the parameters, unless they are given, and the modes.
func (g *GaussianProcessClassifier) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := g.Begin(g, t)
	if err != nil {
		return model.Report{}, err
	}
	if _, err := (model.ClassWeight{Name: "none"}).Costs(1, t); err != nil {
		return model.Report{}, err
	}
	rows, positive, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	if err := gram.CheckMatrix("GaussianProcessClassifier", "the kernel matrix of all samples", len(rows), len(rows), "train on a sample of the rows, or use SVC"); err != nil {
		return model.Report{}, err
	}
	fit := &GaussianProcessClassifierFit{Space: expansion.NewSpace(k, widths, t.X), Order: reduction.Ascending(t.Classes()),
		Labels: append([]int32{}, t.Labels()...), Weights: append([]float64{}, t.Weight...)}
	if !fit.Given() {
		fit.Vectors = t.X
	}
	own, values := learnableOf(k, t.X)
	fit.ParameterNames = strings.Join(fit.names(own), " ")
	theta := append([]float64{g.Variance}, values...)
	report := model.Report{SupportVectors: len(rows)}
	n := t.X.Len()
	report.Status, err = reduction.Largest(fit.Order).Each(ctl.Within(g.MaxTime), func(ctl *run.Ctl, p reduction.Problem) (int, run.Status, error) {
		l := newLaplace(k, t.X, rows, positive, newLogistic(rows, positive, p.Signs(t.Labels())))
		found, err := g.parameters(ctl, g.Optimizer, l, theta)
		if err != nil || found.status == run.Aborted {
			return 0, found.status, err
		}
		coef, precision := make([]float64, n), make([]float64, n)
		for at, i := range rows {
			coef[i], precision[i] = found.theta[0]*found.mode.coef[at], found.mode.precision[at]
		}
		fit.Coef, fit.Precisions = append(fit.Coef, coef...), append(fit.Precisions, precision...)
		fit.Parameters = append(fit.Parameters, found.theta...)
		fit.Evidences = append(fit.Evidences, found.value)
		fit.Evidence += found.value / float64(fit.count())
		report.Iterations += found.steps
		report.Gap = max(report.Gap, found.gap)
		return found.steps, found.status, nil
	})
	if err != nil || report.Status == run.Aborted {
		return model.Report{Status: report.Status}, err
	}
	fit.prepare()
	report.Objective = fit.Evidence
	return g.Learnt(fit, report)
}

// prepare makes the expansions of the means, which a model file lacks.
func (f *GaussianProcessClassifierFit) prepare() {
	f.expansions, f.factors = nil, make([]*factor, f.count())
	for c := range f.count() {
		f.expansions = append(f.expansions, expansion.New(expansion.Expansion{Kernel: f.learntKernel(c), Vectors: f.Vectors,
			Coef: f.Coef[c*f.Samples : (c+1)*f.Samples], Intercept: []float64{0}}))
	}
}

// Expansions returns the means of the latent functions.
func (f *GaussianProcessClassifierFit) Expansions() []*expansion.Expansion { return f.expansions }
