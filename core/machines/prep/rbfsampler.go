package prep

import (
	"math"

	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// RBFSamplerOptions are the options of RBFSampler.
type RBFSamplerOptions struct {
	Gamma       kernel.Width `js:"gamma" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the squared distance in the Gaussian kernel. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	NComponents int          `js:"nComponents" default:"100" range:"[1,16777216]" doc:"Number of features that transform gives. The error of an inner product falls with its square root."`
	Seed        int          `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the frequencies and offsets."`
}

// Cost counts the samples and the frequencies: a number for each column and feature, also in the
// model's bytes.
func (o *RBFSamplerOptions) Cost() model.Cost {
	return model.PrimalCost(64, 0, 3*8*int64(o.NComponents))
}

// RBFSampler computes random Fourier features, whose inner products approximate the Gaussian kernel
// (Rahimi & Recht, Random features for large-scale kernel machines, 2007),
//
//	Phi_q(x) = sqrt(2/D) cos(<w_q, x> + b_q),  w_q ~ N(0, 2 gamma I),  b_q uniform on [0, 2 pi)
//
// for q = 1 to D. The Gaussian exp(-gamma |x-z|^2) is the Fourier transform of the density of w, so
// that the mean of <Phi(x), Phi(z)> over the draws is k(x, z), with a variance of at most 2/D. The
// samples determine only the number of features and, for gamma 'scale', their variance.
//
// Training draws D (d + 1) numbers, a transformation takes D (d + 1) multiply-adds and D cosines a
// sample.
type RBFSampler struct {
	RBFSamplerOptions
	model.Base[*RBFSamplerFit]
	kernels model.KernelMaker
}

// RBFSamplerFit is the result of a fit of RBFSampler.
type RBFSamplerFit struct {
	Features    int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Frequencies []float64 `field:"frequencies" shape:"q,d" js:"frequencies" doc:"The frequencies w, a row for each feature that transform gives."`
	Offsets     []float64 `field:"offsets" shape:"q" js:"offsets" doc:"The offset b of each feature that transform gives."`

	columns gram.Columns // the frequencies; made when first needed
}

// NewRBFSampler returns an unfitted machine with default options.
func NewRBFSampler(kernels model.KernelMaker) *RBFSampler {
	s := &RBFSampler{kernels: kernels}
	s.Init(&s.RBFSamplerOptions, new(RBFSamplerFit), nil)
	return s
}

// Fit draws the frequencies and the offsets.
func (s *RBFSampler) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(s, t); err != nil {
		return model.Report{}, err
	}
	if _, err := positive(t); err != nil {
		return model.Report{}, err
	}
	_, widths, err := s.kernels.For(kernel.Spec{Name: kernel.RBF{}.Name(), Gamma: s.Gamma}, t.X)
	if err != nil {
		return model.Report{}, err
	}
	d, q := t.X.Dim(), s.NComponents
	if err := gram.CheckMatrix("RBFSampler", "its frequencies", q, d, "lower nComponents"); err != nil {
		return model.Report{}, err
	}
	phases := run.NewPhases(ctl, 1)
	phases.Begin("frequencies")
	fit := &RBFSamplerFit{Features: d, Frequencies: make([]float64, q*d), Offsets: make([]float64, q)}
	random, deviation := rng.New(uint64(s.Seed)), math.Sqrt(2*widths[0])
	for at := range fit.Frequencies {
		if at%64 == 0 && !phases.Watch(float64(at)/float64(len(fit.Frequencies))) {
			return fitted(run.Aborted), nil
		}
		fit.Frequencies[at] = deviation * random.Normal()
	}
	for at := range fit.Offsets {
		fit.Offsets[at] = 2 * math.Pi * random.Float64()
	}
	return s.Learnt(fit, model.Report{Status: run.Converged, Iterations: 1})
}

// Transform returns the features of the samples of x.
func (s *RBFSampler) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	f := s.Result
	if err := sample.Ready("RBFSampler", f.Features, x); err != nil {
		return nil, err
	}
	q := len(f.Offsets)
	made, err := expansion.NewTable("RBFSampler", x.Len(), q)
	if err != nil {
		return nil, err
	}
	if f.columns == nil {
		f.columns = gram.Prepare(kernel.Linear{}, &sample.Matrix{N: q, D: f.Features, X: f.Frequencies}, nil, nil)
	}
	scale := math.Sqrt(2 / float64(q))
	err = expansion.EachRow(ctl, kernel.Linear{}, f.columns, x, func(i int, row []float64) {
		to := made.Row(i)
		for p, v := range row {
			to[p] = scale * math.Cos(v+f.Offsets[p])
		}
	})
	return made, err
}
