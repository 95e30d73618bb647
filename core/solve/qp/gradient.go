package qp

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
)

// join sets g = K b + (q + D b) for all copies of every row.
func (s *SMO) join() {
	m := len(s.shared)
	copy(s.g, s.own)
	for c := range s.copies {
		lanes.Update(s.g[c*m:(c+1)*m], 1, s.shared)
	}
}

// recompute computes the gradient and the objective of the whole problem from b, when nothing is
// shrunk. Only an abort ends it early; it returns that status. A run that is stopped or out of time
// still needs its exact gradient for the result.
func (s *SMO) recompute(ctl *run.Ctl) (status run.Status) { return s.recomputeFrom(ctl, nil) }

// recomputeFrom does this by the rows in which b differs from a point whose image is known, nil for
// zero.
func (s *SMO) recomputeFrom(ctl *run.Ctl, image *Image) (status run.Status) {
	m := len(s.active)
	sum := s.shared
	if s.own == nil {
		sum = s.g
	}
	clear(sum)
	if image != nil {
		copy(sum, image.Sums)
	}
	s.positions, s.delta = s.positions[:0], s.delta[:0]
	add := func() {
		if s.approximate == nil {
			lanes.UpdateAll(sum, s.delta, s.problem.K.Rows(s.positions))
		} else {
			lanes.UpdateSingles(sum, s.delta, s.approximate.Singles(s.positions, s.following))
		}
		s.positions, s.delta = s.positions[:0], s.delta[:0]
	}
	for p := range m {
		d := net(s.b, p, m)
		if image != nil {
			d -= image.Point[p]
		}
		if d != 0 {
			s.positions, s.delta = append(s.positions, p), append(s.delta, d)
		}
		if len(s.positions) == setSize {
			add()
			if status = ctl.Checkpoint(s.report); status == run.Aborted {
				return status
			}
		}
	}
	if len(s.positions) > 0 {
		add()
	}
	if s.own != nil {
		s.join()
	} else {
		for t, q := range s.q {
			s.g[t] += q + s.shifted(t)
		}
	}
	s.store()
	s.objective = s.whole.objective(s.linear)
	return status
}

// shifted returns D b of the active coordinate t.
func (s *SMO) shifted(t int) float64 {
	if s.shift == nil {
		return 0
	}
	return s.shift[t] * s.b[t]
}

// net adds up the coordinates of row i, of n.
func net(b []float64, i, n int) float64 {
	sum := b[i]
	for c := i + n; c < len(b); c += n {
		sum += b[c]
	}
	return sum
}
