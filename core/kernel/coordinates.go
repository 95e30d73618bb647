package kernel

import "maxmargin/core/base/lanes"

// sums is embedded in kernels that add up one number for every coordinate; the number is
// zero where both samples are.
type sums struct{}

func (sums) Rule() Rule { return Rule{States: 1, SkipsZeros: true} }

// products is embedded in kernels that multiply one factor for every coordinate: tensor
// products of one-dimensional kernels.
type products struct{}

func (products) Rule() Rule         { return Rule{States: 1, Start: 1} }
func (products) End(_, _ []float64) {}
func (products) ofProducts()        {}

// Begin sets the state of n samples before the first coordinate.
func (r Rule) Begin(state []float64, n int) {
	clear(state)
	for w := range n {
		state[w] = r.Start
	}
}

// differences marks kernels of x - z.
type differences struct{}

func (differences) ofDifferences() {} // not named differences, because the embedded type would hide it

// positive marks kernels of numbers >= 0.
type positive struct{}

func (positive) nonNegative() {}

// decay sets dst_w = exp(-gamma dst_w).
func decay(dst []float64, gamma float64) { lanes.Exp(dst, -gamma, 0) }

// sameWithin is the share of |x|^2 + |z|^2 below which a squared distance is rounding.
const sameWithin = 0x1p-48

// distances turns inner products into squared distances, none below zero. Rounding errors count as
// zero, so that equal samples have the distance 0: the root of a square 1e-16 is 1e-8, which rough
// kernels such as exp(-|x-z|) would show.
func distances(dst []float64, norm float64, norms []float64) {
	for j, v := range dst {
		sum := norm + norms[j]
		square := sum - 2*v
		if square < sameWithin*sum {
			square = 0
		}
		dst[j] = square
	}
}

// power returns x^n for a whole n >= 0.
func power(x float64, n int) float64 {
	p := 1.0
	for range n {
		p *= x
	}
	return p
}
