package seq_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/kernel/seq"
)

// definiteKernels are the kernels of this package with small and large parameters.
func definiteKernels(common seq.Common) []kernel.Sequence {
	return []kernel.Sequence{
		seq.Spectrum{Length: 1, Common: common}, seq.Spectrum{Length: 3, Common: common},
		seq.Spectrum{Weights: []float64{0.1, 0, 3, 0.7}, Common: common},
		seq.BoundedRange{Length: 4, Common: common}, seq.CommonSubstring{Common: common},
		seq.WeightedDegree{Degree: 1, Common: common}, seq.WeightedDegree{Degree: 6, Common: common},
		seq.AllSubsequences{Common: common},
		seq.GapWeighted{Length: 2, Decay: 0.05, Common: common}, seq.GapWeighted{Length: 3, Decay: 0.95, Common: common},
		seq.GapWeighted{Decay: 0.5, Weights: []float64{1, 0.2, 0, 4}, Common: common},
		seq.Mismatch{Length: 2, Common: common}, seq.Mismatch{Length: 3, Mismatches: 1, Common: common},
		seq.Mismatch{Length: 5, Mismatches: 3, Common: common},
	}
}

// Kernel matrices of random strings, among them empty, equal and periodic ones, are
// symmetric and have no negative eigenvalue beyond rounding. Strings outnumber features
// in some of them, so that the least eigenvalue is 0.
func TestPositiveDefinite(t *testing.T) {
	const letters = "acgt"
	rng := rand.New(rand.NewPCG(7, 8))
	for trial := range 24 {
		used := letters[:1+trial%len(letters)]
		x := sample.Join(random(rng, 12, 4+2*(trial%12), used), set("", "acacacacac", "caca", "aaaaaaaaaaaa", "aaaaaaaaaaaa")).(*sample.Sequences)
		for _, k := range definiteKernels(seq.Common{Letters: letters, Normalize: trial%2 == 1}) {
			columns, matrix := gram.Prepare(k, x, nil, nil), mat.NewDense(x.N, x.N, nil)
			for i := range x.N {
				columns.Rows([][]float64{matrix.RawRowView(i)}, x, []int{i})
			}
			symmetric := mat.NewSymDense(x.N, nil)
			for i := range x.N {
				for j := range i + 1 {
					v, w := matrix.At(i, j), matrix.At(j, i)
					if !(math.Abs(v-w) <= 1e-13*max(math.Abs(v), math.Abs(w))) {
						t.Errorf("%#v: k(%d, %d) is %v, k(%d, %d) is %v", k, i, j, v, j, i, w)
					}
					symmetric.SetSym(i, j, v)
				}
			}
			var spectrum mat.EigenSym
			if !spectrum.Factorize(symmetric, false) {
				t.Fatalf("%#v: no eigenvalues", k)
			}
			values := spectrum.Values(nil)
			if least, greatest := values[0], values[x.N-1]; !(least >= -1e-10*greatest) {
				t.Errorf("%#v has the eigenvalue %v on strings of %q, the greatest is %v", k, least, used, greatest)
			}
		}
	}
}
