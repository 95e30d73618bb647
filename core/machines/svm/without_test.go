package svm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// TestLeaverOfATube compares the values of an SVR without a sample, exactly, with a fit without it,
// where samples lie on both sides of the tube.
func TestLeaverOfATube(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 3))
	x, _ := data(r, 40, 3, 2)
	y := make([]float64, 40)
	for i := range y {
		y[i] = r.NormFloat64()
	}
	fitted := func(rows []int) (*svm.SVR, model.Training) {
		own := make([]float64, len(rows))
		for p, i := range rows {
			own[p] = y[i]
		}
		m := svm.NewSVR(catalog.Kernel)
		m.Kernel.Name, m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "rbf", "", 0.5
		m.Epsilon, m.C, m.Tol = 0.2, 2, 1e-10
		training := model.Training{Data: model.Data{X: x.Select(rows), Target: model.Values(own)}}
		if _, err := m.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		return m, training
	}
	rows := make([]int, 40)
	for i := range rows {
		rows[i] = i
	}
	m, training := fitted(rows)
	d, err := m.Dual(0, training)
	if err != nil {
		t.Fatal(err)
	}
	l, err := svm.LeaverOf(nil, d, m.Result.Kernel(), x, 1<<20)
	if err != nil || l == nil {
		t.Fatal(l, err)
	}
	for i := range 40 {
		coef, bias, err := l.Without(nil, i)
		if err != nil {
			t.Fatal(err)
		}
		others := append(append([]int(nil), rows[:i]...), rows[i+1:]...)
		without, _ := fitted(others)
		want, _ := without.Predict(nil, x)
		got := make([]float64, 40)
		for a := range got {
			got[a] = bias
			for b, c := range coef {
				got[a] += c * math.Exp(-0.5*squared(x, a, b))
			}
		}
		support.Within(t, "values", got, want, 1e-8)
	}
}

// squared returns the squared distance of two samples.
func squared(x sample.Set, a, b int) (sum float64) {
	p, q := make([]float64, x.Dim()), make([]float64, x.Dim())
	x.Dense(p, a)
	x.Dense(q, b)
	for j, v := range p {
		sum += (v - q[j]) * (v - q[j])
	}
	return sum
}
