package ridge_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/model"
)

// lasso fits one to a gap of nearly nothing, unless set asks for something else.
func lasso(t rapid.TB, training model.Training, set func(*ridge.LassoOptions)) (*ridge.LassoFit, model.Report) {
	t.Helper()
	m := ridge.NewLasso()
	m.Tol, m.MaxIter = 1e-14, math.Inf(1)
	set(&m.LassoOptions)
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m.Fitted().(*ridge.LassoFit), report
}

// lassoCase is a case of core/internal/golden/lasso.py.
type lassoCase struct {
	Data, Features, Weights                     string
	Alpha, Ratio, AlphaMax, Constant, Objective float64
	Intercept                                   bool
	Coef, Values                                []float64
	Stop                                        struct {
		Gap          float64
		Left, Passes int
	}
}

// training returns the samples of the case, dense.
func (c *lassoCase) training(t *testing.T) (*sample.Matrix, model.Training) {
	x, y := facts.Libsvm(t, c.Data)
	n, d := x.Len(), x.Dim()
	if c.Features == "wide" {
		n = 60
	}
	m := &sample.Matrix{N: n, D: d}
	row := make([]float64, d)
	for i := range n {
		x.Dense(row, i)
		m.X = append(m.X, row...)
		for j := 0; j < d && c.Features != "once"; j++ {
			for k := j; k < d; k++ {
				m.X = append(m.X, row[j]*row[k])
			}
		}
	}
	m.D = len(m.X) / n
	var weight []float64
	for i := 0; i < n && c.Weights != "none"; i++ {
		if c.Weights == "steps" {
			weight = append(weight, 0.5+0.5*float64(i%5))
		} else {
			weight = append(weight, float64(min(i%4, 1)))
		}
	}
	return m, model.Training{Data: model.Data{X: m, Target: model.Values(y[:n]), Weight: weight}}
}

// TestLassoAsScikitLearn compares with scikit-learn's ElasticNet on real data, dense and sparse. Sparse
// columns whose means are large have rounding that ends some fits a little before a gap of 1e-14.
func TestLassoAsScikitLearn(t *testing.T) {
	var golden struct {
		Tolerance float64
		Cases     []lassoCase
	}
	facts.Golden(t, "lasso.json", &golden)
	for _, c := range golden.Cases {
		name := c.Data + " " + c.Features
		m, training := c.training(t)
		for _, set := range []sample.Set{m, support.Sparse(m)} {
			training.X = set
			options := func(o *ridge.LassoOptions) {
				o.Alpha, o.L1Ratio, o.FitIntercept = c.Alpha, c.Ratio, c.Intercept
			}
			f, report := lasso(t, training, options)
			if c.Features != "wide" && (c.Data != "a1a" || c.Ratio < 1) { // elsewhere weights are not unique
				support.Near(t, name, append(f.Weights, f.Bias[0]), append(c.Coef, c.Constant), golden.Tolerance)
			}
			values := make([]float64, len(c.Values))
			for i := range values {
				values[i] = f.Bias[0] + linalg.Dot(m.Row(i), f.Weights)
			}
			support.Near(t, name+": values", values, c.Values, golden.Tolerance)
			support.NearNumber(t, name+": objective", report.Objective, c.Objective, 1e-9)
			support.NearNumber(t, name+": alphaMax", f.AlphaMax, c.AlphaMax, 1e-12)
			if report.Status != run.Converged && (report.Status != run.Stalled || report.Gap > 1e-10*c.Objective) {
				t.Errorf("%s: %s with a gap of %g", name, report.Status, report.Gap)
			}
			_, usual := lasso(t, training, func(o *ridge.LassoOptions) {
				options(o)
				o.Tol, o.MaxIter = 1e-4, 1000
			})
			above := usual.Objective - c.Objective
			if usual.Status != run.Converged || usual.Gap < above-1e-12 || above < -1e-9*c.Objective {
				t.Errorf("%s: %s, %g above the minimum with a gap of %g", name, usual.Status, above, usual.Gap)
			}
			t.Logf("%s: %d passes to 1e-14, %d to 1e-4; scikit-learn %d to 1e-4", name, report.Iterations, usual.Iterations, c.Stop.Passes)
		}
	}
}

// lassoProblem is a random problem with its samples both dense and sparse.
type lassoProblem struct {
	training model.Training
	x        *sample.Matrix
	y        []float64
	share    []float64 // weights of sum 1
	total    float64
	constant bool
}

func drawLasso(t *rapid.T) (p lassoProblem) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
	n, d := rapid.IntRange(1, 30).Draw(t, "n"), rapid.IntRange(1, 40).Draw(t, "d")
	p.constant = rapid.Bool().Draw(t, "constant")
	p.x, p.y, p.share = &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}, make([]float64, n), make([]float64, n)
	scale, offset := make([]float64, d), make([]float64, d)
	for j := range scale {
		scale[j], offset[j] = math.Exp(2*rng.NormFloat64()), 5*rng.NormFloat64()*float64(rng.IntN(2))
	}
	weight := make([]float64, n)
	for i := range n {
		common := rng.NormFloat64()
		for j := range d {
			if rng.IntN(3) > 0 {
				p.x.X[i*d+j] = offset[j] + scale[j]*(common+rng.NormFloat64())
			}
		}
		p.y[i] = 3*p.x.X[i*d] - 2*p.x.X[i*d+d/2] + rng.NormFloat64() + 7
		weight[i] = float64(rng.IntN(3))
	}
	weight[0] = 1
	if rapid.Bool().Draw(t, "weights") {
		p.training.Weight = weight
	}
	for i := range n {
		p.share[i] = model.WeightAt(p.training.Weight, i)
		p.total += p.share[i]
	}
	for i := range n {
		p.share[i] /= p.total
	}
	p.training.X, p.training.Target = p.x, model.Values(p.y)
	if rapid.Bool().Draw(t, "sparse") {
		p.training.X = support.Sparse(p.x)
	}
	return p
}

// square returns the weighted mean of the squared targets.
func (p *lassoProblem) square() (sum float64) {
	for i, y := range p.y {
		sum += p.share[i] * y * y
	}
	return sum
}

// slopes returns the weighted mean of the residuals, and for each column the weighted inner product
// with them and the norm.
func (p *lassoProblem) slopes(f *ridge.LassoFit) (mean float64, slope, norm []float64) {
	slope, norm = make([]float64, p.x.D), make([]float64, p.x.D)
	for i, y := range p.y {
		r := y - f.Bias[0]
		for j, v := range p.x.Row(i) {
			r -= v * f.Weights[j]
		}
		mean += p.share[i] * r
		for j, v := range p.x.Row(i) {
			slope[j] += p.share[i] * r * v
			norm[j] += p.share[i] * v * v
		}
	}
	return mean, slope, norm
}

// The residuals have the mean 0 if there is a constant, and no step of a single weight lowers the
// objective by more than the gap, which is small.
func TestLassoIsOptimal(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		p := drawLasso(t)
		alpha := math.Exp(rapid.Float64Range(-5, 3).Draw(t, "log alpha"))
		ratio := rapid.SampledFrom([]float64{1, 0.9, 0.5, 0.01, 0}).Draw(t, "l1Ratio")
		f, report := lasso(t, p.training, func(o *ridge.LassoOptions) {
			o.Alpha, o.L1Ratio, o.FitIntercept, o.MaxIter = alpha, ratio, p.constant, 1e5
		})
		if report.Status != run.Converged && report.Status != run.Stalled {
			t.Fatalf("%s after %d passes, gap %g", report.Status, report.Iterations, report.Gap)
		}
		mean, slope, norm := p.slopes(f)
		size := math.Sqrt(p.square())
		if p.constant {
			support.WithinNumber(t, "mean of the residuals", mean, 0, 1e-9*size)
		} else if f.Bias[0] != 0 {
			t.Errorf("a constant of %g", f.Bias[0])
		}
		for j, w := range f.Weights {
			// Along w_j alone the objective is h/2 (v - w_j)^2 - g (v - w_j) + alpha l1Ratio |v|.
			h, g := norm[j]+alpha*(1-ratio), slope[j]-alpha*(1-ratio)*w
			if h == 0 {
				continue
			}
			z := h*w + g
			v := math.Copysign(max(0, math.Abs(z)-alpha*ratio), z) / h
			lower := g*(v-w) - h/2*(v-w)*(v-w) + alpha*ratio*(math.Abs(w)-math.Abs(v))
			if !(lower <= report.Gap+1e-12*size*size) {
				t.Errorf("weight %d: %g is lower by %g than %g, more than the gap of %g", j, v, lower, w, report.Gap)
			}
		}
	})
}

// With alphaMax all weights are zero and the constant is the mean of y, with a little less they are
// not.
func TestAlphaMaxOfTheLasso(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		p := drawLasso(t)
		ratio := rapid.SampledFrom([]float64{1, 0.3}).Draw(t, "l1Ratio")
		at := func(alpha float64) *ridge.LassoFit {
			f, _ := lasso(t, p.training, func(o *ridge.LassoOptions) {
				o.Alpha, o.L1Ratio, o.FitIntercept, o.MaxIter = alpha, ratio, p.constant, 1e5
			})
			return f
		}
		most := at(1).AlphaMax
		if most < 1e-9 {
			return // a single sample, or constant columns
		}
		left := func(f *ridge.LassoFit) (count int) {
			for _, w := range f.Weights {
				if w != 0 {
					count++
				}
			}
			return count
		}
		if f := at(most * (1 + 1e-9)); left(f) != 0 {
			t.Errorf("%d weights with alphaMax", left(f))
		}
		if f := at(most * 0.99); left(f) == 0 {
			t.Errorf("no weights with an alpha below alphaMax = %g", most)
		}
	})
}

// With l1Ratio 0 it is Ridge, whose errors are summed up: alpha is that of Ridge by the sum of the
// weights. Where an objective bends by at least alpha, its gap bounds the distance of the weights.
func TestLassoWithoutSizesIsRidge(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		p := drawLasso(t)
		alpha := math.Exp(rapid.Float64Range(-3, 3).Draw(t, "log alpha"))
		f, report := lasso(t, p.training, func(o *ridge.LassoOptions) {
			o.Alpha, o.L1Ratio, o.FitIntercept, o.MaxIter = alpha, 0, p.constant, 1e5
		})
		m := ridge.NewRidge()
		m.Alpha, m.FitIntercept, m.Form = alpha*p.total, p.constant, "dual"
		if _, err := m.Fit(nil, p.training); err != nil {
			t.Fatal(err)
		}
		want := m.Fitted().(*ridge.RidgeFit)
		size := 0.0
		for _, w := range append(want.Weights, want.Bias[0]) {
			size = max(size, math.Abs(w))
		}
		far := 0.0 // the constant moves by at most the sum of the largest numbers of the columns times as much
		for j := range p.x.D {
			most := 0.0
			for i := range p.x.N {
				most = max(most, math.Abs(p.x.X[i*p.x.D+j]))
			}
			far += most
		}
		within := math.Sqrt(2*(report.Gap+1e-14*p.square())/alpha) + 1e-9*size
		support.Within(t, "weights", f.Weights, want.Weights, within)
		support.Within(t, "constant", f.Bias, want.Bias, within*(1+far))
	})
}

// Of columns of squared norm n that are orthogonal, the weights are <x_j, y> / n, moved towards zero by
// alpha l1Ratio and divided by 1 + alpha (1 - l1Ratio) (Tibshirani 1996, equation 3).
func TestLassoOfOrthogonalColumns(t *testing.T) {
	const n = 8 // a Hadamard matrix
	m := &sample.Matrix{N: n, D: n, X: make([]float64, n*n)}
	for i := range n {
		for j := range n {
			m.X[i*n+j] = 1
			for b := i & j; b > 0; b &= b - 1 {
				m.X[i*n+j] *= -1
			}
		}
	}
	y := []float64{3, -1, 4, 1, -5, 9, -2, 6}
	for _, ratio := range []float64{1, 0.25} {
		const alpha = 0.8
		f, report := lasso(t, model.NewTraining(m, model.Values(y)), func(o *ridge.LassoOptions) { o.Alpha, o.L1Ratio, o.FitIntercept = alpha, ratio, false })
		for j, w := range f.Weights {
			z := 0.0
			for i := range n {
				z += m.X[i*n+j] * y[i] / n
			}
			want := math.Copysign(max(0, math.Abs(z)-alpha*ratio), z) / (1 + alpha*(1-ratio))
			support.WithinNumber(t, "weight", w, want, 1e-14)
		}
		if report.Status != run.Converged || report.Iterations > 20 {
			t.Errorf("%s after %d passes", report.Status, report.Iterations)
		}
	}
}

// A constant column has no weight, whatever its value, and columns that are far from zero lose no
// digits.
func TestLassoOfColumnsFarFromZero(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	const n, d = 40, 4
	near, far, y := make([]float64, n*d), make([]float64, n*d), make([]float64, n)
	for i := range n {
		for j := range d - 1 {
			near[i*d+j] = rng.NormFloat64()
			far[i*d+j] = near[i*d+j] + 1e7
		}
		far[i*d+d-1] = 0.1
		y[i] = near[i*d] - 2*near[i*d+1] + 0.1*rng.NormFloat64()
	}
	fit := func(x []float64) *ridge.LassoFit {
		f, _ := lasso(t, model.NewTraining(&sample.Matrix{N: n, D: d, X: x}, model.Values(y)), func(o *ridge.LassoOptions) { o.Alpha = 1e-4 })
		return f
	}
	want, got := fit(near), fit(far)
	support.Within(t, "weights", got.Weights, want.Weights, 1e-7)
	if got.Weights[d-1] != 0 {
		t.Errorf("the constant column has the weight %g", got.Weights[d-1])
	}
}

// A fit that starts from the solution of another alpha ends at the same function, one that starts
// from its own solution at once, and the features must be the same.
func TestWarmStartOfTheLasso(t *testing.T) {
	var p lassoProblem
	rapid.Check(t, func(t *rapid.T) { p = drawLasso(t) })
	p.training.Weight = nil
	fit := func(alpha float64, start model.Machine) (*ridge.Lasso, model.Report) {
		m := ridge.NewLasso()
		m.Alpha, m.Tol, m.MaxIter = alpha, 1e-13, 1e5
		training := p.training
		training.Start = start
		report, err := m.Fit(nil, training)
		if err != nil {
			t.Fatal(err)
		}
		return m, report
	}
	cold, _ := fit(0.05, nil)
	large, _ := fit(0.5, nil)
	warm, _ := fit(0.05, large)
	_, again := fit(0.05, warm)
	support.Within(t, "weights", warm.Result.Weights, cold.Result.Weights, 1e-4)
	if again.Iterations > 0 {
		t.Errorf("%d passes from the solution", again.Iterations)
	}
	m, training := ridge.NewLasso(), p.training
	training.X, training.Start = &sample.Matrix{N: p.x.N, D: 1, X: p.y}, warm
	if p.x.D == 1 {
		training.X = &sample.Matrix{N: p.x.N, D: 2, X: append(p.y, p.y...)}
	}
	_, err := m.Fit(nil, training)
	var e *fault.Error
	if !errors.As(err, &e) || e.Code != fault.FeatureCount || e.Argument != "X" {
		t.Errorf("other features: %v", err)
	}
}

func TestLassoRefusals(t *testing.T) {
	x := &sample.Matrix{N: 4, D: 1, X: []float64{0, 1, 2, 3}}
	for name, c := range map[string]struct {
		x         sample.Set
		y, weight []float64
		code      fault.Code
		argument  string
	}{
		"no weights":      {x, []float64{1, 2, 3, 4}, make([]float64, 4), fault.Weight, "sampleWeight"},
		"columns":         {&sample.Matrix{N: 4, D: 2, X: []float64{1, 1e200, 1, -1e200, 1, 3, 1, 4}}, []float64{1, 2, 3, 4}, nil, fault.Numeric, "X"},
		"endless columns": {&sample.Matrix{N: 4, D: 1, X: []float64{1e308, 1e308, 1e308, -1e308}}, []float64{1, 2, 3, 4}, nil, fault.Numeric, "X"},
		"targets":         {x, []float64{1e308, -1e308, 1e308, 1e308}, nil, fault.Numeric, "X"},
	} {
		for _, set := range []sample.Set{c.x, support.Sparse(c.x.(*sample.Matrix))} {
			_, err := ridge.NewLasso().Fit(nil, model.Training{Data: model.Data{X: set, Target: model.Values(c.y), Weight: c.weight}})
			var e *fault.Error
			if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// A fit that maxIter ends says how far it is from the minimum.
func TestLassoWithFewPasses(t *testing.T) {
	x, y := facts.Libsvm(t, "housing_scale")
	training := model.NewTraining(x, model.Values(y))
	_, best := lasso(t, training, func(o *ridge.LassoOptions) { o.Alpha = 0.01 })
	for _, passes := range []float64{1, 3, 11} {
		f, report := lasso(t, training, func(o *ridge.LassoOptions) { o.Alpha, o.MaxIter = 0.01, passes })
		if report.Status != run.IterationLimit || report.Iterations != int(passes) || f.Iterations != int(passes) {
			t.Errorf("%s after %d passes of %g", report.Status, report.Iterations, passes)
		}
		if above := report.Objective - best.Objective; above <= 0 || report.Gap < above {
			t.Errorf("%g above the minimum with a gap of %g", above, report.Gap)
		}
	}
}
