package program

import (
	"errors"
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
)

// newton solves the Newton system
//
//	(Q + diag(D)) dx + A'dy = f
//	A dx - diag(E) dy = g
//
// with D >= 0 for the bounds of each column and E >= 0 for the limits of each row, 0 for an
// equality. Either dy is eliminated, and the matrix Q + D + A'E⁻¹A has the order of x; or, for a
// diagonal Q, dx is, and A (Q + D)⁻¹A' + E has the order of y. Numbers next to zero (E of
// equalities in the first form, D of free columns in the second), by which one cannot divide,
// become a border of the matrix.
type newton struct {
	a        Matrix
	q        Quadratic // without its factor, whose rows are in a
	m, n     int
	byColumn bool // the matrix has the order of x

	d, e    []float64    // with the regularisation, and with Q's diagonal in d
	watch   linalg.Watch // of the present work
	stopped bool         // by the watch
	work    int          // since the last look of goesOn

	square []float64
	factor *linalg.Definite

	loose  []bool      // rows or columns whose E or D is next to zero, always
	border []int       // these of them
	inner  [][]float64 // matrix⁻¹ times each
	outer  [][]float64 // each
	small  *linalg.Definite
	room   []float64 // memory of these

	rowWork, columnWork, columnWork2, rowWork2 []float64
}

func newNewton(a Matrix, q Quadratic) *newton {
	m, n := a.Size()
	s := &newton{a: a, q: q, m: m, n: n, byColumn: q.Matrix != nil || n <= m, d: make([]float64, n), e: make([]float64, m),
		rowWork: make([]float64, m), rowWork2: make([]float64, m), columnWork: make([]float64, n), columnWork2: make([]float64, n)}
	order := m
	if s.byColumn {
		order = n
	}
	s.square = make([]float64, order*order)
	s.loose = make([]bool, m+n-order)
	return s
}

const (
	// gone is a D or E that holds a variable or a multiplier where it is.
	gone = 1e100
)

// prepare factorises for these D and E with a regularisation, which it raises until the
// matrix is positive definite to rounding.
func (s *newton) prepare(d, e []float64, regularisation float64, watch linalg.Watch) error {
	s.watch, s.stopped = watch, false
	for ; ; regularisation *= 32 {
		for j := range d {
			s.d[j] = d[j] + s.q.Diagonal[j] + regularisation
		}
		for i := range e {
			s.e[i] = e[i] + regularisation
		}
		err := s.factorise()
		if !errors.Is(err, linalg.ErrNotDefinite) || !(regularisation <= 1) { // not a number, too
			return err
		}
	}
}

func (s *newton) factorise() (err error) {
	clear(s.square)
	s.border = s.border[:0]
	inverse := func(dst, v []float64) []float64 {
		for i, w := range v {
			dst[i] = 0
			if s.loose[i] {
				s.border = append(s.border, i)
			} else if w < gone {
				dst[i] = 1 / w
			}
		}
		return dst
	}
	order := s.m
	if s.byColumn {
		order = s.n
		if !s.a.AddGram(s.square, inverse(s.rowWork, s.e), s.watch) {
			return linalg.ErrStopped
		}
		if s.q.Matrix != nil {
			s.q.Matrix.AddLower(s.square)
		}
		s.addDiagonal(s.d, order)
	} else {
		if !s.a.AddOuter(s.square, inverse(s.columnWork, s.d), s.watch) {
			return linalg.ErrStopped
		}
		s.addDiagonal(s.e, order)
	}
	if s.factor, err = linalg.Factorize(s.square, order, s.watch); err != nil {
		return err
	}
	return s.bordered(order)
}

// addDiagonal adds to the diagonal; an eliminated row has no other entry.
func (s *newton) addDiagonal(v []float64, order int) {
	for i, w := range v {
		s.square[i*order+i] += min(w, gone)
		if w >= gone {
			clear(s.square[i*order : i*order+i])
			for k := i + 1; k < order; k++ {
				s.square[k*order+i] = 0
			}
			s.square[i*order+i] = 1
		}
	}
}

// bordered factorises the Schur complement of the border.
func (s *newton) bordered(order int) (err error) {
	k := len(s.border)
	s.inner, s.outer, s.small = s.inner[:0], s.outer[:0], nil
	if k == 0 {
		return nil
	}
	room := s.borderRoom(k*k + 2*k*order)
	take := func(n int) []float64 {
		taken := room[:n:n]
		room = room[n:]
		return taken
	}
	schur := take(k * k)
	for b, at := range s.border {
		v := take(order)
		weight := 0.0
		if s.byColumn {
			s.a.Row(v, at)
			weight = s.e[at]
			for j := range v {
				if s.d[j] >= gone {
					v[j] = 0
				}
			}
		} else {
			clear(s.columnWork2)
			s.columnWork2[at] = 1
			s.a.Multiply(v, s.columnWork2)
			weight = s.d[at]
			for i := range v {
				if s.e[i] >= gone {
					v[i] = 0
				}
			}
		}
		s.outer = append(s.outer, v)
		w := take(order)
		copy(w, v)
		if s.factor.Solve(w); s.factor.Stopped() {
			return linalg.ErrStopped
		}
		s.inner = append(s.inner, w)
		for c := range b + 1 {
			schur[b*k+c] = lanes.Sum(v, s.inner[c])
		}
		schur[b*k+b] += weight
	}
	s.small, err = linalg.Factorize(schur, k, s.watch)
	return err
}

// borderRoom returns n zeros in memory that is reused: a border of hundreds of rows takes
// megabytes, and the search for the active set factorises it repeatedly.
func (s *newton) borderRoom(n int) []float64 {
	if cap(s.room) < n {
		s.room = make([]float64, n)
	}
	s.room = s.room[:n]
	clear(s.room)
	return s.room
}

// goesOn counts a few passes over A, looks at the clock after a million numbers, and reports
// whether the work has not been ended.
func (s *newton) goesOn() bool {
	if s.work += s.m * s.n; s.work >= 1<<20 {
		s.work, s.stopped = 0, s.stopped || !s.watch(0)
	}
	return !s.stopped
}

// direct solves with the factors alone.
func (s *newton) direct(dx, dy, f, g []float64) {
	// The two forms are mirror images: x, d, f and y, e, -g change places.
	if s.byColumn {
		for i, v := range g {
			s.rowWork2[i] = 0
			if !s.loose[i] && s.e[i] < gone {
				s.rowWork2[i] = v / s.e[i]
			}
		}
		s.a.Transposed(dx, s.rowWork2)
		for j := range dx {
			dx[j] += f[j]
			if s.d[j] >= gone {
				dx[j] = 0
			}
		}
		s.factor.Solve(dx)
		border := make([]float64, len(s.border))
		for b, i := range s.border {
			border[b] = lanes.Sum(s.outer[b], dx) - g[i]
		}
		s.finishBorder(border, dx)
		s.a.Multiply(s.rowWork2, dx)
		for i := range dy {
			dy[i] = 0
			if !s.loose[i] && s.e[i] < gone {
				dy[i] = (s.rowWork2[i] - g[i]) / s.e[i]
			}
		}
		for b, i := range s.border {
			dy[i] = border[b]
		}
		return
	}
	for j, v := range f {
		s.columnWork2[j] = 0
		if !s.loose[j] && s.d[j] < gone {
			s.columnWork2[j] = v / s.d[j]
		}
	}
	s.a.Multiply(dy, s.columnWork2)
	for i := range dy {
		dy[i] -= g[i]
		if s.e[i] >= gone {
			dy[i] = 0
		}
	}
	s.factor.Solve(dy)
	border := make([]float64, len(s.border))
	for b, j := range s.border {
		border[b] = lanes.Sum(s.outer[b], dy) - f[j]
	}
	s.finishBorder(border, dy)
	s.a.Transposed(s.columnWork2, dy)
	for j := range dx {
		dx[j] = 0
		if !s.loose[j] && s.d[j] < gone {
			dx[j] = (f[j] - s.columnWork2[j]) / s.d[j]
		}
	}
	for b, j := range s.border {
		dx[j] = -border[b]
	}
}

// finishBorder solves for the unknowns of the border and takes their part from the others.
func (s *newton) finishBorder(border, rest []float64) {
	if len(border) == 0 {
		return
	}
	s.small.Solve(border)
	for b, v := range border {
		for i, w := range s.inner[b] {
			rest[i] -= float64(v * w)
		}
	}
}

// residual sets rf and rg to the residuals of f and g.
func (s *newton) residual(rf, rg, dx, dy, f, g []float64) (size float64) {
	s.a.Transposed(rf, dy)
	if s.q.Matrix != nil {
		s.q.Matrix.Multiply(s.columnWork2, dx)
		for j, v := range s.columnWork2 {
			rf[j] += v
		}
	}
	for j := range rf {
		rf[j] = f[j] - rf[j] - float64(s.d[j]*dx[j])
		if s.d[j] >= gone {
			rf[j] = 0
		}
		size = max(size, math.Abs(rf[j]))
	}
	s.a.Multiply(rg, dx)
	for i := range rg {
		rg[i] = g[i] - rg[i] + float64(s.e[i]*dy[i])
		if s.e[i] >= gone {
			rg[i] = 0
		}
		size = max(size, math.Abs(rg[i]))
	}
	return size
}

// refinements is how often a solution is corrected by its residual.
const refinements = 2

// solve solves the regularised system, with refinement, of which none is left when it is ended.
func (s *newton) solve(dx, dy, f, g []float64) {
	s.direct(dx, dy, f, g)
	rf, rg, cx, cy := make([]float64, s.n), make([]float64, s.m), make([]float64, s.n), make([]float64, s.m)
	last := math.Inf(1)
	for range refinements {
		if !s.goesOn() {
			return
		}
		size := s.residual(rf, rg, dx, dy, f, g)
		if !(size < last/2) || size < 1e-15 {
			return
		}
		last = size
		if !s.goesOn() {
			return
		}
		s.direct(cx, cy, rf, rg)
		for j, v := range cx {
			dx[j] += v
		}
		for i, v := range cy {
			dy[i] += v
		}
	}
}
