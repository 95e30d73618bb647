package expansion

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// scorer turns kernel values into the values of an expansion. It holds scratch
// memory.
type scorer struct {
	of        *Expansion
	columns   gram.Columns // the support vectors, or one weight vector for each value
	collapsed bool         // the latter
	rows      [][]float64  // kernel values of several samples
	values    [][]float64  // the values of several samples
	stride    int          // numbers that a block takes in sums
	sums      [2][]float64 // of one or two samples: the rows of coefficients with the kernel values
	panels    []panels     // one for each block, of more than a few rows
}

// panels are the coefficients of a block, transposed: its rows are the samples,
// its support vectors the features.
type panels struct {
	packed      []float64
	features    []int32   // 0, 1, 2, ...
	interleaved []float64 // scratch: kernel values of two samples
}

// fewRows is the number of rows of coefficients up to which plain inner products
// are faster than panels, which are padded to whole vectors.
const fewRows = 3

// widestCollapse is how many numbers the weight vectors of all values may take
// for a linear machine to be collapsed to them.
const widestCollapse = 4 << 20

func newScorer(e *Expansion) *scorer {
	l := &e.layout
	s := &scorer{of: e, stride: lanes.Padded(l.rows())}
	values := len(e.Intercept)
	if kernel.IsLinear(e.Kernel) && values <= e.Count() && values*e.Vectors.Dim() <= widestCollapse {
		s.collapsed = true
		s.columns = gram.Prepare(e.Kernel, s.weights(), nil, nil)
	} else {
		s.columns = e.Columns()
	}
	for range rowsAtATime {
		s.rows = append(s.rows, make([]float64, s.columns.Stride()))
		s.values = append(s.values, make([]float64, values))
	}
	for r := range s.sums {
		s.sums[r] = make([]float64, len(l.blocks)*s.stride)
	}
	if l.rows() > fewRows && !s.collapsed {
		for i := range l.blocks {
			s.panels = append(s.panels, pack(&l.blocks[i]))
		}
	}
	return s
}

// pack transposes the coefficients of b.
func pack(b *block) panels {
	n := b.to - b.from
	p := panels{packed: make([]float64, lanes.PackedLen(len(b.coef), n)), features: make([]int32, n), interleaved: make([]float64, 2*n)}
	for v := range p.features {
		p.features[v] = int32(v)
	}
	for row, coef := range b.coef {
		lanes.Pack(p.packed, coef, row)
	}
	return p
}

// score calls take for the samples of x at index.
func (s *scorer) score(x sample.Set, index []int, take func(i int, values []float64)) {
	rows, values := s.rows[:len(index)], s.values[:len(index)]
	s.columns.Rows(rows, x, index)
	switch {
	case s.collapsed:
		for r, row := range rows {
			for q, b := range s.of.Intercept {
				values[r][q] = b + row[q]
			}
		}
	case s.panels == nil:
		for r, row := range rows {
			s.sumOne(row)
			s.combine(values[r], s.sums[0])
		}
	default:
		for r := 0; r < len(rows); r += 2 {
			last := min(r+1, len(rows)-1) // an odd last row is paired with itself
			s.sumTwo(rows[r], rows[last])
			s.combine(values[r], s.sums[0])
			s.combine(values[last], s.sums[1])
		}
	}
	for r, i := range index {
		take(i, values[r])
	}
}

// sumOne takes the inner products of the coefficients with one row.
func (s *scorer) sumOne(row []float64) {
	for i := range s.of.layout.blocks {
		b := &s.of.layout.blocks[i]
		for j, coef := range b.coef {
			s.sums[0][i*s.stride+j] = lanes.Sum(coef, row[b.from:])
		}
	}
}

// sumTwo takes the inner products of the coefficients with two rows.
func (s *scorer) sumTwo(row0, row1 []float64) {
	for i := range s.panels {
		p, from := &s.panels[i], s.of.layout.blocks[i].from
		for v := range p.features {
			p.interleaved[2*v], p.interleaved[2*v+1] = row0[from+v], row1[from+v]
		}
		at := i * s.stride
		lanes.Dots2(s.sums[0][at:at+s.stride], s.sums[1][at:at+s.stride], p.packed, len(p.features), p.features, p.interleaved)
	}
}

// combine adds up the terms of every value.
func (s *scorer) combine(values, sums []float64) {
	if k := len(s.of.Counts); k > 0 { // as terms says, without reading it
		intercept := s.of.Intercept
		for a := range k - 1 { // the values of class a and the later ones
			row := values[:k-1-a]
			own, constant, at := sums[a*s.stride+a:][:len(row)], intercept[:len(row)], (a+1)*s.stride+a
			for b := range row {
				row[b] = constant[b] + (own[b] + sums[at])
				at += s.stride
			}
			values, intercept = values[len(row):], intercept[len(row):]
		}
		return
	}
	for q, terms := range s.of.layout.terms {
		sum := 0.0
		for _, t := range terms {
			sum += sums[t.block*s.stride+t.row]
		}
		values[q] = s.of.Intercept[q] + sum
	}
}

// weights returns the weight vectors of a linear machine, w_q = sum_i coef_qi x_i.
func (s *scorer) weights() sample.Set {
	m := s.of
	d := m.Vectors.Dim()
	w := &sample.Matrix{N: len(m.Intercept), D: d, X: make([]float64, len(m.Intercept)*d)}
	x := make([]float64, d)
	for q, terms := range s.of.layout.terms {
		for _, t := range terms {
			b := &s.of.layout.blocks[t.block]
			for v, c := range b.coef[t.row] {
				if c != 0 {
					m.Vectors.Dense(x, b.from+v)
					lanes.Update(w.Row(q), c, x)
				}
			}
		}
	}
	return w
}
