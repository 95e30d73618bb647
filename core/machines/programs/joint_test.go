package programs_test

import (
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/multiclass"
	"maxmargin/core/machines/programs"
	"maxmargin/core/model"
)

// inARow are three classes in discs in a row, onSquare four around the corners of a square;
// core/internal/golden/jointmargins.py has them, too.
func inARow() model.Training {
	x, y := &sample.Matrix{N: 15, D: 2}, []int32{}
	for c := range 3 {
		for _, step := range [][2]float64{{0, 0}, {0.5, 0}, {-0.5, 0}, {0, 0.5}, {0, -0.5}} {
			x.X = append(x.X, float64(2*c-2)+step[0], 2+step[1])
			y = append(y, int32(c))
		}
	}
	return model.NewTraining(x, model.Classes{Of: y, Count: 3})
}

func onSquare() model.Training {
	x, y := &sample.Matrix{N: 24, D: 2}, []int32{}
	for i := range 24 {
		x.X = append(x.X, 3*float64(i%2)+0.8*math.Sin(float64(7*i)), 3*float64(i/2%2)+0.8*math.Cos(float64(5*i)))
		y = append(y, int32(i%4))
	}
	return model.NewTraining(x, model.Classes{Of: y, Count: 4})
}

// The margins of functions that are learnt together are those that HiGHS finds for the norms 1
// and infinity (golden/jointmargins.py), and that of MulticlassSVC with a large C for the norm
// 2. They are the least leads of the decision values, and no sample is lost, where
// one-versus-rest finds no hyperplane.
func TestJointMargins(t *testing.T) {
	for _, c := range []struct {
		data   model.Training
		margin map[float64]float64
	}{
		{inARow(), map[float64]float64{1: 0.2, 2: 0, math.Inf(1): 0.5}},
		{onSquare(), map[float64]float64{1: 0.10431332925207441, 2: 0, math.Inf(1): 0.6514528768577292}},
	} {
		best := multiclass.NewMulticlassSVC(catalog.Kernel)
		best.C, best.Kernel, best.FitIntercept, best.Tol = 1e5, kernel.Spec{Name: "linear", Gamma: kernel.Width{Value: 1}, Degree: 3}, true, 1e-9
		r, err := best.Fit(nil, c.data)
		if err != nil {
			t.Fatal(err)
		}
		c.margin[2] = 1 / math.Sqrt(-2*r.Objective)
		for norm, want := range c.margin {
			m := programs.NewLPMarginClassifier()
			m.Norm, m.MultiClass = norm, "joint"
			if r := fit(t, m, c.data); r.Status != run.Converged {
				t.Errorf("norm %v: %v", norm, r.Status)
			}
			support.NearNumber(t, "margin", m.Result.Margins[0], want, 1e-6)
			f, k, err := m.Decision(nil, c.data.X, "")
			if err != nil {
				t.Fatal(err)
			}
			least, size := math.Inf(1), sizeOf(append(slices.Clone(m.Result.Weights), m.Result.Bias...), norm)
			for i, y := range c.data.Labels() {
				for other := range k {
					if other != int(y) {
						least = min(least, f[i*k+int(y)]-f[i*k+other])
					}
				}
			}
			support.NearNumber(t, "least lead over the norm", least/size, want, 1e-6)
			if len(m.Result.Critical) < 2 || len(m.Result.Critical) == c.data.X.Len() {
				t.Errorf("norm %v: critical rows %v", norm, m.Result.Critical)
			}
		}
	}
	rest := programs.NewLPMarginClassifier()
	if r, err := rest.Fit(nil, inARow()); err != nil || r.Status != run.Infeasible {
		t.Errorf("one-versus-rest of three classes in a row: %v, %v", r.Status, err)
	}
}

func sizeOf(w []float64, p float64) (size float64) {
	for _, v := range w {
		if math.IsInf(p, 1) {
			size = max(size, math.Abs(v))
		} else {
			size += math.Pow(math.Abs(v), p)
		}
	}
	if math.IsInf(p, 1) {
		return size
	}
	return math.Pow(size, 1/p)
}

// Classes that no functions separate end as infeasible, with functions that predict, and a
// sample of weight zero counts for nothing.
func TestJointOfClassesThatOverlap(t *testing.T) {
	data := inARow()
	data.Labels()[0] = 2 // a sample of the last class in the first
	m := programs.NewLPMarginClassifier()
	m.MultiClass = "joint"
	r, err := m.Fit(nil, data)
	if err != nil || r.Status != run.Infeasible || len(r.Notes) != 1 || m.Result.Margins[0] != 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	predicted, err := m.Predict(nil, data.X)
	right := 0
	for i, y := range data.Labels() {
		if err == nil && predicted[i] == y {
			right++
		}
	}
	if right < 12 {
		t.Errorf("%d of 15 right, %v", right, err)
	}
	data.Weight = []float64{0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
	if r := fit(t, m, data); r.Status != run.Converged {
		t.Errorf("without the wrong sample: %v", r.Status)
	}
}
