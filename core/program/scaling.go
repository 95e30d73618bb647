package program

import "math"

// scaling are the units in which the solver works: x = column_j value, and the Lagrangian
// is cost times the user's. Rows of A are divided so that its largest numbers are near 1 in
// every row and column (Ruiz 2001).
type scaling struct {
	row, column []float64
	cost        float64 // objective = cost times the scaled one
}

// scaleOf returns the units of a problem, whose matrix includes the factor of Q.
func scaleOf(p *Problem, a Matrix) scaling {
	m, n := a.Size()
	s := scaling{row: filled(nil, m, 1), column: filled(nil, n, 1), cost: 1}
	rows, cols, curvature := make([]float64, m), make([]float64, n), make([]float64, n)
	var own []float64
	if q := p.Quadratic.Matrix; q != nil {
		own = make([]float64, n)
	}
	for range 4 {
		a.Norms(rows, cols, s.row, s.column)
		if own != nil {
			p.Quadratic.Matrix.Norms(own, curvature, s.column, s.column)
		}
		for i, v := range rows {
			s.row[i] /= root(v)
		}
		for j, v := range cols {
			s.column[j] /= root(max(v, curvature[j], p.Quadratic.Diagonal[j]*s.column[j]*s.column[j]))
		}
	}
	// One unit for all of x, in which the limits are about 1.
	size := 0.0
	for i := range p.Low {
		size = max(size, finite(p.Low[i]*s.row[i]), finite(p.High[i]*s.row[i]))
	}
	for j := range p.Lower {
		size = max(size, finite(p.Lower[j]/s.column[j]), finite(p.Upper[j]/s.column[j]))
	}
	if size > 0 && p.Terms == nil {
		for j := range s.column {
			s.column[j] *= size
		}
		for i := range s.row {
			s.row[i] /= size
		}
	}
	largest := 0.0
	for j, c := range p.Linear {
		largest = max(largest, math.Abs(c)*s.column[j])
	}
	for i, c := range p.Cost {
		if s.row[i] > 0 {
			largest = max(largest, math.Min(finite(c/s.row[i]), 1e4*largest))
		}
	}
	if largest > 0 {
		s.cost = largest
	}
	return s
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
