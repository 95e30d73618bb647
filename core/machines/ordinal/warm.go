package ordinal

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/model"
	"maxmargin/core/solve/qp"
)

// startable fails unless a machine that was fitted to so many samples of so many ranks can be
// started from with others.
func startable(fitted, samples, fittedRanks, ranks int) error {
	if err := model.Startable(fitted, samples); err != nil {
		return err
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
	for c, s := range shares {
		if s > 0 { // not NaN either
			at[c] = min(s, 1) * p.Upper[c]
		}
	}
	p.Balance(at)
	return at
}
