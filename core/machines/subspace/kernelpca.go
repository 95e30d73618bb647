// Package subspace holds the machines that find directions in feature space: those of largest
// variance, and those that separate classes.
package subspace

import (
	"errors"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// KernelPCAOptions are the options of KernelPCA.
type KernelPCAOptions struct {
	NComponents int         `js:"nComponents" default:"2" range:"[1,2147483647]" doc:"Number of components, which are the features that transform gives. At most the number of samples."`
	Kernel      kernel.Spec `js:"kernel"`
}

// Cost counts the kernel matrix.
func (*KernelPCAOptions) Cost() model.Cost { return model.MatrixCost() }

// KernelPCA finds the directions of largest variance in feature space and gives the
// coordinates of samples along them (Schoelkopf, Smola & Mueller, Nonlinear component
// analysis as a kernel eigenvalue problem, 1998). With pi_i = w_i / sum w the weight
// of sample i and m = sum pi_i phi(x_i) the mean, let
//
//	K~_ij = <phi(x_i) - m, phi(x_j) - m>,  S = diag(sqrt w_i),  S K~ S u_k = lambda_k u_k
//
// Component k is the unit vector v_k = sum a_ki phi(x_i) with a_k = S u_k /
// sqrt(lambda_k), whose entries sum to zero, and the coordinate of x is
//
//	<phi(x) - m, v_k> = sum a_ki k(x_i, x) - sum a_ki (K pi)_i
//
// with the weighted variance lambda_k / sum w over the training samples. With weights of 1 these
// are the alphas, eigenvalues and projections of scikit-learn. The sign of a component is such that
// the training sample farthest along it is on its positive side.
//
// Training takes n^2/2 kernel values and 8 n^2 bytes. Beyond a few hundred samples it takes a few
// dozen products of some (nComponents + 8) n^2 multiply-adds; if nComponents is more than a
// sixteenth of n, about 9 n^3, for at most 2000 samples.
type KernelPCA struct {
	KernelPCAOptions
	model.KernelBase[*KernelPCAFit]
}

// KernelPCAFit is the result of a fit of KernelPCA.
type KernelPCAFit struct {
	expansion.Functions
	Share       []float64 `field:"mean.share" shape:"m"` // pi
	Eigenvalues []float64 `field:"eigenvalues" shape:"q" js:"eigenvalues" doc:"Eigenvalues of the centred kernel matrix, the largest first: the sum of squares along each component."`
	Explained   []float64 `field:"explained" shape:"q" js:"explainedVarianceRatio" doc:"Eigenvalue of each component divided by the sum of all, which is the variance in feature space; 0 if this sum is not positive."`

	images *preImages // made when first needed
}

// NewKernelPCA returns an unfitted machine with default options.
func NewKernelPCA(kernels model.KernelMaker) *KernelPCA {
	p := &KernelPCA{}
	p.Init(&p.KernelPCAOptions, &p.Kernel, kernels, new(KernelPCAFit))
	return p
}

// Fit finds the components. If the samples span fewer directions than asked for, the other
// components are zero, and the report says so. It also reports a negative squared length, which
// happens for kernels that are not positive definite.
func (p *KernelPCA) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := p.Begin(p, t)
	if err != nil {
		return model.Report{}, err
	}
	c, err := newCentred(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	count, m := p.NComponents, len(c.rows)
	switch {
	case count > m:
		return model.Report{}, fault.New(fault.Option, "nComponents", "nComponents is %d, but there are %d samples (of positive weight); ask for fewer components", count, m).With("samples", m)
	case m > linalg.LargestSpectrum && !linalg.IsIterated(m, count):
		return model.Report{}, fault.New(fault.Option, "nComponents", "nComponents is %d, too many for %d samples: beyond %d samples at most one component for every sixteen can be found in reasonable time. Ask for fewer, or fit a sample of the rows", count, m, linalg.LargestSpectrum).With("samples", m)
	}
	if err := gram.CheckMatrix("KernelPCA", "the kernel matrix of all samples", m, m, "fit a sample of the rows"); err != nil {
		return model.Report{}, err
	}
	phases := run.NewPhases(ctl, 2)
	phases.Begin("kernel matrix")
	matrix := make([]float64, m*m)
	origin := gram.Origin(k, t.X)
	linear := kernel.IsLinear(k)
	if linear {
		origin = gram.Offset(t.X) // does not change the components, and keeps their digits
	}
	if !gram.LowerAround(origin, matrix, k, t.X, c.rows, phases.Watch) || !c.centre(matrix, phases) {
		return model.Report{Status: run.Aborted}, nil
	}
	phases.Begin("components")
	leading, err := linalg.NewLeading(matrix, m, count, phases.Watch)
	switch {
	case errors.Is(err, linalg.ErrStopped):
		return model.Report{Status: run.Aborted}, nil
	case err != nil:
		return model.Report{}, fault.New(fault.Numeric, "nComponents", "the eigenvalues have not converged: those next to the last of %d components lie too close together, or kernel values overflow. Ask for another nComponents, or scale the features", count)
	}
	fit := &KernelPCAFit{Functions: expansion.Functions{Support: expansion.NewSupport(k, widths, t.X, c.rows)}, Share: c.share}
	rank := c.components(fit, leading)
	if linear && origin != nil {
		c.linearIntercepts(fit, t.X)
	}
	report := model.Report{Status: run.Converged, Iterations: 1, SupportVectors: m}
	for _, v := range fit.Eigenvalues {
		report.Objective -= v
	}
	if leading.Lowest < -c.cut(leading) {
		report.Notes = append(report.Notes, model.Indefinite("the centred kernel matrix has negative eigenvalues", "Components belong to positive eigenvalues only, and shares of the variance mean little. Use another kernel"))
	}
	if rank < count {
		report.Notes = append(report.Notes, model.Note{Code: "WARN_DEGENERATE", Message: "the samples span fewer directions in feature space than nComponents: the other components are zero. Lower nComponents"})
	}
	return p.Learnt(fit, report)
}

// Transform returns the coordinates of the samples of x along the components.
func (p *KernelPCA) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	return p.Result.Table(ctl, "KernelPCA", x)
}
