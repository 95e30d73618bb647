package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"maxmargin/core/base/fault"
)

func TestNearest(t *testing.T) {
	known := []string{"C", "loss", "kernel", "gamma", "degree", "classWeight", "maxIter", "tol", "stratify", "hinge", "squaredHinge"}
	for name, want := range map[string]string{
		"gama": "gamma", "c": "C", "kernal": "kernel", "maxiter": "maxIter", "class_weight": "classWeight",
		"temperature": "", "": "", "gamma": "gamma", "nu": "", "lambda": "", "iterations": "",
		"kernelType": "kernel", "tolerance": "tol", "weight": "classWeight", "maxIterations": "maxIter", "l1": "", "C1": "C", "squared_hinge": "squaredHinge",
	} {
		if got := fault.Nearest(name, known); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
	if got := fault.Nearest("x", nil); got != "" {
		t.Errorf("among none: %q", got)
	}
}

func TestErrorsAreTheirCode(t *testing.T) {
	err := fmt.Errorf("while loading: %w", fault.New(fault.Format, "bytes", "damaged at %d", 7).With("offset", 7))
	if !errors.Is(err, &fault.Error{Code: fault.Format}) || errors.Is(err, &fault.Error{Code: fault.Shape}) {
		t.Errorf("%v is not what its code says", err)
	}
	var e *fault.Error
	if !errors.As(err, &e) || e.Details["offset"] != 7 || e.Error() != "ERR_FORMAT: damaged at 7" {
		t.Errorf("%+v", e)
	}
}

// Of finds what errors.As finds.
func TestOfFindsWhatIsWrapped(t *testing.T) {
	f, other := fault.New(fault.Shape, "X", "seven"), fault.New(fault.Type, "y", "eight")
	for _, err := range []error{
		nil, errors.New("plain"), f, fmt.Errorf("because %w", f), errors.Join(errors.New("plain"), fmt.Errorf("%w", f), other),
		errors.Join(errors.New("plain"), nil), fmt.Errorf("%w and %w", other, f),
	} {
		var want *fault.Error
		errors.As(err, &want)
		if got := fault.Of(err); got != want {
			t.Errorf("of %v: %v, want %v", err, got, want)
		}
	}
}
