package programs_test

import (
	"math"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/machines/programs"
	"maxmargin/core/model"
)

// sixPoints are the specification's: + (2,2), (3,1), (4,3), - (0,0), (1,-1), (-1,1).
func sixPoints() model.Training {
	x := &sample.Matrix{N: 6, D: 2, X: []float64{2, 2, 3, 1, 4, 3, 0, 0, 1, -1, -1, 1}}
	return model.NewTraining(x, model.Classes{Of: []int32{1, 1, 1, 0, 0, 0}, Count: 2})
}

func heart(t *testing.T) model.Training {
	x, labels := facts.Libsvm(t, "heart_scale")
	y := make([]int32, len(labels))
	for i, l := range labels {
		if l > 0 {
			y[i] = 1
		}
	}
	return model.NewTraining(x, model.Classes{Of: y, Count: 2})
}

func svc(c float64, kernel string, gamma float64) *programs.LPSVC {
	s := programs.NewLPSVC(catalog.Kernel)
	s.C, s.Kernel.Name = c, kernel
	s.Kernel.Gamma.Name, s.Kernel.Gamma.Value = "", gamma
	return s
}

func fit(t *testing.T, m model.Machine, d model.Training) model.Report {
	t.Helper()
	r, err := m.Fit(nil, d)
	if err != nil || r.Status != run.Converged {
		t.Fatalf("%v, %v", r, err)
	}
	return r
}

// TestSixPoints is the specification's golden: objective 2/13 with alpha_3 = 2/13 and b =
// -15/13.
func TestSixPoints(t *testing.T) {
	s := svc(1, "linear", 1)
	r := fit(t, s, sixPoints())
	f := s.Result
	if !(math.Abs(r.Objective-2./13) <= 1e-12) || len(f.Indices) != 1 || f.Indices[0] != 2 || !(math.Abs(f.Coef[0]-2./13) <= 1e-12) || !(math.Abs(f.Intercept[0]+15./13) <= 1e-12) {
		t.Errorf("objective %v, coefficients %v of %v, b = %v", r.Objective, f.Coef, f.Indices, f.Intercept)
	}
}

// TestHeart compares with HiGHS: objectives and numbers of coefficients.
func TestHeart(t *testing.T) {
	d := heart(t)
	for _, c := range []struct {
		c, objective float64
		nonZeros     int32
	}{{0.1, 17.46878581, 4}, {1, 105.60485886, 12}, {10, 784.7643223, 39}} {
		s := svc(c.c, "rbf", 1./13)
		r := fit(t, s, d)
		if !(math.Abs(r.Objective-c.objective) <= 1e-6) || s.Result.NonZeros[0] != c.nonZeros {
			t.Errorf("C = %v: objective %.9g with %d coefficients, HiGHS has %v with %d", c.c, r.Objective, s.Result.NonZeros[0], c.objective, c.nonZeros)
		}
	}
}

// TestWavy is the specification's regression (section 15): 1.977212 with 10 coefficients.
func TestWavy(t *testing.T) {
	x, y := make([]float64, 60), make([]float64, 60)
	for i := range x {
		x[i] = -10 + 20*float64(i)/59
		y[i] = math.Sin(x[i])/x[i] + 0.1*math.Sin(7*float64(i*i))
	}
	s := programs.NewLPSVR(catalog.Kernel)
	s.Kernel.Name, s.Kernel.Gamma.Name, s.Kernel.Gamma.Value = "rbf", "", 1/(2*1.5*1.5)
	r := fit(t, s, model.NewTraining(&sample.Matrix{N: 60, D: 1, X: x}, model.Values(y)))
	if !(math.Abs(r.Objective-1.977212) <= 5e-7) || s.Result.NonZeros[0] != 10 {
		t.Errorf("objective %.9g with %d coefficients", r.Objective, s.Result.NonZeros[0])
	}
	t.Log(s.Result.Intercept, r)
}

// A polynomial of degree 5 of one feature has 6 dimensions. The basis had 8 functions, and the
// result, which costs more than that of a constant, was said to be the solution.
func TestLPSVCOfDependentFunctions(t *testing.T) {
	x := &sample.Matrix{N: 14, D: 1, X: []float64{5.5, 7, 8.5, -2, 3, -6, -1.5, -4.5, 10.5, -6, 8.5, -2.5, 6, -2}}
	y := model.Classes{Of: []int32{0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0}, Count: 2}
	m := svc(1, "poly", 0.5)
	m.Kernel.Degree, m.Kernel.Coef0 = 5, 0.3
	const best = 9.770029435759245 // the same program, solved by interior points
	r, err := m.Fit(nil, model.NewTraining(x, y))
	if err != nil {
		t.Fatal(err)
	}
	if solved := math.Abs(r.Objective-best) < 1e-6; solved != (r.Status == run.Converged) {
		t.Errorf("%s at %v, gap %v; the optimum is %v", r.Status, r.Objective, r.Gap, best)
	}
}
