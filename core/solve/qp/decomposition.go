package qp

import (
	"slices"

	"maxmargin/core/base/run"
)

// Decomposition fixes all variables except those of a small working set, solves the problem
// over these, and chooses the next set (Cristianini & Shawe-Taylor, 7.4; Smola &
// Schoelkopf, Algorithm 1). With N the frozen variables, the problem over a set B is
//
//	minimise 1/2 a_B' Q_BB a_B + (p_B + Q_BN a_N)' a_B
//
// within the bounds, with every sum over a group unchanged. Only the linear term and the
// constants differ from the whole problem (83), so that the whole objective falls by as
// much as the objective over B. The book leaves the method for this subproblem open; here
// it is SMO.
//
// Two methods share this type and differ in the next working set. Decomposition takes a
// fixed number of variables, those with the largest scores. Chunking takes all variables
// that are not zero, and those with the largest scores.
type Decomposition struct {
	selection
	chunks bool
}

// NewDecomposition begins decomposition, with Settings.SetSize rows in a working
// set. It solves every problem.
func NewDecomposition(problem Problem, settings Settings) (Solver, error) {
	return newDecomposition(problem, settings, false), nil
}

// NewChunking begins chunking: the working set, or chunk, has the rows that are not zero and the
// Settings.SetSize rows with the largest scores. Rows that become zero leave it. It solves every
// problem whose chunks can be solved.
func NewChunking(problem Problem, settings Settings) (Solver, error) {
	return newDecomposition(problem, settings, true), nil
}

func newDecomposition(problem Problem, settings Settings, chunks bool) *Decomposition {
	if settings.SetSize == 0 {
		settings.SetSize = 10
	}
	s := newStudy(problem, settings)
	s.patience = 20 // sub-problems
	return &Decomposition{selection: selection{study: &s}, chunks: chunks}
}

// Run solves sub-problems until the conditions hold for all.
func (s *Decomposition) Run(ctl *run.Ctl) run.Status {
	if status := s.begin(ctl); status != "" {
		return status
	}
	for {
		if status := s.pause(ctl, s.n*s.settings.SetSize); status != "" {
			return status
		}
		s.stretch()
		rows, gap := s.choose(s.settings.SetSize)
		if gap < s.settings.Tolerance || len(rows) == 0 {
			if s.unstick() {
				continue
			}
			return run.Converged
		}
		if s.chunks {
			for i := range s.n {
				if net(s.b, i, s.n) != 0 && !s.sticky(i) && !slices.Contains(rows, i) {
					rows = append(rows, i)
				}
			}
		}
		s.record(rows)
		moved, status := s.solve(rows, ctl)
		if status != "" {
			return status
		}
		if status := s.after(rows...); status != "" {
			return status
		}
		if !moved {
			return run.Stalled
		}
		s.stick()
	}
}

// solve minimises over the coordinates of some rows, and reports whether any moved. status is empty
// unless ctl ends the run.
func (s *Decomposition) solve(rows []int, ctl *run.Ctl) (moved bool, status run.Status) {
	numbers := make([]int, 0, s.copies*len(rows))
	for first := 0; first < len(s.g); first += s.n {
		for _, i := range rows {
			numbers = append(numbers, first+i)
		}
	}
	inner := NewSMO(s.restricted(rows, numbers), Settings{
		Tolerance:     s.settings.Tolerance / 4,
		MaxIterations: s.innerLimit(len(numbers)),
		Shrinking:     s.settings.Shrinking,
	})
	whole := ctl.Telling(func(run.Report) run.Report { return s.report() })
	if ended := inner.Run(whole); ended.Cut() {
		status = ended
	}
	s.negative = s.negative || inner.inner.negative
	var coordinates []int
	var next []float64
	for k, c := range numbers {
		if b := inner.whole.b[k]; b != s.b[c] {
			coordinates, next = append(coordinates, c), append(next, b)
		}
	}
	for first := 0; first < len(coordinates); first += setSize {
		last := min(first+setSize, len(coordinates))
		s.move(coordinates[first:last], next[first:last])
	}
	return len(coordinates) > 0, status
}

// innerLimit is the most steps for a subproblem of n coordinates, far more than usual; the next
// subproblem continues. It is small for objectives that may have no minimum, since there the whole
// point must be stretched often.
func (s *Decomposition) innerLimit(n int) int {
	if s.settings.Ceiling > 0 {
		return 10 * n
	}
	return 1000 + 1000*n
}

// restricted returns the problem over the coordinates numbers, which are those of rows.
func (s *Decomposition) restricted(rows, numbers []int) Problem {
	k := newSubset(s.problem.K, rows)
	p := Problem{K: k, Lower: gather(s.lo, numbers), Upper: gather(s.hi, numbers), Start: gather(s.b, numbers),
		Linear: make([]float64, len(numbers)), GroupCount: s.groups}
	if s.problem.Shift != nil {
		p.Shift = gather(s.problem.Shift, numbers)
	}
	if s.group != nil {
		p.Group = gather(s.group, numbers)
	}
	// The linear term is the gradient without the part of the set itself: q_B + K_BN b_N.
	w := len(rows)
	own := make([]float64, w)
	set := point{diag: gather(s.diag, rows)}
	for at := range w {
		d, row := net(p.Start, at, w), k.Rows([]int{at})[0]
		set.sees(at, row)
		for j, v := range row {
			own[j] += float64(d * v)
		}
	}
	s.negative = s.negative || set.negative
	for e, c := range numbers {
		p.Linear[e] = s.g[c] - own[e%w]
		if p.Shift != nil {
			p.Linear[e] -= p.Shift[e] * p.Start[e]
		}
	}
	return p
}
