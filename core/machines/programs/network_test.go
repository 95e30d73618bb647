package programs_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/programs"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// sinc is the data set of the specification, section 15.
func sinc() model.Training {
	n := 60
	x, y := &sample.Matrix{N: n, D: 1}, make(model.Values, n)
	for i := range n {
		v := -10 + 20*float64(i)/59
		x.X = append(x.X, v)
		y[i] = math.Sin(v)/v + 0.1*math.Sin(7*float64(i*i))
	}
	return model.NewTraining(x, y)
}

// random draws n samples of d features.
func random(seed uint64, n, d int) model.Training {
	r := rand.New(rand.NewPCG(seed, 0))
	x, y := &sample.Matrix{N: n, D: d}, make(model.Values, n)
	for i := range n {
		for j := range d {
			v := r.NormFloat64()
			x.X = append(x.X, v)
			y[i] += math.Sin(float64(j+1) * v)
		}
		y[i] += 0.3 * r.NormFloat64()
	}
	return model.NewTraining(x, y)
}

func regularization(c, epsilon, gamma float64, regularizer string) *programs.RegularizationNetwork {
	m := programs.NewRegularizationNetwork(catalog.Kernel)
	m.C, m.Epsilon, m.Regularizer = c, epsilon, regularizer
	m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "", gamma
	return m
}

func network(t *testing.T, m model.Machine, d model.Training) model.Report {
	t.Helper()
	r, err := m.Fit(nil, d)
	if err != nil || r.Status != run.Converged {
		t.Fatalf("%+v, %v", r, err)
	}
	return r
}

func predictions(t *testing.T, m model.Regressor, x sample.Set) []float64 {
	t.Helper()
	y, err := m.Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	return y
}

func distance(a, b []float64) (largest float64) {
	for i, v := range a {
		largest = max(largest, math.Abs(v-b[i]))
	}
	return largest
}

// TestRegularizerIsTheKernel: with D = K the machine is SVR, whose values the specification
// has: objective .517337636, |w|^2 1.0346753, b .1459843, 15 support vectors.
func TestRegularizerIsTheKernel(t *testing.T) {
	d := sinc()
	m := regularization(10, 0.1, 1/4.5, "same")
	r := network(t, m, d)
	if !(math.Abs(r.Objective-0.517337636) <= 1e-9) || !(math.Abs(m.Result.Penalty-1.0346753) <= 1e-7) || !(math.Abs(m.Result.Intercept-0.1459843) <= 1e-7) || len(m.Result.Indices) != 15 {
		t.Errorf("objective %v, |w|^2 %v, b %v, %d support vectors", r.Objective, m.Result.Penalty, m.Result.Intercept, len(m.Result.Indices))
	}
	for seed := range uint64(8) {
		d := random(seed, 50, 2)
		m, s := regularization(3, 0.2, 0.7, "same"), svm.NewSVR(catalog.Kernel)
		s.C, s.Epsilon, s.Kernel, s.Tol = 3, 0.2, m.Kernel, 1e-10
		a, b := network(t, m, d), fit(t, s, d)
		if far := distance(predictions(t, m, d.X), predictions(t, s, d.X)); !(far <= 1e-7) || !(math.Abs(a.Objective+b.Objective) <= 1e-8*a.Objective) {
			t.Errorf("seed %d: predictions differ by %.3g, objectives %v and %v", seed, far, a.Objective, b.Objective)
		}
		named := regularization(3, 0.2, 0.7, "rbf") // the same kernel by its name
		network(t, named, d)
		if far := distance(predictions(t, m, d.X), predictions(t, named, d.X)); far != 0 {
			t.Errorf("seed %d: the regularizer by its name differs by %v", seed, far)
		}
	}
}

// TestRegularizerNearTheKernel goes the way of an own D that is almost K.
func TestRegularizerNearTheKernel(t *testing.T) {
	d := random(1, 40, 2)
	m := regularization(3, 0.2, 0.7, "laplacian")
	m.Kernel.Name = `{"kernel":"laplacian","gamma":0.7}`
	near := *m
	m.Regularizer = `{"kernel":"sum","parts":[{"kernel":"laplacian","gamma":0.7},{"kernel":"scale","factor":1e-12,"parts":[{"kernel":"delta"}]}]}`
	other := programs.NewRegularizationNetwork(catalog.Kernel)
	other.RegularizationNetworkOptions = near.RegularizationNetworkOptions
	other.Regularizer = "same"
	network(t, m, d)
	network(t, other, d)
	if far := distance(predictions(t, m, d.X), predictions(t, other, d.X)); !(far <= 1e-7) {
		t.Errorf("predictions differ by %v", far)
	}
	if far := distance(m.Result.Beta, other.Result.Beta); !(far <= 1e-5) {
		t.Errorf("multipliers differ by %v", far)
	}
}

// TestDenseCoefficients: with another D, alpha is dense, beta sparse, D alpha = K beta, and the
// penalty is alpha' D alpha.
func TestDenseCoefficients(t *testing.T) {
	d := sinc()
	m := regularization(10, 0.1, 1/4.5, `{"kernel":"laplacian","gamma":0.5}`)
	network(t, m, d)
	n := d.X.Len()
	x := d.X.(*sample.Matrix).X
	count := 0
	penalty := 0.0
	for i := range n {
		left, right := 0.0, 0.0
		for j := range n {
			k, l := math.Exp(-(x[i]-x[j])*(x[i]-x[j])/4.5), math.Exp(-0.5*math.Abs(x[i]-x[j]))
			left += l * m.Result.Coef[j]
			right += k * m.Result.Beta[j]
			penalty += m.Result.Coef[i] * l * m.Result.Coef[j]
		}
		if !(math.Abs(left-right) <= 1e-9) {
			t.Errorf("row %d: D alpha = %v, K beta = %v", i, left, right)
		}
		if m.Result.Beta[i] != 0 {
			count++
		}
	}
	if len(m.Result.Coef) != n || count > 30 || count == 0 {
		t.Errorf("%d coefficients, %d multipliers of %d samples", len(m.Result.Coef), count, n)
	}
	if !(math.Abs(penalty-m.Result.Penalty) <= 1e-9*penalty) {
		t.Errorf("penalty %v, alpha' D alpha = %v", m.Result.Penalty, penalty)
	}
}

// TestDataInTheSpanOfTheBasis: data that the functions without a penalty pass through
// leave nothing to the kernel.
func TestDataInTheSpanOfTheBasis(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	x, y := &sample.Matrix{N: 40, D: 3}, make(model.Values, 40)
	for i := range y {
		u, v := r.NormFloat64(), r.NormFloat64()
		x.X = append(x.X, u, v, math.Sin(3*u))
		y[i] = 1 + 2*u - v + 0.5*u*v - u*u + 4*math.Sin(3*u)
	}
	m := regularization(100, 0, 0.5, "same")
	m.Basis.Basis, m.Basis.BasisColumns = "quadratic", 0
	m.Kernel.Name = `{"kernel":"columns","columns":[0,1],"parts":[{"kernel":"rbf","gamma":0.5}]}`
	d := model.NewTraining(x, y)
	network(t, m, d)
	want := []float64{2, -1, 4, -1, 0.5, 0, 0, 0, 0}
	if !(m.Result.Penalty <= 1e-16) || !(distance(m.Result.BasisCoef, want) <= 1e-7) || !(math.Abs(m.Result.Intercept-1) <= 1e-7) {
		t.Errorf("penalty %v, coefficients %v and %v", m.Result.Penalty, m.Result.Intercept, m.Result.BasisCoef)
	}
	if far := distance(predictions(t, m, x), y); !(far <= 1e-7) {
		t.Errorf("predictions are off by %v", far)
	}
	m.Basis.Basis, m.Basis.BasisColumns = "constant", 1
	for i := range y {
		y[i] = 4*x.X[3*i+2] - 2
	}
	network(t, m, d)
	if !(m.Result.Penalty <= 1e-16) || !(distance(m.Result.BasisCoef, []float64{4}) <= 1e-8) || !(math.Abs(m.Result.Intercept+2) <= 1e-8) {
		t.Errorf("penalty %v, coefficients %v and %v", m.Result.Penalty, m.Result.Intercept, m.Result.BasisCoef)
	}
}

// TestRefusals: regularizers and bases that cannot be.
func TestRefusals(t *testing.T) {
	d := random(1, 12, 2)
	for _, c := range []struct {
		name, argument string
		change         func(m *programs.RegularizationNetwork)
	}{
		{"indefinite regularizer", "regularizer", func(m *programs.RegularizationNetwork) {
			m.Regularizer = `{"kernel":"sigmoid","gamma":1,"coef0":-2}`
		}},
		{"singular regularizer", "regularizer", func(m *programs.RegularizationNetwork) { m.Regularizer = "linear" }},
		{"unknown regularizer", "regularizer", func(m *programs.RegularizationNetwork) { m.Regularizer = "no such kernel" }},
		{"values as regularizer", "regularizer", func(m *programs.RegularizationNetwork) { m.Regularizer = "precomputed" }},
		{"too many columns", "basisColumns", func(m *programs.RegularizationNetwork) { m.BasisColumns = 3 }},
	} {
		m := regularization(1, 0.1, 1, "same")
		c.change(m)
		_, err := m.Fit(nil, d)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != fault.Option || e.Argument != c.argument {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	m := regularization(1, 0.1, 1, "same")
	m.Kernel.Name, m.Kernel.Coef0 = "sigmoid", -2
	if r := network(t, m, d); len(r.Notes) != 1 {
		t.Errorf("an indefinite kernel gives the notes %v", r.Notes)
	}
	m = regularization(1, 0.1, 1, "same")
	m.Basis.Basis = "quadratic"
	var e *fault.Error
	if _, err := m.Fit(nil, random(1, 4, 2)); !errors.As(err, &e) || e.Argument != "basis" {
		t.Errorf("more functions than samples: %v", err)
	}
}
