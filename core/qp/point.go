package qp

import (
	"math"
	"slices"
)

// tau replaces a curvature that is not positive: duplicates and indefinite
// kernels then step to a bound instead of dividing by zero.
const tau = 1e-12

// point is a feasible point b of a problem, or of its restriction to some
// coordinates, with the gradient g there. A coordinate is up when it may grow
// and down when it may shrink; within a group the point is optimal when the
// largest g of the downs does not exceed the smallest g of the ups.
type point struct {
	b, g, lo, hi, diag []float64
	group              []int // nil: all in group 0
	groups             int
	loose              bool // some coordinates are in no group: -1
}

// begin makes p the start of a whole problem, without its gradient, and returns
// q = s p.
func (p *point) begin(problem *Problem) (q []float64) {
	n, count := problem.K.Len(), len(problem.Linear)
	p.groups = problem.GroupCount
	if problem.Group == nil {
		p.groups = 1
	}
	p.loose = slices.Contains(problem.Group, -1)
	p.resize(count, false)
	p.group = problem.Group
	problem.K.Diagonal(p.diag[:n])
	q = make([]float64, count)
	for c := range count {
		p.diag[c] = p.diag[c%n]
		p.lo[c], p.hi[c], q[c] = problem.Lower[c], problem.Upper[c], problem.Linear[c]
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
	return q
}

// resize gives the point room for n coordinates.
func (p *point) resize(n int, grouped bool) {
	for _, s := range []*[]float64{&p.b, &p.g, &p.lo, &p.hi, &p.diag} {
		if cap(*s) < n {
			*s = make([]float64, n)
		}
		*s = (*s)[:n]
	}
	if grouped && cap(p.group) < n {
		p.group = make([]int, n)
	}
	if grouped {
		p.group = p.group[:n]
	}
}

// up and down report whether coordinate t may grow, and shrink.
func (p *point) up(t int) bool   { return p.b[t] < p.hi[t] }
func (p *point) down(t int) bool { return p.b[t] > p.lo[t] }

// groupOf returns the group of coordinate t, -1 if it is in none.
func (p *point) groupOf(t int) int {
	if p.group == nil {
		return 0
	}
	return p.group[t]
}

// alone returns how far coordinate t, in no group, violates its condition.
func (p *point) alone(t int) float64 {
	switch g := p.g[t]; {
	case g < 0 && p.up(t):
		return -g
	case g > 0 && p.down(t):
		return g
	}
	return 0
}

// pick returns the pair of coordinates to move next, by working set selection 2
// of Fan, Chen and Lin, JMLR 6 (2005): i has the smallest gradient of the ups of
// its group; among the downs above it, j maximises the decrease of the objective
// that the pair promises, (g_j - g_i)^2 / (K_ii + K_jj - 2 K_ij). Coordinates
// without a group compete with g^2 / K_ii; then j is -1. i is -1 when nothing
// can move. gap is the largest violation. k is the matrix, row by row.
func (p *point) pick(k []float64) (i, j int, gap float64) {
	i, j = -1, -1
	best := 0.0
	for c := range p.groups {
		up, down, rise, gain := p.pickPair(c, k)
		if rise > gap {
			gap = rise
		}
		if down >= 0 && gain >= best {
			best, i, j = gain, up, down
		}
	}
	if !p.loose {
		return i, j, gap
	}
	for t, c := range p.group {
		if c >= 0 {
			continue
		}
		if v := p.alone(t); v > 0 {
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

// step minimises the objective over the pair (i, j), or over i alone when j < 0,
// brings the gradient up to date, and returns by how much the objective fell and
// whether anything moved.
func (p *point) step(i, j int, k []float64) (change float64, moved bool) {
	n := len(p.g)
	ki := k[i*n : (i+1)*n]
	if j < 0 {
		next := min(max(p.b[i]-p.g[i]/positive(p.diag[i]), p.lo[i]), p.hi[i])
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
	slope := p.g[i] - p.g[j] // negative: b_i grows by delta, b_j shrinks by it
	delta := -slope / positive(curvature)
	roomI, roomJ := p.hi[i]-p.b[i], p.b[j]-p.lo[j]
	bi, bj := p.b[i]+delta, p.b[j]-delta
	// At a bound the value is the bound itself, not what rounding makes of it.
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
	smallestUp, largestDown, gap := p.extremes()
	for g := range smallestUp {
		gap = max(gap, largestDown[g]-smallestUp[g])
	}
	return gap
}

// extremes returns the smallest gradient of the ups and the largest of the
// downs of every group, and the largest violation of a coordinate that is in
// none.
func (p *point) extremes() (smallestUp, largestDown []float64, alone float64) {
	smallestUp, largestDown = make([]float64, p.groups), make([]float64, p.groups)
	for g := range smallestUp {
		smallestUp[g], largestDown[g] = math.Inf(1), math.Inf(-1)
	}
	for t, g := range p.g {
		group := p.groupOf(t)
		if group < 0 {
			alone = max(alone, p.alone(t))
			continue
		}
		if p.up(t) {
			smallestUp[group] = min(smallestUp[group], g)
		}
		if p.down(t) {
			largestDown[group] = max(largestDown[group], g)
		}
	}
	return smallestUp, largestDown, alone
}
