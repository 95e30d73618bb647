package margin_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/assess/margin"
	"maxmargin/core/data/loss"
	"maxmargin/core/internal/support"
	"maxmargin/core/model"
)

var unbounded = []float64{math.Inf(1), math.Inf(1)}

// The worked examples on the two points +1 and -1 with a linear kernel.
func TestWorkedExamples(t *testing.T) {
	for name, c := range map[string]struct {
		dual        model.Dual
		f           []float64
		status      int32
		slack, norm float64
		low, high   float64
		primal      float64
		functional  float64
	}{
		"hard margin": {model.Dual{Kind: model.Separation, Target: []float64{1, -1}, Coef: []float64{0.5, -0.5}, Upper: unbounded, HasBias: true},
			[]float64{1, -1}, margin.Edge, 0, 1, 0, 0, 0.5, 1},
		"squared slack": {model.Dual{Kind: model.Separation, Target: []float64{1, -1}, Coef: []float64{1. / 3, -1. / 3}, Upper: []float64{0.5, 0.5}, Loss: loss.Mixed{Square: 1}, HasBias: true},
			[]float64{2. / 3, -2. / 3}, margin.Inside, 1. / 3, 2. / 3, 0, 0, 2./9 + 1./9, 2. / 3},
		"no free support vector": {model.Dual{Kind: model.Separation, Target: []float64{1, -1}, Coef: []float64{0.25, -0.25}, Upper: []float64{0.25, 0.25}, HasBias: true},
			[]float64{0.5, -0.5}, margin.Inside, 0.5, 0.5, -0.5, 0.5, 0.375, 0.5},
		"at the bound but for rounding": {model.Dual{Kind: model.Separation, Target: []float64{1, -1}, Coef: []float64{0.25 * (1 - 0x1p-52), -0.25 * (1 - 0x1p-52)}, Upper: []float64{0.25, 0.25}, HasBias: true},
			[]float64{0.5, -0.5}, margin.Inside, 0.5, 0.5, -0.5, 0.5, 0.375, 0.5},
		"tube": {model.Dual{Kind: model.Tube, Target: []float64{1, -1}, Epsilon: []float64{0.1, 0.1}, Coef: []float64{0.45, -0.45}, Upper: []float64{10, 10}, HasBias: true},
			[]float64{0.9, -0.9}, margin.Edge, 0, 0.9, 0, 0, 0.405, 0},
	} {
		r := margin.Diagnose(c.dual, c.f, 1e-9)
		for i := range c.f {
			if r.Status[i] != c.status {
				t.Errorf("%s: status %v, want %d", name, r.Status, c.status)
			}
			support.WithinNumber(t, name+": slack", r.Slack[i], c.slack, 1e-15)
			support.WithinNumber(t, name+": residual", r.Residual[i], 0, 1e-15)
		}
		support.WithinNumber(t, name+": |w|", r.Norm, c.norm, 1e-15)
		support.WithinNumber(t, name+": functional margin", r.Functional, c.functional, 1e-15)
		support.WithinNumber(t, name+": geometric margin", r.Geometric, c.functional/c.norm, 1e-15)
		support.WithinNumber(t, name+": least bias", r.BiasLow, c.low, 1e-15)
		support.WithinNumber(t, name+": largest bias", r.BiasHigh, c.high, 1e-15)
		support.WithinNumber(t, name+": primal", r.Primal, c.primal, 1e-15)
		support.WithinNumber(t, name+": gap", r.Gap, 0, 1e-15)
	}
}

// |w|² = sum of a_i y_i (f(x_i) - b) can be below 0. By rounding, in units of the sums that f is made
// of, it stands for 0; by more it is that of a kernel that is not positive definite, and there is no
// |w|. In a tube the unit is the target's distance from b.
func TestNormOfNegativeSquares(t *testing.T) {
	for what, c := range map[string]struct {
		kind string
		size float64 // of targets
		off  float64 // of f from b
		want float64
	}{
		"rounding":           {model.Separation, 1, 1e-15, 0},
		"indefinite":         {model.Separation, 1, 1e-4, math.NaN()},
		"rounding of a tube": {model.Tube, 1e-9, 1e-24, 0},
		"indefinite, a tube": {model.Tube, 1e-9, 1e-12, math.NaN()},
	} {
		d := model.Dual{Kind: c.kind, Target: []float64{c.size, -c.size}, Epsilon: []float64{0, 0}, Coef: []float64{1, -1}, Upper: []float64{2, 2}, HasBias: true}
		if got := margin.Diagnose(d, []float64{-c.off, c.off}, 1e-9).Norm; got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: |w| is %v, want %v", what, got, c.want)
		}
	}
}

// Without a constant there is no interval of constants. A hard margin that is missed by less than the
// tolerance is kept.
func TestNoConstantAndATolerance(t *testing.T) {
	d := model.Dual{Kind: model.Separation, Target: []float64{1, -1}, Coef: []float64{0.5, -0.5}, Upper: unbounded}
	r := margin.Diagnose(d, []float64{1 - 1e-6, -1}, 1e-5)
	if !math.IsNaN(r.BiasLow) || !math.IsNaN(r.BiasHigh) {
		t.Errorf("constants from %v to %v of a function without one", r.BiasLow, r.BiasHigh)
	}
	support.WithinNumber(t, "primal", r.Primal, (1-0.5e-6)/2, 1e-15)
	if r := margin.Diagnose(d, []float64{1 - 1e-4, -1}, 1e-5); !math.IsInf(r.Primal, 1) {
		t.Errorf("missed by more, the primal objective is %v", r.Primal)
	}
}

// A linear program over the points +1 and -1 with a linear kernel: the least |a_1| + |a_2| with
// (a_1 - a_2) x y >= 1 - slack. With C = 10 it is 1, as a = (1, 0) has, and so is the largest sum
// of multipliers m with m_1 = m_2 and m_1 + m_2 <= 1. With C = 1/4 a = 0, and both slacks are 1.
func TestLinearProgram(t *testing.T) {
	for _, c := range []struct{ upper, own, multiplier, primal float64 }{{10, 1, 0.5, 1}, {0.25, 0, 0.25, 0.5}} {
		d := model.Dual{Kind: model.Separation, Target: []float64{1, -1}, Coef: []float64{c.multiplier, -c.multiplier}, Upper: []float64{c.upper, c.upper},
			HasBias: true, Program: true, Size: c.own, Own: []float64{c.own, 0}}
		r := margin.Diagnose(d, []float64{c.own, -c.own}, 1e-9)
		support.WithinNumber(t, "primal", r.Primal, c.primal, 1e-15)
		support.WithinNumber(t, "gap", r.Gap, 0, 1e-15)
		support.WithinNumber(t, "|w|", r.Norm, c.own, 1e-15)
		d.Own = nil
		if r := margin.Diagnose(d, []float64{c.own, -c.own}, 1e-9); !math.IsNaN(r.Norm) || r.Primal != c.primal {
			t.Errorf("without coefficients: |w| %v, primal %v", r.Norm, r.Primal)
		}
	}
}

// One class: three points on a line and nu = 2/3, so that sum a = 2.
func TestSupport(t *testing.T) {
	// x = 1, 2, 3 and sum a = 2 with a <= 1: min |w| takes the smallest two, w = 3,
	// rho = 6 at x = 2, f = 3 x - 6.
	d := model.Dual{Kind: model.Support, Coef: []float64{1, 1, 0}, Upper: []float64{1, 1, 1}, Bias: -6, HasBias: true}
	r := margin.Diagnose(d, []float64{-3, 0, 3}, 1e-9)
	if !slices.Equal(r.Status, []int32{margin.Outside, margin.Edge, margin.Inside}) || !slices.Equal(r.Slack, []float64{3, 0, 0}) {
		t.Errorf("status %v, slack %v", r.Status, r.Slack)
	}
	support.WithinNumber(t, "|w|", r.Norm, 3, 0)
	support.WithinNumber(t, "primal", r.Primal, 4.5-12+3, 1e-15)
	support.WithinNumber(t, "gap", r.Gap, 0, 1e-15)
	support.WithinNumber(t, "largest residual", slices.Max(r.Residual), 0, 0)
	// b >= -9 for x = 3 to be inside, b <= -6 for x = 2 to carry its full weight.
	support.WithinNumber(t, "least bias", r.BiasLow, -9, 0)
	support.WithinNumber(t, "largest bias", r.BiasHigh, -6, 0)
}

// For any feasible dual variables and any bias the gap is the sum of the
// complementarity terms, and not negative (Cristianini & Shawe-Taylor, 6.1.2).
func TestTheGapIsComplementarity(t *testing.T) {
	rng := rand.New(rand.NewPCG(111, 1))
	for round := range 200 {
		const n = 12
		kind := []string{model.Separation, model.Tube}[round%2]
		squared := round%4 >= 2
		d := model.Dual{Kind: kind, Target: make([]float64, n), Epsilon: make([]float64, n), Coef: make([]float64, n),
			Upper: make([]float64, n), HasBias: true, Bias: rng.NormFloat64()}
		if squared {
			d.Loss = loss.Mixed{Linear: 0.3, Square: 1} // 0.3 C <= 0.6 splits the variables
		}
		if kind == model.Tube {
			d.Below, d.Under = make([]float64, n), make([]float64, n)
		}
		x, sum := make([]float64, n), 0.0
		for i := range n {
			x[i] = rng.NormFloat64()
			d.Target[i], d.Epsilon[i], d.Upper[i] = float64(1-2*(i%2)), 0, 1+rng.Float64()
			if kind == model.Tube {
				d.Target[i], d.Epsilon[i] = rng.NormFloat64(), rng.Float64()
				d.Below[i], d.Under[i] = rng.Float64(), 1+rng.Float64()
			}
			d.Coef[i] = float64(1-2*(i%2)) * rng.Float64()
			sum += d.Coef[i]
		}
		// If coefficients do not sum to 0, the excess is taken from those of its sign.
		for i := range n {
			if d.Coef[i]*sum > 0 {
				take := math.Copysign(min(math.Abs(sum), math.Abs(d.Coef[i])), sum)
				d.Coef[i], sum = d.Coef[i]-take, sum-take
			}
		}
		w, f := 0.0, make([]float64, n)
		for i := range n {
			w += d.Coef[i] * x[i]
		}
		for i := range n {
			f[i] = w*x[i] + d.Bias
		}
		r := margin.Diagnose(d, f, 0)
		support.WithinNumber(t, kind+": |w|", r.Norm, math.Abs(w), 1e-12)
		terms := 0.0
		for i := range n {
			a := math.Abs(d.Coef[i])
			// One constraint for each side, with its slack, weight and dual variable.
			sides := [][3]float64{{1 - d.Target[i]*f[i], d.Upper[i], a}}
			if kind == model.Tube {
				sides = [][3]float64{{d.Target[i] - f[i] - d.Epsilon[i], d.Upper[i], max(0, d.Coef[i])},
					{f[i] - d.Target[i] - d.Below[i], d.Under[i], max(0, -d.Coef[i])}}
			}
			for _, s := range sides {
				short, c, a := s[0], s[1], s[2]
				slack := max(0, short)
				if squared {
					// The loss less its tangent where the variable is, by completing the square.
					told := max(0, a-0.3*c) / (2 * c)
					terms += a*(slack-short) + c*(slack-told)*(slack-told) + max(0, 0.3*c-a)*slack
				} else {
					terms += a*(slack-short) + (c-a)*slack
				}
			}
		}
		support.WithinNumber(t, kind+": gap", r.Gap, terms, 1e-9)
		if !(r.Gap >= 0) {
			t.Errorf("%s: gap %v", kind, r.Gap)
		}
		// The interval holds b, and its ends fail no condition by more than b does. At the
		// default tolerance it was upside down (defect 21).
		if off := slices.Max(r.Residual); !(r.BiasLow <= r.Bias && r.Bias <= r.BiasHigh) {
			t.Errorf("%s: the bias %v is outside its interval [%v, %v]; the largest residual is %v", kind, r.Bias, r.BiasLow, r.BiasHigh, off)
		} else {
			for _, end := range []float64{r.BiasLow, r.BiasHigh} {
				if moved := d; !math.IsInf(end, 0) {
					moved.Bias = end
					at := slices.Clone(f)
					for i := range at {
						at[i] += end - d.Bias
					}
					support.WithinNumber(t, kind+": residual at an end", slices.Max(margin.Diagnose(moved, at, 0).Residual), off, 1e-9)
				}
			}
		}
	}
}

// For samples outside the training set only f is known.
func TestWithoutDualVariables(t *testing.T) {
	r := margin.Diagnose(model.Dual{Kind: model.Separation, Target: []float64{1, -1, 1}, Norm: 2}, []float64{3, 0.5, 1}, 1e-3)
	if !slices.Equal(r.Status, []int32{margin.Outside, margin.Inside, margin.Edge}) || !slices.Equal(r.Slack, []float64{0, 1.5, 0}) {
		t.Errorf("status %v, slack %v", r.Status, r.Slack)
	}
	if r.Alpha != nil || r.Residual != nil || !math.IsNaN(r.Gap) || !math.IsNaN(r.BiasLow) || r.Geometric != -0.25 {
		t.Errorf("%+v", r)
	}
}

// A violated hard margin has no finite primal objective.
func TestInfeasibleHardMargin(t *testing.T) {
	d := model.Dual{Kind: model.Separation, Target: []float64{1, -1}, Coef: []float64{1, -1}, Upper: unbounded, HasBias: true}
	if r := margin.Diagnose(d, []float64{0.5, -0.5}, 1e-3); !math.IsInf(r.Primal, 1) || r.Residual[0] != 0.5 {
		t.Errorf("primal %v, residuals %v", r.Primal, r.Residual)
	}
}

func TestDistribution(t *testing.T) {
	margins := []float64{4, 1, 3, 2}
	got := margin.Percentiles(margins, []float64{0, 50, 100, 90})
	for i, want := range []float64{1, 2.5, 4, 3.7} {
		support.WithinNumber(t, "percentile", got[i], want, 1e-15)
	}
	if !math.IsNaN(margin.Percentiles(nil, []float64{50})[0]) {
		t.Error("no margins have a median")
	}
	if got := margin.Percentiles([]float64{7}, []float64{0, 30, 100}); !slices.Equal(got, []float64{7, 7, 7}) {
		t.Errorf("one margin: %v", got)
	}
	if got := margin.Ranking([]float64{0, 1, 1, 0.5}, margins); !slices.Equal(got, []int32{1, 2, 3, 0}) {
		t.Errorf("ranking %v", got)
	}
	if got := margin.Ranking(nil, margins); !slices.Equal(got, []int32{1, 3, 2, 0}) {
		t.Errorf("ranking without dual variables %v", got)
	}
	if shared, either := margin.Overlap([]int32{1, 2, 3}, []int32{3, 4, 1}); shared != 2 || either != 4 {
		t.Errorf("%d shared of %d", shared, either)
	}
}
