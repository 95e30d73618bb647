package program_test

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/program"
)

// tinySets returns the points of two sets, less their mean: random ones, small whole numbers, a
// grid, or sizes over six orders of magnitude; sometimes equal ones; in any unit.
func tinySets(rng *rand.Rand) (x []float64, first, n, d int) {
	first, n, d = 1+rng.IntN(5), 1+rng.IntN(5), 1+rng.IntN(4)
	n += first
	x = make([]float64, n*d)
	unit, kind := math.Pow(10, float64(rng.IntN(13)-6)), rng.IntN(4)
	for i := range x {
		switch kind {
		case 0:
			x[i] = unit * rng.NormFloat64()
		case 1:
			x[i] = unit * float64(rng.IntN(3))
		case 2:
			x[i] = unit * (1 + 1e-3*float64(rng.IntN(4)))
		default:
			x[i] = unit * math.Pow(10, 6*rng.Float64()-3) * float64(rng.IntN(3)-1)
		}
	}
	if rng.IntN(4) == 0 {
		for i := 1; i < n; i++ {
			if rng.IntN(2) == 0 {
				copy(x[i*d:(i+1)*d], x[:d])
			}
		}
	}
	for j := range d {
		mean := 0.0
		for i := range n {
			mean += x[i*d+j] / float64(n)
		}
		for i := range n {
			x[i*d+j] -= mean
		}
	}
	return x, first, n, d
}

// nearest is the program of the nearest points of the hulls of the first points and the others.
func nearest(x []float64, first, n, d int) program.Problem {
	f, sums := make([]float64, d*n), make([]float64, 2*n)
	for i := range n {
		sign, at := 1.0, 0
		if i >= first {
			sign, at = -1, 1
		}
		sums[at*n+i] = 1
		for j := range d {
			f[j*n+i] = sign * x[i*d+j]
		}
	}
	return program.Problem{Linear: make([]float64, n), Lower: make([]float64, n), Matrix: program.NewDense(sums, 2, n), Low: []float64{1, 1}, High: []float64{1, 1},
		Quadratic: program.Quadratic{Factor: program.NewDense(f, d, n)}}
}

// widest is the program of the widest margin between the same sets.
func widest(x []float64, first, n, d int) program.Problem {
	rows, squares := make([]float64, n*(d+1)), slice(d+1, 1)
	squares[d] = 0
	for i := range n {
		sign := 1.0
		if i >= first {
			sign = -1
		}
		for j := range d {
			rows[i*(d+1)+j] = sign * x[i*d+j]
		}
		rows[i*(d+1)+d] = sign
	}
	return program.Problem{Linear: make([]float64, d+1), Low: slice(n, 1), Matrix: program.NewDense(rows, n, d+1), Quadratic: program.Quadratic{Diagonal: squares}}
}

// distance returns that of the points with these weights, and by how much its square may be too
// large: |w|^2 less the width of the gap between the sets along w (Gilbert 1966).
func distance(x, weights []float64, first, n, d int) (size, excess float64) {
	w := make([]float64, d)
	for i := range n {
		for j := range d {
			if i < first {
				w[j] += float64(weights[i] * x[i*d+j])
			} else {
				w[j] -= float64(weights[i] * x[i*d+j])
			}
		}
	}
	square, least, most := 0.0, math.Inf(1), math.Inf(-1)
	for _, v := range w {
		square += float64(v * v)
	}
	for i := range n {
		along := 0.0
		for j := range d {
			along += float64(w[j] * x[i*d+j])
		}
		if i < first {
			least = min(least, along)
		} else {
			most = max(most, along)
		}
	}
	return math.Sqrt(square), square - (least - most)
}

// One in three tiny problems of nearest points ended at another point or stalled in units far
// from 1, one in 3,000 in units near 1 (defects 18 and 57): the programs had no unit for the
// curvature, a wrong active set passed where the gradient was small, and the second-order terms
// of the predictor led the steps round in circles. MAXMARGIN_SEEDS sets how many there are.
func TestTinySetsOfPoints(t *testing.T) {
	seeds := []uint64{67142} // it stalled 0.2 % off
	count, _ := strconv.Atoi(os.Getenv("MAXMARGIN_SEEDS"))
	for seed := range uint64(max(count, 300)) {
		seeds = append(seeds, seed)
	}
	for _, seed := range seeds {
		x, first, n, d := tinySets(rand.New(rand.NewPCG(seed, 1)))
		largest := 0.0
		for _, v := range x {
			largest = max(largest, math.Abs(v))
		}
		r := program.Solve(nil, nearest(x, first, n, d), program.Settings{})
		apart, excess := distance(x, r.X, first, n, d)
		sums := [2]float64{}
		for i, v := range r.X {
			if i < first {
				sums[0] += v
			} else {
				sums[1] += v
			}
		}
		if r.Status != run.Converged || !(math.Abs(sums[0]-1)+math.Abs(sums[1]-1) <= 1e-6) || !(excess <= max(1e-6*apart*apart, 1e-10*largest*largest)) {
			t.Errorf("seed %d, %d of %d points, %d columns: %s after %d steps, distance %g, sizes %g, excess of its square %g, sums %v", seed, first, n, d, r.Status, r.Iterations, apart, largest, excess, sums)
			continue
		}
		if apart <= 1e-3*largest {
			continue
		}
		m := program.Solve(nil, widest(x, first, n, d), program.Settings{})
		norm := 0.0
		for _, v := range m.X[:d] {
			norm += float64(v * v)
		}
		if margin := 2 / math.Sqrt(norm); m.Status != run.Converged || !(math.Abs(margin-apart) <= 1e-5*apart) {
			t.Errorf("seed %d, %d of %d points, %d columns: %s after %d steps, margin %g of sets %g apart, sizes %g", seed, first, n, d, m.Status, m.Iterations, margin, apart, largest)
		}
	}
}
