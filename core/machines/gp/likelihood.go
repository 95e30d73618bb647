package gp

import (
	"math"
	"slices"

	"maxmargin/core/data/loss"
)

// likelihood is the probability of the labels of some rows, given the latent function f, each to the
// power of the weight w of its sample.
type likelihood interface {
	// parameters returns how many parameters it has, which are the last ones of theta.
	parameters() int
	// set gives it all parameters.
	set(theta []float64)
	// log returns w log p(y_i | f).
	log(i int, f float64) float64
	// slopes returns the derivative by f of that, and minus the second one.
	slopes(i int, f float64) (slope, curvature float64)
	// drift returns the derivative by f of the logarithm of the curvature.
	drift(i int, f float64) float64
	// differentiate completes the gradient of the evidence, which has the derivatives by the logarithms
	// of the other parameters, where f stays as it is with their change. See laplace: spread has the
	// variances of f, moved is K'u.
	differentiate(p *point, spread, moved []float64)
	// part returns the likelihood of some of the rows; nil if they are too few.
	part(chosen []int) likelihood
}

// logistic is the likelihood of labels of two classes: 1 / (1 + exp(-y f)), y = +-1.
type logistic struct{ sign, weight []float64 } // of the rows

// newLogistic returns that of some rows; sign has the sign of each sample of the whole set.
func newLogistic(rows []int, weight, sign []float64) *logistic {
	l := &logistic{weight: weight}
	for _, i := range rows {
		l.sign = append(l.sign, sign[i])
	}
	return l
}

// fewOfSign is how many samples of each sign a part of a large set must have.
const fewOfSign = 10

func (l *logistic) parameters() int { return 0 }

func (l *logistic) set([]float64) {}

func (l *logistic) log(i int, f float64) float64 {
	return float64(l.weight[i] * loss.LogProbability(l.sign[i]*f))
}

func (l *logistic) slopes(i int, f float64) (slope, curvature float64) {
	e := math.Exp(-math.Abs(f))
	return l.sign[i] * l.weight[i] * math.Exp(loss.LogProbability(-l.sign[i]*f)), l.weight[i] * e / ((1 + e) * (1 + e))
}

// drift is 1 - 2 p, with p the probability of +1.
func (l *logistic) drift(_ int, f float64) float64 { return -math.Tanh(f / 2) }

func (l *logistic) differentiate(*point, []float64, []float64) {}

func (l *logistic) part(chosen []int) likelihood {
	some, positive := &logistic{}, 0
	for _, c := range chosen {
		some.sign, some.weight = append(some.sign, l.sign[c]), append(some.weight, l.weight[c])
		if l.sign[c] > 0 {
			positive++
		}
	}
	if min(positive, len(chosen)-positive) < fewOfSign {
		return nil
	}
	return some
}

// steps is the likelihood of ranks: y is the interval between boundaries that f plus a standard normal
// number lies in,
//
//	p(y | f) = F(b_y - f) - F(b_(y-1) - f),  b_0 = -Inf, b_q = Inf.
//
// Its parameters, positive as those of kernels, are t_1 .. t_(q-1), with the boundaries in units of
// the standard deviation of the prior:
//
//	b_1 = sqrt(v) log t_1,  b_r = b_(r-1) + sqrt(v) t_r.
type steps struct {
	interval func(a, b float64) loss.Term
	rank     []int32 // of the rows, among the q that there are
	weight   []float64
	bounds   []float64 // b_1 .. b_(q-1)
}

// fewOfRank is how many samples of each rank a part of a large set must have.
const fewOfRank = 5

func (s *steps) parameters() int { return len(s.bounds) }

func (s *steps) set(theta []float64) {
	unit, own := math.Sqrt(theta[0]), theta[len(theta)-len(s.bounds):]
	for r, t := range own {
		if r == 0 {
			s.bounds[0] = unit * math.Log(t)
		} else {
			s.bounds[r] = s.bounds[r-1] + unit*t
		}
	}
}

// of returns the parameters of boundaries, for the variance v.
func (s *steps) of(v float64) (own []float64) {
	unit := math.Sqrt(v)
	for r, b := range s.bounds {
		if r == 0 {
			own = append(own, math.Exp(b/unit))
		} else {
			own = append(own, (b-s.bounds[r-1])/unit)
		}
	}
	return own
}

// at returns the interval of a rank from the latent value f on.
func (s *steps) at(rank int32, f float64) (a, b float64) {
	a, b = math.Inf(-1), math.Inf(1)
	if rank > 0 {
		a = s.bounds[rank-1] - f
	}
	if int(rank) < len(s.bounds) {
		b = s.bounds[rank] - f
	}
	return a, b
}

// term returns log p and its derivatives by the ends of the interval.
func (s *steps) term(i int, f float64) loss.Term {
	return s.interval(s.at(s.rank[i], f))
}

func (s *steps) log(i int, f float64) float64 { return s.weight[i] * s.term(i, f).Log }

func (s *steps) slopes(i int, f float64) (slope, curvature float64) {
	t := s.term(i, f)
	return -s.weight[i] * (t.A + t.B), s.weight[i] * max(0, -(t.AA+2*t.AB+t.BB))
}

// third has the third derivatives of the logarithm of the normal probability of an interval.
type third struct{ aaa, aab, abb, bbb float64 }

// thirdOf follows from the densities at the ends over the probability: A = -t.A and B = t.B, whose
// derivatives are A_a = A² - a A, A_b = -A B, B_a = A B and B_b = -b B - B².
func thirdOf(a, b float64, t loss.Term) (d third) {
	atA, atB := -t.A, t.B
	if atA > 0 {
		d.aaa, d.aab = atA+(a-2*atA)*(atA*atA-a*atA), -atA*atB*(a-2*atA)
	}
	if atB > 0 {
		d.abb, d.bbb = -atA*atB*(b+2*atB), -atB+(b+2*atB)*(b*atB+atB*atB)
	}
	return d
}

func (s *steps) drift(i int, f float64) float64 {
	a, b := s.at(s.rank[i], f)
	t := s.interval(a, b)
	d := thirdOf(a, b, t)
	if w := -(t.AA + 2*t.AB + t.BB); w > 0 {
		return (d.aaa + 3*d.aab + 3*d.abb + d.bbb) / w
	}
	return 0
}

func (s *steps) differentiate(p *point, spread, moved []float64) {
	by := make([]float64, len(s.bounds)+1) // by the boundaries, and room for the last rank
	for i, rank := range s.rank {
		a, b := s.at(rank, p.mode.latent[i])
		t, w := s.interval(a, b), s.weight[i]
		d := thirdOf(a, b, t)
		if rank > 0 {
			by[rank-1] += w * (t.A + spread[i]/2*(d.aaa+2*d.aab+d.abb) - moved[i]*(t.AA+t.AB))
		}
		by[rank] += w * (t.B + spread[i]/2*(d.aab+2*d.abb+d.bbb) - moved[i]*(t.AB+t.BB))
	}
	s.byBoundaries(p, by)
}

// byBoundaries completes a gradient from the derivatives by the boundaries, with f as it is.
func (s *steps) byBoundaries(p *point, by []float64) {
	unit, above := math.Sqrt(p.theta[0]), 0.0 // the sum of by over the boundaries from one on
	var own []float64
	for r, b := range slices.Backward(s.bounds) {
		p.gradient[0] += b * by[r] / 2
		above += by[r]
		step := unit
		if r > 0 {
			step = b - s.bounds[r-1]
		}
		own = append(own, step*above)
	}
	slices.Reverse(own)
	p.gradient = append(p.gradient, own...)
}

func (s *steps) part(chosen []int) likelihood {
	some, count := &steps{interval: s.interval, bounds: slices.Clone(s.bounds)}, make([]int, len(s.bounds)+1)
	for _, c := range chosen {
		some.rank, some.weight = append(some.rank, s.rank[c]), append(some.weight, s.weight[c])
		count[s.rank[c]]++
	}
	if slices.Min(count) < fewOfRank {
		return nil
	}
	return some
}
