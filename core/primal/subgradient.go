package primal

import (
	"sort"

	"maxmargin/core/rng"
)

// Subgradient is stochastic subgradient descent for the soft margin without a
// bias of its own (Shalev-Shwartz & Ben-David, section 15.5; Pegasos). It goes for
//
//	minimise over w   lambda/2 |w|^2 + mean of max(0, 1 - y_i <w, x_i>)
//
// where the mean is weighted if the samples are. In step t it looks at one sample
// i and w_t = theta_t / (lambda t), and adds y_i x_i to theta if y_i <w_t, x_i> < 1.
// The output is the mean of all w_t, or the last.
//
// The mean costs nothing on the way: with harmonic numbers H_t it is after T steps
//
//	1/(lambda T) sum over the steps s that added of y_i x_i (H_T - H_s)
//	= (H_T theta - u) / (lambda T), where u is the sum of y_i x_i H_s.
//
// so that a step is one inner product and, if it adds, two additions.
type Subgradient struct {
	Lambda float64 // > 0
	// Constant is the value of one further feature, whose weight, penalised as all
	// others, makes the bias; 0: no bias.
	Constant float64

	// Where it stands; the last entry of a vector is that of the constant feature.
	Steps    int       // t, done so far
	Harmonic float64   // H_t
	Theta    []float64 // length d+1
	Weighted []float64 // u, length d+1
}

// NewSubgradient returns a descent of d features at its start.
func NewSubgradient(d int, lambda, constant float64) *Subgradient {
	return &Subgradient{Lambda: lambda, Constant: constant, Theta: make([]float64, d+1), Weighted: make([]float64, d+1)}
}

// Step looks at sample i, whose sign is y and whose loss counts weight times.
func (s *Subgradient) Step(rows Rows, i int, y, weight float64) {
	d := len(s.Theta) - 1
	s.Steps++
	t := float64(s.Steps)
	s.Harmonic += 1 / t
	value := rows.Dot(i, s.Theta[:d]) + float64(s.Constant*s.Theta[d])
	if float64(y*value) >= float64(s.Lambda*t) {
		return
	}
	y *= weight
	rows.Add(i, y, s.Theta[:d])
	rows.Add(i, float64(y*s.Harmonic), s.Weighted[:d])
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

// Objective returns the objective of w, length d+1, for samples of signs y and
// weights, nil for all 1.
func (s *Subgradient) Objective(rows Rows, w, y, weight []float64) float64 {
	d := len(w) - 1
	loss, total, norm := 0.0, 0.0, 0.0
	for i, sign := range y {
		share := 1.0
		if weight != nil {
			share = weight[i]
		}
		slack := 1 - float64(sign*(rows.Dot(i, w[:d])+float64(s.Constant*w[d])))
		loss += float64(share * max(0, slack))
		total += share
	}
	for _, v := range w {
		norm += float64(v * v)
	}
	if total > 0 {
		loss /= total
	}
	return float64(s.Lambda/2*norm) + loss
}

// Draw chooses samples at random, with replacement, each as likely as its weight.
// Repeating a sample next to itself is the same as giving it a larger integer
// weight, number by number.
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
