package subspace

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model/expansion"
)

// Inverse returns, for rows of coordinates along the components, the samples whose image in feature
// space is nearest to the point with these coordinates in the span of the components,
//
//	P = m + sum_k beta_k v_k = sum_i c_i phi(x_i),  c_i = pi_i + sum_k beta_k a_ki
//
// With a linear kernel that is sum c_i x_i. With a Gaussian it is a local maximum of
// h(z) = <phi(z), P> = sum c_i k(x_i, z), found by the fixed-point iteration
//
//	z <- sum c_i k(x_i, z) x_i / h(z)
//
// (Mika et al., Kernel PCA and de-noising in feature spaces, 1999), with steps that are halved if h
// would fall. The iteration starts from the training samples with the nearest coordinates, one
// after another, until one converges. Other kernels are refused.
func (p *KernelPCA) Inverse(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	f := p.Result
	if f.Features == 0 {
		return nil, f.Ready("KernelPCA", x)
	}
	if got, want := x.Dim(), len(f.Eigenvalues); got != want {
		return nil, fault.New(fault.FeatureCount, "X", "X has %d columns, but this KernelPCA has %d components; pass what transform gives", got, want).
			With("expected", want).With("got", got)
	}
	linear := kernel.IsLinear(f.Kernel())
	if _, gaussian := kernel.GaussianWidth(f.Kernel()); !gaussian && !linear {
		return nil, fault.New(fault.Option, "kernel", "inverseTransform works with the kernels linear and rbf, not with %s; use one of these", f.Kernel().Name())
	}
	made, err := expansion.NewTable("KernelPCA", x.Len(), f.Features)
	if err != nil {
		return nil, err
	}
	if f.images == nil && !linear {
		if f.images, err = newPreImages(ctl, f); err != nil {
			return nil, err
		}
	}
	beta, c := make([]float64, x.Dim()), make([]float64, len(f.Share))
	for i := range x.Len() {
		if !ctl.Wanted(func() run.Report {
			return run.Report{Phase: "pre-images", Fraction: float64(i) / float64(x.Len())}
		}) {
			return nil, run.ErrAborted
		}
		x.Dense(beta, i)
		copy(c, f.Share)
		for k, b := range beta {
			lanes.Update(c, b, f.Coef[k*len(c):(k+1)*len(c)])
		}
		if linear {
			combine(made.Row(i), c, f.Vectors)
		} else if !f.images.find(made.Row(i), beta, c) {
			return nil, fault.New(fault.Numeric, "X", "row %d has no pre-image: the search failed from each of the %d training samples with the nearest coordinates. Pass coordinates as transform gives them, or use a smaller gamma", i, mostStarts).With("row", i)
		}
	}
	return made, nil
}

// combine sets dst = sum c_i x_i.
func combine(dst, c []float64, x sample.Set) {
	clear(dst)
	row := make([]float64, len(dst))
	for i, v := range c {
		if v != 0 {
			x.Dense(row, i)
			lanes.Update(dst, v, row)
		}
	}
}

// preImages searches for pre-images under a Gaussian. It holds scratch memory.
type preImages struct {
	fit     *KernelPCAFit
	gamma   float64
	columns gram.Columns
	scores  []float64 // coordinates of the training samples, m x q
	apart   []float64 // squared distance of their coordinates from those of the point
	values  []float64 // k(x_i, z)
	c       []float64 // of the point
}

func newPreImages(ctl *run.Ctl, f *KernelPCAFit) (*preImages, error) {
	m, q := len(f.Share), len(f.Eigenvalues)
	gamma, _ := kernel.GaussianWidth(f.Kernel())
	s := &preImages{fit: f, gamma: gamma, columns: f.Columns(),
		scores: make([]float64, m*q), apart: make([]float64, m)}
	s.values = make([]float64, s.columns.Stride())
	if err := f.Each(ctl, f.Vectors, func(i int, values []float64) { copy(s.scores[i*q:], values) }); err != nil {
		return nil, err
	}
	return s, nil
}

// The ways in which the search from a start ends.
type ending int

const (
	vanished  ending = iota // h is not positive, so the step is not defined
	limited                 // it did not converge within mostSteps steps
	converged               // the next step is negligible compared with the width of the kernel
)

const (
	// mostStarts is how many training samples are started from.
	mostStarts = 5
	// mostSteps is how many steps are taken from each.
	mostSteps = 500
	// mostHalvings is how often a step is halved.
	mostHalvings = 30
	// longest is the most by which a step is lengthened.
	longest = 1000
	// lastStep is the length of a step, in units of 1/sqrt(gamma), that ends a search.
	lastStep = 1e-9
)

// find sets dst to the pre-image of the point with the coordinates beta and the coefficients c: the
// end of the first start that converges, otherwise the end with the largest h. It returns false if
// all have vanished.
func (s *preImages) find(dst, beta, c []float64) bool {
	s.c = c
	q := len(beta)
	for i := range s.apart {
		s.apart[i] = 0
		for k, b := range beta {
			d := s.scores[i*q+k] - b
			s.apart[i] += float64(d * d)
		}
	}
	best, found := 0.0, false
	z := make([]float64, len(dst))
	for range min(mostStarts, len(s.apart)) {
		start := 0
		for i, d := range s.apart {
			if d < s.apart[start] {
				start = i
			}
		}
		s.apart[start] = math.Inf(1)
		s.fit.Vectors.Dense(z, start)
		h, end := s.climb(z)
		if end == vanished {
			continue
		}
		if !found || h > best || end == converged {
			copy(dst, z)
			best, found = h, true
		}
		if end == converged {
			break
		}
	}
	return found
}

// height returns h(z), and leaves the kernel values.
func (s *preImages) height(z []float64) (h float64) {
	s.columns.Rows([][]float64{s.values}, &sample.Matrix{N: 1, D: len(z), X: z}, []int{0})
	for i, c := range s.c {
		s.values[i] *= c
		h += s.values[i]
	}
	return h
}

// climb moves z up to a maximum of h, and returns h there. A step has the direction of the
// fixed-point iteration and a length from the last two steps (Barzilai & Borwein 1988): along a
// ridge of h it takes dozens of steps instead of thousands.
func (s *preImages) climb(z []float64) (float64, ending) {
	d := len(z)
	next, step, last := make([]float64, d), make([]float64, d), make([]float64, d)
	h, share := s.height(z), 1.0
	for at := range mostSteps {
		if !(h > 0) {
			return h, vanished
		}
		combine(step, s.values[:len(s.c)], s.fit.Vectors)
		length, turn := 0.0, 0.0
		for j := range z {
			step[j] = step[j]/h - z[j]
			length += float64(step[j] * step[j])
			turn += float64(last[j] * (last[j] - step[j]))
		}
		if s.gamma*length <= lastStep*lastStep {
			return h, converged
		}
		if at > 0 {
			// The last move was share * last: <move, move> / <move, last - step>.
			share = min(max(share*linalg.Dot(last, last)/turn, 1), longest)
			if !(turn > 0) {
				share = longest
			}
		}
		before := h
		for range mostHalvings {
			for j, v := range z {
				next[j] = v + float64(share*step[j])
			}
			if h = s.height(next); h >= before {
				break
			}
			share /= 2
		}
		if !(h >= before) {
			return before, converged // the gain of a step is less than rounding
		}
		copy(z, next)
		last, step = step, last
	}
	return h, limited
}
