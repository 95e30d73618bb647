package qp

import (
	"math"
	"slices"

	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
)

// The orders in which Ascent visits the variables (Cristianini & Shawe-Taylor, 7.2).
const (
	OrderCyclic    = "cyclic"    // one after another
	OrderRandom    = "random"    // a new random order in each pass
	OrderFree      = "free"      // the free variables until they meet their conditions, then one pass over all
	OrderAscending = "ascending" // nonzero variables, the smallest first, until they meet their conditions; then one pass over the others (Remark 7.8)
)

// Ascent is gradient ascent on W = -objective, one variable at a time (Cristianini &
// Shawe-Taylor, Table 7.1; also Hildreth's method and the kernel Adatron):
//
//	a_i <- a_i + omega / K_ii dW/da_i,   cut off at the bounds
//
// with the factor omega of successive over-relaxation in (0, 2). Simultaneous
// updates, which the page calls strict gradient ascent, compute all new values from
// the same gradient, with one rate for all: omega over the largest sum of |K_ij| of
// a row, which no eigenvalue exceeds.
//
// Steps of one variable cannot keep a sum over the variables constant. So the constant of a
// machine is either fixed, or implicit: with K + tau^2 in place of K, and b = tau^2 sum of
// s_i a_i, the machine minimises |w|^2 + (b / tau)^2 in place of |w|^2 (Remark 7.4).
type Ascent struct {
	study
	stream *rng.Stream
	rate   float64 // the rate of simultaneous updates; 0: not known yet

	order   []int // of the pass
	at      int
	largest float64 // change in the pass
	sifting bool    // the pass is over some of the variables only
}

// NewAscent begins gradient ascent. The problem must have no equality, or one with the sum
// zero, which the implicit constant with tau^2 = Settings.Augment replaces.
func NewAscent(problem Problem, settings Settings) (Solver, error) {
	ungrouped := problem.Group != nil && problem.GroupCount == 0
	tau2 := settings.Augment
	switch {
	case ungrouped && tau2 > 0:
		return nil, Unsolvable("ascent", "fitIntercept is false, so there is no constant to be implicit; set biasScale to 'none'")
	case !ungrouped && tau2 == 0:
		return nil, Unsolvable("ascent", "it changes one variable at a time, and cannot keep their sum constant. Set fitIntercept to false if the machine has this option, or biasScale for an implicit constant, which solves another problem with a close solution")
	case !ungrouped && (problem.GroupCount > 1 || problem.Start != nil && !balanced(&problem)):
		return nil, Unsolvable("ascent", "it changes one variable at a time, and cannot keep a sum that is not zero")
	}
	if !ungrouped {
		problem.K = &augmented{problem.K, tau2, nil}
		problem.GroupCount = 0
		problem.Group = slices.Repeat([]int{-1}, len(problem.Linear))
	}
	if settings.Relaxation == 0 {
		settings.Relaxation = 1
	}
	return &Ascent{study: newStudy(problem, settings), stream: rng.New(settings.Seed)}, nil
}

// balanced reports whether the sum of s a at the start is zero, up to rounding.
func balanced(p *Problem) bool {
	sum, size := 0.0, 0.0
	for i, a := range p.Start {
		if p.Sign != nil {
			a *= p.Sign[i]
		}
		sum += a
		size += math.Abs(a)
	}
	return math.Abs(sum) <= 1e-9*size
}

// Run passes over the variables until all meet their conditions.
func (s *Ascent) Run(ctl *run.Ctl) run.Status {
	if status := s.begin(ctl); status != "" {
		return status
	}
	for {
		if s.at == len(s.order) {
			if s.order != nil && !s.sifting && s.largest == 0 {
				return s.ended(s.settings.Tolerance) // no variable can move
			}
			s.stretch()
			s.begins()
			if s.gap() < s.settings.Tolerance {
				s.order, s.at = nil, 0
				return run.Converged
			}
		}
		var status run.Status
		if s.settings.Simultaneous {
			status = s.together(ctl)
		} else {
			status = s.visit(ctl)
		}
		if status != "" {
			return status
		}
	}
}

// begins decides which variables the next pass visits.
func (s *Ascent) begins() {
	sifted := s.sifting
	s.order, s.at, s.sifting = s.order[:0], 0, false
	worst := 0.0
	if s.settings.Order == OrderFree || s.settings.Order == OrderAscending {
		for c := range s.b {
			if s.inUp(c) && s.inLow(c) || s.settings.Order == OrderAscending && s.b[c] != 0 {
				s.order = append(s.order, c)
				worst = max(worst, s.violation(c))
			}
		}
	}
	if worst >= s.settings.Tolerance && !(sifted && s.largest == 0) {
		s.sifting, s.largest = true, 0
		if s.settings.Order == OrderAscending {
			slices.SortStableFunc(s.order, func(c, d int) int {
				switch x, y := math.Abs(s.b[c]), math.Abs(s.b[d]); {
				case x < y:
					return -1
				case x > y:
					return 1
				}
				return 0
			})
		}
		return
	}
	s.largest = 0
	s.order = s.order[:0]
	for c := range s.b {
		s.order = append(s.order, c)
	}
	if s.settings.Order == OrderRandom {
		for last := len(s.order) - 1; last > 0; last-- {
			k := s.stream.Below(last + 1)
			s.order[last], s.order[k] = s.order[k], s.order[last]
		}
	}
}

// visit moves the next variable.
func (s *Ascent) visit(ctl *run.Ctl) run.Status {
	c := s.order[s.at]
	s.at++
	s.curved(s.diag[c], math.Abs(s.diag[c]))
	next := s.cut(c, s.settings.Relaxation/s.diag[c])
	if next == s.b[c] {
		return s.pause(ctl, 1)
	}
	if math.IsInf(next, 0) {
		return run.Infeasible
	}
	s.largest = max(s.largest, math.Abs(next-s.b[c]))
	s.move([]int{c}, []float64{next})
	if status := s.after(c % s.n); status != "" {
		return status
	}
	return s.pause(ctl, len(s.g))
}

// cut returns the value of coordinate c after a step with this rate, cut off at the bounds.
// Where K_ii is zero the rate is infinite and the step ends at a bound.
func (s *Ascent) cut(c int, rate float64) float64 {
	if s.g[c] == 0 {
		return s.b[c]
	}
	return min(max(s.b[c]-rate*s.g[c], s.lo[c]), s.hi[c])
}

// together computes new values of all variables of the pass from the same gradient.
func (s *Ascent) together(ctl *run.Ctl) run.Status {
	if s.rate == 0 {
		if status := s.findRate(ctl); status != "" {
			return status
		}
	}
	var rows, coordinates []int
	var next []float64
	for _, c := range s.order {
		if to := s.cut(c, s.rate); to != s.b[c] {
			s.largest = max(s.largest, math.Abs(to-s.b[c]))
			rows, coordinates, next = append(rows, c%s.n), append(coordinates, c), append(next, to)
		}
	}
	s.at = len(s.order)
	for first := 0; first < len(coordinates); first += setSize {
		last := min(first+setSize, len(coordinates))
		s.move(coordinates[first:last], next[first:last])
	}
	if status := s.after(rows...); status != "" {
		return status
	}
	return s.pause(ctl, len(s.g)*(1+len(rows)))
}

// findRate computes the largest sum of |K_ij| over a row, with all copies and the diagonal
// shift, and from it the rate.
func (s *Ascent) findRate(ctl *run.Ctl) run.Status {
	largest := 0.0
	for i := range s.n {
		if status := s.pause(ctl, s.n); status != "" {
			return status
		}
		sum, shift := 0.0, 0.0
		for _, v := range s.problem.K.Rows([]int{i})[0] {
			sum += math.Abs(v)
		}
		for c := i; c < len(s.problem.Shift); c += s.n {
			shift = max(shift, s.problem.Shift[c])
		}
		largest = max(largest, float64(s.copies)*sum+shift)
	}
	s.rate = s.settings.Relaxation / largest
	return ""
}

// Result returns the current state. An implicit constant is minus the level.
func (s *Ascent) Result(status run.Status) Result {
	r := s.study.Result(status)
	k, ok := s.problem.K.(*augmented)
	if !ok {
		return r
	}
	level := 0.0
	for _, b := range s.b {
		level -= k.tau2 * b
	}
	r.Level, r.LevelLow, r.LevelHigh = []float64{level}, []float64{level}, []float64{level}
	for c := range r.Gradient {
		r.Gradient[c] += level
	}
	return r
}

// augmented is K + tau^2: every sample has one more feature, with the value tau.
type augmented struct {
	matrix
	tau2 float64
	rows [][]float64
}

// matrix is Rows by another name: an embedded field Rows would hide the method Rows.
type matrix interface{ Rows }

func (k *augmented) Diagonal(dst []float64) {
	k.matrix.Diagonal(dst)
	k.add(dst)
}

func (k *augmented) add(values []float64) {
	for i := range values {
		values[i] += k.tau2
	}
}

func (k *augmented) Block(columns []int) (rows func(dst [][]float64, numbers []int), stride int) {
	plain, stride := k.matrix.Block(columns)
	return func(dst [][]float64, numbers []int) {
		plain(dst, numbers)
		for _, row := range dst {
			k.add(row)
		}
	}, stride
}

// Work returns the counts of the original matrix.
func (k *augmented) Work() (values, hits int) {
	if counter, ok := k.matrix.(Counter); ok {
		return counter.Work()
	}
	return 0, 0
}

func (k *augmented) Rows(positions []int) [][]float64 {
	for len(k.rows) < len(positions) {
		k.rows = append(k.rows, nil)
	}
	for r, row := range k.matrix.Rows(positions) {
		k.rows[r] = append(k.rows[r][:0], row...)
		k.add(k.rows[r])
	}
	return k.rows[:len(positions)]
}
