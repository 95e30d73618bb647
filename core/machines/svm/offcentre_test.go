package svm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// dense returns rows as a set.
func dense(rows ...[]float64) *sample.Matrix {
	m := &sample.Matrix{N: len(rows), D: len(rows[0])}
	for _, r := range rows {
		m.X = append(m.X, r...)
	}
	return m
}

// The corners of a square and its centre lie in the ball of radius sqrt(2) around the
// centre, wherever the square is. The tolerance was relative to the largest k(x, x):
// an offset of 100 made it larger than the square.
func TestBallAroundASquareFarFromTheOrigin(t *testing.T) {
	for _, offset := range []float64{0, 100, -1e4, 1e6} {
		for _, nu := range []float64{0, 0.2} {
			m := svm.NewSVDD(catalog.Kernel)
			m.Nu, m.Kernel.Name = nu, "linear"
			x := dense([]float64{0, 0}, []float64{2, 0}, []float64{0, 2}, []float64{2, 2}, []float64{1, 1})
			for i := range x.X {
				x.X[i] += offset
			}
			report, err := m.Fit(nil, model.NewTraining(x, nil))
			fit := m.Fitted().(*svm.SVDDFit)
			if err != nil || report.Status != run.Converged || !(math.Abs(fit.Radius-math.Sqrt2) <= 2e-3) {
				t.Errorf("offset %g, nu %g: radius %v, %+v, %v", offset, nu, fit.Radius, report, err)
			}
		}
	}
}

// temperatures are n pairs of a temperature of 20 +- 1 and a pressure of 1013 +- 5.
func temperatures(n int) *sample.Matrix {
	rng := rand.New(rand.NewPCG(20, 1013))
	x := &sample.Matrix{N: n, D: 2}
	for range n {
		x.X = append(x.X, 20+rng.NormFloat64(), 1013+5*rng.NormFloat64())
	}
	return x
}

// The ball is the same wherever the samples are, also where one of them is far from the
// others: its radius is that of the samples moved to the origin, nu bounds the share
// outside, and errorFraction agrees with the decision values.
func TestSVDDFindsTheSameBallAnywhere(t *testing.T) {
	x := temperatures(200)
	centred := &sample.Matrix{N: x.N, D: 2}
	for i := range x.N {
		centred.X = append(centred.X, x.X[2*i]-20, x.X[2*i+1]-1013)
	}
	for _, outlier := range []float64{0, 1e5} {
		fits := map[string]*svm.SVDDFit{}
		for name, set := range map[string]*sample.Matrix{"as it is": x, "centred": centred} {
			set = &sample.Matrix{N: x.N, D: 2, X: append([]float64(nil), set.X...)}
			set.X[101] += outlier
			m := svm.NewSVDD(catalog.Kernel)
			m.Nu, m.Kernel.Name, m.Tol = 0.1, "linear", 1e-4
			report, err := m.Fit(nil, model.NewTraining(set, nil))
			if err != nil || report.Status != run.Converged {
				t.Fatal(name, report, err)
			}
			fit := m.Fitted().(*svm.SVDDFit)
			fits[name] = fit
			f, err := m.Decision(nil, set)
			if err != nil {
				t.Fatal(err)
			}
			outside := 0.0
			for _, v := range f {
				if v < -1e-4*fit.Radius*fit.Radius {
					outside++
				}
			}
			if outside/200 > 0.1 || !(math.Abs(outside/200-fit.Errors) <= 0.0075) || fit.Support < 0.1 {
				t.Errorf("%s, outlier at %g: %v of 200 are outside, errorFraction says %v, support %v", name, outlier, outside, fit.Errors, fit.Support)
			}
		}
		if a, b := fits["as it is"].Radius, fits["centred"].Radius; !(math.Abs(a-b) <= 1e-3*b) {
			t.Errorf("outlier at %g: radius %v, centred %v", outlier, a, b)
		}
	}
}

// f of OneClassSVM is proportional to the weights and, for a linear kernel, to the
// squared scale of the features. The tolerance was absolute: with small kernel
// values, the start counted as the solution.
func TestOneClassFollowsTheScaleOfItsKernelAndWeights(t *testing.T) {
	x := temperatures(100)
	fit := func(scale, weight float64) (f []float64, fraction float64) {
		m := svm.NewOneClassSVM(catalog.Kernel)
		m.Nu, m.Kernel.Name = 0.2, "linear"
		set := &sample.Matrix{N: x.N, D: 2}
		w := make([]float64, x.N)
		for i, v := range x.X {
			set.X = append(set.X, (v-20+float64(i%2)*(20-1000))/10*scale)
			w[i/2] = weight
		}
		if _, err := m.Fit(nil, model.Training{Data: model.Data{X: set, Weight: w}}); err != nil {
			t.Fatal(err)
		}
		f, err := m.Decision(nil, set)
		if err != nil {
			t.Fatal(err)
		}
		return f, m.Fitted().(*svm.OneClassSVMFit).Errors
	}
	want, share := fit(1, 1)
	for _, c := range [][2]float64{{1e-4, 1}, {1, 0.01}, {1e-6, 1e-3}} {
		got, errors := fit(c[0], c[1])
		unit := c[0] * c[0] * c[1]
		for i, f := range got {
			if !(math.Abs(f/unit-want[i]) <= 0.02) {
				t.Fatalf("scale %g, weights %g: f of sample %d is %v units, want %v", c[0], c[1], i, f/unit, want[i])
			}
		}
		if !(math.Abs(errors-share) <= 0.02) {
			t.Errorf("scale %g, weights %g: errorFraction %v, want %v", c[0], c[1], errors, share)
		}
	}
}

// Two samples at distance 1 are separable with |w| = 2, at 1e5 as at 0. The limit below
// which a margin counts as too small was relative to the distance of the data from the origin.
func TestHardMarginFarFromTheOrigin(t *testing.T) {
	for _, offset := range []float64{0, 1e5, -1e6} {
		m := svm.NewSVC(catalog.Kernel)
		m.C, m.Kernel.Name = math.Inf(1), "linear"
		report, err := m.Fit(nil, model.NewTraining(dense([]float64{offset}, []float64{offset + 1}), model.Classes{Of: []int32{0, 1}, Count: 2}))
		if err != nil || report.Status != run.Converged || len(report.Notes) > 0 || !(math.Abs(report.Objective+2) <= 1e-3) {
			t.Errorf("offset %g: %+v, %v", offset, report, err)
		}
		r := svm.NewSVR(catalog.Kernel)
		r.C, r.Kernel.Name = math.Inf(1), "linear"
		report, err = r.Fit(nil, model.NewTraining(dense([]float64{offset}, []float64{offset + 1}), model.Values([]float64{0, 1})))
		if err != nil || report.Status != run.Converged || len(report.Notes) > 0 {
			t.Errorf("SVR, offset %g: %+v, %v", offset, report, err)
		}
	}
	// Inseparable data are still detected, also far from the origin.
	for _, offset := range []float64{0, 1e3, 1e5} {
		m := svm.NewSVC(catalog.Kernel)
		m.C, m.Kernel.Name = math.Inf(1), "linear"
		x := dense([]float64{offset}, []float64{offset + 1}, []float64{offset + 2}, []float64{offset + 3})
		report, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 1, 0, 1}, Count: 2}))
		if err != nil || report.Status != run.Infeasible || len(report.Notes) != 1 {
			t.Errorf("inseparable, offset %g: %+v, %v", offset, report, err)
		}
	}
}

// apart is n samples of three features, the classes 2.5 apart in the first.
func apart(n int) (*sample.Matrix, []int32) {
	rng := rand.New(rand.NewPCG(15, 3))
	x, y := &sample.Matrix{N: n, D: 3}, make([]int32, n)
	for i := range n {
		y[i] = int32(i % 2)
		x.X = append(x.X, rng.NormFloat64()+2.5*float64(y[i]), rng.NormFloat64(), rng.NormFloat64())
	}
	return x, y
}

// NuSVC divides its solution by the margin: neither the scale of the weights nor, for
// a linear kernel, that of the features changes f. Its tolerance, and its limit
// for a vanishing margin, were absolute.
func TestNuSVCFollowsTheScaleOfItsKernelAndWeights(t *testing.T) {
	const n = 300
	x, y := apart(n)
	for _, kernel := range []string{"linear", "rbf"} {
		var want []float64
		for _, c := range []struct{ scale, weight float64 }{{1, 1}, {1, 1. / n}, {1e-4, 1}, {1e-4, 1e-4}, {1, 1e6}} {
			if kernel == "rbf" && c.scale != 1 {
				continue
			}
			name := fmt.Sprintf("%s, features times %g, weights %g", kernel, c.scale, c.weight)
			m := svm.NewNuSVC(catalog.Kernel)
			m.Kernel.Name = kernel
			set, weight := &sample.Matrix{N: n, D: 3}, make([]float64, n)
			for i, v := range x.X {
				set.X = append(set.X, v*c.scale)
				weight[i/3] = c.weight
			}
			report, err := m.Fit(nil, model.Training{Data: model.Data{X: set, Target: model.Classes{Of: y, Count: 2}, Weight: weight}})
			if err != nil || len(report.Notes) > 0 || report.Status != run.Converged {
				t.Errorf("%s: %+v, %v", name, report, err)
			}
			f, _, err := m.Decision(nil, set, "")
			if err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = f
				continue
			}
			for i := range f {
				if !(math.Abs(f[i]-want[i]) <= 0.02) {
					t.Fatalf("%s: f of sample %d is %v, want %v", name, i, f[i], want[i])
				}
			}
		}
	}
}
