package program

import (
	"math"

	"maxmargin/core/base/run"
)

// diverges reports whether the multipliers or the point look like a proof that there is no
// solution, to which certify then finds the proof.
func (s *solver) diverges() bool {
	const relative = 1e-8
	value, residual, priced := 0.0, 0.0, 0.0
	fall, level := 0.0, 0.0
	for i, b := range s.y {
		switch {
		case s.equal[i]:
			value -= b * s.original.Low[i] * s.row[i]
			level = max(level, math.Abs(s.ax[i]))
		case i >= len(s.original.Low):
			level = max(level, math.Abs(s.ax[i]))
		}
	}
	for k := range s.sides {
		v := &s.sides[k]
		value -= v.y * v.limit
		if v.priced() {
			priced = max(priced, v.y)
			fall += v.cost * max(0, v.sign*s.ax[v.row])
		} else {
			level = max(level, v.sign*s.ax[v.row])
		}
	}
	for j := range s.at {
		c := &s.at[j]
		if !math.IsInf(c.lo, -1) {
			value += c.lo * c.z
		}
		if !math.IsInf(c.hi, 1) {
			value -= c.hi * c.u
		}
		residual = max(residual, math.Abs(s.rf[j]-s.qx[j]-c.c-c.slope))
		fall += c.c * c.x
		level = max(level, math.Abs(s.qx[j]))
		if !math.IsInf(c.lo, -1) {
			level = max(level, -c.x)
		}
		if !math.IsInf(c.hi, 1) {
			level = max(level, c.x)
		}
	}
	return value > 0 && max(residual, priced) < relative*value || fall < 0 && level < -relative*fall
}

// certify decides whether a problem has a solution, by two programs that have one. The first
// minimises the sum of the violations of the rows; a sum above zero proves that the problem is
// infeasible, and its multipliers are the proof (Farkas' lemma). The second minimises c'd over the
// directions d of a box that keep every limit; a negative value proves that a problem is unbounded,
// if it is feasible. Without a proof the result has a point with small violations, and the status
// of the program that failed.
func certify(ctl *run.Ctl, p *Problem, settings Settings) (r Result, found bool) {
	settings.certain, settings.Interior, settings.Tolerance = true, false, 1e-9
	s := scaleOf(p, nil)
	const real = 1e-7 // in units of the scaling, in which limits and costs are about 1
	first := Solve(ctl, violations(p, s), settings)
	r.X, r.Status = first.X, first.Status
	if first.Status != run.Converged {
		return r, false
	}
	if first.Objective > real {
		first.Status, first.Ray, first.Objective, first.Dual = run.Infeasible, first.Y, 0, 0
		first.Y = make([]float64, len(p.Low))
		return first, true
	}
	second := Solve(ctl, directions(p, s), settings)
	if second.Status != run.Converged || second.Objective > -real*s.cost {
		r.Status = second.Status
		return r, false
	}
	ray := second.X
	second.Status, second.X, second.Ray, second.Y = Unbounded, first.X, ray, make([]float64, len(p.Low))
	second.Objective, second.Dual = math.Inf(-1), math.Inf(-1)
	second.Iterations += first.Iterations
	second.Z = make([]float64, len(p.Linear))
	return second, true
}

// violations is the program of the smallest sum of violations, in units of the scaling.
func violations(p *Problem, s scaling) Problem {
	to := Problem{Linear: make([]float64, len(p.Linear)), Matrix: p.Matrix, Low: append([]float64(nil), p.Low...), High: append([]float64(nil), p.High...),
		Cost: make([]float64, len(p.Low)), Lower: p.Lower, Upper: p.Upper}
	for i := range to.Low {
		to.Cost[i] = s.row[i]
		if !math.IsInf(p.Cost[i], 1) {
			to.Low[i], to.High[i] = math.Inf(-1), math.Inf(1)
		}
	}
	return to
}

// directions is the program of the direction in which the objective falls most.
func directions(p *Problem, s scaling) Problem {
	n, m := len(p.Linear), len(p.Low)
	matrix := p.Matrix
	if p.Quadratic.Factor != nil {
		matrix = Stack(matrix, p.Quadratic.Factor)
	}
	if p.Quadratic.Matrix != nil {
		matrix = Stack(matrix, p.Quadratic.Matrix)
	}
	rows, _ := matrix.Size()
	to := Problem{Linear: p.Linear, Matrix: matrix, Low: make([]float64, rows), High: make([]float64, rows), Lower: make([]float64, n), Upper: make([]float64, n)}
	to.Cost = append(append([]float64(nil), p.Cost...), filled(nil, rows-m, math.Inf(1))...)
	for i := range m {
		if math.IsInf(p.Low[i], -1) {
			to.Low[i] = p.Low[i]
		}
		if math.IsInf(p.High[i], 1) {
			to.High[i] = p.High[i]
		}
	}
	for j := range n {
		if p.Terms != nil || p.Quadratic.Diagonal[j] > 0 {
			continue
		}
		if math.IsInf(p.Lower[j], -1) {
			to.Lower[j] = -s.column[j]
		}
		if math.IsInf(p.Upper[j], 1) {
			to.Upper[j] = s.column[j]
		}
	}
	return to
}
