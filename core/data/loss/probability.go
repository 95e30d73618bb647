package loss

import "math"

// Probability returns the logistic function 1/(1 + exp(-z)), the probability whose log odds are z.
func Probability(z float64) float64 {
	if z >= 0 {
		return 1 / (1 + math.Exp(-z))
	}
	e := math.Exp(z)
	return e / (1 + e)
}

// LogProbability returns the logarithm of Probability.
func LogProbability(z float64) float64 {
	if z < 0 {
		return z - math.Log1p(math.Exp(z))
	}
	return -math.Log1p(math.Exp(-z))
}
