// Package subspace holds the machines that look for directions in feature space:
// those of largest variance, and those that tell classes apart.
package subspace

import (
	"errors"
	"math"

	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/linalg"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// KernelPCAOptions are the options of KernelPCA.
type KernelPCAOptions struct {
	NComponents int         `js:"nComponents" default:"2" range:"[1,2147483647]" doc:"How many components: as many features as transform gives. At most the number of samples."`
	Kernel      kernel.Spec `js:"kernel"`
}

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
// of which the weighted variance over the training samples is lambda_k / sum w. With
// weights of 1 these are the alphas, eigenvalues and projections of scikit-learn. The
// sign of a component is such that the training sample farthest along it is on its
// positive side.
//
// Training takes n^2/2 kernel values and 8 n^2 bytes, and beyond a few hundred
// samples some (nComponents + 8) n^2 multiply-adds for each of a few dozen products;
// where nComponents is more than a sixteenth of n, about 9 n^3, for at most 2000
// samples.
type KernelPCA struct {
	KernelPCAOptions
	kernels model.KernelMaker
	fit     *KernelPCAFit
}

// KernelPCAFit is what a fit of KernelPCA leaves behind.
type KernelPCAFit struct {
	expansion.Functions
	Share       []float64 `field:"mean.share" shape:"m"` // pi
	Eigenvalues []float64 `field:"eigenvalues" shape:"q" js:"eigenvalues" doc:"Eigenvalues of the centred kernel matrix, the largest first: the sum of squares along each component."`
	Explained   []float64 `field:"explained" shape:"q" js:"explainedVarianceRatio" doc:"Eigenvalue of each component over the sum of all, the variance in feature space; 0 where that is not positive."`

	images *preImages // made when first needed
}

// NewKernelPCA returns an unfitted machine with default options.
func NewKernelPCA(kernels model.KernelMaker) *KernelPCA {
	p := &KernelPCA{kernels: kernels, fit: &KernelPCAFit{}}
	model.SetDefaults(&p.KernelPCAOptions)
	return p
}

// Options returns a pointer to the options.
func (p *KernelPCA) Options() any { return &p.KernelPCAOptions }

// Fitted returns a pointer to what the last fit left behind.
func (p *KernelPCA) Fitted() any { return p.fit }

// Restore takes over a fit that was read from a model file.
func (p *KernelPCA) Restore(fitted any) error {
	f := fitted.(*KernelPCAFit)
	if err := f.Support.Restore(p.kernels, p.Kernel); err != nil {
		return err
	}
	p.fit = f
	return nil
}

// Fit finds the components. Where the samples span fewer directions than asked for,
// the other components are zero, and the report says so; it also says when a
// direction has a negative square, as the kernels of no feature space give.
func (p *KernelPCA) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(p.KernelPCAOptions); err != nil {
		return model.Report{}, err
	}
	k, widths, err := p.kernels.For(p.Kernel, t.X)
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
	if !gram.Lower(matrix, k, t.X, c.rows, phases.Watch) {
		return model.Report{Status: run.Aborted}, nil
	}
	c.centre(matrix)
	phases.Begin("components")
	leading, err := linalg.NewLeading(matrix, m, count, phases.Watch)
	switch {
	case errors.Is(err, linalg.ErrStopped):
		return model.Report{Status: run.Aborted}, nil
	case err != nil:
		return model.Report{}, model.Overflow()
	}
	fit := &KernelPCAFit{Functions: expansion.Functions{Support: expansion.NewSupport(k, widths, t.X, c.rows)}, Share: c.share}
	rank := c.components(fit, leading)
	report := model.Report{Status: run.Converged, Iterations: 1, SupportVectors: m}
	for _, v := range fit.Eigenvalues {
		report.Objective -= v
	}
	if leading.Lowest < -c.cut(leading) {
		report.Notes = append(report.Notes, model.Note{Code: "WARN_INDEFINITE", Message: "the centred kernel matrix has negative eigenvalues: the kernel is none on these data. Components have positive ones only, and shares of the variance mean little; use another kernel"})
	}
	if rank < count {
		report.Notes = append(report.Notes, model.Note{Code: "WARN_DEGENERATE", Message: "the samples span fewer directions in feature space than nComponents: the other components are zero. Lower nComponents"})
	}
	if err := model.CheckFinite(fit); err != nil {
		return model.Report{}, err
	}
	p.fit = fit
	return report, nil
}

// centred is the weighted, centred kernel matrix S K~ S of the m samples with a
// positive weight.
type centred struct {
	rows  []int
	root  []float64 // of the weight
	share []float64 // pi
	mean  []float64 // K pi: inner products with the mean
	trace float64
	scale float64 // the largest diagonal entry before centring, which rounding is relative to
}

func newCentred(weight []float64, n int) (*centred, error) {
	rows, share, total, err := model.Positive(weight, n)
	c := &centred{rows: rows, share: share, root: make([]float64, len(share))}
	for i, w := range share {
		c.root[i], share[i] = math.Sqrt(w), w/total
	}
	return c, err
}

// centre makes S K~ S of K, both lower triangles:
//
//	K~_ij = K_ij - (K pi)_i - (K pi)_j + pi'K pi
func (c *centred) centre(a []float64) {
	m := len(c.rows)
	c.mean = make([]float64, m)
	for i := range m {
		row := a[i*m : i*m+i]
		sum := float64(c.share[i] * a[i*m+i])
		for j, v := range row {
			sum += float64(c.share[j] * v)
			c.mean[j] += float64(c.share[i] * v)
		}
		c.mean[i] += sum
	}
	constant := dot(c.share, c.mean)
	for i := range m {
		c.scale = max(c.scale, float64(c.root[i]*c.root[i])*math.Abs(a[i*m+i]))
		row := a[i*m : i*m+i+1]
		for j := range row {
			row[j] = c.root[i] * c.root[j] * (row[j] - c.mean[i] - c.mean[j] + constant)
		}
		c.trace += row[i]
	}
}

// cut returns the size up to which an eigenvalue is rounding.
func (c *centred) cut(l *linalg.Leading) float64 {
	return max(1e-12*math.Abs(l.Values[0]), float64(len(c.rows))*0x1p-52*c.scale)
}

// components sets the coefficients of the components, and returns how many are not
// zero.
func (c *centred) components(fit *KernelPCAFit, l *linalg.Leading) (rank int) {
	m, count := len(c.rows), len(l.Values)
	fit.Coef, fit.Intercept = make([]float64, count*m), make([]float64, count)
	fit.Eigenvalues, fit.Explained = make([]float64, count), make([]float64, count)
	cut := c.cut(l)
	for k, v := range l.Values {
		if !(v > cut) {
			continue
		}
		rank++
		fit.Eigenvalues[k] = v
		if c.trace > 0 {
			fit.Explained[k] = v / c.trace
		}
		u, a := l.Vectors[k*m:(k+1)*m], fit.Coef[k*m:(k+1)*m]
		factor := c.sign(u) / math.Sqrt(v)
		for i := range a {
			a[i] = factor * c.root[i] * u[i]
		}
		fit.Intercept[k] = -dot(a, c.mean)
	}
	return rank
}

// sameLength is how little two coordinates differ, relatively, for the first sample to
// decide about the sign: more than rounding makes of equal ones.
const sameLength = 1e-6

// sign returns the sign that u is to be multiplied by: the sample with the largest
// coordinate, u_i / sqrt w_i up to a factor, is to be on the positive side.
func (c *centred) sign(u []float64) float64 {
	largest, sign := 0.0, 1.0
	for i, v := range u {
		if length := math.Abs(v) / c.root[i]; length > largest*(1+sameLength) {
			largest, sign = length, math.Copysign(1, v)
		}
	}
	return sign
}

// Transform returns the coordinates of the samples of x along the components.
func (p *KernelPCA) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	if err := p.fit.Ready("KernelPCA", x); err != nil {
		return nil, err
	}
	q := len(p.fit.Eigenvalues)
	made, err := table(x.Len(), q)
	if err != nil {
		return nil, err
	}
	err = p.fit.Each(ctl, x, func(i int, values []float64) { copy(made.X[i*q:], values) })
	for at, v := range made.X {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fault.New(fault.Numeric, "X", "the kernel values of row %d overflow; scale the features as for fit", at/q).With("row", at/q)
		}
	}
	return made, err
}

// table makes room for rows that are given back, unless they are too many.
func table(rows, cols int) (*sample.Matrix, error) {
	if err := gram.CheckMatrix("KernelPCA", "room for the result", rows, cols, "pass fewer rows at a time"); err != nil {
		return nil, err
	}
	return &sample.Matrix{N: rows, D: cols, X: make([]float64, rows*cols)}, nil
}

func dot(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}
