package activeset

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/order"
	"maxmargin/core/data/sample"
)

// changing is a set whose samples come and go, with those that are in it.
type changing struct {
	*problem
	set   *Set
	rows  *Kept
	in    []int // samples, by variable
	bound float64
}

// become returns the problem of the samples that are in, with the variables at gone without bounds.
func (c *changing) become(gone ...int) Problem {
	n := len(c.in)
	to := Problem{Low: make([]float64, n), High: make([]float64, n), Linear: make([]float64, n)}
	for v, i := range c.in {
		if to.Linear[v] = -c.y[i]; slices.Contains(gone, v) {
			continue
		}
		if c.y[i] > 0 {
			to.High[v] = c.bound
		} else {
			to.Low[v] = -c.bound
		}
	}
	return to
}

// exact returns by how much the conditions are missed, with gradients that are computed anew.
func (c *changing) exact(whole matrix) (worst float64) {
	sum := 0.0
	for v, i := range c.in {
		g := c.set.Bias - c.y[i]
		for u, j := range c.in {
			g += whole[i][j] * c.set.Coef[u]
		}
		low, high := c.set.Low[v], c.set.High[v]
		b := c.set.Coef[v]
		sum += b
		worst = max(worst, low-b, b-high)
		if b < high-1e-9*(high-low) {
			worst = max(worst, -g)
		}
		if b > low+1e-9*(high-low) {
			worst = max(worst, g)
		}
	}
	if c.set.Constant {
		worst = max(worst, math.Abs(sum))
	}
	return worst
}

// short returns how walks of a test leave samples out: not at all, as these are few, or so many that
// they often pass samples by which they would have to meet.
func short(seed uint64) sight {
	if seed%2 == 0 {
		return sight{}
	}
	return sight{least: 1, haste: 0.1, lasts: 3}
}

// TestChanges adds and removes samples of random problems with many equal rows, one or several
// at a time, and changes C on the way.
func TestChanges(t *testing.T) {
	for seed := range uint64(60) {
		p := random(seed, 60+int(seed%5)*60) // the larger ones take two blocks
		n := len(p.y)
		whole := p.matrix()
		r := rand.New(rand.NewPCG(seed, 5))
		c := &changing{problem: p, bound: math.Pow(10, 3*r.Float64()-1)}
		constant := seed%3 != 0
		c.in = order.Between(0, n/2)
		first := &problem{k: p.k, x: p.x, y: p.y[:n/2], w: p.w}
		first.x = p.x.Select(c.in).(*sample.Matrix)
		c.rows = NewRows(p.k, first.x, first.x, 1, 1<<20)
		to := c.become()
		c.set = &Set{K: c.rows, Constant: constant, Low: to.Low, High: to.High, Linear: to.Linear, sight: short(seed)}
		if err := c.set.Solve(nil, first.smo(c.bound, constant, 1e-6)); err != nil {
			t.Fatal(seed, err)
		}
		for step := range 120 {
			count := 1 + r.IntN(3)*r.IntN(2)*r.IntN(4)
			what := "add"
			switch {
			case step%40 == 39:
				what = "C"
				c.bound *= math.Pow(10, r.Float64()-0.5)
				if err := c.set.Become(nil, c.become()); err != nil {
					t.Fatal(seed, step, what, err)
				}
			case len(c.in) > n/2:
				what = "remove"
				var gone []int
				for range count {
					v := r.IntN(len(c.in))
					others := 0
					for u, i := range c.in {
						if c.y[i] == c.y[c.in[v]] && !slices.Contains(gone, u) {
							others++
						}
					}
					if others > 1 && !slices.Contains(gone, v) {
						gone = append(gone, v)
					}
				}
				if err := c.set.Become(nil, c.become(gone...)); err != nil {
					t.Fatal(seed, step, what, err)
				}
				slices.Sort(gone)
				slices.Reverse(gone)
				for _, v := range gone {
					c.rows.Remove(v)
					c.set.Delete(v, 1)
					c.in[v] = c.in[len(c.in)-1]
					c.in = c.in[:len(c.in)-1]
				}
			default:
				var linear []float64
				var add []int
				for range count {
					i := r.IntN(n)
					add, linear = append(add, i), append(linear, -p.y[i])
				}
				c.rows.Append(p.x.Select(add))
				c.in = append(c.in, add...)
				c.set.Append(linear...)
				if err := c.set.Become(nil, c.become()); err != nil {
					t.Fatal(seed, step, what, err)
				}
			}
			if worst := c.exact(whole); !(worst <= 1e-9) {
				t.Fatalf("seed %d %v, step %d, %s: off by %.3g (C = %.3g, %d samples, %d free)", seed, p.k, step, what, worst, c.bound, len(c.in), c.set.Size())
			}
		}
	}
}
