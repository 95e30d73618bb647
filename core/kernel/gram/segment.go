package gram

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// Matrix is the kernel matrix of a set, which is not stored. It makes segments, which are lists of
// samples prepared as columns, and views over them, which compute rows.
type Matrix struct {
	kernel kernel.Kernel
	set    sample.Set
	origin []float64

	diagonal []float64 // k(x_i, x_i) of every sample
	part     *Part     // where rows are kept for several matrices, or nil
	last     *View     // by ViewOf, for a part
	image    Image     // of the last fit; see Keep
}

// NewMatrix returns the matrix of k over set.
func NewMatrix(k kernel.Kernel, set sample.Set) *Matrix { return MatrixOf(k, set, nil) }

func newMatrix(k kernel.Kernel, set sample.Set, origin []float64) *Matrix {
	m := &Matrix{kernel: k, set: set, origin: origin, diagonal: make([]float64, set.Len())}
	Diagonal(m.diagonal, k, set)
	return m
}

// Diagonal returns k(x_i, x_i) of every sample; it must not be written.
func (m *Matrix) Diagonal() []float64 { return m.diagonal }

// Budget returns how many of so many megabytes rows may take: less what columns of a sparse set
// take, up to half of them.
func (m *Matrix) Budget(memory *Memory, megabytes float64) int {
	bytes := memory.Budget(int(min(megabytes, 1<<20) * (1 << 20)))
	return bytes - min(m.excess(), bytes/2)
}

// excess returns how many bytes more the columns of a sparse set take than the set, when
// they are stored densely.
func (m *Matrix) excess() int {
	s, ok := m.set.(*sample.CSR)
	if kernel.IsGiven(m.kernel) || !ok || !Packs(s) {
		return 0
	}
	return max(0, 8*s.N*s.D-12*len(s.Value))
}

// Segment is a list of samples prepared as columns, for several problems. It can keep the rows of
// its own samples: one-versus-one pairs with a common class then compute the block of that class
// only once.
type Segment struct {
	matrix  *Matrix
	samples []int
	columns Columns
	own     [][]float64 // own[p]: row of the segment's sample p; nil if not kept
	budget  *int        // float64 that may still be kept, shared between segments
}

// Segment prepares the samples at index. It keeps the rows of its own samples while budget lasts,
// which is counted in float64 and shared with other segments; a nil budget keeps none.
func (m *Matrix) Segment(index []int, budget *int) *Segment {
	s := &Segment{matrix: m, samples: index, columns: Prepare(m.kernel, m.set, index, m.origin), budget: budget}
	if budget != nil {
		s.own = make([][]float64, len(index))
	}
	return s
}

// remember computes missing rows of own samples while the budget lasts, several in one call, which
// takes less time each.
func (s *Segment) remember(positions []int) {
	need := s.columns.Stride()
	var fresh, samples []int
	for _, p := range positions {
		if s.own[p] == nil && *s.budget >= need {
			*s.budget -= need
			fresh, samples = append(fresh, p), append(samples, s.samples[p])
		}
	}
	if len(fresh) == 0 {
		return
	}
	memory, rows := make([]float64, need*len(fresh)), make([][]float64, len(fresh))
	for r := range rows {
		rows[r] = memory[r*need : (r+1)*need : (r+1)*need]
	}
	s.columns.Rows(rows, s.matrix.set, samples)
	for r, p := range fresh {
		s.own[p] = rows[r][:s.columns.Len()]
	}
}
