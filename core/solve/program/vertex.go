package program

import "math"

// vertex moves from a solution of a linear program to a vertex of the set of solutions: while the
// free columns can move in some direction without leaving a tight row, the point moves along it to
// the first bound or limit, which becomes active. The objective does not change. A tableau has the
// directions: with the free columns divided into basic ones B and others N, the tight rows say x_B
// = const - T x_N.
type vertex struct {
	*solver
	set     *active
	basic   []int       // columns, one a row of T
	others  []int       // columns, one a column of T
	tableau [][]float64 // T
}

// toVertex changes an active set to one that determines the point, and reports whether it
// changed it.
func (s *solver) toVertex(set *active) bool {
	v := &vertex{solver: s, set: set}
	for j, where := range set.column {
		if where == 0 {
			v.others = append(v.others, j)
		}
	}
	row := make([]float64, s.n)
	for i, tight := range set.tight {
		if len(v.others) == 0 || !s.goesOn() {
			return false
		}
		if tight {
			s.a.Row(row, i)
			v.add(row, -1)
		}
	}
	moved := false
	for at := len(v.others) - 1; at >= 0; at-- {
		moved = v.push(at) || moved
	}
	return moved
}

// add adds a tight row to the tableau. The pivot is its largest number, or that of column at of T.
// A row that depends on the others changes nothing.
func (v *vertex) add(row []float64, at int) {
	w, size := make([]float64, len(v.others)), 0.0
	for l, j := range v.others {
		w[l] = row[j]
		size = max(size, math.Abs(row[j]))
	}
	for r, j := range v.basic {
		if row[j] != 0 {
			size = max(size, math.Abs(row[j]))
			for l, t := range v.tableau[r] {
				w[l] -= float64(row[j] * t)
			}
		}
	}
	if at < 0 {
		at = 0
		for l, x := range w {
			if math.Abs(x) > math.Abs(w[at]) {
				at = l
			}
		}
		if math.Abs(w[at]) <= 1e-9*size {
			return
		}
	}
	pivot := w[at]
	for l := range w {
		w[l] /= pivot
	}
	v.eliminate(w, at)
	v.basic = append(v.basic, v.others[at])
	v.tableau = append(v.tableau, remove(w, at))
	v.others = append(v.others[:at:at], v.others[at+1:]...)
}

// eliminate takes column at, which w gives by the others, out of all rows of T.
func (v *vertex) eliminate(w []float64, at int) {
	for r, row := range v.tableau {
		if factor := row[at]; factor != 0 {
			for l := range row {
				row[l] -= float64(factor * w[l])
			}
		}
		v.tableau[r] = remove(row, at)
	}
}

// remove returns a row without one number.
func remove(row []float64, at int) []float64 { return append(row[:at:at], row[at+1:]...) }

// block is the end of a move: a column at a bound, or a row at a limit.
type block struct {
	step  float64
	basic int // row of T; -1: the column that moves; -2: a row of A
	where int8
	side  int
}

// push moves along column at of T, in the direction that ends first, and takes it out of T.
// It reports false for a direction without end, which stays.
func (v *vertex) push(at int) bool {
	for j := range v.dx {
		v.dx[j] = 0
	}
	v.dx[v.others[at]] = 1
	for r, j := range v.basic {
		v.dx[j] = -v.tableau[r][at]
	}
	v.a.Multiply(v.rowWork, v.dx)
	up, down := v.first(at, 1), v.first(at, -1)
	to, sign := up, 1.0
	if down.step < up.step {
		to, sign = down, -1
	}
	if math.IsInf(to.step, 1) {
		return false
	}
	for j, d := range v.dx {
		v.at[j].x += sign * to.step * d
	}
	for k := range v.sides {
		w := &v.sides[k]
		change := sign * to.step * w.sign * v.rowWork[w.row]
		room := w.slack - w.excess - change
		w.slack, w.excess = max(0, room), max(0, -room)
	}
	switch to.basic {
	case -1:
		v.set.column[v.others[at]] = to.where
		for r, row := range v.tableau {
			v.tableau[r] = remove(row, at)
		}
		v.others = append(v.others[:at:at], v.others[at+1:]...)
	case -2:
		side := &v.sides[to.side]
		v.set.tight[side.row], v.set.limit[side.row] = true, side.sign*side.limit
		v.y[side.row] = v.set.loose[side.row]
		row := make([]float64, v.n)
		v.a.Row(row, side.row)
		v.add(row, at)
	default:
		r := to.basic
		v.set.column[v.basic[r]] = to.where
		w := append([]float64(nil), v.tableau[r]...)
		pivot := w[at]
		for l := range w {
			w[l] /= pivot
		}
		v.tableau[r][at] = 0 // the row itself is replaced below
		v.eliminate(w, at)
		v.tableau[r], v.basic[r] = remove(w, at), v.others[at]
		v.others = append(v.others[:at:at], v.others[at+1:]...)
	}
	return true
}

// first returns the end of a move in the direction sign times dx.
func (v *vertex) first(at int, sign float64) block {
	const still = 1e-11
	to := block{step: math.Inf(1)}
	look := func(j, basic int) {
		c, d := &v.solver.at[j], sign*v.dx[j]
		if d < -still && (c.x-c.lo)/-d < to.step {
			to = block{step: max(0, (c.x-c.lo)/-d), basic: basic, where: -1}
		}
		if d > still && (c.hi-c.x)/d < to.step {
			to = block{step: max(0, (c.hi-c.x)/d), basic: basic, where: 1}
		}
	}
	look(v.others[at], -1)
	for r, j := range v.basic {
		look(j, r)
	}
	for k := range v.sides {
		w := &v.sides[k]
		if v.set.tight[w.row] {
			continue
		}
		d, room := sign*w.sign*v.rowWork[w.row], w.slack
		if v.set.loose[w.row]*w.sign > 0 { // a priced violation shrinks
			d, room = -d, w.excess
		}
		if d > still && room/d < to.step {
			to = block{step: max(0, room/d), basic: -2, side: k}
		}
	}
	return to
}
