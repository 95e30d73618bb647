package model

import (
	"fmt"
	"math"
)

// OutOfReach returns the warning WARN_TARGET_SCALE when the targets of a regression vary
// by far more than its C lets the function follow, and nil otherwise. By the optimality
// conditions a coefficient between its bounds belongs to a sample that the function meets
// at the edge of its tube. When all coefficients are at their bounds (except for one, which
// an equality constraint may keep between them) and the predictions explain less than a
// fifth of the variance, C alone has decided the function: ten times C gives ten times
// the slope. Where most of what is left is a difference of the means, the constant is what C keeps from
// following.
//
// coef are the coefficients, bound their largest sizes, and predict the values of the
// function, which are needed in that case only.
func OutOfReach(c float64, coef, bound []float64, target Values, predict func() []float64) []Note {
	free, total, mean := 0, 0.0, 0.0
	for i, a := range coef {
		if bound[i] == 0 {
			continue // of no weight
		}
		if math.Abs(a) < bound[i]*(1-1e-9) {
			free++
		}
		total++
		mean += target[i]
	}
	if free > 1 || total < fewest {
		return nil
	}
	mean /= total
	var spread, left, aside float64
	for i, f := range predict() {
		if bound[i] > 0 {
			spread += (target[i] - mean) * (target[i] - mean)
			left += (target[i] - f) * (target[i] - f)
			aside += target[i] - f
		}
	}
	if !(left > 0.8*spread) {
		return nil
	}
	if aside*aside > 0.5*total*left {
		return []Note{{"WARN_TARGET_SCALE", fmt.Sprintf(
			"C = %.3g is too small for targets with a mean of %.3g: every coefficient is at its bound, and the constant, which is penalised as weights are, cannot follow the offset. Set interceptPenalty to false, or centre the targets, such as by new TransformedTarget(model, { transformer: 'standard' })", c, mean)}}
	}
	return []Note{{"WARN_TARGET_SCALE", fmt.Sprintf(
		"C = %.3g is too small for targets with a standard deviation of %.3g: every coefficient is at its bound, and the predictions hardly follow the targets. Divide the targets by their standard deviation, such as by new TransformedTarget(model, { transformer: 'standard' }), or raise C", c, math.Sqrt(spread/total))}}
}

// fewest is the least number of samples for which coefficients that are all at their
// bounds are a sign of trouble.
const fewest = 10
