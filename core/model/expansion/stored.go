package expansion

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
)

// stored evaluates an expansion with one value for samples whose kernel rows the store of a
// study keeps: the fits of a search visit the same samples again and again.
type stored struct {
	rows      *gram.Recall
	coef      []float64 // of all samples of the store
	intercept float64
	norm      float64   // of coef
	sums      []float64 // of the samples of x, known from the fit; nil: they are not
	doubt     float64   // by which they may err
}

// storedError bounds the error of a value, relative to the norms of the coefficients and of
// the row, whose product is at least the sum of the terms' magnitudes. It is far above what rounding does to the sum and to the kernel values, which scorer may
// compare from another origin.
const storedError = 0x1p-30

// stored returns nil when the store has no rows of the samples of x.
func (e *Expansion) stored(x sample.Set) *stored {
	if len(e.Intercept) != 1 || e.Count() == 0 {
		return nil
	}
	rows := e.Part.Recall(e.Kernel, x)
	if rows == nil {
		return nil
	}
	s := &stored{rows: rows, intercept: e.Intercept[0]}
	for _, t := range e.layout.terms[0] {
		b := &e.layout.blocks[t.block]
		for v, c := range b.coef[t.row] {
			at := rows.Places[e.Indices[b.from+v]]
			if missing := at + 1 - len(s.coef); missing > 0 {
				s.coef = append(s.coef, make([]float64, missing)...)
			}
			s.coef[at] += c
		}
	}
	s.norm = math.Sqrt(lanes.Sum(s.coef, s.coef))
	if s.sums = rows.Sums(s.coef); s.sums != nil {
		size := 0.0
		for _, c := range s.coef {
			size += math.Abs(c)
		}
		s.doubt = storedError * size * rows.Largest()
	}
	return s
}

// eachStored is EachSign with the rows of a store. Samples without a row, and those with a
// value near zero, get the values of Each.
func (e *Expansion) eachStored(ctl *run.Ctl, x sample.Set, s *stored, take func(i int, values []float64) bool) error {
	var rest []int
	value := []float64{0}
	err := blocks(ctl, x, func(index []int) {
		if s.sums != nil {
			for _, i := range index {
				if value[0] = s.intercept + s.sums[i]; !(math.Abs(value[0]) > s.doubt) {
					value[0] = math.NaN()
				}
				if !take(i, value) {
					rest = append(rest, i)
				}
			}
			return
		}
		for r, row := range s.rows.Rows(index) {
			i := index[r]
			if row == nil {
				rest = append(rest, i)
				continue
			}
			value[0] = s.intercept + lanes.Sum(s.coef, row)
			if !(math.Abs(value[0]) > storedError*s.norm*s.rows.Norm(i)) {
				value[0] = math.NaN()
			}
			if !take(i, value) {
				rest = append(rest, i)
			}
		}
	})
	if err == nil && len(rest) > 0 {
		for at := 0; at < len(rest); at += rowsAtATime {
			e.score(x, rest[at:min(at+rowsAtATime, len(rest))], func(i int, values []float64) { take(i, values) })
		}
	}
	return err
}
