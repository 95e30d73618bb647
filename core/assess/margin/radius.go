package margin

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// Ball is the bound R² |w|² / n on the leave-one-out error, with its derivatives.
type Ball struct {
	Bound, RadiusSquared, NormSquared float64
	ByC, ByWidth                      float64 // of the bound; NaN where the solution does not depend on it
}

// RadiusMargin returns the bound R² |w|² / n of a solution d over n samples with the kernel
// matrix k, which it changes: R is the radius of the smallest ball around the samples and 1/|w|
// the margin (Vapnik 1998, section 10.7). A squared slack is a hard margin with 1/(2 C_i) added
// to the diagonal of k, in R as well. With the coefficients u_i = y_i a_i and v of the centre,
//
//	d |w|² = -sum u_i u_j dk_ij,   d R² = sum v_i dk_ii - sum v_i v_j dk_ij
//
// (Chapelle, Vapnik, Bousquet & Mukherjee 2002). width is that of exp(-width |x-z|²), with dk = k
// ln(k) / width, or 0 for other kernels. c is C, infinite for a hard margin.
func RadiusMargin(ctl *run.Ctl, kernels model.KernelMaker, d model.Dual, k []float64, width, c float64) (Ball, error) {
	n := len(d.Coef)
	squared := Squared(d) && !math.IsInf(c, 1)
	added := make([]float64, n)
	for i := range added {
		if squared {
			added[i] = 1 / (2 * d.Upper[i])
		}
		k[i*n+i] += added[i]
	}
	ball := svm.NewSVDD(kernels)
	ball.Nu, ball.Tol, ball.Kernel.Name = 0, 1e-10, kernel.Precomputed{}.Name()
	report, err := ball.Fit(ctl, model.Training{Data: model.Data{X: &sample.Matrix{N: n, D: n, X: k}}})
	switch {
	case err != nil:
		return Ball{}, err
	case report.Status == run.Aborted || report.Status == run.Stopped:
		return Ball{}, run.ErrAborted
	case !report.Status.Complete():
		return Ball{}, fault.New(fault.Numeric, "method", "no smallest ball was found; take method 'span'")
	}
	centre := make([]float64, n)
	for p, i := range ball.Result.Indices {
		centre[i] = ball.Result.Coef[p] / 2
	}
	b := Ball{ByC: math.NaN(), ByWidth: math.NaN()}
	var dw, dr, wByC, rByC float64
	for i, u := range d.Coef {
		v := centre[i]
		b.RadiusSquared += float64(v * k[i*n+i])
		wByC += float64(u * u * added[i] / c)
		rByC += float64((v*v - v) * added[i] / c)
		if u == 0 && v == 0 {
			continue
		}
		for j, at := range k[i*n : i*n+n] {
			b.NormSquared += float64(u * d.Coef[j] * at)
			b.RadiusSquared -= float64(v * centre[j] * at)
			if i != j && at > 0 && width > 0 {
				slope := at * math.Log(at) / width
				dw -= float64(u * d.Coef[j] * slope)
				dr -= float64(v * centre[j] * slope)
			}
		}
	}
	m := float64(n)
	b.Bound = b.RadiusSquared * b.NormSquared / m
	if squared {
		b.ByC = (b.RadiusSquared*wByC + b.NormSquared*rByC) / m
	}
	if width > 0 {
		b.ByWidth = (b.RadiusSquared*dw + b.NormSquared*dr) / m
	}
	return b, nil
}
