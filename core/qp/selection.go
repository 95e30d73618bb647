package qp

import "math"

// pick returns the positions of the next working set and how far the KKT
// conditions are violated: j < 0 means that i moves alone, i < 0 that nothing
// can move.
func (s *SMO) pick() (i, j int, gap float64) {
	if s.group == nil {
		return s.pickPair()
	}
	return s.pickGrouped()
}

// pickPair is the selection for a single group, two passes: the smallest
// gradient of the ups gives i; among the downs above it, j maximises the
// decrease (g_j - g_i)^2 / (K_ii + K_jj - 2 K_ij).
func (s *SMO) pickPair() (i, j int, gap float64) {
	g, b, hi, lo, diag := s.g, s.b, s.hi, s.lo, s.diag
	i, j = -1, -1
	smallest := math.Inf(1)
	for t, gt := range g {
		if gt <= smallest && b[t] < hi[t] {
			smallest, i = gt, t
		}
	}
	if i < 0 {
		return -1, -1, 0
	}
	row := s.problem.K.Row(i)
	largest, best := math.Inf(-1), 0.0
	own := diag[i]
	for t, gt := range g {
		if b[t] <= lo[t] {
			continue
		}
		if gt > largest {
			largest = gt
		}
		if rise := gt - smallest; rise > 0 {
			curvature := own + diag[t] - 2*row[t]
			if curvature <= 0 {
				curvature = tau
			}
			if gain := rise * rise / curvature; gain >= best {
				best, j = gain, t
			}
		}
	}
	if j < 0 {
		return -1, -1, max(0, largest-smallest)
	}
	return i, j, largest - smallest
}

// pickGrouped is the same with several groups, or none: pairs within each group
// compete with one another and with the coordinates that move alone, by the
// decrease of the objective that they promise.
func (s *SMO) pickGrouped() (i, j int, gap float64) {
	i, j = -1, -1
	best := 0.0
	ups := make([]int, s.groups) // the smallest gradient of each group's ups
	for g := range ups {
		ups[g] = -1
	}
	for t, gt := range s.g {
		switch g := s.group[t]; {
		case g < 0:
			room := s.hi[t]-s.b[t] > 0
			if gt > 0 {
				room = s.b[t]-s.lo[t] > 0
			}
			if room && gt != 0 {
				gap = max(gap, math.Abs(gt))
				if gain := gt * gt / max(s.diag[t], tau); gain >= best {
					best, i, j = gain, t, -1
				}
			}
		case s.b[t] < s.hi[t] && (ups[g] < 0 || gt <= s.g[ups[g]]):
			ups[g] = t
		}
	}
	for g, up := range ups {
		if up < 0 {
			continue
		}
		row := s.problem.K.Row(up)
		for t, gt := range s.g {
			if s.group[t] != g || s.b[t] <= s.lo[t] || gt <= s.g[up] {
				continue
			}
			rise := gt - s.g[up]
			gap = max(gap, rise)
			curvature := s.diag[up] + s.diag[t] - 2*row[t]
			if curvature <= 0 {
				curvature = tau
			}
			if gain := rise * rise / curvature; gain >= best {
				best, i, j = gain, up, t
			}
		}
	}
	return i, j, gap
}
