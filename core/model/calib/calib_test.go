package calib

import (
	"errors"
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/rng"
	"maxmargin/core/data/loss"
	"maxmargin/core/internal/facts"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// golden is testdata/calibration.json, by core/internal/golden/prep.py with
// scikit-learn 1.2.1 and scipy.
type golden struct {
	Cases []struct {
		F, W             []float64
		Y                []int
		Own, Exact       []float64
		Probes, Isotonic []float64
	}
}

func points(f []float64, y []int, w []float64) (all []point) {
	for i := range f {
		all = append(all, point{f[i], y[i] == 1, w[i]})
	}
	return all
}

// The sigmoid minimises its loss to the end: A and B are those of scipy's
// trust-exact within 1e-8, and those of scikit-learn within the 1e-4 at which its
// search ends. Isotonic levels are scikit-learn's within 1e-13.
func TestAsScikitLearn(t *testing.T) {
	var g golden
	facts.Golden(t, "calibration.json", &g)
	for n, c := range g.Cases {
		all := points(c.F, c.Y, c.W)
		a, b := platt(all)
		for i, v := range []float64{a, b} {
			if !(math.Abs(v-c.Exact[i]) <= 1e-8 && math.Abs(v-c.Own[i]) <= 1e-4) {
				t.Errorf("case %d: sigmoid %v %v, want %v, scikit-learn %v", n, a, b, c.Exact, c.Own)
			}
		}
		knots, levels := isotonic(all)
		for i, f := range c.Probes {
			if got := interpolate(knots, levels, f); !(math.Abs(got-c.Isotonic[i]) <= 1e-13) {
				t.Errorf("case %d: isotonic level at %v is %v, want %v", n, f, got, c.Isotonic[i])
			}
		}
	}
}

// A sigmoid that would fall is a constant: the share of positive samples, smoothed.
func TestSigmoidNeverFalls(t *testing.T) {
	a, b := platt(points([]float64{3, 2, 1, -1, -2, -3}, []int{0, 0, 0, 0, 1, 1}, slices.Repeat([]float64{1}, 6)))
	high, low := 3.0/4, 1.0/6
	if p, want := loss.Probability(-b), (2*high+4*low)/6; a != 0 || !(math.Abs(p-want) <= 1e-9) {
		t.Errorf("A = %v, probability %v, want %v", a, p, want)
	}
}

// Values of any size give a sigmoid, and a change of their unit only changes its scale.
func TestSigmoidDoesNotDependOnUnits(t *testing.T) {
	f, y, w := []float64{-2, -1, 0.5, 1, 3, -0.2}, []int{0, 0, 0, 1, 1, 1}, slices.Repeat([]float64{1}, 6)
	a, b := platt(points(f, y, w))
	for _, unit := range []float64{1e-100, 1e100} {
		scaled := slices.Clone(f)
		for i := range scaled {
			scaled[i] *= unit
		}
		if c, d := platt(points(scaled, y, w)); !(math.Abs(c*unit-a) <= 1e-9*math.Abs(a)) || !(math.Abs(d-b) <= 1e-9) {
			t.Errorf("in units of %v: %v %v, want %v %v", unit, c*unit, d, a, b)
		}
	}
}

// random returns decision values of held-out samples of k classes, with noise.
func random(n, k, cols int, pairs bool, noise float64) (held []observation, values []float64) {
	s := rng.New(uint64(n + 10*k))
	scheme := reduction.Scheme{Name: reduction.OneVsRest, Classes: k}
	if pairs {
		scheme.Name = reduction.OneVsOne
	}
	for i := range n {
		o := observation{int32(i % k), 1 + float64(i%3)}
		held = append(held, o)
		for _, p := range scheme.Problems() {
			values = append(values, p.Sign(o.class)+noise*(s.Float64()-0.5))
		}
	}
	return held, values
}

// FuzzFit of core/engine found a fit with 0 folds, which panicked.
func TestOptionsAreCheckedBeforeTheDivision(t *testing.T) {
	for _, options := range []Probabilities{{Method: Sigmoid, Folds: 0}, {Method: Sigmoid, Folds: -1}, {Method: "guess", Folds: 5}} {
		_, _, err := new(Calibrated).train(nil, model.Training{Data: model.Data{Target: model.Classes{Of: []int32{0, 1, 0, 1}, Count: 2}}}, options, 0)
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Option {
			t.Errorf("%+v: %v", options, err)
		}
	}
}

// Probabilities are between 0 and 1 and sum to 1, and the predicted class has the largest,
// whichever class it is.
func TestProbabilities(t *testing.T) {
	for _, method := range []string{Sigmoid, Isotonic, Temperature} {
		for _, k := range []int{2, 3, 7} {
			for _, pairs := range []bool{true, false} {
				cols := k
				if pairs || k == 2 {
					cols = reduction.PairCount(k)
				}
				held, values := random(60*k, k, cols, pairs, 6)
				f, err := learn(method, pairs, k, held, values, cols)
				if err != nil {
					t.Fatal(err)
				}
				p, r := make([]float64, k), make([]float64, k*k)
				for i := range held {
					f.one(p, values[i*cols:(i+1)*cols], r)
					class := i * 5 % k
					Reconcile(p, class)
					sum, best := 0.0, 0
					for c, v := range p {
						if !(v >= 0 && v <= 1) {
							t.Fatalf("%s: probability %v", method, v)
						}
						if sum += v; v > p[best] {
							best = c
						}
					}
					if !(math.Abs(sum-1) <= 1e-14) || best != class {
						t.Fatalf("%s, %d classes, pairs %t: %v for class %d", method, k, pairs, p, class)
					}
				}
			}
		}
	}
}

// With two classes the probability of the second never falls as the decision value rises.
func TestMonotone(t *testing.T) {
	for _, method := range []string{Sigmoid, Isotonic, Temperature} {
		held, values := random(200, 2, 1, true, 5)
		f, err := learn(method, true, 2, held, values, 1)
		if err != nil {
			t.Fatal(err)
		}
		p, before := make([]float64, 2), 0.0
		for v := -4.0; v < 4; v += 1.0 / 64 {
			f.one(p, []float64{v}, nil)
			class := 0
			if v > 0 {
				class = 1
			}
			if Reconcile(p, class); p[1] < before {
				t.Errorf("%s: %v at %v, %v before", method, p[1], v, before)
			}
			before = p[1]
		}
		if before < 0.6 {
			t.Errorf("%s: %v at the end", method, before)
		}
	}
}

// The temperature is where the derivative of the loss is zero, and probabilities of
// one factor order the classes as their values do.
func TestTemperature(t *testing.T) {
	for _, noise := range []float64{0.5, 4} { // separable, and not
		held, values := random(90, 3, 3, false, noise)
		var samples []logits
		for i, o := range held {
			samples = append(samples, logits{values[3*i : 3*i+3], int(o.class), o.weight})
		}
		target := func(int) float64 { return 0.99 }
		a := temperature(samples, target)
		loss := func(a float64) (sum float64) {
			p := make([]float64, 3)
			for _, s := range samples {
				softmax(p, s.values, a)
				for c, q := range p {
					want := 0.005
					if c == s.class {
						want = 0.99
					}
					sum -= s.weight * want * math.Log(q)
				}
			}
			return sum
		}
		if at := loss(a); !(a > 0 && at < loss(a*1.001) && at < loss(a*0.999)) {
			t.Errorf("noise %v: a = %v is no minimum", noise, a)
		}
	}
	if a := temperature([]logits{{[]float64{1, 0}, 1, 1}, {[]float64{0, 1}, 0, 1}}, func(int) float64 { return 0.9 }); a != 0 {
		t.Errorf("values that mislead get the factor %v", a)
	}
}

// Of two classes with the values 1 and -1 the factor is the log odds of the target, in any unit.
func TestTemperatureOfTwoValues(t *testing.T) {
	for _, target := range []float64{0.5, 0.9, 0.999, 1 - 0x1p-30, 1 - 0x1p-50} {
		for _, unit := range []float64{1e-200, 1, 1e200} {
			a := temperature([]logits{{[]float64{0, unit}, 1, 2}, {[]float64{0, -unit}, 0, 3}}, func(int) float64 { return target })
			if want := math.Log(target / (1 - target)); !(math.Abs(a*unit-want) <= 1e-9*want) {
				t.Errorf("target %v in units of %v: the factor is %v, want %v", target, unit, a*unit, want)
			}
		}
	}
}

// One factor is learnt for Platt's targets, (N + 1)/(N + 2) of the own class, where N is the weight of
// each class here: it is the minimum of their loss, of a sigmoid for each pair or of one softmax. The
// weights within a class differ.
func TestTemperatureOfPlattsTargets(t *testing.T) {
	for _, k := range []int{2, 3, 4} {
		for _, pairs := range []bool{true, false} {
			problems := reduction.Scheme{Name: reduction.OneVsRest, Classes: k}.Problems()
			if pairs {
				problems = reduction.Scheme{Name: reduction.OneVsOne, Classes: k}.Problems()
			}
			cols, s := len(problems), rng.New(uint64(k))
			var held []observation
			var values []float64
			for i := range 4 * k {
				o := observation{int32(i % k), []float64{0.5, 3, 1, 1.5}[i/k]}
				held = append(held, o)
				for _, p := range problems {
					values = append(values, p.Sign(o.class)+4*(s.Float64()-0.5))
				}
			}
			f, err := learn(Temperature, pairs, k, held, values, cols)
			if err != nil {
				t.Fatal(err)
			}
			const own = (6.0 + 1) / (6 + 2)
			loss := func(a float64) (sum float64) {
				for i, o := range held {
					v := values[i*cols : (i+1)*cols]
					if !pairs && k > 2 {
						all, mean := 0.0, 0.0
						for c, f := range v {
							all += math.Exp(a * f)
							if c == int(o.class) {
								mean += own * f
							} else {
								mean += (1 - own) / float64(k-1) * f
							}
						}
						sum += o.weight * (math.Log(all) - a*mean)
						continue
					}
					for c, p := range problems {
						if f := p.Sign(o.class) * a * v[c]; f != 0 {
							sum += o.weight * (own*math.Log1p(math.Exp(-f)) + (1-own)*math.Log1p(math.Exp(f)))
						}
					}
				}
				return sum
			}
			a, best := -f.Slope[0], 0.0
			low, high := 0.0, 20.0 // by golden sections
			for ratio := (math.Sqrt(5) - 1) / 2; high-low > 1e-9; {
				if p, q := high-ratio*(high-low), low+ratio*(high-low); loss(p) < loss(q) {
					high = q
				} else {
					low = p
				}
			}
			if best = (low + high) / 2; !(math.Abs(a-best) <= 1e-6*best) || best < 0.1 {
				t.Errorf("%d classes, pairs %t: the factor is %v, the loss is least at %v", k, pairs, a, best)
			}
		}
	}
}

// Where levels are equal, only the first and the last value are knots: scikit-learn 1.2.1 has the same
// ones, IsotonicRegression().fit(values, y).X_thresholds_ and y_thresholds_.
func TestEqualLevelsAreOneStep(t *testing.T) {
	f, y := []float64{-3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, 4, 5}, []int{0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1}
	knots, levels := isotonic(points(f, y, slices.Repeat([]float64{1}, len(f))))
	if !slices.Equal(knots, []float64{-3, -1, -0.5, 3, 4, 5}) || !slices.Equal(levels, []float64{0, 0, 0.5, 0.5, 1, 1}) {
		t.Errorf("knots %v, levels %v", knots, levels)
	}
}

// Certain pairs keep LIBSVM's distance e = 1e-7 from 0 and 1. Where class 0 beats two equal ones for
// certain, the least sum of squares is 0, where e p_0 = (1 - e) p_1 and p_1 = p_2.
func TestCertainPairsAreNotQuiteCertain(t *testing.T) {
	f := &Fit{Method: Sigmoid, Values: 3, Pairs: 1, classes: 3, Slope: []float64{-1, -1, -1}, Offset: make([]float64, 3)}
	p := make([]float64, 3)
	f.one(p, []float64{1000, 1000, 0}, make([]float64, 9)) // 0 against 1, 0 against 2, 1 against 2
	const e = 1e-7
	for c, want := range []float64{(1 - e) / (1 + e), e / (1 + e), e / (1 + e)} {
		if !(math.Abs(p[c]-want) <= 1e-9) {
			t.Errorf("class %d has the probability %v, want %v", c, p[c], want)
		}
	}
}

// Coupled probabilities fulfil the condition of Wu, Lin and Weng's minimum, that (Qp)_i is the
// same for all i, and they are the probabilities from which the pairs were computed.
func TestCouple(t *testing.T) {
	for _, k := range []int{3, 5, 12} {
		s, r, p := rng.New(uint64(k)), make([]float64, k*k), make([]float64, k)
		for i := range k {
			for j := range i {
				r[i*k+j] = min(max(s.Float64(), certain), 1-certain)
				r[j*k+i] = 1 - r[i*k+j]
			}
		}
		couple(p, r)
		var lowest, highest float64 = math.Inf(1), math.Inf(-1)
		for i := range k {
			product := 0.0
			for j := range k {
				if i != j {
					product += r[j*k+i] * (r[j*k+i]*p[i] - r[i*k+j]*p[j])
				}
			}
			lowest, highest = min(lowest, product), max(highest, product)
		}
		if !(highest-lowest <= 1e-8) {
			t.Errorf("%d classes: (Qp)_i from %v to %v", k, lowest, highest)
		}
		want := make([]float64, k)
		for i := range want {
			want[i] = float64(i+1) / float64(k*(k+1)/2)
		}
		for i := range k {
			for j := range k {
				r[i*k+j] = want[i] / (want[i] + want[j])
			}
		}
		couple(p, r)
		for i := range p {
			if !(math.Abs(p[i]-want[i]) <= 1e-7) {
				t.Errorf("%d classes: %v, want %v", k, p, want)
			}
		}
	}
}

// Only probabilities that exceed that of the predicted class are lowered, to raise it.
func TestReconcile(t *testing.T) {
	for _, c := range []struct {
		p     []float64
		class int
		want  []float64
	}{
		{[]float64{0.75, 0.25}, 0, []float64{0.75, 0.25}},
		{[]float64{0.75, 0.25}, 1, []float64{0.5, 0.5 + 0x1p-53}},
		{[]float64{0.5, 0.5}, 1, []float64{0.5, 0.5 + 0x1p-53}},
		{[]float64{0.625, 0.125, 0.25}, 1, []float64{0.375, 0.375 + 0x1p-54, 0.25}},
		{[]float64{0, 0, 1}, 0, []float64{0.5 + 0x1p-53, 0, 0.5}},
	} {
		got := slices.Clone(c.p)
		Reconcile(got, c.class)
		for i := range got {
			if !(math.Abs(got[i]-c.want[i]) <= 0x1p-52) || i != c.class && got[i] >= got[c.class] {
				t.Errorf("%v for class %d: %v, want %v", c.p, c.class, got, c.want)
			}
		}
	}
}
