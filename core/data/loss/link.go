package loss

import "math"

// Link is a distribution function F of the noise of a latent utility. Interval returns the
// logarithm of F(b) - F(a) for a < b, where a may be -Inf and b +Inf, with its derivatives.
// It is a concave function of (a, b), because the density is log-concave.
type Link struct {
	Interval func(a, b float64) Term
	Inverse  func(p float64) float64 // the x with F(x) = p
}

// Term is the logarithm of a probability, and its first and second derivatives.
type Term struct{ Log, A, B, AA, AB, BB float64 }

// LinkOf returns the link 'logit', 'probit' or 'cloglog'.
func LinkOf(name string) Link {
	switch name {
	case "probit":
		return Link{probit, func(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }}
	case "cloglog":
		return Link{cloglog, func(p float64) float64 { return math.Log(-math.Log1p(-p)) }}
	}
	return Link{logit, func(p float64) float64 { return math.Log(p) - math.Log1p(-p) }}
}

// logit is the interval of F(x) = 1 / (1 + exp(-x)), from
//
//	F(b) - F(a) = F(b) (1 - F(a)) (1 - exp(a - b))
func logit(a, b float64) Term {
	upA, downA := Probability(a), Probability(-a)
	upB, downB := Probability(b), Probability(-b)
	h := 1 / math.Expm1(b-a)
	curve := h + h*h
	return Term{
		Log: LogProbability(b) + LogProbability(-a) + math.Log(-math.Expm1(a-b)),
		A:   -upA - h, B: downB + h,
		AA: -upA*downA - curve, AB: curve, BB: -upB*downB - curve,
	}
}

// probit is the interval of the normal distribution. The other tail has the same numbers.
func probit(a, b float64) Term {
	if a > 0 {
		t := probit(-b, -a)
		return Term{Log: t.Log, A: -t.B, B: -t.A, AA: t.BB, AB: t.AB, BB: t.AA}
	}
	var t Term
	var atA, atB float64 // the densities, divided by the probability
	if b <= -1 {
		ratio := math.Exp((b - a) * (b + a) / 2) // of the densities at a and b
		share := mills(-b)
		if ratio > 0 {
			share -= ratio * mills(-a)
		}
		t.Log = logDensity(b) + math.Log(share)
		atA, atB = ratio/share, 1/share
	} else {
		p := (math.Erf(b/math.Sqrt2) - math.Erf(a/math.Sqrt2)) / 2
		t.Log = math.Log(p)
		atA, atB = math.Exp(logDensity(a))/p, math.Exp(logDensity(b))/p
	}
	t.A, t.B = -atA, atB
	t.AB = atA * atB
	t.AA, t.BB = -atA*atA, -atB*atB
	if atA > 0 {
		t.AA += a * atA
	}
	if atB > 0 {
		t.BB -= b * atB
	}
	return t
}

func logDensity(x float64) float64 { return -x*x/2 - math.Log(2*math.Pi)/2 }

// mills returns the probability of more than x >= 0 under the normal distribution, divided by
// the density at x.
func mills(x float64) float64 {
	if x < 5 {
		return math.Erfc(x/math.Sqrt2) / 2 * math.Exp(x*x/2) * math.Sqrt(2*math.Pi)
	}
	below := x // Laplace's continued fraction
	for k := 40; k > 0; k-- {
		below = x + float64(k)/below
	}
	return 1 / below
}

// cloglog is the interval of F(x) = 1 - exp(-exp(x)): with t = exp(b) - exp(a) the
// probability is exp(-exp(a)) (1 - exp(-t)).
func cloglog(a, b float64) Term {
	low, high := math.Exp(a), math.Exp(b)
	if math.IsInf(high, 1) { // exp(-t) is zero
		return Term{Log: -low, A: -low, AA: -low}
	}
	t := high - low
	if low > 0 {
		t = low * math.Expm1(b-a)
	}
	r := Term{Log: -low + math.Log(-math.Expm1(-t))}
	atA, atB := low/math.Expm1(t), high/math.Expm1(t)
	if t < 1e-9 { // or even 0: 1 / expm1(t) is 1/t - 1/2 then
		r.Log = b + math.Log(-math.Expm1(a-b)) - low
		atA, atB = 1/math.Expm1(b-a)-low/2, -1/math.Expm1(a-b)-high/2
	}
	r.A, r.B = -low-atA, atB
	r.AA, r.AB, r.BB = r.A-atA*(low+atA), atA*(high+atB), atB*(1-high-atB)
	return r
}
