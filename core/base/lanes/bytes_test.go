package lanes

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func randomBytes(rng *rand.Rand, n int) []byte {
	x := make([]byte, n)
	for i := range x {
		if rng.IntN(3) > 0 {
			x[i] = byte(rng.IntN(256))
		}
	}
	return x
}

// Inner products of bytes are those of whole numbers, for any number of probes, and the loops
// agree with their plain twins bit for bit.
func TestByteDots(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, n := range []int{1, 7, 8, 9, 40} {
		for _, d := range []int{1, 2, 3, 48, 151, LargestByteDim} {
			x := randomBytes(rng, n*d)
			if d == LargestByteDim {
				for i := range x {
					x[i] = 255
				}
			}
			panels, back := make([]byte, BytePackedLen(n, d)), make([]byte, d)
			for i := range n {
				BytePack(panels, x[i*d:(i+1)*d], i)
			}
			for i := range n {
				if ByteUnpack(back, panels, i); !slices.Equal(back, x[i*d:(i+1)*d]) {
					t.Fatalf("n = %d, d = %d: sample %d is not what was packed", n, d, i)
				}
			}
			for probes := 1; probes <= ByteProbes; probes++ {
				samples := make([][]byte, probes)
				for q := range samples {
					samples[q] = randomBytes(rng, d)
					if q > 0 && d == LargestByteDim {
						samples[q] = x[:d]
					}
				}
				var p ByteProbe
				p.Set(samples...)
				values, plain := make([]int32, ByteProbes*BytePad(n)), make([]int32, ByteProbes*BytePad(n))
				ByteDots(values, panels, d+d%2, &p)
				if plainByteDots(plain, panels, d+d%2, &p); !slices.Equal(values, plain) {
					t.Fatalf("n = %d, d = %d: %v, plain %v", n, d, values, plain)
				}
				row, singles, same := make([]float64, BytePad(n)), make([]float32, len(values)), make([]float32, len(values))
				for q, z := range samples {
					ByteRow(row, values, q, 0.1)
					for i := range n {
						sum := 0
						for j, v := range z {
							sum += int(v) * int(x[i*d+j])
						}
						if row[i] != float64(sum)*0.1 {
							t.Fatalf("n = %d, d = %d, probe %d, sample %d: %v, want %v", n, d, q, i, row[i], float64(sum)*0.1)
						}
					}
				}
				ByteSingles(singles, values, 0.3)
				if plainByteSingles(same, values, 0.3); !slices.Equal(singles, same) {
					t.Fatalf("n = %d, d = %d: %v, plain %v", n, d, singles, same)
				}
			}
		}
	}
}
