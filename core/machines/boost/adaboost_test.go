package boost_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/machines/boost"
	"maxmargin/core/machines/linear"
	"maxmargin/core/machines/svm"
	"maxmargin/core/machines/tree"
	"maxmargin/core/model"
)

// booster returns an AdaBoostClassifier of machines like this one.
func booster(t *testing.T, name string, m model.Machine) *boost.AdaBoostClassifier {
	t.Helper()
	b, err := catalog.NewHolder("AdaBoostClassifier", []model.Part{{Name: name, Label: "estimator", Machine: m}})
	if err != nil {
		t.Fatal(err)
	}
	return b.(*boost.AdaBoostClassifier)
}

func stumps(t *testing.T) *boost.AdaBoostClassifier {
	return booster(t, "DecisionStump", tree.NewDecisionStump())
}

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance*max(1, math.Abs(want[i]))) {
			t.Fatalf("%s: number %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

func line(x []float64, y ...int32) model.Training {
	return model.NewTraining(&sample.Matrix{N: len(x), D: 1, X: x}, model.Classes{Of: y, Count: 2})
}

// The vectors of the specification (F2): a round in which eps = 0.3.
func TestARoundOfTheSpecification(t *testing.T) {
	// The best stump says 0 below 5.5 and 1 above, and gets three of ten wrong.
	given := line([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1)
	b := stumps(t)
	b.NEstimators = 1
	if _, err := b.Fit(nil, given); err != nil {
		t.Fatal(err)
	}
	f := b.Result
	near(t, "eps", f.Errors, []float64{0.3}, 1e-15)
	near(t, "alpha", f.Alphas, []float64{0.4236489302}, 1e-10)
	near(t, "Z", f.Normalizers, []float64{0.9165151390}, 1e-10)
	for i, w := range f.Weights {
		want := 0.1 / 1.4
		if i == 2 || i == 6 || i == 8 {
			want = 0.1 / 0.6
		}
		near(t, "weight", []float64{w}, []float64{want}, 1e-14)
	}
	near(t, "factors", []float64{f.Weights[0] / 0.1, f.Weights[2] / 0.1}, []float64{0.7142857143, 1.6666666667}, 1e-9)
	near(t, "training error", f.TrainingErrors, []float64{0.3}, 1e-15)
	// Fifty such rounds bound R_0.1 by 0.1063957, (1.86).
	near(t, "bound of 50 rounds", []float64{math.Pow(f.Bounds[0], 50)}, []float64{0.1063957}, 1e-6)
}

// overlapping returns two or more classes that no stump tells apart.
func overlapping(seed uint64, n, k int) model.Training {
	rng := rand.New(rand.NewPCG(seed, 3))
	x, y := &sample.Matrix{N: n, D: 3, X: make([]float64, 3*n)}, make([]int32, n)
	for i := range n {
		row := x.Row(i)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		y[i] = int32(min(k-1, max(0, int(float64(k)/2+row[0]+row[1]*row[2]+rng.NormFloat64()/2))))
	}
	copy(y, []int32{0, 1, 2}[:k])
	return model.NewTraining(x, model.Classes{Of: y, Count: k})
}

// Theorem 1.12 holds in every round, and for two classes its bound is (1.86); the training
// error is that of the staged machine, and the weights are those of Table 1.2.
func TestBoundsHold(t *testing.T) {
	for _, k := range []int{2, 3} {
		for _, reg := range []string{"none", "adaboostReg"} {
			given := overlapping(5, 200, k)
			b := booster(t, "DecisionTreeClassifier", depth(2))
			b.NEstimators, b.Reg, b.Rho = 40, reg, 0.15
			report, err := b.Fit(nil, given)
			if err != nil || report.Status != run.Converged || report.Iterations != 40 {
				t.Fatal(report, err)
			}
			f := b.Result
			product := 1.0
			for i := range f.Alphas {
				eps := f.Errors[i]
				if product *= 2 * math.Sqrt(math.Pow(eps, 1-b.Rho)*math.Pow(1-eps, 1+b.Rho)); k == 2 && reg == "none" {
					near(t, "(1.86)", f.Bounds[i:i+1], []float64{product}, 1e-10)
				}
				if !(f.MarginErrors[i] <= f.Bounds[i]+1e-12) || !(f.TrainingErrors[i] <= f.MarginErrors[i]+1e-12) {
					t.Errorf("%d classes, %s, round %d: training error %v, R_rho %v, bound %v", k, reg, i+1, f.TrainingErrors[i], f.MarginErrors[i], f.Bounds[i])
				}
			}
			wrong, within := 0.0, 0.0
			said, _ := b.Predict(nil, given.X)
			for i, m := range f.Margins {
				if said[i] != given.Labels()[i] {
					wrong += 1. / 200
				}
				if m <= b.Rho {
					within += 1. / 200
				}
			}
			near(t, "last round", []float64{f.TrainingErrors[39], f.MarginErrors[39]}, []float64{wrong, within}, 1e-12)
			if reg == "none" {
				near(t, "exponential loss", []float64{report.Objective}, []float64{loss(f, given)}, 1e-9)
			}
		}
	}
}

func depth(d float64) *tree.DecisionTreeClassifier {
	m := tree.NewDecisionTreeClassifier()
	m.MaxDepth = d
	return m
}

// loss returns the mean of exp(-sum_t alpha_t s_t), s_t being 1 where member t is right and
// -1 where it is wrong.
func loss(f *boost.AdaBoostClassifierFit, t model.Training) (mean float64) {
	exponent := make([]float64, t.X.Len())
	_ = f.Votes(nil, t.X, func(member int, classes []int32) {
		for i, c := range classes {
			if c == t.Labels()[i] {
				exponent[i] -= f.Alphas[member]
			} else {
				exponent[i] += f.Alphas[member]
			}
		}
	})
	for _, e := range exponent {
		mean += math.Exp(e) / float64(len(exponent))
	}
	return mean
}

// A member without a mistake is the answer, whatever came before it.
func TestAPerfectMemberIsTheAnswer(t *testing.T) {
	b := booster(t, "DecisionTreeClassifier", depth(math.Inf(1)))
	given := overlapping(1, 50, 3)
	report, err := b.Fit(nil, given)
	if err != nil || report.Status != run.Perfect || len(b.Parts()) != 1 || !report.Status.Complete() {
		t.Fatalf("%+v, %d members, %v", report, len(b.Parts()), err)
	}
	f := b.Result
	if f.Errors[0] != 0 || f.TrainingErrors[0] != 0 || f.MarginErrors[0] != 0 || f.Bounds[0] != 0 || slices.Min(f.Margins) != 1 {
		t.Errorf("%+v", f)
	}
	// A sample of weight zero does not count as a mistake.
	noise := line([]float64{1, 2, 3, 4}, 0, 0, 1, 0)
	noise.Weight = []float64{1, 1, 1, 0}
	c := stumps(t)
	if report, err := c.Fit(nil, noise); err != nil || report.Status != run.Perfect {
		t.Fatal(report, err)
	}
}

// flip is a classifier that is right in its first rounds only as often as it is told: it
// predicts class 1 where the weights of a list say so.
func TestAMemberNoBetterThanChanceEndsTheFit(t *testing.T) {
	// On the exclusive or no stump is better than chance: there is nothing to boost.
	x := &sample.Matrix{N: 4, D: 2, X: []float64{0, 0, 0, 1, 1, 0, 1, 1}}
	b := stumps(t)
	_, err := b.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 1, 1, 0}, Count: 2}))
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Option || !strings.Contains(f.Message, "DecisionTreeClassifier") {
		t.Errorf("error %v", err)
	}
	// Equal samples of both classes: after the first round the classes weigh the same.
	b = stumps(t)
	report, err := b.Fit(nil, line([]float64{1, 1, 1, 1, 1}, 0, 0, 0, 1, 1))
	if err != nil || report.Status != run.Exhausted || len(b.Parts()) != 1 || !report.Status.Complete() {
		t.Fatalf("%+v, %d members, %v", report, len(b.Parts()), err)
	}
	near(t, "eps", b.Result.Errors, []float64{0.4}, 1e-15)
}

// Any classifier that takes weights can be boosted, pipelines too, with members of its
// options.
func TestMembersOfAnyKind(t *testing.T) {
	rough := svm.NewSVC(catalog.Kernel)
	rough.C, rough.Kernel.Name = 1, "linear"
	last := model.Part{Name: "SVC", Label: "learn", Machine: rough}
	scaler, err := catalog.NewMachine("StandardScaler")
	if err != nil {
		t.Fatal(err)
	}
	chain, err := catalog.NewHolder(catalog.Pipeline, []model.Part{{Name: "StandardScaler", Label: "scale", Machine: scaler}, last})
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]model.Machine{"SVC": rough, "LinearSVC": linear.NewLinearSVC(), catalog.Pipeline: chain} {
		b := booster(t, name, m)
		b.NEstimators = 5
		given := overlapping(9, 120, 3)
		if _, err := b.Fit(nil, given); err != nil {
			t.Fatal(name, err)
		}
		right, said := 0, []int32(nil)
		if said, err = b.Predict(nil, given.X); err != nil {
			t.Fatal(name, err)
		}
		for i, c := range given.Labels() {
			if said[i] == c {
				right++
			}
		}
		if right < 60 || b.Parts()[0].Name != name {
			t.Errorf("%s: %d of 120 right, members are %s", name, right, b.Parts()[0].Name)
		}
	}
	if rough.Result.Samples != 0 {
		t.Error("the estimator that was given is fitted")
	}
}

// What cannot be boosted is refused with the reason.
func TestWhatCannotBeBoosted(t *testing.T) {
	for name, m := range map[string]model.Machine{"SVR": svm.NewSVR(catalog.Kernel), "OfLists": ofLists{svm.NewSVC(catalog.Kernel)}} {
		_, err := boost.NewAdaBoostClassifier([]model.Part{{Name: name, Machine: m}})
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Option || f.Argument != "estimator" || !strings.Contains(f.Message, "DecisionStump") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// ofLists is a classifier of lists, whose rows have no weights.
type ofLists struct{ *svm.SVC }

func (ofLists) Learns() model.Target { return model.Sets{} }

// Without softening, the regularised machine is AdaBoost; with it, the noisy samples take
// less of the weights.
func TestSoftMargins(t *testing.T) {
	for _, k := range []int{2, 3} {
		given := overlapping(11, 150, k)
		fit := func(reg string, c float64) *boost.AdaBoostClassifierFit {
			b := booster(t, "DecisionTreeClassifier", depth(2))
			b.NEstimators, b.Reg, b.C = 30, reg, c
			if _, err := b.Fit(nil, given); err != nil {
				t.Fatal(err)
			}
			return b.Result
		}
		hard, none, soft := fit("none", 0), fit("adaboostReg", 0), fit("adaboostReg", 0.3)
		near(t, "alphas", none.Alphas, hard.Alphas, 1e-6)
		near(t, "weights", none.Weights, hard.Weights, 1e-6)
		if a, b := slices.Max(soft.Weights), slices.Max(hard.Weights); !(a < b) {
			t.Errorf("%d classes: the largest weight is %v, without softening %v", k, a, b)
		}
	}
}

// The machines are scikit-learn's SAMME with half its coefficients.
func TestBoostersOfScikitLearn(t *testing.T) {
	var g struct {
		Tolerance float64
		Sets      map[string]struct {
			X      [][]float64
			Y      []int32
			Weight []float64
			Train  int
		}
		Boosters []struct {
			Set      string
			Weighted bool
			Options  struct {
				Criterion string
				MaxDepth  float64 `json:"max_depth"`
				Leaf      int     `json:"min_samples_leaf"`
			}
			Rounds                             int
			Errors, Weights, Decisions, Staged []float64
			Predictions                        []int32
		}
	}
	facts.Golden(t, "boost.json", &g)
	var probabilities struct {
		Tolerance float64
		Boosters  [][]float64
	}
	facts.Golden(t, "probabilities.json", &probabilities)
	for at, c := range g.Boosters {
		s := g.Sets[c.Set]
		x := &sample.Matrix{N: len(s.X), D: len(s.X[0])}
		for _, row := range s.X {
			x.X = append(x.X, row...)
		}
		train, test := []int{}, []int{}
		for i := range s.X {
			if i < s.Train {
				train = append(train, i)
			} else {
				test = append(test, i)
			}
		}
		k := int(slices.Max(s.Y)) + 1
		given := model.Training{Data: model.Data{X: x, Target: model.Classes{Of: s.Y, Count: k}}.Select(train, nil)}
		if c.Weighted {
			given.Weight = s.Weight[:s.Train]
		}
		m := depth(c.Options.MaxDepth)
		if m.MinSamplesLeaf = max(c.Options.Leaf, 1); c.Options.Criterion != "" {
			m.Criterion = c.Options.Criterion
		}
		b := booster(t, "DecisionTreeClassifier", m)
		b.NEstimators = c.Rounds
		if _, err := b.Fit(nil, given); err != nil {
			t.Fatal(err)
		}
		doubled := slices.Clone(b.Result.Alphas)
		for i := range doubled {
			doubled[i] *= 2
		}
		near(t, "errors", b.Result.Errors, c.Errors, g.Tolerance)
		near(t, "alphas", doubled, c.Weights, g.Tolerance)
		for i, score := range c.Staged {
			near(t, "training error", b.Result.TrainingErrors[i:i+1], []float64{1 - score}, g.Tolerance)
		}
		values, _, err := b.Decision(nil, x.Select(test), "")
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.Probabilities(nil, x.Select(test))
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(probabilities.Boosters[at])
		for i := 0; k > 2 && i < len(want); i += k {
			// scikit-learn 1.2 takes the exponential of s/(k-1), with the share s of the votes,
			// where later releases and we have the function (k s - 1)/(k-1) in place of s.
			sum := 0.0
			for c := range k {
				want[i+c] = math.Pow(want[i+c], float64(k)/float64(k-1))
				sum += want[i+c]
			}
			for c := range k {
				want[i+c] /= sum
			}
		}
		near(t, "probabilities", p, want, probabilities.Tolerance)
		for i := range values {
			if k > 2 { // scikit-learn 1.2 has the share of the votes
				others := 1 / float64(k-1)
				values[i] = (values[i] + others) / (1 + others)
			}
		}
		near(t, "decisions", values, c.Decisions, g.Tolerance)
		if said, _ := b.Predict(nil, x.Select(test)); !slices.Equal(said, c.Predictions) {
			t.Errorf("predictions differ: %+v", c.Options)
		}
	}
}

// Rounds prepare the samples once: a stop keeps the members so far, an abort nothing.
func TestEndingsOfBoosting(t *testing.T) {
	given := overlapping(2, 400, 2)
	for signal, want := range map[run.Signal]run.Status{run.Stop: run.Stopped, run.Abort: run.Aborted} {
		b := stumps(t)
		b.NEstimators = 1000
		rounds := 0
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
			if rounds++; rounds < 30 {
				return run.Continue
			}
			return signal
		}}.Ctl()
		report, err := b.Fit(ctl, given)
		if err != nil || report.Status != want {
			t.Fatalf("%v: %+v, %v", signal, report, err)
		}
		if want == run.Stopped && (len(b.Result.Alphas) < 2 || len(b.Result.Alphas) == 1000 || report.Iterations != len(b.Parts())) {
			t.Errorf("stopped with %d members", len(b.Result.Alphas))
		}
	}
}

// 200 stumps on 5000 samples of 20 features.
func BenchmarkAdaBoost(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	x := &sample.Matrix{N: 5000, D: 20, X: make([]float64, 5000*20)}
	y := make([]int32, x.N)
	for i := range x.N {
		score := rng.NormFloat64()
		for j := range 20 {
			x.X[20*i+j] = rng.NormFloat64()
			score += x.X[20*i+j]
		}
		if score > 0 {
			y[i] = 1
		}
	}
	for _, criterion := range []string{"error", "gini"} {
		b.Run(criterion, func(b *testing.B) {
			for b.Loop() {
				s := tree.NewDecisionStump()
				s.Criterion = criterion
				m, err := catalog.NewHolder("AdaBoostClassifier", []model.Part{{Name: "DecisionStump", Machine: s}})
				if err != nil {
					b.Fatal(err)
				}
				m.(*boost.AdaBoostClassifier).NEstimators = 200
				if _, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: 2})); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
