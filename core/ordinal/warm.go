package ordinal

import (
	"math"

	"maxmargin/core/fault"
	"maxmargin/core/qp"
)

// startable fails unless a machine that was fitted to so many samples of so many ranks can be
// started from with others.
func startable(fitted, samples, fittedRanks, ranks int) error {
	if fitted != samples {
		return fault.New(fault.Option, "warmStart", "warmStart needs the samples of the previous fit, but that had %d samples and X has %d; set warmStart to false", fitted, samples).
			With("expected", fitted).With("got", samples)
	}
	if fittedRanks != ranks {
		return fault.New(fault.Option, "warmStart", "warmStart needs the samples of the previous fit, but that had %d ranks and y has %d; set warmStart to false", fittedRanks, ranks).
			With("expected", fittedRanks).With("got", ranks)
	}
	return nil
}

// shares returns the variables as shares of their upper bounds, from which a fit with other
// bounds can start: where all bounds grow by the same factor, so do the variables, and what
// was at a bound stays there.
func shares(alpha, upper []float64) []float64 {
	s := make([]float64, len(alpha))
	for c, a := range alpha {
		if upper[c] > 0 {
			s[c] = a / upper[c]
		}
	}
	return s
}

// start returns the feasible point of a problem at these shares of the upper bounds, nil if
// they are not those of this problem. The sum of sign times variable is 0 in each group: the
// side that is larger, where the weights of the samples changed, is scaled down.
func start(p *qp.Problem, shares []float64) []float64 {
	if len(shares) != len(p.Upper) {
		return nil
	}
	at := make([]float64, len(shares))
	sums := make([][2]float64, p.GroupCount)
	side := func(c int) int {
		if p.Sign[c] < 0 {
			return 1
		}
		return 0
	}
	for c, s := range shares {
		if s > 0 { // not NaN either
			at[c] = min(s, 1) * p.Upper[c]
		}
		if g := p.Group[c]; g >= 0 {
			sums[g][side(c)] += at[c]
		}
	}
	for c := range at {
		g := p.Group[c]
		if g < 0 {
			continue
		}
		own, other := sums[g][side(c)], sums[g][1-side(c)]
		if own > other && own-other > 1e-12*math.Abs(own) {
			at[c] *= other / own
		}
	}
	return at
}
