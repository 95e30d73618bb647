package linalg

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// BenchmarkMat times what users of gonum/mat see, with gonum's routines
// ("before") and with these ("after").
func BenchmarkMat(b *testing.B) {
	c := chance{rand.New(rand.NewPCG(31, 32))}
	dense := func(rows, cols int) *mat.Dense { return mat.NewDense(rows, cols, c.vector(rows*cols)) }
	// symmetric is positive definite, its diagonal far above the rest.
	symmetric := func(n int) *mat.SymDense {
		s := mat.NewSymDense(n, c.vector(n*n))
		for i := range n {
			s.SetSym(i, i, float64(2*n))
		}
		return s
	}
	for _, task := range []struct {
		name string
		make func() func()
	}{
		{"cholesky/n=1000", func() func() {
			s := symmetric(1000)
			return func() { new(mat.Cholesky).Factorize(s) }
		}},
		{"cholesky/n=2000", func() func() {
			s := symmetric(2000)
			return func() { new(mat.Cholesky).Factorize(s) }
		}},
		{"product/n=1000", func() func() {
			x, y, z := dense(1000, 1000), dense(1000, 1000), mat.NewDense(1000, 1000, nil)
			return func() { z.Mul(x, y) }
		}},
		{"gram/n=1000", func() func() {
			x, z := dense(1000, 1000), mat.NewSymDense(1000, nil)
			return func() { z.SymOuterK(1, x) }
		}},
		{"solve/n=1000/right=1000", func() func() {
			var factor mat.Cholesky
			factor.Factorize(symmetric(1000))
			x, y := dense(1000, 1000), mat.NewDense(1000, 1000, nil)
			return func() { _ = factor.SolveTo(y, x) }
		}},
		{"solve/n=1000/right=1", func() func() {
			var factor mat.Cholesky
			factor.Factorize(symmetric(1000))
			x, y := mat.NewVecDense(1000, c.vector(1000)), mat.NewVecDense(1000, nil)
			return func() { _ = factor.SolveVecTo(y, x) }
		}},
		{"lu/n=1000", func() func() {
			x := dense(1000, 1000)
			return func() { new(mat.LU).Factorize(x) }
		}},
		{"eigen/n=500", func() func() {
			s := symmetric(500)
			return func() { new(mat.EigenSym).Factorize(s, true) }
		}},
		{"matrix times vector/n=1000", func() func() {
			x, y, z := dense(1000, 1000), mat.NewVecDense(1000, c.vector(1000)), mat.NewVecDense(1000, nil)
			return func() { z.MulVec(x, y) }
		}},
	} {
		b.Run(task.name+"/before", func(b *testing.B) {
			blas64.Use(blasgonum.Implementation{})
			lapack64.Use(lapackgonum.Implementation{})
			run := task.make()
			for b.Loop() {
				run()
			}
		})
		b.Run(task.name+"/after", func(b *testing.B) {
			Use()
			run := task.make()
			for b.Loop() {
				run()
			}
		})
	}
}

// BenchmarkRoutine compares single routines, at the shapes where gonum's
// LAPACK calls them and at small ones.
func BenchmarkRoutine(b *testing.B) {
	c := chance{rand.New(rand.NewPCG(33, 34))}
	const n = 400
	a, x, y := c.triangular(n, n), c.vector(n*n), c.vector(n*n)
	for _, size := range []int{3, 5, 8, 16, 32, 64, n} {
		for _, impl := range []struct {
			name string
			impl blas.Float64
		}{{"before", blasgonum.Implementation{}}, {"after", newKernels(tuned())}} {
			for name, run := range map[string]func(k blas.Float64){
				"Dgemm":  func(k blas.Float64) { k.Dgemm('N', 'N', size, size, size, 1, a, n, x, n, 0, y, n) },
				"Dsyrk":  func(k blas.Float64) { k.Dsyrk('U', 'T', size, size, 1, a, n, 0, y, n) },
				"Dsyr2k": func(k blas.Float64) { k.Dsyr2k('U', 'N', size, size, 1, a, n, x, n, 0, y, n) },
				"Dtrsm":  func(k blas.Float64) { k.Dtrsm('L', 'U', 'T', 'U', size, size, 1, a, n, y, n) },
				"Dtrsv":  func(k blas.Float64) { k.Dtrsv('U', 'T', 'U', size, a, n, y, 1) },
				"Dgemv":  func(k blas.Float64) { k.Dgemv('N', size, size, 1, a, n, x, 1, 0, y, 1) },
				"DgemvT": func(k blas.Float64) { k.Dgemv('T', size, size, 1, a, n, x, 1, 0, y, 1) },
				"Dsymv":  func(k blas.Float64) { k.Dsymv('U', size, 1, a, n, x, 1, 0, y, 1) },
				"Dger":   func(k blas.Float64) { k.Dger(size, size, 1e-9, x, 1, x, 1, y, n) },
				"Ddot":   func(k blas.Float64) { k.Ddot(size, x, 1, y, 1) },
				"Daxpy":  func(k blas.Float64) { k.Daxpy(size, 1e-9, x, 1, y, 1) },
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
