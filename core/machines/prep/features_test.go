package prep_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model"
)

// spec names a kernel by its numbers.
func spec(name string, gamma float64, degree int, coef0 float64) kernel.Spec {
	return kernel.Spec{Name: name, Gamma: kernel.Width{Value: gamma}, Degree: degree, Coef0: coef0}
}

// named returns a kernel, also one of those that take no degree by their names.
func named(name string, gamma float64, degree int, coef0 float64) kernel.Spec {
	if name == "laplacian" {
		return kernel.Spec{Name: `{"kernel":"laplacian","gamma":` + number(gamma) + `}`, Gamma: kernel.Width{Name: "scale"}}
	}
	return spec(name, gamma, degree, coef0)
}

func number(x float64) string {
	text, _ := json.Marshal(x)
	return string(text)
}

func fit(t testing.TB, m model.Transformer, x sample.Set) model.Report {
	t.Helper()
	report, err := m.Fit(nil, model.NewTraining(x, nil))
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func transform(t testing.TB, m model.Transformer, x sample.Set) *sample.Matrix {
	t.Helper()
	made, err := m.Transform(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := made.(*sample.CSR); ok {
		return dense(s)
	}
	return made.(*sample.Matrix)
}

func dense(s sample.Set) *sample.Matrix {
	m := &sample.Matrix{N: s.Len(), D: s.Dim(), X: make([]float64, s.Len()*s.Dim())}
	for i := range m.N {
		s.Dense(m.Row(i), i)
	}
	return m
}

// products returns the inner products of the rows of a matrix.
func products(m *sample.Matrix) []float64 {
	all := make([]float64, m.N*m.N)
	for i := range m.N {
		for j := range m.N {
			for c, v := range m.Row(i) {
				all[i*m.N+j] += v * m.Row(j)[c]
			}
		}
	}
	return all
}

// values returns the matrix of a kernel over the rows of a set.
func values(t testing.TB, s kernel.Spec, x sample.Set) []float64 {
	t.Helper()
	k, _, err := model.KernelMaker(catalog.Kernel).For(s, x)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]float64, x.Len()*x.Len())
	gram.Square(all, k, x, func(float64) bool { return true })
	return all
}

// cloud returns n samples of d features.
func cloud(seed uint64, n, d int) *sample.Matrix {
	rng := rand.New(rand.NewPCG(seed, 1))
	m := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	for i := range m.X {
		m.X[i] = rng.NormFloat64()
	}
	return m
}

func every(x sample.Set, from, to, step int) sample.Set {
	var index []int
	for i := from; i < to; i += step {
		index = append(index, i)
	}
	return x.Select(index)
}

// learned is what core/internal/golden/features.py makes.
type learned struct {
	Tolerance float64
	Nystroem  []struct {
		Data, Kernel string
		Degree       int
		Gamma, Coef0 float64
		Features     []float64
	}
	Orders []struct {
		Features, Degree int
		Exponents        []float64
	}
}

func TestNystroemIsScikitLearns(t *testing.T) {
	var g learned
	facts.Golden(t, "features.json", &g)
	for _, c := range g.Nystroem {
		t.Run(c.Data+" "+c.Kernel, func(t *testing.T) {
			x, _ := facts.Libsvm(t, c.Data)
			m := prep.NewNystroem(catalog.Kernel)
			m.Kernel = named(c.Kernel, c.Gamma, c.Degree, c.Coef0)
			fit(t, m, every(x, 0, 270, 7))
			support.Near(t, "features", transform(t, m, every(x, 0, 10, 1)).X, c.Features, g.Tolerance)
		})
	}
}

// If all samples are landmarks, inner products are kernel values, of any of the kernels.
func TestNystroemOfAllSamplesIsTheKernel(t *testing.T) {
	x := cloud(201, 60, 4)
	for _, s := range []kernel.Spec{spec("rbf", 0.4, 0, 0), spec("linear", 1, 0, 0), spec("poly", 0.3, 3, 1), named("laplacian", 0.2, 0, 0)} {
		want := values(t, s, x)
		for what, set := range map[string]sample.Set{"dense": x, "sparse": support.Sparse(x)} {
			m := prep.NewNystroem(catalog.Kernel)
			m.Kernel = s
			fit(t, m, set)
			support.Within(t, s.Name+" "+what, products(transform(t, m, set)), want, 1e-9)
		}
	}
}

// With some landmarks the inner products with a landmark are kernel values, no squared norm
// exceeds its kernel value, and more landmarks of the same draw leave less of the trace.
func TestNystroemProjects(t *testing.T) {
	x := cloud(202, 120, 3)
	s := spec("rbf", 0.5, 0, 0)
	want := values(t, s, x)
	last := math.Inf(1)
	for _, count := range []int{5, 20, 60, 120} {
		m := prep.NewNystroem(catalog.Kernel)
		m.Kernel, m.NComponents, m.Seed = s, count, 3
		fit(t, m, x)
		made := transform(t, m, x)
		got := products(made)
		if made.D != count || len(m.Result.Eigenvalues) != count {
			t.Fatalf("%d features and %d eigenvalues of %d landmarks", made.D, len(m.Result.Eigenvalues), count)
		}
		for _, l := range m.Result.Indices {
			for i := range x.N {
				if d := math.Abs(got[i*x.N+int(l)] - want[i*x.N+int(l)]); !(d <= 1e-9) {
					t.Fatalf("%d landmarks: the product of %d with landmark %d is off by %v", count, i, l, d)
				}
			}
		}
		left := 0.0
		for i := range x.N {
			rest := want[i*x.N+i] - got[i*x.N+i]
			if !(rest >= -1e-9) {
				t.Errorf("%d landmarks: the squared norm of %d is too large by %v", count, i, -rest)
			}
			left += rest
		}
		if left > last {
			t.Errorf("%d landmarks leave %v of the trace, fewer left %v", count, left, last)
		}
		last = left
	}
	if !(last <= 1e-9) {
		t.Errorf("all landmarks leave %v of the trace", last)
	}
}

func TestNystroemDrawsByItsSeed(t *testing.T) {
	x := cloud(203, 300, 2)
	draw := func(seed int) string {
		m := prep.NewNystroem(catalog.Kernel)
		m.NComponents, m.Seed = 10, seed
		fit(t, m, x)
		text, _ := json.Marshal(m.Result.Indices)
		return string(text)
	}
	if draw(1) != draw(1) {
		t.Error("one seed, two draws")
	}
	if draw(1) == draw(2) {
		t.Error("two seeds, one draw")
	}
}

// inchol is what core/internal/golden/inchol.R makes.
type inchol struct {
	Tolerance float64
	Cases     []struct {
		Data, Kernel                string
		Rows, Degree, Most          int
		Gamma, Coef0, Tol           float64
		Pivots, Residuals, Features []float64
	}
}

func TestIncompleteCholeskyIsKernlabs(t *testing.T) {
	var g inchol
	facts.Golden(t, "inchol.json", &g)
	for _, c := range g.Cases {
		t.Run(c.Data+" "+c.Kernel+" "+number(c.Tol), func(t *testing.T) {
			all, _ := facts.Libsvm(t, c.Data)
			x := every(all, 0, c.Rows, 1)
			m := prep.NewIncompleteCholesky(catalog.Kernel)
			m.Kernel, m.Tol, m.NComponents = spec(c.Kernel, c.Gamma, c.Degree, c.Coef0), c.Tol, c.Most
			fit(t, m, x)
			pivots := make([]float64, len(m.Result.Indices))
			for t, p := range m.Result.Indices {
				pivots[t] = float64(p)
			}
			support.Near(t, "pivots", pivots, c.Pivots, 0)
			support.Near(t, "residuals", m.Result.Residuals, c.Residuals, g.Tolerance)
			support.Near(t, "features", transform(t, m, every(x, 0, 10, 1)).X, c.Features, g.Tolerance)
		})
	}
}

// To the full rank the factor is the kernel matrix, and before that every product with a
// pivot is a kernel value.
func TestIncompleteCholeskyToFullRankIsTheKernel(t *testing.T) {
	x := cloud(204, 50, 3)
	for _, s := range []kernel.Spec{spec("rbf", 1, 0, 0), spec("linear", 1, 0, 0), spec("poly", 0.3, 2, 1), named("laplacian", 0.5, 0, 0)} {
		want := values(t, s, x)
		for what, set := range map[string]sample.Set{"dense": x, "sparse": support.Sparse(x)} {
			m := prep.NewIncompleteCholesky(catalog.Kernel)
			m.Kernel, m.Tol = s, 1e-10
			fit(t, m, set)
			support.Within(t, s.Name+" "+what, products(transform(t, m, set)), want, 1e-8)
			if s.Name == "linear" && len(m.Result.Indices) != 3 {
				t.Errorf("%d pivots for a kernel of rank 3", len(m.Result.Indices))
			}
			if m.Result.Error < 0 || !(m.Result.Error <= 1e-9) {
				t.Errorf("share of the trace that is lost: %v", m.Result.Error)
			}
		}
		short := prep.NewIncompleteCholesky(catalog.Kernel)
		short.Kernel, short.NComponents = s, 2
		fit(t, short, x)
		made := transform(t, short, x)
		got := products(made)
		for i := range x.N {
			for _, p := range short.Result.Indices {
				if d := math.Abs(got[i*x.N+int(p)] - want[i*x.N+int(p)]); !(d <= 1e-9) {
					t.Errorf("%s: the product of %d with pivot %d is off by %v", s.Name, i, p, d)
				}
			}
		}
		largest, lost, trace := 0.0, 0.0, 0.0
		for i := range x.N {
			rest := want[i*x.N+i] - got[i*x.N+i]
			largest, lost, trace = max(largest, rest), lost+rest, trace+want[i*x.N+i]
		}
		support.Near(t, s.Name+": largest residual", short.Result.Residuals[1:], []float64{largest}, 1e-9)
		support.Near(t, s.Name+": lost", []float64{short.Result.Error}, []float64{lost / trace}, 1e-9)
	}
}

// Features that are all zero have a feature of zeros, and an indefinite kernel is told.
func TestIncompleteCholeskyAtTheEdge(t *testing.T) {
	m := prep.NewIncompleteCholesky(catalog.Kernel)
	m.Kernel.Name = "linear"
	zeros := &sample.Matrix{N: 3, D: 2, X: make([]float64, 6)}
	fit(t, m, zeros)
	support.Near(t, "zeros", transform(t, m, cloud(1, 3, 2)).X, []float64{0, 0, 0}, 0)

	m.Kernel.Name = "precomputed"
	report := fit(t, m, &sample.Matrix{N: 2, D: 2, X: []float64{1, 2, 2, 1}})
	if len(report.Notes) != 1 || report.Notes[0].Code != "WARN_INDEFINITE" {
		t.Errorf("notes %v", report.Notes)
	}
}

// The mean of the products over the draws is the Gaussian, and its error falls with the
// square root of their number: each is a mean of independent numbers of [-2, 2] with a
// variance of at most 2.
func TestRBFSamplerTendsToTheGaussian(t *testing.T) {
	x := cloud(205, 25, 3)
	want := values(t, spec("rbf", 0.3, 0, 0), x)
	for _, count := range []int{100, 10000, 200000} {
		m := prep.NewRBFSampler(catalog.Kernel)
		m.NComponents, m.Seed = count, 7
		m.Gamma = kernel.Width{Value: 0.3}
		fit(t, m, x)
		made := transform(t, m, x)
		squares := 0.0
		for i, v := range products(made) {
			squares += (v - want[i]) * (v - want[i]) / float64(len(want))
		}
		if rms, most := math.Sqrt(squares), math.Sqrt(2/float64(count)); rms > most || rms < most/20 {
			t.Errorf("%d features: the error is %v, of the order of %v expected", count, rms, most)
		}
		support.Near(t, "sparse", transform(t, m, support.Sparse(x)).X, made.X, 1e-12)
	}
}

// Frequencies are normal with the variance 2 gamma, and offsets uniform on the whole circle: the
// distribution of 20000 draws is nowhere farther from theirs than by the 1e-6 quantile of
// Kolmogorov's statistic, sqrt(ln(2e6)/(2n)).
func TestRBFSamplerDrawsFromItsDistributions(t *testing.T) {
	const n, gamma = 20000, 0.3
	m := prep.NewRBFSampler(catalog.Kernel)
	m.NComponents, m.Gamma = n, kernel.Width{Value: gamma}
	fit(t, m, cloud(205, 3, 1))
	for name, c := range map[string]struct {
		drawn []float64
		share func(v float64) float64 // of the distribution, below v
	}{
		"frequencies": {m.Result.Frequencies, func(v float64) float64 { return math.Erfc(-v/math.Sqrt(4*gamma)) / 2 }},
		"offsets":     {m.Result.Offsets, func(v float64) float64 { return min(max(v/(2*math.Pi), 0), 1) }},
	} {
		most := 0.0
		for i, v := range slices.Sorted(slices.Values(c.drawn)) {
			most = max(most, c.share(v)-float64(i)/n, float64(i+1)/n-c.share(v))
		}
		if bound := math.Sqrt(math.Log(2e6) / (2 * n)); !(most <= bound) {
			t.Errorf("%s: the distribution differs by %v, at most %v expected", name, most, bound)
		}
	}
}

// Monomials are in scikit-learn's order.
func TestMonomialsAreInScikitLearnsOrder(t *testing.T) {
	var g learned
	facts.Golden(t, "features.json", &g)
	for _, c := range g.Orders {
		x := cloud(206, 3, c.Features)
		m := prep.NewMonomialFeatures(catalog.Kernel)
		m.Degree, m.Weights = c.Degree, "none"
		fit(t, m, x)
		made := transform(t, m, x)
		if made.D*c.Features != len(c.Exponents) || m.Result.Outputs != made.D {
			t.Fatalf("%d monomials of %d features, of degree %d", made.D, c.Features, c.Degree)
		}
		for i := range x.N {
			want := make([]float64, made.D)
			for p := range want {
				want[p] = 1
				for j, v := range x.Row(i) {
					want[p] *= math.Pow(v, c.Exponents[p*c.Features+j])
				}
			}
			support.Near(t, "monomials", made.Row(i), want, 1e-13)
		}
	}
}

// Inner products of the features are the kernel, exactly but for rounding.
func TestMonomialsAreThePolynomialKernel(t *testing.T) {
	x := cloud(207, 12, 4)
	for i := range x.X {
		if i%3 == 0 {
			x.X[i] = 0
		}
	}
	for degree := 1; degree <= 5; degree++ {
		for _, c := range []struct {
			weights      string
			gamma, coef0 float64
			kernel       kernel.Spec
		}{
			{"poly", 0.7, 1.5, spec("poly", 0.7, degree, 1.5)},
			{"poly", 1, 0, spec("poly", 1, degree, 0)},
			{"allDegrees", 0.4, 0, kernel.Spec{Name: `{"kernel":"allDegrees","gamma":0.4,"degree":` + number(float64(degree)) + `}`}},
		} {
			m := prep.NewMonomialFeatures(catalog.Kernel)
			m.Degree, m.Weights, m.Gamma, m.Coef0 = degree, c.weights, kernel.Width{Value: c.gamma}, c.coef0
			want := values(t, c.kernel, x)
			fit(t, m, x)
			made := transform(t, m, x)
			support.Near(t, c.kernel.Name, products(made), want, 1e-14)
			if _, ok := sparsely(t, m, x); !ok {
				t.Error("monomials of sparse samples are dense")
			}
			got, _ := sparsely(t, m, x)
			support.Near(t, "sparse", dense(got).X, made.X, 0)
		}
	}
}

func sparsely(t *testing.T, m *prep.MonomialFeatures, x *sample.Matrix) (*sample.CSR, bool) {
	t.Helper()
	made, err := m.Transform(nil, support.Sparse(x))
	if err != nil {
		t.Fatal(err)
	}
	s, ok := made.(*sample.CSR)
	if ok {
		if _, err := sample.NewCSR(s.Ptr, s.Index, s.Value, s.N, s.D); err != nil {
			t.Error(err)
		}
	}
	return s, ok
}

// Degree 2 of two features by hand: (x1^2, sqrt 2 x1 x2, x2^2), as the text prints it.
func TestMonomialsOfTheText(t *testing.T) {
	m := prep.NewMonomialFeatures(catalog.Kernel)
	m.Coef0 = 0
	x := &sample.Matrix{N: 1, D: 2, X: []float64{3, 5}}
	fit(t, m, x)
	support.Near(t, "features", transform(t, m, x).X, []float64{9, math.Sqrt2 * 15, 25}, 1e-14)
}

func TestBadRequestsAreNamedErrors(t *testing.T) {
	degree := func(m *prep.MonomialFeatures) { m.Degree = 6 }
	for name, c := range map[string]struct {
		machine  model.Transformer
		x        *sample.Matrix
		code     fault.Code
		argument string
	}{
		"too many landmarks":   {nystroem(3000), cloud(1, 2500, 1), fault.Option, "nComponents"},
		"too many monomials":   {monomials(degree), cloud(1, 2, 200), fault.Option, "degree"},
		"monomials overflow":   {monomials(nil), &sample.Matrix{N: 1, D: 1, X: []float64{1e160}}, fault.Numeric, "X"},
		"kernel overflows":     {nystroem(5), &sample.Matrix{N: 2, D: 1, X: []float64{1e200, 1}}, fault.Numeric, "X"},
		"frequencies overflow": {prep.NewRBFSampler(catalog.Kernel), &sample.Matrix{N: 2, D: 1, X: []float64{1e-160, 0}}, fault.Numeric, "X"},
		"too many frequencies": {sampler(1 << 24), cloud(1, 2, 100), fault.Memory, "X"},
	} {
		_, err := c.machine.Fit(nil, model.NewTraining(c.x, nil))
		if err == nil {
			_, err = c.machine.Transform(nil, c.x)
		}
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
			t.Errorf("%s: got %v, want %s about %s", name, err, c.code, c.argument)
		}
	}
}

func nystroem(count int) model.Transformer {
	m := prep.NewNystroem(catalog.Kernel)
	m.NComponents = count
	return m
}

func sampler(count int) model.Transformer {
	m := prep.NewRBFSampler(catalog.Kernel)
	m.NComponents = count
	return m
}

func monomials(change func(*prep.MonomialFeatures)) model.Transformer {
	m := prep.NewMonomialFeatures(catalog.Kernel)
	if change != nil {
		change(m)
	}
	return m
}
