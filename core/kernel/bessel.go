package kernel

import "math"

// besselK is K_nu, the modified Bessel function of the second kind, of an order nu >= 0.
type besselK struct {
	nu    float64
	mu    float64 // nu less the nearest integer, in [-1/2, 1/2]
	ratio float64 // pi mu / sin(pi mu)

	// (1/Gamma(1-mu) - 1/Gamma(1+mu)) / (2 mu) and (1/Gamma(1-mu) + 1/Gamma(1+mu)) / 2.
	first, second float64
}

// newBesselK returns K of an order >= 0.
func newBesselK(nu float64) besselK {
	k := besselK{nu: nu, mu: nu - math.Floor(nu+0.5), ratio: 1}
	if k.mu != 0 {
		k.ratio = math.Pi * k.mu / math.Sin(math.Pi*k.mu)
	}
	// The coefficients of 1/Gamma(1+x) = even[0] + odd[0] x + even[1] x^2 + odd[1] x^3
	// and so on. In this series the difference does not cancel.
	even := [...]float64{
		1.0, -0.6558780715202539, 0.16653861138229148, -0.009621971527876973,
		-0.0011651675918590652, 0.0001280502823881162, -1.2504934821426706e-06, -2.056338416977607e-07,
		5.002007644469223e-09, 1.0434267116911005e-10, -3.696805618642206e-12, -2.0583260535665066e-14,
	}
	odd := [...]float64{
		0.5772156649015329, -0.04200263503409524, -0.04219773455554433, 0.0072189432466631,
		-0.00021524167411495098, -2.013485478078824e-05, 1.133027231981696e-06, 6.116095104481416e-09,
		-1.18127457048702e-09, 7.782263439905071e-12, 5.100370287454476e-13, -5.348122539423018e-15,
	}
	square := k.mu * k.mu
	for i := len(odd) - 1; i >= 0; i-- {
		k.first = k.first*square - odd[i]
		k.second = k.second*square + even[i]
	}
	return k
}

// Scaled returns x^nu K_nu(x) for x >= 0, which does not overflow where x is small. As x
// tends to 0 it tends to 2^(nu-1) Gamma(nu); only for nu = 0 it tends to infinity.
//
// K of the two orders next to zero, mu and mu + 1, comes from a series for x < 2 and from a
// continued fraction beyond (Temme, On the numerical evaluation of the modified Bessel function of
// the third kind, Journal of Computational Physics 19, 1975). All terms of the recurrence to order
// nu are positive, so that nothing cancels.
func (k besselK) Scaled(x float64) float64 {
	var g, next float64
	switch {
	case x == 0:
		g, next = k.zero()
	case x < 2:
		g, next = k.near(x)
	default:
		g, next = k.far(x)
	}
	for order := k.mu + 1; order < k.nu+0.5; order++ { // the order of next
		g, next = next, float64(x*x*g)+float64(2*order*next)
	}
	return g
}

// smallest ends a series: a term this small, relative to the sum, no longer changes it.
const smallest = 0x1p-54

// zero returns the limits of x^mu K_mu(x) and x^(mu+1) K_(mu+1)(x) as x tends to 0. The
// second is 2^mu Gamma(1+mu). The first is the second over 2 mu; for mu <= 0 there is no
// such limit.
func (k besselK) zero() (g, next float64) {
	next = math.Exp(k.mu*math.Ln2) / (k.second - k.mu*k.first)
	if k.mu <= 0 {
		if k.nu == k.mu {
			return math.Inf(1), next
		}
		return 0, next // the first is not used
	}
	return next / (2 * k.mu), next
}

// near returns x^mu K_mu(x) and x^(mu+1) K_(mu+1)(x) for 0 < x < 2, by a series.
func (k besselK) near(x float64) (g, next float64) {
	mu, log := k.mu, math.Log(2/x)
	t := mu * log
	power := math.Exp(t)                                    // (2/x)^mu
	cosh, sinch := (power+1/power)/2, (power-1/power)/(2*t) // sinh(t) / t
	if s := t * t; s < 0.25 {
		sinch = 1 + s/6*(1+s/20*(1+s/42*(1+s/72*(1+s/110*(1+s/156)))))
	}
	f := k.ratio * (k.first*cosh + k.second*sinch*log)
	p := 0.5 * power / (k.second - mu*k.first)
	q := 0.5 / power / (k.second + mu*k.first)
	sum, sum1, c := f, p, 1.0
	for i := 1.0; ; i++ {
		f = (i*f + p + q) / (i*i - mu*mu)
		p /= i - mu
		q /= i + mu
		c *= x * x / 4 / i
		term := c * f
		sum += term
		sum1 += c * (p - i*f)
		if math.Abs(term) < smallest*math.Abs(sum) {
			break
		}
	}
	scale := math.Pow(x, mu)
	return scale * sum, scale * 2 * sum1
}

// far returns x^mu K_mu(x) and x^(mu+1) K_(mu+1)(x) for x >= 2, by Steed's algorithm
// for the continued fraction of their quotient.
func (k besselK) far(x float64) (g, next float64) {
	mu := k.mu
	a := mu*mu - 0.25
	b := 2 * (1 + x)
	d := 1 / b
	h, delta := d, d
	q1, q2 := 0.0, 1.0
	c := -a
	q := c
	s := 1 + q*delta
	for i := 2.0; ; i++ {
		a -= 2 * (i - 1)
		c = -a * c / i
		newest := (q1 - b*q2) / a
		q1, q2 = q2, newest
		q += c * newest
		b += 2
		d = 1 / (b + a*d)
		delta = (b*d - 1) * delta
		h += delta
		term := q * delta
		s += term
		if math.Abs(term) < smallest*math.Abs(s) {
			break
		}
	}
	h *= 0.25 - mu*mu
	g = math.Pow(x, mu) * math.Sqrt(math.Pi/(2*x)) * math.Exp(-x) / s
	return g, g * (mu + x + 0.5 - h)
}
