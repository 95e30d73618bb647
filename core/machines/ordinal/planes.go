package ordinal

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/solve/bundle"
	"maxmargin/core/solve/primal"
)

// planes finds a linear utility by cutting planes. The slacks of all pairs together are a convex
// function R(w) of w, and every plane below it,
//
//	R(w) >= b - <g, w>,  g = sum over the pairs with a slack at some w' of C_ij (x_i - x_j)
//
// is found in O(n (d + log n)) from sorted utilities (Joachims, Training linear SVMs in linear
// time, 2006). The best w for the planes so far, its penalty and the highest plane, gives a lower
// bound on the objective; the next plane is taken between the best w so far and this one
// (Franc & Sonnenburg, Optimized cutting plane algorithm, 2008), where the objective is lowest
// on the line between them.
type planes struct {
	*partners
	penalty penalty
	x       primal.Rows
	samples []int // in the set, in the order of partners
	weight  []float64
	c       float64
}

// penalty is the function of the weights that is small besides R.
type penalty interface {
	of(w []float64) float64
	slope(w, way []float64) float64                 // at w, per length of way
	add(g []float64, b, value float64, w []float64) // a plane below R, with its value at the last lowest w; it touches R at w
	// lowest returns the best w for the planes so far, and a bound that its objective proves.
	// upper is the objective of some w. Without the status Converged there is no bound.
	lowest(ctl *run.Ctl, tol, upper float64) (w []float64, bound float64, status run.Status)
	moved(place float64) // the best w so far to this place on the way to the last lowest one
}

// found is a solution, or the best w so far, with its utilities and its objective.
type found struct {
	w, f   []float64
	upper  float64
	lower  float64 // what no objective is below
	rounds int     // problems of planes
	status run.Status
}

func newPlanes(pairs *partners, l *lesson, x primal.Rows, c float64) *planes {
	p := &planes{partners: pairs, x: x, c: c}
	for _, i := range pairs.rows {
		p.samples, p.weight = append(p.samples, l.rows[i]), append(p.weight, l.weight[i])
	}
	return p
}

// slack returns R for the utilities f of the rows, and the coefficients of the rows in g, in
// the memory of coef: for each row the C_ij of its pairs with a slack in which it is the higher
// one, less those in which it is the lower one. It returns how many pairs have a slack, too.
func (p *planes) slack(f, coef []float64) (risk, pairs float64) {
	ascending := ascendingBy(f)
	clear(coef)
	// A Fenwick tree over rows in the order of their ranks has the samples seen so far.
	n := len(f)
	mass, count := make([]float64, n+1), make([]float64, n+1)
	sweep := func(rows []int, ahead func(i, j int) bool, ranges func(i int) (from, to int), sign float64) {
		clear(mass)
		clear(count)
		next := 0
		for _, i := range rows {
			for ; next < n && ahead(i, rows[next]); next++ {
				j := rows[next]
				for t := j + 1; t <= n; t += t & -t {
					mass[t] += p.weight[j]
					count[t]++
				}
			}
			from, to := ranges(i)
			sum, seen := 0.0, 0.0
			for t := to; t > 0; t -= t & -t {
				sum, seen = sum+mass[t], seen+count[t]
			}
			for t := from; t > 0; t -= t & -t {
				sum, seen = sum-mass[t], seen-count[t]
			}
			if seen > 0.5 { // else the difference is rounding
				coef[i] += sign * p.c * (p.weight[i] * sum)
				if sign > 0 {
					risk += p.c * (p.weight[i] * sum)
					pairs += seen
				}
			}
		}
	}
	// The higher row i has a slack with the lower rows above f_i - 1. Both sweeps compare the same
	// two numbers, so that a pair on the margin, but for rounding, is in both or in neither.
	descending := make([]int, n)
	for q, i := range ascending {
		descending[n-1-q] = i
	}
	sweep(descending, func(i, j int) bool { return f[j] > f[i]-1 }, func(i int) (from, to int) { return p.from[i], p.to[i] }, 1)
	sweep(ascending, func(i, j int) bool { return f[i] > f[j]-1 }, p.above, -1)
	for i, c := range coef {
		risk -= float64(c * f[i])
	}
	return risk, pairs
}

// above returns the range of the rows with which row i is compared as the lower one.
func (p *planes) above(i int) (from, to int) {
	from = p.ends[i]
	if from == len(p.rows) {
		return from, from
	}
	if p.adjacent {
		return from, p.ends[from]
	}
	return from, len(p.rows)
}

// values returns the utilities of the rows.
func (p *planes) values(w []float64) []float64 {
	f := make([]float64, len(p.samples))
	for i, row := range p.samples {
		f[i] = p.x.Dot(row, w)
	}
	return f
}

// add adds the plane at w, of which f are the utilities, and returns the objective there.
func (p *planes) add(w, f, next, coef []float64) float64 {
	risk, _ := p.slack(f, coef)
	g := make([]float64, len(w))
	for i, c := range coef {
		if c != 0 {
			p.x.Add(p.samples[i], c, g)
		}
	}
	b := risk + lanes.Sum(g, w)
	p.penalty.add(g, b, b-lanes.Sum(g, next), w)
	return p.penalty.of(w) + risk
}

// mostAlike is how many rounds in turn may gain nothing before rounding must be the reason.
const mostAlike = 20

// descend starts from w and goes on until the objective of the best w differs from a lower bound
// by no more than tol of it.
func (p *planes) descend(ctl *run.Ctl, w []float64, tol, most float64) found {
	coef := make([]float64, len(p.samples))
	best := found{w: w, f: p.values(w)}
	best.upper = p.add(w, best.f, make([]float64, len(w)), coef)
	for alike := 0; best.status == ""; alike++ {
		if best.status = ctl.Checkpoint(func() run.Report {
			return run.Report{Phase: "planes", Iteration: best.rounds, Objective: best.upper, Gap: (best.upper - best.lower) / best.upper}
		}); best.status != "" {
			break
		}
		best.rounds++
		next, bound, status := p.penalty.lowest(ctl, tol*best.upper/100, best.upper)
		if status == run.Converged && bound > best.lower+1e-15*best.upper {
			best.lower, alike = bound, 0
		}
		switch {
		case status.Cut():
			best.status = status
		case best.upper-best.lower <= tol*best.upper:
			best.status = run.Converged
		case float64(best.rounds) >= most:
			best.status = run.IterationLimit
		case alike > mostAlike:
			best.status = run.Stalled
			if best.upper-best.lower <= 1e-6*best.upper { // rounding allows no more
				best.status = run.Converged
			}
		}
		if best.status != "" {
			break
		}
		// The best place between best and next, and the plane a little further on.
		fNext := p.values(next)
		place, low := p.between(&best, next, fNext, coef)
		further := place + 0.1*(1-place)
		if alike > 0 { // a plane elsewhere need not be above the others at next
			further = 1
		}
		cut, fCut := blend(best.w, next, further), blend(best.f, fNext, further)
		if low < best.upper {
			best.w, best.f, best.upper, alike = blend(best.w, next, place), blend(best.f, fNext, place), low, 0
			p.penalty.moved(place)
		}
		p.add(cut, fCut, next, coef)
	}
	return best
}

// blend returns a + t (b - a).
func blend(a, b []float64, t float64) []float64 {
	c := make([]float64, len(a))
	for i, v := range a {
		c[i] = v + float64(t*(b[i]-v))
	}
	return c
}

// between returns the place on the way from the best w to next, in [0, 1], where the objective is
// lowest, as far as a few steps of the secant method find it, and the objective there.
func (p *planes) between(best *found, next, fNext, coef []float64) (place, low float64) {
	way, climb := make([]float64, len(next)), make([]float64, len(fNext)) // of w and of f
	for j, v := range next {
		way[j] = v - best.w[j]
	}
	for i, v := range fNext {
		climb[i] = v - best.f[i]
	}
	look := func(t float64) (value, slope float64) {
		w := blend(best.w, next, t)
		risk, _ := p.slack(blend(best.f, fNext, t), coef)
		return p.penalty.of(w) + risk, p.penalty.slope(w, way) - lanes.Sum(coef, climb)
	}
	from, to := 0.0, 1.0
	low, fall := look(0)
	value, rise := look(1)
	if value < low {
		place, low = 1, value
	}
	for range 4 {
		if !(fall < 0 && rise > 0) {
			break
		}
		t := from - fall*(to-from)/(rise-fall)
		t = min(max(t, from+0.05*(to-from)), to-0.05*(to-from))
		value, slope := look(t)
		if value < low {
			place, low = t, value
		}
		if slope < 0 {
			from, fall = t, slope
		} else {
			to, rise = t, slope
		}
	}
	return place, low
}

// square is the penalty |w|^2 / 2.
type square struct {
	*bundle.Bundle
	slopes [][]float64 // g of each plane
	at     [][]float64 // where each plane touches R
	shares []float64   // of the planes in the best w
}

func (s *square) of(w []float64) float64         { return lanes.Sum(w, w) / 2 }
func (s *square) slope(w, way []float64) float64 { return lanes.Sum(w, way) }

func (s *square) add(g []float64, b, value float64, w []float64) {
	s.slopes, s.at = append(s.slopes, g), append(s.at, w)
	s.Add(b, value, func(k int) float64 { return lanes.Sum(g, s.slopes[k]) })
}

func (s *square) lowest(ctl *run.Ctl, tol, _ float64) ([]float64, float64, run.Status) {
	s.Solve(ctl, tol)
	w := make([]float64, len(s.slopes[0]))
	for k, a := range s.Shares {
		lanes.Update(w, a, s.slopes[k])
	}
	return w, s.Refresh(), run.Converged
}

func (s *square) moved(place float64) {
	s.shares = blend(append(s.shares, make([]float64, len(s.Shares)-len(s.shares))...), s.Shares, place)
}

// byPlanes solves the problem of a linear utility of many rows.
func (s *OrdinalSVC) byPlanes(ctl *run.Ctl, t model.Training, l *lesson, pairs *partners) (solved, error) {
	if math.IsInf(s.C, 1) {
		return solved{}, fault.New(fault.Option, "C", "a linear OrdinalSVC of more than %d rows needs a finite C; lower it, or train on a sample of the rows", fewRows)
	}
	p, zero := newPlanes(pairs, l, primal.NewRows(t.X), s.C), make([]float64, t.X.Dim())
	q := &square{Bundle: bundle.New(1), slopes: [][]float64{zero}, at: [][]float64{zero}}
	p.penalty = q
	r := p.descend(ctl, zero, s.Tol, s.MaxIter)
	if r.status == run.Aborted {
		return solved{report: model.Report{Status: r.status}}, nil
	}
	// The coefficients of the shares, and the weights that these have, without rounding.
	w, sum := solved{coef: make([]float64, len(r.f))}, make([]float64, len(zero))
	coef := make([]float64, len(r.f))
	for k, a := range q.shares {
		if a != 0 && k > 0 {
			p.slack(p.values(q.at[k]), coef)
			lanes.Update(w.coef, a, coef)
			lanes.Update(sum, a, q.slopes[k])
		}
	}
	w.f, w.norm = p.values(sum), math.Sqrt(lanes.Sum(sum, sum))
	_, w.support = p.slack(w.f, coef)
	w.report = model.Report{Status: r.status, Iterations: r.rounds, Objective: -r.lower, Gap: (r.upper - r.lower) / r.upper}
	return w, nil
}
