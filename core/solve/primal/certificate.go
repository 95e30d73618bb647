package primal

import (
	"math"

	"maxmargin/core/data/loss"
)

// DualityGap returns the value of a Problem at the weights of a result less the value of its dual
// at the coefficients. By weak duality the former exceeds its minimum by at most this gap, whatever
// the solver did. The dual of a free bias demands that the coefficients sum to zero: the side with
// the larger sum is shrunk until they do.
//
//	primal   1/2 |w|^2 + 1/2 v^2 + sum of A_i l(t_i - f(x_i) - e_i) + B_i l(f(x_i) - t_i - e_i)
//	dual     sum of t_i b_i - e_i |b_i| - C_i l*(|b_i| / C_i), less 1/2 |u|^2 + 1/2 s^2
//	         with u = sum of b_i x_i, s = c sum of b_i, and C_i = A_i for b_i > 0, else B_i
func (p *Problem) DualityGap(r Result) float64 {
	up, down := 1.0, 1.0 // factors of positive and of negative coefficients
	if p.Free {
		up, down = balance(sides(r.Dual))
	}
	weights := make([]float64, p.X.D) // Newton's weights are the sum of b_i x_i only in the limit
	terms, sum := p.terms(r, up, down, p.penalties(r), weights)
	return p.gap(terms, sum, weights)
}

// penalties returns the terms of the primal objective without samples.
func (p *Problem) penalties(r Result) float64 {
	gap := square(r.Weights) / 2
	if !p.Free && p.Constant != 0 {
		v := r.Bias / p.Constant
		gap += v * v / 2
	}
	return gap
}

// terms returns gap plus the terms of the duality gap that samples have each for itself, and the sum
// of the coefficients times their factors, and adds that of b_i x_i to weights.
func (p *Problem) terms(r Result, up, down, gap float64, weights []float64) (terms, sum float64) {
	for i, t := range p.Target {
		insensitive := p.insensitive(i)
		residual := t - (p.X.Dot(i, r.Weights) + r.Bias)
		gap += weighted(p.Loss, p.Above[i], residual-insensitive) + weighted(p.Loss, p.Below[i], -residual-insensitive)
		b, c := r.Dual[i]*up, p.Above[i]
		if b < 0 {
			b, c = r.Dual[i]*down, p.Below[i]
		}
		if b == 0 {
			continue
		}
		term, _, _ := loss.Dual(p.Loss, c, math.Abs(b))
		gap += term + insensitive*math.Abs(b) - t*b
		sum += b
		p.X.Add(i, b, weights)
	}
	return gap, sum
}

// gap returns the duality gap with all its terms but those of the dual weights: these are the sum of
// b_i x_i, and sum is that of the b_i.
func (p *Problem) gap(terms, sum float64, weights []float64) float64 {
	terms += square(weights) / 2
	if !p.Free {
		s := p.Constant * sum
		terms += s * s / 2
	}
	return max(terms, 0) // below zero by rounding alone
}

// weighted returns c l(z), and 0 for c = 0 whatever l is.
func weighted(l loss.Loss, c, z float64) float64 {
	if c == 0 {
		return 0
	}
	return c * l.Value(z)
}

// sides returns the sum of the positive coefficients, and minus that of the negative ones.
func sides(b []float64) (positive, negative float64) {
	for _, v := range b {
		if v > 0 {
			positive += v
		} else {
			negative -= v
		}
	}
	return positive, negative
}

// balance returns factors, at most 1, of the positive and of the negative coefficients with
// which their sum is zero, from their sums.
func balance(positive, negative float64) (up, down float64) {
	switch {
	case positive > negative:
		return negative / positive, 1
	case negative > positive:
		return 1, positive / negative
	}
	return 1, 1
}

func square(w []float64) (sum float64) {
	for _, v := range w {
		sum += v * v
	}
	return sum
}
