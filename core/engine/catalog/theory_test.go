package catalog_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
)

// Every kernel of the catalog says why it is positive definite or not, with the source, and
// how many features it has; a kernel of vectors also says what its picture shows, and has a gradient.
func TestEveryKernelIsExplained(t *testing.T) {
	for _, k := range catalog.Kernels() {
		own := k.Kernel()
		if kernel.IsGiven(own) {
			continue
		}
		parts := []kernel.Verdict{kernel.Yes, kernel.Yes}
		if theorem := own.Theorem(0, parts); theorem.Text == "" || theorem.Source == "" && theorem.Verdict != kernel.Unknown {
			t.Errorf("%s: a theorem without a text or a source: %+v", k.Name, theorem)
		}
		if _, counted := own.(interface {
			Features(d int, parts []kernel.Count) kernel.Count
		}); !counted {
			t.Errorf("%s does not say how many features it has: add a method Features", k.Name)
		}
		pictured, is := own.(interface{ Picture() kernel.Picture })
		if k.Compares() == string(sample.Strings) {
			continue
		}
		if !is {
			t.Errorf("%s does not say what its page shows: add a method Picture", k.Name)
			continue
		}
		if k.Compares() != catalog.OfParts && k.Name != "delta" && kernel.WithoutGradient(own) != "" { // delta has jumps
			t.Errorf("%s has no gradient, which sensitivities and nearestChange need: make it a Sloped, SlopedFactors or Differentiable (core/kernel/gradient.go)", k.Name)
		}
		line := &sample.Matrix{N: 3, D: 2, X: []float64{0, 1, 0.5, 0.5, 2, 0}}
		if p := pictured.Picture(); p.Tree != "" {
			tree, err := kernel.ParseTree(p.Tree)
			if err != nil || tree.Name != k.Name || p.Said == "" {
				t.Errorf("the picture of %s is of %s, said to be %q (%v)", k.Name, tree.Name, p.Said, err)
			}
		} else if !k.Named() {
			t.Errorf("%s has parameters without defaults: its picture needs a tree", k.Name)
		} else {
			made(t, `{"kernel":"`+k.Name+`"}`, line)
		}
	}
}

// The number of features is the rank of a Gram matrix over more samples, if the features
// are independent functions.
func TestFeaturesAreTheRank(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	x, _ := histograms(rng, 90, 3, 0)
	for i := range x.X {
		x.X[i] = 2*x.X[i] - 1.5
	}
	for _, tree := range []string{
		`{"kernel":"linear"}`, `{"kernel":"weighted","matrix":[1,2,3]}`, `{"kernel":"poly","gamma":1,"degree":3}`,
		`{"kernel":"poly","gamma":1,"degree":3,"coef0":1}`, `{"kernel":"allDegrees","gamma":1,"degree":4}`, `{"kernel":"allSubsets"}`,
		`{"kernel":"anova","order":2,"base":"product"}`, `{"kernel":"dirichlet","order":1}`, `{"kernel":"fourier","coefficients":[0,1]}`,
		`{"kernel":"spectral","frequencies":[[0,0,0],[1,2,0],[3,0,1]],"powers":[1,1,2]}`, `{"kernel":"scale","factor":2,"parts":[{"kernel":"linear"}]}`,
		`{"kernel":"polynomial","coefficients":[1,0,1],"parts":[{"kernel":"linear"}]}`, `{"kernel":"normalize","parts":[{"kernel":"poly","gamma":1,"degree":2,"coef0":1}]}`,
		`{"kernel":"sum","parts":[{"kernel":"linear"},{"kernel":"poly","gamma":1,"degree":2}]}`,
		`{"kernel":"product","parts":[{"kernel":"columns","columns":[0],"parts":[{"kernel":"poly","gamma":1,"degree":2,"coef0":1}]},{"kernel":"columns","columns":[1,2],"parts":[{"kernel":"linear"}]}]}`,
		`{"kernel":"rankOne","points":[[1,0,2]],"weights":[1],"parts":[{"kernel":"rbf","gamma":1}]}`,
		`{"kernel":"center","points":[[1,0,2]],"parts":[{"kernel":"linear"}]}`,
	} {
		k := made(t, tree, x)
		var e mat.EigenSym
		e.Factorize(gramMatrix(k, x), false)
		values, rank := e.Values(nil), 0
		for _, v := range values {
			if v > 1e-10*values[len(values)-1] {
				rank++
			}
		}
		if n, finite := kernel.FeaturesOf(k, 3).Number(); !finite || n.Int64() != int64(rank) {
			t.Errorf("%s has %s features, but the matrix of 90 samples has rank %d", tree, kernel.FeaturesOf(k, 3), rank)
		}
	}
	for tree, want := range map[string]string{
		`{"kernel":"rbf"}`: "endless", `{"kernel":"sigmoid"}`: "uncounted", `{"kernel":"anova"}`: "endless",
		`{"kernel":"sum","parts":[{"kernel":"sigmoid"},{"kernel":"rbf"}]}`:    "uncounted",
		`{"kernel":"product","parts":[{"kernel":"linear"},{"kernel":"rbf"}]}`: "endless",
		`{"kernel":"poly","degree":64,"coef0":1}`:                             "47905",
	} {
		if got := kernel.FeaturesOf(made(t, tree, x), 3).String(); got != want {
			t.Errorf("%s has %s features, want %s", tree, got, want)
		}
	}
}

// TestFeaturesBoundTheRank: no Gram matrix of a kernel of the catalogue, or of one over others, has
// a larger rank than the kernel has features.
func TestFeaturesBoundTheRank(t *testing.T) {
	x := points(50, 4, 9)
	finite := 0
	newForest(t).each(t, 60, func(tree string, k kernel.Kernel) {
		n, known := kernel.FeaturesOf(k, 4).Number()
		if !known || !n.IsInt64() || n.Int64() >= 50 || !tame(k, x) {
			return
		}
		finite++
		var e mat.EigenSym
		e.Factorize(gramMatrix(k, x), false)
		values, rank := e.Values(nil), 0
		largest := max(math.Abs(values[0]), math.Abs(values[len(values)-1]))
		for _, v := range values {
			if math.Abs(v) > 1e-9*largest {
				rank++
			}
		}
		if int64(rank) > n.Int64() {
			t.Errorf("%s has %d features, but a matrix of rank %d", tree, n, rank)
		}
	})
	if finite < 60 {
		t.Errorf("only %d kernels have so few features", finite)
	}
}

// The statement about p and power agrees with eigenvalues. The table once said "unknown"
// for a power above 2, where checkKernel said "not admissible".
func TestMinkowskiIsDecided(t *testing.T) {
	for _, c := range []struct {
		p, power float64
		d        int
		want     kernel.Verdict
	}{
		{2, 2.5, 0, kernel.No}, {1, 2.1, 1, kernel.No}, {8, 3, 2, kernel.No}, {8, 2, 0, kernel.No}, {8, 2, 3, kernel.No},
		{8, 1, 2, kernel.Unknown}, {1, 1.5, 0, kernel.Unknown}, {1, 1.5, 1, kernel.Yes}, {8, 2, 1, kernel.Yes},
		{1.5, 1.5, 0, kernel.Yes}, {2, 2, 7, kernel.Yes}, {2, 0.3, 0, kernel.Yes},
	} {
		if got := kernel.Definite(kernel.Minkowski{Gamma: 1, P: c.p, Power: c.power}, c.d); got != c.want {
			t.Errorf("p = %v, power = %v, %d columns: %s, want %s", c.p, c.power, c.d, got, c.want)
		}
	}
	line := &sample.Matrix{N: 60, D: 1}
	for i := range 60 {
		line.X = append(line.X, float64(i)*0.2)
	}
	for _, power := range []float64{2.1, 2.5, 3, 4} {
		lowest := math.Inf(1)
		for _, gamma := range []float64{0.1, 1} {
			lowest = min(lowest, smallestEigenvalue(gramMatrix(kernel.Minkowski{Gamma: gamma, P: 2, Power: power}, line)))
		}
		if !(lowest <= -1e-6) {
			t.Errorf("exp(-|t|^%v) has no negative eigenvalue: %g", power, lowest)
		}
	}
}
