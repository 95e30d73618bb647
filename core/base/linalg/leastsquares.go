package linalg

import (
	"math"

	"maxmargin/core/base/lanes"
)

// LeastSquares minimises |A x - y|^2 over x by orthogonal transformations, for rows of A that come
// in blocks and are not kept: A = Q R with an upper triangle R, and only R and Q'y stay (Golub &
// Van Loan, Matrix Computations, sections 5.2 and 5.3). It never forms A'A, whose condition is the
// square of that of A.
//
// The first columns may be free: of all solutions Solve returns the one whose other entries are
// shortest. It takes n d^2 multiply-adds for n rows and d columns, and min(n, d) x d numbers of
// memory.
type LeastSquares struct {
	cols  int // d
	free  int
	most  int       // rows that fit into r
	rows  int       // of A so far
	r     []float64 // most x (d+1), row-major: R, and Q'y in the last column; A and y, up to most rows
	noise float64   // 1e-16 times the largest order: zero, relative to a column
}

// NewLeastSquares returns an empty system with cols columns, the first of them free, for at most
// the given number of rows.
func NewLeastSquares(cols, free, rows int) *LeastSquares {
	s := &LeastSquares{cols: cols, free: free, most: min(cols, rows)}
	s.r = make([]float64, s.most*(cols+1))
	s.noise = float64(max(rows, cols)) * epsilon
	return s
}

// Add appends rows of A and y. block holds d+1 columns of these rows, y last, and is overwritten.
//
// Fewer rows than columns are kept as they are: in a triangle with a row less than it has columns,
// a column of zeros, or of rounding, would leave no room for another one.
func (s *LeastSquares) Add(block []float64, rows int) {
	width, before := s.cols+1, s.rows
	s.rows += rows
	if s.rows <= s.most {
		for k := range width {
			for i, v := range block[k*rows : (k+1)*rows] {
				s.r[(before+i)*width+k] = v
			}
		}
		return
	}
	if before > 0 && before <= s.most {
		kept := make([]float64, width*before)
		for i := range before {
			for k, v := range s.r[i*width : (i+1)*width] {
				kept[k*before+i] = v
			}
		}
		clear(s.r)
		s.absorb(kept, before)
	}
	s.absorb(block, rows)
}

// absorb appends rows to the triangle.
func (s *LeastSquares) absorb(block []float64, rows int) {
	width := s.cols + 1
	for j := range s.most {
		own := block[j*rows : (j+1)*rows]
		row := s.r[j*width : (j+1)*width]
		reflection := reflect(&row[j], own)
		if reflection == 0 {
			continue
		}
		for k := j + 1; k < width; k++ {
			column := block[k*rows : (k+1)*rows]
			share := reflection * (row[k] + lanes.Sum(own, column))
			row[k] -= share
			lanes.Update(column, -share, own)
		}
	}
}

// triangulateFree makes the free columns a triangle, of rows that are kept as they are.
func (s *LeastSquares) triangulateFree() {
	width, rows := s.cols+1, min(s.rows, s.most)
	for j := range min(s.free, rows) {
		own := make([]float64, rows-j-1)
		for i := range own {
			own[i] = s.r[(j+1+i)*width+j]
		}
		row := s.r[j*width : (j+1)*width]
		reflection := reflect(&row[j], own)
		if reflection == 0 {
			continue
		}
		share := make([]float64, width-j-1)
		copy(share, row[j+1:])
		for i, v := range own {
			lanes.Update(share, v, s.r[(j+1+i)*width+j+1:(j+2+i)*width])
		}
		lanes.Update(row[j+1:], -reflection, share)
		for i, v := range own {
			s.r[(j+1+i)*width+j] = 0
			lanes.Update(s.r[(j+1+i)*width+j+1:(j+2+i)*width], -reflection*v, share)
		}
	}
}

// reflect makes the vector (first, rest) a multiple of the first unit vector by I - t v v' with
// v = (1, rest'). It stores v in rest, and returns t, or 0 if rest is zero.
func reflect(first *float64, rest []float64) float64 {
	from, unit, square := *first, 1.0, lanes.Sum(rest, rest)
	if whole := float64(from*from) + square; !(whole > 0x1p-900 && whole < 0x1p900) { // squares have left the range
		unit = Unit(max(math.Abs(from), Largest(rest)))
		from /= unit
		for i := range rest {
			rest[i] /= unit
		}
		square = lanes.Sum(rest, rest)
	}
	if square == 0 {
		return 0
	}
	to := -math.Copysign(math.Sqrt(float64(from*from)+square), from)
	for i := range rest {
		rest[i] /= from - to
	}
	*first = to * unit
	return (to - from) / to
}

// Solve returns x and the rank: how many entries of x, without the free ones, the rows determine.
// Columns that depend on others up to rounding do not count. Of all solutions it returns the one
// whose entries, without the free ones, are shortest (the pseudo-inverse).
//
// Dependence is judged with columns of length 1, so that their units do not matter; the shortest x
// is in the units of the caller. The error is ErrStopped if watch ended it.
func (s *LeastSquares) Solve(watch Watch) (x []float64, rank int, err error) {
	x = make([]float64, s.cols)
	s.triangulateFree()
	t := s.rest()
	t.watch = watch
	rank = t.triangulate(s.noise)
	shortest := t.shortest(rank)
	if t.stopped {
		return nil, 0, ErrStopped
	}
	for c, v := range shortest {
		x[s.free+c] = v
	}
	width := s.cols + 1
	for j := min(s.free, s.most) - 1; j >= 0; j-- {
		row := s.r[j*width : (j+1)*width]
		if row[j] != 0 {
			x[j] = (row[s.cols] - lanes.Sum(row[j+1:s.cols], x[j+1:])) / row[j]
		}
	}
	return x, rank, nil
}

// rest is the system R1 x = z that the free columns leave: m rows, n columns; R1 is a triangle, or rows
// that are kept as they are.
type rest struct {
	m, n   int
	a      []float64 // columns of R1, divided by their lengths
	length []float64 // of each column of A; 0 where there is none
	order  []int     // the column at each place
	z      []float64 // m

	watch   Watch
	stopped bool
}

// goesOn reports that a share of the work is done, and returns whether to continue.
func (t *rest) goesOn(done float64) bool {
	t.stopped = t.stopped || !t.watch(done)
	return !t.stopped
}

func (s *LeastSquares) rest() *rest {
	width, free := s.cols+1, min(s.free, s.most)
	t := &rest{m: min(s.most, s.rows) - free, n: s.cols - s.free}
	t.m = max(t.m, 0)
	t.a, t.length, t.order, t.z = make([]float64, t.m*t.n), make([]float64, t.n), make([]int, t.n), make([]float64, t.m)
	for c := range t.n {
		t.order[c] = c
		column := make([]float64, min(s.most, s.rows))
		for i := range column {
			column[i] = s.r[i*width+s.free+c]
		}
		unit := Scale(column)
		if t.length[c] = math.Sqrt(Dot(column, column)) * unit; t.length[c] == 0 {
			continue
		}
		for i := range t.m {
			t.a[c*t.m+i] = s.r[(free+i)*width+s.free+c] / t.length[c]
		}
	}
	for i := range t.z {
		t.z[i] = s.r[(free+i)*width+s.cols]
	}
	return t
}

func (t *rest) column(c int) []float64 { return t.a[c*t.m : (c+1)*t.m] }

// triangulate makes R1 an upper triangle; its next column is always the farthest from those
// before it. It returns how many are farther than noise.
func (t *rest) triangulate(noise float64) int {
	for j := range min(t.m, t.n) {
		if !t.goesOn(float64(j) / float64(min(t.m, t.n)) / 2) {
			return j
		}
		best, farthest := j, -1.0
		for c := j; c < t.n; c++ {
			if far := lanes.Sum(t.column(c)[j:], t.column(c)[j:]); far > farthest {
				best, farthest = c, far
			}
		}
		if !(math.Sqrt(farthest) > noise) {
			return j
		}
		if best != j {
			t.order[j], t.order[best] = t.order[best], t.order[j]
			one, other := t.column(j), t.column(best)
			for i := range one {
				one[i], other[i] = other[i], one[i]
			}
		}
		own := t.column(j)
		reflection := reflect(&own[j], own[j+1:])
		if reflection == 0 {
			continue
		}
		mirror := func(column []float64) {
			share := reflection * (column[j] + lanes.Sum(own[j+1:], column[j+1:]))
			column[j] -= share
			lanes.Update(column[j+1:], -share, own[j+1:])
		}
		for c := j + 1; c < t.n; c++ {
			mirror(t.column(c))
		}
		mirror(t.z)
	}
	return min(t.m, t.n)
}

// shortest returns the shortest x that solves the first rank equations. With the rows of
// these as the columns of N = Q T, T an upper triangle, it is x = Q v for T'v = z.
func (t *rest) shortest(rank int) []float64 {
	n := t.n
	rows := make([]float64, rank*n)
	for i := range rank {
		for c := i; c < n; c++ {
			rows[i*n+c] = t.column(c)[i] * t.length[t.order[c]]
		}
	}
	v := make([]float64, n)
	copy(v, t.z[:rank])
	if rank == n {
		for i := n - 1; i >= 0; i-- {
			v[i] = (v[i] - lanes.Sum(rows[i*n+i+1:(i+1)*n], v[i+1:])) / rows[i*n+i]
		}
	} else {
		t.lengthen(rows, v, rank)
	}
	x := make([]float64, n)
	for c, place := range t.order {
		x[place] = v[c]
	}
	return x
}

// lengthen replaces the first rank entries of v by the shortest solution, of n entries.
func (t *rest) lengthen(rows, v []float64, rank int) {
	n := t.n
	reflections := make([]float64, rank)
	for j := range rank {
		if !t.goesOn(0.5 + float64(j)/float64(rank)/2) {
			return
		}
		own := rows[j*n : (j+1)*n]
		reflections[j] = reflect(&own[j], own[j+1:])
		for i := j + 1; i < rank; i++ {
			other := rows[i*n : (i+1)*n]
			share := reflections[j] * (other[j] + lanes.Sum(own[j+1:], other[j+1:]))
			other[j] -= share
			lanes.Update(other[j+1:], -share, own[j+1:])
		}
	}
	for i := range rank { // T'v = z: column j of T is rows[j], up to its diagonal
		v[i] = (v[i] - lanes.Sum(rows[i*n:i*n+i], v[:i])) / rows[i*n+i]
	}
	for j := rank - 1; j >= 0; j-- {
		own := rows[j*n : (j+1)*n]
		share := reflections[j] * (v[j] + lanes.Sum(own[j+1:], v[j+1:]))
		v[j] -= share
		lanes.Update(v[j+1:], -share, own[j+1:])
	}
}
