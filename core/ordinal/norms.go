package ordinal

import (
	"math"
	"slices"

	"maxmargin/core/gram"
	"maxmargin/core/lanes"
	"maxmargin/core/model"
	"maxmargin/core/primal"
	"maxmargin/core/program"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// normed finds the linear utility of the smallest
//
//	|w|_p + sum over the pairs of C_ij max(0, 1 - <w, x_i - x_j>),  p = 1 or infinity
//
// by linear programs, each over a part of the pairs. The others count with the slack that they
// have at the best w so far, w_b: a pair with a slack there as 1 - <w, x_i - x_j>, also where
// that is negative, and one without as 0. Neither is more than its term, so that the value of
// a program is never above the objective, and it is exact where no pair outside of the program
// changes sides. The pairs of the program are those nearest to the margin at w_b. Where its
// solution is not better than w_b after all, the next one is looked for closer to w_b, where
// fewer pairs can change sides. The first w_b is the solution for every other row.
type normed struct {
	planes
	ctl   *run.Ctl
	set   sample.Set
	inf   bool      // p is infinity
	scale []float64 // 1 / the standard deviation of each feature; 0 for a constant one
	tol   float64
	most  float64 // programs
	room  int     // pairs of a program

	begin    []float64 // a solution to start from; nil: none
	programs int
	byRank   [][]int   // rows of each rank, in ascending order of f
	sorted   []float64 // their utilities, rank after rank
}

// found is a solution, or the best w so far.
type found struct {
	w      []float64
	upper  float64 // its objective
	lower  float64 // what no objective is below
	status run.Status
}

// rowsOfPrograms is how many pairs a program has for each row, so that its memory grows with
// the data; leastPairs, and pairsOfWeight for each weight, is what it has at least.
const (
	rowsOfPrograms = 2
	leastPairs     = 500
	pairsOfWeight  = 4
	mostEntries    = 1 << 15 // numbers in the rows of a program, unless pairsOfWeight needs more
)

// normCost is the memory of a fit by linear programs: the pairs of one, of 8 bytes a number,
// in up to nine copies, and the matrix of its Newton steps.
func normCost() model.Cost {
	c := model.KernelCost()
	c.Entry += 72 * rowsOfPrograms
	c.Stored += 72 * rowsOfPrograms
	c.Row += 400 + 600*rowsOfPrograms // of the limits and multipliers of each pair
	c.Column += 72*leastPairs + 600*pairsOfWeight
	c.ColumnPair = 72*pairsOfWeight + 40
	return c
}

// byPrograms solves the problem of norm 1 or infinity.
func (s *OrdinalSVC) byPrograms(ctl *run.Ctl, t model.Training, g *merged, pairs *partners, from *OrdinalSVCFit) (solved, []float64, error) {
	d := t.X.Dim()
	if err := gram.CheckMatrix("OrdinalSVC", "the linear program of norm 1 or Infinity", 9*(pairsOfWeight*d+leastPairs), d, "choose fewer features, or use norm 2"); err != nil {
		return solved{}, nil, err
	}
	m := &normed{planes: planes{partners: pairs, x: primal.NewRows(t.X), c: s.C}, set: t.X, inf: math.IsInf(s.Norm, 1), tol: s.Tol, most: s.MaxIter}
	counts := make([]float64, 0, len(g.rows))
	for _, i := range pairs.rows {
		m.samples, m.weight, counts = append(m.samples, g.rows[i]), append(m.weight, g.weight[i]), append(counts, g.count[i])
	}
	if err := m.measure(); err != nil {
		return solved{}, nil, err
	}
	if from != nil && len(from.Weights) == d {
		m.begin = from.Weights
	}
	m.ctl = ctl
	var r found
	overlap := false // no w orders all pairs without slack
	if math.IsInf(s.C, 1) {
		r = m.hard()
		if overlap = r.status == run.Infeasible; overlap {
			// The least sum of slacks says what little can be said.
			m.c = 1000 / m.reach()
			if r = m.soft(); !r.status.Cut() {
				r.status = run.Infeasible
			}
		}
	} else {
		r = m.soft()
	}
	if r.status == run.Aborted {
		return solved{report: model.Report{Status: r.status}}, nil, nil
	}
	m.trim(r.w)
	w := solved{f: make([]float64, len(g.rows)), norm: m.norm(r.w), report: model.Report{Status: r.status, Iterations: m.programs, Objective: r.upper}}
	switch {
	case math.IsInf(r.upper, 1): // no w so far orders all pairs
		w.report.Objective, w.report.Gap = w.norm, 1
	case r.upper > 0 && !overlap:
		w.report.Gap = max(0, (r.upper-r.lower)/r.upper)
	}
	f := m.values(r.w)
	for at, i := range pairs.rows {
		w.f[i] = f[at]
	}
	// A pair at the margin supports, too: with weights that count, the sum of all weights of
	// the pairs below it is their number.
	count := planes{partners: pairs, weight: counts, c: 1}
	coef := make([]float64, len(f))
	for at := range f {
		f[at] /= 1 + 1e-7
	}
	w.support, _ = count.slack(f, coef)
	w.support = math.Round(w.support + lanes.Sum(coef, f))
	if overlap {
		w.report.Notes = append(w.report.Notes, inseparable(pairs.count))
	}
	return w, r.w, model.Finite(r.w, w.f)
}

// measure finds the scale of each feature.
func (m *normed) measure() error {
	n, d := len(m.samples), m.set.Dim()
	mean, row := make([]float64, d), make([]float64, d)
	m.scale = make([]float64, d)
	low, high := slices.Repeat([]float64{math.Inf(1)}, d), slices.Repeat([]float64{math.Inf(-1)}, d)
	for _, i := range m.samples {
		m.set.Dense(row, i)
		for j, v := range row {
			low[j], high[j] = min(low[j], v), max(high[j], v)
			mean[j] += v / float64(n)
		}
	}
	for j := range d {
		if !(high[j]-low[j] <= gram.LargestNorm) || math.Abs(mean[j]) > gram.LargestNorm {
			return model.Overflow()
		}
	}
	for _, i := range m.samples {
		m.set.Dense(row, i)
		for j, v := range row {
			z := v - mean[j]
			m.scale[j] += z * z / float64(n)
		}
	}
	for j, v := range m.scale {
		if m.scale[j] = 0; high[j] > low[j] {
			m.scale[j] = 1 / max(math.Sqrt(v), math.SmallestNonzeroFloat64)
		}
	}
	width := d
	if m.inf {
		width++
	}
	m.room = max(pairsOfWeight*width+leastPairs, min(rowsOfPrograms*n, mostEntries/width))
	return nil
}

// trim sets weights to 0 that are 0 but for rounding.
func (m *normed) trim(w []float64) {
	most := 0.0
	for j, v := range w {
		if m.scale[j] > 0 {
			most = max(most, math.Abs(v)/m.scale[j])
		}
	}
	for j, v := range w {
		if math.Abs(v) <= 1e-12*most*m.scale[j] {
			w[j] = 0
		}
	}
}

// norm returns |w|_p.
func (m *normed) norm(w []float64) (size float64) {
	for _, v := range w {
		if m.inf {
			size = max(size, math.Abs(v))
		} else {
			size += math.Abs(v)
		}
	}
	return size
}

// reach returns by how much a function with |w|_p = 1 varies, about: the standard deviations of
// the features in the norm q.
func (m *normed) reach() (reach float64) {
	for _, v := range m.scale {
		if v > 0 && m.inf {
			reach += 1 / v
		} else if v > 0 {
			reach = max(reach, 1/v)
		}
	}
	if reach == 0 {
		return 1
	}
	return reach
}

// values returns the utilities of the rows.
func (m *normed) values(w []float64) []float64 {
	f := make([]float64, len(m.samples))
	for i, row := range m.samples {
		f[i] = m.x.Dot(row, w)
	}
	return f
}

// half returns the problem of every other row, in which pairs have four times the C.
func (m *normed) half() *normed {
	l := &lesson{}
	h := &normed{ctl: m.ctl, set: m.set, inf: m.inf, scale: m.scale, tol: max(m.tol, 1e-3), most: m.most, room: m.room}
	h.x, h.c = m.x, 4*m.c
	rank := int32(0)
	for at := range m.samples {
		if at > 0 && m.to[at] == at {
			rank++
		}
		if at%2 == 0 {
			l.rank = append(l.rank, rank)
			h.samples, h.weight = append(h.samples, m.samples[at]), append(h.weight, m.weight[at])
		}
	}
	h.partners = newPartners(l, m.adjacent)
	return h
}

// begins returns what the search starts from: what it is told, the solution for every other row
// where there are many pairs, or 0. The bounds of the half are not those of the whole.
func (m *normed) begins(solve func(*normed) found) found {
	best := found{w: make([]float64, m.set.Dim()), upper: math.Inf(1), status: run.Converged}
	if m.begin != nil {
		copy(best.w, m.begin)
	} else if m.count > float64(m.room) && len(m.samples) > 20 {
		h := m.half()
		best = solve(h)
		m.programs, best.upper, best.lower = h.programs, math.Inf(1), 0
	}
	return best
}

// over reports whether the limit of programs is reached.
func (m *normed) over() bool { return float64(m.programs) >= m.most || m.programs >= 2000 }

// soft solves the problem of a finite C.
func (m *normed) soft() found {
	best, coef := m.begins((*normed).soft), make([]float64, len(m.samples))
	if best.status == run.Aborted {
		return best
	}
	f := m.values(best.w)
	risk, _ := m.slack(f, coef)
	best.upper = risk + m.norm(best.w)
	if best.status.Cut() || best.status == run.IterationLimit {
		return best
	}
	reach := math.Inf(1) // of the search, in standard deviations of the utility of a feature
	for {
		pairs := m.nearest(f, math.Inf(-1))
		risk, _ = m.slack(f, coef)
		next, bound, inside, status := m.program(pairs, best, risk, f, coef, reach)
		m.programs++
		if best.status = status; status == run.Aborted {
			return best
		}
		fNext := m.values(next)
		risk, _ = m.slack(fNext, coef)
		value, step := risk+m.norm(next), 0.0
		for j, v := range next {
			step = max(step, math.Abs(v-best.w[j])/max(m.scale[j], math.SmallestNonzeroFloat64))
		}
		if inside && status == run.Converged {
			best.lower = max(best.lower, bound)
		}
		hoped := best.upper - bound
		won := best.upper - value
		if won > 0 {
			best.w, best.upper, f = next, value, fNext
		}
		if status.Cut() {
			return best
		}
		goal := m.tol * best.upper
		if best.upper-best.lower <= goal {
			best.status = run.Converged
			return best
		}
		switch {
		case m.over():
			best.status = run.IterationLimit
			return best
		case won < 0.25*hoped:
			reach = step / 3
			if won > 0 {
				reach = step / 1.5
			}
		case !inside:
			reach *= 3
		}
		if reach < 1e-13*m.norm(best.w) || reach == 0 {
			best.status = run.Stalled
			if best.upper-best.lower <= 1e-6*best.upper { // rounding allows no more
				best.status = run.Converged
			}
			return best
		}
	}
}

// judge makes w, of which f are the utilities and pairs those of the smallest differences, the
// best one if it orders all pairs at a lower norm, scaled to the margin 1; while none orders
// them, every w.
func (m *normed) judge(best *found, w, f []float64, pairs [][2]int) {
	least := math.Inf(1)
	for _, p := range pairs {
		least = min(least, f[p[0]]-f[p[1]])
	}
	upper := math.Inf(1)
	if least > 0 {
		upper = m.norm(w) / min(least, 1)
	}
	if upper >= best.upper && best.upper < math.Inf(1) {
		return
	}
	if best.w, best.upper = w, upper; least > 0 && least < 1 {
		for j := range w {
			w[j] /= least
		}
	}
}

// hard solves the problem without slacks: the program of some pairs, then of those on its
// margin and those that violate it most, until none does.
func (m *normed) hard() found {
	best := m.begins((*normed).hard)
	f := m.values(best.w)
	pairs := m.nearest(f, math.Inf(1))
	m.judge(&best, best.w, f, pairs)
	if best.status != run.Converged {
		return best
	}
	for {
		r := program.Solve(m.ctl, m.pose(pairs), program.Settings{MaxIterations: 200})
		m.programs++
		if r.Status != run.Converged {
			best.status = r.Status
			return best
		}
		w := slices.Clone(r.X[:m.set.Dim()])
		f = m.values(w)
		violated := m.nearest(f, math.Inf(1))
		best.lower = max(best.lower, min(r.Objective, r.Dual))
		m.judge(&best, w, f, violated)
		switch {
		case best.upper < math.Inf(1) && best.upper-best.lower <= m.tol*best.upper:
			return best
		case m.over():
			best.status = run.IterationLimit
			return best
		}
		tight := [][2]int{}
		known := map[[2]int]bool{}
		for i, p := range pairs {
			if r.Y[i] != 0 || f[p[0]]-f[p[1]] <= 1+1e-6 {
				tight, known[p] = append(tight, p), true
			}
		}
		for _, p := range violated {
			if len(tight) < m.room && !known[p] && f[p[0]]-f[p[1]] < 1-m.tol/10 {
				tight = append(tight, p)
			}
		}
		pairs = tight
	}
}
