package structured

import (
	"maxmargin/core/lanes"
	"maxmargin/core/run"
)

// planes is the problem of a cutting plane method for 1/2 |w|^2 + R(w), where R is convex,
// not negative and at least each of its planes b_k - <w, g_k> (Joachims, Finley and Yu
// 2009, with one slack for all samples):
//
//	maximise  sum of a_k b_k - 1/2 |w|^2,  w = sum of a_k g_k,  over a_k >= 0, sum of a_k = 1
//
// Plane 0 has b = 0 and g = 0. The value of this dual problem is a lower bound of the
// minimum. It is solved by sequential minimal optimisation: two coefficients at a time.
type planes struct {
	g    [][]float64
	b    []float64
	gram [][]float64 // <g_k, g_l>
	a    []float64
	left []float64 // b_k - <w, g_k>
	idle []int     // solutions since a_k was last positive
}

func newPlanes(d int) *planes {
	return &planes{g: [][]float64{make([]float64, d)}, b: []float64{0}, gram: [][]float64{{0}}, a: []float64{1}, left: []float64{0}, idle: []int{0}}
}

// longestIdle is how many solutions in turn may leave out a plane before it is dropped.
const longestIdle = 25

// add takes over a plane.
func (p *planes) add(g []float64, b float64) {
	for k := len(p.b) - 1; k > 0; k-- {
		if p.idle[k] > longestIdle {
			p.drop(k)
		}
	}
	row, left := make([]float64, len(p.g)+1), b
	for k, other := range p.g {
		row[k] = lanes.Sum(g, other)
		p.gram[k] = append(p.gram[k], row[k])
		left -= p.a[k] * row[k]
	}
	row[len(p.g)] = lanes.Sum(g, g)
	p.g, p.b, p.gram = append(p.g, g), append(p.b, b), append(p.gram, row)
	p.a, p.left, p.idle = append(p.a, 0), append(p.left, left), append(p.idle, 0)
}

// drop puts the last plane in the place of plane k.
func (p *planes) drop(k int) {
	last := len(p.b) - 1
	for _, row := range p.gram {
		row[k] = row[last]
	}
	p.gram[k] = p.gram[last]
	p.g[k], p.b[k], p.a[k], p.left[k], p.idle[k] = p.g[last], p.b[last], p.a[last], p.left[last], p.idle[last]
	for i := range p.gram[:last] {
		p.gram[i] = p.gram[i][:last]
	}
	p.g, p.b, p.gram = p.g[:last], p.b[:last], p.gram[:last]
	p.a, p.left, p.idle = p.a[:last], p.left[:last], p.idle[:last]
}

// solve changes the coefficients until no exchange of two gains more than tol, or for so
// many steps that rounding must be in the way, or until ctl ends it.
func (p *planes) solve(ctl *run.Ctl, tol float64) {
	for turn := range 1000 + 100*len(p.b) {
		if turn%(1+1<<14/len(p.b)) == 0 && ctl.Checkpoint(func() run.Report { return run.Report{Phase: "cutting planes"} }) != "" {
			break
		}
		up := largest(p.left)
		down, gain := -1, 0.0
		for k, a := range p.a {
			if d := p.left[up] - p.left[k]; a > 0 && d > tol {
				curve := p.gram[up][up] + p.gram[k][k] - 2*p.gram[up][k]
				step := a
				if curve > 0 {
					step = min(step, d/curve)
				}
				if g := step * (d - step*curve/2); g > gain {
					down, gain = k, g
				}
			}
		}
		if down < 0 {
			break
		}
		step := p.a[down]
		if curve := p.gram[up][up] + p.gram[down][down] - 2*p.gram[up][down]; curve > 0 {
			step = min(step, (p.left[up]-p.left[down])/curve)
		}
		p.a[up] += step
		p.a[down] -= step
		lanes.Update(p.left, step, p.gram[down])
		lanes.Update(p.left, -step, p.gram[up])
	}
	for k, a := range p.a {
		p.idle[k]++
		if a > 0 {
			p.idle[k] = 0
		}
	}
}

// solution sets w and returns the value of the dual problem.
func (p *planes) solution(w []float64) (value float64) {
	clear(w)
	for k, a := range p.a {
		if a > 0 {
			lanes.Update(w, a, p.g[k])
			value += a * p.b[k]
		}
	}
	for k, g := range p.g {
		p.left[k] = p.b[k] - lanes.Sum(w, g) // without the rounding of many steps
	}
	return value - lanes.Sum(w, w)/2
}
