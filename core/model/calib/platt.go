package calib

import (
	"math"

	"maxmargin/core/data/loss"
)

// point is a decision value, whether the sample is positive, and its weight.
type point struct {
	value    float64
	positive bool
	weight   float64
}

// platt returns A and B of
//
//	P(positive | f) = 1 / (1 + exp(A f + B))
//
// that maximise the likelihood of the targets (N+ + 1)/(N+ + 2) for positive samples and
// 1/(N- + 2) for negative ones, N being sums of weights (Platt 2000), by Newton's method
// with a line search, in the form of Lin, Lin and Weng (A note on Platt's probabilistic
// outputs, 2007), which avoids the logarithm of a difference of almost equal numbers. A
// <= 0: where larger values would mean smaller probabilities, A is 0.
func platt(points []point) (a, b float64) {
	positive, negative, size := 0.0, 0.0, 0.0
	for _, p := range points {
		if p.positive {
			positive += p.weight
		} else {
			negative += p.weight
		}
		size = max(size, math.Abs(p.value))
	}
	if size == 0 {
		size = 1
	}
	s := sigmoidFit{points, size, (positive + 1) / (positive + 2), 1 / (negative + 2)}
	b = math.Log((negative + 1) / (positive + 1))
	a, b = s.newton(0, b, true)
	if a > 0 {
		a, b = s.newton(0, b, false)
	}
	return a / size, b
}

// sigmoidFit is the problem of platt, over values divided by size.
type sigmoidFit struct {
	points    []point
	size      float64
	high, low float64 // targets
}

func (s *sigmoidFit) target(p point) float64 {
	if p.positive {
		return s.high
	}
	return s.low
}

// loss is minus the logarithm of the likelihood: with z = a f + b
//
//	t z + log(1 + exp(-z))  for z >= 0,   (t - 1) z + log(1 + exp(z))  else
func (s *sigmoidFit) loss(a, b float64) float64 {
	sum := 0.0
	for _, p := range s.points {
		z, t := float64(a*(p.value/s.size))+b, s.target(p)
		if z >= 0 {
			sum += p.weight * (float64(t*z) + math.Log1p(math.Exp(-z)))
		} else {
			sum += p.weight * (float64((t-1)*z) + math.Log1p(math.Exp(z)))
		}
	}
	return sum
}

// newton minimises the loss, starting from (a, b), or over b alone.
func (s *sigmoidFit) newton(a, b float64, both bool) (float64, float64) {
	const (
		iterations = 100
		ridge      = 1e-12
		shortest   = 1e-10
	)
	least := s.loss(a, b)
	for range iterations {
		ga, gb, haa, hab, hbb, weight := s.derivatives(a, b)
		if !both {
			ga, haa, hab = 0, 1, 0
		}
		if max(math.Abs(ga), math.Abs(gb)) <= 1e-12*weight {
			break
		}
		haa, hbb = haa+ridge*weight, hbb+ridge*weight
		det := float64(haa*hbb) - float64(hab*hab)
		da := -(float64(hbb*ga) - float64(hab*gb)) / det
		db := -(float64(haa*gb) - float64(hab*ga)) / det
		slope, step := float64(ga*da)+float64(gb*db), 1.0
		for ; step >= shortest; step /= 2 {
			if tried := s.loss(a+float64(step*da), b+float64(step*db)); tried < least+1e-4*step*slope {
				least = tried
				break
			}
		}
		if step < shortest {
			break // rounding decides from here on
		}
		a, b = a+float64(step*da), b+float64(step*db)
	}
	return a, b
}

// derivatives returns the gradient of the loss and its second derivatives, and the
// sum of the weights.
func (s *sigmoidFit) derivatives(a, b float64) (ga, gb, haa, hab, hbb, weight float64) {
	for _, p := range s.points {
		f := p.value / s.size
		q := loss.Probability(-(float64(a*f) + b)) // P(positive)
		d := p.weight * (s.target(p) - q)
		h := p.weight * float64(q*(1-q))
		ga, gb = ga+float64(d*f), gb+d
		haa, hab, hbb = haa+float64(h*float64(f*f)), hab+float64(h*f), hbb+h
		weight += p.weight
	}
	return ga, gb, haa, hab, hbb, weight
}
