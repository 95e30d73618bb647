package loss_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/data/loss"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
)

// drawn is a loss of the list, or a table, with parameters.
func drawn(t *rapid.T) (string, loss.Loss) {
	p := loss.Parameters{Sigma: rapid.Float64Range(0.05, 20).Draw(t, "sigma"),
		Power: rapid.Float64Range(1.1, 4).Draw(t, "power"), Ratio: rapid.Float64Range(0.1, 9).Draw(t, "ratio")}
	all := loss.All()
	k := rapid.IntRange(0, len(all)).Draw(t, "loss")
	if k < len(all) {
		return all[k].Name, all[k].New(p)
	}
	table, ok := loss.NewTable([]float64{0, p.Sigma, 3 * p.Sigma, 4 * p.Sigma}, []float64{0.1, 0.5, p.Power, 2 * p.Power})
	if !ok {
		t.Fatal("no table")
	}
	return "table", table
}

var shortfall = rapid.Float64Range(-8, 12)

// A loss is convex and nondecreasing, and its slope is its derivative: a difference
// quotient lies between the slopes at its ends.
func TestEveryLossIsConvex(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		name, l := drawn(t)
		a, b := shortfall.Draw(t, "a"), shortfall.Draw(t, "b")
		if a == b {
			return
		}
		a, b = min(a, b), max(a, b)
		low, high := l.Slope(a), l.Slope(b)
		if !(low >= 0 && low <= high && high <= l.Steepest()) {
			t.Fatalf("%s: slopes %v at %v and %v at %v, steepest %v", name, low, a, high, b, l.Steepest())
		}
		rounding := 1e-13 * (1 + math.Abs(l.Value(b)))
		if rise := l.Value(b) - l.Value(a); !(rise >= low*(b-a)-rounding && rise <= high*(b-a)+rounding) {
			t.Fatalf("%s: from %v to %v it rises by %v, with slopes from %v to %v", name, a, b, rise, low, high)
		}
	})
}

// The curvature is the derivative of the slope, except at kinks.
func TestCurvatures(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		name, l := drawn(t)
		z := shortfall.Draw(t, "z")
		const h = 1e-5
		before, at, after := l.Curvature(z-h), l.Curvature(z), l.Curvature(z+h)
		if math.Abs(z) < 1e-2 || math.Abs(after-before) > 1e-2*at { // a kink, or a pole, is near
			return
		}
		support.NearNumber(t, name, at, (l.Slope(z+h)-l.Slope(z-h))/(2*h), 1e-5)
	})
}

// Fenchel and Young: l(z) + l*(s) is at least s z, and equal where s is the slope at z.
func TestConjugates(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		name, l := drawn(t)
		z, share := shortfall.Draw(t, "z"), rapid.Float64Range(0.001, 0.999).Draw(t, "share")
		s := share * min(l.Steepest(), 50)
		value, slope, curvature := l.Conjugate(s)
		if miss := l.Value(z) + value - s*z; !(miss >= -1e-12*(1+math.Abs(s*z)+math.Abs(value))) {
			t.Fatalf("%s: l(%v) + l*(%v) is less than their product by %v", name, z, s, -miss)
		}
		own := l.Slope(z)
		tangent, _, _ := l.Conjugate(own)
		support.NearNumber(t, name+": at the slope", l.Value(z)+tangent, own*z, 1e-11)
		h := 1e-6 * min(s, l.Steepest()-s)
		after, slopeAfter, curvatureAfter := l.Conjugate(s + h)
		before, slopeBefore, curvatureBefore := l.Conjugate(s - h)
		if math.Abs(curvatureAfter-curvatureBefore) > 1e-3*curvature { // a kink is near
			return
		}
		support.NearNumber(t, name+": slope of the conjugate", slope, (after-before)/(2*h), 1e-4)
		support.NearNumber(t, name+": curvature of the conjugate", curvature, (slopeAfter-slopeBefore)/(2*h), 1e-4)
		if curvature > 0 {
			support.NearNumber(t, name+": the slope where the conjugate has its slope", l.Slope(slope), s, 1e-9)
		}
	})
}

// A proximal point x of z is optimal: x + step s = z with a subgradient s of l at x.
func TestProximalPoints(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		name, l := drawn(t)
		z, step := shortfall.Draw(t, "z"), math.Exp(rapid.Float64Range(-12, 12).Draw(t, "log step"))
		x, s := l.Prox(z, step)
		support.NearNumber(t, name+": x + step s", x+step*s, z, 1e-11*(1+step*s))
		if !(s >= 0 && s <= l.Steepest()) {
			t.Fatalf("%s: a slope of %v, at most %v", name, s, l.Steepest())
		}
		u := shortfall.Draw(t, "u")
		if above := l.Value(u) - l.Value(x) - s*(u-x); !(above >= -1e-11*(1+math.Abs(l.Value(u))+math.Abs(s*(u-x)))) {
			t.Fatalf("%s: %v is no subgradient at %v: at %v the loss is %v below its line", name, s, x, u, -above)
		}
	})
}

// The boxes of a loss give its conjugate: the minimum of their sum over all ways to divide s.
func TestBoxes(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		name, l := drawn(t)
		boxes := loss.Boxes(l)
		if boxes == nil {
			return
		}
		bound := 0.0
		for _, b := range boxes {
			bound += b.Bound
		}
		if bound != l.Steepest() {
			t.Fatalf("%s: boxes up to %v, a conjugate up to %v", name, bound, l.Steepest())
		}
		s := rapid.Float64Range(0, 1).Draw(t, "share") * min(bound, 50)
		want, _, _ := l.Conjugate(s)
		least := math.Inf(1)
		for k := range 4001 { // of two boxes
			first := s * float64(k) / 4000
			if len(boxes) == 1 {
				first = s
			}
			value, rest := boxes[0].Curvature*first*first/2, s-first
			if first > boxes[0].Bound*(1+1e-15) || len(boxes) > 1 && rest > boxes[1].Bound {
				continue
			}
			if len(boxes) > 1 {
				value += boxes[1].Curvature * rest * rest / 2
			}
			least = min(least, value)
		}
		support.NearNumber(t, name, least, want, 2e-3)
	})
}

// A residual loss costs nothing within the tube, and its proximal point stays there.
func TestResidualLossesHaveATube(t *testing.T) {
	for _, e := range loss.All() {
		l := e.New(loss.Parameters{Sigma: 0.7, Power: 1.5, Ratio: 2})
		for _, of := range e.Of {
			for _, z := range []float64{-9, -0.1, 0} {
				if x, s := l.Prox(z, 2); of == loss.Residual && (l.Value(z) != 0 || l.Slope(z) != 0 || x != z || s != 0) {
					t.Errorf("%s: l(%v) = %v with slope %v, proximal point %v", e.Name, z, l.Value(z), l.Slope(z), x)
				}
			}
		}
	}
}

// Values that Python's decimals compute from the definitions: core/internal/golden/losses.py.
func TestEveryLoss(t *testing.T) {
	var answers []struct {
		Loss                string
		Sigma, Power, Ratio float64
		Values, Conjugates  [][2]float64
		Proximal            [][3]float64
	}
	facts.Golden(t, "losses.json", &answers)
	seen := map[string]bool{}
	for _, a := range answers {
		seen[a.Loss] = true
		l := loss.New(a.Loss, loss.Parameters{Sigma: a.Sigma, Power: a.Power, Ratio: a.Ratio})
		for _, v := range a.Values {
			support.NearNumber(t, a.Loss+": value", l.Value(v[0]), v[1], 1e-14)
		}
		for _, v := range a.Conjugates {
			value, _, _ := l.Conjugate(v[0])
			support.NearNumber(t, a.Loss+": conjugate", value, v[1], 1e-14)
		}
		for _, v := range a.Proximal {
			x, _ := l.Prox(v[0], v[1])
			support.NearNumber(t, a.Loss+": proximal point", x, v[2], 1e-14)
		}
	}
	for _, e := range loss.All() {
		if !seen[e.Name] {
			t.Errorf("%s has no independent values: add its definition to core/internal/golden/losses.py", e.Name)
		}
	}
}

// The conjugate of z + 2 z^2 by hand: s z - z - 2 z^2 has its maximum at z = (s-1)/4, for s = 5 the
// value 5 - 1 - 2 = 2 at z = 1.
func TestConjugateOfMixed(t *testing.T) {
	value, slope, curvature := loss.Mixed{Linear: 1, Square: 2}.Conjugate(5)
	if value != 2 || slope != 1 || curvature != 0.25 {
		t.Errorf("%v with slope %v and curvature %v, want 2, 1 and 1/4", value, slope, curvature)
	}
}

// The term of the dual problem is c l*(a/c), with its derivatives by a.
func TestDualTerms(t *testing.T) {
	l := loss.Huber{Sigma: 0.5}
	value, slope, curvature := loss.Dual(l, 4, 3)
	for k, got := range []float64{value, slope, curvature} {
		support.NearNumber(t, "Huber", got, []float64{0.5 * 9 / 8, 0.5 * 3 / 4, 0.5 / 4}[k], 1e-15) // s a^2/(2c)
	}
}
