package ordinal

import (
	"math"

	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/lanes"
	"maxmargin/core/model"
	"maxmargin/core/primal"
	"maxmargin/core/run"
)

// planes finds a linear utility of many rows by cutting planes. The slacks of all pairs
// together are a convex function R(w) of w, and every plane below it,
//
//	R(w) >= b - <g, w>,  g = sum over the pairs with a slack at some w' of C_ij (x_i - x_j)
//
// is found in O(n (d + log n)) from sorted utilities (Joachims, Training linear SVMs in linear
// time, 2006). The best w for the planes so far, |w|^2 / 2 + the highest plane, gives a lower
// bound on the objective; the next plane is taken between the best w so far and this one
// (Franc & Sonnenburg, Optimized cutting plane algorithm, 2008), where the objective is lowest
// on the line between them.
type planes struct {
	*partners
	x       primal.Rows
	samples []int // in the set, in the order of partners
	weight  []float64
	c       float64

	slope  [][]float64 // g of each plane
	offset []float64   // b
	at     [][]float64 // w' of each plane
	a      []float64   // dual variables of the planes, >= 0, of sum 1 at most
	gram   [][]float64 // <g, g>
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

// add adds the plane at w, of which f are the utilities, and returns the objective there.
func (p *planes) add(w, f, coef []float64) float64 {
	risk, _ := p.slack(f, coef)
	g := make([]float64, len(w))
	for i, c := range coef {
		if c != 0 {
			p.x.Add(p.samples[i], c, g)
		}
	}
	p.slope, p.offset, p.a = append(p.slope, g), append(p.offset, risk+lanes.Sum(g, w)), append(p.a, 0)
	p.at = append(p.at, append([]float64(nil), w...))
	row := make([]float64, len(p.slope))
	for q, other := range p.slope {
		row[q] = lanes.Sum(g, other)
		if q < len(p.gram) {
			p.gram[q] = append(p.gram[q], row[q])
		}
	}
	p.gram = append(p.gram, row)
	return risk + lanes.Sum(w, w)/2
}

// lower solves the problem of the planes so far, maximise sum a_q b_q - |sum a_q g_q|^2 / 2,
// where the plane 0 takes what the others leave of 1, and returns its value. ctl may end it early.
func (p *planes) lower(ctl *run.Ctl, tol float64) (value float64) {
	m := len(p.a)
	rise := make([]float64, m) // b - <g, w>
	copy(rise, p.offset)
	rest := 1.0
	for q, a := range p.a {
		rest -= a
		if a != 0 {
			lanes.Update(rise, -a, p.gram[q])
		}
	}
	for turn := range 2000 * (m + 10) {
		if turn%(1+1<<14/m) == 0 && ctl.Checkpoint(func() run.Report { return run.Report{Phase: "planes"} }) != "" {
			break
		}
		// From the plane of the lowest rise that has a share to that of the highest one; -1 is
		// the plane 0.
		up, down, high, low := -1, -1, 0.0, math.Inf(1)
		if rest > 0 {
			low = 0
		}
		for q, r := range rise {
			if r > high {
				up, high = q, r
			}
			if r < low && p.a[q] > 0 {
				down, low = q, r
			}
		}
		if up == down || high-low <= tol {
			break
		}
		curvature, most := 0.0, rest
		if up >= 0 {
			curvature += p.gram[up][up]
		}
		if down >= 0 {
			curvature, most = curvature+p.gram[down][down], p.a[down]
			if up >= 0 {
				curvature -= 2 * p.gram[up][down]
			}
		}
		t := most
		if curvature > 0 {
			t = min(most, (high-low)/curvature)
		}
		move := func(q int, by float64) {
			if q < 0 {
				if rest += by; t == most && by < 0 {
					rest = 0
				}
				return
			}
			if p.a[q] += by; t == most && by < 0 {
				p.a[q] = 0
			}
			lanes.Update(rise, -by, p.gram[q])
		}
		move(up, t)
		move(down, -t)
	}
	for q, a := range p.a {
		// a (b - <g, w> / 2) = a (b + rise) / 2
		value += a * (p.offset[q] + rise[q]) / 2
	}
	return value
}

// byPlanes solves the problem of a linear utility by cutting planes, until the objective of the
// best w differs from a lower bound by no more than tol of it.
func (s *OrdinalSVC) byPlanes(ctl *run.Ctl, _ kernel.Kernel, t model.Training, l *lesson, pairs *partners) (solved, error) {
	n, d := len(l.rows), t.X.Dim()
	p := &planes{partners: pairs, x: primal.NewRows(t.X), c: s.C}
	for _, i := range pairs.rows {
		p.samples, p.weight = append(p.samples, l.rows[i]), append(p.weight, l.weight[i])
	}
	if math.IsInf(p.c, 1) {
		return solved{}, fault.New(fault.Option, "C", "a linear OrdinalSVC of more than %d rows needs a finite C; lower it, or train on a sample of the rows", fewRows)
	}
	value := func(w []float64) []float64 {
		f := make([]float64, n)
		for i, row := range p.samples {
			f[i] = p.x.Dot(row, w)
		}
		return f
	}
	best, coef := make([]float64, d), make([]float64, n)
	fBest := make([]float64, n)
	upper := p.add(best, fBest, coef)
	w := solved{report: model.Report{Status: run.Converged}}
	bound, shares := 0.0, []float64{} // of the planes in the best w
	for {
		w.report.Iterations++
		bound = max(bound, p.lower(ctl, s.Tol*upper/100))
		next := make([]float64, d)
		for q, a := range p.a {
			lanes.Update(next, a, p.slope[q])
		}
		fNext := value(next)
		if upper-bound <= s.Tol*upper {
			break
		}
		if float64(w.report.Iterations) >= s.MaxIter {
			w.report.Status = run.IterationLimit
			break
		}
		if status := ctl.Checkpoint(func() run.Report {
			return run.Report{Phase: "planes", Iteration: w.report.Iterations, Objective: -bound, Gap: (upper - bound) / upper}
		}); status != "" {
			if w.report.Status = status; status == run.Aborted {
				return w, nil
			}
			break
		}
		// The best place between best and next, and the plane a little further on.
		place, low := p.between(best, next, fBest, fNext, coef)
		blend := func(a, b []float64, t float64) []float64 {
			c := make([]float64, len(a))
			for i := range c {
				c[i] = a[i] + float64(t*(b[i]-a[i]))
			}
			return c
		}
		cut, fCut := blend(best, next, place+0.1*(1-place)), blend(fBest, fNext, place+0.1*(1-place))
		if low < upper {
			best, fBest, upper = blend(best, next, place), blend(fBest, fNext, place), low
			shares = blend(append(shares, make([]float64, len(p.a)-len(shares))...), p.a, place)
		}
		p.add(cut, fCut, coef)
	}
	return p.finish(w, shares, bound, upper, coef, value), nil
}

// between returns the place on the way from w to next, in [0, 1], where the objective is lowest,
// as far as a few steps of the secant method find it, and the objective there. f and fNext are
// the utilities of the ends.
func (p *planes) between(w, next, f, fNext, coef []float64) (place, low float64) {
	own, step, way := lanes.Sum(w, w), 0.0, 0.0
	for j, v := range w {
		step += float64(v * (next[j] - v))
		way += float64((next[j] - v) * (next[j] - v))
	}
	at := make([]float64, len(f))
	look := func(t float64) (value, slope float64) {
		for i, v := range f {
			at[i] = v + float64(t*(fNext[i]-v))
		}
		risk, _ := p.slack(at, coef)
		slope = step + t*way
		for i, c := range coef {
			slope -= float64(c * (fNext[i] - f[i]))
		}
		return risk + own/2 + t*step + t*t*way/2, slope
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

// finish makes the solution that has these shares of the planes, whose coefficients it computes
// anew.
func (p *planes) finish(w solved, shares []float64, bound, upper float64, coef []float64, value func(w []float64) []float64) solved {
	w.coef = make([]float64, len(coef))
	sum := make([]float64, len(p.slope[0]))
	for q, a := range shares {
		if a == 0 {
			continue
		}
		p.slack(value(p.at[q]), coef)
		lanes.Update(w.coef, a, coef)
		lanes.Update(sum, a, p.slope[q])
	}
	w.f, w.norm = value(sum), math.Sqrt(lanes.Sum(sum, sum))
	_, w.support = p.slack(w.f, coef)
	w.report.Objective, w.report.Gap = -bound, (upper-bound)/upper
	return w
}
