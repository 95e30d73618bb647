package lanes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// sparseRows makes n rows of d features, about the given share of which is stored.
func sparseRows(rng *rand.Rand, n, d int, share float64) (ptr, index []int32, value []float64) {
	ptr = []int32{0}
	for range n {
		for j := range d {
			if rng.Float64() < share {
				index, value = append(index, int32(j)), append(value, rng.NormFloat64())
			}
		}
		ptr = append(ptr, int32(len(index)))
	}
	return ptr, index, value
}

// Rows of every length, empty ones and tails included, give the results of plain loops:
// additions bit for bit, inner products up to rounding.
func TestSparseRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, d := range []int{1, 2, 7, 40} {
		ptr, index, value := sparseRows(rng, 60, d, 0.6)
		s := NewSparse(ptr, index, value, d)
		w := make([]float64, d)
		for j := range w {
			w[j] = rng.NormFloat64()
		}
		for i := range 60 {
			dot, size, want := 0.0, 0.0, slices.Clone(w)
			for p := ptr[i]; p < ptr[i+1]; p++ {
				dot += float64(value[p] * w[index[p]])
				size += math.Abs(value[p] * w[index[p]])
				want[index[p]] += float64(0.3 * value[p])
			}
			if got := s.Dot(i, w); !(math.Abs(got-dot) <= 1e-15*size*4) {
				t.Errorf("d=%d, row %d of %d: %v, want %v", d, i, ptr[i+1]-ptr[i], got, dot)
			}
			s.Add(i, 0.3, w)
			if !slices.Equal(w, want) {
				t.Errorf("d=%d, row %d of %d: %v, want %v", d, i, ptr[i+1]-ptr[i], w, want)
			}
		}
	}
}

// A row at the end of its memory must not give a pointer beyond that memory. Such a pointer
// once made the race detector, or the garbage collector, end the program.
func TestSparseRowsAtTheEndOfMemory(t *testing.T) {
	for count := range 70 {
		index, value, w := make([]int32, count), make([]float64, count), []float64{2}
		for p := range value {
			value[p] = 1
		}
		s := NewSparse([]int32{0, int32(count), int32(count)}, index, value, 1)
		if got := s.Dot(0, w) + s.Dot(1, w); got != float64(2*count) {
			t.Errorf("%d entries: %v", count, got)
		}
		s.Add(0, 1, w)
		s.Add(1, 1, w)
		if w[0] != float64(2+count) {
			t.Errorf("%d entries: %v", count, w)
		}
	}
}

// Malformed sparse rows are refused before pointers to them are made.
func TestSparseIsChecked(t *testing.T) {
	panics := func(what string, f func()) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s is taken", what)
			}
		}()
		f()
	}
	one := []float64{1, 1}
	panics("a column too far", func() { NewSparse([]int32{0, 2}, []int32{0, 3}, one, 3) })
	panics("a negative column", func() { NewSparse([]int32{0, 2}, []int32{-1, 0}, one, 3) })
	panics("a row too long", func() { NewSparse([]int32{0, 3}, []int32{0, 1}, one, 3) })
	panics("a row that goes back", func() { NewSparse([]int32{0, 2, 1, 2}, []int32{0, 1}, one, 3) })
	panics("a negative start", func() { NewSparse([]int32{-1, 2}, []int32{0, 1}, one, 3) })
	panics("no rows", func() { NewSparse(nil, []int32{0, 1}, one, 3) })
	panics("values that are missing", func() { NewSparse([]int32{0, 2}, []int32{0, 1}, one[:1], 3) })
	s := NewSparse([]int32{0, 2}, []int32{0, 1}, one, 3)
	panics("a short vector", func() { s.Dot(0, one) })
	panics("a short vector to add to", func() { s.Add(0, 1, one) })
	panics("a row that is not there", func() { s.Dot(1, []float64{1, 2, 3}) })
}

func BenchmarkSparse(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n, d = 200, 10000
	ptr, index, value := sparseRows(rng, n, d, 0.008)
	s := NewSparse(ptr, index, value, d)
	w, sum := make([]float64, d), 0.0
	perEntry := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(index)), "ns/entry")
	}
	b.Run(fmt.Sprintf("dot d=%d", d), func(b *testing.B) {
		for b.Loop() {
			for i := range n {
				sum += s.Dot(i, w)
			}
		}
		perEntry(b)
	})
	b.Run(fmt.Sprintf("add d=%d", d), func(b *testing.B) {
		for b.Loop() {
			for i := range n {
				s.Add(i, 1e-3, w)
			}
		}
		perEntry(b)
	})
	_ = sum
}
