package primal

import (
	"math"

	"maxmargin/core/data/loss"
)

// Recurrence has the numbers of a stochastic subgradient descent that do not depend on its vectors,
// which are weights (Subgradient) or coefficients of samples. After t-1 steps w_t = c_t theta. A
// step for sample i with the sign y
//
//	adds (eta_t / c_t+1) s_t y x_i to theta,  c_t+1 = (1 - eta_t lambda) c_t
//
// where s_t is the slope of its loss; and the sum of all w_t is A theta - u, where A is the
// sum of all c_t, and every addition to theta is also added to u, times A.
type Recurrence struct {
	Loss   loss.Loss
	Lambda float64 // > 0
	// Constant is the value of one further feature; its weight, which is penalised like all
	// others, times Constant is the bias; 0: no bias.
	Constant float64
	// Rate names the length eta_t of the steps:
	//
	//	RateOptimal  1/(lambda (t+1)), so that c_t = 1/(lambda t): the algorithm as the
	//	             book prints it (section 15.5)
	//	RatePegasos  1/(lambda t), so that c_t = 1/(lambda (t-1)): the algorithm as the
	//	             book derives it, and as the paper on Pegasos has it
	//	RateSqrt     B/(rho sqrt(t)), and the ends of the steps are projected onto the
	//	             ball |w| <= B (section 14.8, exercise 4)
	Rate string
	// Bound is B, and Steepest is rho, a bound on the gradients in the ball; for RateSqrt.
	Bound, Steepest float64

	// The current state.
	Steps    int     // t-1, done so far
	Harmonic float64 // A, times lambda unless the rate is RateSqrt
	Scale    float64 // c_t; for RateSqrt
	Square   float64 // |theta|^2; for RateSqrt

	explicit bool // whether the slope is that at w_t
}

// The lengths of the steps, by the names that users give them.
const (
	RateOptimal = "optimal"
	RatePegasos = "pegasos"
	RateSqrt    = "sqrt"
)

// NewRecurrence returns a recurrence at its start.
func NewRecurrence(l loss.Loss, lambda, constant float64, rate string) Recurrence {
	return Recurrence{Loss: l, explicit: loss.PiecewiseLinear(l), Lambda: lambda, Constant: constant, Rate: rate, Scale: 1}
}

// Within sets the ball and the bound on the gradients in it, for samples of a squared norm of at
// most radius2. An infinite bound stands for sqrt(2 l(1) / lambda): with w = 0 the objective is
// l(1), so that the best w is no longer. Slopes grow with the shortfall, which is at most 1 + B R
// in the ball.
func (r *Recurrence) Within(bound, radius2 float64) {
	if math.IsInf(bound, 1) {
		bound = math.Sqrt(2 * r.Loss.Value(1) / r.Lambda)
	}
	radius := math.Sqrt(radius2)
	r.Bound, r.Steepest = bound, float64(radius*r.Loss.Slope(1+float64(bound*radius)))+float64(r.Lambda*bound)
}

// Next makes a step for a sample x with the sign y and the weight of its loss. dot is <theta, x>
// and norm is |x|^2, both with the constant feature. It returns the multiple of x to add to theta;
// the caller adds Harmonic times it to u.
func (r *Recurrence) Next(dot, norm, y, weight float64) float64 {
	r.Steps++
	t := float64(r.Steps)
	value, before, after, gain := float64(y*dot), float64(r.Lambda*t), float64(r.Lambda*(t+1)), 1.0
	switch r.Rate {
	case RatePegasos:
		before, after = float64(r.Lambda*(t-1)), before
		if r.Steps > 1 {
			r.Harmonic += 1 / (t - 1)
		}
	case RateSqrt:
		length := r.Bound / float64(r.Steepest*math.Sqrt(t))
		r.Harmonic += r.Scale
		before = 1 / r.Scale
		if r.Steps > 1 { // w_1 is zero
			r.Scale *= 1 - float64(length*r.Lambda)
		}
		after, gain = 1/r.Scale, length/r.Scale
	default:
		r.Harmonic += 1 / t
	}
	slope := 0.0
	if r.explicit {
		if before > 0 {
			value /= before
		}
		slope = r.Loss.Slope(1 - value)
	} else {
		length := 1 / after
		_, slope = r.Loss.Prox(1-float64(value*length), float64(float64(norm*weight)*gain)*length)
	}
	add := float64(y*float64(slope*weight)) * gain
	if r.Rate == RateSqrt {
		r.project(add, dot, norm)
	}
	return add
}

// project moves w into the ball after add times a sample was added to theta.
func (r *Recurrence) project(add, dot, norm float64) {
	r.Square = max(0, r.Square+float64(2*add*dot)+float64(add*add)*norm)
	if length := r.Scale * math.Sqrt(r.Square); length > r.Bound {
		r.Scale *= r.Bound / length
	}
}

// smallest is the factor c below which it moves into theta, so that it does not underflow and
// A theta - u does not cancel.
const smallest = 1. / 16

// Fold makes the factor of theta 1 when it has become small: theta becomes w, and u becomes minus
// the sum of all w_t. vectors are functions of theta, each followed by the same function of u. Fold
// is called after every step, and reports whether it changed them.
func (r *Recurrence) Fold(vectors ...[]float64) bool {
	if r.Rate != RateSqrt || r.Scale >= smallest {
		return false
	}
	for i := 0; i < len(vectors); i += 2 {
		theta, u := vectors[i], vectors[i+1]
		for j, v := range theta {
			u[j] -= float64(r.Harmonic * v)
			theta[j] = float64(r.Scale * v)
		}
	}
	r.Square *= float64(r.Scale * r.Scale)
	r.Harmonic, r.Scale = 0, 1
	return true
}

// unit is the unit of Harmonic.
func (r *Recurrence) unit() float64 {
	if r.Rate == RateSqrt {
		return 1
	}
	return r.Lambda
}

// MeanOf writes the mean of all w_t so far into dst, from a function of theta and the same
// function of u, entry by entry.
func (r *Recurrence) MeanOf(dst, theta, u []float64) {
	scale := float64(r.unit() * float64(max(r.Steps, 1)))
	for j, v := range theta {
		dst[j] = (float64(r.Harmonic*v) - u[j]) / scale
	}
}

// LastOf writes the w of the next step into dst, from a function of theta.
func (r *Recurrence) LastOf(dst, theta []float64) {
	scale := 1 / r.Scale
	switch {
	case r.Rate == RatePegasos:
		scale = float64(r.Lambda * float64(max(r.Steps, 1)))
	case r.Rate != RateSqrt:
		scale = float64(r.Lambda * float64(r.Steps+1))
	}
	for j, v := range theta {
		dst[j] = v / scale
	}
}

// ObjectiveOf returns the objective of a w with this squared norm and these values f of the
// samples, with signs y and weights, nil for weights of 1.
func (r *Recurrence) ObjectiveOf(f func(i int) float64, norm float64, y, weight []float64) float64 {
	sum, total := 0.0, 0.0
	for i, sign := range y {
		share := 1.0
		if weight != nil {
			share = weight[i]
		}
		sum += float64(share * r.Loss.Value(1-float64(sign*f(i))))
		total += share
	}
	if total > 0 {
		sum /= total
	}
	return float64(r.Lambda/2*norm) + sum
}
