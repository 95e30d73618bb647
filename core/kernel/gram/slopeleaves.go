package gram

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// slopeLeaf is the common part of the slopes of kernels without parts.
type slopeLeaf struct {
	set     sample.Set
	kernel  kernel.Kernel // whose rows are computed
	origin  []float64
	sums    []float64
	columns Columns
	rows    block
}

func (s *slopeLeaf) prepare(index []int) { s.columns = Prepare(s.kernel, s.set, index, s.origin) }

func (s *slopeLeaf) values(index []int) [][]float64 {
	rows := s.rows.of(len(index), s.columns.Stride())
	s.columns.Rows(rows, s.set, index)
	return rows
}

func (s *slopeLeaf) finish(Watch) bool { return true }

func (s *slopeLeaf) gather(to []float64) []float64 { return append(to, s.sums...) }

// constantSlope is a kernel without learnable parameters, or a tree of such kernels.
type constantSlope struct{ slopeLeaf }

func (*constantSlope) back([]int, [][]float64) {}

// unfoldedSlope is a kernel that knows its derivatives. The rows of the leaf are u.
type unfoldedSlope struct {
	slopeLeaf
	of     kernel.Unfolded
	slopes [][][]float64 // by row and parameter
}

func (s *unfoldedSlope) values(index []int) [][]float64 {
	rows := s.slopeLeaf.values(index)
	n := s.columns.Len()
	for r := range rows {
		rows[r] = rows[r][:n]
		b := block{s.slopes[r]}
		s.slopes[r] = b.of(len(s.sums), n)
		s.of.Unfold(rows[r], s.slopes[r])
	}
	return rows
}

func (s *unfoldedSlope) back(index []int, by [][]float64) {
	for r := range index {
		for p, row := range s.slopes[r] {
			s.sums[p] += lanes.Sum(row, by[r])
		}
	}
}

// weightsSlope is sum over the coordinates of w_c x_c z_c, whose derivative by log w_c is w_c
// x_c z_c.
type weightsSlope struct {
	slopeLeaf
	weights []float64 // a weight of 0 is not learnt
	terms   []float64 // the derivative by each
	dense   []float64 // the columns, one after the other
}

func (s *weightsSlope) prepare(index []int) {
	s.slopeLeaf.prepare(index)
	d := len(s.weights)
	s.dense = grown(s.dense, len(index)*d)
	for c, j := range index {
		s.set.Dense(s.dense[c*d:(c+1)*d], j)
	}
}

func (s *weightsSlope) back(index []int, by [][]float64) {
	d := len(s.weights)
	x, sum := make([]float64, d), make([]float64, d)
	for r, i := range index {
		clear(sum)
		for c, w := range by[r][:s.columns.Len()] {
			if w != 0 {
				lanes.Update(sum, w, s.dense[c*d:(c+1)*d])
			}
		}
		s.set.Dense(x, i)
		for j, v := range sum {
			s.terms[j] += float64(s.weights[j] * x[j] * v)
		}
	}
}

func (s *weightsSlope) gather(to []float64) []float64 {
	for j, w := range s.weights {
		if w > 0 {
			to = append(to, s.terms[j])
		}
	}
	return to
}

// differenceSlope takes central differences.
type differenceSlope struct {
	slopeLeaf
	moved   []Columns // two for each parameter
	scratch [2]block
}

// differenceStep is the step of the logarithm of a parameter.
const differenceStep = 1e-5

func (s *differenceSlope) prepare(index []int) {
	s.slopeLeaf.prepare(index)
	s.moved = s.moved[:0]
	_, values := kernel.Learnable(s.kernel, s.set.Dim())
	for p, v := range values {
		for _, h := range []float64{differenceStep, -differenceStep} {
			values[p] = v * math.Exp(h)
			k := kernel.Learnt(s.kernel, s.set.Dim(), values)
			s.moved = append(s.moved, Prepare(k, s.set, index, s.origin))
		}
		values[p] = v
	}
}

func (s *differenceSlope) back(index []int, by [][]float64) {
	for p := range s.sums {
		var rows [2][][]float64
		for side := range rows {
			rows[side] = s.scratch[side].of(len(index), s.columns.Stride())
			s.moved[2*p+side].Rows(rows[side], s.set, index)
		}
		for r := range index {
			for c, w := range by[r][:s.columns.Len()] {
				s.sums[p] += w * (rows[0][r][c] - rows[1][r][c]) / (2 * differenceStep)
			}
		}
	}
}
