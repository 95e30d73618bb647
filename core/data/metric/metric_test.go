package metric

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
)

// Reference values by scikit-learn 1.x's definitions, worked out by hand: of the
// classes 0, 1, 2 there are 4, 2 and 2 samples, of which 3, 1 and 0 are right.
func TestClassMetrics(t *testing.T) {
	y := []int32{0, 0, 0, 0, 1, 1, 2, 2}
	p := []int32{0, 0, 0, 1, 1, 0, 0, 1}
	for name, want := range map[string]float64{
		"accuracy":         4.0 / 8,
		"balancedAccuracy": (3.0/4 + 1.0/2 + 0) / 3,
		"f1Macro":          (2*3.0/(4+5) + 2*1.0/(2+3) + 0) / 3,
	} {
		m, err := Find(name, OfClasses)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.OfClasses(y, p, 3); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
		// A class that does not occur changes nothing, and a perfect prediction has the
		// value 1.
		if got := m.OfClasses(y, p, 5); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s with two more classes is %v, want %v", name, got, want)
		}
		if got := m.OfClasses(y, y, 3); got != 1 {
			t.Errorf("%s of the truth is %v", name, got)
		}
	}
}

func TestValueMetrics(t *testing.T) {
	y, p := []float64{1, 2, 4, 5}, []float64{2, 2, 2, 5}
	for name, want := range map[string]float64{
		"r2":                1 - 5.0/10,
		"meanSquaredError":  5.0 / 4,
		"meanAbsoluteError": 3.0 / 4,
	} {
		m, err := Find(name, OfValues)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.OfValues(y, p); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	constant := []float64{3, 3}
	if a, b := R2(constant, constant), R2(constant, []float64{3, 4}); a != 1 || b != 0 {
		t.Errorf("R2 of a constant: %v when right, %v when wrong", a, b)
	}
	// The sum of ten times 0.1 is not 1, and the mean of these not 0.1.
	tenths, above := slices.Repeat([]float64{0.1}, 10), slices.Repeat([]float64{0.101}, 10)
	weighted := Metric{Weight: []float64{1, 2, 3, 1, 2, 3, 1, 2, 3, 0}}
	if a, b, c := R2(tenths, tenths), R2(tenths, above), weighted.r2(tenths, above); a != 1 || b != 0 || c != 0 {
		t.Errorf("R2 of tenths: %v when right, %v and with weights %v when wrong", a, b, c)
	}
}

func TestFind(t *testing.T) {
	if m, err := Find("", OfClasses); err != nil || m.Name != "accuracy" {
		t.Errorf("default for classes: %v, %v", m.Name, err)
	}
	if m, err := Find("", OfValues); err != nil || m.Name != "r2" {
		t.Errorf("default for numbers: %v, %v", m.Name, err)
	}
	if m, err := Find("", OfGroups); err != nil || m.Name != "concordance" {
		t.Errorf("default for groups: %v, %v", m.Name, err)
	}
	var f *fault.Error
	if _, err := Find("acuracy", OfClasses); !errors.As(err, &f) || f.Code != fault.Option || f.Details["nearest"] != "accuracy" {
		t.Errorf("a slip: %v", err)
	}
	if _, err := Find("r2", OfClasses); err == nil {
		t.Error("r2 is about numbers, not classes")
	}
}

// TestConcordanceOfAllPairs compares with the count over pairs, with ties on both sides.
func TestConcordanceOfAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		n := 1 + rng.IntN(20)
		y, f, of := make([]float64, n), make([]float64, n), make([]int32, n)
		for i := range y {
			y[i], f[i], of[i] = float64(rng.IntN(4)), float64(rng.IntN(5)), int32(rng.IntN(3))
		}
		mean, judged := 0.0, 0.0
		for g := range int32(3) {
			right, pairs := 0.0, 0.0
			for i := range y {
				for j := range y {
					if of[i] == g && of[j] == g && y[i] > y[j] {
						if pairs++; f[i] > f[j] {
							right++
						}
					}
				}
			}
			if pairs > 0 {
				mean, judged = mean+right/pairs, judged+1
			}
		}
		if got := Concordance(y, f, of, 3); math.IsNaN(got) != (judged == 0) || math.Abs(got-mean/judged) > 1e-14 {
			t.Fatalf("y %v, f %v, groups %v: %v, want %v", y, f, of, got, mean/judged)
		}
	}
}

// TestConcordanceOfNaN: a prediction that is NaN is in no order, and does not keep the count from
// ending.
func TestConcordanceOfNaN(t *testing.T) {
	y, none := []float64{1, 2, 3}, math.NaN()
	for _, c := range []struct {
		predicted []float64
		want      float64
	}{{[]float64{none, 2, 3}, 1.0 / 3}, {[]float64{1, 2, none}, 1.0 / 3}, {[]float64{none, none, none}, 0}} {
		if got := Concordance(y, c.predicted, make([]int32, 3), 1); got != c.want {
			t.Errorf("%v: %v, want %v", c.predicted, got, c.want)
		}
	}
}
