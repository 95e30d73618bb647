// Package loss holds the convex losses of Smola and Schoelkopf's tutorial on
// support vector regression (tables 1 and 2), one a file.
//
// A loss says what an error r = y - f(x) costs by its excess e = max(0, |r| - eps)
// over a tube of half-width eps, which may be 0. As minus the logarithm of a density
// it is a model of the noise; the facade's lossFunction has the normalised densities.
//
// In the dual problem of a machine that minimises 1/2 |w|^2 + C sum of losses, a loss
// shows as the bound C Steepest of the variables and as a term phi(a) of each, the
// tutorial's -C T(a). Its derivative is the excess of a sample whose variable is a:
// the e at which C times the slope of the loss is a.
package loss

// Loss is a convex function of the excess e >= 0 that is 0 at 0.
type Loss interface {
	Value(e float64) float64
	// Slope is the derivative, the influence of a sample on the function.
	Slope(e float64) float64
	// Steepest is the largest Slope. Where it is finite no sample can have more than
	// C times this of influence: the machine is robust.
	Steepest() float64
	// Dual returns phi(a) with its first and second derivative, 0 < a < c Steepest.
	Dual(c, a float64) (value, slope, curvature float64)
}
