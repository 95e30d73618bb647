package sample

import "maxmargin/core/base/fault"

// Ready returns an error unless a machine is fitted and x has as many features as its training
// samples. what names the machine in the message; features is 0 before the first fit.
func Ready(what string, features int, x Set) error {
	if features == 0 {
		return fault.New(fault.NotFitted, "", "this %s is not fitted yet; call fit first", what)
	}
	if got := x.Dim(); got != features {
		return fault.New(fault.FeatureCount, "X", "X has %d features, but this %s was fitted with %d; pass the same columns", got, what, features).
			With("expected", features).With("got", got)
	}
	return nil
}
