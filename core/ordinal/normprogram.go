package ordinal

import (
	"math"
	"slices"

	"maxmargin/core/lanes"
	"maxmargin/core/program"
	"maxmargin/core/run"
)

// program solves the linear program over these pairs around the best w, of which f are the
// utilities, and risk and coef the slacks. inside is whether the reach does not matter.
func (m *normed) program(pairs [][2]int, best found, risk float64, f, coef []float64, reach float64) (w []float64, value float64, inside bool, status run.Status) {
	// All pairs with a slack, less those that the program has.
	rest := slices.Clone(coef)
	constant := risk + lanes.Sum(coef, f)
	for _, p := range pairs {
		if f[p[1]] > f[p[0]]-1 { // as slack asks, to the last bit
			c := m.c * (m.weight[p[0]] * m.weight[p[1]])
			constant -= c
			rest[p[0]], rest[p[1]] = rest[p[0]]-c, rest[p[1]]+c
		}
	}
	d := m.set.Dim()
	slope := make([]float64, d)
	for i, c := range rest {
		if c != 0 {
			m.x.Add(m.samples[i], -c, slope)
		}
	}
	p := m.pose(pairs)
	copy(p.Linear, slope)
	for j := range d {
		if m.scale[j] == 0 {
			p.Linear[j] = 0
			continue
		}
		// |w_j| is never more than the objective.
		p.Lower[j] = max(best.w[j]-reach*m.scale[j], -best.upper)
		p.Upper[j] = min(best.w[j]+reach*m.scale[j], best.upper)
	}
	for i, pair := range pairs {
		p.Cost[i] = m.c * (m.weight[pair[0]] * m.weight[pair[1]])
	}
	r := program.Solve(m.ctl, p, program.Settings{MaxIterations: 200})
	w, inside = r.X[:d], true
	for j, v := range w {
		if m.scale[j] == 0 {
			w[j] = 0
			continue
		}
		edge := reach * m.scale[j]
		if math.Abs(v-best.w[j]) > (1-1e-6)*edge && edge < best.upper {
			inside = false
		}
	}
	return w, min(r.Objective, r.Dual) + constant, inside, r.Status
}

// pose returns the program min |w|_p, with a row for each pair and no slack.
func (m *normed) pose(pairs [][2]int) program.Problem {
	d := m.set.Dim()
	width, norms := d, d
	if m.inf {
		width, norms = d+1, 2*d
	}
	rows := len(pairs) + norms
	p := program.Problem{Linear: make([]float64, width), Lower: make([]float64, width), Upper: make([]float64, width),
		Low: make([]float64, rows), High: make([]float64, rows), Cost: make([]float64, rows)}
	data, x := make([]float64, len(pairs)*width), make([]float64, d)
	for i, pair := range pairs {
		row := data[i*width : i*width+d]
		m.set.Dense(row, m.samples[pair[0]])
		m.set.Dense(x, m.samples[pair[1]])
		for j, v := range x {
			row[j] -= v
		}
		p.Low[i], p.High[i], p.Cost[i] = 1, math.Inf(1), math.Inf(1)
	}
	starts, columns, values := []int32{0}, []int32{}, []float64{}
	at := len(pairs)
	for j := range d {
		if m.scale[j] > 0 {
			p.Lower[j], p.Upper[j] = math.Inf(-1), math.Inf(1)
		}
		if !m.inf { // |w_j| is the violation of w_j = 0, which costs 1
			columns, values = append(columns, int32(j)), append(values, 1)
			starts = append(starts, int32(len(values)))
			p.Cost[at] = 1
			at++
			continue
		}
		for _, sign := range []float64{1, -1} { // w_j <= t and -w_j <= t
			columns, values = append(columns, int32(j), int32(d)), append(values, sign, -1)
			starts = append(starts, int32(len(values)))
			p.Low[at], p.Cost[at] = math.Inf(-1), math.Inf(1)
			at++
		}
	}
	if m.inf {
		p.Linear[d], p.Upper[d] = 1, math.Inf(1)
	}
	p.Matrix = program.Stack(program.NewDense(data, len(pairs), width), program.NewSparse(width, starts, columns, values))
	return p
}
