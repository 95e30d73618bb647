package ordinal

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
)

// likelihood is the problem of a cumulative model over features that have been shifted and
// scaled to mean 0 and standard deviation 1. With the q ranks that have samples it minimises
//
//   - sum of c_i log(F(theta_y - <w, x_i>) - F(theta_(y-1) - <w, x_i>)) + 1/2 sum of r_j w_j^2
//
// over the parameters w_1 .. w_d, theta_1 < ... < theta_(q-1), which is a convex function.
type likelihood struct {
	link      loss.Link
	x         sample.Set
	rows      []int     // of positive weight
	weight    []float64 // of these
	total     float64   // of the weights
	rank      []int     // of these, among the ranks that have samples
	q, d      int
	mean      []float64
	scale     []float64 // 1 / standard deviation; 0 for a constant feature
	penalty   []float64 // r
	penalised bool      // whether some r is given
	row       []float64 // scratch
	ctl       *run.Ctl
	steps     int
	ended     run.Status
	started   bool // the samples are standardised
}

// standardise finds the means and the scales of the features. They are finite, or the
// numbers of X are too large.
func (l *likelihood) standardise() {
	d := l.d
	l.mean, l.scale, l.row = make([]float64, d), make([]float64, d), make([]float64, d)
	low, high := make([]float64, d), make([]float64, d)
	l.each(func(p int) {
		for j, v := range l.row {
			if p == 0 {
				low[j], high[j] = v, v
			}
			low[j], high[j] = min(low[j], v), max(high[j], v)
			l.mean[j] += l.weight[p] / l.total * v
		}
	})
	square := make([]float64, d)
	l.each(func(p int) {
		for j, v := range l.row {
			if width := high[j] - low[j]; width > 0 {
				part := (v - l.mean[j]) / width
				square[j] += l.weight[p] / l.total * (part * part)
			}
		}
	})
	for j := range square {
		if high[j] > low[j] {
			l.scale[j] = 1 / (math.Sqrt(square[j]) * (high[j] - low[j]))
		} else {
			l.mean[j] = low[j]
		}
	}
}

// each reads one sample after the other into row.
func (l *likelihood) each(visit func(p int)) {
	stride := max(1, 16384/(l.d+1))
	for p, i := range l.rows {
		if p%stride == 0 && l.ended == "" {
			report := func() run.Report { return run.Report{Phase: "likelihood", Iteration: l.steps} }
			if l.started {
				l.ended = l.ctl.Checkpoint(report)
			} else if !l.ctl.Wanted(report) { // there is nothing yet that a limit of time could keep
				l.ended = l.ctl.Ended()
			}
		}
		if l.ended != "" {
			return
		}
		l.x.Dense(l.row, i)
		visit(p)
	}
}

// place is a value of the parameters with that of the function. gradient and the lower
// triangle of hessian, which is of order d + q - 1, are there where they were asked for.
type place struct {
	at       []float64
	value    float64
	plain    float64 // the value without the penalty
	gradient []float64
	hessian  []float64
}

// look computes the function at a place, and its derivatives unless hessian is nil, which
// becomes that of the place.
func (l *likelihood) look(at, hessian []float64) *place {
	d, size := l.d, len(at)
	p := &place{at: at, hessian: hessian}
	for r := 1; r < l.q-1; r++ {
		if !(at[d+r] > at[d+r-1]) {
			p.value = math.Inf(1)
			return p
		}
	}
	if hessian != nil {
		clear(hessian)
		p.gradient = make([]float64, size)
	}
	l.each(func(s int) {
		for j := range l.row {
			l.row[j] = (l.row[j] - l.mean[j]) * l.scale[j]
		}
		u, y, c := lanes.Sum(at[:d], l.row), l.rank[s], l.weight[s]
		a, b := math.Inf(-1), math.Inf(1)
		if y > 0 {
			a = at[d+y-1] - u
		}
		if y < l.q-1 {
			b = at[d+y] - u
		}
		t := l.link.Interval(a, b)
		p.plain -= c * t.Log
		if hessian == nil {
			return
		}
		lanes.Update(p.gradient[:d], c*(t.A+t.B), l.row)
		curve := -c * (t.AA + 2*t.AB + t.BB)
		for j, v := range l.row {
			if v != 0 {
				lanes.Update(hessian[j*size:j*size+j+1], curve*v, l.row[:j+1])
			}
		}
		if y > 0 {
			at := (d + y - 1) * size
			p.gradient[d+y-1] -= c * t.A
			hessian[at+d+y-1] -= c * t.AA
			lanes.Update(hessian[at:at+d], c*(t.AA+t.AB), l.row)
		}
		if y < l.q-1 {
			at := (d + y) * size
			p.gradient[d+y] -= c * t.B
			hessian[at+d+y] -= c * t.BB
			lanes.Update(hessian[at:at+d], c*(t.AB+t.BB), l.row)
			if y > 0 {
				hessian[at+d+y-1] -= c * t.AB
			}
		}
	})
	p.value = p.plain
	for j, r := range l.penalty {
		p.value += r * at[j] * at[j] / 2
		if hessian != nil {
			p.gradient[j] += r * at[j]
			hessian[j*size+j] += r
		}
	}
	return p
}

// begin returns the parameters of the model without features.
func (l *likelihood) begin() []float64 {
	share, below := make([]float64, l.q), 0.0
	for p, y := range l.rank {
		share[y] += l.weight[p] / l.total
	}
	at := make([]float64, l.d+l.q-1)
	for r := range l.q - 1 {
		below += share[r]
		at[l.d+r] = l.link.Inverse(below)
	}
	return at
}

// direction returns the step of Newton's method. A tiny multiple of the unit matrix is added
// to the matrix, so that features which depend on each other leave it definite; nil means that
// no multiple helps.
func (l *likelihood) direction(p *place) []float64 {
	size := len(p.at)
	work := make([]float64, size*size)
	for shift := 1e-12 * l.total; shift < l.total; shift *= 100 {
		copy(work, p.hessian)
		for j := range size {
			work[j*size+j] += shift
		}
		factor, err := linalg.Factorize(work, size, func(float64) bool { return true })
		if err != nil {
			continue
		}
		step := make([]float64, size)
		for j, g := range p.gradient {
			step[j] = -g
		}
		factor.Solve(step)
		return step
	}
	return nil
}

// moves returns by how much a step changes the ends of the intervals of some sample at most.
func (l *likelihood) moves(step []float64) (largest float64) {
	l.each(func(s int) {
		for j := range l.row {
			l.row[j] = (l.row[j] - l.mean[j]) * l.scale[j]
		}
		u, y := lanes.Sum(step[:l.d], l.row), l.rank[s]
		if y > 0 {
			largest = max(largest, math.Abs(step[l.d+y-1]-u))
		}
		if y < l.q-1 {
			largest = max(largest, math.Abs(step[l.d+y]-u))
		}
	})
	return largest
}

// present returns the ranks that have samples, ascending, and the place of the rank of each
// sample among these.
func (l *lesson) present() (ranks, place []int) {
	all := make([]int, l.ranks)
	for _, r := range l.rank {
		all[r] = 1
	}
	for r, has := range all {
		if has > 0 {
			all[r] = len(ranks)
			ranks = append(ranks, r)
		}
	}
	for _, r := range l.rank {
		place = append(place, all[r])
	}
	return ranks, place
}
