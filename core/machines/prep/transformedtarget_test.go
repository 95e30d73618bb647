package prep_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/check"
	"maxmargin/core/internal/facts"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/prep"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/machines/subspace"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// targetGolden is testdata/transformedtarget.json, by core/internal/golden/transformedtarget.py with
// scikit-learn 1.2.1.
type targetGolden struct {
	Tolerance            float64
	X, Y, Weights, Fresh []float64
	Cases                []struct {
		Transformer, Machine string
		Weighted             bool
		Values               []float64
	}
}

// regressor returns a regressor of the golden file as a part.
func regressor(name string) model.Part {
	part := model.Part{Name: name, Label: "regressor"}
	if name == "Ridge" {
		m := ridge.NewRidge()
		m.Alpha = 0.5
		part.Machine = m
		return part
	}
	m := ridge.NewKernelRidge(catalog.Kernel)
	m.Alpha = 0.1
	m.Kernel.Gamma = kernel.Width{Value: 0.3}
	part.Machine = m
	return part
}

// transformed returns a TransformedTarget; 'given' is a MinMaxScaler.
func transformed(t *testing.T, transformer string, last model.Part) *prep.TransformedTarget {
	t.Helper()
	parts := []model.Part{last}
	if transformer == "given" {
		scaler := prep.NewMinMaxScaler()
		scaler.FeatureRange = schema.Interval{Low: -1, High: 2}
		parts = []model.Part{{Name: "MinMaxScaler", Label: "transformer", Machine: scaler}, last}
	}
	made, err := prep.NewTransformedTarget(parts)
	if err != nil {
		t.Fatal(err)
	}
	m := made.(*prep.TransformedTarget)
	if transformer != "given" {
		m.Transformer = transformer
	}
	return m
}

func readTargets(t *testing.T) (g targetGolden) {
	facts.Golden(t, "transformedtarget.json", &g)
	return g
}

// Predictions are those of scikit-learn, in the units of y, with weights and without.
func TestTransformedTargetAsScikitLearn(t *testing.T) {
	g := readTargets(t)
	if len(g.Cases) != 26 {
		t.Fatalf("%d cases", len(g.Cases))
	}
	for _, c := range g.Cases {
		m := transformed(t, c.Transformer, regressor(c.Machine))
		training := model.NewTraining(matrix(g.X, 3), model.Values(g.Y))
		if c.Weighted {
			training.Weight = g.Weights
		}
		if _, err := m.Fit(nil, training); err != nil {
			t.Fatal(c.Transformer, err)
		}
		values, err := m.Predict(nil, matrix(g.Fresh, 3))
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			if !(math.Abs(v-c.Values[i]) <= g.Tolerance*max(1, math.Abs(v))) {
				t.Errorf("%s of %s, weighted %v: value %d is %v, not %v", c.Transformer, c.Machine, c.Weighted, i, v, c.Values[i])
			}
		}
	}
}

// A TransformedTarget is a machine to every check, around machines, pipelines and itself.
func TestTransformedTargetHoldsTheContract(t *testing.T) {
	tube := func() model.Part {
		return model.Part{Name: "SVR", Label: "regressor", Machine: svm.NewSVR(catalog.Kernel)}
	}
	t.Run("one", func(t *testing.T) {
		check.Holder(t, "TransformedTarget", func() []model.Part { return []model.Part{tube()} }, nil)
	})
	t.Run("two", func(t *testing.T) {
		check.Holder(t, "TransformedTarget", func() []model.Part {
			return []model.Part{{Name: "StandardScaler", Label: "transformer", Machine: prep.NewStandardScaler()}, tube()}
		}, nil)
	})
	features := check.Exceptions{"takes kernel values": "a scaler takes features"}
	t.Run("pipeline", func(t *testing.T) {
		check.Holder(t, "TransformedTarget", func() []model.Part {
			scaler := prep.NewStandardScaler()
			scaler.WithMean = false
			m, err := catalog.NewHolder(catalog.Pipeline, []model.Part{{Name: "StandardScaler", Label: "scale", Machine: scaler}, tube()})
			return []model.Part{{Name: catalog.Pipeline, Label: "regressor", Machine: holder(t, m, err)}}
		}, features)
	})
	t.Run("in a pipeline", func(t *testing.T) {
		check.Holder(t, catalog.Pipeline, func() []model.Part {
			scaler := prep.NewStandardScaler()
			scaler.WithMean = false
			return []model.Part{
				{Name: "StandardScaler", Label: "scale", Machine: scaler},
				{Name: "TransformedTarget", Label: "target", Machine: transformed(t, "standard", tube())},
			}
		}, features)
	})
}

// A value that a function does not take is named, and a fit that fails leaves the last one.
func TestTransformedTargetRefuses(t *testing.T) {
	x := matrix([]float64{1, 2, 3, 4}, 1)
	for _, c := range []struct {
		name, says string
		y          []float64
	}{
		{"log", "y[2] is 0, but the transformer 'log' needs values above 0; leave out the row, use 'log1p'", []float64{1, 2, 0, 3}},
		{"log1p", "y[1] is -1", []float64{1, -1, 0, 3}},
		{"sqrt", "y[3] is -0.5", []float64{1, 1, 0, -0.5}},
	} {
		m := transformed(t, "none", regressor("Ridge"))
		if _, err := m.Fit(nil, model.NewTraining(x, model.Values{1, 2, 3, 4})); err != nil {
			t.Fatal(err)
		}
		before, _ := m.Predict(nil, x)
		m.Transformer = c.name
		_, err := m.Fit(nil, model.NewTraining(x, model.Values(c.y)))
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Option || !strings.Contains(f.Message, c.says) {
			t.Errorf("%s: %v", c.name, err)
		}
		m.Transformer = "none"
		for i, v := range must(m.Predict(nil, x)) {
			if v != before[i] {
				t.Errorf("%s: the earlier fit is gone", c.name)
			}
		}
	}
	m := transformed(t, "log", regressor("Ridge"))
	training := model.NewTraining(x, model.Values{1, 2, 0, 3})
	training.Weight = []float64{1, 1, 0, 1}
	if _, err := m.Fit(nil, training); err != nil {
		t.Errorf("a row of weight 0 counts: %v", err)
	}
	for _, parts := range [][]model.Part{
		nil,
		{{Name: "SVC", Machine: svm.NewSVC(catalog.Kernel)}},
		{{Name: "Normalizer", Machine: prep.NewNormalizer()}, regressor("Ridge")},
		{{Name: "KernelPCA", Machine: subspace.NewKernelPCA(catalog.Kernel)}, regressor("Ridge")}, // it mixes columns
	} {
		if _, err := prep.NewTransformedTarget(parts); !errors.Is(err, &fault.Error{Code: fault.Option}) {
			t.Errorf("%v: %v", parts, err)
		}
	}
}

// Predictions of a square root below 0, and of logarithms beyond all numbers, are the ends of what
// y can be.
func TestTransformedTargetStaysWithinNumbers(t *testing.T) {
	x := matrix([]float64{1, 2}, 1)
	for name, ends := range map[string][2]float64{"sqrt": {0, math.MaxFloat64}, "log": {0, math.MaxFloat64}, "log1p": {-1, math.MaxFloat64}} {
		m := transformed(t, name, regressor("Ridge"))
		if _, err := m.Fit(nil, model.NewTraining(x, model.Values{1, 4})); err != nil {
			t.Fatal(err)
		}
		values := must(m.Predict(nil, matrix([]float64{-1e200, 1e200}, 1)))
		if values[0] != ends[0] || values[1] != ends[1] {
			t.Errorf("%s: %v", name, values)
		}
	}
}

func must(values []float64, err error) []float64 {
	if err != nil {
		panic(err)
	}
	return values
}
