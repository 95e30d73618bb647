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
		Alpha:      append([]float64(nil), s.beta...),
		Gradient:   append([]float64(nil), s.gradient...),
		Objective:  s.exactObjective(),
		Gap:        s.gap(),
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

// gap returns the largest violation of the KKT conditions over the whole
// problem: largest gradient of the downs less smallest of the ups in a group,
// the gradient itself where a coordinate stands alone.
func (s *SMO) gap() float64 {
	smallestUp, largestDown, alone := s.extremes(len(s.beta), func(i int) (int, float64, float64) {
		return i, s.beta[i], s.gradient[i]
	})
	gap := alone
	for g := range smallestUp {
		gap = max(gap, largestDown[g]-smallestUp[g])
	}
	return gap
}

// extremes returns the smallest gradient of the ups and the largest of the
// downs of every group, and the largest violation of a coordinate that is in
// none, over count coordinates that at gives.
func (s *SMO) extremes(count int, at func(p int) (i int, b, g float64)) (smallestUp, largestDown []float64, alone float64) {
	smallestUp, largestDown = make([]float64, s.groups), make([]float64, s.groups)
	for g := range smallestUp {
		smallestUp[g], largestDown[g] = math.Inf(1), math.Inf(-1)
	}
	for p := range count {
		i, b, g := at(p)
		up, down := b < s.upper[i], b > s.lower[i]
		group := s.groupOf(i)
		if group < 0 {
			if up && -g > alone {
				alone = -g
			}
			if down && g > alone {
				alone = g
			}
			continue
		}
		if up {
			smallestUp[group] = min(smallestUp[group], g)
		}
		if down {
			largestDown[group] = max(largestDown[group], g)
		}
	}
	return smallestUp, largestDown, alone
}

// levels fills in the multipliers of the groups.
func (s *SMO) levels(r *Result) {
	sum, free := make([]float64, s.groups), make([]int, s.groups)
	low, high := make([]float64, s.groups), make([]float64, s.groups)
	for g := range low {
		low[g], high[g] = math.Inf(-1), math.Inf(1)
	}
	for i, b := range s.beta {
		g := s.groupOf(i)
		if g < 0 {
			continue
		}
		up, down := b < s.upper[i], b > s.lower[i]
		switch {
		case up && down:
			sum[g] += s.gradient[i]
			free[g]++
		case up:
			high[g] = min(high[g], s.gradient[i])
		case down:
			low[g] = max(low[g], s.gradient[i])
		}
	}
	r.Level, r.LevelLow, r.LevelHigh = make([]float64, s.groups), low, high
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
