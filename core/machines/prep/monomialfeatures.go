package prep

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// MonomialFeaturesOptions are the options of MonomialFeatures.
type MonomialFeaturesOptions struct {
	Degree  int          `js:"degree" default:"2" range:"[1,64]" doc:"Degree of the kernel, the largest of the monomials."`
	Weights string       `js:"weights" default:"poly" choices:"poly,allDegrees,none" doc:"Factors of the monomials: those with which inner products of the features are the kernel poly, (gamma <x,z> + coef0)^degree, or the kernel allDegrees, the sum of (gamma <x,z>)^k for k = 0 to degree; 'none' leaves all monomials up to the degree as they are."`
	Gamma   kernel.Width `js:"gamma" default:"1" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the inner product in the kernel. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Coef0   float64      `js:"coef0" default:"1" range:"[0,inf)" doc:"Constant in the kernel poly. With 0 there are the monomials of the degree alone."`
}

// Cost counts the samples.
func (*MonomialFeaturesOptions) Cost() model.Cost { return model.PrimalCost(64, 0, 8) }

// MonomialFeatures computes products of features, with factors that make their inner products those
// of a polynomial kernel (Smola et al., Advances in Large Margin Classifiers, equation 1.64;
// Cristianini & Shawe-Taylor, section 3.1; Shalev-Shwartz & Ben-David, equation 16.1). For
// exponents j with the sum k,
//
//	Phi_j(x) = sqrt(a_k k! / (j_1! ... j_d!)) x_1^j_1 ... x_d^j_d,
//	<Phi(x), Phi(z)> = sum over k of a_k <x,z>^k,
//
// where the a_k are the coefficients of the kernel: C(degree, k) gamma^k coef0^(degree-k) of poly,
// gamma^k of allDegrees. Monomials with the factor 0 are omitted. The order is that of
// scikit-learn's PolynomialFeatures: by degree, and within a degree by the first feature, then the
// second, and so on. There are C(d + degree, degree) of them, or C(d + degree - 1, degree) of the
// degree alone, at most 16,777,216. Sparse samples get sparse features.
type MonomialFeatures struct {
	MonomialFeaturesOptions
	model.Base[*MonomialFeaturesFit]
	kernels model.KernelMaker
}

// MonomialFeaturesFit is the result of a fit of MonomialFeatures.
type MonomialFeaturesFit struct {
	Features     int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Coefficients []float64 `field:"coefficients" shape:"t" js:"coefficients" doc:"Coefficient of each power of the inner product in the kernel, from the power 0 on; of weights 'none' 1 for each."`
	Outputs      int       `field:"outputs" range:"[1,16777216]" js:"nOutputs" doc:"Number of features that transform gives."`
}

// NewMonomialFeatures returns an unfitted machine with default options.
func NewMonomialFeatures(kernels model.KernelMaker) *MonomialFeatures {
	m := &MonomialFeatures{kernels: kernels}
	m.Init(&m.MonomialFeaturesOptions, new(MonomialFeaturesFit), (*MonomialFeaturesFit).check)
	return m
}

// check returns an error unless the outputs of a result from a model file match its coefficients.
func (f *MonomialFeaturesFit) check() error {
	for _, a := range f.Coefficients {
		if !(a >= 0) {
			return fault.New(fault.Format, "bytes", "the model has the coefficient %v", a)
		}
	}
	if len(f.Coefficients) > 65 || float64(f.Outputs) != outputs(f.Features, f.Coefficients, false) {
		return fault.New(fault.Format, "bytes", "the model's number of monomials is not that of its degree")
	}
	return nil
}

// outputs returns how many monomials of d features there are whose degree has a positive
// coefficient.
func outputs(d int, coefficients []float64, distinct bool) (all float64) {
	for k, a := range coefficients {
		if a > 0 {
			all += count(d, k, distinct)
		}
	}
	return all
}

// choose returns the binomial coefficient of n over k, exactly below 2^53.
func choose(n float64, k int) float64 {
	c := 1.0
	for i := 1; i <= k; i++ {
		c = math.Round(c * (n - float64(k-i)) / float64(i))
	}
	return c
}

// Fit counts the features and works out the coefficients of the kernel.
func (m *MonomialFeatures) Fit(_ *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(m, t); err != nil {
		return model.Report{}, err
	}
	if _, err := positive(t); err != nil {
		return model.Report{}, err
	}
	_, widths, err := m.kernels.For(kernel.Spec{Name: kernel.Polynomial{}.Name(), Gamma: m.Gamma, Degree: 1}, t.X)
	if err != nil {
		return model.Report{}, err
	}
	fit := &MonomialFeaturesFit{Features: t.X.Dim(), Coefficients: m.coefficients(widths[0])}
	if fit.Outputs, err = countOutputs(fit.Features, fit.Coefficients, false); err != nil {
		return model.Report{}, err
	}
	return m.Learnt(fit, model.Report{Status: run.Converged, Iterations: 1})
}

// countOutputs is outputs, or an error when there are too many.
func countOutputs(d int, coefficients []float64, distinct bool) (int, error) {
	all := outputs(d, coefficients, distinct)
	if all > sample.MaxDim {
		return 0, fault.New(fault.Option, "degree", "%d features have %.4g monomials of these degrees, more than the %d that rows may have; lower degree, or use a machine with the kernel poly, which needs no monomials", d, all, sample.MaxDim).
			With("monomials", all)
	}
	if all == 0 {
		return 0, fault.New(fault.Option, "degree", "no monomial of these degrees has a coefficient that is not 0; raise degree, gamma or coef0")
	}
	return int(all), nil
}

// coefficients returns a_0 ... a_degree.
func (m *MonomialFeatures) coefficients(gamma float64) []float64 {
	all := make([]float64, m.Degree+1)
	for k := range all {
		switch m.Weights {
		case "poly":
			all[k] = choose(float64(m.Degree), k) * math.Pow(gamma, float64(k)) * math.Pow(m.Coef0, float64(m.Degree-k))
		case "allDegrees":
			all[k] = math.Pow(gamma, float64(k))
		default:
			all[k] = 1
		}
	}
	return all
}

// Transform returns the monomials of the samples of x.
func (m *MonomialFeatures) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	f := m.Result
	if err := sample.Ready("MonomialFeatures", f.Features, x); err != nil {
		return nil, err
	}
	work := &monomials{d: f.Features, coefficients: f.Coefficients, plain: m.Weights == "none"}
	return work.transform(ctl, "MonomialFeatures", f.Outputs, x)
}

// transform returns the monomials of the samples of x. machine is the name in errors.
func (work *monomials) transform(ctl *run.Ctl, machine string, outputs int, x sample.Set) (sample.Set, error) {
	n := x.Len()
	from, isSparse := x.(*sample.CSR)
	var dense *sample.Matrix
	sparse := &sample.CSR{N: n, D: outputs, Ptr: make([]int32, 1, n+1)}
	if !isSparse {
		var err error
		if dense, err = expansion.NewTable(machine, n, outputs); err != nil {
			return nil, err
		}
	}
	since := period
	for i := range n {
		if since >= period {
			since = 0
			if !ctl.Wanted(func() run.Report { return run.Report{Fraction: float64(i) / float64(n)} }) {
				return nil, run.ErrAborted
			}
		}
		if isSparse {
			work.index, work.value = from.Row(i)
		} else {
			work.nonzero(x.(*sample.Matrix).Row(i))
		}
		finite := true
		work.each(func(column int, value float64) {
			since++
			finite = finite && !math.IsNaN(value) && !math.IsInf(value, 0)
			if isSparse {
				sparse.Index, sparse.Value = append(sparse.Index, int32(column)), append(sparse.Value, value)
			} else {
				dense.X[i*outputs+column] = value
			}
		})
		switch {
		case !finite:
			return nil, fault.New(fault.Numeric, "X", "a monomial of row %d overflows; scale the features to a range such as [-1, 1], or lower degree", i).With("row", i)
		case len(sparse.Value) > largestStored:
			return nil, fault.New(fault.Memory, "X", "the first %d rows have more than %d monomials that are not zero; pass fewer rows at a time, or lower degree", i+1, largestStored).
				With("needed", 12*float64(len(sparse.Value))).With("available", 12*float64(largestStored))
		}
		sparse.Ptr = append(sparse.Ptr, int32(len(sparse.Value)))
	}
	if isSparse {
		return sparse, nil
	}
	return dense, nil
}

// largestStored is the most values that sparse features may have: 1.5 GiB.
const largestStored = 1 << 27
