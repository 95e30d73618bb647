package multiclass

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/kernel/gram"
)

// problem is the dual problem of a machine with a function for every class: over the
// coefficients a_ic of n samples and k classes,
//
//	minimise 1/2 sum_c a_c' K a_c + sum_i sum_c cost(y_i, c) a_ic
//
// within the bounds of block.go for each sample.
type problem struct {
	view     *gram.View
	diagonal []float64
	class    []int32   // of each sample
	upper    []float64 // C_i; a sample with 0 has no coefficients
	cost     []float64 // k x k
	k        int
	constant float64 // added to every kernel value: 1 with a constant, else 0
	pairwise bool

	tol       float64
	maxIter   float64
	shrinking bool
}

// solution is the result so far.
type solution struct {
	alpha []float64 // n x k
	bias  []float64 // sum of each class, times constant
	gap   float64   // the largest violation
	steps int
}

func newSolution(p problem) *solution {
	return &solution{alpha: make([]float64, len(p.class)*p.k), bias: make([]float64, p.k), gap: math.Inf(1)}
}

// working is how many samples a step changes together.
const working = 32

// solver keeps the values of the functions at all samples of the active set. A step takes the
// samples with the largest violations of their conditions of optimality, minimises over the
// coefficients of one after another in rounds, and adds their kernel rows to the values. Samples
// whose coefficients are at bounds and seem to stay there leave the active set until the rest is
// solved.
type solver struct {
	problem
	*solution
	active  []int       // samples, by position
	f       [][]float64 // by class and position, without bias
	g       []float64   // scratch: derivatives of a sample
	next    []float64
	chosen  []int     // positions
	worst   []float64 // their violations
	local   []float64 // their derivatives
	change  []float64 // of their coefficients
	reserve []float64 // by position, of the last look
	lowest  float64   // the objective of the last look
}

func newSolver(p problem) *solver {
	n := len(p.class)
	s := &solver{problem: p, solution: newSolution(p), g: make([]float64, p.k), next: make([]float64, p.k),
		local: make([]float64, working*p.k), change: make([]float64, working*p.k), reserve: make([]float64, n), lowest: math.Inf(1)}
	for i := range n {
		s.active = append(s.active, i)
	}
	for range p.k {
		s.f = append(s.f, make([]float64, n))
	}
	return s
}

// derivatives sets g to the derivatives of the sample at a position.
func (s *solver) derivatives(g []float64, position int) {
	costs := s.cost[int(s.class[s.active[position]])*s.k:]
	for c := range g {
		g[c] = s.f[c][position] + s.bias[c] + costs[c]
	}
}

// run iterates until the largest violation is at most tol, or ctl or maxIter ends it.
func (s *solver) run(ctl *run.Ctl) run.Status {
	for {
		s.choose()
		if s.gap <= s.tol {
			if len(s.active) == len(s.class) {
				return run.Converged
			}
			s.restore()
			s.shrinking = false
			continue
		}
		status := run.Status("")
		if float64(s.steps) >= s.maxIter {
			status = run.IterationLimit
		} else {
			status = ctl.Checkpoint(func() run.Report {
				return run.Report{Iteration: s.steps, Gap: s.gap, Fraction: min(1, s.tol/s.gap)}
			})
		}
		if status == "" && !s.advance() {
			status = run.Stalled
		}
		if status != "" {
			if status != run.Aborted {
				s.restore()
			}
			return status
		}
		if s.steps++; s.shrinking && s.steps%shrinkEvery == 0 {
			s.shrink()
		}
		if s.steps%stepsBetween == 0 && !s.fell() {
			return run.Stalled
		}
	}
}

// stepsBetween is how many steps there are between two looks at the objective.
const stepsBetween = 500

// fell computes the values of the functions and the objective anew, for all samples, and reports
// whether it has fallen since the last time, by more than rounding.
func (s *solver) fell() bool {
	s.restore()
	for _, f := range s.f {
		clear(f)
	}
	for chosen := range slices.Chunk(order.Between(0, len(s.active)), working) {
		rows := s.view.Rows(chosen)
		for r, p := range chosen {
			for c, a := range s.alpha[s.active[p]*s.k:][:s.k] {
				if a != 0 {
					lanes.Update(s.f[c], a, rows[r])
				}
			}
		}
	}
	_, now := s.result()
	rounding := 0.0
	for i, a := range s.alpha {
		rounding += a * a * math.Abs(s.diagonal[i/s.k])
	}
	if fell := now < s.lowest-1e-12*math.Abs(now)-0x1p-50*rounding; !fell {
		return false
	}
	s.lowest = now
	return true
}

// choose finds the samples with the largest violations.
func (s *solver) choose() {
	s.chosen, s.worst = s.chosen[:0], s.worst[:0]
	for p, i := range s.active {
		if s.upper[i] == 0 {
			s.reserve[p] = math.Inf(1)
			continue
		}
		s.derivatives(s.g, p)
		v, reserve := s.violation(s.alpha[i*s.k:(i+1)*s.k], s.g, int(s.class[i]), s.upper[i])
		s.reserve[p] = reserve
		if len(s.worst) == working && v <= s.worst[working-1] || v <= 0 {
			continue
		}
		at := len(s.worst)
		for at > 0 && s.worst[at-1] < v {
			at--
		}
		s.chosen, s.worst = slices.Insert(s.chosen, at, p), slices.Insert(s.worst, at, v)
		if len(s.worst) > working {
			s.chosen, s.worst = s.chosen[:working], s.worst[:working]
		}
	}
	s.gap = 0
	if len(s.worst) > 0 {
		s.gap = s.worst[0]
	}
}

// rounds is the most rounds of a step among its samples, and enough the share of the largest
// violation that it leaves. A share of 0.1 saves up to a fifth of the steps with an RBF kernel, but
// a linear kernel takes up to three times as many.
const (
	rounds = 300
	enough = 0.5
)

// advance minimises over the coefficients of the chosen samples and reports whether any
// changed.
func (s *solver) advance() (moved bool) {
	k := s.k
	rows := s.view.Rows(s.chosen)
	for r, p := range s.chosen {
		s.derivatives(s.local[r*k:(r+1)*k], p)
	}
	clear(s.change)
	for range rounds {
		worst := 0.0
		for r, p := range s.chosen {
			i := s.active[p]
			a, g, y := s.alpha[i*k:(i+1)*k], s.local[r*k:(r+1)*k], int(s.class[i])
			v, _ := s.violation(a, g, y, s.upper[i])
			if worst = max(worst, v); v <= enough*s.gap {
				continue
			}
			s.step(s.next, a, g, y, s.upper[i], max(s.diagonal[i]+s.constant, least))
			for c := range a {
				s.next[c], a[c] = s.next[c]-a[c], s.next[c]
			}
			lanes.Update(s.change[r*k:(r+1)*k], 1, s.next)
			for q, other := range s.chosen {
				lanes.Update(s.local[q*k:(q+1)*k], rows[r][other]+s.constant, s.next)
			}
		}
		if worst <= enough*s.gap {
			break
		}
	}
	for r := range s.chosen {
		for c, d := range s.change[r*k : (r+1)*k] {
			if d != 0 {
				lanes.Update(s.f[c][:len(s.active)], d, rows[r])
				s.bias[c] += d * s.constant
				moved = true
			}
		}
	}
	return moved
}

// least replaces a k(x, x) that is zero or negative.
const least = 1e-12

// shrinkEvery is the number of steps between two attempts to shrink the active set, and
// fewest the share of it that must leave for one to be worth the work.
const (
	shrinkEvery = 32
	fewest      = 0.1
)

// shrink removes the samples whose reserve is larger than any violation.
func (s *solver) shrink() {
	var keep []int
	for p := range s.active {
		if s.reserve[p] <= s.gap {
			keep = append(keep, p)
		}
	}
	if float64(len(keep)) > (1-fewest)*float64(len(s.active)) || len(keep) == 0 {
		return
	}
	s.view.Shrink(keep)
	for q, p := range keep {
		s.active[q] = s.active[p]
		for c := range s.f {
			s.f[c][q] = s.f[c][p]
		}
	}
	s.active = s.active[:len(keep)]
}

// restore makes all samples active again, and computes the values of the functions at the new ones.
func (s *solver) restore() {
	var back []int
	in := make([]bool, len(s.class))
	for _, i := range s.active {
		in[i] = true
	}
	for i := range in {
		if !in[i] {
			back = append(back, i)
		}
	}
	if len(back) == 0 {
		return
	}
	from := len(s.active)
	for _, f := range s.f {
		clear(f[from:])
	}
	rows, stride := s.view.Block(back)
	row := [][]float64{make([]float64, stride)}
	for i := range s.class {
		a := s.alpha[i*s.k : (i+1)*s.k]
		if a[s.class[i]] == 0 {
			continue
		}
		rows(row, []int{i})
		for c, v := range a {
			if v != 0 {
				lanes.Update(s.f[c][from:], v, row[0])
			}
		}
	}
	s.view.Grow(back)
	s.active = append(s.active, back...)
}

// result returns the generalised hinge of every sample and the dual objective, which is
// minimised; the active set has all samples.
func (s *solver) result() (hinge []float64, objective float64) {
	hinge = make([]float64, len(s.class))
	for p, i := range s.active {
		s.derivatives(s.g, p)
		objective += s.account(s.solution, hinge, i, s.g)
	}
	return hinge, objective
}

// account sets the generalised hinge of a sample with these derivatives, and returns its part of
// the dual objective.
func (p *problem) account(s *solution, hinge []float64, i int, g []float64) (objective float64) {
	y := int(p.class[i])
	hinge[i] = slices.Max(g) - g[y]
	for c, a := range s.alpha[i*p.k : (i+1)*p.k] {
		objective += a * (g[c] + p.cost[y*p.k+c]) / 2
	}
	return objective
}
