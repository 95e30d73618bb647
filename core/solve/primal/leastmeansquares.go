package primal

import (
	"math"

	"maxmargin/core/data/loss"
)

// Correction moves a linear function f(x) = <w, x> + b towards the target of one sample after
// another. With the squared loss it is Widrow and Hoff's rule, or least mean squares (Cristianini &
// Shawe-Taylor, Table 2.3):
//
//	(w, b) -= eta (f(x_i) - y_i) (x_i, 1)
//
// In general the slope of the loss replaces the error. A penalty lambda/2 |w|^2 for each sample
// subtracts the share eta lambda of w in every step (exercise 2.4.2).
//
// In dual form w is the sum of alpha_i x_i, and a step changes alpha_i alone: by -eta times the
// error plus lambda n alpha_i, for n samples, and b by -eta times the error. Without a penalty both
// forms are the same, step by step (exercise 2.4.1).
type Correction struct {
	Loss     loss.Loss
	Epsilon  float64   // half-width of a tube in which errors cost nothing
	Lambda   float64   // >= 0
	Rate     string    // RateConstant or RateSqrt
	Eta      float64   // the length of the first step
	Constant float64   // 1, or 0 for no bias
	Dual     []float64 // alpha of the present samples; nil in primal form

	// The current state: w = Scale times Theta, and b. The sum of the w of all steps is
	// Sum times Theta, less Weighted.
	Steps         int
	Scale, Sum    float64
	Theta         []float64
	Weighted      []float64
	Bias, BiasSum float64
}

// RateConstant is the name of steps of one length.
const RateConstant = "constant"

// Step makes a step for sample i with the target y and the weight of its loss.
func (c *Correction) Step(x *Samples, i int, y, weight float64) {
	c.Steps++
	eta := c.Eta
	if c.Rate == RateSqrt {
		eta /= math.Sqrt(float64(c.Steps))
	}
	residual := y - float64(c.Scale*x.Dot(i, c.Theta)) - c.Bias
	slope := float64(math.Copysign(c.Loss.Slope(math.Abs(residual)-c.Epsilon), residual) * weight)
	add := float64(eta * slope)
	if c.Dual != nil {
		add = float64(eta * (slope - float64(float64(c.Lambda*float64(len(c.Dual)))*c.Dual[i])))
		c.Dual[i] += add
	} else if c.Lambda > 0 {
		c.shrink(1 - float64(eta*c.Lambda))
	}
	if add != 0 {
		x.Add(i, add/c.Scale, c.Theta)
		x.Add(i, add/c.Scale*c.Sum, c.Weighted)
	}
	c.Bias += float64(float64(eta*slope) * c.Constant)
	c.Sum += c.Scale
	c.BiasSum += c.Bias
}

// shrink multiplies w.
func (c *Correction) shrink(by float64) {
	c.Scale *= by
	if c.Scale >= smallest {
		return
	}
	for j, v := range c.Theta {
		c.Weighted[j] -= float64(c.Sum * v)
		c.Theta[j] = float64(c.Scale * v)
	}
	c.Sum, c.Scale = 0, 1
}

// Last writes w into dst and returns b.
func (c *Correction) Last(dst []float64) float64 {
	for j, v := range c.Theta {
		dst[j] = float64(c.Scale * v)
	}
	return c.Bias
}

// Mean writes the mean of w over all steps into dst and returns that of b.
func (c *Correction) Mean(dst []float64) float64 {
	if c.Steps == 0 {
		return c.Last(dst)
	}
	for j, v := range c.Theta {
		dst[j] = (float64(c.Sum*v) - c.Weighted[j]) / float64(c.Steps)
	}
	return c.BiasSum / float64(c.Steps)
}

// Objective returns lambda/2 |w|^2 plus the mean loss of the samples, of targets y and weights, nil
// for weights of 1.
func (c *Correction) Objective(rows Rows, w []float64, b float64, y, weight []float64) float64 {
	sum, total, norm := 0.0, 0.0, 0.0
	for i, target := range y {
		share := 1.0
		if weight != nil {
			share = weight[i]
		}
		sum += float64(share * c.Loss.Value(math.Abs(target-rows.Dot(i, w)-b)-c.Epsilon))
		total += share
	}
	for _, v := range w {
		norm += float64(v * v)
	}
	return float64(c.Lambda/2*norm) + sum/total
}
