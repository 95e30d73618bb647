package subspace_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/subspace"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

type pcaOptions = func(*subspace.KernelPCAOptions)

func of(name string, gamma float64, count int) pcaOptions {
	return func(o *subspace.KernelPCAOptions) {
		o.Kernel.Name, o.Kernel.Gamma, o.NComponents = name, kernel.Width{Value: gamma}, count
	}
}

func components(t testing.TB, training model.Training, change ...pcaOptions) (*subspace.KernelPCA, *subspace.KernelPCAFit, model.Report) {
	t.Helper()
	p := subspace.NewKernelPCA(catalog.Kernel)
	for _, c := range change {
		c(&p.KernelPCAOptions)
	}
	report, err := p.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return p, p.Fitted().(*subspace.KernelPCAFit), report
}

func transform(t testing.TB, p *subspace.KernelPCA, x sample.Set) *sample.Matrix {
	t.Helper()
	made, err := p.Transform(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	return made.(*sample.Matrix)
}

func inverse(t testing.TB, p *subspace.KernelPCA, x sample.Set) *sample.Matrix {
	t.Helper()
	made, err := p.Inverse(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	return made.(*sample.Matrix)
}

func matrix(x ...[]float64) *sample.Matrix {
	m := &sample.Matrix{N: len(x), D: len(x[0])}
	for _, row := range x {
		m.X = append(m.X, row...)
	}
	return m
}

// cloud returns n samples, wider in the first features.
func cloud(rng *rand.Rand, n, d int) *sample.Matrix {
	m := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	for i := range m.X {
		m.X[i] = rng.NormFloat64() / float64(1+i%d)
	}
	return m
}

func first(set sample.Set, n int) sample.Set {
	index := make([]int, n)
	for i := range index {
		index[i] = i
	}
	return set.Select(index)
}

// golden has the results of scikit-learn; see core/internal/golden/subspace.py.
type golden struct {
	Tolerance  float64
	Components []struct {
		Data, Kernel             string
		Rows, Degree, Components int
		Gamma, Coef0             float64
		Eigenvalues, Coordinates []float64
	}
	Discriminants []struct {
		Data, Priors     string
		Shrinkage, Trace float64
		Coef, Values     []float64
		Predicted        []float64
	}
}

func readGolden(t testing.TB) (g golden) {
	t.Helper()
	facts.Golden(t, "subspace.json", &g)
	return g
}

// Eigenvalues and coordinates are scikit-learn's, and so are the signs.
func TestKernelPCAIsScikitLearns(t *testing.T) {
	g := readGolden(t)
	for _, c := range g.Components {
		t.Run(c.Data+" "+c.Kernel, func(t *testing.T) {
			all, _ := facts.Libsvm(t, c.Data)
			x := first(all, c.Rows)
			p, f, _ := components(t, model.NewTraining(x, nil), of(c.Kernel, c.Gamma, c.Components), func(o *subspace.KernelPCAOptions) {
				o.Kernel.Degree, o.Kernel.Coef0 = c.Degree, c.Coef0
			})
			support.Near(t, "eigenvalues", f.Eigenvalues, c.Eigenvalues, g.Tolerance)
			support.Near(t, "coordinates", transform(t, p, first(x, len(c.Coordinates)/c.Components)).X, c.Coordinates, g.Tolerance)
		})
	}
}

// Three points on a line, worked by hand: the mean is 3, so coordinates are -3, -1
// and 4, the point farthest out being on the positive side.
func TestKernelPCAWorkedExample(t *testing.T) {
	p, f, report := components(t, model.NewTraining(matrix([]float64{0}, []float64{2}, []float64{7}), nil), of("linear", 1, 1))
	support.Near(t, "eigenvalues", f.Eigenvalues, []float64{26}, 1e-14)
	support.Near(t, "explained", f.Explained, []float64{1}, 1e-14)
	support.Near(t, "coordinates", transform(t, p, matrix([]float64{0}, []float64{2}, []float64{7}, []float64{3.5})).X, []float64{-3, -1, 4, 0.5}, 1e-13)
	support.Near(t, "lambda |alpha|^2", []float64{26 * (f.Coef[0]*f.Coef[0] + f.Coef[1]*f.Coef[1] + f.Coef[2]*f.Coef[2])}, []float64{1}, 1e-14)
	support.Near(t, "back", inverse(t, p, matrix([]float64{-3}, []float64{1})).X, []float64{0, 4}, 1e-13)
	if report.Objective != -f.Eigenvalues[0] || len(report.Notes) != 0 {
		t.Errorf("report %+v", report)
	}
}

// Over the training samples, coordinates have the weighted mean zero, are uncorrelated, and
// their weighted sums of squares are the eigenvalues. With all components the distances
// between coordinates are those in feature space.
func TestKernelPCAProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(111, 1))
	const n = 40
	x := cloud(rng, n, 3)
	weight := make([]float64, n)
	for i := range weight {
		weight[i] = 0.5 + float64(i%3)
	}
	for _, name := range []string{"rbf", "linear", "poly", "laplacian", "matern"} {
		for _, w := range [][]float64{nil, weight} {
			p, f, _ := components(t, model.Training{Data: model.Data{X: x, Weight: w}}, of(name, 0.7, n-1))
			z := transform(t, p, x)
			of := func(i int) float64 {
				if w == nil {
					return 1
				}
				return w[i]
			}
			for a := range f.Eigenvalues {
				sum := 0.0
				for i := range n {
					sum += of(i) * z.Row(i)[a]
				}
				support.Near(t, name+": mean", []float64{sum}, []float64{0}, 1e-9)
				for b := range a + 1 {
					sum, want := 0.0, 0.0
					for i := range n {
						sum += of(i) * z.Row(i)[a] * z.Row(i)[b]
					}
					if a == b {
						want = f.Eigenvalues[a]
					}
					// Rounding of the kernel matrix, over the root of the smallest eigenvalues.
					support.Near(t, name+": products", []float64{sum}, []float64{want}, 1e-7*(1+f.Eigenvalues[0]))
				}
			}
			made, err := catalog.Kernel(name)
			if err != nil {
				t.Fatal(err)
			}
			schema.SetDefaults(made)
			k, _, err := model.KernelMaker(catalog.Kernel).For(kernel.Spec{Name: name, Gamma: kernel.Width{Value: 0.7}, Degree: 3}, x)
			if err != nil {
				t.Fatal(err)
			}
			for i := range n {
				for j := range i {
					distance := 0.0
					for a := range f.Eigenvalues {
						distance += (z.Row(i)[a] - z.Row(j)[a]) * (z.Row(i)[a] - z.Row(j)[a])
					}
					want := kernel.Value(k, x.Row(i), x.Row(i)) - 2*kernel.Value(k, x.Row(i), x.Row(j)) + kernel.Value(k, x.Row(j), x.Row(j))
					support.Near(t, name+": distance", []float64{distance}, []float64{want}, 1e-8)
				}
			}
		}
	}
}

func TestKernelPCARelations(t *testing.T) {
	rng := rand.New(rand.NewPCG(112, 1))
	const n = 60
	x := cloud(rng, n, 4)
	p, _, _ := components(t, model.NewTraining(x, nil), of("rbf", 0.5, 3))
	want := transform(t, p, x).X

	ps, _, _ := components(t, model.NewTraining(support.Sparse(x), nil), of("rbf", 0.5, 3))
	support.Near(t, "sparse", transform(t, ps, support.Sparse(x)).X, want, 1e-11)

	g := &sample.Matrix{N: n, D: n, X: make([]float64, n*n)}
	for i := range n {
		for j := range n {
			distance := 0.0
			for c, v := range x.Row(i) {
				distance += (v - x.Row(j)[c]) * (v - x.Row(j)[c])
			}
			g.X[i*n+j] = math.Exp(-0.5 * distance)
		}
	}
	pg, _, _ := components(t, model.NewTraining(g, nil), of("precomputed", 1, 3))
	support.Near(t, "precomputed", transform(t, pg, g).X, want, 1e-11)

	weight, index := make([]float64, n), []int{}
	for i := range weight {
		weight[i] = float64(i % 3)
		for range i % 3 {
			index = append(index, i)
		}
	}
	pw, fw, _ := components(t, model.Training{Data: model.Data{X: x, Weight: weight}}, of("rbf", 0.5, 3))
	pt, ft, _ := components(t, model.NewTraining(x.Select(index), nil), of("rbf", 0.5, 3))
	support.Near(t, "weights", transform(t, pw, x).X, transform(t, pt, x).X, 1e-11)
	support.Near(t, "weights: eigenvalues", fw.Eigenvalues, ft.Eigenvalues, 1e-12)
	pg, _, _ = components(t, model.Training{Data: model.Data{X: g, Weight: weight}}, of("precomputed", 1, 3))
	support.Near(t, "precomputed with weights", transform(t, pg, g).X, transform(t, pw, x).X, 1e-11)

	far := &sample.Matrix{N: n, D: 4}
	for _, v := range x.X {
		far.X = append(far.X, v+1e5)
	}
	pf, _, _ := components(t, model.NewTraining(far, nil), of("rbf", 0.5, 3))
	support.Near(t, "far from the origin", transform(t, pf, far).X, want, 1e-8)
	back := inverse(t, pf, transform(t, pf, far))
	for i := range back.X {
		back.X[i] -= 1e5
	}
	support.Near(t, "far from the origin, and back", back.X, inverse(t, p, transform(t, p, x)).X, 1e-6)
}

// A few components of many samples, found by iteration, equal the first ones of the whole
// spectrum.
func TestKernelPCAOfManySamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(113, 1))
	x := cloud(rng, 500, 3)
	few, _, _ := components(t, model.NewTraining(x, nil), of("rbf", 0.5, 4))
	many, _, _ := components(t, model.NewTraining(x, nil), of("rbf", 0.5, 60))
	all, want := transform(t, many, x), []float64{}
	for i := range x.N {
		want = append(want, all.Row(i)[:4]...)
	}
	support.Near(t, "coordinates", transform(t, few, x).X, want, 1e-9)
}

// Degenerate data give zeros and a warning, and never NaN.
func TestKernelPCAOfDegenerateData(t *testing.T) {
	indefinite := matrix([]float64{0, 3, 1}, []float64{3, 0, 2}, []float64{1, 2, 0})
	for name, c := range map[string]struct {
		x      sample.Set
		kernel string
		count  int
		rank   int
		code   string
	}{
		"all alike":   {matrix([]float64{2}, []float64{2}, []float64{2}), "rbf", 2, 0, "WARN_DEGENERATE"},
		"zero kernel": {matrix([]float64{0}, []float64{0}, []float64{0}), "linear", 1, 0, "WARN_DEGENERATE"},
		"one sample":  {matrix([]float64{3, 4}), "rbf", 1, 0, "WARN_DEGENERATE"},
		"duplicates":  {matrix([]float64{1}, []float64{1}, []float64{5}, []float64{5}), "rbf", 3, 1, "WARN_DEGENERATE"},
		"indefinite":  {indefinite, "precomputed", 1, 1, "WARN_INDEFINITE"},
	} {
		p, f, report := components(t, model.NewTraining(c.x, nil), of(c.kernel, 0.5, c.count))
		if len(report.Notes) != 1 || report.Notes[0].Code != c.code {
			t.Errorf("%s: notes %v", name, report.Notes)
		}
		rank := 0
		for _, v := range f.Eigenvalues {
			if v > 0 {
				rank++
			}
		}
		if rank != c.rank || len(f.Eigenvalues) != c.count {
			t.Errorf("%s: eigenvalues %v", name, f.Eigenvalues)
		}
		if z := transform(t, p, c.x); slices.ContainsFunc(z.X, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
			t.Errorf("%s: coordinates %v", name, z.X)
		}
	}
}

// With all coordinates the pre-image is the sample. With a few coordinates the image of the
// pre-image is nearer to the point than that of any training sample, and is a local optimum.
func TestPreImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(114, 1))
	x := cloud(rng, 30, 2)
	for _, name := range []string{"rbf", "linear"} {
		p, _, _ := components(t, model.NewTraining(x, nil), of(name, 2, 29))
		support.Near(t, name, inverse(t, p, transform(t, p, x)).X, x.X, 1e-6)
	}
	ring := &sample.Matrix{N: 80, D: 2}
	for range ring.N {
		angle := 2 * math.Pi * rng.Float64()
		ring.X = append(ring.X, math.Cos(angle)+0.1*rng.NormFloat64(), math.Sin(angle)+0.1*rng.NormFloat64())
	}
	p, f, _ := components(t, model.NewTraining(ring, nil), of("rbf", 1, 3))
	z := transform(t, p, ring)
	back := inverse(t, p, z)
	// height is the inner product of an image with the point of these coordinates.
	height := func(beta []float64) func(at []float64) float64 {
		c := slices.Clone(f.Share)
		for i := range c {
			for k, b := range beta {
				c[i] += b * f.Coef[k*ring.N+i]
			}
		}
		return func(at []float64) (h float64) {
			for i, v := range c {
				dx, dy := ring.Row(i)[0]-at[0], ring.Row(i)[1]-at[1]
				h += v * math.Exp(-dx*dx-dy*dy)
			}
			return h
		}
	}
	spread := func(m *sample.Matrix) (sum float64) {
		for i := range m.N {
			r := math.Hypot(m.Row(i)[0], m.Row(i)[1]) - 1
			sum += r * r
		}
		return sum
	}
	for i := range ring.N {
		at, of := back.Row(i), height(z.Row(i))
		h := of(at)
		for j := range ring.N {
			if other := of(ring.Row(j)); other > h {
				t.Fatalf("row %d: sample %d is closer, %v to %v", i, j, other, h)
			}
		}
		for _, move := range [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if other := of([]float64{at[0] + 1e-3*move[0], at[1] + 1e-3*move[1]}); other > h {
				t.Fatalf("row %d: a step of %v is closer", i, move)
			}
		}
	}
	if before, after := spread(ring), spread(back); after > 0.7*before {
		t.Errorf("noise: %v of squared distances from the circle became %v", before, after)
	}
}

func TestMissingPreImages(t *testing.T) {
	x := cloud(rand.New(rand.NewPCG(115, 1)), 20, 2)
	p, _, _ := components(t, model.NewTraining(x, nil), of("rbf", 1, 2))
	poly, _, _ := components(t, model.NewTraining(x, nil), of("poly", 1, 2))
	unfitted := subspace.NewKernelPCA(catalog.Kernel)
	// The mean with negative weights: its image is at an obtuse angle to all samples.
	_, f, _ := components(t, model.NewTraining(x, nil), of("rbf", 1, 2))
	negative := *f
	negative.Share = slices.Repeat([]float64{-1}, 20)
	damaged := subspace.NewKernelPCA(catalog.Kernel)
	if err := damaged.Restore(&negative); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		p        *subspace.KernelPCA
		x        sample.Set
		code     fault.Code
		argument string
	}{
		"not fitted":       {unfitted, x, fault.NotFitted, ""},
		"too many columns": {p, matrix([]float64{1, 2, 3}), fault.FeatureCount, "X"},
		"another kernel":   {poly, x, fault.Option, "kernel"},
		"damaged":          {damaged, matrix([]float64{0, 0}), fault.Numeric, "X"},
	} {
		_, err := c.p.Inverse(nil, c.x)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
			t.Errorf("%s: got %v, want %s about %s", name, err, c.code, c.argument)
		}
	}
	if _, err := p.Inverse((*run.Ctl)(nil).Within(0), x); err != nil {
		t.Errorf("a limit of time is none of what is of no use before it is finished: %v", err)
	}
	ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return run.Abort }}.Ctl()
	for ctl.Wanted(func() run.Report { return run.Report{} }) {
		continue // until it is aborted
	}
	if _, err := p.Inverse(ctl, x); !errors.Is(err, run.ErrAborted) {
		t.Errorf("aborted: %v", err)
	}
}

func TestBadComponentsAreANamedError(t *testing.T) {
	x := cloud(rand.New(rand.NewPCG(116, 1)), 20, 2)
	for name, c := range map[string]struct {
		training model.Training
		change   pcaOptions
		code     fault.Code
		argument string
	}{
		"too many components":          {model.NewTraining(x, nil), of("rbf", 1, 21), fault.Option, "nComponents"},
		"too many of those that count": {model.Training{Data: model.Data{X: x, Weight: append([]float64{1}, make([]float64, 19)...)}}, of("rbf", 1, 2), fault.Option, "nComponents"},
		"too many of many":             {model.NewTraining(&sample.Matrix{N: 2001, D: 1, X: make([]float64, 2001)}, nil), of("rbf", 1, 200), fault.Option, "nComponents"},
		"too many samples":             {model.NewTraining(&sample.Matrix{N: 20000, D: 1, X: make([]float64, 20000)}, nil), of("rbf", 1, 2), fault.Memory, "X"},
		"unknown kernel":               {model.NewTraining(x, nil), of("rfb", 1, 2), fault.Option, "kernel"},
		"not square":                   {model.NewTraining(x, nil), of("precomputed", 1, 2), fault.Shape, "X"},
	} {
		p, f, _ := components(t, model.NewTraining(x, nil))
		c.change(&p.KernelPCAOptions)
		_, err := p.Fit(nil, c.training)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
			t.Errorf("%s: got %v, want %s about %s", name, err, c.code, c.argument)
		}
		if p.Fitted() != any(f) {
			t.Errorf("%s: the previous fit is gone", name)
		}
	}
}

// An offset of the samples changes no component of the linear kernel. Kernel values contain the
// square of the offset, so coordinates were wrong by .1 at 1e5 deviations, and by 84 at 1e6;
// scikit-learn 1.2.1's KernelPCA on the same kind of data is off by 1e-6 and 1e-4.
func TestComponentsFarFromTheOrigin(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 4))
	const n, d = 150, 4
	draw := func(rows int) *sample.Matrix {
		x := &sample.Matrix{N: rows, D: d, X: make([]float64, rows*d)}
		for i := range x.X {
			x.X[i] = math.Round(rng.NormFloat64()*float64(1+i%d)*1024) / 1024 // exact beside the offset
		}
		return x
	}
	moved := func(x *sample.Matrix, offset float64) *sample.Matrix {
		far := &sample.Matrix{N: x.N, D: d, X: slices.Clone(x.X)}
		for i := range far.X {
			far.X[i] += offset
		}
		return far
	}
	x, z := draw(n), draw(40)
	for _, count := range []int{3, 4} {
		p, fit, _ := components(t, model.NewTraining(x, nil), of("linear", 1, count))
		want := transform(t, p, z)
		for _, offset := range []float64{1 << 10, 1 << 17, 1 << 20, 1 << 24} {
			q, moves, _ := components(t, model.NewTraining(moved(x, offset), nil), of("linear", 1, count))
			support.Near(t, "eigenvalues", moves.Eigenvalues, fit.Eigenvalues, 1e-12)
			support.Near(t, "coordinates", transform(t, q, moved(z, offset)).X, want.X, 1e-14*offset+1e-10)
		}
	}
}

// The coefficients of a component sum to zero, because the eigenvector is orthogonal to the
// constant vector. The sum must be exact to rounding and not only to the accuracy of the
// eigenvector, because it is multiplied by the common part of all kernel values.
func TestCoefficientsOfComponentsSumToZero(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 5))
	x := &sample.Matrix{N: 200, D: 3, X: make([]float64, 600)}
	for i := range x.X {
		x.X[i] = 1e4 + rng.NormFloat64()
	}
	weight := make([]float64, x.N)
	for i := range weight {
		weight[i] = float64(1 + i%3)
	}
	for _, change := range []pcaOptions{of("linear", 1, 3), func(o *subspace.KernelPCAOptions) {
		o.Kernel = kernel.Spec{Name: "poly", Gamma: kernel.Width{Value: 1e-8}, Degree: 2, Coef0: 1}
		o.NComponents = 3
	}} {
		_, fit, _ := components(t, model.Training{Data: model.Data{X: x, Weight: weight}}, change)
		for k := range fit.Eigenvalues {
			sum, size := 0.0, 0.0
			for _, a := range fit.Coef[k*x.N : (k+1)*x.N] {
				sum, size = sum+a, size+math.Abs(a)
			}
			if !(math.Abs(sum) <= 1e-14*size) {
				t.Errorf("component %d: the coefficients sum to %v of %v", k, sum, size)
			}
		}
	}
}
