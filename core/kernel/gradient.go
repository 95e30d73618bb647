package kernel

import (
	"math"

	"maxmargin/core/base/linalg"
)

// Sloped is a kernel of inner products that knows its slope.
type Sloped interface {
	InnerProduct

	// Slope returns the derivative of the kernel by u = <x,z>; of a translation-invariant one by
	// u = |x-z|^2, and 0 where that is 0 and the slope is not finite.
	Slope(u float64) float64
}

// SlopedFactors is a coordinatewise kernel that multiplies factors whose slopes it knows.
type SlopedFactors interface {
	Coordinatewise
	ofProducts()

	// FactorSlope returns the derivative of the factor of a coordinate by x.
	FactorSlope(x, z float64) float64
}

// Differentiable is a kernel of vectors that knows its gradient.
type Differentiable interface {
	Kernel

	// AddGradient adds weight times the gradient of k(x, z) by x to dst.
	AddGradient(dst []float64, weight float64, x, z []float64)
}

// At a kink, such as that of exp(-|x-z|) at equal coordinates of x and z, a gradient is the mean of
// the slopes on both sides. At the end of the domain, the zeros of kernels of numbers >= 0, it is
// the slope into the domain.

// WithoutGradient returns the name of a kernel in the tree of k that has no gradient; "" when k
// has one.
func WithoutGradient(k Kernel) string {
	for _, part := range PartsOf(k) {
		if name := WithoutGradient(part); name != "" {
			return name
		}
	}
	if a, ok := k.(Anchored); ok {
		_, _, by := a.Anchors()
		if name := WithoutGradient(by); name != "" {
			return name
		}
	}
	switch k.(type) {
	case Sloped, SlopedFactors, Differentiable, Bilinear, Pullback, Derived:
		return ""
	}
	return k.Name()
}

// AddGradient adds weight times the gradient of k(x, z) by x to dst, for a kernel without an
// objection of WithoutGradient.
func AddGradient(k Kernel, dst []float64, weight float64, x, z []float64) {
	switch k := k.(type) {
	case Differentiable:
		k.AddGradient(dst, weight, x, z)
	case Sloped:
		if k.TranslationInvariant() {
			slope := 2 * weight * k.Slope(-squared{}.value(x, z))
			for j, v := range x {
				dst[j] += slope * (v - z[j])
			}
			return
		}
		slope := weight * k.Slope(linalg.Dot(x, z))
		for j, v := range z {
			dst[j] += slope * v
		}
	case SlopedFactors:
		addOfFactors(k, dst, weight, x, z)
	case Bilinear:
		y := make([]float64, len(z))
		k.Apply(y, z)
		for j, v := range y {
			dst[j] += weight * v
		}
	case Pullback:
		coordinates, part := k.Pull()
		own := make([]float64, len(coordinates))
		AddGradient(part, own, weight, pick(x, coordinates), pick(z, coordinates))
		for c, j := range coordinates {
			dst[j] += own[c]
		}
	case Derived:
		for p, slope := range slopesOf(k, x, z) {
			AddGradient(k.Parts()[p], dst, weight*slope, x, z)
		}
	default:
		panic("kernel: " + k.Name() + " has no gradient")
	}
}

// addDiagonalGradient adds weight times the gradient of k(x, x) to dst.
func addDiagonalGradient(k Kernel, dst []float64, weight float64, x []float64) {
	switch k := k.(type) {
	case Intersection: // the sum of the coordinates
		for j := range dst {
			dst[j] += weight
		}
	case ChiSquared, Gaussian, Normalize: // 1, or 0 for zeros
	case Pullback:
		coordinates, part := k.Pull()
		own := make([]float64, len(coordinates))
		addDiagonalGradient(part, own, weight, pick(x, coordinates))
		for c, j := range coordinates {
			dst[j] += own[c]
		}
	case Center:
		addDiagonalGradient(k.Of, dst, weight, x)
		addAnchorGradient(k, dst, -2*weight, x)
	case Derived:
		for p, slope := range slopesOf(k, x, x) {
			addDiagonalGradient(k.Parts()[p], dst, weight*slope, x)
		}
	default:
		if !TranslationInvariant(k) {
			AddGradient(k, dst, 2*weight, x, x)
		}
	}
}

// slopesOf returns the derivatives of a combination by the values of its parts at x and z.
func slopesOf(k Derived, x, z []float64) []float64 {
	parts := k.Parts()
	count := max(len(parts), 1)
	rows, by, own := make([][]float64, len(parts)), make([][]float64, len(parts)), make([][]float64, own(k, len(x)))
	numbers := make([]float64, 2*count+len(own))
	for p, part := range parts {
		rows[p], by[p] = numbers[p:p+1], numbers[count+p:count+p+1]
		rows[p][0] = Value(part, x, z)
	}
	for p := range own {
		own[p] = numbers[2*count+p : 2*count+p+1]
	}
	k.Slopes(rows, []float64{Value(k, x, z)}, by, own)
	return numbers[count : count+len(parts)]
}

// addOfFactors multiplies the slope of each factor by all other factors: the product of those
// before it from a forward pass, and of those after it from the backward pass.
func addOfFactors(k SlopedFactors, dst []float64, weight float64, x, z []float64) {
	before, factors := make([]float64, len(x)), make([]float64, len(x))
	product := weight
	for j, v := range x {
		before[j], factors[j] = product, 1
		k.Add(factors[j:j+1], v, z[j:j+1])
		product *= factors[j]
	}
	after := 1.0
	for j := len(x) - 1; j >= 0; j-- {
		dst[j] += before[j] * after * k.FactorSlope(x[j], z[j])
		after *= factors[j]
	}
}

// addAnchorGradient adds weight times the gradient of the function f of an anchored kernel.
func addAnchorGradient(k Anchored, dst []float64, weight float64, x []float64) {
	points, weights, by := k.Anchors()
	d := len(x)
	share := float64(d) / float64(len(points))
	for i := range len(points) / d {
		if weights != nil {
			share = weights[i]
		}
		AddGradient(by, dst, weight*share, x, points[i*d:(i+1)*d])
	}
}

// sign is 1, 0 or -1.
func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// addOfSum adds the gradient of a kernel of a sum over the coordinates: slope is its derivative
// by the sum, times the weight, and term the derivative of a term by x.
func addOfSum(dst []float64, slope float64, x, z []float64, term func(x, z float64) float64) {
	if slope == 0 {
		return
	}
	for j, v := range x {
		dst[j] += slope * term(v, z[j])
	}
}

// spread is the derivative of (x - z)^2 / (x + z) by x; of x, which that is for z = 0, at 0, too.
func spread(x, z float64) float64 {
	share := 1.0
	if total := x + z; total > 0 {
		share = (x - z) / total
	}
	return share * (2 - share)
}

// least is the derivative of min(x, z) by x, for numbers >= 0.
func least(x, z float64) float64 {
	switch {
	case x < z:
		return 1
	case x > z || x == 0:
		return 0
	}
	return 0.5
}

// powerSlope is the derivative of |x - z|^p by x, for p >= 1.
func powerSlope(x, z, p float64) float64 {
	if x == z {
		return 0
	}
	return p * math.Pow(math.Abs(x-z), p-1) * sign(x-z)
}
