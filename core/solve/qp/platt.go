package qp

import (
	"math"

	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
)

// Platt is sequential minimal optimisation as Platt published it (Cristianini &
// Shawe-Taylor, Appendix A). It changes two variables at a time. examineExample chooses the
// first because it violates its condition, by the errors
//
//	E_i = sum_j a_j y_j K_ij + b - y_i
//
// and the second for the largest |E_1 - E_2|, then tries others, beginning at a random position. It
// estimates the threshold b again after every step. The book writes alpha and y for a and s. Here a
// general linear term p replaces -1, so that y_i in E_i becomes -s p. The error cache of the book
// holds the variables that are not at a bound; here it holds all.
//
// The book's tol is half of Settings.Tolerance: if every error violates its condition by at
// most tol, no pair violates them by more than Settings.Tolerance. A step shorter than eps
// does not count. eps begins at a hundredth of Settings.Tolerance: with eps = tol, as Platt
// has it, the method ends before the conditions hold. If it still ends too early, which
// happens when variables grow large, eps becomes smaller. The result has the level that all
// solvers compute, not the last threshold.
type Platt struct {
	study
	threshold float64 // b
	steps     steps
	stream    *rng.Stream

	// The state of the main routine.
	examineAll bool
	at         int // the next to examine
	numChanged int

	row2      []float64 // the row of K of the example that is examined
	i1        int       // the other one of the last step
	unbounded bool      // a step has no end: the objective is unbounded
}

// NewPlatt begins Platt's method. It needs one equality, lower bounds of zero, and
// a row of K for each variable.
func NewPlatt(problem Problem, settings Settings) (Solver, error) {
	if why := oneGroup(&problem, 1); why != "" {
		return nil, Unsolvable("smoPlatt", why)
	}
	s := &Platt{study: newStudy(problem, settings), stream: rng.New(settings.Seed), examineAll: true}
	s.steps = newSteps(&s.settings)
	return s, nil
}

// Run is the main routine.
func (s *Platt) Run(ctl *run.Ctl) run.Status {
	if status := s.begin(ctl); status != "" {
		return status
	}
	for {
		for ; s.at < s.n; s.at++ {
			if status := s.pause(ctl, s.n); status != "" {
				return status
			}
			if !(s.examineAll || s.free(s.at)) || !s.examineExample(s.at) {
				continue
			}
			s.numChanged++
			if status := s.after(s.i1, s.at); status != "" {
				s.at++
				return status
			}
		}
		if s.unbounded {
			return run.Infeasible
		}
		changed := s.numChanged
		s.at, s.numChanged = 0, 0
		if s.examineAll {
			s.examineAll = false
		} else if changed == 0 {
			s.examineAll = true
		}
		if changed == 0 && !s.examineAll {
			s.examineAll = true // for one more pass, or for another Run
			if s.gap() <= s.settings.Tolerance || !s.steps.shorten() {
				return s.ended(s.settings.Tolerance)
			}
		}
		if s.stretch() {
			s.threshold = -s.middle()
		}
	}
}

func (s *Platt) sign(i int) float64 {
	if s.problem.Sign == nil {
		return 1
	}
	return s.problem.Sign[i]
}

// e returns the error E_i.
func (s *Platt) e(i int) float64 { return s.g[i] + s.threshold }

// examineExample looks for a partner for i2, if i2 violates its condition, and makes a step
// with it.
func (s *Platt) examineExample(i2 int) bool {
	r2 := s.e(i2) * s.sign(i2)
	a2 := s.sign(i2) * s.b[i2]
	tol := s.settings.Tolerance / 2
	if !(r2 < -tol && a2 < s.problem.Upper[i2] || r2 > tol && a2 > 0) {
		return false
	}
	s.row2 = s.row(i2, s.row2)
	if i1 := s.secondChoice(i2); i1 >= 0 && s.takeStep(i1, i2) {
		return true
	}
	for _, onlyFree := range []bool{true, false} {
		first := s.stream.Below(s.n)
		for k := range s.n {
			i1 := (first + k) % s.n
			if (!onlyFree || s.free(i1)) && s.takeStep(i1, i2) {
				return true
			}
		}
	}
	return false
}

// secondChoice returns the first variable between its bounds with the smallest
// error, if that of i2 is positive, else the largest; -1 unless there is more than
// one.
func (s *Platt) secondChoice(i2 int) int {
	sign := 1.0
	if s.e(i2) <= 0 {
		sign = -1
	}
	least, count := math.Inf(1), 0
	for i := range s.n {
		if s.free(i) {
			least = min(least, sign*s.e(i))
			count++
		}
	}
	if count < 2 {
		return -1
	}
	for i := 0; ; i++ {
		if s.free(i) && sign*s.e(i) <= least+tie {
			return i
		}
	}
}

// takeStep maximises the dual objective over two variables, and reports whether the step
// counts.
func (s *Platt) takeStep(i1, i2 int) bool {
	if i1 == i2 {
		return false
	}
	y1, y2 := s.sign(i1), s.sign(i2)
	alph1, alph2 := y1*s.b[i1], y2*s.b[i2]
	line := newLine(alph1, alph2, s.problem.Upper[i1], s.problem.Upper[i2], y1 == y2)
	if !(line.low < line.high) {
		return false
	}
	e1, e2 := s.e(i1), s.e(i2)
	k11, k12, k22 := s.diag[i1], s.row2[i1], s.diag[i2]
	eps := s.steps.shortest
	var a2 float64
	if eta := 2*k12 - k11 - k22; eta < 0 {
		a2 = min(max(alph2-y2*(e1-e2)/eta, line.low), line.high)
	} else {
		s.curved(-eta, math.Abs(k11)+math.Abs(k22))
		a2 = alph2
		// The growth of W along the line.
		gain := func(a2 float64) float64 {
			d := a2 - alph2
			return d * (y2*(e1-e2) + d*eta/2)
		}
		low, high := gain(line.low), math.Inf(-1)
		if slope := y2 * (e1 - e2); !math.IsInf(line.high, 1) {
			high = gain(line.high)
		} else if slope > eps {
			s.unbounded = true
			return false
		}
		if low > high+eps {
			a2 = line.low
		} else if low < high-eps {
			a2 = line.high
		}
	}
	if s.steps.tooShort(alph2, a2) {
		return false
	}
	a1 := line.other(a2)
	s.updateThreshold(i1, i2, y1*(a1-alph1), y2*(a2-alph2), e1, e2, a1, a2)
	s.move([]int{i1, i2}, []float64{y1 * a1, y2 * a2})
	s.i1 = i1
	return true
}

// updateThreshold chooses b such that the error of a free variable vanishes. If neither of the two
// is free, b is the middle of the two values at which their errors vanish.
func (s *Platt) updateThreshold(i1, i2 int, d1, d2, e1, e2, a1, a2 float64) {
	k11, k12, k22 := s.diag[i1], s.row2[i1], s.diag[i2]
	b1 := s.threshold - e1 - d1*k11 - d2*k12
	b2 := s.threshold - e2 - d1*k12 - d2*k22
	switch {
	case 0 < a1 && a1 < s.problem.Upper[i1]:
		s.threshold = b1
	case 0 < a2 && a2 < s.problem.Upper[i2]:
		s.threshold = b2
	default:
		s.threshold = (b1 + b2) / 2
	}
}

// line is the set of values of two variables a1 and a2 that the equality and the bounds
// permit, as an interval of a2 (7.5), (7.6). Upper bounds may be infinite.
type line struct {
	alph1, alph2 float64 // now
	same         bool    // the signs are equal
	low, high    float64
	lowA1        float64 // a1 at the ends, if its own bound ends the interval
	highA1       float64
}

func newLine(alph1, alph2, c1, c2 float64, same bool) line {
	l := line{alph1: alph1, alph2: alph2, same: same, low: 0, high: c2, lowA1: math.NaN(), highA1: math.NaN()}
	// The values of a2 for which a1 is 0, and at its upper bound.
	atZero, atUpper := alph2-alph1, c1-alph1+alph2
	if same {
		atZero, atUpper = alph1+alph2, alph1+alph2-c1
		if atUpper >= l.low {
			l.low, l.lowA1 = atUpper, c1
		}
		if atZero <= l.high {
			l.high, l.highA1 = atZero, 0
		}
		return l
	}
	if atZero >= l.low {
		l.low, l.lowA1 = atZero, 0
	}
	if atUpper <= l.high && !math.IsInf(atUpper, 1) {
		l.high, l.highA1 = atUpper, c1
	}
	return l
}

// other returns a1 for a2. At a bound it returns the exact bound, without rounding errors.
func (l *line) other(a2 float64) float64 {
	switch {
	case a2 == l.low && !math.IsNaN(l.lowA1):
		return l.lowA1
	case a2 == l.high && !math.IsNaN(l.highA1):
		return l.highA1
	case l.same:
		return max(0, l.alph1+(l.alph2-a2))
	}
	return max(0, l.alph1-(l.alph2-a2))
}
