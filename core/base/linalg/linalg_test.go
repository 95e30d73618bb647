package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/blas/testblas"
	"gonum.org/v1/gonum/lapack/testlapack"
)

// gonum's own suites: small shapes, all flags, and the arguments that panic; see judged.
func TestAgainstGonumsSuites(t *testing.T) {
	for name, suite := range map[string]func(t *testing.T){
		"Dgemm":  func(t *testing.T) { testblas.TestDgemm(t, judged{}) },
		"Dsyrk":  func(t *testing.T) { testblas.DsyrkTest(t, judged{}) },
		"Dsyr2k": func(t *testing.T) { testblas.Dsyr2kTest(t, judged{}) },
		"Dtrsm":  func(t *testing.T) { testblas.DtrsmTest(t, judged{}) },
		"Dtrsv":  func(t *testing.T) { testblas.DtrsvTest(t, judged{}) },
		"Dgemv":  func(t *testing.T) { testblas.DgemvTest(t, judged{}) },
		"Dsymv":  func(t *testing.T) { testblas.DsymvTest(t, judged{}) },
		"Dpotrf": func(t *testing.T) { testlapack.DpotrfTest(t, judgedFactors{}) },
		"Dsyev":  func(t *testing.T) { testlapack.DsyevTest(t, judgedFactors{}) },
	} {
		t.Run(name, suite)
	}
}

// chance draws the arguments of a call.
type chance struct{ *rand.Rand }

func (c chance) vector(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = c.NormFloat64()
	}
	return x
}

// size draws a dimension: mostly small, sometimes beyond a block.
func (c chance) size() int {
	switch c.IntN(8) {
	case 0:
		return 1 + c.IntN(4)
	case 1:
		return 60 + c.IntN(250)
	}
	return 1 + c.IntN(40)
}

// stride draws a leading dimension for rows of n numbers.
func (c chance) stride(n int) int { return n + c.IntN(2)*c.IntN(7) }

// increment draws the step of a vector.
func (c chance) increment() int { return []int{1, 1, 1, 2, 3, -1, -2}[c.IntN(7)] }

// factor draws alpha or beta, the special values among them.
func (c chance) factor() float64 { return []float64{0, 1, -1, c.NormFloat64()}[c.IntN(4)] }

func (c chance) transpose() blas.Transpose {
	return []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}[c.IntN(3)]
}

func (c chance) uplo() blas.Uplo { return []blas.Uplo{blas.Upper, blas.Lower}[c.IntN(2)] }
func (c chance) side() blas.Side { return []blas.Side{blas.Left, blas.Right}[c.IntN(2)] }
func (c chance) diag() blas.Diag { return []blas.Diag{blas.Unit, blas.NonUnit}[c.IntN(2)] }

// strided draws storage for n entries at an increment, with additional numbers.
func (c chance) strided(n, inc int) []float64 {
	return c.vector(1 + (n-1)*max(inc, -inc) + c.IntN(4))
}

// result is strided, of NaN when beta says that nothing of it is read. Positions
// that belong to no entry are numbers, so that the comparison sees them.
func (c chance) result(n, inc int, beta float64) []float64 {
	y := c.strided(n, inc)
	if beta == 0 {
		for i := range n {
			y[i*max(inc, -inc)] = math.NaN()
		}
	}
	return y
}

func (c chance) matrix(rows, cols, stride int) []float64 {
	return c.vector((rows-1)*stride + cols + c.IntN(4))
}

// target is a result matrix, of NaN in the part that beta = 0 overwrites.
func (c chance) target(p part, rows, cols, stride int, beta float64) []float64 {
	m := c.matrix(rows, cols, stride)
	if beta == 0 {
		for i := range rows {
			first, end := p.bounds(i, cols)
			for j := first; j < end; j++ {
				m[i*stride+j] = math.NaN()
			}
		}
	}
	return m
}

// triangle is target for one of its triangles.
func (c chance) triangle(ul blas.Uplo, n, stride int, beta float64) []float64 {
	if ul == blas.Lower {
		return c.target(lower, n, n, stride, beta)
	}
	return c.matrix(n, n, stride) // gonum's, as it is
}

// TestAgainstGonum draws calls, and compares all numbers that they write, and all that they
// must not change, with gonum's routines.
func TestAgainstGonum(t *testing.T) {
	gonum := blasgonum.Implementation{}
	type call struct {
		text string
		size int       // terms in a sum
		out  []float64 // what the call writes
		run  func(impl blas.Float64, out []float64)
	}
	for name, draw := range map[string]func(c chance) call{
		"Dgemm": func(c chance) call {
			tA, tB, m, n, k, alpha, beta := c.transpose(), c.transpose(), c.size(), c.size(), c.size(), c.factor(), c.factor()
			rowsA, colsA := swapIf(tA, m, k)
			rowsB, colsB := swapIf(tB, k, n)
			lda, ldb, ldc := c.stride(colsA), c.stride(colsB), c.stride(n)
			a, b := c.matrix(rowsA, colsA, lda), c.matrix(rowsB, colsB, ldb)
			return call{fmt.Sprintf("%c%c m=%d n=%d k=%d alpha=%v beta=%v strides %d %d %d", tA, tB, m, n, k, alpha, beta, lda, ldb, ldc), k, c.target(whole, m, n, ldc, beta),
				func(impl blas.Float64, out []float64) {
					impl.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, out, ldc)
				}}
		},
		"Dsyrk": func(c chance) call {
			ul, tA, n, k, alpha, beta := c.uplo(), c.transpose(), c.size(), c.size(), c.factor(), c.factor()
			rows, cols := swapIf(tA, n, k)
			lda, ldc := c.stride(cols), c.stride(n)
			a := c.matrix(rows, cols, lda)
			return call{fmt.Sprintf("%c%c n=%d k=%d alpha=%v beta=%v strides %d %d", ul, tA, n, k, alpha, beta, lda, ldc), k, c.triangle(ul, n, ldc, beta),
				func(impl blas.Float64, out []float64) {
					if _, isGonum := impl.(blasgonum.Implementation); isGonum && beta == 0 && ul == blas.Lower {
						scale(lower, n, n, 0, out, ldc) // or it keeps NaN, for Trans
					}
					impl.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, out, ldc)
				}}
		},
		"Dsyr2k": func(c chance) call {
			ul, tA, n, k, alpha, beta := c.uplo(), c.transpose(), c.size(), c.size(), c.factor(), c.factor()
			rows, cols := swapIf(tA, n, k)
			lda, ldb, ldc := c.stride(cols), c.stride(cols), c.stride(n)
			a, b := c.matrix(rows, cols, lda), c.matrix(rows, cols, ldb)
			return call{fmt.Sprintf("%c%c n=%d k=%d alpha=%v beta=%v strides %d %d %d", ul, tA, n, k, alpha, beta, lda, ldb, ldc), 2 * k, c.triangle(ul, n, ldc, beta),
				func(impl blas.Float64, out []float64) {
					impl.Dsyr2k(ul, tA, n, k, alpha, a, lda, b, ldb, beta, out, ldc)
				}}
		},
		"Dtrsm": func(c chance) call {
			s, ul, tA, d, m, n, alpha := c.side(), c.uplo(), c.transpose(), c.diag(), c.size(), c.size(), c.factor()
			order := m
			if s == blas.Right {
				order = n
			}
			lda, ldb := c.stride(order), c.stride(n)
			a := c.triangular(order, lda)
			return call{fmt.Sprintf("%c%c%c%c m=%d n=%d alpha=%v strides %d %d", s, ul, tA, d, m, n, alpha, lda, ldb), order, c.target(whole, m, n, ldb, 1),
				func(impl blas.Float64, out []float64) { impl.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, out, ldb) }}
		},
		"Dtrsv": func(c chance) call {
			ul, tA, d, n, inc := c.uplo(), c.transpose(), c.diag(), c.size(), c.increment()
			lda := c.stride(n)
			a := c.triangular(n, lda)
			return call{fmt.Sprintf("%c%c%c n=%d stride %d inc %d", ul, tA, d, n, lda, inc), n, c.strided(n, inc),
				func(impl blas.Float64, out []float64) { impl.Dtrsv(ul, tA, d, n, a, lda, out, inc) }}
		},
		"Dgemv": func(c chance) call {
			tA, m, n, alpha, beta, incX, incY := c.transpose(), c.size(), c.size(), c.factor(), c.factor(), c.increment(), c.increment()
			lenY, lenX := swapIf(tA, m, n)
			lda := c.stride(n)
			a, x, y := c.matrix(m, n, lda), c.strided(lenX, incX), c.result(lenY, incY, beta)
			return call{fmt.Sprintf("%c m=%d n=%d alpha=%v beta=%v stride %d inc %d %d", tA, m, n, alpha, beta, lda, incX, incY), lenX, y,
				func(impl blas.Float64, out []float64) {
					if _, isGonum := impl.(blasgonum.Implementation); isGonum && incY == 1 {
						out = out[:lenY] // or it clears more, without assembly
					}
					impl.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, out, incY)
				}}
		},
		"Dsymv": func(c chance) call {
			ul, n, alpha, beta, incX, incY := c.uplo(), c.size(), c.factor(), c.factor(), c.increment(), c.increment()
			lda := c.stride(n)
			a, x := c.matrix(n, n, lda), c.strided(n, incX)
			return call{fmt.Sprintf("%c n=%d alpha=%v beta=%v stride %d inc %d %d", ul, n, alpha, beta, lda, incX, incY), n, c.result(n, incY, beta),
				func(impl blas.Float64, out []float64) {
					impl.Dsymv(ul, n, alpha, a, lda, x, incX, beta, out, incY)
				}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := chance{rand.New(rand.NewPCG(11, uint64(len(name))))}
			for range 300 {
				drawn := draw(c)
				want := slices.Clone(drawn.out)
				drawn.run(gonum, want)
				tolerance := 1e-14 * float64(drawn.size+10)
				got := slices.Clone(drawn.out)
				drawn.run(judged{}, got)
				for i := range want {
					if !(math.Abs(got[i]-want[i]) <= tolerance*(1+math.Abs(want[i]))) {
						t.Fatalf("%s: entry %d is %v, gonum's %v", drawn.text, i, got[i], want[i])
					}
				}
			}
		})
	}
}

// triangular draws a matrix that is well conditioned as a triangle, with unit
// diagonal or its own.
func (c chance) triangular(n, stride int) []float64 {
	a := c.matrix(n, n, stride)
	for i := range a {
		a[i] /= float64(n)
	}
	for i := range n {
		a[i*stride+i] = 1 + c.Float64()
	}
	return a
}

// The entries outside of the triangle that a routine reads may be anything.
func TestTheOtherTriangleIsNotRead(t *testing.T) {
	c, ks := chance{rand.New(rand.NewPCG(13, 14))}, newKernels()
	n := 70
	a := c.triangular(n, n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			a[i*n+j] = math.NaN()
		}
	}
	left, right, x, y := c.vector(n*n), c.vector(n*n), c.vector(n), c.vector(n)
	ks.solveLeft(n, n, a, n, left, n)
	ks.solveRight(n, n, a, n, right, n)
	ks.dtrsv(plain, n, a, n, x)
	ks.dtrsv(turned, n, a, n, x)
	ks.dsymv(n, a, n, x, y)
	for i, v := range slices.Concat(left, right, x, y) {
		if math.IsNaN(v) {
			t.Fatalf("result %d is NaN", i)
		}
	}
}
