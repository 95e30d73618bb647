package ordinal

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
)

// partners are the pairs of samples that differ in rank: rows are numbered in ascending order
// of their ranks, and the partners of row p, of lower ranks, are the rows from[p] to to[p] - 1.
type partners struct {
	rows     []int // in the lesson, in ascending order of their ranks
	from, to []int
	ends     []int   // where the rank of each row ends
	adjacent bool    // only pairs of neighbouring ranks
	count    float64 // m', the number of pairs
}

// newPartners returns all pairs, or only those of neighbouring ranks, where ranks without
// samples do not count.
func newPartners(l *lesson, adjacent bool) *partners {
	n := len(l.rank)
	p := &partners{from: make([]int, n), to: make([]int, n), ends: make([]int, n), adjacent: adjacent}
	p.rows = order.Of(n, func(i, j int) int { return int(l.rank[i]) - int(l.rank[j]) })
	before, start := 0, 0 // where the rank before this one and this one begin
	for at, i := range p.rows {
		if at > 0 && l.rank[p.rows[at-1]] != l.rank[i] {
			before, start = start, at
		}
		if p.to[at] = start; adjacent {
			p.from[at] = before
		}
		p.count += float64(p.to[at] - p.from[at])
	}
	for at, end := n-1, n; at >= 0; at-- {
		if p.ends[at] = end; at > 0 && p.to[at] == at {
			end = at
		}
	}
	return p
}

// pairDual is the problem over pairs (i, j), where i has the higher rank,
//
//	maximise   sum a_ij - 1/2 |w|^2,  w = sum a_ij (phi(x_i) - phi(x_j))
//	subject to 0 <= a_ij <= C_ij = C w_i w_j
//
// (Herbrich, Graepel & Obermayer 2000, equation 2.24, without sum of a t = 0, which belongs to
// a constant that cancels in differences). A pair violates its condition by its slope
// 1 - (f_i - f_j), so that the utilities f of the rows tell all violations: the matrix over
// pairs is never needed.
//
// A pass ascends along one variable after another; between passes, conjugate gradients solve
// for the variables between their bounds, which passes alone do slowly. Where even that takes
// long, Newton steps take over.
type pairDual struct {
	*partners
	kernel []float64 // n x n, of the rows in the order of partners
	weight []float64 // of the rows
	c      float64   // C; infinite: the hard margin
	tol    float64
	max    float64 // passes

	offset []int     // where the pairs of a row begin in alpha
	alpha  []float64 // of every pair
	f      []float64 // of every row
	linear float64   // sum of alpha
	wide   float64   // what the objective cannot exceed if there is a solution

	ctl        *run.Ctl // of what is being done
	passes     int
	work       float64 // multiply-adds
	since      int     // elements of work after the last checkpoint
	worst      float64 // the largest violation
	indefinite bool

	free  []pair  // scratch
	moved int     // variables that a pass took from a bound or to one
	best  float64 // the objective of kept
	kept  []float64
	share float64 // conjugate gradients end when a step gains less than this share of the best one
}

// passesBetween is how many passes there are between two looks at the progress.
const passesBetween = 100

// pair is a variable: rows i and j, at a place of alpha.
type pair struct{ i, j, at int }

func newPairDual(p *partners, kernel, weight []float64, c, tol, most float64) *pairDual {
	n := len(p.rows)
	d := &pairDual{partners: p, kernel: kernel, weight: weight, c: c, tol: tol, max: most, offset: make([]int, n+1), f: make([]float64, n)}
	for i := range n {
		d.offset[i+1] = d.offset[i] + p.to[i] - p.from[i]
	}
	d.alpha = make([]float64, d.offset[n])
	return d
}

// shares returns the variables as shares of their bounds, or as they are where there are none.
func (d *pairDual) shares() []float64 {
	s := append([]float64(nil), d.alpha...)
	d.scale(s, func(a, upper float64) float64 { return a / upper })
	return s
}

// begin sets the variables to these shares of their bounds.
func (d *pairDual) begin(shares []float64) {
	copy(d.alpha, shares)
	d.scale(d.alpha, func(s, upper float64) float64 { return min(max(s, 0), 1) * upper })
	d.refresh()
}

func (d *pairDual) scale(alpha []float64, by func(a, upper float64) float64) {
	for i := range d.f {
		for j := d.from[i]; j < d.to[i]; j++ {
			at := d.offset[i] + j - d.from[i]
			switch upper := d.upper(i, j); {
			case math.IsInf(upper, 1):
				alpha[at] = max(0, alpha[at])
			case upper > 0:
				alpha[at] = by(alpha[at], upper)
			}
		}
	}
}

// row returns the kernel values of a row.
func (d *pairDual) row(i int) []float64 { n := len(d.f); return d.kernel[i*n : (i+1)*n] }

// upper returns the upper bound of a pair.
func (d *pairDual) upper(i, j int) float64 {
	if math.IsInf(d.c, 1) {
		return d.c
	}
	return d.c * (d.weight[i] * d.weight[j])
}

// objective returns the dual objective.
func (d *pairDual) objective() float64 { return d.linear - d.square()/2 }

// glance lets the observer see a pass over very many pairs, which finishes.
func (d *pairDual) glance() {
	if len(d.alpha) < 1<<16 {
		return
	}
	d.ctl.Wanted(func() run.Report { return run.Report{Phase: "pairs", Iteration: d.passes, Gap: d.worst} })
}

// square returns |w|^2 = sum of a_ij (f_i - f_j).
func (d *pairDual) square() (square float64) {
	for i := range d.f {
		for j := d.from[i]; j < d.to[i]; j++ {
			if a := d.alpha[d.offset[i]+j-d.from[i]]; a != 0 {
				square += float64(a * (d.f[i] - d.f[j]))
			}
		}
	}
	return square
}

// checkpoint is called after work of so many elements.
func (d *pairDual) checkpoint(ctl *run.Ctl, work int) run.Status {
	if d.since += work; d.since < 1<<14 {
		return ""
	}
	d.since = 0
	return ctl.Checkpoint(d.report)
}

// stuck reports whether the objective has not grown since the last call, but for rounding. The
// best variables are put back then.
func (d *pairDual) stuck() bool {
	d.refresh()
	objective := d.objective()
	if d.kept == nil || objective > d.best+1e-14*d.linear {
		d.kept, d.best = append(d.kept[:0], d.alpha...), objective
		return false
	}
	if objective < d.best {
		copy(d.alpha, d.kept)
		d.refresh()
	}
	d.worst = d.violation()
	return true
}

// solve runs until no condition is violated by more than tol, or, where rounding of the utilities
// is more than that, until the objective does not grow any more.
func (d *pairDual) solve(ctl *run.Ctl) run.Status {
	hard, tried := math.IsInf(d.c, 1), false
	d.ctl = ctl
	for {
		if status := d.pass(ctl); status != "" {
			return status
		}
		d.passes++
		if d.worst <= d.tol {
			d.refresh()
			if d.worst = d.violation(); d.worst <= d.tol {
				return run.Converged
			}
		}
		switch {
		case hard && d.objective() > d.wide:
			return run.Infeasible
		case float64(d.passes) >= d.max || hard && d.passes >= 20_000:
			d.refresh()
			d.worst = d.violation()
			return run.IterationLimit
		case d.passes%passesBetween == 0 && d.stuck():
			return run.Stalled
		}
		if !tried && d.work > d.patience() {
			tried = true
			if status := d.multiply(ctl); status != "" {
				return status
			}
			for range 10 { // they leave the free variables a little off
				if d.worst = d.violation(); d.worst <= d.tol && d.duality() <= d.tol*math.Abs(d.objective()) {
					return run.Converged
				}
				d.share = 0
				if _, status := d.subspace(ctl); status != "" {
					return status
				}
				d.refresh()
			}
		}
		// Long solutions are of no use while the variables at the bounds still change.
		if d.share = 0.1; d.moved <= len(d.free)/100 {
			d.share = 1e-4
		}
		if d.moved == 0 {
			d.share = 0
		}
		for range 3 {
			if on, status := d.subspace(ctl); status != "" {
				return status
			} else if !on {
				break
			}
		}
	}
}

// pass ascends along every variable once.
func (d *pairDual) pass(ctl *run.Ctl) run.Status {
	d.worst, d.moved = 0, 0
	n := len(d.f)
	for i := range n {
		own := d.row(i)
		for j := d.from[i]; j < d.to[i]; j++ {
			at := d.offset[i] + j - d.from[i]
			slope, a := 1-(d.f[i]-d.f[j]), d.alpha[at]
			if a == 0 && slope <= 0 {
				continue
			}
			most := d.upper(i, j)
			if a == most && slope >= 0 {
				continue
			}
			d.worst = max(d.worst, math.Abs(slope))
			curvature := own[i] + d.row(j)[j] - 2*own[j]
			d.indefinite = d.indefinite || curvature < -1e-12*(math.Abs(own[i])+math.Abs(d.row(j)[j]))
			next := most
			if slope < 0 {
				next = 0
			}
			if flat := 4 * 0x1p-52 * (math.Abs(own[i]) + math.Abs(d.row(j)[j])); curvature > flat {
				next = min(max(a+slope/curvature, 0), most)
			} else if math.IsInf(next, 1) {
				next = a + d.wide // equal rows of different ranks: there is no solution
			}
			if a == 0 || a == most || next == 0 || next == most {
				d.moved++
			}
			d.move(i, j, at, next)
			d.work += 2 * float64(n)
			if status := d.checkpoint(ctl, 2*n); status != "" {
				return status
			}
		}
		if status := d.checkpoint(ctl, d.to[i]-d.from[i]); status != "" {
			return status
		}
	}
	return ""
}

// move gives a variable its value.
func (d *pairDual) move(i, j, at int, next float64) {
	step := next - d.alpha[at]
	if step == 0 {
		return
	}
	d.alpha[at] = next
	d.linear += step
	lanes.Update(d.f, step, d.row(i))
	lanes.Update(d.f, -step, d.row(j))
}

// coefficients returns those of the rows in w.
func (d *pairDual) coefficients() []float64 {
	coef := make([]float64, len(d.f))
	for i := range coef {
		for j := d.from[i]; j < d.to[i]; j++ {
			a := d.alpha[d.offset[i]+j-d.from[i]]
			coef[i] += a
			coef[j] -= a
		}
	}
	return coef
}

// refresh computes the utilities anew, without the rounding of the steps.
func (d *pairDual) refresh() {
	d.linear = 0
	for _, a := range d.alpha {
		d.linear += a
	}
	d.times(d.f, d.coefficients())
}

// times sets dst to the product of the kernel matrix with coef.
func (d *pairDual) times(dst, coef []float64) {
	d.glance()
	clear(dst)
	for i, c := range coef {
		if c != 0 {
			lanes.Update(dst, c, d.row(i))
		}
	}
}

// violation returns the largest violation of a condition.
func (d *pairDual) violation() (worst float64) {
	d.glance()
	for i := range d.f {
		for j := d.from[i]; j < d.to[i]; j++ {
			slope, a := 1-(d.f[i]-d.f[j]), d.alpha[d.offset[i]+j-d.from[i]]
			if (a > 0 || slope > 0) && (slope < 0 || a < d.upper(i, j)) {
				worst = max(worst, math.Abs(slope))
			}
		}
	}
	return worst
}

func (d *pairDual) report() run.Report {
	return run.Report{Phase: "pairs", Iteration: d.passes, Objective: -d.objective(), Gap: d.worst}
}
