package primal

import (
	"sort"

	"maxmargin/core/loss"
	"maxmargin/core/rng"
)

// Subgradient is stochastic subgradient descent for a margin loss l without a separate bias
// (Shalev-Shwartz & Ben-David, section 15.5; Pegasos):
//
//	minimise over w   lambda/2 |w|^2 + mean of l(1 - y_i <w, x_i>)
//
// where the mean is weighted if the samples are. In step t it looks at one sample i and
// w_t = theta_t / (lambda t), and adds s_t y_i x_i to theta, where s_t is the slope of
// the loss at w_t: of the hinge loss 1 if y_i <w_t, x_i> < 1, and else 0. The output is
// the mean of all w_t, or the last.
//
// If the slope is not constant between kinks, a step along it can be much too long: the
// first steps have the length 1/lambda. For such losses the slope is taken at the end of
// the step, at w_t+1 (implicit gradient descent: Kulis & Bartlett, Implicit online
// learning, 2010; Toulis & Airoldi, Asymptotic and finite-sample properties of estimators
// based on stochastic gradients, 2017). With u = theta_t / (lambda (t+1)), which is w_t+1
// without this sample, it is the slope at the proximal point of 1 - y_i <u, x_i> for the
// step |x_i|^2 / (lambda (t+1)).
//
// The mean needs no extra pass: with the harmonic numbers H_t it is, after T steps,
//
//	1/(lambda T) sum over the steps r of s_r y_i x_i (H_T - H_r)
//	= (H_T theta - u) / (lambda T), where u is the sum of s_r y_i x_i H_r.
//
// so that a step takes one inner product and, if s_t is not 0, two additions.
type Subgradient struct {
	Loss   loss.Loss
	Lambda float64 // > 0
	// Constant is the value of one further feature; its weight, which is penalised like all
	// others, times Constant is the bias; 0: no bias.
	Constant float64

	// The current state; the last entry of a vector belongs to the constant feature.
	Steps    int       // t, done so far
	Harmonic float64   // H_t
	Theta    []float64 // length d+1
	Weighted []float64 // u, length d+1

	explicit bool // whether the slope is that at w_t
}

// NewSubgradient returns a descent of d features at its start.
func NewSubgradient(l loss.Loss, d int, lambda, constant float64) *Subgradient {
	return &Subgradient{Loss: l, explicit: loss.PiecewiseLinear(l), Lambda: lambda, Constant: constant, Theta: make([]float64, d+1), Weighted: make([]float64, d+1)}
}

// Step makes a step for sample i, with the sign y and the weight of its loss.
func (s *Subgradient) Step(x *Samples, i int, y, weight float64) {
	d := len(s.Theta) - 1
	s.Steps++
	t := float64(s.Steps)
	s.Harmonic += 1 / t
	value := float64(y * (x.Dot(i, s.Theta[:d]) + float64(s.Constant*s.Theta[d])))
	slope := 0.0
	if s.explicit {
		slope = s.Loss.Slope(1 - value/float64(s.Lambda*t))
	} else {
		length := 1 / float64(s.Lambda*(t+1))
		norm := x.Norm[i] + float64(s.Constant*s.Constant)
		_, slope = s.Loss.Prox(1-float64(value*length), float64(norm*weight)*length)
	}
	if slope == 0 {
		return
	}
	y *= float64(slope * weight)
	x.Add(i, y, s.Theta[:d])
	x.Add(i, float64(y*s.Harmonic), s.Weighted[:d])
	s.Theta[d] += float64(y * s.Constant)
	s.Weighted[d] += float64(float64(y*s.Constant) * s.Harmonic)
}

// Mean writes the mean of all w_t so far into dst, length d+1.
func (s *Subgradient) Mean(dst []float64) {
	scale := float64(s.Lambda * float64(max(s.Steps, 1)))
	for j, v := range s.Theta {
		dst[j] = (float64(s.Harmonic*v) - s.Weighted[j]) / scale
	}
}

// Last writes theta_T+1 / (lambda (T+1)), the w of the next step, into dst, length
// d+1.
func (s *Subgradient) Last(dst []float64) {
	scale := float64(s.Lambda * float64(s.Steps+1))
	for j, v := range s.Theta {
		dst[j] = v / scale
	}
}

// Objective returns the objective of w, length d+1, for samples with signs y and weights;
// nil weights are all 1.
func (s *Subgradient) Objective(rows Rows, w, y, weight []float64) float64 {
	d := len(w) - 1
	sum, total, norm := 0.0, 0.0, 0.0
	for i, sign := range y {
		share := 1.0
		if weight != nil {
			share = weight[i]
		}
		shortfall := 1 - float64(sign*(rows.Dot(i, w[:d])+float64(s.Constant*w[d])))
		sum += float64(share * s.Loss.Value(shortfall))
		total += share
	}
	for _, v := range w {
		norm += float64(v * v)
	}
	if total > 0 {
		sum /= total
	}
	return float64(s.Lambda/2*norm) + sum
}

// Draw chooses samples at random, with replacement, with probabilities in proportion to
// their weights. Adjacent copies of a sample give the same draws as one sample with an
// integer weight.
type Draw struct {
	stream *rng.Stream
	until  []float64 // sums of the weights up to and with each sample
}

// NewDraw returns draws from n samples, of equal weights if weight is nil.
func NewDraw(seed uint64, n int, weight []float64) *Draw {
	d := &Draw{stream: rng.New(seed), until: make([]float64, n)}
	sum := 0.0
	for i := range d.until {
		if weight == nil {
			sum++
		} else {
			sum += weight[i]
		}
		d.until[i] = sum
	}
	return d
}

// Next returns the number of a sample.
func (d *Draw) Next() int {
	last := len(d.until) - 1
	at := d.stream.Float64() * d.until[last]
	return min(last, sort.Search(last, func(i int) bool { return at < d.until[i] }))
}
