// Package bundle solves the dual problem of a cutting plane method. Such a method minimises
//
//	1/2 |w|^2 + mass R(w)
//
// for a convex R that is known by planes below it, R(w) >= b_k - <w, g_k>, each exact somewhere
// (Joachims, Finley & Yu, Cutting-plane training of structural SVMs, 2009). With the highest of
// the planes instead of R, the dual problem is
//
//	maximise  sum of a_k b_k - 1/2 |w|^2,  w = sum of a_k g_k,  over a_k >= 0, sum of a_k = mass
//
// Its value is a lower bound of the minimum. Only inner products of the g_k matter, so that w can
// live in any space.
package bundle

import (
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
)

// Bundle is some planes with their dual variables. Plane 0 has b = 0 and g = 0.
type Bundle struct {
	Shares   []float64   // a_k
	Offsets  []float64   // b_k
	Values   []float64   // b_k - <w, g_k>
	products [][]float64 // <g_k, g_l>
	idle     []int       // calls of Forget since a_k was last positive
}

// New returns a bundle of plane 0, which has all of the mass.
func New(mass float64) *Bundle {
	return &Bundle{Shares: []float64{mass}, Offsets: []float64{0}, Values: []float64{0}, products: [][]float64{{0}}, idle: []int{0}}
}

// Add adds a plane, which has this value now. product returns the inner product of its g with that
// of plane k > 0, and for the number of the new plane with itself.
func (b *Bundle) Add(offset, value float64, product func(k int) float64) {
	m := len(b.Shares)
	row := make([]float64, m+1)
	for k := 1; k <= m; k++ {
		row[k] = product(k)
	}
	for k := range m {
		b.products[k] = append(b.products[k], row[k])
	}
	b.products = append(b.products, row)
	b.Shares, b.Offsets, b.Values, b.idle = append(b.Shares, 0), append(b.Offsets, offset), append(b.Values, value), append(b.idle, 0)
}

// Solve moves mass from one plane to another until no plane with a share has a value of more
// than tol below the highest one, or for so many steps that rounding must be in the way, or
// until ctl ends it. The second plane of a step is the one with which the objective gains most.
func (b *Bundle) Solve(ctl *run.Ctl, tol float64) {
	m := len(b.Shares)
	for turn := range 1000 + 20*m {
		if turn%(1+1<<14/m) == 0 && ctl.Checkpoint(func() run.Report { return run.Report{Phase: "cutting planes"} }) != "" {
			break
		}
		up := 0
		for k, v := range b.Values {
			if v > b.Values[up] {
				up = k
			}
		}
		down, step, most := -1, 0.0, 0.0
		for k, a := range b.Shares {
			rise := b.Values[up] - b.Values[k]
			if a == 0 || !(rise > tol) {
				continue
			}
			length := a
			curvature := b.products[up][up] + b.products[k][k] - 2*b.products[up][k]
			if curvature > 0 {
				length = min(length, rise/curvature)
			}
			if gain := length * (rise - length*curvature/2); gain > most {
				down, step, most = k, length, gain
			}
		}
		if down < 0 {
			break
		}
		b.Shares[up] += step
		b.Shares[down] -= step
		lanes.Update(b.Values, step, b.products[down])
		lanes.Update(b.Values, -step, b.products[up])
	}
}

// Refresh computes the values anew, without the rounding of many steps, and returns the objective
// of the dual problem.
func (b *Bundle) Refresh() (objective float64) {
	copy(b.Values, b.Offsets)
	for k, a := range b.Shares {
		if a != 0 {
			lanes.Update(b.Values, -a, b.products[k])
		}
	}
	for k, a := range b.Shares {
		objective += float64(a * (b.Offsets[k] + b.Values[k]) / 2)
	}
	return objective
}

// Forget drops the planes, but for plane 0, that have had no share in more than longest calls in
// turn. It returns the numbers that the others had.
func (b *Bundle) Forget(longest int) (kept []int) {
	for k, a := range b.Shares {
		if b.idle[k]++; a > 0 {
			b.idle[k] = 0
		}
		if k == 0 || b.idle[k] <= longest {
			kept = append(kept, k)
		}
	}
	if len(kept) == len(b.idle) {
		return kept
	}
	for _, k := range kept {
		b.products[k] = Pick(b.products[k], kept)
	}
	b.Shares, b.Offsets, b.Values = Pick(b.Shares, kept), Pick(b.Offsets, kept), Pick(b.Values, kept)
	b.products, b.idle = Pick(b.products, kept), Pick(b.idle, kept)
	return kept
}

// Pick moves the elements of these numbers, which ascend, to the front of v and returns them.
func Pick[T any](v []T, numbers []int) []T {
	for at, k := range numbers {
		v[at] = v[k]
	}
	return slices.Delete(v, len(numbers), len(v))
}
