package prep

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/lowrank"
)

// NystroemOptions are the options of Nystroem.
type NystroemOptions struct {
	NComponents int         `js:"nComponents" default:"100" range:"[1,2147483647]" doc:"Number of landmarks, which are samples drawn at random, and of the features that transform gives. Where there are fewer samples, all of them are landmarks. At most 2000 landmarks."`
	Kernel      kernel.Spec `js:"kernel"`
	Seed        int         `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the draw of the landmarks."`
}

// Nystroem computes features whose inner products approximate a kernel (Williams & Seeger, Using
// the Nystroem method to speed up kernel machines, 2001). With the landmarks l_1 ... l_m, samples
// that are drawn at random without replacement, and their kernel matrix K_LL = V diag(lambda) V',
//
//	Phi(x) = K_LL^(-1/2) (k(l_1, x), ..., k(l_m, x))',  K_LL^(-1/2) = sum v_t v_t' / sqrt lambda_t
//
// over the eigenvalues that are not rounding errors, so that
//
//	<Phi(x), Phi(z)> = k_L(x)' K_LL^+ k_L(z),
//
// the inner product of the projections of phi(x) and phi(z) onto the span of the images of the
// landmarks. If x or z is a landmark, or all samples are landmarks, it is k(x, z). The features are
// those of scikit-learn for the same landmarks. Eigenvalues of K_LL over m approximate those of the
// integral operator of the kernel.
//
// Training takes m^2/2 kernel values, about 9 m^3 multiply-adds and 16 m^2 bytes for any number of
// samples, a transformation m kernel values and m^2 multiply-adds a sample.
type Nystroem struct {
	NystroemOptions
	model.KernelBase[*NystroemFit]
}

// NystroemFit is the result of a fit of Nystroem. The support vectors are the landmarks.
type NystroemFit struct {
	expansion.Functions
	Eigenvalues []float64 `field:"eigenvalues" shape:"m" js:"eigenvalues" doc:"Eigenvalues of the kernel matrix of the landmarks, the largest first; 0 for those that are rounding errors or negative."`
}

// NewNystroem returns an unfitted machine with default options.
func NewNystroem(kernels model.KernelMaker) *Nystroem {
	n := &Nystroem{}
	n.Init(&n.NystroemOptions, &n.Kernel, kernels, new(NystroemFit))
	return n
}

// Fit draws the landmarks and takes the root of the inverse of their kernel matrix.
func (n *Nystroem) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := n.Begin(n, t)
	if err != nil {
		return model.Report{}, err
	}
	rows, err := positive(t)
	if err != nil {
		return model.Report{}, err
	}
	rows = lowrank.Draw(rows, n.NComponents, n.Seed)
	m := len(rows)
	if m > linalg.LargestSpectrum {
		return model.Report{}, fault.New(fault.Option, "nComponents", "nComponents is %d, but at most %d landmarks are possible, because all eigenvectors of their kernel matrix are needed; ask for fewer, or use IncompleteCholesky", n.NComponents, linalg.LargestSpectrum).With("largest", linalg.LargestSpectrum)
	}
	phases := run.NewPhases(ctl, 3)
	phases.Begin("kernel matrix")
	matrix := make([]float64, m*m)
	if !gram.Lower(matrix, k, t.X, rows, phases.Watch) {
		return fitted(run.Aborted), nil
	}
	phases.Begin("eigenvectors")
	spectrum := linalg.NewSpectrum(matrix, m, phases.Watch)
	if spectrum == nil && !phases.Watch(1) {
		return fitted(run.Aborted), nil
	}
	if spectrum == nil {
		return model.Report{}, model.Overflow()
	}
	phases.Begin("root")
	fit := &NystroemFit{Functions: expansion.Functions{Support: expansion.NewSupport(k, widths, t.X, rows)}}
	if !fit.root(spectrum, phases.Watch) {
		return fitted(run.Aborted), nil
	}
	report := model.Report{Status: run.Converged, Iterations: 1, SupportVectors: m}
	if values := spectrum.Values(); values[0] < -negligible*math.Abs(values[m-1]) {
		report.Notes = append(report.Notes, model.Indefinite("the kernel matrix of the landmarks has negative eigenvalues", "Inner products of the features come close to the part of the kernel that belongs to positive eigenvalues. Use another kernel"))
	}
	return n.Learnt(fit, report)
}

// negligible is the size of an eigenvalue, relative to the largest, up to which it counts
// as a rounding error, as in KernelPCA.
const negligible = 1e-12

// root sets the coefficients to K_LL^(-1/2). It returns false when watch ends it.
func (f *NystroemFit) root(s *linalg.Spectrum, watch func(float64) bool) bool {
	values, vectors := s.Values(), s.Vectors()
	m := len(values)
	f.Coef, f.Intercept, f.Eigenvalues = make([]float64, m*m), make([]float64, m), make([]float64, m)
	factor, cut := make([]float64, m), negligible*max(values[m-1], 0)
	for t, v := range values {
		if v > cut {
			factor[t], f.Eigenvalues[m-1-t] = 1/math.Sqrt(v), v
		}
	}
	scaled := make([]float64, m)
	for i := range m {
		for t, v := range vectors[i*m : (i+1)*m] {
			scaled[t] = v * factor[t]
		}
		for j := range i + 1 {
			f.Coef[i*m+j] = linalg.Dot(scaled, vectors[j*m:(j+1)*m])
			f.Coef[j*m+i] = f.Coef[i*m+j]
		}
		if i%16 == 0 && !watch(float64(i)/float64(m)*float64(i)/float64(m)) {
			return false
		}
	}
	return true
}

// Transform returns the features of the samples of x.
func (n *Nystroem) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	return n.Result.Table(ctl, "Nystroem", x)
}
