package qp

import (
	"math"

	"maxmargin/core/run"
)

// Result returns where the run stands, exact over the whole problem. status is
// what Run returned.
func (s *SMO) Result(status run.Status) Result {
	r := Result{
		Status:     status,
		Alpha:      append([]float64(nil), s.whole.b...),
		Gradient:   append([]float64(nil), s.whole.g...),
		Objective:  s.exactObjective(),
		Gap:        s.whole.gap(),
		Iterations: s.iterations,
	}
	for i := range r.Alpha {
		if s.problem.Sign != nil && s.problem.Sign[i] < 0 {
			r.Alpha[i] = -r.Alpha[i]
		}
	}
	s.levels(&r)
	return r
}

// levels fills in the multipliers of the groups.
func (s *SMO) levels(r *Result) {
	sum, free := make([]float64, s.whole.groups), make([]int, s.whole.groups)
	low, high := make([]float64, s.whole.groups), make([]float64, s.whole.groups)
	for g := range low {
		low[g], high[g] = math.Inf(-1), math.Inf(1)
	}
	w := &s.whole
	for i, gradient := range w.g {
		g := w.groupOf(i)
		if g < 0 {
			continue
		}
		up, down := w.up(i), w.down(i)
		switch {
		case up && down:
			sum[g] += gradient
			free[g]++
		case up:
			high[g] = min(high[g], gradient)
		case down:
			low[g] = max(low[g], gradient)
		}
	}
	r.Level, r.LevelLow, r.LevelHigh = make([]float64, s.whole.groups), low, high
	for g := range r.Level {
		switch {
		case free[g] > 0:
			r.Level[g] = sum[g] / float64(free[g])
		case !math.IsInf(low[g], 0) && !math.IsInf(high[g], 0):
			r.Level[g] = (low[g] + high[g]) / 2
		case !math.IsInf(low[g], 0):
			r.Level[g] = low[g]
		case !math.IsInf(high[g], 0):
			r.Level[g] = high[g]
		}
	}
}
