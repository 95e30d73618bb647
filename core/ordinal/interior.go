package ordinal

import (
	"errors"
	"math"
	"slices"

	"maxmargin/core/lanes"
	"maxmargin/core/linalg"
	"maxmargin/core/run"
)

// interior is Mehrotra's predictor-corrector interior point for the problem over pairs. With
// multipliers l of a >= 0 and u of a <= C_ij, every pair has the conditions
//
//	f_i - f_j - 1 - l + u = 0,   a l = m,   (C_ij - a) u = m
//
// and m falls to zero. In coordinates z of the space that the samples span, f = U z where z is
// the sum of a (U_i - U_j), a Newton step solves
//
//	(I + U' L U) dz = right side,   L = sum of (e_i - e_j)(e_i - e_j)' / D,   D = l / a + u / (C_ij - a)
//
// with sums over all pairs. L has the order of the samples, so that an iteration takes a few
// passes over the pairs and some n^3 multiply-adds, whatever C is. Passes along single
// variables take the longer the larger C is.
type interior struct {
	*pairDual
	u       []float64 // n x dim, the row of sample i at place[i]; zero above the diagonal
	place   []int
	dim     int
	matrix  []float64 // L, n x n
	product []float64 // L U, n x dim
	normal  []float64 // I + U' L U, dim x dim, or its factor
	factor  *linalg.Definite

	low, high   []float64 // l and u of every pair
	conductance []float64 // 1 / D
	direction
	spare direction

	noise float64 // added to every D
	steps int
	mean  float64 // m

	coef, dz, df []float64 // scratch
}

// direction is what a step adds to every variable and its multipliers.
type direction struct{ step, up, down []float64 }

const (
	mostRows  = 2000 // of which the matrices and pairs of an interior point have 320 MB
	mostSteps = 200
	fraction  = 0.995 // of the way to the bounds
)

// patience returns after how many multiply-adds of passes an interior point takes over: about as
// many as it needs itself.
func (d *pairDual) patience() float64 {
	n := float64(len(d.f))
	if n > mostRows {
		return math.Inf(1)
	}
	return 3*n*n*n + 1e5
}

// fromWithin solves the problem by an interior point. It keeps the solution if its objective is
// better than before.
func (d *pairDual) fromWithin(ctl *run.Ctl) run.Status {
	before, alpha := d.objective(), slices.Clone(d.alpha)
	s := interior{pairDual: d}
	status := s.run(ctl)
	if status == run.Aborted || status == run.Infeasible {
		return status
	}
	if !(d.objective() > before) {
		copy(d.alpha, alpha)
		d.refresh()
	}
	return status
}

func (s *interior) run(ctl *run.Ctl) (status run.Status) {
	n, m := len(s.f), len(s.alpha)
	watch := func(float64) bool { status = ctl.Checkpoint(s.told); return status == "" }
	if s.coordinates(watch); s.dim == 0 || status != "" {
		return status
	}
	s.matrix, s.product, s.normal = make([]float64, n*n), make([]float64, n*s.dim), make([]float64, s.dim*s.dim)
	for _, v := range []*[]float64{&s.low, &s.high, &s.conductance, &s.step, &s.up, &s.down, &s.spare.step, &s.spare.up, &s.spare.down} {
		*v = make([]float64, m)
	}
	s.coef, s.dz, s.df = make([]float64, n), make([]float64, s.dim), make([]float64, n)
	s.start()
	held, best := s.spare.step, math.Inf(1)
	for ; s.steps < mostSteps; s.steps++ {
		gap, count := s.gap()
		value := s.objective()
		if s.mean = gap / count; math.IsInf(s.c, 1) && value > s.wide {
			return run.Infeasible
		}
		if share := gap / math.Abs(value); share < 1e-4 {
			copy(held, s.alpha)
			s.snap()
			if s.refresh(); s.violation() <= s.tol && s.duality() <= s.tol*math.Abs(value) || !(gap < best/2) {
				return ""
			}
			copy(s.alpha, held)
			s.refresh()
			best = gap
		}
		if s.factorise(watch) != nil {
			s.snap()
			s.refresh()
			return status
		}
		// The predictor aims at products of 0, and how far it gets says where to aim.
		for q := range s.step {
			s.step[q], s.up[q], s.down[q] = 0, -s.low[q], -s.high[q]
		}
		reach := s.solve(func(q int, a, rest float64) (up, down float64) { return 0, 0 })
		left := s.after(reach) / gap
		target := s.mean * left * left * left
		reach = s.solve(func(q int, a, rest float64) (up, down float64) {
			return target - s.step[q]*s.up[q], target + s.step[q]*s.down[q]
		})
		s.move(min(1, fraction*s.center(reach, target)))
	}
	s.snap()
	s.refresh()
	return ""
}

func (s *interior) told() run.Report {
	return run.Report{Phase: "interior point", Iteration: s.steps, Objective: -s.objective(), Gap: s.mean}
}

// each visits every pair, the place of its variable and its upper bound.
func (s *interior) each(visit func(q, i, j int, most float64)) {
	for i := range s.f {
		for j := s.from[i]; j < s.to[i]; j++ {
			if most := s.upper(i, j); most > 0 {
				visit(s.offset[i]+j-s.from[i], i, j, most)
			}
		}
	}
}

// start chooses variables that are the same share of their bounds, and multipliers of about the
// same size that keep the conditions.
func (s *interior) start() {
	share, hard := 0.5, math.IsInf(s.c, 1)
	s.each(func(q, i, j int, most float64) {
		if s.alpha[q] = most; hard {
			s.alpha[q] = 1
		}
	})
	s.refresh()
	if square := s.square(); hard && s.linear < square/2 {
		share = s.linear / square
	}
	for q := range s.alpha {
		s.alpha[q] *= share
	}
	s.refresh()
	size := 0.0
	s.each(func(q, i, j int, most float64) { size = max(size, math.Abs(s.f[i]-s.f[j]-1)) })
	s.each(func(q, i, j int, most float64) {
		slope := s.f[i] - s.f[j] - 1
		if s.low[q] = max(slope, 0) + size; !hard {
			s.high[q] = s.low[q] - slope
		}
	})
	for i := range s.f {
		s.noise = max(s.noise, 1e-14*math.Abs(s.row(i)[i]))
	}
}

// gap returns the sum of the products of variables and multipliers, and how many there are.
func (s *interior) gap() (sum, count float64) {
	s.each(func(q, i, j int, most float64) {
		sum += float64(s.alpha[q] * s.low[q])
		if count++; !math.IsInf(most, 1) {
			sum += float64((most - s.alpha[q]) * s.high[q])
			count++
		}
	})
	return sum, count
}

// duality returns the primal objective less the dual one.
func (s *interior) duality() (sum float64) {
	s.each(func(q, i, j int, most float64) {
		slope := 1 - (s.f[i] - s.f[j])
		if sum -= float64(s.alpha[q] * slope); slope > 0 && !math.IsInf(most, 1) {
			sum += float64(most * slope)
		}
	})
	return sum
}

// center corrects the step as long as that makes it longer: products that would be far from
// the target after a longer step are brought closer to it (Gondzio, Multiple centrality
// corrections in a primal-dual method for linear programming, 1996). It returns how long the step
// can be.
func (s *interior) center(reach, target float64) float64 {
	correction := func(product float64) float64 {
		return max(min(max(product, target/10), 10*target)-product, -10*target)
	}
	for range 3 {
		if reach >= 0.95 {
			break
		}
		t := min(1, reach+0.3)
		copy(s.spare.step, s.step)
		copy(s.spare.up, s.up)
		copy(s.spare.down, s.down)
		next := s.solve(func(q int, a, rest float64) (up, down float64) {
			by := float64(t * s.step[q])
			return correction((a + by) * (s.low[q] + t*s.up[q])), correction((rest - by) * (s.high[q] + t*s.down[q]))
		})
		if next < reach {
			s.direction, s.spare = s.spare, s.direction
			break
		}
		if reach, next = next, reach; reach < next+0.03 {
			break
		}
	}
	return reach
}

// factorise makes L and the factor of I + U' L U.
func (s *interior) factorise(watch linalg.Watch) (err error) {
	n := len(s.f)
	for raise := 0.0; ; {
		clear(s.matrix)
		s.each(func(q, i, j int, most float64) {
			d, p, r := s.low[q]/s.alpha[q]+s.noise, s.place[i], s.place[j]
			if s.high[q] > 0 {
				d += s.high[q] / (most - s.alpha[q])
			}
			w := 1 / d
			s.conductance[q] = w
			s.matrix[p*n+p] += w
			s.matrix[r*n+r] += w
			s.matrix[p*n+r] = -w
			s.matrix[r*n+p] = -w
		})
		clear(s.normal)
		linalg.AddCongruence(s.normal, s.matrix, s.u, s.product, n, s.dim)
		largest := 0.0
		for c := range s.dim {
			largest = max(largest, s.normal[c*s.dim+c])
			s.normal[c*s.dim+c] += 1 + raise
		}
		if !watch(0) {
			return linalg.ErrStopped
		}
		s.factor, err = linalg.Factorize(s.normal, s.dim, watch)
		if !errors.Is(err, linalg.ErrNotDefinite) || raise > largest {
			return err
		}
		raise = max(100*raise, 1e-15*largest)
	}
}

// solve adds to what the products of variables and multipliers should change by in the step, and
// solves for the step. It returns how many times the step all of them stay positive, 1 at most.
func (s *interior) solve(more func(q int, a, rest float64) (up, down float64)) float64 {
	clear(s.coef)
	s.each(func(q, i, j int, most float64) {
		a, rest := s.alpha[q], most-s.alpha[q]
		up, down := more(q, a, rest)
		// What the multipliers would change by if the variable did not.
		s.up[q] += (up + s.low[q]*s.step[q]) / a
		right := 1 - (s.f[i] - s.f[j]) + s.low[q] - s.high[q] + s.up[q]
		if s.high[q] > 0 {
			s.down[q] += (down - s.high[q]*s.step[q]) / rest
			right -= s.down[q]
		}
		s.step[q] = right
		right *= s.conductance[q]
		s.coef[s.place[i]] += right
		s.coef[s.place[j]] -= right
	})
	clear(s.dz)
	for p, c := range s.coef {
		lanes.Update(s.dz, c, s.u[p*s.dim:(p+1)*s.dim])
	}
	s.factor.Solve(s.dz)
	for i, p := range s.place {
		s.df[i] = lanes.Sum(s.dz, s.u[p*s.dim:(p+1)*s.dim])
	}
	worst := 1.0 // the largest share that a whole step takes away
	s.each(func(q, i, j int, most float64) {
		step := (s.step[q] - (s.df[i] - s.df[j])) * s.conductance[q]
		share := step / s.alpha[q]
		s.step[q] = step
		s.up[q] -= s.low[q] * share
		worst = max(worst, -share, -s.up[q]/s.low[q])
		if s.high[q] > 0 {
			share = step / (most - s.alpha[q])
			s.down[q] += s.high[q] * share
			worst = max(worst, share, -s.down[q]/s.high[q])
		}
	})
	return 1 / worst
}

// after returns what gap would be after t times the step.
func (s *interior) after(t float64) (sum float64) {
	s.each(func(q, i, j int, most float64) {
		a := s.alpha[q] + float64(t*s.step[q])
		sum += float64(a * (s.low[q] + t*s.up[q]))
		if s.high[q] > 0 {
			sum += float64((most - a) * (s.high[q] + t*s.down[q]))
		}
	})
	return sum
}

// move makes t times the step.
func (s *interior) move(t float64) {
	lanes.Update(s.alpha, t, s.step)
	lanes.Update(s.low, t, s.up)
	lanes.Update(s.high, t, s.down)
	s.refresh()
}

// snap puts the variables that are closer to a bound than their multiplier is to 0 at the bound.
func (s *interior) snap() {
	s.each(func(q, i, j int, most float64) {
		unit := min(most, s.linear)
		switch a := s.alpha[q]; {
		case a < most/2 && a < s.low[q]*unit:
			s.alpha[q] = 0
		case a > most/2 && most-a < s.high[q]*unit:
			s.alpha[q] = most
		}
	})
}

// coordinates finds coordinates of the samples whose inner products are the kernel, by a
// Cholesky factorisation with pivots, unless watch ends it.
func (s *interior) coordinates(watch linalg.Watch) {
	n := len(s.f)
	left, columns := make([]float64, n), [][]float64{}
	s.place = make([]int, n)
	first := 0.0
	for i := range n {
		left[i], s.place[i] = s.row(i)[i], -1
		first = max(first, left[i])
	}
	for range n {
		pivot := 0
		for i, v := range left {
			if v > left[pivot] {
				pivot = i
			}
		}
		if !(left[pivot] > 1e-14*first) || !watch(0) {
			break
		}
		column := slices.Clone(s.row(pivot))
		for _, other := range columns {
			lanes.Update(column, -other[pivot], other)
		}
		root := math.Sqrt(left[pivot])
		for i := range column {
			column[i] /= root
			left[i] -= float64(column[i] * column[i])
		}
		for i, p := range s.place {
			if p >= 0 {
				column[i] = 0
			}
		}
		left[pivot], s.place[pivot] = 0, len(columns)
		columns = append(columns, column)
	}
	s.dim = len(columns)
	next := s.dim
	for i, p := range s.place {
		if p < 0 {
			s.place[i] = next
			next++
		}
	}
	s.u = make([]float64, n*s.dim)
	for c, column := range columns {
		for i, v := range column {
			s.u[s.place[i]*s.dim+c] = v
		}
	}
}
