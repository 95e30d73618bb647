package ridge_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/model"
)

func lssvc(t rapid.TB, training model.Training, set func(*ridge.LSSVCOptions)) (*ridge.LSSVC, *ridge.LSSVCFit, model.Report) {
	t.Helper()
	m := ridge.NewLSSVC(catalog.Kernel)
	set(&m.LSSVCOptions)
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m, m.Fitted().(*ridge.LSSVCFit), report
}

// TestLSSVCAsTheSystem compares with the bordered system, solved by numpy, and with as many
// of them as there are samples.
func TestLSSVCAsTheSystem(t *testing.T) {
	g := readGolden(t)
	for _, c := range g.Classifiers {
		x, labels := facts.Libsvm(t, c.Data)
		y := make([]int32, len(labels))
		for i, label := range labels {
			if label > 0 {
				y[i] = 1
			}
		}
		training := model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: 2}, Weight: weight(c.Weights, x.Len())}}
		m, f, report := lssvc(t, training, func(o *ridge.LSSVCOptions) {
			o.C, o.FitIntercept, o.Kernel = c.C, c.Intercept, kernel.Spec{Name: "rbf", Gamma: kernel.Width{Value: c.Gamma}}
		})
		support.Near(t, "coefficients", append(f.Coef, f.Intercept[0]), append(c.DualCoef, c.Constant), g.Tolerance)
		support.Near(t, "left out", f.LooValues, c.LooValues, g.Tolerance)
		support.NearNumber(t, "objective", report.Objective, c.Objective, g.Tolerance)
		values, _, err := m.Decision(nil, x, "")
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, "values", values, c.Values, g.Tolerance)
		wrong, total := 0.0, 0.0
		for i, v := range c.LooValues {
			share := 1.0
			if training.Weight != nil {
				share = training.Weight[i]
			}
			total += share
			if (v > 0) != (y[i] == 1) {
				wrong += share
			}
		}
		support.NearNumber(t, "error", f.LooError, wrong/total, 1e-12)
	}
}

// C2-27: with the linear kernel the functions of several classes are the least squares of targets
// 1 for the class and -1 for the others, with the penalty |w|^2 / C: a row of weights that makes
// the normal equations (Z'Z + P) u = Z't hold, where Z has a column of ones, which has no penalty.
func TestLSSVCOfSeveralClassesIsLeastSquaresOfTargets(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 2))
	const n, d, k, c = 40, 3, 4, 0.7
	x, y := &sample.Matrix{N: n, D: d}, make([]int32, n)
	for i := range n {
		y[i] = int32(i % k)
		for j := range d {
			x.X = append(x.X, rng.NormFloat64()+float64(int(y[i])*(j+1)%k))
		}
	}
	m, _, _ := lssvc(t, model.NewTraining(x, model.Classes{Of: y, Count: k}), func(o *ridge.LSSVCOptions) {
		o.C, o.Kernel = c, kernel.Spec{Name: "linear", Gamma: kernel.Width{Value: 1}, Degree: 3}
	})
	at := &sample.Matrix{N: d + 1, D: d, X: make([]float64, (d+1)*d)} // the origin and the unit vectors
	for j := range d {
		at.Row(j + 1)[j] = 1
	}
	values, cols, err := m.Decision(nil, at, "")
	if err != nil || cols != k {
		t.Fatal(cols, err)
	}
	for class := range k {
		u := []float64{values[class]}
		for j := range d {
			u = append(u, values[(j+1)*k+class]-u[0])
		}
		for row := range d + 1 {
			sum := 0.0
			if row > 0 {
				sum = u[row] / c
			}
			for i := range n {
				z := append([]float64{1}, x.Row(i)...)
				residual := 1.0
				if int(y[i]) == class {
					residual = -1
				}
				for j, v := range z {
					residual += u[j] * v
				}
				sum += z[row] * residual
			}
			support.NearNumber(t, "normal equation", sum, 0, 1e-9)
		}
	}
}

// The values of left-out samples are those of refits, for two and three classes, weights of
// samples and of classes; and each function of several is that of its own two-class problem,
// which is KernelRidge of the signs with lambda = 1/C.
func TestLSSVCLeftOutIsRefitted(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 1))
	for _, k := range []int{2, 3} {
		x, _ := wave(rng, 24, 2)
		y, w := make([]int32, x.N), make([]float64, x.N)
		for i := range y {
			y[i], w[i] = int32(i%k), 0.5+float64(i%4)
		}
		w[5] = 0
		training := model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: k}, Weight: w}}
		set := func(o *ridge.LSSVCOptions) {
			o.C = 3
			o.Kernel.Gamma = kernel.Width{Value: 0.4}
			o.ClassWeight = model.ClassWeight{Name: "map", Weights: []float64{1, 2, 0.5}[:k]}
		}
		_, f, _ := lssvc(t, training, set)
		q := len(f.Intercept)
		for out := range x.N {
			rest := rows(x.N, func(i int) bool { return i != out })
			without, _, _ := lssvc(t, model.Training{Data: training.Select(rest, nil)}, set)
			want, _, err := without.Decision(nil, x.Select([]int{out}), "")
			if err != nil {
				t.Fatal(err)
			}
			support.Near(t, "left out", f.LooValues[out*q:(out+1)*q], want, 1e-9)
		}
		for p := range q {
			signs := make([]float64, x.N)
			own := make([]float64, x.N)
			for i, class := range y {
				signs[i] = -1
				if k == 2 && class == 1 || k > 2 && int(class) == p {
					signs[i] = 1
				}
				own[i] = w[i] * []float64{1, 2, 0.5}[class]
			}
			_, r, _ := fit(t, model.Training{Data: model.Data{X: x, Target: model.Values(signs), Weight: own}}, alpha(1./3), rbf(0.4), withBias)
			coef := []float64{}
			for _, i := range f.Indices {
				coef = append(coef, r.Coef[i])
			}
			m := len(f.Indices)
			support.Near(t, "ridge", append(f.Coef[p*m:(p+1)*m:(p+1)*m], f.Intercept[p]), append(coef, r.Intercept), 1e-10)
		}
	}
}

// A system that is singular in floating point has no left-out values, and says so.
func TestLSSVCSingular(t *testing.T) {
	x := matrix(t, []float64{0, 0, 1, 1}, 4, 1)
	_, f, report := lssvc(t, model.NewTraining(x, model.Classes{Of: []int32{0, 1, 1, 1}, Count: 2}), func(o *ridge.LSSVCOptions) { o.C = 1e300 })
	if len(f.LooValues) != 0 || f.LooError != math.MaxFloat64 || len(report.Notes) != 1 || report.Notes[0].Code != "WARN_SINGULAR" {
		t.Errorf("%d values, error %v, notes %v", len(f.LooValues), f.LooError, report.Notes)
	}
}
