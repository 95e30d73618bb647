package qp_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/solve/qp"
)

// among returns the problem p, of rows of a larger matrix at places.
func among(p qp.Problem, k [][]float64, places []int) (part, placed qp.Problem) {
	own := make([][]float64, len(places))
	for i, row := range places {
		own[i] = make([]float64, len(places))
		for j, column := range places {
			own[i][j] = k[row][column]
		}
	}
	part, placed = p, p
	part.K, placed.K, placed.Places = newDense(own), newDense(k), places
	return part, placed
}

// A problem over some rows of a larger matrix has the same solution bit for bit as over a matrix
// of its own, shrinking included: of one coordinate a row and of two, with and without a start.
func TestProblemsOverPartsOfAMatrix(t *testing.T) {
	for _, shape := range []string{"classifier", "shifted", "regression", "no constant"} {
		rng := rand.New(rand.NewPCG(9, 1))
		x := make([]float64, 300)
		for i := range x {
			x[i] = 6 * rng.Float64()
		}
		k := gaussian(x, 2)
		noise := make([]float64, len(x))
		for i := range noise {
			noise[i] = rng.NormFloat64()
		}
		var places []int
		for i := range x {
			if i%4 != 1 {
				places = append(places, i)
			}
		}
		n, copies := len(places), 1
		if shape == "regression" {
			copies = 2
		}
		p := qp.Problem{Sign: make([]float64, copies*n), Linear: make([]float64, copies*n), Lower: make([]float64, copies*n), Upper: make([]float64, copies*n), Start: make([]float64, copies*n)}
		for i := range p.Sign {
			p.Sign[i], p.Linear[i], p.Upper[i] = 1, -1, 5
			if copies == 2 {
				p.Upper[i] = 0.3
				p.Linear[i] = 0.1 - math.Sin(x[places[i%n]]) - noise[i%n]
				if i >= n {
					p.Sign[i], p.Linear[i] = -1, 0.1+math.Sin(x[places[i%n]])+noise[i%n]
				}
			} else if math.Sin(2*x[places[i]])+0.5*rng.NormFloat64() < 0 {
				p.Sign[i] = -1
			}
			if shape == "shifted" {
				p.Shift = append(p.Shift, 0.01+0.1*rng.Float64())
			}
			if shape == "no constant" {
				p.Group = append(p.Group, -1)
			}
		}
		var known *qp.Image
		for range 2 { // the second time from a solution for other bounds, whose image is known
			part, placed := among(p, k, places)
			placed.Known = known
			settings := qp.Settings{Tolerance: 1e-6, Shrinking: true, ShrinkPeriod: 3, Lengthen: known != nil}
			want, got := solve(part, settings), solve(placed, settings)
			if want.Shrunk == 0 || known == nil && got.Shrunk != want.Shrunk {
				t.Errorf("%s: %d rows were shrunk, want %d and some", shape, got.Shrunk, want.Shrunk)
			}
			if known == nil && (!slices.Equal(got.Alpha, want.Alpha) || !slices.Equal(got.Gradient, want.Gradient) || !slices.Equal(got.Level, want.Level) || got.Objective != want.Objective || got.DualityGap != want.DualityGap || got.Iterations != want.Iterations) {
				t.Errorf("%s: another solution: %d iterations to %v, want %d to %v", shape, got.Iterations, got.Objective, want.Iterations, want.Objective)
			}
			if !(math.Abs(got.Objective-want.Objective) <= 1e-9*math.Abs(want.Objective)) {
				t.Errorf("%s: from a known image the objective is %v, want %v", shape, got.Objective, want.Objective)
			}
			if want.Image != nil {
				t.Errorf("%s: a problem over all rows has an image", shape)
			}
			coef := make([]float64, len(x))
			for c := range p.Sign {
				coef[places[c%n]] += p.Sign[c] * got.Alpha[c]
			}
			for i, row := range k {
				sum := 0.0
				for j, v := range row {
					sum += coef[j] * v
				}
				if !(math.Abs(sum-got.Image.Sums[i]) <= 1e-9) || coef[i] != got.Image.Point[i] {
					t.Errorf("%s: the sum over row %d is %v, want %v; b is %v, want %v", shape, i, got.Image.Sums[i], sum, got.Image.Point[i], coef[i])
				}
			}
			known, p.Start = got.Image, got.Alpha
			for i := range p.Upper {
				p.Upper[i] *= 2
			}
		}
	}
}

// counted counts the rows that were asked for.
type counted struct {
	*dense
	rows int
}

func (c *counted) Rows(positions []int) [][]float64 {
	c.rows += len(positions)
	return c.dense.Rows(positions)
}

// A start whose image is known costs no rows; one that differs from it in a few costs these; an
// image far from the start is not used.
func TestAKnownImageSavesRows(t *testing.T) {
	p := classification(80, 1, 5)
	k := p.K.(*dense).k
	places := make([]int, 80)
	for i := range places {
		places[i] = i
	}
	p.Places = places
	first := solve(p, qp.Settings{Tolerance: 1e-6})
	ask := func(start []float64) int {
		c := &counted{dense: newDense(k)}
		again := p
		again.K, again.Start, again.Known = c, start, first.Image
		r := solve(again, qp.Settings{Tolerance: 1e-4})
		if !(math.Abs(r.Objective-first.Objective) <= 1e-4) {
			t.Errorf("the objective is %v, want %v", r.Objective, first.Objective)
		}
		return c.rows
	}
	if rows := ask(first.Alpha); rows != 0 {
		t.Errorf("a start at the solution costs %d rows", rows)
	}
	if rows := ask(nil); rows < 20 {
		t.Errorf("a start at zero costs %d rows only", rows)
	}
}
