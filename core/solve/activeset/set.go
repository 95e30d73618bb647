// Package activeset follows the exact solution of the dual problem of a support vector machine
// while its bounds, its linear term and the sum of its variables change:
//
//	minimise 1/2 b'Kb + p'b   subject to lo <= b <= hi, and sum b = s if there is a constant
//
// where b_i is y_i alpha_i of a classifier, and p_i = -y_i. With the gradient
// g_i = (Kb)_i + p_i + c, c the constant of the decision function, a point is optimal if
//
//	g_i >= 0 where b_i = lo_i,   g_i <= 0 where b_i = hi_i,   g_i = 0 in between.
//
// The samples in between form the margin set S. As long as it does not change, the solution is a
// linear function of the parameter t on which lo, hi, p and s depend linearly:
//
//	[K_SS 1; 1' 0] [db_S; dc] = [-dp_S - K_SB db_B; ds - 1'db_B]
//
// with the others, B, that move with their bounds. At a breakpoint a sample enters S or leaves it.
// This is the parametric active set method of
//
//   - the regularisation path (Hastie, Rosset, Tibshirani & Zhu, The Entire Regularization
//     Path for the Support Vector Machine, 2004): all bounds grow in proportion to C;
//   - exact additions and removals of samples (Cauwenberghs & Poggio, Incremental and
//     Decremental Support Vector Machine Learning, 2000; Laskov et al., Incremental Support
//     Vector Learning, 2006): the bounds of one sample move between 0 and C;
//   - the path from an approximate solution to the exact one: p moves by the errors.
//
// # Numbers
//
// Instead of the indefinite matrix above, S has the Cholesky factor of H = K_SS + gamma 11', which
// is positive definite if that matrix is not singular and K is positive semidefinite; the constant
// then takes one more solution of H. A sample that would make H singular to rounding, such as a
// duplicate of one in S, is exchanged: the solution moves along the direction that does not change
// the decision function, until one of S, or the sample itself, meets a bound. If many samples meet
// their conditions at once and breakpoints at one t repeat, p of these samples is shifted by some
// 1e-13 of the gradients, at random, and shifted back at the end of the course.
//
// Rounding errors do not add up: after some breakpoints, and at the end of each walk, one step of
// Newton's method makes the gradients of S 0 again, and every refreshAfter breakpoints all
// gradients are computed again. Gap certifies the result.
//
// A breakpoint takes O(n m + m^2) operations for m samples in S, and a row of K for a sample that
// enters; without a visitor most take O(n + k m + m^2), for k samples near their conditions: see
// nearness.
package activeset

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// Place is the position of a variable within its bounds.
type Place int8

// The places.
const (
	Low   Place = iota // at its lower bound
	High               // at its upper bound
	Free               // in the margin set
	Fixed              // held between equal bounds, whatever its gradient
)

// Set is a problem with its solution.
type Set struct {
	K         Rows
	Constant  bool      // whether the decision function has a constant, and the sum of Coef is fixed
	Low, High []float64 // bounds
	Linear    []float64 // p
	Sum       float64   // of Coef

	Coef     []float64 // b
	Bias     float64   // c
	Gradient []float64 // g
	Places   []Place

	Breakpoints int // that were passed so far

	// Until is the number of Breakpoints at which a walk ends with the error Ended; so do a limit
	// of time and a stop. If it is 0 there is no limit, and a stopped walk has the error
	// run.ErrAborted.
	Until int

	free   []int // the margin set, in the order of the factor
	factor factor
	gamma  float64
	offset []float64 // shift of p; see loosen
	stale  int       // breakpoints since the last refresh
	random uint64

	ctl        *run.Ctl // of the present work, or nil
	loose      bool     // p is moved
	indefinite bool     // K is not positive semidefinite
	sight      sight
}

// singular is the square of a pivot, relative to the diagonal, up to which a sample counts as
// dependent on samples in S. Rounding errors of pivots are some 1e-15; above 1e-13, exchanges of
// nearly dependent samples leave errors in the decision function.
const singular = 1e-13

// indefinite is the square of a pivot, relative to the diagonal, below whose negative K is no
// matrix of inner products.
const indefinite = 1e-9

// Solve finds the exact solution from a feasible point coef near it. It keeps coef. K must be
// positive semidefinite.
func (s *Set) Solve(ctl *run.Ctl, coef []float64) error {
	n := len(coef)
	s.Coef, s.Gradient, s.Places = coef, make([]float64, n), make([]Place, n)
	s.offset, s.random = make([]float64, n), 1
	if s.sight.least == 0 {
		s.sight = usual()
	}
	if s.Constant {
		for i := range n {
			s.gamma = max(s.gamma, s.K.Diagonal(i))
		}
		if s.gamma == 0 {
			s.gamma = 1
		}
	}
	defer s.attend(ctl)()
	err := s.repaired(ctl, s.repair(ctl))
	if err == nil {
		s.refresh(false)
	}
	return err
}

// repair finds the margin set again and returns to the solution from a point that violates the
// conditions slightly: it shifts p and the sum so that the point meets them, and shifts them back
// along a walk.
func (s *Set) repair(ctl *run.Ctl) error {
	free, whole := s.begin(true)
	if !whole {
		return run.ErrAborted
	}
	for _, i := range free {
		s.enter(i)
	}
	errors := make([]float64, len(s.Coef))
	s.Linear = slices.Clone(s.Linear)
	rounding := 1e-14 * s.Spread()
	for i := range s.Gradient {
		if v := s.violation(i); math.Abs(v) > rounding {
			errors[i] = v
			s.Linear[i] -= v
			s.Gradient[i] -= v
		}
	}
	c := Course{Linear: errors, To: 1}
	if s.Constant {
		sum := linalg.Total(s.Coef)
		c.Sum, s.Sum = s.Sum-sum, sum
	}
	return s.walk(ctl, c)
}

// begin sets the places of the variables, with an empty margin set, computes the gradients and the
// constant, and returns the free variables. If halts is set, a signal ends it, and whole is false.
func (s *Set) begin(halts bool) (free []int, whole bool) {
	for i := range s.Coef {
		switch low, high := s.Low[i], s.High[i]; {
		case low == high:
			s.Places[i], s.Coef[i] = Fixed, low
		default:
			place, at := s.nearBound(i)
			s.Places[i] = place // into the margin set it goes from the nearer bound
			if !at {
				free = append(free, i)
			} else if s.Coef[i] = low; place == High {
				s.Coef[i] = high
			}
		}
	}
	s.free, s.factor, s.Bias = nil, factor{}, 0
	if whole = s.refresh(halts); s.Constant {
		s.centre(free)
	}
	return free, whole
}

// Rest changes the problem of the set and takes the point coef for its solution, exact or not: coef
// is clipped to the bounds and moved until its sum is right. The set keeps coef. Afterwards only
// Solve may change the set. Rest ignores ctl and always finishes.
func (s *Set) Rest(ctl *run.Ctl, coef []float64, of Problem) {
	defer s.attend(ctl.Finishing())()
	s.Low, s.High, s.Linear, s.Sum = of.Low, of.High, of.Linear, of.Sum
	s.offset, s.loose = make([]float64, len(coef)), false
	for i, v := range coef {
		coef[i] = min(max(v, s.Low[i]), s.High[i])
	}
	if s.Constant {
		left := s.Sum - linalg.Total(coef)
		for i, v := range coef {
			coef[i] = min(max(v+left, s.Low[i]), s.High[i])
			left -= coef[i] - v
		}
	}
	s.Coef = coef
	free, _ := s.begin(false)
	for _, i := range free {
		s.Places[i] = Free
	}
}

// violation returns by how much the gradient of a sample misses its condition.
func (s *Set) violation(i int) float64 {
	switch g := s.Gradient[i]; s.Places[i] {
	case Low:
		return min(g, 0)
	case High:
		return max(g, 0)
	case Free:
		return g
	}
	return 0
}

// centre makes the mean gradient of the free samples 0 or, if there are none, the middle of the
// gradients that limit the constant; if they limit it on one side alone, that limit.
func (s *Set) centre(free []int) {
	least, greatest, sum := math.Inf(1), math.Inf(-1), 0.0
	for i, g := range s.Gradient {
		switch s.Places[i] {
		case Low:
			least = min(least, g)
		case High:
			greatest = max(greatest, g)
		}
	}
	for _, i := range free {
		sum += s.Gradient[i]
	}
	if len(free) > 0 {
		least, greatest = sum/float64(len(free)), sum/float64(len(free))
	}
	switch {
	case math.IsInf(least, 0) && math.IsInf(greatest, 0):
	case math.IsInf(least, 0):
		s.shift(-greatest)
	case math.IsInf(greatest, 0):
		s.shift(-least)
	default:
		s.shift(-(least + greatest) / 2)
	}
}

// shift changes the constant.
func (s *Set) shift(by float64) {
	s.Bias += by
	for i := range s.Gradient {
		s.Gradient[i] += by
	}
}

// Size returns how many samples are in the margin set.
func (s *Set) Size() int { return len(s.free) }

// Margin returns the samples of the margin set, which must not be changed; it holds until the set
// changes.
func (s *Set) Margin() []int { return s.free }

// refresh computes the gradients again, and reports whether it finished. If halts is set, a signal
// ends it.
func (s *Set) refresh(halts bool) (whole bool) {
	copy(s.Gradient, s.Linear)
	for i := range s.Gradient {
		s.Gradient[i] += s.Bias
	}
	s.stale = 0
	return s.addRows(s.Gradient, func(i int) float64 { return s.Coef[i] }, halts)
}

// addFree adds the rows of K of the margin set to g.
func (s *Set) addFree(g, weight []float64) {
	if kept, ok := s.K.(*Kept); ok {
		if all := kept.whole(); all != nil {
			s.addRowsOf(g, weight, all)
			return
		}
	}
	p, n := 0, len(g)
	for ; p+4 <= len(weight); p += 4 {
		f := s.free[p:]
		lanes.Update4(g, (*[4]float64)(weight[p:]), s.K.Row(f[0])[:n], s.K.Row(f[1])[:n], s.K.Row(f[2])[:n], s.K.Row(f[3])[:n])
	}
	for ; p < len(weight); p++ {
		lanes.Update(g, weight[p], s.K.Row(s.free[p])[:n])
	}
}

// addRowsOf is addFree with all rows in memory.
func (s *Set) addRowsOf(g, weight []float64, rows [][]float64) {
	p := 0
	for ; p+4 <= len(weight); p += 4 {
		f := s.free[p : p+4]
		lanes.Update4(g, (*[4]float64)(weight[p:]), rows[f[0]], rows[f[1]], rows[f[2]], rows[f[3]])
	}
	for ; p < len(weight); p++ {
		lanes.Update(g, weight[p], rows[s.free[p]])
	}
}

// solve overwrites r by the solution d of K_SS d + e 1 = r, sum d = q, and returns e; without
// a constant e is 0, and q has no meaning.
func (s *Set) solve(r []float64, q float64) (e float64) {
	s.factor.forward(r)
	return s.finish(r, q)
}

// finish is solve from L^-1 r: with u = L^-1 1, the sums of H^-1 r and of H^-1 1 are inner products
// of u.
func (s *Set) finish(r []float64, q float64) (e float64) {
	if s.Constant {
		ones := s.factor.ones
		e = (lanes.Sum(ones, r) - q) / lanes.Sum(ones, ones)
		lanes.Update(r, -e, ones)
		e += s.gamma * q
	}
	s.factor.backward(r)
	return e
}

// polish makes the gradients of the margin set 0 again and corrects the sum, as far as the bounds
// allow: if K_SS is nearly singular, small errors need large moves.
func (s *Set) polish() {
	if len(s.free) == 0 {
		return
	}
	s.factor.renew()
	r := make([]float64, len(s.free))
	for p, i := range s.free {
		r[p] = -s.Gradient[i]
	}
	e := s.solve(r, s.Sum-linalg.Total(s.Coef))
	length, _ := s.meeting(r, 1)
	for p, i := range s.free {
		r[p] *= length
		s.Coef[i] += r[p]
	}
	s.shift(length * e)
	s.addFree(s.Gradient, r)
}

// Gap computes the gradients again and returns the gap between the primal and the dual objective:
// the sum over the variables of how much each could improve the linear model of the objective, g_i
// (b_i - lo_i) or g_i (b_i - hi_i). It is 0 at the solution, and bounds the error of the objective.
func (s *Set) Gap() float64 {
	s.refresh(false)
	s.polish()
	s.refresh(false)
	gap := 0.0
	for i, g := range s.Gradient {
		switch {
		case s.Places[i] == Fixed:
		case g > 0:
			gap += g * (s.Coef[i] - s.Low[i])
		default:
			gap += g * (s.Coef[i] - s.High[i])
		}
	}
	return math.Abs(gap)
}
