package qp_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"maxmargin/core/base/rng"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
)

// problem is a machine with options, and its training data.
type problem struct {
	name    string
	machine string
	options map[string]any // by the name of the Go field
	data    func(t testing.TB) model.Training
	large   bool    // for the table alone
	known   float64 // objective, if the specification or arithmetic says it; NaN
	slow    string  // a solver that takes seconds: for the table alone
}

// options are the options that are not defaults, with a kernel.
func options(k kernel.Spec, pairs ...any) map[string]any {
	o := map[string]any{"Kernel": k}
	for i := 0; i < len(pairs); i += 2 {
		o[pairs[i].(string)] = pairs[i+1]
	}
	return o
}

func linear() kernel.Spec {
	return kernel.Spec{Name: "linear", Gamma: kernel.Width{Value: 1}, Degree: 3}
}
func rbf(gamma float64) kernel.Spec {
	return kernel.Spec{Name: "rbf", Gamma: kernel.Width{Value: gamma}, Degree: 3}
}
func poly(degree int, gamma, coef0 float64) kernel.Spec {
	return kernel.Spec{Name: "poly", Gamma: kernel.Width{Value: gamma}, Degree: degree, Coef0: coef0}
}

// either is a target for classifiers and for regressions.
func either(labels []int32, k int, values []float64) model.Target {
	return facts.Either{Classes: model.Classes{Of: labels, Count: k}, Values: values}
}

// signs returns class 1 for numbers that are not negative, and class 0 for the others.
func signs(y []float64) []int32 {
	labels := make([]int32, len(y))
	for i, v := range y {
		labels[i] = int32((math.Copysign(1, v) + 1) / 2)
	}
	return labels
}

// rows is a training of given rows; y are labels of two classes, -1 and +1, and
// the targets too.
func rows(d int, x, y []float64) func(testing.TB) model.Training {
	return func(testing.TB) model.Training {
		return model.NewTraining(&sample.Matrix{N: len(y), D: d, X: x}, either(signs(y), 2, y))
	}
}

// clouds is n samples of k overlapping classes in d dimensions, with a target that is a
// curve along the first.
func clouds(n, d, k int, apart float64, seed uint64) func(testing.TB) model.Training {
	return func(testing.TB) model.Training {
		r := rng.New(seed)
		var labels []int32
		var values []float64
		x := make([]float64, 0, n*d)
		for i := range n {
			c := i % k
			for j := range d {
				v := -3.0 // a sum of uniform numbers, which is almost normal
				for range 6 {
					v += r.Float64()
				}
				if j == c%d {
					v += apart
				}
				x = append(x, v)
			}
			labels = append(labels, int32(c))
			values = append(values, math.Sin(2*x[i*d])+0.3*(r.Float64()-0.5))
		}
		return model.NewTraining(&sample.Matrix{N: n, D: d, X: x}, either(labels, k, values))
	}
}

// sinc is the data of the oracles of the specification: 60 points of sin(x)/x with
// noise that is a formula.
func sinc(testing.TB) model.Training {
	x, values := make([]float64, 60), make(model.Values, 60)
	for i := range x {
		x[i] = -10 + 20*float64(i)/59
		values[i] = math.Sin(x[i])/x[i] + 0.1*math.Sin(7*float64(i*i))
	}
	return model.NewTraining(&sample.Matrix{N: 60, D: 1, X: x}, values)
}

func weighted(data func(testing.TB) model.Training) func(testing.TB) model.Training {
	return func(t testing.TB) model.Training {
		training := data(t)
		for i := range training.X.Len() {
			training.Weight = append(training.Weight, 0.5+float64(i%4))
		}
		return training
	}
}

// fact is real data, its first n rows.
func fact(file string, n int) func(testing.TB) model.Training {
	return func(t testing.TB) model.Training {
		x, y := facts.Libsvm(t, file)
		first := make([]int, min(n, x.Len()))
		for i := range first {
			first[i] = i
		}
		return model.Training{Data: model.NewTraining(x, either(signs(y), 2, y)).Select(first, nil)}
	}
}

// problems are the test problems of all solvers. The known objectives are G1,
// G2, G5 and G4 of ../shared/spec/introduction-part2.md, section 12 (with their
// signs), and the oracles of regression-tutorial.md, section 15.
func problems() (madeUp, real []problem) {
	none := math.NaN()
	inf := math.Inf(1)
	two := rows(1, []float64{1, -1}, []float64{1, -1})
	xor := rows(2, []float64{1, 1, -1, -1, 1, -1, -1, 1}, []float64{1, 1, -1, -1})
	doubled := rows(2, []float64{1, 0, 1, 0, 0, 1, 0, 1, 2, 2, 2, 2}, []float64{1, 1, -1, -1, 1, 1})
	opposed := rows(1, []float64{0, 0, 1, 1, 2, 2}, []float64{1, -1, 1, -1, 1, -1})
	free := []any{"FitIntercept", false}
	madeUp = []problem{
		{"two points, hard margin", "SVC", options(linear(), "C", inf), two, false, -0.5, ""},
		{"two points, squared slack", "SVC", options(linear(), "C", 0.5, "Loss", "squaredHinge"), two, false, -1.0 / 3, ""},
		{"two points, none free", "SVC", options(linear(), "C", 0.25), two, false, 0.125 - 0.5, ""},
		{"two points, tube", "SVR", options(linear(), "C", 10.0, "Epsilon", 0.1), two, false, -0.405, ""},
		{"XOR, hard margin", "SVC", options(poly(2, 1, 1), "C", inf), xor, false, -0.25, ""},
		{"duplicates", "SVC", options(rbf(0.5), "C", 2.0), doubled, false, none, ""},
		{"contradictions", "SVC", options(rbf(0.5), "C", 1.0), opposed, false, none, ""},
		{"contradictions, no constant", "SVC", options(rbf(0.5), append(free, "C", 1.0)...), opposed, false, none, ""},
		{"clouds", "SVC", options(rbf(0.3)), clouds(120, 3, 2, 1, 1), false, none, ""},
		{"clouds, linear", "SVC", options(linear(), "C", 0.3), clouds(120, 3, 2, 1, 2), false, none, ""},
		{"clouds, polynomial", "SVC", options(poly(3, 0.2, 1), "C", 0.5), clouds(100, 3, 2, 1, 3), false, none, ""},
		{"clouds, apart", "SVC", options(linear(), "C", inf), clouds(60, 3, 2, 5, 4), false, none, ""},
		{"clouds, squared slack", "SVC", options(rbf(0.3), "Loss", "squaredHinge"), clouds(100, 3, 2, 1, 5), false, none, ""},
		{"clouds, weighted", "SVC", options(rbf(0.3)), weighted(clouds(100, 3, 2, 1, 6)), false, none, ""},
		{"clouds, three classes", "SVC", options(rbf(0.3)), clouds(120, 3, 3, 1, 7), false, none, ""},
		{"clouds, against the rest", "SVC", options(rbf(0.3), "MultiClass", "ovr"), clouds(90, 3, 3, 1, 8), false, none, ""},
		{"clouds, no constant", "SVC", options(rbf(0.3), free...), clouds(120, 3, 2, 1, 9), false, none, ""},
		{"clouds, no constant, squared slack", "SVC", options(rbf(0.3), append(free, "Loss", "squaredHinge")...), clouds(100, 3, 2, 1, 10), false, none, ""},
		{"clouds, no constant, weighted", "SVC", options(rbf(0.3), free...), weighted(clouds(80, 3, 2, 1, 11)), false, none, ""},
		{"clouds, no constant, apart", "SVC", options(rbf(0.3), append(free, "C", inf)...), clouds(40, 3, 2, 4, 12), false, none, ""},
		{"clouds, wide kernel", "SVC", options(rbf(0.01), "C", 10.0), clouds(100, 3, 2, 1, 13), false, none, ""},
		{"shares of errors", "NuSVC", options(rbf(0.3), "Nu", 0.4), clouds(100, 3, 2, 1, 14), false, none, ""},
		{"shares of errors, three classes", "NuSVC", options(rbf(0.3), "Nu", 0.3), clouds(90, 3, 3, 1, 15), false, none, ""},
		{"region", "OneClassSVM", options(rbf(0.3), "Nu", 0.3), clouds(100, 3, 2, 1, 16), false, none, ""},
		{"region, weighted", "OneClassSVM", options(rbf(0.3), "Nu", 0.2), weighted(clouds(80, 3, 2, 1, 17)), false, none, ""},
		{"ball", "SVDD", options(rbf(0.3), "Nu", 0.3), clouds(100, 3, 2, 1, 18), false, none, ""},
		{"smallest ball", "SVDD", options(linear(), "Nu", 0.0), clouds(60, 3, 2, 1, 19), false, none, ""},
		{"sinc, oracle", "SVR", options(rbf(1/4.5), "C", 10.0, "Epsilon", 0.1), sinc, false, -0.517337636, ""},
		{"sinc, narrow tube, oracle", "SVR", options(rbf(1/4.5), "C", 10.0, "Epsilon", 0.05), sinc, false, -9.731549414, "smoQuadrants"},
		{"sinc, no tube, oracle", "SVR", options(rbf(1/4.5), "C", 10.0, "Epsilon", 0.0), sinc, false, -29.969781743, "smoQuadrants"},
		{"sinc, squared, oracle", "SVR", options(rbf(1/4.5), "C", 5.0, "Epsilon", 0.0, "Loss", "squaredEpsilonInsensitive"), sinc, false, -1.901177746, ""},
		{"bends, linear", "SVR", options(linear(), "C", 0.5), clouds(80, 3, 2, 1, 20), false, none, ""},
		{"bends, weighted", "SVR", options(rbf(0.5), "C", 2.0), weighted(clouds(60, 2, 2, 1, 21)), false, none, "smoQuadrants"},
		{"sinc, chosen tube, oracle", "NuSVR", options(rbf(1/4.5), "C", 10.0, "Nu", 0.3), sinc, false, -17.2254215, ""},
		{"bends, chosen tube", "NuSVR", options(rbf(0.5), "C", 1.0, "Nu", 0.5), clouds(60, 2, 2, 1, 22), false, none, ""},
		{"clouds, n = 2000", "SVC", options(rbf(0.3)), clouds(2000, 3, 2, 1, 30), true, none, ""},
		{"clouds, n = 2000, no constant", "SVC", options(rbf(0.3), free...), clouds(2000, 3, 2, 1, 31), true, none, ""},
		{"region, n = 2000", "OneClassSVM", options(rbf(0.3), "Nu", 0.1), clouds(2000, 3, 2, 1, 32), true, none, ""},
		{"bends, n = 2000", "SVR", options(rbf(0.3)), clouds(2000, 3, 2, 1, 33), true, none, ""},
		{"bends, chosen tube, n = 2000", "NuSVR", options(rbf(0.3), "Nu", 0.3), clouds(2000, 3, 2, 1, 34), true, none, ""},
	}
	real = []problem{
		{"heart", "SVC", options(rbf(0.05), "C", 1.0), fact("heart_scale", 270), false, none, ""},
		{"housing", "SVR", options(rbf(0.05), "C", 2.0), fact("housing_scale", 150), false, none, ""},
	}
	return madeUp, real
}

// machine returns the machine of a problem for a solver.
func (p problem) make(t testing.TB, solver string, tol float64) model.Machine {
	t.Helper()
	all := catalog.Machines()
	at := slices.IndexFunc(all, func(m catalog.Machine) bool { return m.Name == p.machine })
	m := all[at].New()
	set := func(name string, value any) {
		f := reflect.ValueOf(m.Options()).Elem().FieldByName(name)
		if !f.IsValid() {
			t.Fatalf("%s has no option %s", p.machine, name)
		}
		f.Set(reflect.ValueOf(value).Convert(f.Type()))
	}
	for name, value := range p.options {
		set(name, value)
	}
	set("Solver", solver)
	set("Tol", tol)
	return m
}
