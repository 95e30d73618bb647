package multiclass_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/multiclass"
	"maxmargin/core/model"
)

// With more than a thousand rows and the linear kernel, passes over the rows find what the kernel
// matrix of the same rows gives: both formulations, dense and sparse rows, weights of which some
// are 0, costs, and a constant.
func TestPassesOverRowsAgreeWithTheKernelMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(174, 1))
	const n, d, k = 1001, 5, 4
	x, y, weight := make([]float64, n*d), make([]int32, n), make([]float64, n)
	for i := range n {
		y[i], weight[i] = int32(rng.IntN(k)), float64(rng.IntN(3))
		for j := range d {
			if rng.IntN(3) > 0 {
				x[i*d+j] = rng.NormFloat64()
			}
		}
		x[i*d+int(y[i])] += 1.5
	}
	matrix, sparse := &sample.Matrix{N: n, D: n, X: make([]float64, n*n)}, &sample.CSR{N: n, D: d, Ptr: []int32{0}}
	for i := range n {
		for j := range d {
			if v := x[i*d+j]; v != 0 {
				sparse.Index, sparse.Value = append(sparse.Index, int32(j)), append(sparse.Value, v)
			}
		}
		sparse.Ptr = append(sparse.Ptr, int32(len(sparse.Index)))
		for j := range n {
			for c := range d {
				matrix.X[i*n+j] += x[i*d+c] * x[j*d+c]
			}
		}
	}
	for _, pairwise := range []bool{false, true} {
		for _, constant := range []bool{false, true} {
			set := func(o *multiclass.MulticlassSVCOptions) {
				o.C, o.Formulation, o.FitIntercept, o.Tol = 0.02, formulation(pairwise), constant, 1e-8
				o.Costs = table([]float64{0, 1, 2, 1, 1, 0, 1, 3, 1, 1, 0, 1, 2, 1, 1, 0})
			}
			given := model.NewTraining(matrix, model.Classes{Of: y, Count: k})
			given.Weight = weight
			m, f, report := svc(t, given, func(o *multiclass.MulticlassSVCOptions) {
				set(o)
				o.Kernel = kernel.Spec{Name: "precomputed", Gamma: kernel.Width{Value: 1}, Degree: 3}
			})
			want, _, err := m.Decision(nil, matrix, "")
			if err != nil {
				t.Fatal(err)
			}
			for _, rows := range []sample.Set{&sample.Matrix{N: n, D: d, X: x}, sparse} {
				for _, shrinking := range []bool{false, true} {
					data := model.NewTraining(rows, model.Classes{Of: y, Count: k})
					data.Weight = weight
					got, g, by := svc(t, data, func(o *multiclass.MulticlassSVCOptions) { set(o); o.Shrinking = shrinking })
					values, _, err := got.Decision(nil, rows, "")
					if err != nil {
						t.Fatal(err)
					}
					support.Near(t, "objective", []float64{by.Objective}, []float64{report.Objective}, 1e-6)
					support.Near(t, "values", values, want, 1e-5)
					support.Near(t, "hinge", g.Hinge, f.Hinge, 1e-5)
					support.Near(t, "constants", g.Intercept, f.Intercept, 1e-5)
				}
			}
		}
	}
}

// dna with C = 1: LIBLINEAR 2.30 (liblinear-train -s 4 -e 0.001 dna.scale) ends with the objective
// -50.669589, and the minimum is a little below.
func TestDnaAsLiblinear(t *testing.T) {
	x, labels := facts.Libsvm(t, "dna.scale")
	y := make([]int32, len(labels))
	for i, l := range labels {
		y[i] = int32(l) - 1
	}
	_, _, report := svc(t, model.NewTraining(x, model.Classes{Of: y, Count: 3}), func(o *multiclass.MulticlassSVCOptions) { o.Tol = 1e-3 })
	if !(math.Abs(report.Objective+50.669589) <= 5e-5) {
		t.Errorf("%+v", report)
	}
}
