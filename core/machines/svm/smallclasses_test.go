package svm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// The pairs of small classes are solved in blocks of the matrix. Each has the objective of a fit to
// the rows of these two classes alone, which are solved row by row: for losses with and without a
// shift, with a constant and without, with weights, for a large C on classes that overlap (more
// steps than a block is given), for precomputed kernels, and beside classes that are not small.
func TestSmallClassesAreSolvedAsPairsAre(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 33))
	sizes := []int{3, 2, 9, 70, 1, 20}
	var x []float64
	var y []int32
	for c, size := range sizes {
		for range size {
			x, y = append(x, float64(c%3)+random.NormFloat64(), float64(c%2)+random.NormFloat64()), append(y, int32(c))
		}
	}
	n := len(y)
	points := &sample.Matrix{N: n, D: 2, X: x}
	weight := make([]float64, n)
	for i := range weight {
		weight[i] = 0.5 + random.Float64()
	}
	longest := 0
	for _, c := range []struct {
		name   string
		change func(*svm.SVC)
	}{
		{"hinge", func(*svm.SVC) {}},
		{"squared hinge", func(m *svm.SVC) { m.Loss = "squaredHinge" }},
		{"no constant", func(m *svm.SVC) { m.FitIntercept = false }},
		{"two boxes", func(m *svm.SVC) { m.Loss = "modifiedHuber" }},
		{"overlapping", func(m *svm.SVC) { m.C, m.Kernel.Name = 1e5, "linear" }},
		{"interrupted", func(m *svm.SVC) { m.MaxIter = 3 }},
		{"precomputed", func(m *svm.SVC) { m.Kernel.Name = "precomputed" }},
	} {
		for _, weighted := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, weighted %v", c.name, weighted), func(t *testing.T) {
				rowByRow := func(m *svm.SVC) { m.Trace = 1 }
				fit := func(rows []int, labels []int32, k int, further ...func(*svm.SVC)) *svm.SVC {
					m := svm.NewSVC(catalog.Kernel)
					m.Kernel.Name, m.Kernel.Gamma, m.C, m.Tol = "rbf", kernel.Width{Value: 1}, 3, 1e-6
					c.change(m)
					for _, change := range further {
						change(m)
					}
					var set sample.Set = points.Select(rows)
					if m.Kernel.Name == "precomputed" {
						values := &sample.Matrix{N: len(rows), D: len(rows), X: make([]float64, len(rows)*len(rows))}
						for p, i := range rows {
							for q, j := range rows {
								values.X[p*len(rows)+q] = math.Exp(-math.Abs(x[2*i]-x[2*j]) - math.Abs(x[2*i+1]-x[2*j+1]))
							}
						}
						set = values
					}
					training := model.NewTraining(set, model.Classes{Of: labels, Count: k})
					if weighted {
						training.Weight = make([]float64, len(rows))
						for p, i := range rows {
							training.Weight[p] = weight[i]
						}
					}
					report, err := m.Fit(nil, training)
					if err != nil {
						t.Fatal(err)
					}
					if m.MaxIter > 3 && report.Status != run.Converged {
						t.Fatalf("%d classes: %s", k, report.Status)
					}
					return m
				}
				all := make([]int, n)
				for i := range all {
					all[i] = i
				}
				many, pair := fit(all, y, len(sizes)).Result, 0
				for i := range sizes {
					for j := i + 1; j < len(sizes); j++ {
						var rows []int
						var labels []int32
						for at, class := range y {
							if int(class) == i || int(class) == j {
								rows, labels = append(rows, at), append(labels, map[bool]int32{true: 1}[int(class) == j])
							}
						}
						two := fit(rows, labels, 2, rowByRow).Result
						longest = max(longest, int(many.Iterations[pair]))
						got, want := many.Objectives[pair], two.Objectives[0]
						if c.name == "interrupted" {
							if many.Iterations[pair] > 3 {
								t.Errorf("pair %d: %d iterations", pair, many.Iterations[pair])
							}
						} else if !(math.Abs(got-want) <= 1e-5*(1+math.Abs(want))) || !(many.Gaps[pair] < 1e-6) {
							t.Errorf("classes %d and %d: objective %v, violation %v, want %v", i, j, got, many.Gaps[pair], want)
						}
						pair++
					}
				}
			})
		}
	}
	if longest < 10_001 {
		t.Errorf("the longest problem took %d steps, which a block is given", longest)
	}
}

// A problem of few samples is solved with its whole matrix, and has the solution of one that is solved
// row by row, which a trace asks for.
func TestASmallProblemIsSolvedAsALargeOneIs(t *testing.T) {
	const tol = 1e-8
	support.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, gram.SmallProblem+4).Draw(t, "n")
		x := rapid.SliceOfN(rapid.Float64Range(-2, 2), 3*n, 3*n).Draw(t, "x")
		labels := make([]int32, n)
		for i := range labels {
			labels[i] = int32(i % 2)
		}
		training := model.NewTraining(&sample.Matrix{N: n, D: 3, X: x}, model.Classes{Of: labels, Count: 2})
		if rapid.Bool().Draw(t, "weighted") {
			training.Weight = rapid.SliceOfN(rapid.Float64Range(0.5, 2), n, n).Draw(t, "weight")
		}
		c, loss := rapid.Float64Range(0.01, 10).Draw(t, "C"), rapid.SampledFrom([]string{"hinge", "squaredHinge"}).Draw(t, "loss")
		name, constant := rapid.SampledFrom([]string{"rbf", "linear"}).Draw(t, "kernel"), rapid.Bool().Draw(t, "constant")
		var objectives []float64
		violation := tol
		for _, trace := range []float64{0, 1} {
			m := svm.NewSVC(catalog.Kernel)
			m.C, m.Loss, m.FitIntercept, m.Kernel.Name, m.Tol, m.Trace = c, loss, constant, name, tol, trace
			report, err := m.Fit(nil, training)
			// Where rows are nearly the same, a million steps may gain less than their rounding errors.
			if stalled := report.Status == run.Stalled && report.Gap < 2*tol; err != nil || report.Status != run.Converged && !stalled {
				t.Fatal(report.Status, report.Gap, err)
			}
			violation = max(violation, report.Gap)
			objectives = append(objectives, m.Result.Objectives[0])
		}
		// The duality gap of each is at most its violation times the sum of the bounds, which are at most 2 C.
		if apart := math.Abs(objectives[0] - objectives[1]); !(apart <= 2*violation*c*float64(n)) {
			t.Errorf("objectives %v", objectives)
		}
	})
}
