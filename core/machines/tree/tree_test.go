package tree_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/tree"
	"maxmargin/core/model"
)

// golden is what scikit-learn answers; see core/internal/golden/boost.py.
type golden struct {
	Tolerance float64
	Sets      map[string]struct {
		X      [][]float64
		Y      []int32
		Weight []float64
		Train  int
	}
	Trees []struct {
		Set      string
		Weighted bool
		Options  struct {
			Criterion string
			MaxDepth  float64 `json:"max_depth"`
			Leaf      int     `json:"min_samples_leaf"`
			Split     int     `json:"min_samples_split"`
		}
		Nodes       int
		Questions   [][2]float64
		Shares      []float64
		Importances []float64
	}
}

// part returns rows of a set.
func (g golden) part(name string, from, to int) (x *sample.Matrix, y []int32, weight []float64) {
	s := g.Sets[name]
	x = &sample.Matrix{N: to - from, D: len(s.X[0])}
	for _, row := range s.X[from:to] {
		x.X = append(x.X, row...)
	}
	return x, s.Y[from:to], s.Weight[from:to]
}

func close(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Fatalf("%s: number %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// The third sample weighs so little that the sum of the weights is that of the other two. The
// quotients of its side were 0/0, no later split was better than that, and the importances were
// no numbers; LPBoostClassifier makes such weights.
func TestWeightsThatTheSumHides(t *testing.T) {
	x := &sample.Matrix{N: 3, D: 2, X: []float64{0, 0, 0, 1, 1, 1}}
	for _, criterion := range []string{"gini", "entropy", "error"} {
		c := tree.NewDecisionTreeClassifier()
		c.Criterion = criterion
		given := model.NewTraining(x, model.Classes{Of: []int32{0, 1, 1}, Count: 2})
		given.Weight = []float64{1, 1, 1e-30}
		if _, err := c.Fit(nil, given); err != nil {
			t.Fatalf("%s: %v", criterion, err)
		}
		close(t, criterion, c.Result.Importances, []float64{0, 1}, 0)
		got, err := c.Predict(nil, x)
		if err != nil || !slices.Equal(got, []int32{0, 1, 1}) {
			t.Errorf("%s: %v, %v", criterion, got, err)
		}
	}
}

// The trees are scikit-learn's: the same questions, shares of the classes and importances.
func TestTreesOfScikitLearn(t *testing.T) {
	var g golden
	facts.Golden(t, "tree.json", &g)
	for _, c := range g.Trees {
		train := g.Sets[c.Set].Train
		x, y, weight := g.part(c.Set, 0, train)
		test, _, _ := g.part(c.Set, train, len(g.Sets[c.Set].X))
		m := tree.NewDecisionTreeClassifier()
		if m.MaxDepth = c.Options.MaxDepth; c.Options.Criterion != "" {
			m.Criterion = c.Options.Criterion
		}
		m.MinSamplesLeaf, m.MinSamplesSplit = max(c.Options.Leaf, 1), max(c.Options.Split, 2)
		k := int(slices.Max(y)) + 1
		given := model.NewTraining(x, model.Classes{Of: y, Count: k})
		if c.Weighted {
			given.Weight = weight
		}
		if _, err := m.Fit(nil, given); err != nil {
			t.Fatal(err)
		}
		f := m.Result
		if len(f.Features) != c.Nodes {
			t.Fatalf("%+v: %d nodes, want %d", c.Options, len(f.Features), c.Nodes)
		}
		var questions [][2]float64
		for node := range f.Features {
			if f.Children[2*node] != 0 {
				questions = append(questions, [2]float64{float64(f.Features[node]), f.Thresholds[node]})
			}
		}
		slices.SortFunc(questions, func(a, b [2]float64) int { return slices.Compare(a[:], b[:]) })
		for i, q := range questions {
			close(t, "question", q[:], c.Questions[i][:], g.Tolerance)
		}
		close(t, "importances", f.Importances, c.Importances, g.Tolerance)
		shares, cols, err := m.Decision(nil, test, "")
		if err != nil {
			t.Fatal(err)
		}
		want := c.Shares
		if k == 2 {
			want = nil
			for i := 0; i < len(c.Shares); i += 2 {
				want = append(want, c.Shares[i+1]-c.Shares[i])
			}
		}
		close(t, "shares", shares, want, g.Tolerance)
		probabilities, err := m.Probabilities(nil, test)
		if err != nil {
			t.Fatal(err)
		}
		close(t, "probabilities", probabilities, c.Shares, g.Tolerance)
		if cols != len(want)/test.N {
			t.Errorf("%d columns for %d classes", cols, k)
		}
	}
}

// cloud returns samples with noisy labels of k classes and weights.
func cloud(seed uint64, n, d, k int) model.Training {
	rng := rand.New(rand.NewPCG(seed, 7))
	x := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	labels, weight := make([]int32, n), make([]float64, n)
	for i := range x.X {
		x.X[i] = float64(rng.IntN(9)) - 4 // many equal values, and zeros
	}
	for i := range n {
		labels[i] = int32(rng.IntN(k))
		if x.X[i*d] > 0 && rng.IntN(3) > 0 {
			labels[i] = int32(k - 1)
		}
		weight[i] = float64(1 + rng.IntN(4))
	}
	copy(labels, []int32{0, 1, 2}[:k])
	t := model.NewTraining(x, model.Classes{Of: labels, Count: k})
	t.Weight = weight
	return t
}

// best returns the largest weight that a stump can classify correctly, by trying all.
func best(t model.Training) (most float64) {
	x, k := t.X.(*sample.Matrix), t.Classes()
	for j := range x.D {
		for threshold := -5.5; threshold < 5; threshold++ {
			left, right := make([]float64, k), make([]float64, k)
			for i, c := range t.Labels() {
				if x.Row(i)[j] <= threshold {
					left[c] += t.Weight[i]
				} else {
					right[c] += t.Weight[i]
				}
			}
			most = max(most, slices.Max(left)+slices.Max(right))
		}
	}
	return most
}

// A stump with the criterion error makes the smallest weighted error of all stumps, (1.85),
// of dense and of sparse samples.
func TestStumpMinimisesTheWeightedError(t *testing.T) {
	for seed := range uint64(60) {
		given := cloud(seed, 12+int(seed), 3, 2+int(seed%2))
		for _, x := range []sample.Set{given.X, support.Sparse(given.X.(*sample.Matrix))} {
			s := tree.NewDecisionStump()
			own := given
			own.X = x
			if _, err := s.Fit(nil, own); err != nil {
				t.Fatal(err)
			}
			said, err := s.Predict(nil, given.X)
			if err != nil {
				t.Fatal(err)
			}
			right := 0.0
			for i, c := range given.Labels() {
				if said[i] == c {
					right += given.Weight[i]
				}
			}
			if want := best(given); !(math.Abs(right-want) <= 1e-9) {
				t.Errorf("seed %d, %T: the stump gets the weight %v right, the best one %v", seed, x, right, want)
			}
		}
	}
}

// A tree without limits makes no mistake unless equal samples have different labels, and
// the tree of sparse samples is that of dense ones, node by node.
func TestDeepTrees(t *testing.T) {
	for seed := range uint64(20) {
		given := cloud(seed, 300, 6, 2+int(seed%2))
		dense, sparse := tree.NewDecisionTreeClassifier(), tree.NewDecisionTreeClassifier()
		sparsed := given
		sparsed.X = support.Sparse(given.X.(*sample.Matrix))
		for m, own := range map[*tree.DecisionTreeClassifier]model.Training{dense: given, sparse: sparsed} {
			if _, err := m.Fit(nil, own); err != nil {
				t.Fatal(err)
			}
		}
		a, b := dense.Result, sparse.Result
		if !slices.Equal(a.Features, b.Features) || !slices.Equal(a.Thresholds, b.Thresholds) || !slices.Equal(a.Children, b.Children) {
			t.Fatalf("seed %d: dense and sparse samples give other trees", seed)
		}
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		said, _ := dense.Predict(nil, given.X)
		of := map[string][]float64{} // weight of each class of equal samples
		for i, c := range given.Labels() {
			key := string(floats(given.X.(*sample.Matrix).Row(i)))
			if of[key] == nil {
				of[key] = make([]float64, given.Classes())
			}
			of[key][c] += given.Weight[i]
		}
		for i := range said {
			own := of[string(floats(given.X.(*sample.Matrix).Row(i)))]
			if own[said[i]] != slices.Max(own) {
				t.Fatalf("seed %d: row %d is of class %d, where the classes weigh %v", seed, i, said[i], own)
			}
		}
	}
}

func floats(row []float64) (text []byte) {
	for _, v := range row {
		text = append(text, byte(v+10))
	}
	return text
}

// The limits hold.
func TestLimitsOfTrees(t *testing.T) {
	given := cloud(3, 400, 4, 3)
	m := tree.NewDecisionTreeClassifier()
	m.MaxDepth, m.MinSamplesLeaf, m.MinSamplesSplit = 4, 7, 30
	report, err := m.Fit(nil, given)
	if err != nil || report.Status != run.Converged {
		t.Fatal(report, err)
	}
	f, depth := m.Result, make([]int, len(m.Result.Features))
	for node, n := range f.Samples {
		if left := f.Children[2*node]; left != 0 {
			if n < 30 {
				t.Errorf("a node of %d samples is split", n)
			}
			depth[left], depth[f.Children[2*node+1]] = depth[node]+1, depth[node]+1
		} else if n < 7 {
			t.Errorf("a leaf of %d samples", n)
		}
	}
	if got := slices.Max(depth); got != 4 {
		t.Errorf("the tree is %d levels deep", got)
	}
}

// A threshold lies between the values that it separates, also where their middle is not a
// number of its own, or overflows.
func TestThresholdsBetweenNeighbours(t *testing.T) {
	for _, values := range [][2]float64{
		{1, math.Nextafter(1, 2)}, {-math.MaxFloat64, math.MaxFloat64}, {0, math.SmallestNonzeroFloat64},
		{-math.SmallestNonzeroFloat64, 0}, {math.Nextafter(math.MaxFloat64, 0), math.MaxFloat64},
	} {
		s := tree.NewDecisionStump()
		x := &sample.Matrix{N: 2, D: 1, X: values[:]}
		if _, err := s.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 1}, Count: 2})); err != nil {
			t.Fatal(err)
		}
		if said, _ := s.Predict(nil, x); !slices.Equal(said, []int32{0, 1}) {
			t.Errorf("%v are of the classes %v", values, said)
		}
	}
}

// An exclusive or has no good first question; a tree asks one nevertheless, and the second
// questions solve it.
func TestTreeSolvesExclusiveOr(t *testing.T) {
	x := &sample.Matrix{N: 4, D: 2, X: []float64{0, 0, 0, 1, 1, 0, 1, 1}}
	y := []int32{0, 1, 1, 0}
	m := tree.NewDecisionTreeClassifier()
	if _, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: 2})); err != nil {
		t.Fatal(err)
	}
	if said, _ := m.Predict(nil, x); !slices.Equal(said, y) {
		t.Errorf("classes %v", said)
	}
}

// Every first question classifies four of these five samples correctly. The criterion error takes
// the one with the largest sum of squares over masses, 3 + 2/2 after the third sample against 3.5,
// 3 2/3 and 3.5, and the second question solves the rest. Downwards the same holds after the second.
func TestErrorTakesTheBetterStart(t *testing.T) {
	for threshold, y := range map[float64][]int32{3.5: {0, 0, 0, 1, 0}, 2.5: {0, 1, 0, 0, 0}} {
		x := &sample.Matrix{N: 5, D: 1, X: []float64{1, 2, 3, 4, 5}}
		m := tree.NewDecisionTreeClassifier()
		m.Criterion, m.MaxDepth = tree.Error, 2
		if _, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: 2})); err != nil {
			t.Fatal(err)
		}
		if got := m.Result.Thresholds[0]; got != threshold {
			t.Errorf("the first threshold is %v, want %v", got, threshold)
		}
		if said, err := m.Predict(nil, x); err != nil || !slices.Equal(said, y) {
			t.Errorf("classes %v (%v), want %v", said, err, y)
		}
	}
}

// Weights of classes decide what a leaf of several classes predicts, and are weights of
// samples.
func TestClassWeightsOfTrees(t *testing.T) {
	x := &sample.Matrix{N: 6, D: 1, X: []float64{1, 1, 1, 2, 2, 2}}
	given := model.NewTraining(x, model.Classes{Of: []int32{0, 0, 1, 0, 1, 1}, Count: 2})
	for name, want := range map[string][]int32{"light": {0, 0, 0, 1, 1, 1}, "heavy": {0, 0, 0, 0, 0, 0}} {
		m := tree.NewDecisionTreeClassifier()
		if name == "heavy" {
			m.ClassWeight = model.ClassWeight{Name: "map", Weights: []float64{3, 1}}
		}
		if _, err := m.Fit(nil, given); err != nil {
			t.Fatal(err)
		}
		if said, _ := m.Predict(nil, x); !slices.Equal(said, want) {
			t.Errorf("%s: %v, want %v", name, said, want)
		}
	}
}

// A file whose nodes are no tree is refused.
func TestForgedTrees(t *testing.T) {
	for what, children := range map[string][]int32{"a circle": {1, 2, 0, 0, 1, 2}, "a child that is not there": {1, 3, 0, 0, 0, 0}, "one child": {1, 0, 0, 0, 0, 0}} {
		n := tree.Nodes{Dim: 1, Order: []int32{0, 1}, Thresholds: make([]float64, 3), Features: make([]int32, 3), Children: children, Shares: make([]float64, 6)}
		if n.Check() == nil {
			t.Errorf("%s is accepted", what)
		}
	}
}

// Stumps of 5000 samples of 20 features for boosting: sorted once.
func BenchmarkStump(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	x := &sample.Matrix{N: 5000, D: 20, X: make([]float64, 5000*20)}
	y := make([]int32, x.N)
	for i := range x.X {
		x.X[i] = rng.NormFloat64()
	}
	for i := range y {
		y[i] = int32(rng.IntN(2))
	}
	for _, criterion := range []string{"error", "gini", "entropy"} {
		b.Run(criterion, func(b *testing.B) {
			s := tree.NewDecisionStump()
			s.Criterion = criterion
			t := model.NewTraining(x, model.Classes{Of: y, Count: 2})
			t.Prepared = s.Prepare(nil, x)
			for b.Loop() {
				if _, err := s.Fit(nil, t); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
