package svm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// numbers returns a set of LIBSVM's as dense numbers, with its labels as classes and as targets.
func numbers(t *testing.T, name string) (*sample.Matrix, []float64) {
	t.Helper()
	set, y := facts.Libsvm(t, name)
	x := &sample.Matrix{N: set.N, D: set.D, X: make([]float64, set.N*set.D)}
	for i := range x.N {
		set.Dense(x.Row(i), i)
	}
	return x, y
}

// certificate returns what follows from the coefficients b_i = y_i a_i and the constant of a
// classifier: minus the dual objective, the duality gap and the largest violation of the optimality
// conditions, by sums over the definition of the kernel.
func certificate(x *sample.Matrix, y []float64, gamma, c, constant float64, b []float64) (objective, gap, violation float64) {
	smallestUp, largestLow := math.Inf(1), math.Inf(-1)
	var square, total, slacks float64
	for i := range b {
		f := 0.0
		for j, own := range b {
			if own != 0 {
				distance := 0.0
				for k, v := range x.Row(i) {
					distance += (v - x.Row(j)[k]) * (v - x.Row(j)[k])
				}
				f += own * math.Exp(-gamma*distance)
			}
		}
		square += b[i] * f
		total += math.Abs(b[i])
		slacks += max(0, 1-y[i]*(f+constant))
		if a := y[i] * b[i]; y[i] > 0 && a < c || y[i] < 0 && a > 0 {
			smallestUp = min(smallestUp, f-y[i])
		}
		if a := y[i] * b[i]; y[i] > 0 && a > 0 || y[i] < 0 && a < c {
			largestLow = max(largestLow, f-y[i])
		}
	}
	return square/2 - total, square + c*slacks - total, max(0, largestLow-smallestUp)
}

// What a fit over rows in float32 reports is true of its model in float64.
func TestPrecisionKeepsTheCertificate(t *testing.T) {
	continued := 0
	for _, name := range []string{"heart_scale", "australian", "made"} {
		var x *sample.Matrix
		var y []float64
		if name == "made" {
			x, y = &sample.Matrix{N: 300, D: 70}, make([]float64, 300)
			rng := rand.New(rand.NewPCG(7, 7))
			for i := range y {
				y[i] = float64(i%2*2 - 1)
				for range x.D {
					x.X = append(x.X, rng.NormFloat64()+0.2*y[i])
				}
			}
		} else {
			x, y = numbers(t, name)
		}
		for i, v := range y {
			y[i] = math.Copysign(1, v)
		}
		for _, c := range []float64{0.1, 1, 1e4} {
			for _, tol := range []float64{1e-3, 1e-7} {
				t.Run(fmt.Sprintf("%s,C=%g,tol=%g", name, c, tol), func(t *testing.T) {
					s := svm.NewSVC(catalog.Kernel)
					s.Kernel, s.C, s.Tol, s.Precision = gauss(1/float64(x.D)), c, tol, "float32"
					training := model.NewTraining(x, model.Classes{Of: signsOf(y), Count: 2})
					report, err := s.Fit(nil, training)
					if err != nil {
						t.Fatal(err)
					}
					fit := s.Result
					b := make([]float64, x.N)
					for p, i := range fit.Indices {
						b[i] = -fit.Coef[p] // positive for the first class, which is -1
					}
					for i := range b {
						b[i] = math.Abs(b[i]) * y[i]
					}
					constant := fit.Intercept[0]
					if fit.Coef[0]*y[fit.Indices[0]] < 0 {
						constant = -constant
					}
					objective, gap, violation := certificate(x, y, 1/float64(x.D), c, constant, b)
					total := 0.0
					for _, v := range b {
						total += math.Abs(v)
					}
					rounding := 4e-14 * (1 + total) // of a sum over kernel values in float64
					if math.Abs(report.Objective-objective) > rounding*total || math.Abs(fit.DualityGaps[0]-gap) > rounding*(total+c*float64(x.N)) || math.Abs(report.Gap-violation) > 2*rounding {
						t.Errorf("reported: objective %.14g, gap %.10g, violation %.10g; by the definition %.14g, %.10g, %.10g", report.Objective, fit.DualityGaps[0], report.Gap, objective, gap, violation)
					}
					if report.Gap >= tol {
						t.Errorf("the violation is %g", report.Gap)
					}
					if fit.Precision == "float64" {
						continued++
					}
				})
			}
		}
	}
	if continued == 0 || continued == 18 {
		t.Errorf("%d of 18 fits went on in float64", continued)
	}
}

func signsOf(y []float64) []int32 {
	classes := make([]int32, len(y))
	for i, v := range y {
		if v > 0 {
			classes[i] = 1
		}
	}
	return classes
}

// Fits of all machines over rows in float32 and in float64 have the same solution: each objective is
// within the duality gap of the other. Those of NuSVC are divided by the squares of their margins.
func TestPrecisionOfAllMachines(t *testing.T) {
	x, y := numbers(t, "housing_scale")
	classes := make([]float64, len(y))
	for i, v := range y {
		classes[i] = v - 21
	}
	type fitted struct {
		report    model.Report
		solution  svm.Solution
		intercept float64
	}
	set := func(o *svm.Solving, precision string) { o.Precision, o.Tol = precision, 1e-4 }
	machines := map[string]func(precision string) (fitted, error){
		"SVC": func(precision string) (fitted, error) {
			m := svm.NewSVC(catalog.Kernel)
			set(&m.Solving, precision)
			m.Kernel = gauss(0.2)
			r, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: signsOf(classes), Count: 2}))
			return fitted{r, m.Result.Solution, m.Result.Intercept[0]}, err
		},
		"NuSVC": func(precision string) (fitted, error) {
			m := svm.NewNuSVC(catalog.Kernel)
			set(&m.Solving, precision)
			m.Kernel, m.Nu = gauss(0.2), 0.3
			r, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: signsOf(classes), Count: 2}))
			return fitted{r, m.Result.Solution, m.Result.Intercept[0]}, err
		},
		"SVR": func(precision string) (fitted, error) {
			m := svm.NewSVR(catalog.Kernel)
			set(&m.Solving, precision)
			m.Kernel, m.C = gauss(0.2), 10
			r, err := m.Fit(nil, model.NewTraining(x, model.Values(y)))
			return fitted{r, m.Result.Solution, m.Result.Intercept}, err
		},
		"NuSVR": func(precision string) (fitted, error) {
			m := svm.NewNuSVR(catalog.Kernel)
			set(&m.Solving, precision)
			m.Kernel = gauss(0.2)
			r, err := m.Fit(nil, model.NewTraining(x, model.Values(y)))
			return fitted{r, m.Result.Solution, m.Result.Intercept}, err
		},
		"OneClassSVM": func(precision string) (fitted, error) {
			m := svm.NewOneClassSVM(catalog.Kernel)
			set(&m.Solving, precision)
			m.Kernel, m.Nu = gauss(0.2), 0.2
			r, err := m.Fit(nil, model.NewTraining(x, nil))
			return fitted{r, m.Result.Solution, m.Result.Intercept}, err
		},
	}
	for name, fit := range machines {
		single, err := fit("float32")
		if err != nil {
			t.Fatal(err)
		}
		double, err := fit("float64")
		if err != nil {
			t.Fatal(err)
		}
		if single.solution.Precision != "float32" || double.solution.Precision != "float64" {
			t.Errorf("%s: the rows were %s and %s", name, single.solution.Precision, double.solution.Precision)
		}
		off := single.report.Objective - double.report.Objective
		if name == "NuSVC" && math.Abs(off) < 1e-3*math.Abs(double.report.Objective) {
			continue
		}
		if off > single.solution.DualityGaps[0] || -off > double.solution.DualityGaps[0] || single.report.Objective == double.report.Objective {
			t.Errorf("%s: objectives %.12g and %.12g, gaps %g and %g", name, single.report.Objective, double.report.Objective, single.solution.DualityGaps[0], double.solution.DualityGaps[0])
		}
		if math.Abs(single.intercept-double.intercept) > 1e-3*(1+math.Abs(double.intercept)) {
			t.Errorf("%s: constants %g and %g", name, single.intercept, double.intercept)
		}
	}
}

// Where float32 has no rows, and where 'auto' takes none, a fit has the bits of float64.
func TestPrecisionThatIsNotUsed(t *testing.T) {
	x, y := numbers(t, "heart_scale")
	fit := func(change func(*svm.SVC)) *svm.SVCFit {
		t.Helper()
		s := svm.NewSVC(catalog.Kernel)
		s.Kernel = gauss(0.1)
		change(s)
		if _, err := s.Fit(nil, model.NewTraining(x, model.Classes{Of: signsOf(y), Count: 2})); err != nil {
			t.Fatal(err)
		}
		return s.Result
	}
	for name, change := range map[string]func(*svm.SVC){
		"auto":       func(*svm.SVC) {},
		"no bounds":  func(s *svm.SVC) { s.Loss = "squaredHinge" },
		"other rule": func(s *svm.SVC) { s.Stopping = "gap" },
		"linear":     func(s *svm.SVC) { s.Kernel.Name = "linear" },
	} {
		precision := "float32"
		if name == "auto" {
			precision = "auto"
		}
		got := fit(func(s *svm.SVC) { change(s); s.Precision = precision })
		want := fit(func(s *svm.SVC) { change(s); s.Precision = "float64" })
		if got.Precision != "float64" || got.Objectives[0] != want.Objectives[0] || got.Intercept[0] != want.Intercept[0] {
			t.Errorf("%s: %s, objective %v, in float64 %v", name, got.Precision, got.Objectives[0], want.Objectives[0])
		}
	}
}
