package loss

import "math"

// Logistic is the loss of logistic regression, minus the logarithm of the probability
// 1/(1 + exp(-t)) of a label whose margin is t = y f(x) = 1 - z,
//
//	l(z)  = log(1 + exp(z - 1))
//	l*(s) = s + s log s + (1-s) log(1-s), 0 <= s <= 1
//
// (Yu, Huang & Lin, Dual coordinate descent methods for logistic regression and maximum
// entropy models, 2011; their conjugate is with respect to t, without the first term).
type Logistic struct{}

// IsLogOdds reports whether a loss is minus the logarithm of a probability of 1/(1 +
// exp(-t)), so that a function which minimises it is an estimate of log odds.
func IsLogOdds(l Loss) bool {
	_, is := l.(Logistic)
	return is
}

// Value returns l(z), without overflow.
func (Logistic) Value(z float64) float64 {
	return max(0, z-1) + math.Log1p(math.Exp(-math.Abs(z-1)))
}

// Slope returns the probability of the other label, 1/(1 + exp(1-z)).
func (Logistic) Slope(z float64) float64 { return 1 / (1 + math.Exp(1-z)) }

// Curvature returns p (1-p) for a Slope of p.
func (l Logistic) Curvature(z float64) float64 { return l.Slope(z) * l.Slope(2-z) }

func (Logistic) Steepest() float64 { return 1 }

// Conjugate returns l*(s); its slope is infinite at both ends.
func (Logistic) Conjugate(s float64) (value, slope, curvature float64) {
	if s <= 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	if s >= 1 {
		return 1, math.Inf(1), math.Inf(1)
	}
	log := math.Log(s)
	other := math.Log1p(-s)
	return s + s*log + (1-s)*other, 1 + log - other, 1 / (s * (1 - s))
}

// Prox solves x + step l'(x) = z by Newton's method. l' is convex up to x = 1 and concave beyond.
// So from x = 1, or from the end of the interval nearest to 1, every step approaches the root and
// none passes it, until rounding reverses one.
func (l Logistic) Prox(z, step float64) (x, s float64) {
	x = min(max(1, z-step), z)
	before := 0.0
	for range mostSteps {
		s = l.Slope(x)
		move := (z - x - float64(step*s)) / (1 + float64(step*s*(1-s)))
		if float64(move*before) < 0 || x+move == x {
			break
		}
		x += move
		before = move
	}
	return x, l.Slope(x)
}

// ProxFrom computes the same if it is probably near from: a few of Halley's steps from there, and
// Prox if they did not converge. A step takes one exponential, and cubes the error; Newton's
// squares it.
func (l Logistic) ProxFrom(z, step, from float64) (x, s float64) {
	x = from
	for range 6 {
		s = l.Slope(x)
		first := float64(s * (1 - s))
		second := float64(first * (1 - 2*s))
		slope := 1 + float64(step*first)
		newton := (z - x - float64(step*s)) / slope
		move := newton / max(0.5, 1+float64(step*second)*newton/(2*slope))
		x += move
		// What is left is at most (1+step)^2/40 times the cube of the step, and the Taylor series
		// of the slope leaves out a 48th of the cube.
		if cube := math.Abs(move * move * move); (1+step)*(1+step)*cube <= 1e-17 {
			return x, s + float64(first*move) + float64(second*(move*move))/2
		}
	}
	return l.Prox(z, step)
}

// mostSteps is more steps than Newton's method needs: the slope falls by a factor of e for
// every step of length 1, from 1/2 to the smallest number.
const mostSteps = 800
