package program

import "math"

// LogarithmicTerms is sum entropy_j x_j ln x_j - sum logarithms_j ln x_j over the variables
// that have weights, which must be >= 0; either list may be nil. The bound x_j >= 0 of a
// variable with a weight belongs to the problem.
func LogarithmicTerms(entropy, logarithms []float64) Terms {
	return func(j int, x float64) (value, slope, curvature float64) {
		x = max(x, math.SmallestNonzeroFloat64) // the terms at 0 are their limits
		if entropy != nil && entropy[j] != 0 {
			w, l := entropy[j], math.Log(x)
			value, slope, curvature = float64(w*x)*l, w*(1+l), w/x
		}
		if logarithms != nil && logarithms[j] != 0 {
			w := logarithms[j]
			value, slope, curvature = value-float64(w*math.Log(x)), slope-w/x, curvature+w/x/x
		}
		return value, slope, curvature
	}
}
