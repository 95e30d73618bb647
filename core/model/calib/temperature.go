package calib

import "math"

// logits are the values of one sample of which a softmax makes probabilities: one
// for each class, and the class that the sample is of.
type logits struct {
	values []float64
	class  int
	weight float64
}

// temperature returns the factor a >= 0, the inverse of the temperature, that
// maximises the likelihood of softmax(a f) (Guo et al. 2017). The target of a
// sample's own class is (N + 1)/(N + 2), and the rest is shared evenly. N is the weight of
// that class, and for values of pairs the mean weight of a class: Platt's targets, without
// which separable values would have no maximum.
//
// The derivative of the loss rises with a, so that its zero can be bracketed. It is found
// by Newton's method, and by bisection where a step leaves the bracket.
func temperature(samples []logits, targets func(class int) float64) float64 {
	size := 0.0
	for _, s := range samples {
		for _, v := range s.values {
			size = max(size, math.Abs(v))
		}
	}
	if size == 0 {
		return 0
	}
	slope := func(a float64) (first, second float64) {
		for _, s := range samples {
			g, h := s.derivatives(a, size, targets(s.class))
			first, second = first+float64(s.weight*g), second+float64(s.weight*h)
		}
		return first, second
	}
	low, high := 0.0, 1.0
	if first, _ := slope(0); first >= 0 {
		return 0 // larger values do not mean larger probabilities
	}
	for first, _ := slope(high); first < 0 && high < 1e15; first, _ = slope(high) {
		low, high = high, 2*high
	}
	a := (low + high) / 2
	for range 200 {
		first, second := slope(a)
		if first < 0 {
			low = a
		} else {
			high = a
		}
		next := a - first/second
		if !(next > low && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next-a) <= 1e-15*a {
			break
		}
		a = next
	}
	return a / size
}

// derivatives returns the first two derivatives of - sum of t_c log softmax_c(a f / size)
// by a: with the probabilities p, sum of (p_c - t_c) f_c and the variance of f under p.
func (s logits) derivatives(a, size, target float64) (first, second float64) {
	k := len(s.values)
	p := make([]float64, k)
	softmax(p, s.values, a/size)
	mean, square := 0.0, 0.0
	for c, v := range s.values {
		f, t := v/size, (1-target)/float64(k-1)
		if c == s.class {
			t = target
		}
		first += float64((p[c] - t) * f)
		mean += float64(p[c] * f)
		square += float64(p[c] * float64(f*f))
	}
	return first, max(square-float64(mean*mean), 0)
}

// softmax writes exp(a f_c) / sum of exp(a f_j) into p.
func softmax(p, f []float64, a float64) {
	largest, sum := math.Inf(-1), 0.0
	for _, v := range f {
		largest = max(largest, v)
	}
	for c, v := range f {
		p[c] = math.Exp(a * (v - largest))
		sum += p[c]
	}
	for c := range p {
		p[c] /= sum
	}
}
