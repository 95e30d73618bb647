package model_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
)

// If one entry of a Gram matrix differs from its mirror image, the error names this pair;
// differences by rounding to float32 are allowed.
func TestGramMatricesAreSymmetric(t *testing.T) {
	maker := model.KernelMaker(func(string) (any, error) { return &kernel.Precomputed{}, nil })
	spec := kernel.Spec{Name: "precomputed", Gamma: kernel.Width{Value: 1}}
	rng := rand.New(rand.NewPCG(3, 1))
	for _, n := range []int{1, 2, 63, 64, 65, 200} {
		x := make([]float64, n*n)
		for i := range n {
			for j := range i + 1 {
				v := rng.NormFloat64()
				x[i*n+j], x[j*n+i] = v, float64(float32(v))
			}
		}
		gram, err := sample.NewMatrix(x, n, n)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := maker.For(spec, gram); err != nil {
			t.Errorf("n = %d: %v", n, err)
		}
		for range 20 {
			i, j := rng.IntN(n), rng.IntN(n)
			if i == j {
				continue
			}
			before := x[i*n+j]
			x[i*n+j] += 0.01
			_, _, err := maker.For(spec, gram)
			var f *fault.Error
			if !errors.As(err, &f) || f.Code != fault.Asymmetric || f.Details["row"] != max(i, j) || f.Details["column"] != min(i, j) {
				t.Errorf("n = %d, entry %d, %d: %v", n, i, j, err)
			}
			x[i*n+j] = before
		}
	}
}
