package gp

import (
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
)

// mixing takes an iteration x ← g(x) to its end in fewer rounds (Anderson, Iterative procedures for
// nonlinear integral equations, JACM 12, 1965; Walker & Ni, Anderson acceleration for fixed-point
// iterations, SIAM Journal on Numerical Analysis 49, 2011). From round to round g(x) and the residual
// g(x) - x change. Of the last changes of the residual, a combination takes back the most of it by
// least squares; the next x is g(x) without the same combination of changes of g(x).
type mixing struct {
	reached, residual []float64 // g(x) and g(x) - x of the last round, nil before
	steps, changes    [][]float64
}

const (
	mostMixed = 5
	mixRidge  = 1e-12 // as a share of a squared length: changes may depend on each other
)

// next returns the next x; the mixing keeps what it is given.
func (m *mixing) next(reached, residual []float64) []float64 {
	if m.reached != nil {
		m.steps = append(m.steps, difference(reached, m.reached))
		m.changes = append(m.changes, difference(residual, m.residual))
		old := max(len(m.steps)-mostMixed, 0)
		m.steps, m.changes = m.steps[old:], m.changes[old:]
	}
	m.reached, m.residual = reached, residual
	k := len(m.steps)
	gram, share := make([]float64, k*k), make([]float64, k)
	for i, change := range m.changes {
		for j, other := range m.changes[:i+1] {
			gram[i*k+j] = lanes.Sum(change, other)
		}
		gram[i*k+i] *= 1 + mixRidge
		share[i] = lanes.Sum(change, residual)
	}
	next := slices.Clone(reached)
	factor, err := linalg.Factorize(gram, k, func(float64) bool { return true })
	if err != nil {
		return next
	}
	factor.Solve(share)
	for i, step := range m.steps {
		lanes.Update(next, -share[i], step)
	}
	return next
}

func difference(a, b []float64) []float64 {
	d := slices.Clone(a)
	lanes.Update(d, -1, b)
	return d
}
