package activeset

import (
	"slices"

	"maxmargin/core/run"
)

// Value returns the decision value of a sample.
func (s *Set) Value(i int) float64 { return s.Gradient[i] - s.Linear[i] }

// Clone returns a copy, over the same rows.
func (s *Set) Clone() *Set {
	c := *s
	c.Low, c.High, c.Linear = slices.Clone(s.Low), slices.Clone(s.High), slices.Clone(s.Linear)
	c.Coef, c.Gradient, c.Places = slices.Clone(s.Coef), slices.Clone(s.Gradient), slices.Clone(s.Places)
	c.offset, c.free, c.ones = slices.Clone(s.offset), slices.Clone(s.free), nil
	c.factor.rows = make([][]float64, len(s.factor.rows))
	for p, row := range s.factor.rows {
		c.factor.rows[p] = slices.Clone(row)
	}
	return &c
}

// Retire takes sample i out of the problem: its variable goes to 0 and stays there.
func (s *Set) Retire(ctl *run.Ctl, i int) error {
	v := s.Coef[i]
	if p := slices.Index(s.free, i); p >= 0 {
		s.factor.remove(p)
		s.free = slices.Delete(s.free, p, p+1)
		s.changed()
	}
	s.Places[i], s.Low[i], s.High[i] = Fixed, v, v
	if v == 0 {
		return nil
	}
	rate := make([]float64, len(s.Coef))
	rate[i] = -v
	return s.Follow(ctl, Course{Low: rate, High: rate, To: 1})
}
