package catalog_test

import (
	"math"
	"slices"
	"testing"

	"maxmargin/core/catalog"
	"maxmargin/core/loss"
	"maxmargin/core/model"
	"maxmargin/core/svm"
)

// The option of the machine names the losses of the catalog.
func TestLossesAreTheOption(t *testing.T) {
	var names []string
	for _, l := range catalog.Losses() {
		names = append(names, l.Name)
	}
	names = append(names, "custom") // which the caller has
	for _, o := range model.Schema(svm.NewConvexLossSVR(catalog.Kernel, catalog.Loss).Options()) {
		if o.Name == "loss" && !slices.Equal(o.Choices, names) {
			t.Errorf("the option has %v, the catalog %v", o.Choices, names)
		}
	}
}

// TestEveryLoss checks what a loss says of itself against what it is: the slope is the
// derivative of the value, the dual term the convex conjugate, its derivative the excess
// at which C times the slope is a.
func TestEveryLoss(t *testing.T) {
	for _, entry := range catalog.Losses() {
		for _, parameters := range [][2]float64{{1, 1.5}, {0.1, 3}, {2, 2}, {30, 1.2}} {
			l := entry.New(parameters[0], parameters[1])
			if l.Value(0) != 0 {
				t.Errorf("%s%v: %v at 0", entry.Name, parameters, l.Value(0))
			}
			for _, e := range []float64{0.01, 0.3, 0.99, 1.7, 5, 40} {
				h := 1e-6 * e
				slope := (l.Value(e+h) - l.Value(e-h)) / (2 * h)
				near(t, entry.Name, l.Slope(e), slope, 1e-6)
				if l.Slope(e) > l.Steepest() {
					t.Errorf("%s%v: a slope of %v at %v, at most %v", entry.Name, parameters, l.Slope(e), e, l.Steepest())
				}
			}
			const c = 2.5
			for _, share := range []float64{0.01, 0.4, 0.9} {
				a := c * share
				value, slope, curvature := l.Dual(c, a)
				near(t, entry.Name+": conjugate", value, conjugate(l, c, a), 1e-6)
				if value > 0 {
					near(t, entry.Name+": slope", c*l.Slope(slope), a, 1e-9)
					h := 1e-5 * a
					_, after, _ := l.Dual(c, a+h)
					_, before, _ := l.Dual(c, a-h)
					near(t, entry.Name+": curvature", curvature, (after-before)/(2*h), 1e-6)
				}
			}
		}
	}
}

// conjugate returns the largest a e - c Value(e), which is concave, by thirds.
func conjugate(l loss.Loss, c, a float64) float64 {
	f := func(e float64) float64 { return a*e - c*l.Value(e) }
	low, high := 0.0, 1e7
	for range 200 {
		left, right := low+(high-low)/3, high-(high-low)/3
		if f(left) < f(right) {
			low = left
		} else {
			high = right
		}
	}
	return f((low + high) / 2)
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*(1e-3+math.Abs(want))) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
