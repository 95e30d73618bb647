package catalog_test

import (
	"math/rand/v2"
	"testing"

	"maxmargin/core/kernel"
)

// Kernels that declare that they depend on x - z alone do so, and kernels that are made of
// differences declare it.
func TestTranslationInvariance(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	x, _ := histograms(rng, 6, 4, 0)
	for _, tree := range trees(t) {
		k := made(t, tree, x)
		moves := false
		for i := range x.N {
			a, b := append([]float64(nil), x.Row(i)...), append([]float64(nil), x.Row((i+1)%x.N)...)
			before := kernel.Value(k, a, b)
			for j := range a {
				a[j], b[j] = a[j]+0.5, b[j]+0.5
			}
			moves = moves || !close(kernel.Value(k, a, b), before)
		}
		if kernel.TranslationInvariant(k) && moves {
			t.Errorf("%s: said to be translation invariant, but moving both samples changes it", tree)
		}
	}
	for _, tree := range []string{`{"kernel":"rbf"}`, `{"kernel":"laplacian"}`, `{"kernel":"minkowski"}`, `{"kernel":"bspline"}`, `{"kernel":"dirichlet"}`,
		`{"kernel":"sum","parts":[{"kernel":"rbf"},{"kernel":"columns","columns":[1],"parts":[{"kernel":"laplacian"}]}]}`} {
		if !kernel.TranslationInvariant(made(t, tree, x)) {
			t.Errorf("%s: not said to be translation invariant", tree)
		}
	}
}
