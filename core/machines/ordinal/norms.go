package ordinal

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/solve/bundle"
	"maxmargin/core/solve/primal"
	"maxmargin/core/solve/program"
)

// normed is the penalty |w|_p, p = 1 or infinity. The best w for some planes is the solution of a
// linear program,
//
//	minimise |w|_p + t  subject to  t >= 0 and b_k - <g_k, w> <= t
//
// Without slacks t is 0, and the planes are those of some pairs, 1 - <x_i - x_j, w> <= 0.
type normed struct {
	inf  bool      // p is infinity
	hard bool      // without slacks
	span []float64 // the difference of the largest and the smallest value of each feature

	slopes  [][]float64 // g of each plane
	offsets []float64   // b
	idle    []int       // programs since its multiplier was last positive
}

// planesOfWeight and leastPlanes are how many planes a program has: for each weight, and at least.
// So many solutions in turn may leave out a plane before it is dropped when there are more.
const (
	planesOfWeight = 4
	leastPlanes    = 50
	longestIdle    = 20
)

// normCost is the memory of a fit by linear programs: the planes of one, of 8 bytes a number,
// in up to nine copies, the matrix of its Newton steps, and the utilities that are compared.
func normCost() model.Cost {
	c := model.KernelCost()
	c.Row += 400
	c.Column += (72 + 8) * leastPlanes
	c.ColumnPair = (72+8)*planesOfWeight + 40
	return c
}

func (m *normed) of(w []float64) (size float64) {
	for _, v := range w {
		if m.inf {
			size = max(size, math.Abs(v))
		} else {
			size += math.Abs(v)
		}
	}
	return size
}

func (m *normed) slope(w, way []float64) (slope float64) {
	size := m.of(w)
	for j, v := range w {
		switch {
		case m.inf && math.Abs(v) == size:
			return math.Copysign(1, v) * way[j]
		case !m.inf && v != 0:
			slope += math.Copysign(1, v) * way[j]
		}
	}
	return slope
}

func (m *normed) moved(float64) {}

func (m *normed) add(g []float64, b, _ float64, _ []float64) {
	for j, span := range m.span {
		if span == 0 { // what is there is rounding
			g[j] = 0
		}
	}
	m.slopes, m.offsets, m.idle = append(m.slopes, g), append(m.offsets, b), append(m.idle, 0)
}

func (m *normed) lowest(ctl *run.Ctl, _, upper float64) (w []float64, bound float64, status run.Status) {
	d, count := len(m.span), len(m.slopes)
	norms := d
	if m.inf {
		norms = 2 * d
	}
	width, rows := d+2, count+norms // the last variables are t and the norm infinity
	p := program.Problem{Linear: make([]float64, width), Lower: make([]float64, width), Upper: make([]float64, width),
		Low: make([]float64, rows), High: make([]float64, rows), Cost: make([]float64, rows)}
	data := make([]float64, count*width)
	for k, g := range m.slopes {
		copy(data[k*width:], g)
		data[k*width+d] = 1
		p.Low[k], p.High[k], p.Cost[k] = m.offsets[k], math.Inf(1), math.Inf(1)
	}
	if !m.hard {
		p.Linear[d], p.Upper[d] = 1, math.Inf(1)
	}
	if m.inf {
		p.Linear[d+1], p.Upper[d+1] = 1, math.Inf(1)
	}
	starts, columns, values := []int32{0}, []int32{}, []float64{}
	for j, span := range m.span {
		if span > 0 { // |w_j| is never more than the objective
			p.Lower[j], p.Upper[j] = -upper, upper
		}
		at := count + j
		if !m.inf { // |w_j| is the violation of w_j = 0, which costs 1
			columns, values = append(columns, int32(j)), append(values, 1)
			starts, p.Cost[at] = append(starts, int32(len(values))), 1
			continue
		}
		for i, sign := range []float64{1, -1} { // w_j and -w_j are no more than the norm
			columns, values = append(columns, int32(j), int32(d+1)), append(values, sign, -1)
			starts = append(starts, int32(len(values)))
			p.Low[at+j+i], p.Cost[at+j+i] = math.Inf(-1), math.Inf(1)
		}
	}
	p.Matrix = program.Stack(program.NewDense(data, count, width), program.NewSparse(width, starts, columns, values))
	r := program.Solve(ctl, p, program.Settings{MaxIterations: 200})
	if r.Status == run.Converged {
		m.forget(r.Y[:count])
	}
	return slices.Clone(r.X[:d]), min(r.Objective, r.Dual), r.Status
}

// forget drops planes that have long had no multiplier, where there are very many.
func (m *normed) forget(multipliers []float64) {
	var kept []int
	for k, y := range multipliers {
		if m.idle[k]++; y != 0 {
			m.idle[k] = 0
		}
		if m.idle[k] <= longestIdle {
			kept = append(kept, k)
		}
	}
	if len(m.slopes) > planesOfWeight*len(m.span)+leastPlanes {
		m.slopes, m.offsets, m.idle = bundle.Pick(m.slopes, kept), bundle.Pick(m.offsets, kept), bundle.Pick(m.idle, kept)
	}
}

// measure finds the span of each feature.
func (m *normed) measure(set sample.Set, samples []int) error {
	row := make([]float64, set.Dim())
	low, high := slices.Repeat([]float64{math.Inf(1)}, len(row)), slices.Repeat([]float64{math.Inf(-1)}, len(row))
	for _, i := range samples {
		set.Dense(row, i)
		for j, v := range row {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	for j := range row {
		if m.span = append(m.span, high[j]-low[j]); !(max(m.span[j], -low[j], high[j]) <= gram.LargestNorm) {
			return model.Overflow()
		}
	}
	return nil
}

// reach returns by how much a function with |w|_p = 1 can vary: the norm q of the spans.
func (m *normed) reach() float64 {
	dual := normed{inf: !m.inf}
	if reach := dual.of(m.span); reach > 0 {
		return reach
	}
	return 1
}

// trim sets weights to 0 that are 0 but for rounding.
func (m *normed) trim(w []float64) {
	most := 0.0
	for j, v := range w {
		most = max(most, math.Abs(v)*m.span[j])
	}
	for j, v := range w {
		if math.Abs(v)*m.span[j] <= 1e-12*most {
			w[j] = 0
		}
	}
}

// byPrograms solves the problem of norm 1 or infinity.
func (s *OrdinalSVC) byPrograms(ctl *run.Ctl, t model.Training, g *merged, pairs *partners, from *OrdinalSVCFit) (solved, []float64, error) {
	d := t.X.Dim()
	if err := gram.CheckMatrix("OrdinalSVC", "the linear program of norm 1 or Infinity", 9*(planesOfWeight*d+leastPlanes), d, "choose fewer features, or use norm 2"); err != nil {
		return solved{}, nil, err
	}
	m := &normed{inf: math.IsInf(s.Norm, 1)}
	p := newPlanes(pairs, &g.lesson, primal.NewRows(t.X), s.C)
	p.penalty = m
	if err := m.measure(t.X, p.samples); err != nil {
		return solved{}, nil, err
	}
	begin, most := make([]float64, d), min(s.MaxIter, 2000)
	if from != nil && len(from.Weights) == d {
		copy(begin, from.Weights)
	}
	var r found
	overlap := false // no w orders all pairs without slack
	if math.IsInf(s.C, 1) {
		r = p.separate(ctl, m, begin, s.Tol, most)
		if overlap = r.status == run.Infeasible; overlap {
			// The least sum of slacks says what little can be said.
			p.c = 1000 / m.reach()
			m.hard, m.slopes, m.offsets, m.idle = false, nil, nil, nil
			rounds := r.rounds
			if r = p.descend(ctl, begin, s.Tol, most); !r.status.Cut() {
				r.status = run.Infeasible
			}
			r.rounds += rounds
		}
	} else {
		r = p.descend(ctl, begin, s.Tol, most)
	}
	if r.status == run.Aborted {
		return solved{report: model.Report{Status: r.status}}, nil, nil
	}
	m.trim(r.w)
	w := solved{f: make([]float64, len(g.rows)), norm: m.of(r.w), report: model.Report{Status: r.status, Iterations: r.rounds, Objective: r.upper}}
	switch {
	case math.IsInf(r.upper, 1): // no w so far orders all pairs
		w.report.Objective, w.report.Gap = w.norm, 1
	case r.upper > 0 && !overlap:
		w.report.Gap = max(0, (r.upper-r.lower)/r.upper)
	}
	f := p.values(r.w)
	for at, i := range pairs.rows {
		w.f[i], p.weight[at] = f[at], g.count[i]
		f[at] /= 1 + 1e-7
	}
	// A pair at the margin supports, too: with weights that count, the sum of all weights of
	// the pairs below it is their number.
	p.c = 1
	coef := make([]float64, len(f))
	w.support, _ = p.slack(f, coef)
	w.support = math.Round(w.support + lanes.Sum(coef, f))
	if overlap {
		w.report.Notes = append(w.report.Notes, inseparable(pairs.count))
	}
	return w, r.w, model.Finite(r.w, w.f)
}

// separate solves the problem without slacks: the program of some pairs, then also of those that
// violate it most, until none does.
func (p *planes) separate(ctl *run.Ctl, m *normed, w []float64, tol, most float64) found {
	m.hard = true
	best := found{w: w, f: p.values(w), upper: math.Inf(1)}
	for f := best.f; ; f = p.values(w) {
		rivals := p.rivals(f)
		difference := func(i int) float64 { return f[i] - f[rivals[i]] }
		var worst []int // the rows whose rival has no lower utility by the margin
		least := math.Inf(1)
		for i, j := range rivals {
			if j < 0 {
				continue
			}
			if least = min(least, difference(i)); difference(i) < 1-tol/10 {
				worst = append(worst, i)
			}
		}
		// A w that orders all pairs is scaled to the margin 1. While none does, every w is the best.
		upper, scale := math.Inf(1), 1.0
		if least > 0 {
			scale = max(1, 1/least)
			upper = scale * m.of(w)
		}
		if math.IsInf(best.upper, 1) || upper < best.upper {
			best.w, best.f, best.upper = blend(w, w, 0), f, upper
			for j := range w {
				best.w[j] *= scale
			}
		}
		switch {
		case best.upper < math.Inf(1) && best.upper-best.lower <= tol*best.upper:
			best.status = run.Converged
		case float64(best.rounds) >= most:
			best.status = run.IterationLimit
		}
		if best.status != "" {
			return best
		}
		slices.SortFunc(worst, func(i, j int) int { return cmp.Compare(difference(i), difference(j)) })
		for _, i := range worst[:min(len(worst), len(w)+leastPlanes)] {
			g := make([]float64, len(w))
			p.x.Add(p.samples[i], 1, g)
			p.x.Add(p.samples[rivals[i]], -1, g)
			m.add(g, 1, 0, nil)
		}
		best.rounds++
		next, bound, status := m.lowest(ctl, 0, math.Inf(1))
		if status != run.Converged {
			best.status = status
			return best
		}
		w, best.lower = next, max(best.lower, bound)
	}
}

// rivals returns for each row the highest one of those with which it is compared as the one of the
// higher rank, -1 where there are none.
func (p *partners) rivals(f []float64) []int {
	rivals := make([]int, len(f))
	for i := range f {
		best, from := -1, p.from[i]
		if i > 0 && (!p.adjacent || p.to[i] == p.to[i-1]) {
			best, from = rivals[i-1], p.to[i-1]
		}
		for j := from; j < p.to[i]; j++ {
			if best < 0 || f[j] > f[best] {
				best = j
			}
		}
		rivals[i] = best
	}
	return rivals
}
