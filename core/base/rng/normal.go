package rng

import "math"

// widest is sqrt(8/e), twice the largest quotient's numerator of the ratio of uniforms.
const widest = 1.7155277699214135

// Normal returns a number of the normal distribution of mean 0 and variance 1.
//
// It is the ratio of uniforms (Kinderman and Monahan 1977): x = v/u is accepted if x^2 <= -4 log u.
// The number is a quotient, which is the same everywhere; the logarithm, whose last bit differs
// between machines, only decides about acceptance.
func (s *Stream) Normal() float64 {
	for {
		u := 1 - s.Float64() // of (0, 1]
		x := widest * (s.Float64() - 0.5) / u
		if x*x <= -4*math.Log(u) {
			return x
		}
	}
}
