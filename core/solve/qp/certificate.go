package qp

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
)

// Approximate is Rows in float32, with bounds on their errors. SMO solves a problem over them as over
// any other matrix, and then makes the certificate in float64: it computes the gradient of all
// support vectors again, and of each other row that may violate its condition by the bound on the
// error of its gradient. So objective, violation and duality gap are those of float64. Where they
// show that the solution is not good enough, the run continues from this gradient, whose errors are
// those of the few further steps; where this does not suffice, in float64.
type Approximate interface {
	Cache
	// Singles is Rows in float32. Where more rows come with those that are missing, as each request takes
	// long, they are of ahead, which returns the most wanted positions that will be asked for soon.
	Singles(positions []int, ahead func(most int, wanted func(position int) bool) []int) [][]float32
	// Errors sets dst_t to a bound on the sum of weights_i times the error of K_it.
	Errors(dst, weights []float64)
	// Product returns the product of the matrix over some rows and columns, in float64, with b; nil
	// when watch ends it.
	Product(numbers []int, b []float64, watch func() bool) []float64
	// SingleBlock is Block in float32, which is best asked for so many rows at a time; Block itself has
	// float64.
	SingleBlock(columns []int) (rows func(dst [][]float32, numbers []int), stride, together int)
	// Exact returns the rows in float64. The others are no longer valid.
	Exact() Rows
}

const (
	// approximateShare is the share of the tolerance to which a problem is solved in float32, so
	// that the solution mostly meets the tolerance in float64, too.
	approximateShare = 0.95
	// refinements is how often a run continues in float32.
	refinements = 2
)

// roughly prepares a run over rows in float32, or takes those in float64 if another rule needs an exact
// gradient all the time, or if the problem has no bounds: a matrix with errors may be indefinite, and
// have no solution.
func (s *SMO) roughly(a Approximate) {
	unbounded := func(v float64) bool { return math.IsInf(v, 0) }
	if s.watch != nil || slices.ContainsFunc(s.problem.Upper, unbounded) || slices.ContainsFunc(s.problem.Lower, unbounded) {
		s.problem.K = a.Exact()
		return
	}
	s.approximate, s.settings.Tolerance = a, approximateShare*s.settings.Tolerance
	s.trusted = make([]float64, a.Len())
}

// applySingles adds the rows of a sweep that have moved to the gradient, or its common part.
func (s *SMO) applySingles(sum []float64) {
	delta, which := s.delta[:0], s.singles[:0]
	for r, d := range s.net {
		if d != 0 {
			delta, which = append(delta, d), append(which, s.singles[r])
		}
	}
	s.delta = delta
	lanes.UpdateSingles(sum, delta, which)
}

// violators returns the wanted rows that violate their conditions most, and will be in a working set soon.
func (s *SMO) violators(most int, wanted func(position int) bool) []int {
	smallestUp, largestLow, _ := s.extremes()
	m := len(s.active)
	violation := make([]float64, m)
	for t, g := range s.g {
		c, v := s.groupOf(t), 0.0
		if c < 0 {
			v = s.violation(t)
		}
		if c >= 0 && s.inUp(t) {
			v = largestLow[c] - g
		}
		if c >= 0 && s.inLow(t) {
			v = max(v, g-smallestUp[c])
		}
		violation[t%m] = max(violation[t%m], v)
	}
	var worst leaders
	for p, v := range violation {
		if v > s.settings.Tolerance && v > worst.least(most) && wanted(p) {
			worst.offer(v, p, most)
		}
	}
	return worst.positions
}

// following returns wanted rows after those of the present request that add to the gradient.
func (s *SMO) following(most int, wanted func(position int) bool) (rows []int) {
	m := len(s.active)
	for p := s.positions[len(s.positions)-1] + 1; p < m && len(rows) < most; p++ {
		if net(s.b, p, m) != 0 && wanted(p) {
			rows = append(rows, p)
		}
	}
	return rows
}

// gatherSingles sets dst to entries of a row.
func gatherSingles(dst []float64, row []float32, columns []int32) {
	for q, at := range columns {
		dst[q] = float64(row[at])
	}
}

// addSingles is addBlock in float32.
func (s *SMO) addSingles(columns, moved []int, delta []float64) {
	rows, stride, together := s.approximate.SingleBlock(columns)
	sum := make([]float64, len(columns))
	values := make([][]float32, min(together, len(moved)))
	for r := range values {
		values[r] = make([]float32, stride+lanes.SingleSpare)[:stride]
	}
	for len(moved) > 0 {
		count := min(len(values), len(moved))
		rows(values[:count], moved[:count])
		lanes.UpdateSingles(sum, delta[:count], values)
		moved, delta = moved[count:], delta[count:]
	}
	s.addSums(columns, sum)
}

// certified makes the certificate of a run over rows in float32 that ended with a status, and
// continues it as long as that helps.
func (s *SMO) certified(ctl *run.Ctl, status run.Status) run.Status {
	tolerance := s.settings.Tolerance / approximateShare
	for round := 0; ; round++ {
		if status == run.Aborted || !s.certify(ctl) {
			return run.Aborted
		}
		switch {
		case status == run.Converged && s.whole.gap() < tolerance:
			return status
		case status != run.Converged && status != run.Stalled:
			return status // a limit
		case status == run.Stalled || round == refinements:
			s.inDoubles(tolerance)
			if s.recompute(ctl) == run.Aborted {
				return run.Aborted
			}
			status = s.iterate(ctl)
			s.refresh()
			return status
		}
		status = s.iterate(ctl)
		s.refresh()
	}
}

// inDoubles continues with rows in float64.
func (s *SMO) inDoubles(tolerance float64) {
	s.problem.K, s.approximate, s.settings.Tolerance = s.approximate.Exact(), nil, tolerance
	s.removed, s.refreshed, s.idle = nil, false, newIdle(s.iterations)
	s.active = make([]int, s.problem.K.Len())
	for i := range s.active {
		s.active[i] = i
	}
	s.compact()
}

// certify computes the gradient in float64 where the certificate needs it, after refresh. It returns
// false after an abort; a run that is stopped still needs it.
func (s *SMO) certify(ctl *run.Ctl) bool {
	n := s.problem.K.Len()
	var support []int
	var b []float64
	exact := make([]bool, n)
	for i := range n {
		for c := i; c < len(s.whole.b); c += n {
			exact[i] = exact[i] || s.whole.b[c] != 0
		}
		if exact[i] {
			support, b = append(support, i), append(b, net(s.whole.b, i, n))
		}
	}
	goesOn := func() bool { return ctl.Checkpoint(s.report) != run.Aborted }
	sums := s.approximate.Product(support, b, goesOn)
	if sums == nil {
		return false
	}
	s.reset(support)
	s.addSums(support, sums)
	for {
		uncertain := s.uncertain(exact)
		if len(uncertain) == 0 {
			break
		}
		s.reset(uncertain)
		for columns := range slices.Chunk(uncertain, refreshColumns) {
			s.addBlock(columns, support, b)
			if !goesOn() {
				return false
			}
		}
	}
	for at, i := range support {
		s.trusted[i] = max(s.trusted[i], math.Abs(b[at]))
	}
	s.objective = s.whole.objective(s.linear)
	s.compact()
	return true
}

// reset sets the gradient of rows to what K has no share of.
func (s *SMO) reset(rows []int) {
	for _, i := range rows {
		for c := i; c < len(s.whole.g); c += s.problem.K.Len() {
			s.whole.g[c] = s.linear[c]
			if s.problem.Shift != nil {
				s.whole.g[c] += s.problem.Shift[c] * s.whole.b[c]
			}
		}
	}
}

// uncertain returns the rows whose gradient is not exact and may, by the bound on its error, violate
// a condition, add to the duality gap, or be an extreme of the levels, and marks them. The gradient
// of a row has the errors of the whole point, or of its difference to the point at which certify has
// computed it.
func (s *SMO) uncertain(exact []bool) (rows []int) {
	n := len(exact)
	weights, errors := make([]float64, n), make([]float64, n)
	for i := range weights {
		weights[i] = math.Abs(net(s.whole.b, i, n)) + s.trusted[i]
	}
	s.approximate.Errors(errors, weights)
	level, lowest, highest := s.whole.levels()
	smallestUp, largestLow, _ := s.whole.extremes()
	for i := range n {
		for c := i; c < len(s.whole.g) && !exact[i]; c += n {
			g, low, high := s.whole.g[c], 0.0, 0.0
			if group := s.whole.groupOf(c); group >= 0 {
				low = min(level[group], smallestUp[group], largestLow[group], lowest[group])
				high = max(level[group], smallestUp[group], largestLow[group], highest[group])
			}
			if s.whole.inUp(c) && g-errors[i] <= high || s.whole.inLow(c) && g+errors[i] >= low {
				exact[i], rows = true, append(rows, i)
			}
		}
	}
	return rows
}
