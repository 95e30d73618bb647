package check

import (
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/model"
)

// A Lasso fit that was stopped one pass before its end had a gap of 1e-16, as the whole fit, and an
// objective that differed in its last digits.
func TestReportsAreAlikeUpToRounding(t *testing.T) {
	whole := model.Report{Status: run.Converged, Objective: 0.00207050574325188, Gap: 2.4e-17}
	for objective, want := range map[float64]bool{
		0.002070505743251884:          true,
		whole.Objective * (1 + 1e-12): false,
	} {
		stopped := model.Report{Status: run.Converged, Objective: objective, Gap: 9.9e-17}
		if got := alike(stopped, whole); got != want {
			t.Errorf("objectives %v and %v: alike %v, want %v", objective, whole.Objective, got, want)
		}
	}
}
