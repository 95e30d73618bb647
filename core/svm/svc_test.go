package svm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/catalog"
	"maxmargin/core/dataset"
	"maxmargin/core/model"
	"maxmargin/core/sample"
	"maxmargin/core/svm"
	"os"
)

func fit(t testing.TB, set sample.Set, y []int32, k int, change func(*svm.Options)) (*svm.SVC, model.Report) {
	t.Helper()
	m := svm.NewSVC(catalog.Kernel)
	if change != nil {
		change(&m.Options)
	}
	r, err := m.Fit(nil, model.Training{X: set, Y: y, Classes: k})
	if err != nil {
		t.Fatal(err)
	}
	return m, r
}

func TestHeartScaleObjective(t *testing.T) {
	text, err := os.ReadFile("../../../shared/data/libsvm/heart_scale")
	if err != nil {
		t.Skip(err)
	}
	set, labels, err := dataset.ReadLibsvm(text)
	if err != nil {
		t.Fatal(err)
	}
	y := make([]int32, len(labels))
	for i, l := range labels {
		if l > 0 {
			y[i] = 1
		}
	}
	_, r := fit(t, set, y, 2, func(o *svm.Options) {
		o.Kernel.Gamma.Name, o.Kernel.Gamma.Value = "", 1.0/13
		o.Tol = 1e-6
	})
	if want := -100.877292; math.Abs(r.Objective-want) > 1e-6*-want {
		t.Errorf("objective %v, want %v", r.Objective, want)
	}
	if r.SupportVectors != 132 {
		t.Errorf("%d support vectors", r.SupportVectors)
	}
	t.Logf("%+v", r)
}

func gaussians(n, d int, seed uint64) (*sample.Matrix, []int32) {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := make([]float64, n*d), make([]int32, n)
	for i := range n {
		y[i] = int32(i % 2)
		for j := range d {
			x[i*d+j] = rng.NormFloat64() + float64(y[i])*2.56/math.Sqrt(float64(d))
		}
	}
	m, _ := sample.NewMatrix(x, n, d)
	return m, y
}

func BenchmarkGaussians(b *testing.B) {
	set, y := gaussians(2000, 20, 1)
	for b.Loop() {
		_, r := fit(b, set, y, 2, func(o *svm.Options) { o.Kernel.Gamma.Name = "auto" })
		b.ReportMetric(float64(r.Iterations), "iterations")
	}
}
