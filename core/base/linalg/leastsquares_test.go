package linalg

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// inBlocks returns the system of the rows of a, n x d, and y, added in blocks of a few rows.
func inBlocks(a, y []float64, n, d, free, few int) *LeastSquares {
	s := NewLeastSquares(d, free, n)
	for from := 0; from < n; from += few {
		rows := min(few, n-from)
		block := make([]float64, (d+1)*rows)
		for r := range rows {
			for c := range d {
				block[c*rows+r] = a[(from+r)*d+c]
			}
			block[d*rows+r] = y[from+r]
		}
		s.Add(block, rows)
	}
	return s
}

// The solution is that of gonum's singular value decomposition, the pseudo-inverse, for
// matrices of every shape and rank, in blocks of any size.
func TestLeastSquaresIsThePseudoInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { pseudoInverse(t, 0) })
}

// A row of which the first columns are zero was lost, if there were no more rows than columns yet.
func TestLeastSquaresOfColumnsOfZeros(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { pseudoInverse(t, rapid.IntRange(0, 15).Draw(t, "zeros")) })
}

// pseudoInverse compares with it for a matrix whose first columns are zero.
func pseudoInverse(t *rapid.T, zeros int) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	n, d := rapid.IntRange(1, 30).Draw(t, "n"), rapid.IntRange(1, 20).Draw(t, "d")
	rank := rapid.IntRange(0, max(0, min(n, d-zeros))).Draw(t, "rank")
	left, right := mat.NewDense(n, rank+1, nil), mat.NewDense(rank+1, d, nil)
	for k := range rank {
		for i := range n {
			left.Set(i, k, rng.NormFloat64())
		}
		for j := zeros; j < d; j++ {
			right.Set(k, j, rng.NormFloat64())
		}
	}
	var a mat.Dense
	a.Mul(left, right)
	y := make([]float64, n)
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	x, got, _ := inBlocks(a.RawMatrix().Data, y, n, d, 0, rapid.IntRange(1, 40).Draw(t, "block")).Solve(always)
	if got != rank {
		t.Fatalf("rank %d, not %d", got, rank)
	}
	if rank == 0 {
		return
	}
	var svd mat.SVD
	svd.Factorize(&a, mat.SVDThin)
	if svd.Cond() > 1e6 && rank == min(n, d) || svd.Values(nil)[0]/svd.Values(nil)[rank-1] > 1e6 {
		t.Skip("badly conditioned")
	}
	var want mat.Dense
	svd.SolveTo(&want, mat.NewDense(n, 1, y), rank)
	for j, v := range x {
		if !(math.Abs(v-want.At(j, 0)) <= 1e-8*(1+mat.Norm(&want, math.Inf(1)))) {
			t.Fatalf("x[%d] = %v, want %v", j, v, want.At(j, 0))
		}
	}
}

// With a free column of ones the others are as short as they can be: the solution of the
// centred rows by the pseudo-inverse.
func TestLeastSquaresWithAFreeConstant(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	const n, d = 12, 4
	a, centred := make([]float64, n*(d+1)), mat.NewDense(n, d, nil)
	y, mean, meanY := make([]float64, n), make([]float64, d), 0.0
	for i := range n {
		row := a[i*(d+1) : (i+1)*(d+1)]
		row[0], y[i] = 1, rng.NormFloat64()
		row[1], row[2] = rng.NormFloat64(), rng.NormFloat64()
		row[3], row[4] = row[1]-2*row[2]+7, 3 // dependent on the others and on the constant
		meanY += y[i] / n
		for j := range d {
			mean[j] += row[j+1] / n
		}
	}
	right := mat.NewDense(n, 1, nil)
	for i := range n {
		right.Set(i, 0, y[i]-meanY)
		for j := range d {
			centred.Set(i, j, a[i*(d+1)+j+1]-mean[j])
		}
	}
	x, rank, _ := inBlocks(a, y, n, d+1, 1, 5).Solve(always)
	if rank != 2 {
		t.Fatalf("rank %d, want 2", rank)
	}
	var svd mat.SVD
	svd.Factorize(centred, mat.SVDThin)
	var want mat.Dense
	svd.SolveTo(&want, right, 2)
	bias := meanY
	for j := range d {
		if !(math.Abs(x[j+1]-want.At(j, 0)) <= 1e-12) {
			t.Errorf("x[%d] = %v, want %v", j+1, x[j+1], want.At(j, 0))
		}
		bias -= mean[j] * want.At(j, 0)
	}
	if !(math.Abs(x[0]-bias) <= 1e-12) {
		t.Errorf("constant %v, want %v", x[0], bias)
	}
}

// Units of the columns change neither rank nor solution, and a matrix of condition 1e10,
// whose square float64 cannot hold, is solved.
func TestLeastSquaresKeepsDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	const n, d = 50, 3
	a, y := make([]float64, n*d), make([]float64, n)
	want := []float64{2e-9, -3e12, 5}
	for i := range n {
		one := rng.NormFloat64()
		a[i*d], a[i*d+1], a[i*d+2] = 1e9*one, 1e-12*rng.NormFloat64(), one+1e-10*rng.NormFloat64()
		for j, v := range want {
			y[i] += v * a[i*d+j]
		}
	}
	x, rank, _ := inBlocks(a, y, n, d, 0, 16).Solve(always)
	if rank != d {
		t.Fatalf("rank %d, want %d", rank, d)
	}
	for j, v := range x {
		if !(math.Abs(v-want[j]) <= 1e-4*math.Abs(want[j])) {
			t.Errorf("x[%d] = %v, want %v", j, v, want[j])
		}
	}
}

// It can be ended at every look at the clock, and says how far it is.
func TestLeastSquaresCanEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	a, y := make([]float64, 20*30), make([]float64, 20)
	for i := range a {
		a[i] = rng.NormFloat64()
	}
	for at, ended := 1, true; ended; at++ {
		count, last := 0, 0.0
		_, _, err := inBlocks(a, y, 20, 30, 0, 7).Solve(func(done float64) bool {
			if done < last || done >= 1 {
				t.Errorf("%v after %v", done, last)
			}
			last = done
			count++
			return count != at
		})
		if ended = count == at; ended != (err == ErrStopped) {
			t.Fatalf("at %d: %v", at, err)
		}
		if !ended && at < 40 {
			t.Errorf("only %d looks", at)
		}
	}
}

// Numbers whose squares leave the range are those of other units: a power of two rounds nothing, so that
// the rank is the same and x is in the other unit to the last bit, also where a column depends on others.
func TestLeastSquaresOfSquaresOutOfRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 7))
	const n, d = 12, 3
	for _, dependent := range []bool{false, true} {
		a, y := make([]float64, n*d), make([]float64, n)
		for i := range n {
			for j := range d {
				a[i*d+j] = rng.NormFloat64()
			}
			if dependent {
				a[i*d+2] = a[i*d] - a[i*d+1]
			}
			y[i] = rng.NormFloat64()
		}
		for _, few := range []int{5, n} {
			want, rank, _ := inBlocks(a, y, n, d, 0, few).Solve(always)
			for _, unit := range []float64{0x1p-560, 0x1p-500, 0x1p500, 0x1p560} {
				scaled := make([]float64, n*d)
				for i, v := range a {
					scaled[i] = v * unit
				}
				x, r, _ := inBlocks(scaled, y, n, d, 0, few).Solve(always)
				for j := range x {
					if r != rank || x[j]*unit != want[j] {
						t.Errorf("unit %g, %v: rank %d, x[%d] = %v, want %d and %v", unit, dependent, r, j, x[j]*unit, rank, want[j])
					}
				}
			}
		}
	}
}
