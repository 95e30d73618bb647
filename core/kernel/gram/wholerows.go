package gram

import (
	"slices"

	"maxmargin/core/base/order"
)

// Image is the result of a fit to a part of a store, for the next fit and for the samples that
// judge: coefficients, and their sums with the rows of the store. Both are in the order of the
// store's columns, and nil if there was no such fit.
type Image struct {
	Point []float64
	Sums  []float64
}

// Keep keeps the image of a fit.
func (m *Matrix) Keep(image Image) { m.image = image }

// Kept returns the image of the last fit.
func (m *Matrix) Kept() Image { return m.image }

// Whole returns the view over all samples of the store, and the places of the given samples of the
// part in it. Its rows belong to the store: nothing is copied until the active set shrinks, and one
// view serves all parts, that is the folds of a cross-validation. It returns nil if there is no
// store, if the store has not enough memory for all rows, or if the places do not ascend: a problem
// would have another order, or a sample that is twice in the part, as in a bootstrap, would have
// one place for two coordinates.
func (m *Matrix) Whole(memory *Memory, bytes int, samples []int) (v *View, places []int) {
	if m.part == nil {
		return nil, nil
	}
	s, of := m.part.Store, m.part.places()
	if s.set.Len()*s.columns.Stride()*8 > s.Limit {
		return nil, nil
	}
	places = make([]int, len(samples))
	for p, i := range samples {
		places[p] = of[i]
		if p > 0 && places[p] <= places[p-1] {
			return nil, nil
		}
	}
	if s.matrix == nil {
		s.matrix = newMatrix(s.kernel, s.set, s.origin)
		s.matrix.part = &Part{Store: s, Set: s.set, Index: order.Between(0, s.set.Len())}
	}
	v = s.matrix.ViewOf(memory, bytes, s.order)
	v.direct = true
	return v, places
}

// takeWhole sets rows to those of the store and reports whether it has them all. Otherwise the view
// is an ordinary one from then on.
func (v *View) takeWhole(positions []int) bool {
	v.from = v.from[:0]
	for _, i := range positions {
		v.from = append(v.from, v.samples[i])
	}
	v.stored = v.matrix.part.Store.take(v.stored[:0], v.from)
	for _, row := range v.stored {
		if row == nil {
			v.direct, v.rows = false, v.rows[:0]
			return false
		}
		v.rows = append(v.rows, row[:len(v.active)])
	}
	return true
}

// Sums returns the sum over the row of each sample of the set with the coefficients coef, which
// belong to the samples of the store in the order of its columns, up to the last that is not zero.
// It is nil unless these are the coefficients of the last fit to the part.
func (r *Recall) Sums(coef []float64) []float64 {
	point := r.image.Point
	if len(coef) > len(point) || !slices.Equal(coef, point[:len(coef)]) || slices.ContainsFunc(point[len(coef):], func(c float64) bool { return c != 0 }) {
		return nil
	}
	sums := make([]float64, len(r.columns))
	for i, at := range r.columns {
		sums[i] = r.image.Sums[at]
	}
	return sums
}

// Largest returns the largest |k(x, x)| of the samples of the store.
func (r *Recall) Largest() float64 {
	largest := 0.0
	for _, v := range r.store.matrix.diagonal {
		largest = max(largest, v, -v)
	}
	return largest
}
