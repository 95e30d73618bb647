package svm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// kernelValues returns the kernel of the rows of x with those of z, and, with own, of
// each row of x with itself in a last column.
func kernelValues(k func(a, b []float64) float64, x, z *sample.Matrix, own bool) *sample.Matrix {
	g := &sample.Matrix{N: x.N, D: z.N}
	if own {
		g.D++
	}
	for i := range x.N {
		for j := range z.N {
			g.X = append(g.X, k(x.Row(i), z.Row(j)))
		}
		if own {
			g.X = append(g.X, k(x.Row(i), x.Row(i)))
		}
	}
	return g
}

// An SVDD with precomputed values equals that with the kernel: with a column for k(x, x) if
// this differs between samples, without one otherwise; after a fit and after loading.
func TestSVDDOfKernelValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	points := func(n int) *sample.Matrix {
		m := &sample.Matrix{N: n, D: 2, X: make([]float64, 2*n)}
		for i := range m.X {
			m.X[i] = rng.NormFloat64()
		}
		return m
	}
	x, z := points(40), points(9)
	for _, c := range []struct {
		name string
		k    func(a, b []float64) float64
		own  bool
	}{
		{"linear", func(a, b []float64) float64 { return a[0]*b[0] + a[1]*b[1] }, true},
		{"rbf", func(a, b []float64) float64 {
			p, q := a[0]-b[0], a[1]-b[1]
			return math.Exp(-(p*p + q*q) / 2)
		}, false},
	} {
		machine := func(name string) *svm.SVDD {
			s := svm.NewSVDD(catalog.Kernel)
			s.Kernel.Name, s.Tol, s.Nu = name, 1e-10, 0.2
			s.Kernel.Gamma.Name, s.Kernel.Gamma.Value = "", 0.5
			return s
		}
		direct, given := machine(c.name), machine("precomputed")
		if _, err := direct.Fit(nil, model.NewTraining(x, nil)); err != nil {
			t.Fatal(err)
		}
		if _, err := given.Fit(nil, model.NewTraining(kernelValues(c.k, x, x, false), nil)); err != nil {
			t.Fatal(err)
		}
		want, err := direct.Decision(nil, z)
		if err != nil {
			t.Fatal(err)
		}
		again := machine("precomputed")
		fit := *given.Fitted().(*svm.SVDDFit)
		if err := again.Restore(&fit); err != nil {
			t.Fatal(err)
		}
		for _, s := range []*svm.SVDD{given, again} {
			got, err := s.Decision(nil, kernelValues(c.k, z, x, c.own))
			if err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if !(math.Abs(got[i]-want[i]) <= 1e-7) {
					t.Errorf("%s: f of sample %d is %v, want %v", c.name, i, got[i], want[i])
				}
			}
			_, err = s.Decision(nil, kernelValues(c.k, z, x, !c.own))
			if f, ok := err.(*fault.Error); !ok || f.Code != fault.FeatureCount {
				t.Errorf("%s: the wrong number of columns gives %v, want a fault %q", c.name, err, fault.FeatureCount)
			}
		}
	}
}
