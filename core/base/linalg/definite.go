package linalg

import (
	"errors"
	"math"
)

// Definite is a symmetric positive definite matrix A = L Lᵀ, n x n, by its Cholesky factor. It
// calls its Watch, which Attend replaces, every few milliseconds. Once the watch has returned
// false, Stopped is true, and results are unusable, except those of Solve.
type Definite struct {
	n    int
	l    []float64 // L in the lower triangle, row-major; above it anything
	norm float64   // ‖A‖₁
	blas kernels
}

// Watch gets the share of the work that is done, 0 to 1, and returns false to end it.
type Watch func(done float64) bool

// The errors of Factorize and NewLeading.
var (
	ErrNotDefinite  = errors.New("linalg: the matrix is not positive definite")
	ErrNotConverged = errors.New("linalg: the eigenvalues have not converged")
	ErrStopped      = errors.New("linalg: stopped")
)

// definiteBlock is the number of columns of a block, and the least of its rows: large enough for
// fast products, and small enough that a block of a matrix of order 10000 takes 30 ms.
const definiteBlock = 128

// tall returns the number of rows of a block whose entries are inner products of the given
// length. The more rows, the less often the columns are packed.
func tall(depth int) int {
	const work = 1 << 27 // multiply-adds
	return max(definiteBlock, work/definiteBlock/max(depth, 1)/rowBlock*rowBlock)
}

// Factorize returns A, whose lower triangle is in a, n x n and row-major, with its factor,
// which overwrites that triangle and does not change the rest of a. The error is
// ErrNotDefinite when a pivot is not positive, or ErrStopped. It takes n³/6 multiply-adds
// and no memory.
//
// It computes one column of blocks after the other (left-looking, Golub & Van Loan, Matrix
// Computations, section 4.2.5):
//
//	L_jj L_jjᵀ = A_jj - sum over k < j of L_jk L_jkᵀ
//	L_ij = (A_ij - sum over k < j of L_ik L_jkᵀ) L_jj⁻ᵀ,  i > j
func Factorize(a []float64, n int, watch Watch) (*Definite, error) {
	d := &Definite{n: n, l: a, blas: newKernels().watched(watch)}
	d.norm = d.blas.symmetricNorm(a, n)
	work := 0.0
	total := float64(n) * float64(n) * float64(n) / 6
	for j := 0; j < n; j += definiteBlock {
		width := min(definiteBlock, n-j)
		if j > 0 {
			d.blas.dsyrk(plain, width, j, -1, a[j*n:], n, 1, a[j*n+j:], n)
		}
		definite := d.blas.cholesky(width, a[j*n+j:], n)
		if d.Stopped() {
			return nil, ErrStopped
		}
		if !definite {
			return nil, ErrNotDefinite
		}
		for i, most := j+width, tall(j+width); i < n; i += most {
			height := min(most, n-i)
			block := a[i*n+j:]
			if j > 0 {
				d.blas.dgemm(plain, turned, height, width, j, -1, a[i*n:], n, a[j*n:], n, 1, block, n)
			}
			d.blas.solveRight(height, width, a[j*n+j:], n, block, n)
			work += float64(height) * float64(width) * float64(j+width)
			if !d.blas.look(min(1, work/total)) {
				return nil, ErrStopped
			}
		}
	}
	return d, nil
}

// Attend sets the watch of further work.
func (d *Definite) Attend(watch Watch) { d.blas = d.blas.watched(watch) }

// Stopped reports whether a watch has ended the work.
func (d *Definite) Stopped() bool { return d.blas.stopped() }

// symmetricNorm returns the largest sum of absolute values in a row of the
// symmetric matrix whose lower triangle is in a.
func (ks kernels) symmetricNorm(a []float64, n int) float64 {
	sums := make([]float64, n)
	for i := 0; i < n && ks.took(slow*i); i++ {
		for j, v := range a[i*n : i*n+i] {
			sums[i] += math.Abs(v)
			sums[j] += math.Abs(v)
		}
		sums[i] += math.Abs(a[i*n+i])
	}
	largest := 0.0
	for _, s := range sums {
		largest = max(largest, s)
	}
	return largest
}

// ReciprocalCondition estimates 1/(‖A‖₁ ‖A⁻¹‖₁): near 1 a well-posed system,
// below 1e-16 one whose solution is noise.
func (d *Definite) ReciprocalCondition() float64 {
	inverse := d.inverseNorm()
	if math.IsNaN(inverse) {
		return 0 // an overflow: a solution would be noise
	}
	return 1 / inverse / d.norm
}

// inverseNorm estimates ‖A⁻¹‖₁ from below, rarely by less than a third of it: Hager's ascent over
// the columns of A⁻¹, and one vector of alternating signs for the matrices that deceive it (Higham,
// Accuracy and Stability of Numerical Algorithms, algorithm 15.4).
func (d *Definite) inverseNorm() float64 {
	const steps = 5
	x := make([]float64, d.n)
	for i := range x {
		x[i] = 1 / float64(d.n)
	}
	d.Solve(x)
	estimate, column := absoluteSum(x), -1
	for range steps {
		if d.Stopped() {
			break
		}
		for i, v := range x {
			x[i] = math.Copysign(1, v)
		}
		d.Solve(x)
		best := 0
		for i, v := range x {
			if math.Abs(v) > math.Abs(x[best]) {
				best = i
			}
		}
		if best == column {
			break
		}
		column = best
		clear(x)
		x[column] = 1
		d.Solve(x)
		norm := absoluteSum(x)
		if norm <= estimate {
			break
		}
		estimate = norm
	}
	for i := range x {
		x[i] = 1 + float64(i)/float64(max(1, d.n-1))
		if i%2 == 1 {
			x[i] = -x[i]
		}
	}
	d.Solve(x)
	return max(estimate, 2*absoluteSum(x)/float64(3*d.n))
}

func absoluteSum(x []float64) (sum float64) {
	for _, v := range x {
		sum += math.Abs(v)
	}
	return sum
}

// Solve replaces b by A⁻¹ b.
func (d *Definite) Solve(b []float64) {
	d.blas.dtrsv(plain, d.n, d.l, d.n, b)
	d.blas.dtrsv(turned, d.n, d.l, d.n, b)
}

// InverseDiagonal sets dst_i = (A⁻¹)_ii, the squared norm of column i of L⁻¹. It
// takes as long as the factorisation and n x 128 numbers of memory.
func (d *Definite) InverseDiagonal(dst []float64, watch Watch) error {
	n := d.n
	d.Attend(watch)
	columns := make([]float64, n*min(n, definiteBlock)) // a block of columns of L⁻¹
	for j := 0; j < n; j += definiteBlock {
		width := min(definiteBlock, n-j)
		x := columns[:(n-j)*width]
		before, left := 1-cube(n-j)/cube(n), (cube(n-j)-cube(n-j-width))/cube(n)
		if !d.inverseColumns(x, j, width, func(done float64) bool { return d.blas.look(min(1, before+left*done)) }) {
			return ErrStopped
		}
		for c := range width {
			sum := 0.0
			for r := c; r < n-j; r++ {
				sum += float64(x[r*width+c] * x[r*width+c])
			}
			dst[j+c] = sum
		}
	}
	return nil
}

func cube(n int) float64 { return float64(n) * float64(n) * float64(n) }
