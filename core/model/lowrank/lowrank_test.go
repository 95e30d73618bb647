package lowrank

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/rng"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/solve/primal"
)

func always(float64) bool { return true }

// cloud returns n samples of d features around the given distance from zero.
func cloud(seed uint64, n, d int, shift float64) *sample.Matrix {
	rng := rand.New(rand.NewPCG(seed, 1))
	m := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	for i := range m.X {
		m.X[i] = shift + rng.NormFloat64()
	}
	return m
}

func rowsUpTo(n int) (rows []int) {
	for i := range n {
		rows = append(rows, i)
	}
	return rows
}

// The inner products of the features are the values of the kernel where all samples are
// landmarks, up to the rounding of features to float32; where some are, they are k_L' K_LL^-1
// k_L, from a Cholesky factor.
func TestInnerProductsOfFeatures(t *testing.T) {
	x := cloud(1, 300, 3, 0)
	k := kernel.RBF{Gamma: 0.4}
	value := func(i, j int) float64 {
		square := 0.0
		for c, v := range x.Row(i) {
			square += (v - x.Row(j)[c]) * (v - x.Row(j)[c])
		}
		return math.Exp(-0.4 * square)
	}
	for _, m := range []int{300, 25, 1} {
		landmarks := Draw(rowsUpTo(300), m, 7)
		f, ok, err := NewMap(k, x, landmarks, always)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		table, ok, err := f.Features(x, Float32, always)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		coarse, ok, err := f.Features(x, Int16, always)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		row := func(table *primal.Samples, i int) []float64 {
			features := make([]float64, table.D)
			table.Add(i, 1, features)
			return features
		}
		matrix := make([]float64, m*m)
		for a, i := range landmarks {
			for b, j := range landmarks {
				matrix[a*m+b] = value(i, j)
			}
			matrix[a*m+a] += 1e-13
		}
		factor, err := linalg.Factorize(matrix, m, always)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < 300; i += 17 {
			solved := make([]float64, m)
			for a, l := range landmarks {
				solved[a] = value(l, i)
			}
			factor.Solve(solved)
			for j := range 300 {
				got, want := 0.0, 0.0
				for c, v := range row(table, i) {
					got += v * row(table, j)[c]
				}
				// Features are at most 1, so int16 rounds each by 1/65534 at most.
				support.WithinNumber(t, "inner product of int16", coarse.Dot(i, row(coarse, j)), got, 2e-5*math.Sqrt(float64(m))+1e-6)
				for a, l := range landmarks {
					want += solved[a] * value(l, j)
				}
				if m == 300 {
					want = value(i, j)
				}
				support.WithinNumber(t, "inner product", got, want, 3e-7)
			}
		}
		w := make([]float64, table.D)
		for j := range w {
			w[j] = math.Sin(float64(j))
		}
		coef := f.Coefficients(w)
		for i := 0; i < 300; i += 29 {
			want := 0.0
			for a, l := range landmarks {
				want += coef[a] * value(l, i)
			}
			support.WithinNumber(t, "function", table.Dot(i, w), want, 1e-4)
		}
	}
}

// Landmarks are as many distinct rows as are asked for, ascending, all of them among the rows
// that there are, and the same for the same seed.
func TestLandmarksAreDistinctRows(t *testing.T) {
	x := cloud(2, 500, 4, 0)
	for i := range 200 { // many equal samples, so that clusters are empty
		copy(x.Row(i), x.Row(0))
	}
	rows := rowsUpTo(500)[:450:450]
	for _, how := range []string{Auto, KMeans, Random, Leverage} {
		for _, m := range []int{1, 7, 300, 449, 450, 1000} {
			choose := func(seed int) []int {
				o := Choice{NComponents: m, Landmarks: how}
				chosen, ok, err := o.Choose(kernel.RBF{Gamma: 0.5}, x, rows, seed, always)
				if err != nil || !ok {
					t.Fatal(ok, err)
				}
				return chosen
			}
			chosen := choose(3)
			if len(chosen) != min(m, 450) || !slices.IsSorted(chosen) || len(slices.Compact(slices.Clone(chosen))) != len(chosen) || chosen[0] < 0 || chosen[len(chosen)-1] >= 450 {
				t.Errorf("%s: %d landmarks %v", how, m, chosen)
			}
			if !slices.Equal(chosen, choose(3)) {
				t.Errorf("%s: the same seed gives other landmarks", how)
			}
			if m == 7 && slices.Equal(chosen, choose(4)) {
				t.Errorf("%s: another seed gives the same landmarks", how)
			}
		}
		o := Choice{NComponents: 7, Landmarks: how}
		if _, ok, _ := o.Choose(kernel.RBF{Gamma: 0.5}, x, rows, 3, func(float64) bool { return false }); ok && (how == KMeans || how == Leverage) {
			t.Errorf("%s is not ended", how)
		}
	}
}

// Landmarks of kMeans lie in all of ten far clusters, near their means, also far from zero and
// for a sparse set.
func TestClustersHaveLandmarks(t *testing.T) {
	for _, shift := range []float64{0, 1e6} {
		x := cloud(3, 1000, 2, shift)
		for i := range 1000 {
			x.Row(i)[0] += 100 * float64(i%10)
		}
		for _, set := range []sample.Set{x, support.Sparse(x)} {
			o := Choice{NComponents: 40, Landmarks: KMeans}
			chosen, _, err := o.Choose(kernel.RBF{Gamma: 0.5}, set, rowsUpTo(1000), 5, always)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[int]int{}
			for _, i := range chosen {
				seen[i%10]++
			}
			if len(seen) != 10 {
				t.Errorf("shift %v, %T: landmarks in %d of 10 clusters: %v", shift, set, len(seen), seen)
			}
		}
		o := Choice{NComponents: 1, Landmarks: KMeans}
		chosen, _, _ := o.Choose(kernel.RBF{Gamma: 0.5}, cloud(4, 50, 2, shift), rowsUpTo(50), 5, always)
		if row := cloud(4, 50, 2, shift).Row(chosen[0]); math.Hypot(row[0]-shift, row[1]-shift) > 1 {
			t.Errorf("the landmark of a single cluster is %v, far from its mean", row)
		}
	}
}

// With all samples as the pilot, what leverage draws by is the exact ridge leverage score times
// the ridge, (K (K + r I)^-1)_ii r.
func TestLeverageScores(t *testing.T) {
	const n, ridge = 60, 0.3
	x, k := cloud(6, n, 2, 0), kernel.RBF{Gamma: 0.5}
	matrix := make([]float64, n*n)
	for i := range n {
		for j := range n {
			a, b := x.Row(i), x.Row(j)
			matrix[i*n+j] = math.Exp(-0.5 * ((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1])))
		}
	}
	shifted := slices.Clone(matrix)
	for i := range n {
		shifted[i*n+i] += ridge
	}
	factor, err := linalg.Factorize(shifted, n, always)
	if err != nil {
		t.Fatal(err)
	}
	scores, ok := unexplained(k, x, rowsUpTo(n), rowsUpTo(n), linalg.NewSpectrum(slices.Clone(matrix), n, nil), ridge, always)
	if !ok {
		t.Fatal("ended")
	}
	for i := range n {
		column := slices.Clone(matrix[i*n : (i+1)*n])
		factor.Solve(column) // (K + r I)^-1 K e_i
		support.WithinNumber(t, "score", scores[i], ridge*column[i], 1e-9)
	}
}

// TestLeverageDrawsByTheScores computes draws with a pilot of two samples by hand. Their kernel
// matrix (1 a; a 1) has the eigenvalues 1 + a and 1 - a, of which the second is the ridge.
func TestLeverageDrawsByTheScores(t *testing.T) {
	const n = 40
	x, k := cloud(54, n, 2, 0), kernel.RBF{Gamma: 0.5}
	value := func(i, j int) float64 {
		a, b := x.Row(i), x.Row(j)
		return math.Exp(-0.5 * ((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1])))
	}
	for seed := range 200 {
		pilot := Draw(rowsUpTo(n), 2, seed+1)
		a := value(pilot[0], pilot[1])
		ridge := 1 - a
		own := 1 + ridge // on the diagonal of K + ridge I
		stream, keys := rng.New(uint64(seed+2)), make([]float64, n)
		for i := range keys {
			u, v := value(i, pilot[0]), value(i, pilot[1])
			score := 1 - (own*u*u-2*a*u*v+own*v*v)/(own*own-a*a)
			keys[i] = -math.Log(1-stream.Float64()) / score
		}
		want := rowsUpTo(n)
		slices.SortFunc(want, func(i, j int) int { return cmp.Compare(keys[i], keys[j]) })
		want = slices.Sorted(slices.Values(want[:2]))
		if chosen, ok, err := leverage(k, x, rowsUpTo(n), 2, seed, always); err != nil || !ok || !slices.Equal(chosen, want) {
			t.Errorf("seed %d draws %v, want %v (%v)", seed, chosen, want, err)
		}
	}
}

// Leverage draws the samples far from all others that a draw at random leaves out.
func TestLeverageDrawsOutliers(t *testing.T) {
	x := cloud(8, 2000, 2, 0)
	for i := range x.X {
		x.X[i] *= 0.05
	}
	for i := range 20 {
		x.Row(i * 100)[0] = 10 * float64(i+1)
	}
	count := func(how string) (outliers int) {
		for seed := range 10 {
			o := Choice{NComponents: 60, Landmarks: how}
			chosen, _, err := o.Choose(kernel.RBF{Gamma: 0.5}, x, rowsUpTo(2000), seed, always)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range chosen {
				if i%100 == 0 {
					outliers++
				}
			}
		}
		return outliers
	}
	if random, leverage := count(Random), count(Leverage); leverage < 190 || random > 20 {
		t.Errorf("of 200 outliers, %d are drawn by leverage and %d at random", leverage, random)
	}
}
