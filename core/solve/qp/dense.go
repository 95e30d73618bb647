package qp

import "maxmargin/core/base/run"

// Dense solves small problems, one after another, whose whole matrices are in memory. Such a
// problem is one working set of SMO with all coordinates, so it needs only steps over pairs
// (point.pick and point.step). Problems share the memory, because a fit of many classes has tens of
// thousands.
type Dense struct {
	point
	linear     []float64 // q
	matrix     []float64 // K + D
	objective  float64
	iterations int
	work       int // since the last checkpoint, which may have been several problems ago
}

// denseSteps is the number of steps after which a problem is left to SMO, which can tell slow
// progress from none.
const denseSteps = 10_000

// denseStart is about the work of a problem apart from its matrix, in the unit of enough.
const denseStart = 512

// Solve sets r, whose slices it reuses, to the solution of a problem with one coordinate for each
// row of its matrix k, which is problem.K row by row, by the rule RuleKKT. It reports false if SMO
// must continue from the point in r.
func (s *Dense) Solve(ctl *run.Ctl, problem *Problem, k []float64, settings *Settings, r *Result) (solved bool) {
	s.begin(problem, &s.linear)
	s.objective, s.iterations = 0, 0
	n := len(s.linear)
	if problem.Shift != nil {
		s.matrix = append(s.matrix[:0], k...)
		for c, d := range problem.Shift {
			s.matrix[c*n+c] += d
		}
		k = s.matrix
	}
	copy(s.g, s.linear)
	for c, b := range s.b {
		if b != 0 {
			for t, v := range k[c*n : (c+1)*n] {
				s.g[t] += float64(b * v)
			}
		}
		s.sees(c, k[c*n:c*n+c])
	}
	s.objective = s.point.objective(s.linear)
	s.work += denseStart + 2*n*n
	status, solved := s.iterate(ctl, k, settings)
	r.Status, r.Iterations, r.Shrunk, r.Values, r.Hits, r.Image, r.Trace = status, s.iterations, 0, 0, 0, nil, nil
	s.result(r, problem, s.linear)
	return solved
}

func (s *Dense) iterate(ctl *run.Ctl, k []float64, settings *Settings) (status run.Status, solved bool) {
	for {
		if s.work >= enough {
			s.work = 0
			if status := ctl.Checkpoint(s.report); status != "" {
				return status, true
			}
		}
		i, j, gap := s.pick(k)
		switch {
		case i < 0 || gap < settings.Tolerance:
			return run.Converged, true
		case settings.MaxIterations > 0 && s.iterations >= settings.MaxIterations:
			return run.IterationLimit, true
		case s.iterations >= denseSteps:
			return "", false
		}
		change, moved := s.step(i, j, k)
		if !moved {
			return "", false
		}
		s.objective += change
		s.iterations++
		s.work += 4 * len(s.g)
	}
}

func (s *Dense) report() run.Report {
	count := 0
	for _, b := range s.b {
		if b != 0 {
			count++
		}
	}
	return run.Report{Iteration: s.iterations, Objective: s.objective, Gap: s.gap(), SupportVectors: count}
}
