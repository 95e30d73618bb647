package perceptron_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/perceptron"
	"maxmargin/core/model"
)

// noisy is n samples of two classes that no hyperplane need separate, with integer
// coordinates, so that all sums are exact.
func noisy(rng *rand.Rand, n, d, k int) model.Training {
	classes := make([]int32, n)
	x := matrix(d, make([]float64, n*d)...)
	for i := range n {
		classes[i] = int32(rng.IntN(k))
		if i < k {
			classes[i] = int32(i)
		}
		for j := range d {
			x.Row(i)[j] = float64(rng.IntN(9) - 4 + 2*int(classes[i]))
		}
	}
	return model.NewTraining(x, model.Classes{Of: classes, Count: k})
}

// walk is the textbook's perceptron in one pass after the other, with a step of 1 of the
// constant, and everything that outputs are made of.
type walk struct {
	vectors [][]float64 // with the constant last; the first is zero
	votes   []float64   // each: right answers and, but for the first, 1
	longest int         // of the vectors: the longest run of right answers, the first of equals
}

func walked(t model.Training, passes int) walk {
	x := t.X.(*sample.Matrix)
	w := walk{vectors: [][]float64{make([]float64, x.D+1)}, votes: []float64{0}}
	runs := []int{0}
	for range passes {
		for i := range x.N {
			y, v := 2*float64(t.Labels()[i])-1, w.vectors[len(w.vectors)-1]
			f := v[x.D]
			for j, a := range x.Row(i) {
				f += a * v[j]
			}
			if y*f > 0 {
				w.votes[len(w.votes)-1]++
				runs[len(runs)-1]++
				continue
			}
			next := slices.Clone(v)
			for j, a := range x.Row(i) {
				next[j] += y * a
			}
			next[x.D] += y
			w.vectors, w.votes, runs = append(w.vectors, next), append(w.votes, 1), append(runs, 0)
		}
	}
	for i, r := range runs {
		if r > runs[w.longest] {
			w.longest = i
		}
	}
	return w
}

// The outputs are made of the vectors of the textbook's perceptron, written down one by one:
// their mean, each as often as it votes; their votes; and the one that was right most often in
// a row (C2-17). All follow from one fit, or from updates, saved and loaded in between.
func TestOutputs(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n, d := rapid.IntRange(3, 25).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")
		training := noisy(rng, n, d, 2)
		x := training.X.(*sample.Matrix)
		const passes = 4
		w := walked(training, passes)
		total := 0.0
		mean := make([]float64, d+1)
		for k, v := range w.vectors {
			total += w.votes[k]
			for j, a := range v {
				mean[j] += w.votes[k] * a
			}
		}
		for j := range mean {
			mean[j] /= total
		}
		for _, output := range []string{"last", "averaged", "voted", "pocket"} {
			fitted := perceptron.NewPerceptron()
			fitted.Output, fitted.InterceptStep, fitted.MaxIter = output, "unit", passes
			if _, err := fitted.Fit(nil, training); err != nil {
				t.Fatalf("%v", err)
			}
			if fitted.Result.Passes[0] < passes {
				t.Skip("separated before")
			}
			var updated model.Machine = fitted
			online := perceptron.NewPerceptron()
			online.Output, online.InterceptStep = output, "unit"
			updated = online
			for pass := range passes {
				if _, err := updated.(model.Updatable).Update(nil, training); err != nil {
					t.Fatalf("%v", err)
				}
				if pass == 1 {
					bytes, err := codec.Encode(codec.Model{Name: "Perceptron", Classes: codec.Classes{Kind: "number", Names: []string{"0", "1"}}, Report: model.Report{Status: run.Converged}, Machine: updated})
					if err != nil {
						t.Fatalf("%v", err)
					}
					again, err := codec.Decode(bytes)
					if err != nil {
						t.Fatalf("%v", err)
					}
					updated = again.Machine
				}
			}
			for _, m := range []*perceptron.Perceptron{fitted, updated.(*perceptron.Perceptron)} {
				f := m.Result
				got := append(slices.Clone(f.Weights), f.Bias[0])
				switch output {
				case "last":
					support.Near(t, output, got, w.vectors[len(w.vectors)-1], 1e-15)
				case "averaged":
					support.Near(t, output, got, mean, 1e-12)
				case "pocket":
					support.Near(t, output, got, w.vectors[w.longest], 1e-15)
				case "voted":
					values, _, err := m.Decision(nil, x, "")
					if err != nil {
						t.Fatalf("%v", err)
					}
					predicted, err := m.Predict(nil, x)
					if err != nil {
						t.Fatalf("%v", err)
					}
					for i := range n {
						want := 0.0
						for k, v := range w.vectors {
							f := v[d]
							for j, a := range x.Row(i) {
								f += a * v[j]
							}
							if f != 0 {
								want += math.Copysign(w.votes[k], f) / total
							}
						}
						if !(math.Abs(values[i]-want) <= 1e-12) || !(math.Abs(want) <= 1e-12) && (want > 0) != (predicted[i] == 1) {
							t.Fatalf("sample %d: %v, want %v, predicted %v", i, values[i], want, predicted[i])
						}
					}
				}
			}
		}
	})
}

// On separable data every way of updating ends with a hyperplane that separates, within
// Novikoff's bound; the worst mistake and the first one are those that the pass corrects; and
// without a bias the steps along a subgradient of the worst margin end within R^2 |w*|^2
// (exercise 14.8.3), for any rate on the same path.
func TestUpdatesOfOneMistake(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		training := separable(rng, rapid.IntRange(2, 20).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d"))
		for _, updates := range []string{"batch", "worst"} {
			f, report := primal(t, training, func(o *perceptron.PerceptronOptions) { o.Updates, o.MaxIter = updates, 1e6 })
			if report.Status != run.Converged || f.Errors[0] != 0 || !(f.Margins[0] > 0) || !(float64(f.Mistakes.Mistakes[0]) <= f.Bounds[0]*(1+1e-12)) {
				t.Fatalf("%s: %+v, %d errors, margin %v, %d mistakes, bound %v", updates, report, f.Errors[0], f.Margins[0], f.Mistakes.Mistakes[0], f.Bounds[0])
			}
			if f.Passes[0] != f.Mistakes.Mistakes[0]+1 {
				t.Fatalf("%s: %d passes for %d mistakes", updates, f.Passes[0], f.Mistakes.Mistakes[0])
			}
			slow, _ := primal(t, training, func(o *perceptron.PerceptronOptions) { o.Updates, o.MaxIter, o.Eta0 = updates, 1e6, 0.25 })
			if !slices.Equal(slow.Sequence, f.Sequence) {
				t.Fatalf("%s: at another rate %v, not %v", updates, slow.Sequence, f.Sequence)
			}
			w, b := make([]float64, f.Features), 0.0
			for _, i := range f.Sequence {
				first, worst, lowest := int32(-1), int32(-1), math.Inf(1)
				for j := range training.X.Len() {
					y, value := 2*float64(training.Labels()[j])-1, b
					for c, v := range training.X.(*sample.Matrix).Row(j) {
						value += w[c] * v
					}
					if y*value <= 0 && first < 0 {
						first = int32(j)
					}
					if y*value < lowest {
						worst, lowest = int32(j), y*value
					}
				}
				if want := map[string]int32{"batch": first, "worst": worst}[updates]; i != want {
					t.Fatalf("%s: corrects %d, not %d", updates, i, want)
				}
				y := 2*float64(training.Labels()[i]) - 1
				for c, v := range training.X.(*sample.Matrix).Row(int(i)) {
					w[c] += y * v
				}
				b += y * f.RadiusSquare
			}
		}
	})
}

// Several classes: each function has an output of its own.
func TestOutputsOfSeveralClasses(t *testing.T) {
	training := noisy(rand.New(rand.NewPCG(3, 3)), 60, 2, 3)
	for _, output := range []string{"averaged", "voted", "pocket"} {
		m := perceptron.NewPerceptron()
		m.Output, m.MaxIter = output, 10
		if _, err := m.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		all, cols, err := m.Decision(nil, training.X, "")
		if err != nil || cols != 3 {
			t.Fatalf("%d columns, %v", cols, err)
		}
		for c := range 3 {
			own := make([]int32, 60)
			for i, class := range training.Labels() {
				if int(class) == c {
					own[i] = 1
				}
			}
			one := perceptron.NewPerceptron()
			one.Output, one.MaxIter = output, 10
			if _, err := one.Fit(nil, model.NewTraining(training.X, model.Classes{Of: own, Count: 2})); err != nil {
				t.Fatal(err)
			}
			values, _, err := one.Decision(nil, training.X, "")
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				if !(math.Abs(all[3*i+c]-v) <= 1e-12*(1+math.Abs(v))) {
					t.Fatalf("%s, class %d, sample %d: %v, alone %v", output, c, i, all[3*i+c], v)
				}
			}
		}
	}
}

// With the linear kernel the outputs of KernelPerceptron are those of Perceptron: after a fit and
// updates, of which each may have another output, saved and loaded in between.
func TestOutputsInDualForm(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4))
		k, d := rapid.IntRange(2, 3).Draw(t, "k"), rapid.IntRange(1, 3).Draw(t, "d")
		p, q := perceptron.NewPerceptron(), perceptron.NewKernelPerceptron(catalog.Kernel)
		p.InterceptStep, p.MaxIter, p.FitIntercept = "unit", 4, rapid.Bool().Draw(t, "intercept")
		p.Updates = rapid.SampledFrom([]string{"online", "batch", "worst"}).Draw(t, "updates")
		q.Kernel.Name, q.InterceptStep, q.MaxIter, q.FitIntercept, q.Updates = "linear", p.InterceptStep, p.MaxIter, p.FitIntercept, p.Updates
		outputs := rapid.SliceOfN(rapid.SampledFrom([]string{"last", "averaged", "voted", "pocket"}), 1, 4).Draw(t, "outputs")
		for step, output := range outputs {
			training := noisy(rng, rapid.IntRange(k, 25).Draw(t, "n"), d, k)
			p.Output, q.Output = output, output
			for _, m := range []model.Updatable{p, q} {
				learn := m.Update
				if step == 0 {
					learn = m.Fit
				}
				if _, err := learn(nil, training); err != nil {
					t.Fatal(err)
				}
			}
			a, b := p.Result, q.Result
			if !slices.Equal(a.Mistakes.Mistakes, b.Mistakes.Mistakes) || !slices.Equal(a.Runs, b.Runs) {
				t.Fatalf("%v mistakes and runs %v, in dual form %v and %v", a.Mistakes.Mistakes, a.Runs, b.Mistakes.Mistakes, b.Runs)
			}
			support.Near(t, "margins", b.Margins, a.Margins, 1e-9)
			want, _, err := p.Decision(nil, training.X, "")
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := q.Decision(nil, training.X, "")
			if err != nil {
				t.Fatal(err)
			}
			support.Near(t, output, got, want, 1e-9)
			predicted, err := q.Predict(nil, training.X)
			if err != nil {
				t.Fatal(err)
			}
			for i, class := range predicted {
				of := want[i*len(want)/len(predicted):][:len(want)/len(predicted)]
				if k == 2 && math.Abs(of[0]) > 1e-9 && (of[0] > 0) != (class == 1) || k == 3 && !(of[class] >= slices.Max(of)-1e-9) {
					t.Fatalf("%s, sample %d: class %d by the values %v", output, i, class, of)
				}
			}
			bytes, err := codec.Encode(codec.Model{Name: "KernelPerceptron", Classes: codec.Classes{Kind: "number", Names: []string{"0", "1", "2"}[:k]}, Report: model.Report{Status: run.Converged}, Machine: q})
			if err != nil {
				t.Fatal(err)
			}
			again, err := codec.Decode(bytes)
			if err != nil {
				t.Fatal(err)
			}
			q = again.Machine.(*perceptron.KernelPerceptron)
		}
	})
}
