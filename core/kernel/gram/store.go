package gram

import (
	"cmp"
	"math"
	"sync"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/order"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// Store keeps rows of the kernel matrix of a whole set, for many fits to parts of it: the folds of
// a cross-validation with every C of a grid ask for the same kernel values repeatedly. It keeps the
// rows of one kernel at a time, each over all samples, up to its limit. Fits compute further rows
// themselves. It serves one fit at a time.
type Store struct {
	Limit int // most bytes of rows to keep

	set     sample.Set
	order   []int   // samples, in the order of the columns
	column  []int   // of each sample
	matrix  *Matrix // over all samples, of the present kernel, for Whole; nil before it is needed
	kernel  kernel.Kernel
	origin  []float64
	offset  func() []float64 // of the set
	columns Columns
	rows    [][]float64 // row of each sample; nil if not kept
	norms   []float64   // of the rows, as vectors; 0: not known
	spare   [][]float64 // memory of the rows of an earlier kernel
	kept    int         // allocated rows, used or spare

	products products
	shares   bool // rows are made of products

	to   [][]float64 // scratch of take
	from []int
}

// NewStore returns an empty store for rows over set, of at most limit bytes.
func NewStore(set sample.Set, limit int) *Store {
	all := order.Between(0, set.Len())
	return &Store{Limit: limit, set: set, order: all, column: all, offset: sync.OnceValue(func() []float64 { return Offset(set) }), rows: make([][]float64, set.Len()), norms: make([]float64, set.Len())}
}

// Divide sets the store's share of the memory for kernel rows and returns the rest, for the cache
// of a fit: half of the bytes each. If every fit is one problem, and the rows of all samples fit
// and leave at least a 32nd, the store takes as much as these need: fits then hardly need a cache,
// see Matrix.Whole.
func (s *Store) Divide(bytes int, one bool) (rest int) {
	n := s.set.Len()
	s.Limit = bytes / 2
	if whole := 8 * n * lanes.Padded(n); one && whole > s.Limit && whole <= bytes-bytes/32 {
		s.Limit = whole
	}
	return bytes - s.Limit
}

// Sort sorts the columns of the rows by class, and within a class by sample, which is the order of
// a problem of two classes; see Matrix.Whole. It precedes all fits.
func (s *Store) Sort(classes []int32) {
	s.order = order.Of(len(classes), func(a, b int) int { return cmp.Compare(classes[a], classes[b]) })
	s.column = make([]int, len(s.order))
	for at, i := range s.order {
		s.column[i] = at
	}
}

// Part says that a set holds some samples of a store's set: sample i of Set is the store's sample
// Index[i]. Consecutive fits to the same part share a matrix and its views as long as their kernel
// is the same. A part serves one fit at a time.
type Part struct {
	Store *Store
	Set   sample.Set
	Index []int
	Judge *Part // other samples of the store, which judge the fits, or nil

	matrix  *Matrix // of the last fit
	columns []int   // of the samples of the part, in a row of the store; see places
}

// places returns the columns of the samples of the part, in a row of the store.
func (p *Part) places() []int {
	if p.columns == nil {
		p.columns = make([]int, len(p.Index))
		for at, i := range p.Index {
			p.columns[at] = p.Store.column[i]
		}
	}
	return p.columns
}

// MatrixOf returns the matrix of k over set. If part is about this set, the rows come from its
// store, as long as that has memory. part is ignored, and may be nil, if it is about another set
// (such as the set before its samples were scaled), or if the kernel is precomputed.
func MatrixOf(k kernel.Kernel, set sample.Set, part *Part) *Matrix {
	if part == nil || part.Set != set || kernel.IsGiven(k) {
		return newMatrix(k, set, Origin(k, set))
	}
	part.Store.serve(k)
	if part.matrix == nil || !kernel.Same(part.matrix.kernel, k) {
		part.matrix = newMatrix(k, set, part.Store.origin) // so that a row has the same bits wherever it is computed
		part.matrix.part = part
	}
	return part.matrix
}

// Recall returns the kernel values between samples of a set and all samples of the store.
type Recall struct {
	store   *Store
	index   []int // of the set
	columns []int // of the set, in a row
	Places  []int // of the samples of the part, in a row

	image Image // of the last fit to the part; see Sums

	rows [][]float64
	from []int
}

// Recall returns nil when set is neither the part nor its judge, when the store has rows of
// another kernel, or when it moves the samples to their mean.
func (p *Part) Recall(k kernel.Kernel, set sample.Set) *Recall {
	if p == nil {
		return nil
	}
	of, s := p, p.Store
	if of.Set != set {
		of = p.Judge
	}
	if of == nil || of.Set != set || s.kernel == nil || s.origin != nil || !kernel.Same(s.kernel, k) {
		return nil
	}
	r := &Recall{store: s, index: of.Index, columns: of.places(), Places: p.places()}
	if p.matrix != nil {
		r.image = p.matrix.image
	}
	return r
}

// Rows returns the rows of the samples of the set at index, until the next call. A row that does
// not fit into the store is nil.
func (r *Recall) Rows(index []int) [][]float64 {
	r.from = r.from[:0]
	for _, i := range index {
		r.from = append(r.from, r.index[i])
	}
	r.rows = r.store.take(r.rows[:0], r.from)
	return r.rows
}

// Norm returns the Euclidean norm of a row that Rows has returned, of sample i of the set.
func (r *Recall) Norm(i int) float64 {
	norm := &r.store.norms[r.index[i]]
	if *norm == 0 {
		row := r.store.rows[r.index[i]][:len(r.store.rows)]
		*norm = math.Sqrt(lanes.Sum(row, row))
	}
	return *norm
}

// serve prepares the store for rows of k, and drops the rows of another kernel.
func (s *Store) serve(k kernel.Kernel) {
	if s.kernel != nil && kernel.Same(s.kernel, k) {
		return
	}
	for i, row := range s.rows {
		if row != nil {
			s.spare, s.rows[i] = append(s.spare, row), nil
		}
	}
	clear(s.norms)
	if s.kernel, s.origin = k, nil; moves(k) {
		s.origin = s.offset()
	}
	s.matrix = nil
	s.columns, s.shares = s.products.serve(k, s.set, s.order, s.origin), false
	if s.columns == nil {
		s.columns = Prepare(k, s.set, s.order, s.origin)
		return
	}
	// There is memory for the rows of the store and of products, or for the rows of the store
	// alone.
	s.shares = 2*s.set.Len()*s.columns.Stride()*8 <= s.Limit
}

// take sets dst to the rows of samples over the whole set and returns it. It computes missing rows;
// a row that does not fit is nil.
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
	switch {
	case len(s.from) == 0:
	case s.shares:
		s.products.fill(s.to, s.set, s.from, s.column)
	default:
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
	if (s.kept+s.products.kept+1)*stride*8 > s.Limit {
		return nil
	}
	s.kept++
	return make([]float64, stride)
}

// recallWhole fills dst with the rows of coordinates over the columns that are inStore, and returns
// the rest, which the store does not have. It reuses both slices.
func (v *View) recallWhole(dst [][]float64, coordinates []int, inStore lanes.Places) (restDst [][]float64, rest []int) {
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
		inStore.Gather(dst[r], whole)
	}
	return restDst, rest
}

// locate returns the places of coordinates in the rows of the store, if there is one.
func (v *View) locate(coordinates []int) lanes.Places {
	part := v.matrix.part
	if part == nil {
		return lanes.Places{}
	}
	places, inStore := part.places(), make([]int32, len(coordinates))
	for q, c := range coordinates {
		inStore[q] = int32(places[v.samples[c]])
	}
	return lanes.NewPlaces(inStore)
}
