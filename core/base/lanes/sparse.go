package lanes

import "unsafe"

// Sparse is n sparse vectors of d entries, ready to be multiplied with a dense one.
// NewSparse checks all indices once, so that the loops need not check each of them. With
// slices, whose indices Go checks, they take 1.5 times as long in WebAssembly.
type Sparse struct {
	ptr   []int32
	index unsafe.Pointer // to the first of int32s
	value unsafe.Pointer // to the first of float64s
	d     int
}

// NewSparse returns the vectors whose row i has the values value[ptr[i]:ptr[i+1]] at the positions
// index[ptr[i]:ptr[i+1]] of 0 to d-1. It keeps the slices, which must not change, and panics if
// they are not such rows.
func NewSparse(ptr, index []int32, value []float64, d int) *Sparse {
	ok := len(ptr) > 0 && ptr[0] >= 0 && int(ptr[len(ptr)-1]) <= len(index) && len(value) == len(index)
	for i := 1; ok && i < len(ptr); i++ {
		ok = ptr[i-1] <= ptr[i]
	}
	for _, j := range index {
		ok = ok && uint(j) < uint(d)
	}
	if !ok {
		panic("lanes: not sparse rows")
	}
	return &Sparse{ptr, unsafe.Pointer(unsafe.SliceData(index)), unsafe.Pointer(unsafe.SliceData(value)), d}
}

// Pointers returns pointers to the first elements of ptr, index and value, for
// loops in assembly; the last two are nil when no row has an entry.
func (s *Sparse) Pointers() (ptr, index *int32, value *float64) {
	return unsafe.SliceData(s.ptr), (*int32)(s.index), (*float64)(s.value)
}

// Check panics unless there are n rows of d entries; loops in assembly, which have pointers
// only, rely on it.
func (s *Sparse) Check(n, d int) {
	if len(s.ptr) != n+1 || s.d != d {
		panic("lanes: lengths do not fit")
	}
}

// whole is a dense vector of any length, addressed by an index of 32 bits. Go leaves out
// the bounds check because no such index is too large, and the check for nil after the
// first access; NewSparse has checked the indices themselves.
type whole [1 << 32]float64

// row returns where row i begins, how many entries it has, and w in the form that entries
// are gathered from.
//
//go:nocheckptr
func (s *Sparse) row(i int, w []float64) (first uintptr, dense *whole, count int) {
	ends := s.ptr[i : i+2]
	if len(w) != s.d {
		panic("lanes: lengths do not fit")
	}
	return uintptr(ends[0]), (*whole)(unsafe.Pointer(unsafe.SliceData(w))), int(ends[1] - ends[0])
}

// indices and values return pointers to the entries from position p on. They are called only if
// there are entries: a pointer beyond the last entry may point into another object or into none,
// and then the garbage collector ends the program.
func indices[T any](s *Sparse, p uintptr) *T { return (*T)(unsafe.Add(s.index, p*4)) }
func values[T any](s *Sparse, p uintptr) *T  { return (*T)(unsafe.Add(s.value, p*8)) }

// Dot returns the inner product of row i with w, length d. It has four sums, so that an addition
// need not wait for the last one. Each turn of the loop adds eight entries, because turns are slow:
// in WebAssembly a loop of Go jumps back through a table of all jumps of its function.
func (s *Sparse) Dot(i int, w []float64) float64 {
	p, dense, count := s.row(i, w)
	var s0, s1, s2, s3 float64
	for range count / 8 {
		j, x := indices[[8]uint32](s, p), values[[8]float64](s, p)
		s0 += float64(dense[j[0]] * x[0])
		s1 += float64(dense[j[1]] * x[1])
		s2 += float64(dense[j[2]] * x[2])
		s3 += float64(dense[j[3]] * x[3])
		s0 += float64(dense[j[4]] * x[4])
		s1 += float64(dense[j[5]] * x[5])
		s2 += float64(dense[j[6]] * x[6])
		s3 += float64(dense[j[7]] * x[7])
		p += 8
	}
	if count&4 != 0 {
		j, x := indices[[4]uint32](s, p), values[[4]float64](s, p)
		s0 += float64(dense[j[0]] * x[0])
		s1 += float64(dense[j[1]] * x[1])
		s2 += float64(dense[j[2]] * x[2])
		s3 += float64(dense[j[3]] * x[3])
		p += 4
	}
	if count&2 != 0 {
		j, x := indices[[2]uint32](s, p), values[[2]float64](s, p)
		s0 += float64(dense[j[0]] * x[0])
		s1 += float64(dense[j[1]] * x[1])
		p += 2
	}
	if count&1 != 0 {
		s0 += float64(dense[*indices[uint32](s, p)] * *values[float64](s, p))
	}
	return (s0 + s1) + (s2 + s3)
}

// Add adds row i, scaled, to w, length d: w += a*x_i.
func (s *Sparse) Add(i int, a float64, w []float64) {
	p, dense, count := s.row(i, w)
	for range count / 8 {
		j, x := indices[[8]uint32](s, p), values[[8]float64](s, p)
		dense[j[0]] += float64(a * x[0])
		dense[j[1]] += float64(a * x[1])
		dense[j[2]] += float64(a * x[2])
		dense[j[3]] += float64(a * x[3])
		dense[j[4]] += float64(a * x[4])
		dense[j[5]] += float64(a * x[5])
		dense[j[6]] += float64(a * x[6])
		dense[j[7]] += float64(a * x[7])
		p += 8
	}
	for range count & 7 {
		dense[*indices[uint32](s, p)] += float64(a * *values[float64](s, p))
		p++
	}
}
