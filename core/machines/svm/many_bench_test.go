package svm_test

import (
	"fmt"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// manyClasses are k classes of two rows each.
func manyClasses(k int) model.Training {
	x, y := make([]float64, 0, 4*k), make([]int32, 0, 2*k)
	for c := range k {
		for r := range 2 {
			x, y = append(x, float64(c)+0.1*float64(r), float64(c%17)), append(y, int32(c))
		}
	}
	return model.Training{Data: model.Data{X: &sample.Matrix{N: 2 * k, D: 2, X: x}, Target: model.Classes{Of: y, Count: k}}, Resources: model.Resources{Memory: &gram.Memory{}}}
}

// BenchmarkManyClasses fits and predicts many classes of two rows: what each pair costs.
func BenchmarkManyClasses(b *testing.B) {
	for _, k := range []int{100, 400} {
		for _, scheme := range []string{"ovo", "ovr"} {
			t := manyClasses(k)
			m := svm.NewSVC(catalog.Kernel)
			m.Kernel.Name = "rbf"
			m.C, m.MultiClass = 100, scheme
			m.Kernel.Gamma = kernel.Width{Value: 10}
			b.Run(fmt.Sprintf("fit%d%s", k, scheme), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := m.Fit(nil, t); err != nil {
						b.Fatal(err)
					}
				}
			})
			m.Fit(nil, t)
			b.Run(fmt.Sprintf("predict%d%s", k, scheme), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					m.Predict(nil, t.X)
				}
			})
		}
	}
}
