package linalg

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
)

// BenchmarkRoutine compares single routines with gonum's, at the shapes of the
// factorisations and at small ones.
func BenchmarkRoutine(b *testing.B) {
	c := chance{rand.New(rand.NewPCG(33, 34))}
	const n = 400
	a, x, y := c.triangular(n, n), c.vector(n*n), c.vector(n*n)
	for _, size := range []int{3, 5, 8, 16, 32, 64, n} {
		for _, impl := range []struct {
			name string
			impl blas.Float64
		}{{"gonum", blasgonum.Implementation{}}, {"own", judged{}}} {
			for name, run := range map[string]func(k blas.Float64){
				"Dgemm":  func(k blas.Float64) { k.Dgemm('N', 'N', size, size, size, 1, a, n, x, n, 0, y, n) },
				"Dsyrk":  func(k blas.Float64) { k.Dsyrk('L', 'N', size, size, 1, a, n, 0, y, n) },
				"Dsyr2k": func(k blas.Float64) { k.Dsyr2k('L', 'T', size, size, 1, a, n, x, n, 0, y, n) },
				"Dtrsm":  func(k blas.Float64) { k.Dtrsm('R', 'L', 'T', 'N', size, size, 1, a, n, y, n) },
				"Dtrsv":  func(k blas.Float64) { k.Dtrsv('L', 'T', 'N', size, a, n, y, 1) },
				"Dgemv":  func(k blas.Float64) { k.Dgemv('N', size, size, 1, a, n, x, 1, 0, y, 1) },
				"DgemvT": func(k blas.Float64) { k.Dgemv('T', size, size, 1, a, n, x, 1, 0, y, 1) },
				"Dsymv":  func(k blas.Float64) { k.Dsymv('L', size, 1, a, n, x, 1, 0, y, 1) },
			} {
				b.Run(fmt.Sprintf("%s/n=%d/%s", name, size, impl.name), func(b *testing.B) {
					for b.Loop() {
						run(impl.impl)
					}
				})
			}
		}
	}
}
