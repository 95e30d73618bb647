// Package simplex minimises objectives that are linear in pieces, over columns that may be added
// between two solutions.
package simplex

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
)

// Solver minimises
//
//	sum over columns of |a_g| + sum over rows of cost_i max(low_i - f_i, f_i - high_i, 0)
//	where f = sum over columns of a_g g + b
//
// by the simplex method, in the form for objectives that are linear in pieces (Barrodale and
// Roberts 1973; Fourer 1985). A basis determines a point: as many rows are at a limit as columns
// are not zero. In a step a column moves away from zero, or a row from its limit, and passes limits
// of other rows as long as the objective falls; the row or column at the end replaces it in the
// basis. A step costs the product of the numbers of rows and columns. Every point is feasible, and
// columns can be added at any point.
type Solver struct {
	basis
	low, high, cost []float64
	shift           []float64 // of both limits of a row, since rows that meet limits together make steps of length zero
	unit            float64   // of limits
	heaviest        float64   // cost

	columns  []column
	position []int // of each row among the tight ones; -1: not one of them
	side     []int8
	a        []float64 // of basic columns
	f, y     []float64
	slopes   []float64 // of the costs of rows that are not tight
	promises []int     // columns that would lower the objective when all were looked at

	steps, stale int // steps, and steps since W was computed
	way          []crossing
	df, da       []float64
}

// column is a function, or the constant, which is free.
type column struct {
	values   []float64
	up, down float64 // price of a positive coefficient, and of a negative one
	position int     // among the basic ones; -1: the coefficient is zero
	sign     float64 // of the coefficient of a basic column
	pull     float64 // the sum of its values times the slopes, if it is known
	known    bool
}

// price returns the derivative of |a| where a has this sign.
func (c *column) price(sign float64) float64 {
	if sign < 0 {
		return -c.down
	}
	return c.up
}

// wrong reports whether a coefficient has the sign that it must not have.
func (c *column) wrong(a float64) bool { return a*(c.down-c.up) < 0 && c.up != c.down }

// Where a row is, or at which limit it is tight.
const (
	below  = -1
	within = 0
	above  = 1
)

// crossing is a limit of a row, or a zero of a coefficient, on the path of a step.
type crossing struct {
	at    float64
	rise  float64 // of the slope of the objective
	pivot float64 // by how much the row or the coefficient moves, relative to all others
	row   int     // -1: a coefficient
	limit int8
	to    int8 // where the row is afterwards
	basic int  // position of the coefficient
}

// New returns a solver for rows with these limits and costs, and no column but the constant.
func New(low, high, cost []float64) *Solver {
	n := len(cost)
	s := &Solver{low: low, high: high, cost: cost, shift: make([]float64, n), position: make([]int, n), side: make([]int8, n),
		f: make([]float64, n), y: make([]float64, n), slopes: make([]float64, n), df: make([]float64, n)}
	ones, least, most := make([]float64, n), math.Inf(1), math.Inf(-1)
	for i := range n {
		ones[i], s.position[i] = 1, -1
		s.heaviest = max(s.heaviest, cost[i])
		if !math.IsInf(low[i], 0) {
			least, most = min(least, low[i]), max(most, low[i])
		}
		if !math.IsInf(high[i], 0) {
			least, most = min(least, high[i]), max(most, high[i])
		}
	}
	s.unit = most - least
	s.columns = []column{{values: ones}}
	s.basic, s.tight, s.position[0] = []int{0}, []int{0}, 0
	s.side[0] = below
	if math.IsInf(low[0], -1) {
		s.side[0] = above
	}
	s.inverse = [][]float64{{1}}
	s.Shake(1e-6)
	return s
}

// Add allows a function to have a coefficient, of this sign, or of any sign if it is 0. A
// coefficient of the wrong sign costs more than it can gain in the rows.
func (s *Solver) Add(values []float64, only float64) {
	c := column{values: values, up: 1, down: 1, position: -1}
	most := 1.0
	for i, v := range values {
		most += s.cost[i] * math.Abs(v)
	}
	if only > 0 {
		c.down = most
	} else if only < 0 {
		c.up = most
	}
	s.columns = append(s.columns, c)
}

// limit returns the limit of a row on this side.
func (s *Solver) limit(i int, side int8) float64 {
	if side < 0 {
		return s.low[i] + s.shift[i]
	}
	return s.high[i] + s.shift[i]
}

// Shake moves the limits by random numbers of this size, as part of the range of all limits, and the
// point with them: then rows do not meet their limits together.
func (s *Solver) Shake(size float64) {
	random := rng.New(1)
	for i := range s.shift {
		s.shift[i] = size * s.unit * (random.Float64() - 0.5)
	}
	s.place()
}

// place computes the point of the basis. What rounding leaves at tight rows moves their limits.
func (s *Solver) place() {
	k := len(s.tight)
	s.a = append(s.a[:0], make([]float64, k)...)
	left, part := make([]float64, k), make([]float64, k)
	for range 2 {
		s.values()
		for q, i := range s.tight {
			left[q] = s.limit(i, s.side[i]) - s.f[i]
		}
		s.times(part, left)
		lanes.Update(s.a, 1, part)
	}
	s.values()
	for _, i := range s.tight {
		s.shift[i] += s.f[i] - s.limit(i, s.side[i])
	}
	for p, j := range s.basic {
		if s.a[p] != 0 {
			s.columns[j].sign = math.Copysign(1, s.a[p])
		}
	}
	for i, v := range s.f {
		if s.position[i] >= 0 {
			continue
		}
		s.side[i] = within
		if v < s.limit(i, below) {
			s.side[i] = below
		} else if v > s.limit(i, above) || s.low[i] == s.high[i] {
			s.side[i] = above
		}
	}
}

// values computes f.
func (s *Solver) values() {
	clear(s.f)
	for p, j := range s.basic {
		lanes.Update(s.f, s.a[p], s.columns[j].values)
	}
}

// Renew computes W and the point again. It reports false for a basis that is singular to rounding.
func (s *Solver) Renew() bool {
	s.stale = 0
	for j := range s.columns {
		s.columns[j].known = false
	}
	if !s.invert(func(j, i int) float64 { return s.columns[j].values[i] }) {
		return false
	}
	s.place()
	return true
}

// multipliers computes y: the slopes of the other rows, and for tight rows the numbers that make
// the objective stationary in the basic columns.
func (s *Solver) multipliers() {
	var changed []int
	for i, last := range s.slopes {
		s.y[i] = 0
		if s.position[i] < 0 {
			s.y[i] = float64(s.side[i]) * s.cost[i]
		}
		if s.y[i] != last {
			changed = append(changed, i)
		}
	}
	k := len(s.basic)
	left, at := make([]float64, k), make([]float64, k)
	for p, j := range s.basic {
		c := &s.columns[j]
		if c.known && 4*len(changed) < len(s.y) {
			for _, i := range changed {
				c.pull += float64((s.y[i] - s.slopes[i]) * c.values[i])
			}
		} else {
			c.pull, c.known = lanes.Sum(s.y, c.values), true
		}
		left[p] = -c.price(c.sign) - c.pull
	}
	copy(s.slopes, s.y)
	s.left(at, left)
	for q, i := range s.tight {
		s.y[i] = at[q]
	}
}

// move is the move of a column from zero, or of a tight row from its limit.
type move struct {
	column, row int // row: its position; -1 for the other one
	sign        float64
	inner       []float64 // W g of the column's values g in the tight rows
}

// next returns the move with the steepest fall of the objective relative to the length of its
// effect on the coefficients (Goldfarb and Reid 1977). Of the columns it computes this only for the
// one with the steepest fall per unit of its coefficient. A fall up to the tolerance does not
// count.
func (s *Solver) next(tolerance float64) (m move, found bool) {
	m, fall := s.promising(s.promises, tolerance)
	if m.column < 0 {
		all := make([]int, len(s.columns))
		for j := range all {
			all[j] = j
		}
		m, fall = s.promising(all, tolerance)
	}
	k, best := len(s.basic), 0.0
	if m.column >= 0 {
		g := make([]float64, k)
		for q, i := range s.tight {
			g[q] = s.columns[m.column].values[i]
		}
		m.inner = make([]float64, k)
		s.times(m.inner, g)
		best = fall / math.Sqrt(1+lanes.Sum(m.inner, m.inner))
	}
	rows := s.slack()
	lengths := make([]float64, len(rows)) // squared
	for p, w := range s.inverse {
		if s.basic[p] > 0 {
			for at, q := range rows {
				lengths[at] += float64(w[q] * w[q])
			}
		}
	}
	for at, q := range rows {
		i := s.tight[q]
		least, most := s.multiplierRange(i)
		if rated := max(least-s.y[i], s.y[i]-most) / math.Sqrt(1+lengths[at]); rated > best {
			best, m = rated, move{column: -1, row: q, sign: 1}
			if least > s.y[i] {
				m.sign = -1
			}
		}
	}
	return m, best > 0
}

// promising returns the best move among these columns (steepest fall per unit of the coefficient),
// and remembers all columns with a fall.
func (s *Solver) promising(columns []int, tolerance float64) (m move, best float64) {
	m, best = move{column: -1, row: -1}, tolerance
	s.promises = s.promises[:0]
	for _, j := range columns {
		c := &s.columns[j]
		if c.position >= 0 {
			continue
		}
		slope := lanes.Sum(s.y, c.values)
		fall, sign := -slope-c.up, 1.0
		if slope-c.down > fall {
			fall, sign = slope-c.down, -1
		}
		if fall > tolerance {
			s.promises = append(s.promises, j)
		}
		if fall > best {
			best, m.column, m.sign = fall, j, sign
		}
	}
	return m, best
}

// slack returns the positions of tight rows along whose move the objective falls.
func (s *Solver) slack() (rows []int) {
	for q, i := range s.tight {
		least, most := s.multiplierRange(i)
		if max(least-s.y[i], s.y[i]-most) > 1e-9*s.cost[i]+1e-12*s.heaviest {
			rows = append(rows, q)
		}
	}
	return rows
}

// multiplierRange returns the limits of the multiplier of a tight row at a minimum.
func (s *Solver) multiplierRange(i int) (least, most float64) {
	least, most = -s.cost[i], s.cost[i]
	if s.low[i] != s.high[i] && s.side[i] < 0 {
		most = 0
	} else if s.low[i] != s.high[i] {
		least = 0
	}
	return least, most
}

// Solve works until no move lowers the objective by more than the tolerance. It is Stalled if
// rounding lets no move end, or after many times the steps that programs need.
func (s *Solver) Solve(ctl *run.Ctl, tolerance float64) run.Status {
	for last := s.steps + 50*(len(s.f)+len(s.columns)); ; {
		if ended := ctl.Checkpoint(s.report); ended != "" {
			return ended
		}
		s.multipliers()
		m, found := s.next(tolerance)
		if !found {
			return run.Converged
		}
		if !s.step(m) && (s.stale == 0 || !s.Renew()) || s.steps == last {
			return run.Stalled
		}
		if math.IsNaN(s.Objective()) && (!s.Renew() || math.IsNaN(s.Objective())) {
			return run.Stalled
		}
		s.steps++
		s.stale++
	}
}

// Multipliers returns a multiplier y of every row: a column can lower the objective only if the sum
// of its values times y exceeds its price. They change with the next solution.
func (s *Solver) Multipliers() []float64 { return s.y }

// Steps returns the number of steps so far.
func (s *Solver) Steps() int { return s.steps }

// Each visits the columns with a coefficient a that is not zero to rounding, and has the sign it
// must have. Columns count from 0 in the order of their addition.
func (s *Solver) Each(visit func(j int, a float64, values []float64)) {
	for p, j := range s.basic {
		c, a := &s.columns[j], s.a[p]
		if j > 0 && !c.wrong(a) && math.Abs(a)*math.Sqrt(lanes.Sum(c.values, c.values)) > 1e-12*s.unit {
			visit(j-1, a, c.values)
		}
	}
}

func (s *Solver) report() run.Report {
	return run.Report{Phase: "simplex", Iteration: s.steps, Objective: s.Objective(), SupportVectors: len(s.basic) - 1}
}

// Objective returns the objective for the limits as they are now.
func (s *Solver) Objective() (sum float64) {
	for p, j := range s.basic {
		if j > 0 {
			sum += math.Abs(s.a[p])
		}
	}
	for i, v := range s.f {
		sum += float64(s.cost[i] * max(s.limit(i, below)-v, v-s.limit(i, above), 0))
	}
	return sum
}
