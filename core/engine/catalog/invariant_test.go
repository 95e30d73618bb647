package catalog_test

import (
	"math/rand/v2"
	"testing"

	"maxmargin/core/kernel"
)

// Kernels that declare that they depend on x - z alone do so, and kernels that depend on it alone
// declare it.
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
		switch said := kernel.TranslationInvariant(k); {
		case said && moves:
			t.Errorf("%s: said to be translation invariant, but moving both samples changes it", tree)
		// Anova has both kinds, and a Gaussian of other kernels asks them.
		case !said && !moves && k.Name() != "anova" && len(kernel.PartsOf(k)) == 0:
			t.Errorf("%s: moving both samples does not change it, but it is not said to be translation invariant: return true, or embed differences", tree)
		}
	}
	if sum := made(t, `{"kernel":"sum","parts":[{"kernel":"rbf"},{"kernel":"columns","columns":[1],"parts":[{"kernel":"laplacian"}]}]}`, x); !kernel.TranslationInvariant(sum) {
		t.Error("a sum of translation invariant kernels is not said to be so")
	}
}
