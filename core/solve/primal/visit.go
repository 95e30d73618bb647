package primal

import (
	"math"

	"maxmargin/core/base/lanes"
)

// visit minimises over the next count samples, one after another.
func (c *Coordinate) visit(count int) {
	from, n := c.at, len(c.coordinates)
	if from < 0 || from+count > c.active || c.active > len(c.order) {
		panic("primal: more visits than there are samples to visit")
	}
	if count > 0 {
		choose(c, c.rows, n, len(c.w), from+count, forms[Coordinate]{visitSparse, visitDense, visitSingle, visitShort, (*Coordinate).visitRows})
	}
	if c.at < min(from+count, c.active) {
		panic("primal: the order of the samples names one that there is not")
	}
}

// forms are the forms of a loop over samples up to a place in their order: for each kind of
// rows one in assembly, and one in Go for any rows.
type forms[T any] struct {
	sparse func(t *T, end int, ptr, index *int32, value *float64)
	dense  func(t *T, end int, value *float64, d int)
	single func(t *T, end int, blocks *[]float32, d int)
	short  func(t *T, end int, blocks *[]int16, scale *float64, d int)
	plain  func(t *T, end int)
}

// choose runs the form for the kind of n rows of d numbers. The functions in assembly have
// pointers without lengths: the lengths are checked here.
func choose[T any](t *T, rows Rows, n, d, end int, f forms[T]) {
	if n == 0 || d == 0 {
		rows = nil // nothing to point to
	}
	switch rows := rows.(type) {
	case *lanes.Sparse:
		ptr, index, value := rows.Pointers()
		rows.Check(n, d)
		f.sparse(t, end, ptr, index, value)
	case dense:
		if rows.N != n || rows.D != d || len(rows.X) < n*rows.D {
			panic("primal: lengths do not fit")
		}
		f.dense(t, end, &rows.X[0], rows.D)
	case *Singles:
		if rows.N != n || rows.D != d || rows.D%lanes.MixedWidth != 0 || !rows.whole() {
			panic("primal: lengths do not fit")
		}
		f.single(t, end, &rows.blocks[0], rows.D)
	case *Shorts:
		if rows.N != n || rows.D != d || rows.D%lanes.MixedWidth != 0 || len(rows.Scale) < n || !rows.whole() {
			panic("primal: lengths do not fit")
		}
		f.short(t, end, &rows.blocks[0], &rows.Scale[0], rows.D)
	default:
		f.plain(t, end)
	}
}

// visitRows visits the samples from c.at to end, for rows of any type. core/internal/gen compiles
// it into assembly for WebAssembly, once for each type, with the loops over a row of rows_wasm.h;
// its comments say which Go it accepts. If a place of order has no sample, the visits end before
// it.
func (c *Coordinate) visitRows(end int) {
	rows, w, coordinates, order := c.rows, c.w, c.coordinates, c.order
	at, active, v, out, in := c.at, c.active, c.v, c.out, c.in
	for at < end {
		i := int(order[at])
		if uint(i) >= uint(len(coordinates)) {
			break
		}
		z := &coordinates[i]
		b := z.b
		g := ((rows.Dot(i, w) + float64(c.constant*v)) - z.target) + float64(z.ridge*b)
		left, right := z.slopes(g)
		up := right < 0 && b < z.high
		if !up && !(left > 0 && b > z.low) {
			if c.settings.Shrinking && c.shrinkable(z, left, right) {
				active--
				end = min(end, active)
				order[at], order[active] = order[active], order[at]
			} else {
				at++
			}
			continue
		}
		at++
		violation := math.Abs(left)
		if left != right {
			violation = math.Abs(g) - z.insensitive
		}
		if violation > out || violation > in {
			if b != 0 && up != (b > 0) {
				if violation > in {
					in = violation
				}
			} else if violation > out {
				out = violation
			}
		}
		to, low, high := z.best(g), z.low, z.high
		to = cut(to, low, high)
		step := to - b
		if step != 0 {
			z.b = to
			v += float64(c.constant * step)
			c.moved = true
			rows.Add(i, step, w)
		}
	}
	c.at, c.active, c.v, c.out, c.in = at, active, v, out, in
}

// slopes returns the derivatives of the objective to the left and to the right of b: G - e
// and G + e at zero, and G + e sign(b) elsewhere. The objective falls if b grows and the
// right derivative is negative, or if b falls and the left one is positive.
func (z *coordinate) slopes(g float64) (left, right float64) {
	b, e := z.b, z.insensitive
	if e == 0 {
		return g, g
	}
	if b == 0 {
		return g - e, g + e
	}
	slope := g + math.Copysign(e, b)
	return slope, slope
}

// shrinkable reports whether the minimum b is at zero or at a bound, with derivatives that exceed
// the largest violations of the last pass: it will probably not move.
func (c *Coordinate) shrinkable(z *coordinate, left, right float64) bool {
	b := z.b
	return b == 0 && (z.high == 0 || right > c.inLimit) && (z.low == 0 || left < -c.inLimit) ||
		b != 0 && (b == z.high && left < -c.outLimit || b == z.low && right > c.outLimit)
}

// best returns the x that minimises h/2 (x-b)^2 + G (x-b) + e|x|, where h is the curvature: x is on
// the side of zero on which the derivative vanishes at x, or at zero. With h = 0 it is infinite or
// zero.
func (z *coordinate) best(g float64) float64 {
	b, e := z.b, z.insensitive
	slope := float64(z.curvature * b)
	if e == 0 {
		if g == slope {
			return 0
		}
		return b - g/z.curvature
	}
	if g+e < slope {
		return b - (g+e)/z.curvature
	}
	if g-e > slope {
		return b - (g-e)/z.curvature
	}
	return 0
}

// cut returns the number of [low, high] that is closest to x.
func cut(x, low, high float64) float64 {
	if x < low {
		return low
	}
	if x > high {
		return high
	}
	return x
}
