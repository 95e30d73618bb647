package parzen_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/parzen"
	"maxmargin/core/model"
)

// weighted returns samples with the weights 1, 1.5 and 2, times a factor of each class.
func weighted(x sample.Set, y []int32, k int, factors ...float64) model.Training {
	t := model.NewTraining(x, model.Classes{Of: y, Count: k})
	for i, c := range y {
		t.Weight = append(t.Weight, (1+float64(i%3)/2)*factors[c])
	}
	return t
}

// Bug: the products of weights of 1e-170 were 0, and those of 1e170 infinite. Only the shares of weights
// count; powers of two round nothing.
func TestProductsOfWeightsStayInRange(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(1, 170)), 30, 2, 2)
	even := weighted(x, y, 2, 1, 1)
	closest := centroids(t, even, "rbf", 0.5)
	average, want, _ := fit(t, even, rbf(0.5))
	for _, w := range []float64{0x1p-1020, 0x1p-560, 0x1p-300, 0x1p560, 0x1p1000} {
		given := weighted(x, y, 2, w, w)
		support.Within(t, "closest average", values(t, centroids(t, given, "rbf", 0.5), x), values(t, closest, x), 0)
		m, got, _ := fit(t, given, rbf(0.5))
		support.Within(t, "average margin", decide(t, m, x), decide(t, average, x), 0)
		support.Within(t, "margins", got.Margins, want.Margins, 0)
		m, _, _ = fit(t, even, rbf(0.5), func(o *parzen.AverageMarginClassifierOptions) {
			o.ClassWeight = model.ClassWeight{Name: "map", Weights: []float64{w, w}}
		})
		support.Within(t, "classes with weights", decide(t, m, x), decide(t, average, x), 0)
		for _, first := range []float64{w, 1} { // parts of the same and of other weights
			training := weighted(x, y, 2, w, w)
			for i := range 10 {
				training.Weight[i] *= first / w
			}
			whole, _, _ := fit(t, training, rbf(0.5))
			parts := parzen.NewAverageMarginClassifier(catalog.Kernel)
			rbf(0.5)(&parts.AverageMarginClassifierOptions)
			for _, ends := range [][2]int{{0, 10}, {10, 20}, {20, 30}} {
				update(t, parts, batch(training, ends[0], ends[1]))
			}
			support.Near(t, "updates", decide(t, parts, x), decide(t, whole, x), 1e-13)
		}
	}
}

// A class whose weights are tiny beside those of the other one has the same mean: decision values are
// half the difference of the squared distances, whatever the shares of the classes.
func TestCentroidsOfALightClass(t *testing.T) {
	x, y := clouds(rand.New(rand.NewPCG(2, 170)), 30, 2, 2)
	want := values(t, centroids(t, weighted(x, y, 2, 1, 1), "rbf", 0.5), x)
	got := values(t, centroids(t, weighted(x, y, 2, 1, 1e-200), "rbf", 0.5), x)
	support.Near(t, "values", got, want, 1e-13)
}

// Bug: numbers of 1e-170 counted as all alike, so that the bandwidth was 1. Where squares of the
// bandwidth leave the range, or lose digits, the error says so.
func TestBandwidthsOfTinyNumbers(t *testing.T) {
	fitted := func(unit float64) (*parzen.KernelRegression, sample.Set, error) {
		x := matrix([]float64{0}, []float64{unit}, []float64{2 * unit}, []float64{3 * unit})
		m := parzen.NewKernelRegression()
		_, err := m.Fit(nil, model.NewTraining(x, model.Values{0, 1, 2, 3}))
		return m, x, err
	}
	one, x, err := fitted(1)
	if err != nil {
		t.Fatal(err)
	}
	// sqrt(5/4) 4^(-1/5) by Scott's rule
	support.NearNumber(t, "bandwidth", one.Result.Bandwidth, math.Sqrt(1.25)*math.Pow(4, -0.2), 1e-15)
	want := predict(t, one, x)
	for _, unit := range []float64{0x1p-400, 0x1p400} {
		m, x, err := fitted(unit)
		if err != nil {
			t.Fatal(err)
		}
		support.Within(t, "bandwidth", []float64{m.Result.Bandwidth / unit}, []float64{one.Result.Bandwidth}, 0)
		support.Within(t, "predictions", predict(t, m, x), want, 1e-15)
	}
	for _, unit := range []float64{1e-157, 1e-170, 1e-300} {
		_, _, err := fitted(unit)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != fault.Numeric || e.Argument != "X" {
			t.Errorf("unit %v: %v", unit, err)
		}
	}
}
