package linalg

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

func always(float64) bool { return true }

// definite returns B Bᵀ / n + I, n x n, for a random B.
func definite(c chance, n int) []float64 {
	b, a := c.vector(n*n), make([]float64, n*n)
	for i := range n {
		for j := range i + 1 {
			sum, row := 0.0, b[j*n:(j+1)*n]
			for k, v := range b[i*n : (i+1)*n] {
				sum += v * row[k]
			}
			a[i*n+j], a[j*n+i] = sum/float64(n), sum/float64(n)
		}
		a[i*n+i]++
	}
	return a
}

// times returns A x for a symmetric A of which the lower triangle is read.
func times(a []float64, n int, x []float64) []float64 {
	y := make([]float64, n)
	for i := range n {
		for j := range n {
			y[i] += a[max(i, j)*n+min(i, j)] * x[j]
		}
	}
	return y
}

// lowerOf returns a copy whose upper triangle is NaN: it must not be read.
func lowerOf(a []float64, n int) []float64 {
	c := append([]float64(nil), a...)
	for i := range n {
		for j := i + 1; j < n; j++ {
			c[i*n+j] = math.NaN()
		}
	}
	return c
}

// Orders on both sides of one and two blocks.
var orders = []int{1, 2, 7, 64, 127, 128, 129, 200, 256, 300}

func TestDefiniteSolves(t *testing.T) {
	c := chance{rand.New(rand.NewPCG(71, 1))}
	for _, n := range orders {
		a, b := definite(c, n), c.vector(n)
		d, err := Factorize(lowerOf(a, n), n, always)
		if err != nil {
			t.Fatalf("n = %d: %v", n, err)
		}
		x := append([]float64(nil), b...)
		d.Solve(x)
		for i, v := range times(a, n, x) {
			if !(math.Abs(v-b[i]) <= 1e-12*float64(n)) {
				t.Fatalf("n = %d: (A x)_%d is %v, want %v", n, i, v, b[i])
			}
		}
		diagonal := make([]float64, n)
		if err := d.InverseDiagonal(diagonal, always); err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{0, n / 2, n - 1} {
			e := make([]float64, n)
			e[i] = 1
			d.Solve(e)
			if !(math.Abs(diagonal[i]-e[i]) <= 1e-12) {
				t.Errorf("n = %d: (A⁻¹)_%d%d is %v, want %v", n, i, i, diagonal[i], e[i])
			}
		}
		if r := d.ReciprocalCondition(); !(r > 1e-3 && r <= 1) {
			t.Errorf("n = %d: reciprocal condition %v of a well-posed matrix", n, r)
		}
	}
}

func TestIllConditionedIsSeen(t *testing.T) {
	const n = 150
	a := make([]float64, n*n)
	for i := range n {
		a[i*n+i] = math.Pow(10, -14*float64(i)/(n-1))
	}
	d, err := Factorize(a, n, always)
	if err != nil {
		t.Fatal(err)
	}
	if r := d.ReciprocalCondition(); !(r > 0.5e-14 && r < 2e-14) {
		t.Errorf("reciprocal condition %v, want 1e-14", r)
	}
}

func TestIndefiniteIsAnError(t *testing.T) {
	c := chance{rand.New(rand.NewPCG(72, 1))}
	for _, n := range orders {
		whole := definite(c, n)
		for _, at := range []int{0, n / 2, n - 1} {
			a := append([]float64(nil), whole...)
			a[at*n+at] = -1
			if _, err := Factorize(a, n, always); !errors.Is(err, ErrNotDefinite) {
				t.Errorf("n = %d, negative at %d: %v", n, at, err)
			}
		}
	}
	if _, err := Factorize([]float64{math.NaN()}, 1, always); !errors.Is(err, ErrNotDefinite) {
		t.Errorf("NaN: %v", err)
	}
}

// The share of the work ascends to 1, and false ends it.
func TestDefiniteIsWatched(t *testing.T) {
	c := chance{rand.New(rand.NewPCG(73, 1))}
	const n = 900
	a := definite(c, n)
	last, calls := 0.0, 0
	count := func(done float64) bool {
		if !(done >= last && done <= 1) {
			t.Errorf("share %v after %v", done, last)
		}
		last = done
		calls++
		return true
	}
	d, err := Factorize(append([]float64(nil), a...), n, count)
	if err != nil || last < 0.8 || calls < 7 {
		t.Fatalf("%d calls, the last with %v, %v", calls, last, err)
	}
	for _, depth := range []int{1, 2000, 10000} {
		if work := tall(depth) * definiteBlock * depth; depth > 1 && work > 1<<28 || tall(depth) < definiteBlock {
			t.Errorf("%d multiply-adds between two looks at the clock, %d columns from the left", work, depth)
		}
	}
	last = 0
	if err := d.InverseDiagonal(make([]float64, n), count); err != nil || last < 0.99 {
		t.Errorf("ends with the share %v, %v", last, err)
	}
	for stop := range 6 {
		at := 0
		watch := func(float64) bool { at++; return at <= stop }
		if _, err := Factorize(append([]float64(nil), a...), n, watch); !errors.Is(err, ErrStopped) || at != stop+1 {
			t.Errorf("stopped at call %d: %d calls, %v", stop, at, err)
		}
		at = 0
		if err := d.InverseDiagonal(make([]float64, n), watch); !errors.Is(err, ErrStopped) || at != stop+1 {
			t.Errorf("inverse stopped at call %d: %d calls, %v", stop, at, err)
		}
	}
}

func BenchmarkDefinite(b *testing.B) {
	c := chance{rand.New(rand.NewPCG(75, 1))}
	const n = 2000
	a := c.vector(n * n)
	for i := range n {
		a[i*n+i] = 2 * n
	}
	work, diagonal := make([]float64, n*n), make([]float64, n)
	b.Run("factorize", func(b *testing.B) {
		for b.Loop() {
			copy(work, a)
			if _, err := Factorize(work, n, always); err != nil {
				b.Fatal(err)
			}
		}
	})
	copy(work, a)
	d, err := Factorize(work, n, always)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("inverse diagonal", func(b *testing.B) {
		for b.Loop() {
			if err := d.InverseDiagonal(diagonal, always); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// Factorize does not change the entries above the diagonal.
func TestFactorizeLeavesTheUpperTriangle(t *testing.T) {
	c := chance{rand.New(rand.NewPCG(5, 2))}
	for _, n := range orders {
		a := definite(c, n)
		before := append([]float64(nil), a...)
		if _, err := Factorize(a, n, always); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				if a[i*n+j] != before[i*n+j] {
					t.Fatalf("n = %d: entry (%d, %d) became %v", n, i, j, a[i*n+j])
				}
			}
		}
	}
}

// The inverse, the determinant and the products with L agree with solutions of A x = b, for
// orders on both sides of the blocks. The upper triangle is not touched.
func TestInverse(t *testing.T) {
	c := chance{rand.New(rand.NewPCG(72, 1))}
	for _, n := range orders {
		a := definite(c, n)
		d, err := Factorize(lowerOf(a, n), n, always)
		if err != nil {
			t.Fatal(err)
		}
		const m = 3
		x := c.vector(n * m)
		image := append([]float64(nil), x...)
		d.MultiplyLower(image, m)
		back := append([]float64(nil), image...)
		d.SolveLower(back, m)
		for i, v := range back {
			if !(math.Abs(v-x[i]) <= 1e-12*float64(n)) {
				t.Fatalf("n = %d: L⁻¹ L x is %v, want %v", n, v, x[i])
			}
		}
		var squares, form float64 // |L⁻¹ b|² and b'A⁻¹b
		b := make([]float64, n)
		for i := range b {
			b[i] = image[i*m]
			squares += x[i*m] * x[i*m]
		}
		solved := append([]float64(nil), b...)
		d.Solve(solved)
		for i, v := range solved {
			form += v * b[i]
		}
		if !(math.Abs(squares-form) <= 1e-11*form) {
			t.Errorf("n = %d: |L⁻¹ b|² is %v, b'A⁻¹b %v", n, squares, form)
		}
		logarithm, pivots := d.LogDeterminant(), 0.0
		values := NewSpectrum(append([]float64(nil), a...), n, nil).Values()
		for _, v := range values {
			pivots += math.Log(v)
		}
		if r, least := d.PivotRatio(), values[0]/values[n-1]; !(r >= least*(1-1e-12) && r <= 1) {
			t.Errorf("n = %d: ratio %v of the pivots, %v of the eigenvalues", n, r, least)
		}
		if !(math.Abs(logarithm-pivots) <= 1e-11*float64(n)) {
			t.Errorf("n = %d: the logarithm of the determinant is %v, the sum of those of the eigenvalues %v", n, logarithm, pivots)
		}
		columns := make([][]float64, n)
		for i := range columns {
			columns[i] = make([]float64, n)
			columns[i][i] = 1
			d.Solve(columns[i])
		}
		inverse, err := d.Inverse(always)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			for j := range n {
				v := inverse[i*n+j]
				if j <= i && !(math.Abs(v-columns[j][i]) <= 1e-12) {
					t.Fatalf("n = %d: (A⁻¹)_%d%d is %v, want %v", n, i, j, v, columns[j][i])
				}
				if j > i && !math.IsNaN(v) {
					t.Fatalf("n = %d: entry %d, %d above the diagonal is %v", n, i, j, v)
				}
			}
		}
	}
	d, _ := Factorize(definite(c, 300), 300, always)
	if _, err := d.Inverse(func(float64) bool { return false }); !errors.Is(err, ErrStopped) {
		t.Errorf("stopped: %v", err)
	}
}

func BenchmarkInverse(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		a := make([]float64, n*n)
		for i := range n {
			for j := range i {
				a[i*n+j] = 1 / float64(1+i-j)
			}
			a[i*n+i] = 10
		}
		b.Run(fmt.Sprint("factor ", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Factorize(append([]float64(nil), a...), n, always); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprint("factor and inverse ", n), func(b *testing.B) {
			for b.Loop() {
				d, err := Factorize(append([]float64(nil), a...), n, always)
				if err != nil {
					b.Fatal(err)
				}
				d.Inverse(always)
			}
		})
	}
}
