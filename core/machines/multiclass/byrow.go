package multiclass

import (
	"math"

	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/solve/primal"
)

// byRow solves the problem of a linear kernel with the weights of every class, without kernel
// values: it visits the samples in random order and minimises over the coefficients of one
// (Keerthi, Sundararajan, Chang, Hsieh & Lin, A sequential dual method for large scale multi-class
// linear SVMs, 2008), in O(k d) operations. As in solver, samples whose coefficients seem to stay
// at their bounds are left out until the rest is solved.
type byRow struct {
	problem
	*solution
	x      primal.Rows
	weight [][]float64 // of each class
	limit  float64     // samples with a larger reserve are left out
	g      []float64   // scratch
	next   []float64
}

// fewRows is up to how many samples the kernel matrix is used, whose steps look at many samples
// together and so need fewer of them.
const fewRows = 1000

// worthRows reports whether a pass over the numbers of the samples, for each class, takes no longer
// than one over rows of the kernel matrix.
func worthRows(x sample.Set) bool {
	n := x.Len()
	switch x := x.(type) {
	case *sample.Matrix:
		return x.D <= n
	case *sample.CSR:
		return len(x.Value) <= n*n
	}
	return false
}

func newByRow(p problem, x sample.Set) *byRow {
	s := &byRow{problem: p, solution: newSolution(p), x: primal.NewRows(x), g: make([]float64, p.k), next: make([]float64, p.k)}
	for range p.k {
		s.weight = append(s.weight, make([]float64, x.Dim()))
	}
	return s
}

// derivatives sets g to the derivatives of a sample.
func (s *byRow) derivatives(i int) {
	costs := s.cost[int(s.class[i])*s.k:]
	for c := range s.g {
		s.g[c] = s.x.Dot(i, s.weight[c]) + s.bias[c] + costs[c]
	}
}

// visit minimises over the coefficients of a sample, and returns by how much they violated their
// conditions and whether the sample can be left out.
func (s *byRow) visit(i int, move bool) (violation float64, idle bool) {
	s.derivatives(i)
	a, y := s.alpha[i*s.k:(i+1)*s.k], int(s.class[i])
	violation, reserve := s.violation(a, s.g, y, s.upper[i])
	if reserve > s.limit {
		return violation, true
	}
	if !move || violation <= s.tol/100 {
		return violation, false
	}
	s.step(s.next, a, s.g, y, s.upper[i], max(s.diagonal[i]+s.constant, least))
	for c, to := range s.next {
		if change := to - a[c]; change != 0 {
			s.x.Add(i, change, s.weight[c])
			s.bias[c] += change * s.constant
			a[c] = to
		}
	}
	return violation, false
}

// run visits the samples until the largest violation is at most tol, or ctl or maxIter ends it.
func (s *byRow) run(ctl *run.Ctl) run.Status {
	var all []int32
	for i, c := range s.upper {
		if c > 0 {
			all = append(all, int32(i))
		}
	}
	random, active := rng.New(1), append([]int32(nil), all...)
	s.limit = math.Inf(1)
	report := func() run.Report {
		return run.Report{Iteration: s.steps, Gap: s.gap, Fraction: min(1, s.tol/max(s.gap, s.tol))}
	}
	for {
		worst, kept := 0.0, 0
		random.Shuffle(active)
		for at, i := range active {
			if at%16 == 0 {
				if status := ctl.Checkpoint(report); status != "" {
					s.gap = s.largest(all)
					return status
				}
			}
			violation, idle := s.visit(int(i), true)
			worst = max(worst, violation)
			if !idle {
				active[kept] = i
				kept++
			}
		}
		active, s.gap = active[:kept], worst
		s.steps++
		if s.limit = math.Inf(1); s.shrinking {
			s.limit = worst
		}
		switch {
		case worst <= s.tol:
			s.limit = math.Inf(1)
			if s.gap = s.largest(all); s.gap <= s.tol {
				return run.Converged
			}
			active = append(active[:0], all...)
		case float64(s.steps) >= s.maxIter:
			s.limit = math.Inf(1)
			s.gap = s.largest(all)
			return run.IterationLimit
		}
	}
}

// largest returns the largest violation of all samples.
func (s *byRow) largest(all []int32) (worst float64) {
	for _, i := range all {
		violation, _ := s.visit(int(i), false)
		worst = max(worst, violation)
	}
	return worst
}

func (s *byRow) result() (hinge []float64, objective float64) {
	hinge = make([]float64, len(s.class))
	for i := range hinge {
		s.derivatives(i)
		objective += s.account(s.solution, hinge, i, s.g)
	}
	return hinge, objective
}
