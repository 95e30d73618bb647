package catalog_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// compositions are kernels made of several others, for samples of four columns.
func compositions() []string {
	return []string{
		`{"kernel":"sum","parts":[{"kernel":"rbf","gamma":0.1},{"kernel":"linear"}]}`,
		`{"kernel":"product","parts":[{"kernel":"laplacian"},{"kernel":"poly"},{"kernel":"spline"}]}`,
		`{"kernel":"normalize","parts":[{"kernel":"sum","parts":[{"kernel":"intersection"},{"kernel":"linear"}]}]}`,
		`{"kernel":"sum","parts":[{"kernel":"rbf"},{"kernel":"scale","factor":0.5,"parts":[{"kernel":"delta"}]}]}`,
		`{"kernel":"normalize","parts":[{"kernel":"center","points":[[0,1,0.5,1],[1,0.2,0,0.3]],"parts":[{"kernel":"chi2","gamma":1}]}]}`,
		`{"kernel":"product","parts":[{"kernel":"rankOne","points":[[0,1,0.5,1]],"weights":[1],"parts":[{"kernel":"laplacian"}]},{"kernel":"rbf"}]}`,
		`{"kernel":"columns","columns":[3,1],"parts":[{"kernel":"center","points":[[0,1],[0.5,0.5]],"parts":[{"kernel":"rankOne","points":[[1,2]],"weights":[3],"parts":[{"kernel":"linear"}]}]}]}`,
		`{"kernel":"sum","parts":[{"kernel":"columns","columns":[0,1,2],"parts":[{"kernel":"normalize","parts":[{"kernel":"linear"}]}]},{"kernel":"columns","columns":[3],"parts":[{"kernel":"chi2","gamma":1}]},{"kernel":"rbf"}]}`,
		`{"kernel":"columns","columns":[3,1,0],"parts":[{"kernel":"product","parts":[{"kernel":"columns","columns":[2,0],"parts":[{"kernel":"weighted","matrix":[[2,1],[1,1]]}]},{"kernel":"columns","columns":[1],"parts":[{"kernel":"bspline"}]},{"kernel":"rbf"}]}]}`,
	}
}

// histograms returns n samples of d numbers >= 0, a share of them zero and one
// sample all zero, dense and sparse.
func histograms(rng *rand.Rand, n, d int, zeros float64) (*sample.Matrix, *sample.CSR) {
	m := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	s := &sample.CSR{N: n, D: d, Ptr: make([]int32, 1)}
	for i := range n {
		for j := range d {
			if i != 1 && rng.Float64() >= zeros {
				m.X[i*d+j] = rng.Float64() * 1.5
				s.Index, s.Value = append(s.Index, int32(j)), append(s.Value, m.X[i*d+j])
			}
		}
		s.Ptr = append(s.Ptr, int32(len(s.Index)))
	}
	return m, s
}

func made(t *testing.T, tree string, x sample.Set) kernel.Kernel {
	t.Helper()
	k, _, err := model.KernelMaker(catalog.Kernel).For(kernel.Spec{Name: tree}, x)
	if err != nil {
		t.Fatalf("%s: %v", tree, err)
	}
	return k
}

func close(got, want float64) bool {
	return math.Abs(got-want) <= 1e-11*max(1, math.Abs(want))
}

// checkRows compares rows over columns with values of pairs, for columns that were
// prepared, selected, kept and appended.
func checkRows(t *testing.T, tree string, k kernel.Kernel, dense *sample.Matrix, columns, probe sample.Set) {
	t.Helper()
	n, left := dense.N, []int{0, 1, dense.N - 1}
	values := make([][]float64, len(left))
	for r, i := range left {
		for j := range n {
			values[r] = append(values[r], kernel.Value(k, dense.Row(i), dense.Row(j)))
		}
	}
	compare := func(c gram.Columns, index []int) {
		t.Helper()
		rows := [][]float64{make([]float64, c.Stride()), make([]float64, c.Stride()), make([]float64, c.Stride())}
		c.Rows(rows, probe, left)
		for r, i := range left {
			for p, j := range index {
				if want := values[r][j]; !close(rows[r][p], want) {
					t.Fatalf("%s, columns %T, samples %T: k(%d, %d) in a row is %v, alone %v", tree, columns, probe, i, j, rows[r][p], want)
				}
			}
		}
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	c := gram.Prepare(k, columns, nil, gram.Origin(k, columns))
	compare(c, all)
	some := []int{0, 2, 3, n - 2}
	compare(c.Select(some), some)
	c.Keep(some)
	compare(c, some)
	if c.Append(columns, []int{1, n - 1}) {
		compare(c, append(some, 1, n-1))
	}
	diagonal := make([]float64, n)
	gram.Diagonal(diagonal, k, columns)
	for i, v := range diagonal {
		if want := kernel.Value(k, dense.Row(i), dense.Row(i)); !close(v, want) {
			t.Errorf("%s, %T: k(%d, %d) is %v on the diagonal, alone %v", tree, columns, i, i, v, want)
		}
	}
}

// Rows are values of pairs, whatever the layouts; with 19 samples no vector is full
// at the end, so that tails are compared with full lanes, too.
func TestKernelRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	dense, csr := histograms(rng, 19, 4, 0.3)
	for _, tree := range trees(t) {
		k := made(t, tree, dense)
		for _, columns := range []sample.Set{dense, csr} {
			for _, probe := range []sample.Set{dense, csr} {
				checkRows(t, tree, k, dense, columns, probe)
			}
		}
	}
}

// Rows over sets that are too wide for panels.
func TestKernelRowsOfSparseColumns(t *testing.T) {
	const n, d = 8, 700_000 // more than gram packs
	rng := rand.New(rand.NewPCG(3, 4))
	csr := &sample.CSR{N: n, D: d, Ptr: make([]int32, 1)}
	dense := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	for i := range n {
		for j := range 12 {
			column := j * (1 + i%3)
			csr.Index, csr.Value = append(csr.Index, int32(column)), append(csr.Value, rng.Float64())
			dense.X[i*d+column] = csr.Value[len(csr.Value)-1]
		}
		csr.Ptr = append(csr.Ptr, int32(len(csr.Index)))
	}
	if gram.Packs(csr) {
		t.Fatal("the set is packed")
	}
	for _, tree := range []string{
		`{"kernel":"laplacian"}`, `{"kernel":"intersection"}`, `{"kernel":"allSubsets"}`, `{"kernel":"anova","base":"product"}`,
		`{"kernel":"delta"}`, `{"kernel":"columns","columns":[8,3],"parts":[{"kernel":"center","points":[[0,1],[0.5,0.5]],"parts":[{"kernel":"rbf","gamma":1}]}]}`,
		`{"kernel":"spline"}`,
		`{"kernel":"sum","parts":[{"kernel":"rbf","gamma":0.1},{"kernel":"linear"},{"kernel":"normalize","parts":[{"kernel":"poly","gamma":1}]}]}`,
		`{"kernel":"columns","columns":[8,3,0],"parts":[{"kernel":"product","parts":[{"kernel":"rbf","gamma":1},{"kernel":"bspline"},{"kernel":"weighted","matrix":[1,2,3]}]}]}`,
	} {
		checkRows(t, tree, made(t, tree, csr), dense, csr, csr)
	}
}

// The names of kernels are those of the catalog.
func TestKernelsHaveTheirNames(t *testing.T) {
	for _, k := range catalog.Kernels() {
		if name := k.Kernel().Name(); name != k.Name {
			t.Errorf("the kernel %s calls itself %s", k.Name, name)
		}
	}
}

// gramMatrix returns the matrix of a kernel over samples.
func gramMatrix(k kernel.Kernel, x sample.Set) *mat.SymDense {
	n := x.Len()
	c := gram.Prepare(k, x, nil, gram.Origin(k, x))
	g := mat.NewSymDense(n, nil)
	row := make([]float64, c.Stride())
	for i := range n {
		c.Rows([][]float64{row}, x, []int{i})
		for j := range i + 1 {
			g.SetSym(i, j, row[j])
		}
	}
	return g
}

func smallestEigenvalue(g *mat.SymDense) (relative float64) {
	var e mat.EigenSym
	e.Factorize(g, false)
	values := e.Values(nil)
	return values[0] / max(math.Abs(values[0]), values[len(values)-1])
}

// Kernels are symmetric. Kernels that the catalog calls positive definite have Gram
// matrices without negative eigenvalues, on scattered and on clustered samples and
// on grids; the others have a Gram matrix with negative eigenvalues.
func TestKernelsAreDefinite(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	scattered, _ := histograms(rng, 40, 4, 0)
	gaps, _ := histograms(rng, 40, 4, 0.6)
	near, _ := histograms(rng, 40, 4, 0)
	for i := range near.X {
		near.X[i] = near.X[i]*0.05 + 2
	}
	grid := &sample.Matrix{N: 81, D: 4}
	for i := range 81 {
		grid.X = append(grid.X, float64(i%3), float64(i/3%3), float64(i/9%3), float64(i/27))
	}
	for _, tree := range trees(t) {
		definite := kernel.Unknown
		lowest := 0.0
		for _, set := range []*sample.Matrix{scattered, gaps, near, grid} {
			k := made(t, tree, set)
			definite = kernel.Definite(k, set.D)
			for range 20 {
				x, z := set.Row(rng.IntN(set.N)), set.Row(rng.IntN(set.N))
				if a, b := kernel.Value(k, x, z), kernel.Value(k, z, x); !close(a, b) {
					t.Errorf("%s: k(x, z) = %v, k(z, x) = %v", tree, a, b)
				}
			}
			lowest = min(lowest, smallestEigenvalue(gramMatrix(k, set)))
		}
		if definite == kernel.Yes && lowest < -1e-10 {
			t.Errorf("%s is said to be positive definite, but an eigenvalue is %g of the largest", tree, lowest)
		}
		if definite == kernel.No && lowest > -1e-6 {
			t.Errorf("%s is said not to be positive definite, but all eigenvalues are >= %g of the largest", tree, lowest)
		}
	}
}

// A B-spline of even degree, which equation 32 of Smola & Schoelkopf gives literally, is not
// a kernel; those of odd degrees have the values of the specification.
func TestBSpline(t *testing.T) {
	for degree, want := range map[int][3]float64{1: {1, 0.5, 0}, 3: {0.666667, 0.479167, 0.166667}, 5: {0.55, 0.438021, 0.216667}} {
		for i, r := range []float64{0, 0.5, 1} {
			for _, sign := range []float64{1, -1} {
				if got := kernel.Value(kernel.BSpline{Degree: degree, Width: 1}, []float64{3}, []float64{3 + sign*r}); math.Abs(got-want[i]) > 5e-7 {
					t.Errorf("B of degree %d at %v is %v, want %v", degree, r, got, want[i])
				}
			}
		}
		if got := kernel.Value(kernel.BSpline{Degree: degree, Width: 2}, []float64{0}, []float64{float64(degree + 1)}); got != 0 {
			t.Errorf("B of degree %d is %v at the end of its support", degree, got)
		}
	}
	line := &sample.Matrix{N: 40, D: 1}
	for i := range 40 {
		line.X = append(line.X, float64(i)*0.25)
	}
	for _, degree := range []int{2, 4} {
		if lowest := smallestEigenvalue(gramMatrix(kernel.BSpline{Degree: degree, Width: 1}, line)); lowest > -1e-6 {
			t.Errorf("the B-spline of degree %d has the smallest eigenvalue %g", degree, lowest)
		}
		_, _, err := model.KernelMaker(catalog.Kernel).For(kernel.Spec{Name: fmt.Sprintf(`{"kernel":"bspline","degree":%d}`, degree)}, line)
		if err == nil || !strings.Contains(err.Error(), "kernel.degree must be an odd number") {
			t.Errorf("degree %d: %v", degree, err)
		}
	}
}

// Kernels equal the inner products of their features, if these can be written down.
func TestFeatureMaps(t *testing.T) {
	type features = func(x []float64) []float64
	monomials := func(degree int, weight func(total int) float64) features {
		return func(x []float64) (all []float64) {
			var extend func(from, left int, product, multiplicity float64, total int)
			extend = func(from, left int, product, multiplicity float64, total int) {
				if from == len(x) {
					// multiplicity is the product of 1/j! over the exponents j
					all = append(all, product*math.Sqrt(weight(total)*multiplicity*math.Gamma(float64(total+1))))
					return
				}
				p, m := 1.0, 1.0
				for j := 0; j <= left; j++ {
					extend(from+1, left-j, product*p, multiplicity*m, total+j)
					p, m = p*x[from], m/float64(j+1)
				}
			}
			extend(0, degree, 1, 1, 0)
			return all
		}
	}
	binomial := func(n, k int) float64 {
		return math.Gamma(float64(n+1)) / math.Gamma(float64(k+1)) / math.Gamma(float64(n-k+1))
	}
	only := func(degree int) func(int) float64 {
		return func(total int) float64 {
			if total == degree {
				return 1
			}
			return 0
		}
	}
	subsets := func(size int) features {
		return func(x []float64) (all []float64) {
			for set := range 1 << len(x) {
				product, count := 1.0, 0
				for j, v := range x {
					if set>>j&1 == 1 {
						product, count = product*v, count+1
					}
				}
				if size < 0 || count == size {
					all = append(all, product)
				}
			}
			return all
		}
	}
	waves := func(x []float64) []float64 { // of one coordinate: 1 + cos(2u)/2
		return []float64{1, math.Cos(2*x[0]) / math.Sqrt2, math.Sin(2*x[0]) / math.Sqrt2}
	}
	unary := func(x []float64) (all []float64) { // of whole numbers
		for _, v := range x {
			for level := 1; level <= 5; level++ {
				bit := 0.0
				if v >= float64(level) {
					bit = 1
				}
				all = append(all, bit)
			}
		}
		return all
	}
	join := func(x []float64) []float64 {
		return append(monomials(2, only(2))(x), x...)
	}
	tensor := func(x []float64) (all []float64) {
		for _, a := range monomials(2, only(2))(x[:2]) {
			for _, b := range x[2:] {
				all = append(all, a*b)
			}
		}
		return all
	}
	unit := func(x []float64) []float64 {
		all, norm := monomials(2, only(2))(x), 0.0
		for _, v := range all {
			norm += v * v
		}
		for i := range all {
			if norm > 0 {
				all[i] /= math.Sqrt(norm)
			}
		}
		return all
	}
	indicator := func(x []float64) []float64 { // of triples of the numbers 0 to 5
		all := make([]float64, 216)
		all[int(x[0])*36+int(x[1])*6+int(x[2])] = 1
		return all
	}
	filtered := func(x []float64) []float64 {
		u, v := 0.5*x[0]+x[1], 2*x[0]-0.3*x[1]+x[2]
		return []float64{math.Sqrt2 * math.Cos(u), math.Sqrt2 * math.Sin(u), math.Sqrt(0.5) * math.Cos(v), math.Sqrt(0.5) * math.Sin(v)}
	}
	points := [][]float64{{1, 0, 2}, {3, 1, 1}}
	quadratic := monomials(2, only(2))
	moved := func(x []float64) []float64 {
		all, p, q := quadratic(x), quadratic(points[0]), quadratic(points[1])
		for i := range all {
			all[i] -= (p[i] + q[i]) / 2
		}
		return all
	}
	function := func(x []float64) []float64 {
		return []float64{math.Pow(x[0]+2*x[2], 2) - 2*math.Pow(3*x[0]+x[1]+x[2], 2)}
	}
	conformal := func(x []float64) []float64 {
		f := function(x)[0]
		return []float64{f * x[0], f * x[1], f * x[2]}
	}
	shifted := func(x []float64) []float64 {
		all := indicator(x)
		for i := range all {
			all[i] *= 2
		}
		return append(all, x...)
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for tree, phi := range map[string]features{
		`{"kernel":"poly","gamma":1,"degree":3}`: monomials(3, only(3)),
		`{"kernel":"poly","gamma":0.5,"degree":3,"coef0":1.5}`: monomials(3, func(total int) float64 {
			return binomial(3, total) * math.Pow(1.5, float64(3-total)) * math.Pow(0.5, float64(total))
		}),
		`{"kernel":"allDegrees","gamma":0.5,"degree":3}`: monomials(3, func(total int) float64 { return math.Pow(0.5, float64(total)) }),
		`{"kernel":"allSubsets"}`:                        subsets(-1),
		`{"kernel":"anova","order":2,"base":"product"}`:  subsets(2),
		`{"kernel":"intersection"}`:                      unary,
		`{"kernel":"columns","columns":[0],"parts":[{"kernel":"fourier","coefficients":[1,0,0.5]}]}`: waves,
		`{"kernel":"weighted","matrix":[[5,2,0],[2,1,0],[0,0,4]]}`: func(x []float64) []float64 {
			return []float64{2*x[0] + x[1], x[0], 2 * x[2]}
		},
		`{"kernel":"sum","parts":[{"kernel":"poly","gamma":1,"degree":2},{"kernel":"linear"}]}`:                                                                                                 join,
		`{"kernel":"product","parts":[{"kernel":"columns","columns":[0,1],"parts":[{"kernel":"poly","gamma":1,"degree":2}]},{"kernel":"columns","columns":[2],"parts":[{"kernel":"linear"}]}]}`: tensor,
		`{"kernel":"normalize","parts":[{"kernel":"poly","gamma":1,"degree":2}]}`:                                                                                                               unit,
		`{"kernel":"delta"}`: indicator,
		`{"kernel":"spectral","frequencies":[[0.5,1,0],[2,-0.3,1]],"powers":[2,0.5]}`:                                                                                          filtered,
		`{"kernel":"center","points":[[1,0,2],[3,1,1]],"parts":[{"kernel":"poly","gamma":1,"degree":2}]}`:                                                                      moved,
		`{"kernel":"rankOne","points":[[1,0,2],[3,1,1]],"weights":[1,-2],"parts":[{"kernel":"poly","gamma":1,"degree":2}]}`:                                                    function,
		`{"kernel":"product","parts":[{"kernel":"rankOne","points":[[1,0,2],[3,1,1]],"weights":[1,-2],"parts":[{"kernel":"poly","gamma":1,"degree":2}]},{"kernel":"linear"}]}`: conformal,
		`{"kernel":"sum","parts":[{"kernel":"linear"},{"kernel":"scale","factor":4,"parts":[{"kernel":"delta"}]}]}`:                                                            shifted,
		`{"kernel":"polynomial","coefficients":[0,1,1],"parts":[{"kernel":"linear"}]}`:                                                                                         join,
	} {
		x := &sample.Matrix{N: 12, D: 3, X: make([]float64, 36)}
		for i := range x.X[3:] { // the first is zero
			x.X[i+3] = math.Floor(rng.Float64() * 6)
		}
		k := made(t, tree, x)
		for i := range x.N {
			for j := range x.N {
				want := 0.0
				a, b := phi(x.Row(i)), phi(x.Row(j))
				for f := range a {
					want += a[f] * b[f]
				}
				if got := kernel.Value(k, x.Row(i), x.Row(j)); math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
					t.Fatalf("%s: k(%v, %v) = %v, but the features have %v", tree, x.Row(i), x.Row(j), got, want)
				}
			}
		}
	}
}

// The identities of the textbooks: kernels that are equal, and the Gaussian as a product of
// a rank-one kernel and an exponential.
func TestKernelIdentities(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	x, _ := histograms(rng, 15, 4, 0.2)
	same := func(what string, a, b string, tolerance float64) {
		t.Helper()
		k, l := made(t, a, x), made(t, b, x)
		for i := range x.N {
			for j := range x.N {
				if u, v := kernel.Value(k, x.Row(i), x.Row(j)), kernel.Value(l, x.Row(i), x.Row(j)); math.Abs(u-v) > tolerance*max(1, math.Abs(u)) {
					t.Fatalf("%s: %v and %v", what, u, v)
				}
			}
		}
	}
	same("minkowski 1", `{"kernel":"minkowski","p":1,"gamma":0.3}`, `{"kernel":"laplacian","gamma":0.3}`, 1e-14)
	same("minkowski 2", `{"kernel":"minkowski","p":2,"power":2,"gamma":0.3}`, `{"kernel":"rbf","gamma":0.3}`, 1e-14)
	same("matern of half-integers and near them", `{"kernel":"matern","nu":2.5,"gamma":2}`, `{"kernel":"matern","nu":2.5000000001,"gamma":2}`, 1e-9)
	same("matern of a large order", `{"kernel":"matern","nu":50,"gamma":0.3}`, `{"kernel":"rbf","gamma":0.3}`, 0.02)
	same("rank one of a linear function", `{"kernel":"rankOne","points":[[1,0,2,0]],"weights":[2],"parts":[{"kernel":"linear"}]}`, `{"kernel":"weighted","matrix":[[4,0,8,0],[0,0,0,0],[8,0,16,0],[0,0,0,0]]}`, 1e-14)
	same("distances do not see where the origin is", `{"kernel":"gaussian","gamma":0.3,"parts":[{"kernel":"center","points":[[1,0,2,0],[0,3,0,1]],"parts":[{"kernel":"spline"}]}]}`, `{"kernel":"gaussian","gamma":0.3,"parts":[{"kernel":"spline"}]}`, 1e-12)
	same("matern 1/2", `{"kernel":"matern","nu":0.5,"gamma":2}`, `{"kernel":"minkowski","p":2,"power":1,"gamma":2}`, 1e-7)
	same("rational quadratic at large alpha", `{"kernel":"rationalQuadratic","alpha":1e7,"gamma":0.3}`, `{"kernel":"rbf","gamma":0.3}`, 1e-6)
	same("gaussian of linear", `{"kernel":"gaussian","gamma":0.3,"parts":[{"kernel":"linear"}]}`, `{"kernel":"rbf","gamma":0.3}`, 1e-14)
	same("exp of linear", `{"kernel":"exp","parts":[{"kernel":"scale","factor":0.3,"parts":[{"kernel":"linear"}]}]}`, `{"kernel":"exponential","gamma":0.3}`, 1e-14)
	same("normalised exponential", `{"kernel":"normalize","parts":[{"kernel":"exponential","gamma":0.6}]}`, `{"kernel":"rbf","gamma":0.3}`, 1e-14)
	same("dirichlet", `{"kernel":"dirichlet","order":2}`, `{"kernel":"fourier","coefficients":[0.5,1,1]}`, 1e-14)
	same("all degrees", `{"kernel":"allDegrees","gamma":1,"degree":2}`, `{"kernel":"polynomial","coefficients":[1,1,1],"parts":[{"kernel":"linear"}]}`, 1e-14)
	same("weights", `{"kernel":"weighted","matrix":[1,2,0,3]}`, `{"kernel":"weighted","matrix":[[1,0,0,0],[0,2,0,0],[0,0,0,0],[0,0,0,3]]}`, 1e-14)
	same("gamma of the columns", `{"kernel":"columns","columns":[0,1],"parts":[{"kernel":"rbf","gamma":"auto"}]}`, `{"kernel":"columns","columns":[0,1],"parts":[{"kernel":"rbf","gamma":0.5}]}`, 0)
}

// The matrix of the textbook that fulfils symmetry and Cauchy-Schwarz but is not a kernel.
func TestSmallestEigenvalueOfTheText(t *testing.T) {
	g := mat.NewSymDense(3, []float64{1, 0.9, 0, 0.9, 1, 0.9, 0, 0.9, 1})
	if got := smallestEigenvalue(g) * (1 + 0.9*math.Sqrt2); math.Abs(got-(1-0.9*math.Sqrt2)) > 1e-12 {
		t.Errorf("%v", got)
	}
}

func TestKernelsOfScikitLearn(t *testing.T) {
	var g struct {
		Tolerance float64
		X, Z      [][]float64
		Cases     []struct {
			Kernel string
			Values [][]float64
		}
	}
	facts.Golden(t, "kernels.json", &g)
	x := &sample.Matrix{N: len(g.X), D: len(g.X[0])}
	for _, row := range g.X {
		x.X = append(x.X, row...)
	}
	for _, c := range g.Cases {
		k := made(t, c.Kernel, x)
		for i, a := range g.X {
			for j, b := range g.Z {
				if got, want := kernel.Value(k, a, b), c.Values[i][j]; math.Abs(got-want) > g.Tolerance*max(1, math.Abs(want)) {
					t.Errorf("%s: k(x_%d, z_%d) = %v, want %v", c.Kernel, i, j, got, want)
				}
			}
		}
	}
}

// Errors of a kernel tree name the part that is wrong.
func TestKernelFaults(t *testing.T) {
	x, _ := histograms(rand.New(rand.NewPCG(1, 1)), 9, 3, 0)
	below := &sample.Matrix{N: 2, D: 3, X: []float64{1, 2, 3, 4, -5, 6}}
	sum := func(part string) string {
		return `{"kernel":"sum","parts":[{"kernel":"linear"},` + part + `]}`
	}
	for _, c := range []struct {
		tree, argument, says string
		x                    *sample.Matrix
	}{
		{sum(`{"kernel":"rbf","gamma":-1}`), "kernel.parts[1].gamma", "must be a number in (0,inf)", x},
		{sum(`{"kernel":"rbf","gamma":"wide"}`), "kernel.parts[1].gamma", "scale, auto", x},
		{sum(`{"kernel":"rbf","gama":1}`), "kernel.parts[1].gama", "takes gamma", x},
		{sum(`{"kernel":"rfb"}`), "kernel.parts[1]", "there is no kernel", x},
		{sum(`{"kernel":"precomputed"}`), "kernel.parts[1]", "cannot be combined", x},
		{sum(`{"kernel":"columns","columns":[0,3],"parts":[{"kernel":"linear"}]}`), "kernel.parts[1].columns", "the columns 0 to 2", x},
		{sum(`{"kernel":"columns","columns":[0,0],"parts":[{"kernel":"linear"}]}`), "kernel.parts[1].columns", "twice", x},
		{sum(`{"kernel":"columns","columns":[0,0.5],"parts":[{"kernel":"linear"}]}`), "kernel.parts[1].columns[1]", "whole number", x},
		{`{"kernel":"weighted","matrix":[1,-1,1]}`, "kernel.matrix", "must not be negative", x},
		{`{"kernel":"weighted","matrix":[1,1]}`, "kernel.matrix", "3 columns", x},
		{`{"kernel":"weighted","matrix":[[1,2,0],[0,1,0],[0,0,1]]}`, "kernel.matrix", "not symmetric", x},
		{`{"kernel":"weighted","matrix":[[1,2,0],[2,1,0],[0,0,1]]}`, "kernel.matrix", "1 negative eigenvalues", x},
		{`{"kernel":"fourier"}`, "kernel.coefficients", "missing", x},
		{`{"kernel":"fourier","coefficients":[1,-1]}`, "kernel.coefficients[1]", "[0,inf)", x},
		{`{"kernel":"scale","factor":0,"parts":[{"kernel":"linear"}]}`, "kernel.factor", "(0,inf)", x},
		{`{"kernel":"scale","factor":1}`, "kernel.parts", "one kernel", x},
		{`{"kernel":"sum","parts":[]}`, "kernel.parts", "one or more", x},
		{`{"kernel":"rbf","parts":[{"kernel":"linear"}]}`, "kernel.parts", "not made of", x},
		{`{"kernel":"matern","nu":0}`, "kernel.nu", "(0,50]", x},
		{`{"kernel":"spectral","frequencies":[1,2],"powers":[1]}`, "kernel.frequencies", "a row of 3 for each power", x},
		{`{"kernel":"spectral","frequencies":[1,2,3],"powers":[-1]}`, "kernel.powers[0]", "[0,inf)", x},
		{`{"kernel":"rankOne","points":[[1,2,3]],"weights":[1,2],"parts":[{"kernel":"linear"}]}`, "kernel.points", "2 points of 3 columns need 6", x},
		{`{"kernel":"rankOne","points":[[1,2,-3]],"weights":[1],"parts":[{"kernel":"chi2","gamma":1}]}`, "kernel.points", "kernel.points[0, 2] is -3, but the kernel chi2", x},
		{`{"kernel":"center","points":[[1,2]],"parts":[{"kernel":"linear"}]}`, "kernel.points", "1 points of 3 columns need 3", x},
		{`{"kernel":"bspline","degree":2}`, "kernel.degree", "odd", x},
		{`{"kernel":"anova","order":4}`, "kernel.order", "only 3 columns", x},
		{`{"kernel":"anova","base":"cubic"}`, "kernel.base", "gaussian, product", x},
		{`{"kernel":`, "kernel", "something else than", x},
		{`{"kernel":"linear"}x`, "kernel", "something else than its end", x},
		{strings.Repeat(`{"kernel":"exp","parts":[`, 20) + `{"kernel":"linear"}` + strings.Repeat(`]}`, 20), "kernel", "16 deep", x},
		{sum(`{"kernel":"chi2","gamma":1}`), "X", "X[1, 1] is -5, but the kernel chi2", below},
	} {
		_, _, err := model.KernelMaker(catalog.Kernel).For(kernel.Spec{Name: c.tree}, c.x)
		var e *fault.Error
		if !errors.As(err, &e) || e.Argument != c.argument || !strings.Contains(e.Message, c.says) {
			t.Errorf("%s: %v (%+v), want %q about %q", c.tree, err, e, c.says, c.argument)
		}
	}
	columns := `{"kernel":"columns","columns":[0,2],"parts":[{"kernel":"intersection"}]}`
	if _, _, err := model.KernelMaker(catalog.Kernel).For(kernel.Spec{Name: columns}, below); err != nil {
		t.Errorf("a number that the kernel does not look at: %v", err)
	}
}

// TestKernelsOfLengthOne: the kernels that the facade takes for kernels with k(x, x) = 1, for which
// it says how long samples are, are those of which this is so with all parameters. 'exponential'
// was once among them.
func TestKernelsOfLengthOne(t *testing.T) {
	text, err := os.ReadFile("../../../js/src/generated/specs.js")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "ofLength1 = [")
	list, _, _ = strings.Cut(list, "]")
	one := map[string]bool{}
	x := points(6, 4, 8)
	newForest(t).each(t, 0, func(tree string, k kernel.Kernel) {
		is, before := one[k.Name()]
		one[k.Name()] = is || !before
		for i := range x.N {
			v := kernel.Value(k, x.Row(i), x.Row(i))
			one[k.Name()] = one[k.Name()] && (math.Abs(v-1) < 1e-12 || v == 0 && k.Name() == "normalize")
		}
	})
	count := 0
	for name, is := range one {
		listed := strings.Contains(list, "'"+name+"'")
		if listed && !is {
			t.Errorf("%s is said to have k(x, x) = 1", name)
		}
		if is && !listed {
			t.Errorf("%s has k(x, x) = 1 in all cases, and is not said to", name)
		}
		if listed {
			count++
		}
	}
	if count < 8 {
		t.Errorf("only %d kernels: %s", count, list)
	}
}
