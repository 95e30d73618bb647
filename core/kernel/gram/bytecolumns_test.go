package gram_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// Rows of bytes are those of the same numbers, for every kernel and every change of the active
// set: bit for bit where the scale is a power of two, because then both are exact.
func TestRowsOfBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for scale, tolerance := range map[float64]float64{1: 0, 0.5: 0, 1. / 255: 1e-12} {
		for _, d := range []int{1, 2, 9, 90} {
			set := &sample.Bytes{N: 70, D: d, X: make([]byte, 70*d), Scale: scale}
			for i := range set.X {
				if rng.IntN(3) > 0 {
					set.X[i] = byte(rng.IntN(256))
				}
			}
			all := make([]int, set.N)
			for i := range all {
				all[i] = i
			}
			unit := 1 / (scale * scale * 2e4 * float64(d))
			for _, k := range []kernel.Kernel{kernel.RBF{Gamma: unit}, kernel.Linear{}, kernel.Polynomial{Gamma: unit, Degree: 3}, kernel.Laplacian{Gamma: 0.1}} {
				want := gram.NewMatrix(k, set.Matrix()).ViewOf(&gram.Memory{}, 1<<20, all)
				got := gram.NewMatrix(k, set).ViewOf(&gram.Memory{}, 1<<20, all)
				compare := func(what string, positions ...int) {
					t.Helper()
					rows := want.Rows(positions)
					for r, row := range got.Rows(positions) {
						for j, v := range row {
							if w := rows[r][j]; !(math.Abs(v-w) <= tolerance*(1+math.Abs(w))) {
								t.Fatalf("%s, d = %d, scale %v, %s: row %d has %v at %d, want %v", k.Name(), d, scale, what, positions[r], v, j, w)
							}
						}
					}
				}
				compare("whole", 0, 5, 69, 5, 33, 7, 8, 9, 10)
				keep := []int{1, 5, 6, 20, 33, 39, 68}
				want.Shrink(keep)
				got.Shrink(keep)
				compare("shrunk", 0, 3, 6)
				want.Grow([]int{2, 3, 4, 69})
				got.Grow([]int{2, 3, 4, 69})
				compare("grown", 0, 7, 10)
			}
		}
	}
}
