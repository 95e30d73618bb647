package ordinal_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/ordinal"
	"maxmargin/core/model"
)

// table reads lines of features and a rank, from 1; the last of them is the number of ranks.
func table(t testing.TB, name, separator string) (*sample.Matrix, model.Ordered) {
	t.Helper()
	x, y := &sample.Matrix{}, model.Ordered{}
	for _, line := range strings.Split(strings.TrimSpace(string(facts.Read(t, name))), "\n") {
		fields := strings.Split(strings.TrimSpace(line), separator)
		x.N, x.D = x.N+1, len(fields)-1
		for j, text := range fields {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			if j < x.D {
				x.X = append(x.X, v)
			} else {
				y.Of, y.Count = append(y.Of, int32(v)-1), max(y.Count, int(v))
			}
		}
	}
	return x, y
}

// ranked returns ordered classes.
func ranked(k int, y ...int32) model.Ordered {
	return model.Ordered{Classes: model.Classes{Of: y, Count: k}}
}

func cumulative(t testing.TB, training model.Training, change func(o *ordinal.CumulativeLinkModelOptions)) (*ordinal.CumulativeLinkModel, model.Report) {
	t.Helper()
	m := ordinal.NewCumulativeLinkModel()
	if change != nil {
		change(&m.CumulativeLinkModelOptions)
	}
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return m, report
}

// TestCumulativeLinksOfPolr compares with polr of R; see core/internal/golden/polr.R.
func TestCumulativeLinksOfPolr(t *testing.T) {
	var golden struct {
		Tolerance float64
		Cases     []struct {
			Data, Link                      string
			Coef, Thresholds, Probabilities []float64
			LogLikelihood                   float64
			Columns                         int
			X, Weights                      []float64
			Y                               []int32
		}
	}
	facts.Golden(t, "polr.json", &golden)
	for _, c := range golden.Cases {
		t.Run(c.Data+" "+c.Link, func(t *testing.T) {
			var training model.Training
			if c.X != nil {
				training = model.NewTraining(&sample.Matrix{N: len(c.Y), D: c.Columns, X: c.X}, ranked(3, c.Y...))
				training.Weight = c.Weights
			} else {
				x, y := table(t, "ordinal/"+c.Data+".csv", ",")
				training = model.NewTraining(x, y)
			}
			m, report := cumulative(t, training, func(o *ordinal.CumulativeLinkModelOptions) { o.Link = c.Link })
			if report.Status != run.Converged || len(report.Notes) > 0 {
				t.Errorf("it ended with %q, %v", report.Status, report.Notes)
			}
			support.NearNumber(t, "log likelihood", m.Result.LogLikelihood, c.LogLikelihood, 1e-9)
			support.NearNumber(t, "objective", report.Objective, -c.LogLikelihood, 1e-9)
			support.Within(t, "coef", m.Result.Weights, c.Coef, golden.Tolerance)
			support.Within(t, "thresholds", m.Result.Thresholds, c.Thresholds, 10*golden.Tolerance)
			p, err := m.Probabilities(nil, training.X.Select([]int{0, 1, 2}))
			if err != nil {
				t.Fatal(err)
			}
			support.Within(t, "probabilities", p, c.Probabilities, golden.Tolerance)
		})
	}
}

// TestCumulativeProbabilities has the specification's vector F7.
func TestCumulativeProbabilities(t *testing.T) {
	for link, want := range map[string][]float64{
		"logit":   {0.214165, 0.335669, 0.450166},
		"probit":  {0.096800, 0.482459, 0.420740},
		"cloglog": {0.238551, 0.466633, 0.294816},
	} {
		f := &ordinal.CumulativeLinkModelFit{Features: 1, Link: link, Weights: []float64{0.3}, Thresholds: []float64{-1, 0.5}}
		m := ordinal.NewCumulativeLinkModel()
		if err := m.Restore(f); err != nil {
			t.Fatal(err)
		}
		p, err := m.Probabilities(nil, &sample.Matrix{N: 1, D: 1, X: []float64{1}})
		if err != nil {
			t.Fatal(err)
		}
		support.Within(t, link, p, want, 5e-7)
	}
}

// TestLinks compares logarithms and derivatives of intervals with differences, far out as well
// as in the middle.
func TestLinks(t *testing.T) {
	for _, link := range []string{"logit", "probit", "cloglog"} {
		for _, ends := range [][2]float64{{-0.3, 0.9}, {-8, -7.5}, {1, 2.5}, {4, 4.5}, {-20, 2}, {math.Inf(-1), -3}, {math.Inf(-1), 2}, {-1.5, math.Inf(1)}, {3, math.Inf(1)}, {-12, -11.9}} {
			a, b := ends[0], ends[1]
			got := loss.LinkOf(link).Interval(a, b)
			const h = 1e-5
			at := func(da, db float64) loss.Term { return loss.LinkOf(link).Interval(a+da*h, b+db*h) }
			if !math.IsInf(a, 0) {
				support.Near(t, link+" by a", []float64{got.A, got.AA, got.AB},
					[]float64{(at(1, 0).Log - at(-1, 0).Log) / (2 * h), (at(1, 0).A - at(-1, 0).A) / (2 * h), (at(1, 0).B - at(-1, 0).B) / (2 * h)}, 2e-6)
			}
			if !math.IsInf(b, 0) {
				support.Near(t, link+" by b", []float64{got.B, got.BB, got.AB},
					[]float64{(at(0, 1).Log - at(0, -1).Log) / (2 * h), (at(0, 1).B - at(0, -1).B) / (2 * h), (at(0, 1).A - at(0, -1).A) / (2 * h)}, 2e-6)
			}
		}
	}
	// The tails by R: pnorm(-40, log.p = TRUE), and log(pnorm(-38) - pnorm(-39)) likewise.
	support.NearNumber(t, "probit far below", loss.LinkOf("probit").Interval(math.Inf(-1), -40).Log, -804.608442013754, 1e-12)
	support.NearNumber(t, "probit far above", loss.LinkOf("probit").Interval(40, math.Inf(1)).Log, -804.608442013754, 1e-12)
	support.NearNumber(t, "logit far below", loss.LinkOf("logit").Interval(math.Inf(-1), -1000).Log, -1000, 1e-15)
	support.NearNumber(t, "cloglog far below", loss.LinkOf("cloglog").Interval(math.Inf(-1), -1000).Log, -1000, 1e-15)
}

// TestCumulativeRidge: the gradient of the penalised likelihood, by differences of
// probabilities, is zero at the solution.
func TestCumulativeRidge(t *testing.T) {
	x, y := blurred(7, 90, 4, 4, 1.5)
	for _, link := range []string{"logit", "probit", "cloglog"} {
		m, _ := cumulative(t, model.NewTraining(x, y), func(o *ordinal.CumulativeLinkModelOptions) { o.Alpha, o.Link = 3, link })
		value := func(j int, by float64) float64 {
			f := *m.Result
			f.Weights, f.Thresholds = append([]float64{}, f.Weights...), append([]float64{}, f.Thresholds...)
			if j < x.D {
				f.Weights[j] += by
			} else {
				f.Thresholds[j-x.D] += by
			}
			moved := ordinal.NewCumulativeLinkModel()
			if err := moved.Restore(&f); err != nil {
				t.Fatal(err)
			}
			p, err := moved.Probabilities(nil, x)
			if err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for i, rank := range y.Of {
				sum -= math.Log(p[i*y.Count+int(rank)])
			}
			for _, w := range f.Weights {
				sum += 3 * w * w / 2
			}
			return sum
		}
		for j := range x.D + y.Count - 1 {
			support.WithinNumber(t, link+" slope", (value(j, 1e-4)-value(j, -1e-4))/2e-4, 0, 1e-5)
		}
	}
}

// blurred returns n samples of d features whose sum, with noise, is cut into k ranks.
func blurred(seed uint64, n, d, k int, noise float64) (*sample.Matrix, model.Ordered) {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}, make([]int32, n)
	for i := range n {
		u := noise * rng.NormFloat64()
		for j := range d {
			x.X[i*d+j] = rng.NormFloat64()
			u += x.X[i*d+j]
		}
		y[i] = int32(min(max(math.Floor(u/math.Sqrt(float64(d))+float64(k)/2), 0), float64(k-1)))
	}
	return x, ranked(k, y...)
}

// TestSeparatedRanks: where the likelihood has no maximum there is a note, and the weights are
// of moderate size; it makes no difference how the features are scaled.
func TestSeparatedRanks(t *testing.T) {
	x := &sample.Matrix{N: 8, D: 2, X: []float64{0, 3, 1, -1, 2, 2, 3, 0, 4, 1, 5, 2, 6, -2, 7, 0}}
	complete, partly := ranked(3, 0, 0, 0, 1, 1, 1, 2, 2), ranked(2, 0, 0, 0, 0, 1, 1, 1, 1)
	touching := &sample.Matrix{N: 6, D: 1, X: []float64{0, 1, 2, 2, 3, 4}} // both ranks at 2
	for _, link := range []string{"logit", "probit", "cloglog"} {
		for what, training := range map[string]model.Training{"complete": model.NewTraining(x, complete), "two ranks": model.NewTraining(x, partly),
			"touching": model.NewTraining(touching, ranked(2, 0, 0, 0, 1, 1, 1))} {
			var weights [][]float64
			for _, unit := range []float64{1, 1e-6, 1e6} {
				scaled := *training.X.(*sample.Matrix)
				scaled.X = append([]float64{}, scaled.X...)
				for i := range scaled.X {
					scaled.X[i] *= unit
				}
				m, report := cumulative(t, model.NewTraining(&scaled, training.Target), func(o *ordinal.CumulativeLinkModelOptions) { o.Link = link })
				if report.Status != run.Converged || len(report.Notes) != 1 || report.Notes[0].Code != "WARN_SEPARATED" {
					t.Fatalf("%s %s: %+v", link, what, report)
				}
				w := append([]float64{}, m.Result.Weights...)
				for j := range w {
					w[j] *= unit
					if !(math.Abs(w[j]) <= 20) {
						t.Errorf("%s %s: the weight %v is large", link, what, w[j])
					}
				}
				weights = append(weights, w)
				predicted, err := m.Predict(nil, &scaled)
				if err != nil {
					t.Fatal(err)
				}
				for i, r := range training.Labels() {
					if predicted[i] != r && what == "complete" {
						t.Errorf("%s %s: row %d has rank %d, not %d", link, what, i, predicted[i], r)
					}
				}
			}
			support.Within(t, link+" in small units", weights[1], weights[0], 1e-6)
			support.Within(t, link+" in large units", weights[2], weights[0], 1e-6)
			_, report := cumulative(t, training, func(o *ordinal.CumulativeLinkModelOptions) { o.Link, o.Alpha = link, 0.01 })
			if len(report.Notes) > 0 || report.Status != run.Converged {
				t.Errorf("%s %s with a penalty: %+v", link, what, report)
			}
		}
	}
}

// TestOverlapIsNotSeparation: a single pair in the wrong order, far out or not, gives the
// likelihood a maximum.
func TestOverlapIsNotSeparation(t *testing.T) {
	for _, overlap := range []float64{0.001, 0.1, 1, 5} {
		x, y := &sample.Matrix{N: 42, D: 1}, make([]int32, 42)
		for i := range 20 {
			x.X, y[i] = append(x.X, -float64(i)/20), 0
		}
		for i := range 20 {
			x.X, y[20+i] = append(x.X, float64(i)/20), 1
		}
		x.X, y[40], y[41] = append(x.X, overlap, -overlap), 0, 1
		for _, link := range []string{"logit", "probit", "cloglog"} {
			_, report := cumulative(t, model.NewTraining(x, ranked(2, y...)), func(o *ordinal.CumulativeLinkModelOptions) { o.Link = link })
			if len(report.Notes) > 0 || report.Status != run.Converged {
				t.Errorf("%s, overlap %v: %+v", link, overlap, report)
			}
		}
	}
}

// TestRanksWithoutSamples: the ranks that have samples are learnt as if there were no others,
// a rank between them is empty, and one at the end has hardly any probability.
func TestRanksWithoutSamples(t *testing.T) {
	x, y := blurred(5, 120, 2, 3, 1)
	spread := make([]int32, len(y.Of))
	for i, r := range y.Of {
		spread[i] = []int32{1, 3, 4}[r]
	}
	for _, link := range []string{"logit", "probit", "cloglog"} {
		choose := func(o *ordinal.CumulativeLinkModelOptions) { o.Link = link }
		want, _ := cumulative(t, model.NewTraining(x, y), choose)
		got, _ := cumulative(t, model.NewTraining(x, ranked(7, spread...)), choose)
		support.Within(t, link+" weights", got.Result.Weights, want.Result.Weights, 1e-12)
		a, err := want.Probabilities(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		b, err := got.Probabilities(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		for i := range x.N {
			support.Within(t, link+" probabilities", b[7*i:7*i+7], []float64{0, a[3*i], 0, a[3*i+1], a[3*i+2], 0, 0}, 1e-12)
		}
	}
}
