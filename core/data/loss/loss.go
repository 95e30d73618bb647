// Package loss holds the convex losses that machines minimise. Every loss is one file.
//
// # One function for two kinds of losses
//
// Every loss is a convex, nondecreasing function l(z) of one number, the shortfall z.
// Machines use it in two ways:
//
//	margin losses    classification, y = +1 or -1: the sample (x, y) costs l(1 - y f(x))
//	residual losses  regression with a tube of half-width eps: the sample costs
//	                 l(y - f(x) - eps) + l(f(x) - y - eps), of which one term is not 0
//
// A residual loss is 0 up to z = 0, so that z > 0 is the excess of the error over the
// tube. With z = 1 - y f the hinge loss is the eps-insensitive loss: max(0, z).
//
// # What a solver needs
//
// A machine minimises 1/2 |w|^2 + C sum of l(z_i). By Fenchel's duality (Rockafellar,
// Convex Analysis, 1970, section 31) the dual variable a_i of a sample lies between 0
// and C sup l', and adds the term C l*(a_i / C), where
//
//	l*(s) = sup over z of s z - l(z)
//
// is the conjugate. At the solution a_i = C l'(z_i), and z_i = l*'(a_i / C). So every dual
// solver can use a loss with a conjugate, and every solver that minimises over one sample
// at a time can use a loss with a proximal operator.
//
// If l* is a parabola between bounds, the dual problem is a quadratic program. Such a loss
// implements Quadratic (its method Boxes); the solvers of package qp and primal.Coordinate
// take it. primal.Proximal takes all others. primal.Newton needs slopes and curvatures.
//
// # Adding a loss
//
// A loss is one file, with a type that implements Loss, and one line in list.go. Options,
// types, documentation and the JavaScript functions are derived from these by
//
//	go run ./core/internal/gen
//
// which translates Value, Slope, Steepest and Conjugate into JavaScript. They may use
// arithmetic, if, switch, return, assignments, math.Inf, the functions Abs, Exp, Log, Log1p,
// Expm1, Pow, Sqrt, Cosh, Sinh, Tanh, Atan and Atanh of package math, none of its constants,
// and the methods of other losses.
package loss

// Loss is a convex, nondecreasing function l of the shortfall z.
type Loss interface {
	// Value returns l(z).
	Value(z float64) float64
	// Slope returns l'(z), the influence of a sample on the function. At a kink it is one
	// of the subgradients.
	Slope(z float64) float64
	// Curvature returns the second derivative of l at z; at a kink, that on one of its
	// sides.
	Curvature(z float64) float64
	// Steepest returns the supremum of Slope. If it is finite, C times this bounds the
	// influence of every sample: the machine is robust.
	Steepest() float64
	// Conjugate returns l*(s) with its first and second derivative, for s from 0 to Steepest.
	// Strictly between 0 and Steepest the first derivative is the z at which the slope is s. At an
	// end that the slope of l only tends to, the derivatives are infinite, and ConvexLossSVR keeps
	// its variables a ten billionth below Steepest. Everywhere else they are finite; so is the
	// value at both ends if Steepest is finite.
	Conjugate(s float64) (value, slope, curvature float64)
	// Prox returns the proximal point: the x at which step l(x) + 1/2 (x-z)^2 is least,
	// for step >= 0, and the subgradient s of l at x for which x + step s = z.
	Prox(z, step float64) (x, s float64)
}

// Dual returns the term phi(a) = c l*(a/c) of the dual problem for the dual variable a of a sample
// whose loss has the weight c > 0, with its first and second derivative.
func Dual(l Loss, c, a float64) (value, slope, curvature float64) {
	value, slope, curvature = l.Conjugate(a / c)
	return float64(c * value), slope, curvature / c
}

// Quadratic is a loss whose dual problem is a quadratic program: it is a sum of losses,
// often of only one, whose conjugates are parabolas between bounds.
type Quadratic interface {
	Loss
	// Boxes returns these conjugates. The conjugate of the sum at s is the least sum of theirs over
	// all ways to write s as a sum. So a sample has one dual variable for each box, all over one
	// row of the kernel matrix.
	Boxes() []Box
}

// Box is the conjugate Curvature s^2 / 2 on 0 <= s <= Bound, which may be infinite.
type Box struct{ Bound, Curvature float64 }

// PiecewiseLinear reports whether a loss is linear between kinks, so that its dual term is
// 0 within bounds.
func PiecewiseLinear(l Loss) bool {
	boxes := Boxes(l)
	for _, b := range boxes {
		if b.Curvature != 0 {
			return false
		}
	}
	return len(boxes) > 0
}

// Boxes returns the boxes of a loss, nil if it is not Quadratic.
func Boxes(l Loss) []Box {
	if q, ok := l.(Quadratic); ok {
		return q.Boxes()
	}
	return nil
}
