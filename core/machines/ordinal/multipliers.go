package ordinal

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// multipliers is the method of multipliers for the problem over pairs, by Newton steps of the
// utilities. With estimates a of the dual variables it minimises
//
//	|w|^2 / 2 + sum over the pairs of a function of 1 - (f_i - f_j) whose slope is
//	A = min(max(a + s (1 - (f_i - f_j)), 0), C_ij)
//
// over w. The values A are the next estimates. The objective is convex and has one derivative,
// and it is curved only by the pairs with 0 < A < C_ij, which are few: where L is the sum of
// s (e_i - e_j)(e_i - e_j)' over these, a step b of the coefficients solves
//
//	(I + L K) b = r,   r = sum of A (e_i - e_j) - coefficients
//
// L depends on the differences of utilities within each component of the graph of these pairs
// alone. One row of each component is its ground; with L = G G' for the other rows and the
// kernel K of their differences to their grounds, the matrix that a step factorises is
// I + G' K G. See Li, Sun & Toh, A highly efficient semismooth Newton augmented Lagrangian method
// for solving Lasso problems, 2018.
type multipliers struct {
	*pairDual
	unit, width  float64   // s is unit w_i w_j / width
	beta         []float64 // the coefficients of the rows
	coef         []float64 // sum of A (e_i - e_j)
	step, change []float64 // of beta and of f
	residual, at []float64 // scratch
	ground       []int     // of each row
	place        []int     // of each row in the matrices, -1 for a ground
	rows         []int     // those that are no grounds

	factor, kernels, matrix, product []float64 // G, K, I + G' K G, K G
	steps                            int
	violated                         float64
}

const (
	mostRows    = 2000 // of which the matrices and pairs have 200 MB
	mostSteps   = 300
	bytesOfPair = 48 // of the matrices, the estimates before them and the garbage, for each two rows
)

// patience returns after how many multiply-adds of passes Newton steps take over.
func (d *pairDual) patience() float64 {
	n := float64(len(d.f))
	if n > mostRows {
		return math.Inf(1)
	}
	return n*n*n + 1e5
}

// multiply solves the problem by the method of multipliers. It keeps the solution if its
// objective is better than before.
func (d *pairDual) multiply(ctl *run.Ctl) run.Status {
	d.refresh()
	before, alpha := d.objective(), slices.Clone(d.alpha)
	s := multipliers{pairDual: d}
	status := s.run(ctl)
	if d.refresh(); status != run.Infeasible && !(d.objective() >= before) {
		copy(d.alpha, alpha)
		d.refresh()
	}
	return status
}

func (s *multipliers) run(ctl *run.Ctl) (status run.Status) {
	n := len(s.f)
	for _, v := range []*[]float64{&s.coef, &s.step, &s.change, &s.residual, &s.at} {
		*v = make([]float64, n)
	}
	s.ground, s.place, s.beta = make([]int, n), make([]int, n), s.coefficients()
	s.width, s.violated = 1, math.Inf(1)
	goal := max(s.tol, 1e-6) // rounding allows no more where C is large
	if s.unit = s.c; math.IsInf(s.c, 1) {
		largest := 0.0
		for i := range n {
			largest = max(largest, math.Abs(s.row(i)[i]))
		}
		s.unit = 1 / largest
	}
	for ; s.steps < mostSteps; s.steps++ {
		if !s.direct(func(float64) bool { status = ctl.Checkpoint(s.told); return status == "" }) {
			return status
		}
		t, most := s.length(), 0.0
		lanes.Update(s.beta, t, s.step)
		lanes.Update(s.f, t, s.change)
		for _, v := range s.change {
			most = max(most, math.Abs(v))
		}
		// Where a whole step changes little, A are better estimates.
		if t < 1 || most > 0.3*max(s.estimate(false), goal/10) {
			continue
		}
		if s.violated = s.estimate(true); s.violated <= goal/2 && 2*s.duality() <= goal*math.Abs(s.objective()) {
			break
		}
		if math.IsInf(s.c, 1) && s.objective() > s.wide {
			return run.Infeasible
		}
		s.width = max(s.width/2, 10*goal)
	}
	return ""
}

func (s *multipliers) told() run.Report {
	return run.Report{Phase: "Newton", Iteration: s.steps, Objective: -s.objective(), Gap: s.violated}
}

// look computes the sum of A (e_i - e_j) at the utilities f + t change. It visits the pairs with
// 0 < A < C_ij.
func (s *multipliers) look(t float64, visit func(i, j int, stiff float64)) {
	s.glance()
	clear(s.coef)
	copy(s.at, s.f)
	lanes.Update(s.at, t, s.change)
	for i, f := range s.at {
		sum, own, alpha := 0.0, s.unit/s.width*s.weight[i], s.alpha[s.offset[i]:]
		for q, g := range s.at[s.from[i]:s.to[i]] {
			a, j, short := alpha[q], s.from[i]+q, 1-(f-g)
			if !(short > 0 || a > 0) {
				continue
			}
			stiff := own * s.weight[j]
			if a += float64(stiff * short); a <= 0 {
				continue
			}
			if most := s.upper(i, j); a >= most {
				a = most
			} else if visit != nil {
				visit(i, j, stiff)
			}
			sum += a
			s.coef[j] -= a
		}
		s.coef[i] += sum
	}
}

// estimate returns the largest violation of a condition by the utilities f and the values A,
// which become the estimates if keep is true.
func (s *multipliers) estimate(keep bool) (worst float64) {
	s.glance()
	linear := 0.0
	for i, f := range s.f {
		for j := s.from[i]; j < s.to[i]; j++ {
			q, most, short := s.offset[i]+j-s.from[i], s.upper(i, j), 1-(f-s.f[j])
			a := min(max(0, s.alpha[q]+float64(s.unit/s.width*s.weight[i]*s.weight[j]*short)), most)
			if a > 0 && short < 0 || a < most && short > 0 {
				worst = max(worst, math.Abs(short))
			}
			if linear += a; keep {
				s.alpha[q] = a
			}
		}
	}
	if keep {
		s.linear = linear
	}
	return worst
}

// duality returns the primal objective less the dual one.
func (d *pairDual) duality() (sum float64) {
	d.glance()
	for i, f := range d.f {
		for j := d.from[i]; j < d.to[i]; j++ {
			slope, most := 1-(f-d.f[j]), d.upper(i, j)
			if sum -= float64(d.alpha[d.offset[i]+j-d.from[i]] * slope); slope > 0 && !math.IsInf(most, 1) {
				sum += float64(most * slope)
			}
		}
	}
	return sum
}

// find returns the ground of the component of row i.
func (s *multipliers) find(i int) int {
	for s.ground[i] != i {
		s.ground[i] = s.ground[s.ground[i]]
		i = s.ground[i]
	}
	return i
}

// direct finds the Newton step and its effect on f. It returns false if watch ended it, or if
// the kernel has directions of negative length.
func (s *multipliers) direct(watch linalg.Watch) bool {
	for i := range s.ground {
		s.ground[i] = i
	}
	s.look(0, func(i, j int, stiff float64) { s.ground[s.find(i)] = s.find(j) })
	s.rows = s.rows[:0]
	for i := range s.ground {
		s.step[i], s.place[i] = s.coef[i]-s.beta[i], -1
		if s.ground[i] = s.find(i); s.ground[i] != i {
			s.place[i] = len(s.rows)
			s.rows = append(s.rows, i)
		}
	}
	if !watch(0) {
		return false
	}
	s.times(s.residual, s.step)
	if d := len(s.rows); d > 0 {
		if !s.assemble(d, watch) {
			return false
		}
		system, err := linalg.Factorize(s.matrix, d, watch)
		if err != nil {
			return false
		}
		v := s.at[:d]
		clear(v)
		for p, i := range s.rows {
			lanes.Update(v[:p+1], s.residual[i]-s.residual[s.ground[i]], s.factor[p*d:p*d+p+1])
		}
		system.Solve(v)
		for p, i := range s.rows {
			by := lanes.Sum(v[:p+1], s.factor[p*d:p*d+p+1])
			s.step[i] -= by
			s.step[s.ground[i]] += by
		}
	}
	s.times(s.change, s.step)
	return true
}

// assemble makes G and I + G' K G, of order d.
func (s *multipliers) assemble(d int, watch linalg.Watch) bool {
	for _, m := range []*[]float64{&s.factor, &s.kernels, &s.matrix, &s.product} {
		if cap(*m) < d*d {
			*m = make([]float64, d*d)
		}
		*m = (*m)[:d*d]
		clear(*m)
	}
	clear(s.change)
	s.look(0, func(i, j int, stiff float64) {
		p, q := s.place[i], s.place[j]
		if p >= 0 {
			s.factor[p*d+p] += stiff
		}
		if q >= 0 {
			s.factor[q*d+q] += stiff
			if p >= 0 {
				s.factor[max(p, q)*d+min(p, q)] -= stiff
			}
		}
	})
	if _, err := linalg.Factorize(s.factor, d, watch); err != nil {
		return false
	}
	for p, i := range s.rows {
		if p%256 == 0 && !watch(0) {
			return false
		}
		own, ground := s.row(i), s.row(s.ground[i])
		for q, j := range s.rows[:p+1] {
			h := s.ground[j]
			v := (own[j] - own[h]) - (ground[j] - ground[h])
			s.kernels[p*d+q], s.kernels[q*d+p] = v, v
		}
	}
	if !linalg.AddCongruence(s.matrix, s.kernels, s.factor, s.product, d, d, watch) {
		return false
	}
	for p := range d {
		s.matrix[p*d+p]++
	}
	return true
}

// length returns how many times the step lower the objective most, as far as a few steps of the
// secant method tell, and 1 at most.
func (s *multipliers) length() float64 {
	own, square := lanes.Sum(s.beta, s.change), lanes.Sum(s.step, s.change)
	low, high, fall, rise, t := 0.0, 1.0, own-lanes.Sum(s.coef, s.change), 0.0, 1.0
	enough := -0.3 * fall
	for range 20 {
		if s.ctl.Ended() != "" {
			return t
		}
		s.look(t, nil)
		slope := own + float64(t*square) - lanes.Sum(s.coef, s.change)
		if math.Abs(slope) <= enough || t == 1 && slope <= 0 || enough <= 0 {
			return t
		}
		if slope < 0 {
			low, fall = t, slope
		} else {
			high, rise = t, slope
		}
		t = low + (high-low)*min(max(fall/(fall-rise), 0.1), 0.9)
	}
	return t
}
