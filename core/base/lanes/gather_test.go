package lanes

import (
	"math/rand/v2"
	"testing"
)

// Entries are gathered for every number of places, and none beyond them is written.
func TestGather(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	from := make([]float64, 50)
	for i := range from {
		from[i] = rng.NormFloat64()
	}
	for count := range 40 {
		index := make([]int32, count)
		for i := range index {
			index[i] = int32(rng.IntN(len(from)))
		}
		dst := make([]float64, count+1)
		p := NewPlaces(index)
		p.Gather(dst, from)
		for i, j := range index {
			if dst[i] != from[j] {
				t.Fatalf("of %d, entry %d is %v, want %v", count, i, dst[i], from[j])
			}
		}
		if dst[count] != 0 || p.Len() != count {
			t.Errorf("of %d: the entry beyond them is %v; %d places", count, dst[count], p.Len())
		}
	}
}

func TestGatherChecksLengths(t *testing.T) {
	panics := func(what string, f func()) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s: no panic", what)
			}
		}()
		f()
	}
	panics("a negative place", func() { NewPlaces([]int32{0, -1}) })
	panics("a short vector", func() { NewPlaces([]int32{0, 3}).Gather(make([]float64, 2), make([]float64, 3)) })
	panics("a short result", func() { NewPlaces([]int32{0, 3}).Gather(make([]float64, 1), make([]float64, 4)) })
}

func BenchmarkGather(b *testing.B) {
	index, from, dst := make([]int32, 1400), make([]float64, 5000), make([]float64, 1400)
	for i := range index {
		index[i] = int32(3 * i)
	}
	p := NewPlaces(index)
	for b.Loop() {
		p.Gather(dst, from)
	}
}
