package calib

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/support"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// Probabilities of one sample by hand.
func TestProbabilitiesByHand(t *testing.T) {
	e := math.E
	steps := func(levels ...float64) *Fit {
		return &Fit{Method: Isotonic, Values: 3, classes: 3, Slope: make([]float64, 3), Offset: make([]float64, 3), Ends: []int32{2, 4, 6}, Knots: []float64{0, 1, 2, 4, 0, 1}, Levels: levels}
	}
	for name, c := range map[string]struct {
		fit    *Fit
		values []float64
		want   []float64
	}{
		// Each value has its own knots: half way, a quarter of the way, and above all.
		"steps":       {steps(0, 0.5, 0.2, 0.6, 0.1, 0.45), []float64{0.5, 2.5, 7}, []float64{0.25, 0.3, 0.45}},
		"below":       {steps(0.3, 0.5, 0.2, 0.6, 0.5, 0.9), []float64{-1, 2, -5}, []float64{0.3, 0.2, 0.5}},
		"all are 0":   {steps(0, 0.5, 0, 0.6, 0, 0.9), []float64{0, 1, -1}, []float64{1. / 3, 1. / 3, 1. / 3}},
		"temperature": {&Fit{Method: Temperature, Values: 3, classes: 3, Slope: []float64{-2, -2, -2}, Offset: make([]float64, 3)}, []float64{0, 0.5, 0}, []float64{1 / (2 + e), e / (2 + e), 1 / (2 + e)}},
		"sigmoids":    {&Fit{Method: Sigmoid, Values: 2, classes: 2, Slope: []float64{-2}, Offset: []float64{1}}, []float64{1}, []float64{1 / (1 + e), e / (1 + e)}},
	} {
		p := make([]float64, len(c.want))
		c.fit.one(p, c.values, make([]float64, 9))
		support.Within(t, name, p, c.want, 1e-15)
	}
}

// A sample of weight 2 counts as two samples, with every method, for classes and for pairs.
func TestAWeightIsASampleRepeated(t *testing.T) {
	for _, method := range []string{Sigmoid, Isotonic, Temperature} {
		for _, pairs := range []bool{true, false} {
			problems := reduction.Scheme{Name: reduction.OneVsRest, Classes: 3}.Problems()
			if pairs {
				problems = reduction.Scheme{Name: reduction.OneVsOne, Classes: 3}.Problems()
			}
			s := rng.New(4)
			var held, twice []observation
			var values, repeated []float64
			for i := range 30 {
				class, weight := int32(i%3), 1+i/3%3
				held = append(held, observation{class, float64(weight)})
				var row []float64
				for _, p := range problems {
					row = append(row, p.Sign(class)+3*(s.Float64()-0.5))
				}
				values = append(values, row...)
				for range weight {
					twice, repeated = append(twice, observation{class, 1}), append(repeated, row...)
				}
			}
			got, err := learn(method, pairs, 3, held, values, 3)
			want, other := learn(method, pairs, 3, twice, repeated, 3)
			if err != nil || other != nil {
				t.Fatal(err, other)
			}
			name := method + ": "
			support.Within(t, name+"slopes", got.Slope, want.Slope, 1e-6) // a loss tells its minimum to about the root of its rounding
			support.Within(t, name+"offsets", got.Offset, want.Offset, 1e-6)
			support.Near(t, name+"knots", got.Knots, want.Knots, 0)
			support.Within(t, name+"levels", got.Levels, want.Levels, 1e-14)
			if !slices.Equal(got.Ends, want.Ends) || method == Isotonic && int(got.Ends[2]) != len(got.Knots) {
				t.Errorf("%s: knots end at %v and %v", method, got.Ends, want.Ends)
			}
		}
	}
}

// Whole steps of Newton's method run away from this minimum, and shorter ones come to it. A and B are those of
// scipy 1.10.1 with the same loss, after minimize(method='trust-exact') and three steps from there.
func TestSigmoidThatNeedsALineSearch(t *testing.T) {
	a, b := platt(points([]float64{-10.6, 4.2, -0.4, 4.3, 3.2}, []int{0, 1, 1, 1, 1}, []float64{134, 2407, 140, 526, 273}))
	support.Near(t, "A and B", []float64{a, b}, []float64{-0.9434252034261423, -5.351511653200004}, 1e-7)
}

// Values that say nothing give the share of positive samples, smoothed, or even probabilities.
func TestValuesThatSayNothing(t *testing.T) {
	a, b := platt(points([]float64{0, 0, 0}, []int{1, 1, 0}, []float64{1, 1, 1}))
	high, low := 3.0/4, 1.0/3
	if a != 0 {
		t.Errorf("A is %v", a)
	}
	support.NearNumber(t, "probability", loss.Probability(-b), (2*high+low)/3, 1e-9)
	if a := temperature([]logits{{[]float64{0, 0}, 1, 1}}, func(int) float64 { return 0.9 }); a != 0 {
		t.Errorf("the factor is %v", a)
	}
}

// Between knots of any size levels rise, and none exceeds the next.
func TestInterpolationBetweenKnots(t *testing.T) {
	support.NearNumber(t, "between the largest numbers", interpolate([]float64{-1.6e308, 1.6e308}, []float64{0, 1}, 0.8e308), 0.75, 1e-15)
	s := rng.New(11)
	for range 20000 {
		low, high := s.Float64()*s.Float64(), s.Float64()*s.Float64()
		low, high = min(low, high), max(low, high)
		if got := interpolate([]float64{-1e9, 0}, []float64{low, high}, -1e-9); !(low <= got && got <= high) {
			t.Fatalf("%v between %v and %v", got, low, high)
		}
	}
}

// Decision values whose sigmoid has no finite slope are an error, not a model.
func TestSlopesThatOverflow(t *testing.T) {
	held := []observation{{0, 1}, {1, 1}, {0, 1}, {1, 1}}
	_, err := learn(Sigmoid, true, 2, held, []float64{-1e-310, 1e-310, -1e-310, 1e-310}, 1)
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Numeric || f.Argument != "probability" {
		t.Errorf("%v", err)
	}
}

// What cannot have been learnt is no model: falling functions, and numbers of other classes.
func TestRestoreOfDamagedProbabilities(t *testing.T) {
	sound := func() *Fit {
		return &Fit{Method: Isotonic, Values: 3, Slope: make([]float64, 3), Offset: make([]float64, 3), Ends: []int32{2, 3, 5}, Knots: []float64{0, 1, 2, 0, 1}, Levels: []float64{0, 1, 0.5, 0.25, 0.25}}
	}
	for name, damage := range map[string]func(f *Fit){
		"":                            nil,
		"another number of classes":   func(f *Fit) { f.Values = 2 },
		"pairs of other classes":      func(f *Fit) { f.Pairs, f.Values = 1, 6 },
		"one falls where":             func(f *Fit) { f.Method, f.Slope[1] = Sigmoid, 0.5 },
		"falls where the decision":    func(f *Fit) { f.Method, f.Slope[1] = Temperature, 1e-9 },
		"knots are missing":           func(f *Fit) { f.Ends[1] = 2 },
		"knots are missing at last":   func(f *Fit) { f.Ends[2] = 6 },
		"knots are out of order":      func(f *Fit) { f.Knots[1] = 0 },
		"out of order: falling":       func(f *Fit) { f.Levels[4] = 0.125 },
		"out of order: above 1":       func(f *Fit) { f.Levels[1] = 1.5 },
		"out of order: not a number":  func(f *Fit) { f.Levels[2] = math.NaN() },
		"probabilities of a kind 'x'": func(f *Fit) { f.Method = "x" },
	} {
		f := sound()
		if damage == nil {
			if err := f.Restore(3); err != nil {
				t.Error(err)
			}
			continue
		}
		damage(f)
		var known *fault.Error
		if err := f.Restore(3); !errors.As(err, &known) || known.Code != fault.Format && name[0] != 'p' {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A first is a classifier of two classes whose decision value is the first feature.
type first struct {
	model.Classifier
	learnt *[][]float64 // the first features that each fit learnt from
}

func (first) Options() any                { return &struct{}{} }
func (first) Outputs(string) (int, error) { return 1, nil }
func (f first) Fit(_ *run.Ctl, t model.Training) (model.Report, error) {
	values, _, err := f.Decision(nil, t.X, "")
	*f.learnt = append(*f.learnt, values)
	return model.Report{Status: run.Converged}, err
}

func (first) Decision(_ *run.Ctl, x sample.Set, _ string) (values []float64, cols int, err error) {
	row := make([]float64, x.Dim())
	for i := range x.Len() {
		x.Dense(row, i)
		values = append(values, row[0])
	}
	return values, 1, nil
}

// Each sample of a weight is held out once, with its class and weight, by a machine that learns from
// all other folds; a sample of weight 0 is not there at all. Folds have the same number of each class
// to one.
func TestHeldOutSamples(t *testing.T) {
	const n, folds5 = 23, 5
	x, y, weight := make([]float64, 2*n), make([]int32, n), make([]float64, n)
	count := map[int32]int{}
	for i := range n {
		x[2*i], y[i], weight[i] = float64(i), int32(i/15), float64(i%4)
		if weight[i] > 0 {
			count[y[i]]++
		}
	}
	training := model.Training{Data: model.Data{X: &sample.Matrix{N: n, D: 2, X: x}, Target: model.Classes{Of: y, Count: 2}, Weight: weight}}
	f := &folds{training: training, stages: (*run.Ctl)(nil).Stages(folds5 + 1)}
	if err := f.divide(folds5, 1); err != nil {
		t.Fatal(err)
	}
	if f.members != count[0]+count[1] || f.least != min(count[0], count[1]) {
		t.Errorf("%d members, %d of the smallest class; want %v", f.members, f.least, count)
	}
	var learnt [][]float64
	if _, err := f.hold(nil, folds5, func() (model.Machine, error) { return first{learnt: &learnt}, nil }); err != nil {
		t.Fatal(err)
	}
	var seen []int
	for at, o := range f.held {
		i := int(f.values[at])
		seen = append(seen, i)
		if o.class != y[i] || o.weight != weight[i] || slices.Contains(learnt[f.fold[i]], float64(i)) || len(learnt[f.fold[i]]) < f.members*3/5 {
			t.Errorf("sample %d is held out as %+v, by a machine that learnt from %v", i, o, learnt[f.fold[i]])
		}
	}
	slices.Sort(seen)
	for fold, rows := range learnt {
		if slices.ContainsFunc(rows, func(v float64) bool { return weight[int(v)] == 0 }) {
			t.Errorf("without fold %d a machine learnt from samples of weight 0: %v", fold, rows)
		}
		if left := f.members - len(rows); left != f.members/folds5 && left != f.members/folds5+1 {
			t.Errorf("fold %d has %d of %d samples", fold, left, f.members)
		}
	}
	for class, all := range count {
		for fold := range folds5 {
			in := 0
			for i, of := range f.fold {
				if of == fold && y[i] == class {
					in++
				}
			}
			if in < all/folds5 || in > (all+folds5-1)/folds5 {
				t.Errorf("fold %d has %d of %d samples of class %d", fold, in, all, class)
			}
		}
	}
	if len(slices.Compact(seen)) != f.members || len(f.held) != f.members || f.cols != 1 || !f.pairs {
		t.Errorf("held out: %v of %d; %d columns, pairs %t", seen, f.members, f.cols, f.pairs)
	}
}

// A class of one sample is refused at once; a class without any only after the fit, which says more.
func TestClassesOfFewerThanTwo(t *testing.T) {
	for _, last := range []int32{0, 1} {
		y := []int32{0, 0, 0, last}
		f := &folds{training: model.Training{Data: model.Data{X: &sample.Matrix{N: 4, D: 1, X: make([]float64, 4)}, Target: model.Classes{Of: y, Count: 2}}}}
		err := f.divide(2, 0)
		if last == 0 {
			err, f.empty = f.empty, err
		}
		var known *fault.Error
		if !errors.As(err, &known) || known.Code != fault.Option || known.Argument != "probability" || f.empty != nil {
			t.Errorf("%v: %v, and %v", y, err, f.empty)
		}
	}
}

// The notes begin below fifty samples of a class, and below a thousand for isotonic regression.
func TestNotesOfFewSamples(t *testing.T) {
	for _, c := range []struct {
		method         string
		least, members int
		want           string
	}{
		{Sigmoid, 50, 999, ""}, {Sigmoid, 49, 2000, "49 samples of the smallest"}, {Temperature, 50, 100, ""},
		{Isotonic, 50, 1000, ""}, {Isotonic, 500, 999, "999 samples and are rough"}, {Isotonic, 49, 1000, "49 samples of the smallest"},
	} {
		notes := (&folds{least: c.least, members: c.members}).few(c.method)
		if (len(notes) == 1) != (c.want != "") || len(notes) > 0 && !strings.Contains(notes[0].Message, c.want) {
			t.Errorf("%+v: %v", c, notes)
		}
	}
}
