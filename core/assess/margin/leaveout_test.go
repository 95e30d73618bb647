package margin_test

import (
	"math"
	"slices"
	"testing"

	"maxmargin/core/assess/margin"
	"maxmargin/core/data/loss"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/model"
)

// on is a watch that lets everything go on.
func on(float64) bool { return true }

// The bounds by hand for four samples, of which the last one has no coefficient. A sample is an
// error for Joachims where 2 a R² + slack >= 1, for Jaakkola and Haussler where y f <= a k(x,x).
func TestBoundsOnTheLeaveOneOutError(t *testing.T) {
	d := model.Dual{Kind: model.Separation, Target: []float64{1, -1, 1, 1}, Coef: []float64{0.25, -0.5, 1, 0}, Upper: []float64{1, 1, 1, 1}, HasBias: true}
	f := []float64{0.75, -2, -4, 3}
	s := margin.Support{Rows: []int{0, 1, 2}, Diagonal: []float64{4, 2, 1}, Reach: 1.25}
	for method, want := range map[string][]float64{
		margin.SupportVectors:   {-0.25, -0.5, -4, 3},
		margin.JaakkolaHaussler: {0.75 - 0.25*4, 2 - 0.5*2, -4 - 1*1, 3},
		margin.XiAlpha:          {1 - 0.25 - 2*0.25*1.25, 1 - 0 - 2*0.5*1.25, 1 - 5 - 2*1*1.25, 3}, // slacks 0.25, 0 and 5
	} {
		if got := margin.LeftOut(method, d, f, s, on); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", method, got, want)
		}
	}
}

// Spans of points with a linear kernel are distances: with a constant from the affine hull of the
// free points, without one from their linear hull. With squared slacks 1/(2 C_i) on the diagonal is
// a coordinate of its own for each sample, of the size 1/sqrt(2 C_i).
func TestSpansAreDistances(t *testing.T) {
	matrix := func(points [][]float64) (k, diagonal []float64) {
		for i, x := range points {
			for _, z := range points {
				dot := 0.0
				for j := range x {
					dot += x[j] * z[j]
				}
				k = append(k, dot)
			}
			diagonal = append(diagonal, k[i*len(points)+i])
		}
		return k, diagonal
	}
	const rounded = 1 - 1e-11 // a coefficient at its bound 1
	hinge := model.Dual{Coef: []float64{0.5, 0.25, rounded}, Upper: []float64{1, 1, 1}}
	free := model.Dual{Coef: []float64{0.5, 0.5, 0.5}, Upper: []float64{1, 1, 1}}
	bound := model.Dual{Coef: []float64{1, 1, 1}, Upper: []float64{1, 1, 1}}
	squared := model.Dual{Coef: []float64{0.5, 0.25}, Upper: []float64{0.5, 0.25}, Loss: loss.Squared{}}
	inf := math.Inf(1)
	for name, c := range map[string]struct {
		dual          model.Dual
		points        [][]float64
		affine, plain []float64 // S², with a constant and without
	}{
		// (1,1,2) lies above (1/2,1/2,0) of the line through the first two, and above (1,1,0) of their plane.
		"two free":      {hinge, [][]float64{{1, 0, 0}, {0, 1, 0}, {1, 1, 2}}, []float64{2, 2, 0.5 + 4}, []float64{1, 1, 4}},
		"none free":     {bound, [][]float64{{1, 0, 0}, {0, 1, 0}, {1, 1, 2}}, []float64{inf, inf, inf}, []float64{1, 1, 6}},
		"squared slack": {squared, [][]float64{{1, 0}, {0, 1}}, []float64{2 + 1 + 2, 2 + 1 + 2}, []float64{1 + 1, 1 + 2}},
		"one free":      {model.Dual{Coef: []float64{0.5, 1}, Upper: []float64{1, 1}}, [][]float64{{2, 0}, {1, 1}}, []float64{inf, 2}, []float64{4, 1}},
		// A row twice is at no distance from itself; the matrix is singular.
		"equal": {free, [][]float64{{1, 0}, {1, 0}, {0, 1}}, []float64{0, 0, 2}, []float64{0, 0, 1}},
		// The two are almost opposite, so that their line through the origin is near to both.
		"opposite": {model.Dual{Coef: []float64{0.5, 0.5}, Upper: []float64{1, 1}}, [][]float64{{1, 0.01}, {-1, 0.01}}, []float64{4, 4}, []float64{4e-4 / 1.0001, 4e-4 / 1.0001}},
	} {
		m := len(c.points)
		s := margin.Support{}
		s.Matrix, s.Diagonal = matrix(c.points)
		d, f := c.dual, make([]float64, m)
		d.Kind = model.Separation
		for i := range m {
			s.Rows, d.Target, f[i] = append(s.Rows, i), append(d.Target, 1), 1
		}
		for i, spans := range [][]float64{c.affine, c.plain} {
			d.HasBias = i == 0
			var want []float64
			for p, span := range spans {
				want = append(want, 1-d.Coef[p]*span)
			}
			got := margin.LeftOut(margin.Span, d, f, s, on)
			for p, v := range got {
				if v != want[p] { // infinite ones are equal
					support.WithinNumber(t, name, v, want[p], 1e-11)
				}
			}
		}
		if margin.LeftOut(margin.Span, d, f, s, func(float64) bool { return false }) != nil {
			t.Errorf("%s: a watch does not end it", name)
		}
	}
}

// Three points on a line, y = 1 at 1, -1 at -1 and 1 at 3, with s = 1/(2 C) on the diagonal: the
// first two have a = 1/(2 + s), the third has a margin above 1. The smallest ball is that of the
// last two, R² = 4 + s/2, so that
//
//	bound = (4 + s/2) 2/(2 + s) / 3,  d bound / dC = 2 s / (C (2 + s)²)
func TestRadiusMarginByHand(t *testing.T) {
	for _, c := range []float64{0.25, 0.5, 4, math.Inf(1)} {
		s := 1 / (2 * c)
		a := 1 / (2 + s)
		d := model.Dual{Kind: model.Separation, Target: []float64{1, -1, 1}, Coef: []float64{a, -a, 0}, Upper: []float64{c, c, c}, Loss: loss.Squared{}, HasBias: true}
		b, err := margin.RadiusMargin(nil, catalog.Kernel, d, []float64{1, -1, 3, -1, 1, -3, 3, -3, 9}, 0, c)
		if err != nil {
			t.Fatal(err)
		}
		support.NearNumber(t, "R²", b.RadiusSquared, 4+s/2, 1e-9)
		support.NearNumber(t, "|w|²", b.NormSquared, 2/(2+s), 1e-12)
		support.NearNumber(t, "bound", b.Bound, (4+s/2)*2/(2+s)/3, 1e-9)
		if math.IsInf(c, 1) != math.IsNaN(b.ByC) || !math.IsNaN(b.ByWidth) {
			t.Errorf("C %v: slopes %v by C, %v by the width of a linear kernel", c, b.ByC, b.ByWidth)
		}
		if !math.IsInf(c, 1) {
			support.NearNumber(t, "by C", b.ByC, 2*s/(c*(2+s)*(2+s)), 1e-7)
		}
	}
}
