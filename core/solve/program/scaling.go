package program

import "math"

// scaling are the units in which the solver works: x = column_j value, and the Lagrangian
// is cost times the user's. Rows of A are divided so that its largest numbers are near 1 in
// every row and column (Ruiz 2001).
type scaling struct {
	row, column []float64
	cost        float64 // objective = cost times the scaled one
}

// scaleOf returns the units of a problem. They change with the units of its variables, rows and
// objective. near is a point of the size of the solution, or nil.
func scaleOf(p *Problem, near []float64) scaling {
	m, n := len(p.Low), len(p.Linear)
	s := scaling{row: filled(nil, m, 1), column: filled(nil, n, 1), cost: 1}
	rows, cols := make([]float64, m), make([]float64, n)
	curvature := p.curvatures()
	steepest := largest(curvature)
	counts := make([]bool, n)
	for round := range 4 {
		p.Matrix.Norms(rows, cols, s.row, s.column)
		if round == 1 {
			// A column, or its curvature, that is zero but for rounding has no size.
			for j, v := range cols {
				counts[j] = v > 1e-12*largest(cols)*s.column[j] && curvature[j] > 1e-24*steepest
			}
		}
		for i, v := range rows {
			s.row[i] /= root(v)
		}
		for j, v := range cols {
			if v == 0 && steepest > 0 { // no row has this variable
				v = curvature[j] / steepest * s.column[j] * s.column[j]
			}
			s.column[j] /= root(v)
		}
	}
	// Sizes of the limits, the linear part, the prices and the curvature for x of these units.
	size, slope, price, forced := 0.0, 0.0, 0.0, false
	least, most := math.Inf(1), 0.0
	away := func(low, high float64) bool { return low > 0 || high < 0 }
	for i := range p.Low {
		size = max(size, finite(p.Low[i]*s.row[i]), finite(p.High[i]*s.row[i]))
		price = max(price, finite(p.Cost[i]/s.row[i]))
		forced = forced || math.IsInf(p.Cost[i], 1) && away(p.Low[i], p.High[i])
	}
	for j, c := range p.Linear {
		size = max(size, finite(p.Lower[j]/s.column[j]), finite(p.Upper[j]/s.column[j]))
		slope = max(slope, math.Abs(c)*s.column[j])
		forced = forced || away(p.Lower[j], p.Upper[j])
		if v := curvature[j] * s.column[j] * s.column[j]; v > 0 && counts[j] {
			least, most = min(least, v), max(most, v)
		}
	}
	// A solution prefers the variables whose curvature is small.
	bend := min(most, max(least, min(1e-6*most, 1e6*least)))
	if near != nil {
		bend = 0
		at := Result{X: near, Y: make([]float64, m), Z: make([]float64, n)}
		for j, v := range at.judge(p) {
			size = max(size, math.Abs(near[j])/s.column[j])
			bend = max(bend, math.Abs(v-p.Linear[j])*s.column[j])
		}
		if size > 0 {
			bend /= size // the pull of the curvature at that point, not at a point of that size
		}
	}
	switch {
	case size > 0:
	case slope > 0 && bend > 0:
		size = slope / bend
	default:
		size = 1
	}
	for j := range s.column {
		s.column[j] *= size
	}
	for i := range s.row {
		s.row[i] /= size
	}
	slope, bend, price = slope*size, bend*size*size, price*size
	if p.Terms != nil {
		for j, unit := range s.column {
			_, pull, v := p.Terms(j, min(max(unit, p.Lower[j]), p.Upper[j]))
			bend = max(bend, finite(pull)*unit, finite(v)*unit*unit)
		}
	}
	// Prices far above everything else are limits that hold, unless the linear part is only
	// rounding errors.
	if bend > 0 || price < 1e10*slope {
		price = min(price, max(1e4*slope, bend))
	}
	s.cost = max(slope, price)
	if forced || p.Terms != nil || s.cost == 0 {
		s.cost = max(s.cost, bend)
	}
	if s.cost == 0 {
		s.cost = 1
	}
	return s
}

func largest(v []float64) (most float64) {
	for _, v := range v {
		most = max(most, v)
	}
	return most
}

// curvatures returns about the second derivative of the quadratic part by each variable.
func (p *Problem) curvatures() []float64 {
	n := len(p.Linear)
	h, ones := append([]float64(nil), p.Quadratic.Diagonal...), filled(nil, n, 1)
	own := make([]float64, n)
	if q := p.Quadratic.Matrix; q != nil {
		q.Norms(make([]float64, n), own, ones, ones)
		for j, v := range own {
			h[j] += v
		}
	}
	if f := p.Quadratic.Factor; f != nil {
		k, _ := f.Size()
		f.Norms(make([]float64, k), own, filled(nil, k, 1), ones)
		for j, v := range own {
			h[j] += v * v
		}
	}
	return h
}

// finite returns the size of a number, 0 of an infinite one.
func finite(v float64) float64 {
	if math.IsInf(v, 0) {
		return 0
	}
	return math.Abs(v)
}

// root returns the power of two that is nearest to the root of a norm, 1 for a row of zeros.
func root(v float64) float64 {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return 1
	}
	_, exponent := math.Frexp(math.Sqrt(v))
	return math.Ldexp(1, exponent-1)
}
