package linear_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/linear"
	"maxmargin/core/model"
	"maxmargin/core/model/lowrank"
)

// gathered fits a machine to the samples of t in chunks that end at these rows.
func gathered(t *testing.T, m model.Gatherer, all model.Training, ends ...int) {
	t.Helper()
	var g model.Gathered
	begin := 0
	for _, end := range append(ends, all.X.Len()) {
		var rows []int
		for i := begin; i < end; i++ {
			rows = append(rows, i)
		}
		chunk := all.Data.Select(rows, nil)
		chunk.Target = nil
		ok, err := true, error(nil)
		if g == nil {
			g, err = m.Gather(nil, chunk)
		} else {
			ok, err = g.Add(nil, chunk.X)
		}
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		begin = end
	}
	all.X, all.Gathered = &sample.Matrix{N: all.X.Len()}, g
	report, err := m.Fit(nil, all)
	if err != nil || report.Status != run.Converged {
		t.Fatal(report.Status, err)
	}
}

// A fit to one chunk is a fit, to the last bit; a fit to several equals one to all rows with the
// landmarks of the first chunk, and does not depend on where the others end.
func TestFitToChunks(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	const n = 2600 // more than two blocks of features
	dense, y, target := clouds(rng, n, 3, 3)
	weight := make([]float64, n)
	for i := range weight {
		weight[i] = []float64{0, 1, 2}[rng.IntN(3)]
	}
	for _, precision := range []string{lowrank.Float32, lowrank.Int16} {
		for _, loss := range []string{"hinge", "logistic"} {
			for _, x := range []sample.Set{dense, support.Sparse(dense)} {
				made := func() *linear.LowRankSVC {
					m := linear.NewLowRankSVC(catalog.Kernel)
					m.NComponents, m.Precision, m.Loss, m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = 30, precision, loss, "", 0.5
					m.ClassWeight.Name = "balanced"
					return m
				}
				training := model.NewTraining(x, model.Classes{Of: y, Count: 3})
				training.Weight = weight
				whole, once := made(), made()
				converge(t, whole, training)
				gathered(t, once, training)
				sameFit(t, "one chunk", &once.Result.LowRankFit, &whole.Result.LowRankFit, once.Result.Coef, whole.Result.Coef)
				if !slices.Equal(once.Result.Indices, whole.Result.Indices) || once.Result.Samples != n {
					t.Errorf("landmarks %v of %d, want %v", once.Result.Indices, once.Result.Samples, whole.Result.Indices)
				}

				// The landmarks of a fit to the first chunk go into one to all rows with the solution of
				// its first class, so the others are solved with them.
				first := order(0, 700)
				part := training
				part.Data = training.Select(first, nil)
				division, err := made().Divide(part)
				if err != nil {
					t.Fatal(err)
				}
				solution, _, err := division.Solve(nil, 0)
				if err != nil {
					t.Fatal(err)
				}
				joined, several, others := made(), made(), made()
				training.Solved = model.Solved{solution}
				converge(t, joined, training)
				training.Solved = nil
				gathered(t, several, training, 700, 701, 1900)
				gathered(t, others, training, 700)
				if !slices.Equal(several.Result.Indices, joined.Result.Indices) {
					t.Fatalf("landmarks %v, want %v", several.Result.Indices, joined.Result.Indices)
				}
				m := len(joined.Result.Indices)
				if !slices.Equal(several.Result.Coef[m:], joined.Result.Coef[m:]) || !slices.Equal(several.Result.DualityGaps[1:], joined.Result.DualityGaps[1:]) {
					t.Errorf("%s, %s, %T: the functions of the second and third class differ", precision, loss, x)
				}
				sameFit(t, "other chunks", &others.Result.LowRankFit, &several.Result.LowRankFit, others.Result.Coef, several.Result.Coef)
			}
		}
		made := func() *linear.LowRankSVR {
			m := linear.NewLowRankSVR(catalog.Kernel)
			m.NComponents, m.Precision, m.C, m.Tol, m.MaxIter = 30, precision, 10, 1e-5, 1e6
			m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "", 0.5
			return m
		}
		training := model.NewTraining(dense, model.Values(target))
		training.Rows = model.Given{"sampleEpsilon": slices.Repeat([]float64{0.05, 0.2}, n/2)}
		whole, once, several, others := made(), made(), made(), made()
		converge(t, whole, training)
		gathered(t, once, training)
		sameFit(t, "one chunk", &once.Result.LowRankFit, &whole.Result.LowRankFit, once.Result.Coef, whole.Result.Coef)
		gathered(t, several, training, 900, 2000, 2500)
		gathered(t, others, training, 900)
		sameFit(t, "other chunks", &others.Result.LowRankFit, &several.Result.LowRankFit, others.Result.Coef, several.Result.Coef)

		// The same solution comes from LinearSVR over the features of these landmarks.
		landmarks := make([]int, 0, 30)
		for _, i := range several.Result.Indices {
			landmarks = append(landmarks, int(i))
		}
		always := func(float64) bool { return true }
		features, _, err := lowrank.NewMap(kernel.RBF{Gamma: 0.5}, dense, landmarks, always)
		if err != nil {
			t.Fatal(err)
		}
		samples, _, err := features.Features(dense, lowrank.Float32, always)
		if err != nil {
			t.Fatal(err)
		}
		table := &sample.Matrix{N: n, D: samples.D, X: make([]float64, n*samples.D)}
		for i := range n {
			samples.Add(i, 1, table.Row(i))
		}
		plain := linear.NewLinearSVR()
		plain.C, plain.Tol, plain.MaxIter = several.C, several.Tol, several.MaxIter
		training.X = table
		converge(t, plain, training)
		relative(t, "prediction", values(t, several, dense), values(t, plain, table), map[string]float64{lowrank.Float32: 1e-4, lowrank.Int16: 5e-3}[precision])
	}
}

func order(from, to int) []int {
	var rows []int
	for i := from; i < to; i++ {
		rows = append(rows, i)
	}
	return rows
}

// sameFit fails unless two fits are the same to the last bit.
func sameFit(t *testing.T, what string, a, b *linear.LowRankFit, coef, want []float64) {
	t.Helper()
	if !slices.Equal(coef, want) || !slices.Equal(a.Objectives, b.Objectives) || !slices.Equal(a.Gaps, b.Gaps) || !slices.Equal(a.DualityGaps, b.DualityGaps) ||
		!slices.Equal(a.Iterations, b.Iterations) || !slices.Equal(a.Eigenvalues, b.Eigenvalues) {
		t.Errorf("%s: the fits differ: objectives %v and %v, passes %v and %v", what, a.Objectives, b.Objectives, a.Iterations, b.Iterations)
	}
}

// What does not fit the first chunk is refused, and a watcher ends the work.
func TestChunksThatAreRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	x, _, _ := clouds(rng, 200, 3, 2)
	wide, _, _ := clouds(rng, 20, 4, 2)
	huge := &sample.Matrix{N: 1, D: 3, X: []float64{1e200, 1, math.Pi}}
	chunk := model.Data{X: x}
	code := func(err error) fault.Code {
		var refused *fault.Error
		errors.As(err, &refused)
		if refused == nil {
			return ""
		}
		return refused.Code
	}
	m := linear.NewLowRankSVC(catalog.Kernel)
	m.NComponents = 20
	for _, c := range []struct {
		x    sample.Set
		want fault.Code
	}{{wide, fault.FeatureCount}, {huge, fault.Numeric}} {
		g, err := m.Gather(nil, chunk)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Add(nil, c.x); code(err) != c.want {
			t.Errorf("%T of %d columns: %v, want %s", c.x, c.x.Dim(), err, c.want)
		}
	}
	g, err := m.Gather(nil, chunk)
	if err != nil {
		t.Fatal(err)
	}
	if got, further := g.Bytes(); got != 200*24*4 || further <= 0 {
		t.Errorf("the features take %d bytes, want %d", got, 200*24*4)
	}
	training := model.NewTraining(x, model.Classes{Of: make([]int32, 200), Count: 2})
	training.Gathered = g
	if _, err := m.Fit(nil, training); code(err) != fault.OneClass {
		t.Errorf("one class: %v", err)
	}
	always := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return run.Abort }}
	if g, err := m.Gather(always.Ctl(), chunk); g != nil || err != nil {
		t.Errorf("an aborted chunk gives %v, %v", g, err)
	}
	if g, err = m.Gather(nil, chunk); err != nil {
		t.Fatal(err)
	}
	if ok, err := g.Add(always.Ctl(), x); ok || err != nil {
		t.Errorf("an aborted second chunk gives %v, %v", ok, err)
	}
	m.Kernel.Name = "precomputed"
	square, _, _ := clouds(rng, 3, 3, 2)
	for i := range 3 {
		for j := range 3 {
			square.X[3*i+j] = float64(min(i, j))
		}
	}
	if _, err := m.Gather(nil, model.Data{X: square}); code(err) != fault.Option {
		t.Errorf("a precomputed kernel: %v", err)
	}
}
