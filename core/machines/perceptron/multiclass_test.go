package perceptron_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/multiclass"
	"maxmargin/core/machines/perceptron"
	"maxmargin/core/model"
)

// balls are samples of k classes on the plane, within a ball each; apart is the distance of
// the centres in units of the radius.
func balls(rng *rand.Rand, n, k int, apart float64) (model.Training, [][]float64, []int32) {
	x, y := &sample.Matrix{N: n, D: 2}, make([]int32, n)
	var rows [][]float64
	for i := range n {
		y[i] = int32(i % k)
		angle, at := 2*math.Pi*rng.Float64(), 2*math.Pi*float64(y[i])/float64(k)
		size := apart / 2 / math.Sin(math.Pi/float64(k))
		row := []float64{size*math.Cos(at) + math.Cos(angle), size*math.Sin(at) + math.Sin(angle)}
		rows, x.X = append(rows, row), append(x.X, row...)
	}
	return model.NewTraining(x, model.Classes{Of: y, Count: k}), rows, y
}

func joint(t *testing.T, training model.Training, set func(*perceptron.MulticlassPerceptronOptions)) (*perceptron.MulticlassPerceptronFit, model.Report) {
	t.Helper()
	m := perceptron.NewMulticlassPerceptron()
	set(&m.MulticlassPerceptronOptions)
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return m.Result, report
}

// naive is the Batch Perceptron of exercise 17.8.2, word for word: one vector W of k blocks,
// and for each pair of a sample and a class the vector Psi. s is the square of the constant
// feature. Among the classes of a sample it takes the best. It returns the mean of W after
// every look, too.
func naive(rows [][]float64, y []int32, k, passes int, s float64, batch bool) (w, mean []float64, mistakes int) {
	d := len(rows[0]) + 1
	psi := func(i, c int) []float64 {
		v := make([]float64, k*d)
		copy(v[c*d:], append(slices.Clone(rows[i]), math.Sqrt(s)))
		return v
	}
	dot := func(a, b []float64) (sum float64) {
		for j := range a {
			sum += a[j] * b[j]
		}
		return sum
	}
	w, mean = make([]float64, k*d), make([]float64, k*d)
	looks := 0.0
	for range passes {
		made := 0
		for i := range rows {
			rival, most := -1, math.Inf(-1)
			for c := range k {
				if f := dot(w, psi(i, c)); c != int(y[i]) && f > most {
					rival, most = c, f
				}
			}
			if own := psi(i, int(y[i])); dot(w, own) <= most {
				other := psi(i, rival)
				for j := range w {
					w[j] += own[j] - other[j]
				}
				made++
			}
			looks++
			for j := range w {
				mean[j] += (w[j] - mean[j]) / looks
			}
			if batch && made > 0 {
				break
			}
		}
		if mistakes += made; made == 0 {
			break
		}
	}
	return w, mean, mistakes
}

// E13 and C2-27: the rule itself, for three classes, by sample and by pass, to an end and with
// classes that overlap, last weights and averaged ones.
func TestMulticlassPerceptronFollowsItsRule(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	for _, apart := range []float64{5, 1} {
		for _, updates := range []string{"online", "batch"} {
			for _, constant := range []bool{false, true} {
				training, rows, y := balls(rng, 45, 3, apart)
				s := 0.0
				if constant {
					s = 1
				}
				w, mean, mistakes := naive(rows, y, 3, 40, s, updates == "batch")
				for output, want := range map[string][]float64{"last": w, "averaged": mean} {
					f, _ := joint(t, training, func(o *perceptron.MulticlassPerceptronOptions) {
						o.Updates, o.Output, o.MaxIter, o.FitIntercept, o.InterceptStep = updates, output, 40, constant, "unit"
					})
					if f.Mistakes != mistakes {
						t.Errorf("%d mistakes, want %d", f.Mistakes, mistakes)
					}
					for c := range 3 {
						support.Near(t, "weights", append(slices.Clone(f.Weights[2*c:2*c+2]), f.Bias[c]), append(slices.Clone(want[3*c:3*c+2]), math.Sqrt(s)*want[3*c+2]), 1e-9)
					}
				}
			}
		}
	}
}

// Theorem 17.5: at most (R |w*|)² mistakes for any w* whose leads are at least 1; w* are the
// smallest weights with such leads, those of MulticlassSVC, and the weights at the end.
func TestMulticlassPerceptronKeepsItsBound(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 2))
		k := 3 + int(seed%3)
		training, _, _ := balls(rng, 20*k, k, 2.2+2*rng.Float64())
		best := multiclass.NewMulticlassSVC(catalog.Kernel)
		best.C, best.Kernel, best.FitIntercept, best.Tol = 1e3, kernel.Spec{Name: "linear", Gamma: kernel.Width{Value: 1}, Degree: 3}, true, 1e-6
		reached, err := best.Fit(nil, training)
		if err != nil || !(slices.Max(best.Result.Hinge) <= 1e-3) {
			t.Fatalf("seed %d: %v, %v", seed, reached, err)
		}
		for _, updates := range []string{"online", "batch"} {
			f, report := joint(t, training, func(o *perceptron.MulticlassPerceptronOptions) {
				o.Updates, o.InterceptStep, o.MaxIter = updates, "unit", 1e6
			})
			smallest := 2 * (f.RadiusSquare + 1) * -2 * reached.Objective
			if report.Status != run.Converged || float64(f.Mistakes) > smallest*1.01 || float64(f.Mistakes) > f.Bound || f.Bound < smallest*0.99 {
				t.Errorf("seed %d, %s: %v after %d mistakes; the bounds are %v and %v", seed, updates, report.Status, f.Mistakes, smallest, f.Bound)
			}
		}
	}
}

// For two classes the machine is Perceptron: the same mistakes, and twice its function.
func TestMulticlassPerceptronOfTwoClassesIsPerceptron(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	training, _, _ := balls(rng, 60, 2, 2.1)
	for at := range training.X.(*sample.Matrix).X {
		training.X.(*sample.Matrix).X[at] += 3 // so that more than a few mistakes are made
	}
	for _, step := range []string{"radius", "unit"} {
		p := perceptron.NewPerceptron()
		p.InterceptStep = step
		if _, err := p.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		f, _ := joint(t, training, func(o *perceptron.MulticlassPerceptronOptions) { o.InterceptStep = step })
		if f.Mistakes != int(p.Result.Mistakes.Mistakes[0]) || f.Mistakes < 3 {
			t.Errorf("%d mistakes, Perceptron makes %d", f.Mistakes, p.Result.Mistakes.Mistakes[0])
		}
		for at, v := range append(slices.Clone(p.Result.Weights), p.Result.Bias...) {
			support.NearNumber(t, "weight", append(slices.Clone(f.Weights), f.Bias...)[at], 2*v, 1e-9)
		}
	}
}
