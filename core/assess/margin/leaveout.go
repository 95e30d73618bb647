package margin

import (
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/data/loss"
	"maxmargin/core/model"
)

// The ways to estimate the leave-one-out error of a solution without fits.
const (
	SupportVectors   = "supportVectors"   // a sample without a coefficient is right when it is left out
	JaakkolaHaussler = "jaakkolaHaussler" // y f - a k(x,x)
	XiAlpha          = "xiAlpha"          // 1 - slack - 2 a R^2 (Joachims 2000)
	Span             = "span"             // y f - a S^2 (Vapnik & Chapelle 2000)
)

// Support has the data of the m samples with coefficients for an estimate.
type Support struct {
	Rows     []int     // numbers in the problem
	Diagonal []float64 // k(x, x)
	Matrix   []float64 // k between them, m x m; for Span
	Reach    float64   // the largest k(x, x) - k(x, z) for such an x and any sample z; for XiAlpha
}

// LeftOut returns for each sample of a separation with the decision values f a lower bound or an
// estimate of y f(x) after a fit without the sample, which is an error unless this is above 0. Sums
// are for the hinge loss, or its square, which adds 1/(2 C_i) to the diagonal of the kernel matrix
// and leaves no coefficient at a bound.
//
// Without a constant JaakkolaHaussler is a bound: each coefficient of the smaller fit has a smaller
// share in y f(x) than k(x,x) allows (Jaakkola & Haussler 1999, with the inequality the right way
// round). With a constant it is an estimate. XiAlpha is a bound in both cases. The span S is the
// distance of phi(x) from the affine hull of the other samples between their bounds: Span is exact
// if no other sample moves from or to a bound in the smaller fit.
//
// It returns nil if watch ends it.
func LeftOut(method string, d model.Dual, f []float64, s Support, watch linalg.Watch) []float64 {
	values := make([]float64, len(f))
	for i, v := range f {
		values[i] = d.Target[i] * v
	}
	var spans []float64
	if method == Span {
		if spans = spansOf(d, s, watch); spans == nil {
			return nil
		}
	}
	for p, i := range s.Rows {
		a := math.Abs(d.Coef[i])
		switch method {
		case SupportVectors:
			values[i] = min(values[i], -a)
		case JaakkolaHaussler:
			values[i] -= a * s.Diagonal[p]
		case XiAlpha:
			values[i] = 1 - max(0, 1-values[i]) - 2*a*s.Reach
		case Span:
			if Squared(d) {
				values[i] = 1 // with the term of the diagonal, which is no part of f
			}
			values[i] -= a * spans[p]
		}
	}
	return values
}

// Squared reports whether a slack costs its square.
func Squared(d model.Dual) bool {
	_, squared := d.Loss.(loss.Squared)
	return squared
}

// spansOf returns S^2. With A the matrix over the m free samples, and k the column of a sample
// at its bound,
//
//	free      S^2 = 1 / ((A⁻¹)_ii - (A⁻¹1)_i^2 / 1'A⁻¹1)
//	at bound  S^2 = k(x,x) - k'A⁻¹k + (1 - k'A⁻¹1)^2 / 1'A⁻¹1
//
// with the second terms only for a constant. Equal samples make A singular: then its diagonal gets
// the smallest shift with which it can be factorised. If no sample is free, S^2 is k(x,x) without a
// constant and infinite with one. It returns nil if watch ends it.
func spansOf(d model.Dual, s Support, watch linalg.Watch) []float64 {
	m := len(s.Rows)
	var free []int
	isFree, largest := make([]bool, m), 0.0
	squared := Squared(d)
	for p, i := range s.Rows {
		largest = max(largest, s.Diagonal[p])
		if a := math.Abs(d.Coef[i]); squared || a < d.Upper[i]*(1-1e-9) {
			free, isFree[p] = append(free, p), true
		}
	}
	n := len(free)
	var factor *linalg.Definite
	ones, diagonal := make([]float64, n), make([]float64, n)
	for shift := 0.0; n > 0; shift = max(1e-14*largest, 100*shift) {
		a := make([]float64, n*n)
		for r, p := range free {
			for c, q := range free[:r+1] {
				a[r*n+c] = s.Matrix[p*m+q]
			}
			if a[r*n+r] += shift; squared {
				a[r*n+r] += 1 / (2 * d.Upper[s.Rows[p]])
			}
		}
		var err error
		factor, err = linalg.Factorize(a, n, watch)
		if err == linalg.ErrStopped || err == nil && factor.ReciprocalCondition() > 1e-15 || shift > largest {
			break
		}
	}
	total := 0.0
	if !watch(0) {
		return nil
	}
	if n > 0 {
		for r := range ones {
			ones[r] = 1
		}
		factor.Solve(ones)
		for _, v := range ones {
			total += v
		}
		if factor.InverseDiagonal(diagonal, watch) != nil {
			return nil
		}
	}
	spans, at := make([]float64, m), 0
	column := make([]float64, n)
	for p := range spans {
		if !watch(float64(p) / float64(m)) {
			return nil
		}
		if isFree[p] {
			inverse := diagonal[at]
			if d.HasBias {
				inverse -= float64(ones[at]*ones[at]) / total
			}
			if spans[p] = 1 / inverse; !(inverse > 1e-12*diagonal[at]) {
				spans[p] = math.Inf(1) // the only free sample, which alone fixes the constant
			}
			at++
			continue
		}
		spans[p] = s.Diagonal[p]
		if n == 0 {
			if d.HasBias {
				spans[p] = math.Inf(1)
			}
			continue
		}
		sum := 0.0
		for r, q := range free {
			column[r] = s.Matrix[p*m+q]
			sum += float64(column[r] * ones[r])
		}
		k := append([]float64(nil), column...)
		factor.Solve(column)
		spans[p] -= linalg.Dot(k, column)
		if d.HasBias {
			spans[p] += float64((1-sum)*(1-sum)) / total
		}
		spans[p] = max(spans[p], 0)
	}
	return spans
}
