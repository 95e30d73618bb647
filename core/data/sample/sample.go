// Package sample holds data sets: n samples of d features, dense or sparse.
package sample

import (
	"math"
	"strconv"
	"strings"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
)

// Set is a data set of numeric vectors. Sets are immutable once made.
type Set interface {
	Len() int // n samples
	Dim() int // d features

	// Dense writes sample i into dst, length d.
	Dense(dst []float64, i int)
	// SquaredNorm returns the squared Euclidean norm of sample i.
	SquaredNorm(i int) float64
	// Select returns a new set of the samples at index, in that order.
	Select(index []int) Set
	// Moments returns the mean and the variance over all n*d entries, the
	// zeros of a sparse set included.
	Moments() (mean, variance float64)
	// Ranges returns the smallest and largest value of every feature, the
	// zeros of a sparse set included.
	Ranges() (lowest, highest []float64)
	// Kind returns the kind of the samples.
	Kind() Kind
}

// Kind is the kind of samples, by the plural in messages: "numbers", "strings". A kernel compares
// samples of one kind.
type Kind string

// The kinds of this package.
const (
	Numbers Kind = "numbers" // vectors
	Strings Kind = "strings" // sequences of symbols
)

// Structured is a set whose samples are not vectors. Methods of Set that only vectors can
// answer return zeros. Dim is 1: a sample is one object.
type Structured interface {
	Set

	// Equals reports whether sample i is sample j of another set, of any kind.
	Equals(i int, other Set, j int) bool
	// Join returns the samples and then those of another set of the same type, copied.
	Join(other Set) Set
}

// Matrix is a dense set: X is n x d, row-major.
type Matrix struct {
	N, D int
	X    []float64
}

// NewMatrix returns the dense set over x, which it keeps and does not copy. It fails if x is empty,
// if its length is not n*d or if an entry is not finite.
func NewMatrix(x []float64, n, d int) (*Matrix, error) { return newMatrix(x, n, d, false) }

// NewIncomplete does this for entries that may be NaN: missing values, for machines that accept
// them.
func NewIncomplete(x []float64, n, d int) (*Matrix, error) { return newMatrix(x, n, d, true) }

func newMatrix(x []float64, n, d int, incomplete bool) (*Matrix, error) {
	if err := checkShape(n, d); err != nil {
		return nil, err
	}
	if len(x) != n*d {
		return nil, fault.New(fault.Shape, "X", "X has %d numbers, but %d rows of %d columns need %d", len(x), n, d, n*d).
			With("expected", n*d).With("got", len(x))
	}
	for i, v := range x {
		if math.IsInf(v, 0) || v != v && !incomplete {
			return nil, nonFinite(i/d, i%d, v)
		}
	}
	return &Matrix{n, d, x}, nil
}

// Row returns sample i without copying.
func (m *Matrix) Row(i int) []float64 { return m.X[i*m.D : (i+1)*m.D : (i+1)*m.D] }

func (m *Matrix) Len() int                   { return m.N }
func (m *Matrix) Dim() int                   { return m.D }
func (m *Matrix) Dense(dst []float64, i int) { copy(dst, m.Row(i)) }

func (m *Matrix) SquaredNorm(i int) float64 { return squaredNorm(m.Row(i)) }
func (m *Matrix) Kind() Kind                { return Numbers }

func (m *Matrix) Select(index []int) Set {
	x := make([]float64, len(index)*m.D)
	for r, i := range index {
		copy(x[r*m.D:], m.Row(i))
	}
	return &Matrix{len(index), m.D, x}
}

// Sparse returns the samples without their zeros.
func (m *Matrix) Sparse() *CSR {
	s := &CSR{N: m.N, D: m.D, Ptr: make([]int32, 1, m.N+1)}
	for i := range m.N {
		for j, v := range m.Row(i) {
			if v != 0 {
				s.Index, s.Value = append(s.Index, int32(j)), append(s.Value, v)
			}
		}
		s.Ptr = append(s.Ptr, int32(len(s.Index)))
	}
	return s
}

func (m *Matrix) Moments() (mean, variance float64) {
	return moments(m.X, len(m.X))
}

func (m *Matrix) Ranges() (lowest, highest []float64) {
	lowest = append([]float64(nil), m.Row(0)...)
	highest = append([]float64(nil), m.Row(0)...)
	for i := 1; i < m.N; i++ {
		for j, v := range m.Row(i) {
			// min and max of floats are calls in WebAssembly, and cost more than this.
			if v < lowest[j] {
				lowest[j] = v
			} else if v > highest[j] {
				highest[j] = v
			}
		}
	}
	return lowest, highest
}

// CSR is a sparse set in compressed sparse rows: the entries of sample i are
// Value[Ptr[i]:Ptr[i+1]] at the ascending columns Index[Ptr[i]:Ptr[i+1]].
type CSR struct {
	N, D  int
	Ptr   []int32   // length n+1
	Index []int32   // length nnz, 0 <= Index < d
	Value []float64 // length nnz
}

// NewCSR returns the sparse set over the given slices, which it keeps and does not copy. It fails
// unless they are well-formed CSR with ascending, unrepeated columns and finite values.
func NewCSR(ptr, index []int32, value []float64, n, d int) (*CSR, error) {
	if err := checkShape(n, d); err != nil {
		return nil, err
	}
	if len(ptr) != n+1 {
		return nil, fault.New(fault.Shape, "X", "X.indptr has %d entries, but %d rows need %d", len(ptr), n, n+1).
			With("expected", n+1).With("got", len(ptr))
	}
	if len(index) != len(value) {
		return nil, fault.New(fault.Shape, "X", "X.indices has %d entries but X.data has %d; they must have one each per stored value", len(index), len(value)).
			With("expected", len(value)).With("got", len(index))
	}
	if ptr[0] != 0 || int(ptr[n]) != len(index) {
		return nil, fault.New(fault.Shape, "X", "X.indptr must run from 0 to the number of stored values (%d), but runs from %d to %d", len(index), ptr[0], ptr[n])
	}
	// Check all of indptr first: only then can it be used for slices.
	for i := 0; i < n; i++ {
		if ptr[i] > ptr[i+1] {
			return nil, fault.New(fault.Shape, "X", "X.indptr decreases at row %d; it must ascend", i).With("row", i)
		}
	}
	for i := 0; i < n; i++ {
		last := int32(-1)
		for p := ptr[i]; p < ptr[i+1]; p++ {
			j := index[p]
			switch {
			case j < 0 || int(j) >= d:
				return nil, fault.New(fault.Shape, "X", "X.indices has column %d in row %d, outside 0 to %d", j, i, d-1).
					With("row", i).With("column", int(j))
			case j <= last:
				return nil, fault.New(fault.Shape, "X", "X.indices must ascend within a row, but column %d follows %d in row %d", j, last, i).
					With("row", i).With("column", int(j))
			}
			last = j
			if v := value[p]; math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, nonFinite(i, int(j), v)
			}
		}
	}
	return &CSR{n, d, ptr, index, value}, nil
}

// Row returns the columns and values of sample i without copying.
func (s *CSR) Row(i int) (index []int32, value []float64) {
	a, b := s.Ptr[i], s.Ptr[i+1]
	return s.Index[a:b:b], s.Value[a:b:b]
}

func (s *CSR) Len() int { return s.N }
func (s *CSR) Dim() int { return s.D }

func (s *CSR) Dense(dst []float64, i int) {
	clear(dst)
	index, value := s.Row(i)
	for p, j := range index {
		dst[j] = value[p]
	}
}

func (s *CSR) Kind() Kind { return Numbers }

func (s *CSR) SquaredNorm(i int) float64 {
	_, value := s.Row(i)
	return squaredNorm(value)
}

func (s *CSR) Select(rows []int) Set {
	entries := 0
	for _, i := range rows {
		entries += int(s.Ptr[i+1] - s.Ptr[i])
	}
	out := &CSR{N: len(rows), D: s.D, Ptr: make([]int32, 1, len(rows)+1), Index: make([]int32, 0, entries), Value: make([]float64, 0, entries)}
	for _, i := range rows {
		index, value := s.Row(i)
		out.Index = append(out.Index, index...)
		out.Value = append(out.Value, value...)
		out.Ptr = append(out.Ptr, int32(len(out.Index)))
	}
	return out
}

// Transposed returns a set whose samples are the columns of s.
func (s *CSR) Transposed() *CSR {
	t := &CSR{N: s.D, D: s.N, Ptr: make([]int32, s.D+2), Index: make([]int32, len(s.Index)), Value: make([]float64, len(s.Index))}
	for _, j := range s.Index {
		t.Ptr[j+2]++
	}
	for j := range s.D {
		t.Ptr[j+2] += t.Ptr[j+1]
	}
	for i := range s.N { // Ptr[j+1] is where the next entry of column j goes
		index, value := s.Row(i)
		for p, j := range index {
			at := t.Ptr[j+1]
			t.Index[at], t.Value[at] = int32(i), value[p]
			t.Ptr[j+1]++
		}
	}
	t.Ptr = t.Ptr[:s.D+1]
	return t
}

func (s *CSR) Moments() (mean, variance float64) {
	return moments(s.Value, s.N*s.D)
}

func (s *CSR) Ranges() (lowest, highest []float64) {
	lowest, highest = make([]float64, s.D), make([]float64, s.D)
	stored := make([]int, s.D)
	for p, j := range s.Index {
		v := s.Value[p]
		if stored[j] == 0 {
			lowest[j], highest[j] = v, v
		} else if v < lowest[j] {
			lowest[j] = v
		} else if v > highest[j] {
			highest[j] = v
		}
		stored[j]++
	}
	for j, count := range stored {
		if count < s.N { // the rest of the column is zero
			lowest[j] = min(lowest[j], 0)
			highest[j] = max(highest[j], 0)
		}
	}
	return lowest, highest
}

// moments returns the mean and the variance of total entries: the stored values, and zeros.
// It takes two passes, so that the variance of data far from zero does not cancel; that of equal
// numbers is 0, whatever the rounding of their mean.
func moments(stored []float64, total int) (mean, variance float64) {
	equal := len(stored) == total
	for _, v := range stored {
		mean += v / float64(total)
		equal = equal && v == stored[0]
	}
	if equal && total > 0 {
		return stored[0], 0
	}
	for _, v := range stored {
		variance += (v - mean) * (v - mean) / float64(total)
	}
	variance += mean * mean * float64(total-len(stored)) / float64(total)
	return mean, variance
}

func squaredNorm(x []float64) float64 { return lanes.Sum(x, x) }

// MaxDim is the largest number of features. Work on a sparse set allocates a few dense
// vectors of that length, and one wrong index must not make them gigabytes long.
const MaxDim = 1 << 24

func checkShape(n, d int) error {
	switch {
	case n == 0:
		return fault.New(fault.Empty, "X", "X has no rows (shape 0 x %d); pass at least one sample", d).With("rows", n).With("columns", d)
	case d == 0:
		return fault.New(fault.Empty, "X", "X has no columns (shape %d x 0); every sample needs at least one feature", n).With("rows", n).With("columns", d)
	case n < 0 || d < 0 || n > math.MaxInt32/2:
		return fault.New(fault.Shape, "X", "X cannot have %d rows and %d columns", n, d)
	case d > MaxDim:
		return fault.New(fault.Shape, "X", "X has %d columns, more than the %d that are supported; renumber the columns that are in use", d, MaxDim).With("columns", d)
	}
	return nil
}

func nonFinite(row, column int, v float64) error {
	name := "NaN"
	if math.IsInf(v, 1) {
		name = "Infinity"
	} else if math.IsInf(v, -1) {
		name = "-Infinity"
	}
	return fault.New(fault.NonFinite, "X", "X[%d, %d] is %s; remove the row, or fill the missing value first", row, column, name).
		With("row", row).With("column", column).With("value", name)
}

// Sourced turns a fault about an entry of X whose columns were made from those of other samples, its
// sources, into one about these. Where sources has none, the fault is not about a column of them.
func Sourced(err error, sources []int) error {
	f, ok := err.(*fault.Error)
	if !ok {
		return err
	}
	row, located := f.Details["row"].(int)
	column, ofColumn := f.Details["column"].(int)
	if !located || !ofColumn {
		return err
	}
	if column >= len(sources) {
		delete(f.Details, "column")
		return f
	}
	if rest, of := strings.CutPrefix(f.Message, place(row, column)); of {
		f.Message = place(row, sources[column]) + rest
	}
	return f.With("column", sources[column])
}

// place returns how messages name an entry.
func place(row, column int) string {
	return "X[" + strconv.Itoa(row) + ", " + strconv.Itoa(column) + "]"
}

// Compile-time conformance.
