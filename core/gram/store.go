package gram

import (
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// Store keeps rows of the kernel matrix of a whole set, for many fits to parts of it: the
// folds of a cross-validation with every C of a grid ask for the same kernel values again
// and again. It keeps the rows of one kernel at a time, each over all samples, until its
// limit is reached. Fits compute the rows beyond the limit themselves. It serves one fit at
// a time.
type Store struct {
	Limit int // most bytes of rows to keep

	set     sample.Set
	kernel  kernel.Kernel
	origin  []float64
	columns Columns
	rows    [][]float64 // row of each sample; nil: not kept
	spare   [][]float64 // memory of the rows of an earlier kernel
	kept    int         // rows there is memory for, in use or spare

	to   [][]float64 // scratch of take
	from []int
}

// NewStore returns an empty store for rows over set, of at most limit bytes.
func NewStore(set sample.Set, limit int) *Store {
	return &Store{Limit: limit, set: set, rows: make([][]float64, set.Len())}
}

// Part says that a set holds some samples of a store's set: sample i of Set is the
// store's sample Index[i].
type Part struct {
	Store *Store
	Set   sample.Set
	Index []int
}

// serve makes the store hold rows of k. It drops the rows of another kernel.
func (s *Store) serve(k kernel.Kernel) {
	if s.kernel != nil && kernel.Same(s.kernel, k) {
		return
	}
	for i, row := range s.rows {
		if row != nil {
			s.spare, s.rows[i] = append(s.spare, row), nil
		}
	}
	s.kernel, s.origin = k, Origin(k, s.set)
	s.columns = Prepare(k, s.set, nil, s.origin)
}

// take writes the rows of samples over the whole set into dst and returns it. It computes
// the rows that it does not have; a row for which there is no room is nil.
func (s *Store) take(dst [][]float64, samples []int) [][]float64 {
	s.to, s.from = s.to[:0], s.from[:0]
	for _, i := range samples {
		if s.rows[i] == nil {
			if row := s.room(); row != nil {
				s.rows[i] = row
				s.to, s.from = append(s.to, row), append(s.from, i)
			}
		}
		dst = append(dst, s.rows[i])
	}
	if len(s.from) > 0 {
		s.columns.Rows(s.to, s.set, s.from)
	}
	return dst
}

// room returns memory for a row, or nil.
func (s *Store) room() []float64 {
	if last := len(s.spare) - 1; last >= 0 {
		row := s.spare[last]
		s.spare = s.spare[:last]
		return row
	}
	stride := s.columns.Stride()
	if (s.kept+1)*stride*8 > s.Limit {
		return nil
	}
	s.kept++
	return make([]float64, stride)
}

// From makes the matrix take its rows from a store, if its set is a part of the set of the
// store, as long as the store has room. It changes nothing when p is nil, when p is about
// another set (such as the set before its samples were scaled), or when the kernel is
// precomputed.
func (m *Matrix) From(p *Part) {
	if p == nil || p.Set != m.set {
		return
	}
	if kernel.IsGiven(m.kernel) {
		return
	}
	p.Store.serve(m.kernel)
	m.part = p
	m.origin = p.Store.origin // so that a row has the same bits wherever it is computed
}

// recallWhole fills dst with the rows of coordinates from the store, and returns
// those that it does not have.
func (v *View) recallWhole(dst [][]float64, coordinates []int) (restDst [][]float64, rest []int) {
	part := v.matrix.part
	if part == nil {
		return dst, coordinates
	}
	v.from = v.from[:0]
	for _, c := range coordinates {
		v.from = append(v.from, part.Index[v.samples[c]])
	}
	v.stored = part.Store.take(v.stored[:0], v.from)
	restDst, rest = dst[:0], coordinates[:0]
	for r, whole := range v.stored {
		if whole == nil {
			restDst, rest = append(restDst, dst[r]), append(rest, coordinates[r])
			continue
		}
		row := dst[r][:len(v.inStore)]
		for q, at := range v.inStore {
			row[q] = whole[at]
		}
	}
	return restDst, rest
}

// locate finds the active coordinates in the store.
func (v *View) locate() {
	part := v.matrix.part
	if part == nil {
		return
	}
	v.inStore = v.inStore[:0]
	for _, c := range v.active {
		v.inStore = append(v.inStore, int32(part.Index[v.samples[c]]))
	}
}
