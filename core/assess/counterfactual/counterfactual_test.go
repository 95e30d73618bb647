package counterfactual_test

import (
	"math"
	"testing"

	"maxmargin/core/assess/counterfactual"
	"maxmargin/core/base/rng"
)

// problem has no bounds, and the functions that at computes.
func problem(from []float64, norm, count int, at func(x, values, gradients []float64)) counterfactual.Problem {
	d := len(from)
	p := counterfactual.Problem{From: from, Weights: make([]float64, d), Lower: make([]float64, d), Upper: make([]float64, d), Norm: norm, Count: count}
	for j := range d {
		p.Weights[j], p.Lower[j], p.Upper[j] = 1, math.Inf(-1), math.Inf(1)
	}
	p.At = func(x, values, gradients []float64) error {
		at(x, values, gradients)
		return nil
	}
	p.Reached = func(x []float64) (bool, error) {
		values := make([]float64, count)
		at(x, values, make([]float64, count*d))
		for _, v := range values {
			if v < 0 {
				return false, nil
			}
		}
		return true, nil
	}
	return p
}

// linear is a'x + b.
func linear(a []float64, b float64) func(x, values, gradients []float64) {
	return func(x, values, gradients []float64) {
		values[0] = b
		for j, v := range a {
			values[0] += v * x[j]
		}
		copy(gradients, a)
	}
}

func solve(t *testing.T, p counterfactual.Problem) *counterfactual.Change {
	t.Helper()
	c, err := counterfactual.Solve(nil, p)
	if err != nil || c == nil {
		t.Fatalf("%v, %v", c, err)
	}
	return c
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*max(1, math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// TestLinearFunctions has closed forms: x0 - f W^-2 a / |W^-1 a|^2 for the norm 2, and for the norm
// 1 the change of the coordinate with the largest |a_j| / w_j.
func TestLinearFunctions(t *testing.T) {
	r := rng.New(2)
	for range 50 {
		d := 1 + int(6*r.Float64())
		from, a, w := make([]float64, d), make([]float64, d), make([]float64, d)
		b, square, best := 10*r.Float64()-20, 0.0, 0
		for j := range d {
			from[j], a[j], w[j] = r.Float64()-0.5, 2*r.Float64()-1, 0.1+3*r.Float64()
			square += a[j] * a[j] / w[j] / w[j]
			if math.Abs(a[j])/w[j] > math.Abs(a[best])/w[best] {
				best = j
			}
		}
		f := b
		for j, v := range a {
			f += v * from[j]
		}
		p := problem(from, 2, 1, linear(a, b))
		p.Weights = w
		c := solve(t, p)
		near(t, "the distance", c.Distance, -f/math.Sqrt(square), 1e-12)
		for j := range d {
			near(t, "a coordinate", c.X[j], from[j]-f*a[j]/w[j]/w[j]/square, 1e-12)
		}
		p.Norm = 1
		c = solve(t, p)
		near(t, "the distance in the norm 1", c.Distance, -f*w[best]/math.Abs(a[best]), 1e-11)
		for j := range d {
			if want := from[j]; j != best && !(math.Abs(c.X[j]-want) <= 1e-11) {
				t.Errorf("coordinate %d changes by %v, though %d is cheaper", j, c.X[j]-want, best)
			}
		}
	}
}

// TestBoundsAndFixedCoordinates: x + 2 y >= 6 from (0, 0) with y <= 2 and z fixed takes (2, 2).
func TestBoundsAndFixedCoordinates(t *testing.T) {
	for _, norm := range []int{1, 2} {
		p := problem([]float64{0, 0, 1}, norm, 1, linear([]float64{1, 2, 100}, -106))
		p.Upper[1] = 2
		p.Lower[2], p.Upper[2] = 1, 1
		c := solve(t, p)
		near(t, "x", c.X[0], 2, 1e-11)
		near(t, "y", c.X[1], 2, 1e-11)
		if c.X[2] != 1 {
			t.Errorf("the fixed coordinate is %v", c.X[2])
		}
		p.Upper[0] = 1.9
		if c, err := counterfactual.Solve(nil, p); c != nil || err != nil {
			t.Errorf("found %v, %v outside of what the bounds allow", c, err)
		}
	}
}

// TestCircles has the closest points of a circle, from inside and from outside, where the boundary
// is curved away from the sample and towards it.
func TestCircles(t *testing.T) {
	for _, out := range []float64{1, -1} {
		at := func(x, values, gradients []float64) {
			values[0] = out * (x[0]*x[0] + x[1]*x[1] - 4)
			gradients[0], gradients[1] = 2*out*x[0], 2*out*x[1]
		}
		from := []float64{0.3, 0.4}
		want := 1.5
		if out < 0 {
			from, want = []float64{3, 4}, 3
		}
		c := solve(t, problem(from, 2, 1, at))
		near(t, "the distance", c.Distance, want, 1e-12)
		near(t, "the direction", c.X[0]*4, c.X[1]*3, 1e-7)
		if out > 0 { // in the norm 1 straight up: to (0.3, sqrt(4 - 0.09))
			c := solve(t, problem(from, 1, 1, at))
			near(t, "the distance in the norm 1", c.Distance, math.Sqrt(4-0.09)-0.4, 1e-10)
			near(t, "the coordinate that stays", c.X[0], 0.3, 1e-9)
		}
	}
}

// TestSeveralFunctions: the corner of two half-planes, and one that does not bind.
func TestSeveralFunctions(t *testing.T) {
	at := func(x, values, gradients []float64) {
		values[0], values[1], values[2] = x[0]+x[1]-2, x[0]-x[1]-1, x[0]+10
		copy(gradients, []float64{1, 1, 1, -1, 1, 0})
	}
	c := solve(t, problem([]float64{0, 0}, 2, 3, at))
	near(t, "x", c.X[0], 1.5, 1e-12)
	near(t, "y", c.X[1], 0.5, 1e-12)
	c = solve(t, problem([]float64{0, 0}, 1, 3, at))
	near(t, "the distance in the norm 1", c.Distance, 2, 1e-10)
}

// TestSeveralStarts: behind a wall that x0 cannot see lies the closer of two targets.
func TestSeveralStarts(t *testing.T) {
	at := func(x, values, gradients []float64) {
		a, b := math.Exp(-4*(x[0]-2)*(x[0]-2)), math.Exp(-(x[0]+5)*(x[0]+5)/4)
		values[0] = a + b - 0.5
		gradients[0] = -8*(x[0]-2)*a - (x[0]+5)/2*b
	}
	p := problem([]float64{0}, 2, 1, at)
	p.Starts = [][]float64{{-5}, {2}}
	c := solve(t, p)
	near(t, "the distance", c.Distance, 2-math.Sqrt(math.Ln2)/2, 1e-4) // without the other target
	values := []float64{0}
	at(c.X, values, []float64{0})
	near(t, "the function", values[0], 0, 1e-12)
	if c.Starts < 2 {
		t.Errorf("%d starts", c.Starts)
	}
}

// TestCurvedBoundariesTakeFewSteps: without the correction of second order the searches of this
// mixture of bells took 1483 evaluations. The solution is on the boundary, along its normal.
func TestCurvedBoundariesTakeFewSteps(t *testing.T) {
	centres := [][3]float64{{2, 1, 1}, {3, -1, -0.4}, {-2, 2, 1}, {0, 3, -0.4}, {1, 1.5, 1}}
	count := 0
	at := func(x, values, gradients []float64) error {
		count++
		values[0], gradients[0], gradients[1] = -0.3, 0, 0
		for _, c := range centres {
			a, b := x[0]-c[0], x[1]-c[1]
			k := c[2] * math.Exp(-(a*a+b*b)/2)
			values[0] += k
			gradients[0] -= k * a
			gradients[1] -= k * b
		}
		return nil
	}
	g, v := make([]float64, 2), make([]float64, 1)
	from, inf := []float64{-1, -2}, math.Inf(1)
	found, err := counterfactual.Solve(nil, counterfactual.Problem{From: from, Weights: []float64{1, 1}, Lower: []float64{-inf, -inf}, Upper: []float64{inf, inf}, Norm: 2, Count: 1, At: at,
		Reached: func(x []float64) (bool, error) { err := at(x, v, g); return v[0] >= 0, err }, Starts: [][]float64{{2, 1}, {1, 1.5}}})
	if err != nil || found == nil {
		t.Fatal(found, err)
	}
	if count > 400 {
		t.Errorf("%d evaluations", count)
	}
	if err := at(found.X, v, g); err != nil || v[0] < 0 || !(v[0] <= 1e-9) {
		t.Errorf("the value there is %v, %v", v[0], err)
	}
	a, b := found.X[0]-from[0], found.X[1]-from[1]
	if across := math.Abs(a*g[1]-b*g[0]) / math.Hypot(a, b) / math.Hypot(g[0], g[1]); !(across <= 1e-6) {
		t.Errorf("the change is %v off the normal", across)
	}
	t.Log(count, found.Distance)
}
