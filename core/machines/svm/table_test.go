package svm_test

import (
	"errors"
	"math"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// tabulated is a loss, given by its derivative at n+1 errors up to 8.
func tabulated(n int, slope func(e float64) float64) (errors, slopes []float64) {
	errors, slopes = make([]float64, n+1), make([]float64, n+1)
	for k := range errors {
		errors[k] = 8 * float64(k) / float64(n)
		slopes[k] = slope(errors[k])
	}
	for n > 0 && slopes[n-1] == slopes[n] { // a line to the end
		n--
	}
	return errors[:n+1], slopes[:n+1]
}

// A table of a loss gives the function of the loss, up to the square of the table's steps.
func TestTablesOfLosses(t *testing.T) {
	data := asymmetric(60, 21)
	for name, own := range map[string]*svm.ConvexLossSVR{"gaussian": convexLoss("gaussian", 2, 1, 2),
		"huber": convexLoss("huber", 2, 0.5, 2), "polynomial": convexLoss("polynomial", 2, 1, 3), "laplacian": convexLoss("laplacian", 2, 1, 2)} {
		fitted(t, own, data)
		m := convexLoss("custom", 2, 1, 2)
		m.Tol = 1e-8
		l := loss.New(name, loss.Parameters{Sigma: own.Sigma, Power: own.Power})
		// A table begins with the slope just above 0, of several at a kink.
		errors, slopes := tabulated(4096, func(z float64) float64 { return l.Slope(max(z, 1e-300)) })
		given := data
		given.Tables = model.Given{"errorsAbove": errors, "slopesAbove": slopes, "errorsBelow": errors, "slopesBelow": slopes}
		if r := fitted(t, m, given); r.Status != run.Converged {
			t.Errorf("%s: %s", name, r.Status)
		}
		support.Near(t, name, predictions(t, m, data.X), predictions(t, own, data.X), 1e-4)
		support.Near(t, name+": risk", []float64{m.Fitted().(*svm.ConvexLossSVRFit).Risk}, []float64{own.Fitted().(*svm.ConvexLossSVRFit).Risk}, 1e-4)
	}
}

// An asymmetric loss, exp(r) - r - 1: at the solution every coefficient is C times the
// derivative at the error.
func TestLossesOfTwoSides(t *testing.T) {
	data := noisy(60, 22)
	data.Weight, data.Rows = nil, nil
	above, slopesAbove := tabulated(8192, math.Expm1)
	below, slopesBelow := tabulated(8192, func(e float64) float64 { return -math.Expm1(-e) })
	data.Tables = model.Given{"errorsAbove": above, "slopesAbove": slopesAbove, "errorsBelow": below, "slopesBelow": slopesBelow}
	m := convexLoss("custom", 3, 1, 2)
	m.Tol = 1e-9
	fitted(t, m, data)
	fit, f := m.Fitted().(*svm.ConvexLossSVRFit), predictions(t, m, data.X)
	want := make([]float64, 0, len(fit.Indices))
	for _, i := range fit.Indices {
		want = append(want, 3*math.Expm1(data.Values()[i]-f[i]))
	}
	support.Near(t, "coefficients", fit.Coef, want, 2e-5)
}

func TestCustomLossIsMissing(t *testing.T) {
	m := convexLoss("custom", 3, 1, 2)
	if _, err := m.Fit(nil, model.NewTraining(matrix(1, 0, 1), model.Values([]float64{0, 1}))); !errors.Is(err, fault.New(fault.Option, "", "")) {
		t.Error(err)
	}
	for name, c := range map[string][2][]float64{"none": {}, "falls": {{0, 1, 2}, {0, 2, 1}}, "not from 0": {{1, 2}, {0, 1}}, "lengths": {{0, 1}, {0}}, "flat": {{0, 1}, {0, 0}}} {
		if _, ok := loss.NewTable(c[0], c[1]); ok {
			t.Errorf("%s: a table", name)
		}
	}
}
