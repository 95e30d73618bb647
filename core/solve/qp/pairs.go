package qp

import "math"

// The loops that take most of the time of a solver, apart from kernel values and gradients.
// core/internal/gen compiles them into assembly for WebAssembly; its comments say which Go it
// accepts.

// nextPlain returns the first coordinate of group c, from position from on, that is in I_up
// with a gradient below -leastUp, or in I_low with one above leastLow; n if there is none.
func (p *point) nextPlain(c, from int, leastUp, leastLow float64) int {
	n := len(p.g)
	g, b, lo, hi, group := p.g, p.b[:n], p.lo[:n], p.hi[:n], p.group
	for t := from; t < n; t++ {
		if (-g[t] > leastUp && b[t] < hi[t] || g[t] > leastLow && b[t] > lo[t]) && (group == nil || group[t] == c) {
			return t
		}
	}
	return n
}

// pickPairPlain is pick for the coordinates of group c. gain is twice the expected decrease of the
// objective. j is -1 when there is no pair.
func (p *point) pickPairPlain(c int, k []float64) (i, j int, gap, gain float64) {
	g, group := p.g, p.group
	b, lo, hi, diag := p.b[:len(g)], p.lo[:len(g)], p.hi[:len(g)], p.diag[:len(g)]
	i, j = -1, -1
	smallest := math.Inf(1)
	for t, gt := range g {
		if gt <= smallest && b[t] < hi[t] && (group == nil || group[t] == c) {
			smallest, i = gt, t
		}
	}
	if i < 0 {
		return -1, -1, 0, 0
	}
	row, own := k[i*len(g) : (i+1)*len(g)][:len(g)], diag[i]
	for t, gt := range g {
		rise := gt - smallest
		if !(rise > 0) || b[t] <= lo[t] || !(group == nil || group[t] == c) {
			continue
		}
		if rise > gap {
			gap = rise
		}
		curvature := own + diag[t] - 2*row[t]
		if !(curvature > 0) {
			curvature = tau
		}
		if promise := rise * rise / curvature; promise >= gain {
			gain, j = promise, t
		}
	}
	return i, j, gap, gain
}
