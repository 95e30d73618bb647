package primal

import (
	"sort"

	"maxmargin/core/base/rng"
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
// so that a step takes one inner product and, if s_t is not 0, two additions. Recurrence has these
// numbers, and other lengths of the steps.
type Subgradient struct {
	Recurrence
	Theta    []float64 // length d+1; the last entry belongs to the constant feature
	Weighted []float64 // u, length d+1
}

// NewSubgradient returns a descent of d features at its start.
func NewSubgradient(r Recurrence, d int) *Subgradient {
	return &Subgradient{Recurrence: r, Theta: make([]float64, d+1), Weighted: make([]float64, d+1)}
}

// Step makes a step for sample i, with the sign y and the weight of its loss.
func (s *Subgradient) Step(x *Samples, i int, y, weight float64) {
	d := len(s.Theta) - 1
	dot := x.Dot(i, s.Theta[:d]) + float64(s.Constant*s.Theta[d])
	add := s.Next(dot, x.Norm[i]+float64(s.Constant*s.Constant), y, weight)
	if add != 0 {
		x.Add(i, add, s.Theta[:d])
		x.Add(i, float64(add*s.Harmonic), s.Weighted[:d])
		s.Theta[d] += float64(add * s.Constant)
		s.Weighted[d] += float64(float64(add*s.Constant) * s.Harmonic)
	}
	s.Fold(s.Theta, s.Weighted)
}

// Mean writes the mean of all w_t so far into dst, length d+1.
func (s *Subgradient) Mean(dst []float64) { s.MeanOf(dst, s.Theta, s.Weighted) }

// Last writes the w of the next step into dst, length d+1.
func (s *Subgradient) Last(dst []float64) { s.LastOf(dst, s.Theta) }

// Objective returns the objective of w, length d+1, for samples with signs y and weights, nil for
// weights of 1.
func (s *Subgradient) Objective(rows Rows, w, y, weight []float64) float64 {
	d, norm := len(w)-1, 0.0
	for _, v := range w {
		norm += float64(v * v)
	}
	return s.ObjectiveOf(func(i int) float64 { return rows.Dot(i, w[:d]) + float64(s.Constant*w[d]) }, norm, y, weight)
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
