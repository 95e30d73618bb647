package activeset

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// Problem has the bounds, the linear term and the sum of the variables of a Set.
type Problem struct {
	Low, High, Linear []float64
	Sum               float64
}

// Value returns the decision value of a sample.
func (s *Set) Value(i int) float64 { return s.Gradient[i] - s.Linear[i] }

// Clone returns a copy, over the same rows.
func (s *Set) Clone() *Set {
	c := *s
	c.Low, c.High, c.Linear = slices.Clone(s.Low), slices.Clone(s.High), slices.Clone(s.Linear)
	c.Coef, c.Gradient, c.Places = slices.Clone(s.Coef), slices.Clone(s.Gradient), slices.Clone(s.Places)
	c.offset, c.free = slices.Clone(s.offset), slices.Clone(s.free)
	c.factor = factor{rows: make([][]float64, len(s.factor.rows)), ones: slices.Clone(s.factor.ones)}
	for p, row := range s.factor.rows {
		c.factor.rows[p] = slices.Clone(row)
	}
	return &c
}

// Retire takes variables out of the problem: they go to 0 and stay there.
func (s *Set) Retire(ctl *run.Ctl, variables ...int) error {
	to := Problem{slices.Clone(s.Low), slices.Clone(s.High), s.Linear, s.Sum}
	for _, i := range variables {
		to.Low[i], to.High[i] = 0, 0
	}
	return s.Become(ctl, to)
}

// Idle reports whether the solution is the same without the variables from first to last-1: they are
// at bounds of 0, and a margin set without them determines the constant.
func (s *Set) Idle(first, last int) bool {
	for i := first; i < last; i++ {
		if s.Coef[i] != 0 || s.Places[i] == Free {
			return false
		}
	}
	return !s.Constant || len(s.free) > 0
}

// Append adds variables with these linear terms after the present ones. K must have their rows.
// They are 0 until Become gives them bounds.
func (s *Set) Append(linear ...float64) {
	from := len(s.Coef)
	zeros := make([]float64, len(linear))
	s.Coef, s.Low, s.High = append(s.Coef, zeros...), append(s.Low, zeros...), append(s.High, zeros...)
	s.offset = append(s.offset, zeros...)
	s.Linear = append(slices.Clip(s.Linear), linear...)
	for p, v := range linear {
		row, g := s.K.Row(from+p), v+s.Bias
		for i, b := range s.Coef[:from] {
			if b != 0 {
				g += b * row[i]
			}
		}
		s.Gradient, s.Places = append(s.Gradient, g), append(s.Places, Fixed)
	}
}

// Become changes the problem into another one over the same rows, along the straight line between
// both, and keeps the solution exact (Karasuyama & Takeuchi, Multiple Incremental Decremental
// Learning of Support Vector Machines, 2009, for several samples at once):
//
//   - a variable whose bounds become equal moves to them and leaves the problem;
//   - a variable that had equal bounds joins. It does not move if its gradient allows that. Otherwise
//     the bound that it must reach begins at the variable and moves it until its gradient is 0.
//
// If rounding errors end the line, it solves the other problem from the last point. After an error
// the set is unusable.
func (s *Set) Become(ctl *run.Ctl, to Problem) error {
	defer s.attend(ctl)()
	n, before := len(s.Coef), slices.Clone(s.Coef)
	c := Course{Low: make([]float64, n), High: make([]float64, n), Linear: make([]float64, n), Sum: to.Sum - s.Sum, To: 1}
	lows, highs, linears := false, false, false
	for i, v := range s.Coef {
		switch g := s.Gradient[i]; {
		case to.Low[i] == to.High[i]:
			s.drop(i)
			s.Places[i], s.Low[i], s.High[i] = Fixed, v, v
		case s.Places[i] == Fixed && (g > 0 || g == 0 && to.Low[i] == v):
			s.Places[i], s.High[i] = Low, to.High[i]
		case s.Places[i] == Fixed:
			s.Places[i], s.Low[i] = High, to.Low[i]
		}
		c.Low[i], c.High[i], c.Linear[i] = to.Low[i]-s.Low[i], to.High[i]-s.High[i], to.Linear[i]-s.Linear[i]
		lows, highs, linears = lows || c.Low[i] != 0, highs || c.High[i] != 0, linears || c.Linear[i] != 0
	}
	if !lows {
		c.Low = nil
	}
	if !highs {
		c.High = nil
	}
	if !linears {
		c.Linear = nil
	}
	if s.Constant && to.Sum >= linalg.Total(to.High)*(1-1e-14) && to.Sum > linalg.Total(to.Low) {
		s.fill(to)
	} else if lows || highs || linears || c.Sum != 0 {
		err := s.Follow(ctl, c)
		if err == ErrLost {
			s.Rest(ctl, before, to)
			err = s.Solve(ctl, before)
		}
		if err != nil {
			return err
		}
	}
	s.Low, s.High, s.Linear, s.Sum = slices.Clone(to.Low), slices.Clone(to.High), slices.Clone(to.Linear), to.Sum
	for i, place := range s.Places { // the end of the line but for rounding
		switch place {
		case Low, Fixed:
			s.Coef[i] = s.Low[i]
		case High:
			s.Coef[i] = s.High[i]
		}
	}
	s.middle()
	return nil
}

// fill sets all variables to their upper bounds, whose sum is the required one: this is the only
// feasible point, and no path changes the margin set one sample at a time.
func (s *Set) fill(to Problem) {
	for len(s.free) > 0 {
		s.drop(s.free[len(s.free)-1])
	}
	s.Linear, s.offset, s.loose = slices.Clone(to.Linear), make([]float64, len(s.Coef)), false
	for i, high := range to.High {
		if s.Places[i], s.Coef[i] = High, high; to.Low[i] == high {
			s.Places[i] = Fixed
		}
	}
	s.Bias = 0
	s.refresh(false)
}

// drop takes variable i out of the margin set, if it is there.
func (s *Set) drop(i int) {
	if p := slices.Index(s.free, i); p >= 0 {
		s.factor.remove(p)
		s.free = slices.Delete(s.free, p, p+1)
	}
}

// middle puts a constant that no sample of the margin set determines into the middle.
func (s *Set) middle() {
	if s.Constant && len(s.free) == 0 {
		s.centre(nil)
	}
}

// Delete removes count variables from at on that left the problem and are 0; the last variables get
// their numbers. K drops their rows, too.
func (s *Set) Delete(at, count int) {
	last := len(s.Coef) - count
	for p := range count {
		to, from := at+p, last+p
		s.Low[to], s.High[to], s.Linear[to], s.offset[to] = s.Low[from], s.High[from], s.Linear[from], s.offset[from]
		s.Coef[to], s.Gradient[to], s.Places[to] = s.Coef[from], s.Gradient[from], s.Places[from]
		if q := slices.Index(s.free, from); q >= 0 {
			s.free[q] = to
		}
	}
	s.Low, s.High, s.Linear, s.offset = s.Low[:last], s.High[:last], s.Linear[:last], s.offset[:last]
	s.Coef, s.Gradient, s.Places = s.Coef[:last], s.Gradient[:last], s.Places[:last]
	s.middle()
}

// Certify recomputes the gradients from Coef and the constant and returns the duality gap and the
// largest violation of the conditions; the set need not be optimal. An error of the sum is part of
// the gap. It calls wanted with the work done so far, and returns false if that does.
func (s *Set) Certify(constant float64, wanted func(done float64) bool) (gap, violation float64, whole bool) {
	n := len(s.Coef)
	g := slices.Clone(s.Linear)
	for i, b := range s.Coef {
		if b == 0 {
			continue
		}
		if !wanted(float64(i) / float64(n)) {
			return 0, 0, false
		}
		lanes.Update(g, b, s.K.Row(i)[:n])
	}
	for i, v := range g {
		v += constant
		above, below, near := s.Coef[i]-s.Low[i], s.High[i]-s.Coef[i], 1e-12*(s.High[i]-s.Low[i])
		gap += max(v, 0)*above + max(-v, 0)*below
		if above > near {
			violation = max(violation, v)
		}
		if below > near {
			violation = max(violation, -v)
		}
	}
	if s.Constant {
		gap += math.Abs(constant * (linalg.Total(s.Coef) - s.Sum))
	}
	return gap, violation, true
}

// Violation returns by how much the gradients miss their conditions at most. Where kernel values
// are so large that rounding errors count, it computes them anew.
func (s *Set) Violation() (worst float64) {
	if s.gamma*s.extent() > 1e10 {
		s.refresh(false)
	}
	for i := range s.Gradient {
		worst = max(worst, max(s.violation(i), -s.violation(i)))
	}
	return worst
}
