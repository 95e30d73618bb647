package svm_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// BenchmarkPath tells how many times as long as a fit at the greatest C the path takes from C = 0.01
// to 10 for 500 rows.
func BenchmarkPath(b *testing.B) {
	for _, d := range []int{2, 20} {
		const n = 500
		rng := rand.New(rand.NewPCG(1, 2))
		x, y := &sample.Matrix{N: n, D: d}, make([]int32, n)
		for i := range y {
			y[i] = int32(i % 2)
			for j := range d {
				shift := 0.0
				if j < 4 {
					shift = float64(2*y[i]-1) / 2
				}
				x.X = append(x.X, shift+rng.NormFloat64())
			}
		}
		t := model.NewTraining(x, model.Classes{Of: y, Count: 2})
		b.Run(fmt.Sprintf("d=%d", d), func(b *testing.B) {
			fit, path, pieces := time.Duration(0), time.Duration(0), 0
			for range b.N {
				began := time.Now()
				m := svm.NewSVC(catalog.Kernel)
				m.C, m.CacheSize = 10, 100
				if _, err := m.Fit(nil, t); err != nil {
					b.Fatal(err)
				}
				fit += time.Since(began)
				began = time.Now()
				p, _, err := svm.NewSVC(catalog.Kernel).Path(nil, t, svm.PathRequest{Least: 0.01, Greatest: 10})
				if err != nil {
					b.Fatal(err)
				}
				path, pieces = path+time.Since(began), len(p.From)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(fit.Seconds()*1000/float64(b.N), "ms/fit")
			b.ReportMetric(path.Seconds()*1000/float64(b.N), "ms/path")
			b.ReportMetric(float64(path)/float64(fit), "fits")
			b.ReportMetric(float64(pieces), "pieces")
		})
	}
}
