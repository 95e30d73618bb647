package ridge

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
)

// Intervals returns for every sample of x the least and the largest value that full conformal
// prediction does not reject at a level, two numbers a row. y are the targets of the fit, whose
// samples all had the weight 1. An infinite side is math.MaxFloat64 with its sign.
//
// A value v is rejected if, after a fit to the n samples and (x, v), the absolute residual at x is
// among the largest: if the share of all n + 1 samples whose residual is no smaller is at most
// 1 - level. (Vovk, Gammerman & Shafer 2005, section 2.3; the kernel's width is that of the fit.)
// No fit is repeated: with a and b those of the n samples,
//
//	(K + lambda I) c + 1 d = k_x,  1'c = 1 if there is a b, else d = 0
//	t = (v - f(x)) / (k(x,x) + lambda - k_x'c - d)
//
// the coefficients, which are residuals over lambda, become a - t c, and that of x is t. Sample i
// counts if |a_i - t c_i| >= |t|, which changes at a_i/(c_i + 1) and a_i/(c_i - 1). It takes O(n^3)
// once, and O(n^2) for each sample of x.
func (r *KernelRidge) Intervals(ctl *run.Ctl, x sample.Set, y []float64, level float64) ([]float64, error) {
	if err := r.Result.Ready("KernelRidge", x); err != nil {
		return nil, err
	}
	fit := r.Result
	n := fit.Samples
	switch {
	case fit.Given():
		return nil, fault.New(fault.Option, "kernel", "a precomputed kernel has no k(x, x) of new samples; pass samples and a kernel")
	case len(y) != n:
		return nil, fault.New(fault.Shape, "y", "y must be that of the fit, with %d entries", n)
	case r.Alpha == 0:
		return nil, fault.New(fault.Option, "alpha", "with alpha 0 all residuals are 0; raise alpha")
	}
	s, err := newSystem("KernelRidge", "use a split of the rows", fit.Kernel(), fit.Vectors, nil, r.Alpha, r.FitIntercept)
	if err != nil {
		return nil, err
	}
	p := run.NewPhases(ctl, 3)
	matrix, err := s.matrix(p)
	if err != nil {
		return nil, err
	}
	p.Begin("factorisation")
	factor, err := linalg.Factorize(matrix, n, p.Watch)
	if err == linalg.ErrStopped {
		return nil, run.ErrAborted
	}
	if err != nil || factor.ReciprocalCondition() < singular && !factor.Stopped() {
		return nil, fault.New(fault.Numeric, "alpha", "the system is singular; raise alpha")
	}
	f, err := r.Predict(ctl, x)
	if err != nil {
		return nil, err
	}
	p.Begin("intervals")
	kernel := fit.Kernel()
	columns := gram.Prepare(kernel, fit.Vectors, nil, gram.Origin(kernel, fit.Vectors))
	row, v, c := make([]float64, columns.Stride()), slices.Clone(s.root), make([]float64, n)
	factor.Solve(v)
	self := make([]float64, len(f))
	gram.Diagonal(self, kernel, x)
	need := int(math.Floor((1-level)*float64(n+1) + 1e-9))
	intervals := make([]float64, 0, 2*len(f))
	for j, middle := range f {
		if !p.Watch(float64(j) / float64(len(f))) {
			return nil, run.ErrAborted
		}
		columns.Rows([][]float64{row}, x, []int{j})
		copy(c, row)
		factor.Solve(c)
		d := 0.0
		if r.FitIntercept {
			d = (linalg.Dot(s.root, c) - 1) / linalg.Dot(s.root, v)
			for i := range c {
				c[i] -= float64(d * v[i])
			}
		}
		scale := self[j] + r.Alpha - linalg.Dot(c, row) - d
		intervals = append(intervals, reach(middle, -scale, fit.Coef, c, need), reach(middle, scale, fit.Coef, c, need))
	}
	return intervals, nil
}

// reach returns the end of the interval on one side: the point f + scale t of the largest t > 0
// for which at least need samples have |a_i - s c_i t| >= t, where s is the sign of scale.
func reach(f, scale float64, a, c []float64, need int) float64 {
	var ends []float64
	var of []int
	count, counts := 0, make([]bool, len(a))
	sign := math.Copysign(1, scale)
	for i, at := range a {
		at *= sign
		counts[i] = math.Abs(c[i]) > 1 || math.Abs(c[i]) == 1 && at*c[i] <= 0
		if counts[i] {
			count++
		}
		for _, t := range []float64{at / (c[i] + 1), at / (c[i] - 1)} {
			if t > 0 && !math.IsInf(t, 1) {
				ends, of = append(ends, t), append(of, i)
			}
		}
	}
	if count >= need {
		return math.Copysign(math.MaxFloat64, scale)
	}
	for _, at := range order.Of(len(ends), func(p, q int) int { return cmp.Compare(ends[q], ends[p]) }) {
		i := of[at]
		counts[i] = !counts[i]
		if !counts[i] {
			count--
		} else if count++; count >= need {
			return f + float64(scale*ends[at])
		}
	}
	return f
}
