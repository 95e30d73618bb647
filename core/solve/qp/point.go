package qp

import (
	"math"
	"slices"
)

// tau replaces a curvature that is not positive: duplicates and indefinite
// kernels then step to a bound instead of dividing by zero.
const tau = 1e-12

// point is a feasible point b of a problem, or of its restriction to some coordinates, with
// the gradient g there. I_up are the coordinates below their upper bound, which may grow,
// and I_low those above their lower bound, which may fall (Keerthi et al., Neural
// Computation 13, 2001; Fan, Chen and Lin, JMLR 6, 2005). The point is optimal when, within
// every group, the largest g over I_low does not exceed the smallest g over I_up.
type point struct {
	b, g, lo, hi, diag []float64
	group              []int // nil if all are in group 0
	groups             int
	ungrouped          bool // some coordinates are in no group (-1)
	negative           bool // K_ii or the curvature of a pair is negative beyond rounding
}

// begin makes p the start of a whole problem, without its gradient, and sets linear to q = s p.
// Both reuse earlier memory if it suffices.
func (p *point) begin(problem *Problem, linear *[]float64) {
	n, count := problem.K.Len(), len(problem.Linear)
	p.groups = problem.GroupCount
	if problem.Group == nil {
		p.groups = 1
	}
	p.ungrouped = slices.Contains(problem.Group, -1)
	p.resize(count, false)
	p.group, p.negative = problem.Group, false
	problem.K.Diagonal(p.diag[:n])
	for _, own := range p.diag[:n] {
		p.curved(own, math.Abs(own))
	}
	q := sized(linear, count)
	for c := range count {
		p.diag[c] = p.diag[c%n]
		p.b[c], p.lo[c], p.hi[c], q[c] = 0, problem.Lower[c], problem.Upper[c], problem.Linear[c]
		if problem.Start != nil {
			p.b[c] = problem.Start[c]
		}
		if problem.Sign != nil && problem.Sign[c] < 0 {
			p.lo[c], p.hi[c] = -problem.Upper[c], -problem.Lower[c]
			q[c], p.b[c] = -q[c], -p.b[c]
		}
	}
	for c, d := range problem.Shift {
		p.diag[c] += d
	}
}

// resize makes space for n coordinates.
func (p *point) resize(n int, grouped bool) {
	for _, s := range []*[]float64{&p.b, &p.g, &p.lo, &p.hi, &p.diag} {
		sized(s, n)
	}
	if grouped && cap(p.group) < n {
		p.group = make([]int, n)
	}
	if grouped {
		p.group = p.group[:n]
	}
}

// inUp and inLow report whether coordinate t is in I_up and in I_low: whether it may grow,
// and fall.
func (p *point) inUp(t int) bool  { return p.b[t] < p.hi[t] }
func (p *point) inLow(t int) bool { return p.b[t] > p.lo[t] }

// groupOf returns the group of coordinate t, -1 if it is in none.
func (p *point) groupOf(t int) int {
	if p.group == nil {
		return 0
	}
	return p.group[t]
}

// violation returns by how much coordinate t, which is in no group, violates its condition.
func (p *point) violation(t int) float64 {
	switch g := p.g[t]; {
	case g < 0 && p.inUp(t):
		return -g
	case g > 0 && p.inLow(t):
		return g
	}
	return 0
}

// pick returns the pair of coordinates to move next, by working set selection 2 of Fan, Chen and
// Lin, JMLR 6 (2005): i has the smallest gradient over I_up of its group; j maximises, over I_low
// with a larger gradient, the expected decrease of the objective, (g_j - g_i)^2 / (K_ii + K_jj - 2
// K_ij). For a coordinate without a group it is g^2 / K_ii; if this is the largest, j is -1. i is
// -1 when nothing can move. gap is the largest violation. k is the matrix, row by row.
func (p *point) pick(k []float64) (i, j int, gap float64) {
	i, j = -1, -1
	best := 0.0
	for c := range p.groups {
		up, low, rise, gain := p.pickPair(c, k)
		if rise > gap {
			gap = rise
		}
		if low >= 0 && gain >= best {
			best, i, j = gain, up, low
		}
	}
	if !p.ungrouped {
		return i, j, gap
	}
	for t, c := range p.group {
		if c >= 0 {
			continue
		}
		if v := p.violation(t); v > 0 {
			if v > gap {
				gap = v
			}
			if gain := v * v / positive(p.diag[t]); gain >= best {
				best, i, j = gain, t, -1
			}
		}
	}
	return i, j, gap
}

func positive(curvature float64) float64 {
	if curvature > 0 {
		return curvature
	}
	return tau
}

// curved returns the curvature to divide by, or tau if it is not positive. It sets p.negative if
// the curvature is negative beyond the accuracy of kernel values of this size: a Gram matrix in
// single precision has errors of about 1e-7 of its values.
func (p *point) curved(curvature, size float64) float64 {
	if curvature > 0 {
		return curvature
	}
	return p.flat(curvature, size)
}

// flat does this for a curvature that is not positive, which is rare.
//
//go:noinline
func (p *point) flat(curvature, size float64) float64 {
	p.negative = p.negative || below(curvature, size)
	return tau
}

// below reports whether a curvature is negative beyond rounding.
func below(curvature, size float64) bool { return curvature < -1e-6*size }

// sees sets p.negative if the squared distance K_ii + K_jj - 2 K_ij of row i and another row is
// negative. Steps meet few of such pairs. row is row i of K.
func (p *point) sees(i int, row []float64) {
	own := p.diag[i]
	for j, v := range row {
		if curvature := own + p.diag[j] - 2*v; curvature < 0 { // which is rare, and this loop is not
			p.curved(curvature, math.Abs(own)+math.Abs(p.diag[j]))
		}
	}
}

// step minimises the objective over the pair (i, j), or over i alone when j < 0,
// brings the gradient up to date, and returns by how much the objective fell and
// whether anything moved.
func (p *point) step(i, j int, k []float64) (change float64, moved bool) {
	n := len(p.g)
	ki := k[i*n : (i+1)*n]
	if j < 0 {
		next := min(max(p.b[i]-p.g[i]/p.curved(p.diag[i], math.Abs(p.diag[i])), p.lo[i]), p.hi[i])
		delta := next - p.b[i]
		if delta == 0 {
			return 0, false
		}
		change = delta * (p.g[i] + 0.5*delta*p.diag[i])
		p.b[i] = next
		for t := range p.g {
			p.g[t] += float64(delta * ki[t])
		}
		return change, true
	}
	curvature := p.diag[i] + p.diag[j] - 2*ki[j]
	slope := p.g[i] - p.g[j] // negative: b_i grows by delta, b_j falls by delta
	delta := -slope / p.curved(curvature, math.Abs(p.diag[i])+math.Abs(p.diag[j]))
	roomI, roomJ := p.hi[i]-p.b[i], p.b[j]-p.lo[j]
	bi, bj := p.b[i]+delta, p.b[j]-delta
	// At a bound the value is the exact bound, without rounding errors.
	if delta >= roomI && roomI <= roomJ {
		delta = roomI
		bi, bj = p.hi[i], p.b[j]-delta
		if roomI == roomJ {
			bj = p.lo[j]
		}
	} else if delta >= roomJ {
		delta = roomJ
		bi, bj = p.b[i]+delta, p.lo[j]
	}
	if bi == p.b[i] && bj == p.b[j] {
		return 0, false
	}
	p.b[i], p.b[j] = bi, bj
	kj := k[j*n : (j+1)*n]
	g := p.g
	ki, kj = ki[:len(g)], kj[:len(g)]
	for t := range g {
		g[t] += float64(delta * (ki[t] - kj[t]))
	}
	return delta * (slope + 0.5*delta*curvature), true
}

// gap returns the largest violation of the KKT conditions.
func (p *point) gap() float64 {
	if p.group == nil && p.groups == 1 {
		smallestUp, largestLow := math.Inf(1), math.Inf(-1)
		for t, g := range p.g {
			if g < smallestUp && p.inUp(t) {
				smallestUp = g
			}
			if g > largestLow && p.inLow(t) {
				largestLow = g
			}
		}
		return max(0, largestLow-smallestUp)
	}
	smallestUp, largestLow, gap := p.extremes()
	for g := range smallestUp {
		gap = max(gap, largestLow[g]-smallestUp[g])
	}
	return gap
}

// extremes returns for every group the smallest gradient over I_up and the largest over
// I_low, and the largest violation of a coordinate without a group.
func (p *point) extremes() (smallestUp, largestLow []float64, ungrouped float64) {
	smallestUp, largestLow = make([]float64, p.groups), make([]float64, p.groups)
	for g := range smallestUp {
		smallestUp[g], largestLow[g] = math.Inf(1), math.Inf(-1)
	}
	for t, g := range p.g {
		group := p.groupOf(t)
		if group < 0 {
			ungrouped = max(ungrouped, p.violation(t))
			continue
		}
		if p.inUp(t) {
			smallestUp[group] = min(smallestUp[group], g)
		}
		if p.inLow(t) {
			largestLow[group] = max(largestLow[group], g)
		}
	}
	return smallestUp, largestLow, ungrouped
}
