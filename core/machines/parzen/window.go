package parzen

import (
	"math"

	"maxmargin/core/base/lanes"
)

// window is a density kappa of the distance r from its centre, kappa(r/h) up to a factor.
type window struct {
	name      string
	bandwidth float64
}

// weigh turns a row of -r^2 into the values of the window, divided by exp(unit) so that the nearest
// do not underflow: the largest value of an infinite window becomes 1; for other windows unit is 0.
// If no window reaches the sample, the nearest centres get 1 and the others 0, the limit for
// infinite windows, and weigh returns false.
func (w window) weigh(row []float64) (unit float64, reached bool) {
	h := w.bandwidth
	nearest := math.Inf(-1)
	for _, v := range row {
		nearest = max(nearest, v)
	}
	switch w.name {
	case "gaussian":
		unit = nearest / (2 * h * h)
		lanes.Exp(row, 1/(2*h*h), -unit)
		return unit, true
	case "exponential":
		for j, v := range row {
			row[j] = -math.Sqrt(-v)
		}
		unit = -math.Sqrt(-nearest) / h
		lanes.Exp(row, 1/h, -unit)
		return unit, true
	}
	reached = math.Sqrt(-nearest) < h
	for j, v := range row {
		switch u := math.Sqrt(-v) / h; {
		case !reached && v == nearest:
			row[j] = 1
		case !reached || !(u < 1):
			row[j] = 0
		default:
			row[j] = w.inside(u)
		}
	}
	return 0, reached
}

// inside returns the value at u < 1 of a window that ends at 1.
func (w window) inside(u float64) float64 {
	switch w.name {
	case "epanechnikov":
		return 1 - float64(u*u)
	case "linear":
		return 1 - u
	case "cosine":
		return math.Cos(math.Pi / 2 * u)
	}
	return 1 // tophat
}

// logVolume returns the logarithm of the integral of the window over R^d. With V the volume of the
// unit ball and the integrals over the radius,
//
//	int kappa(|x|/h) dx = h^d d V int kappa(u) u^(d-1) du.
func (w window) logVolume(d int) float64 {
	n := float64(d)
	lgamma, _ := math.Lgamma(n/2 + 1)
	ball := n/2*math.Log(math.Pi) - lgamma
	scale := n * math.Log(w.bandwidth)
	switch w.name {
	case "gaussian":
		return scale + n/2*math.Log(2*math.Pi)
	case "exponential":
		factorial, _ := math.Lgamma(n + 1)
		return scale + ball + factorial
	case "epanechnikov":
		return scale + ball + math.Log(2/(n+2))
	case "linear":
		return scale + ball - math.Log(n+1)
	case "cosine":
		return scale + ball + math.Log(n*cosineMoment(n))
	}
	return scale + ball // tophat
}

// cosineMoment returns the integral of cos(pi u / 2) u^(n-1) over [0, 1], by the series of
// the cosine.
func cosineMoment(n float64) (sum float64) {
	term := 1.0
	for m := 0.0; m < 40; m += 2 {
		sum += term / (n + m)
		term *= -(math.Pi / 2) * (math.Pi / 2) / ((m + 1) * (m + 2))
	}
	return sum
}
