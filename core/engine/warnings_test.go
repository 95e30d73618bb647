package engine_test

import (
	"strings"
	"testing"

	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model/schema"
)

// The advice after a fit that ended early names only options that the machine has: a
// regression by gradient steps was told to lower its C.
func TestAdviceNamesOptionsOfTheMachine(t *testing.T) {
	told := 0
	for _, entry := range catalog.Machines() {
		options := entry.New().Options()
		limit, ok := schema.Pointer(options, "maxIter").(*float64)
		if !ok {
			continue
		}
		*limit = 1
		x, y := table(40, 3, 2)
		r, targets := request(1, 2, x), engine.Targets{Labels: y}
		if r.Machine = entry.Name; entry.Kind() == catalog.Regressor {
			targets = engine.Targets{Values: x.Data[:40]}
		}
		if entry.Kind() != catalog.Classifier {
			r.Classes = engine.Classes{}
		}
		if entry.Kind() == catalog.Detector {
			targets = engine.Targets{}
		}
		_, report, err := engine.New().Fit(nil, r, options, x, targets)
		if err != nil {
			t.Errorf("%s: %v", entry.Name, err)
			continue
		}
		for _, w := range report.Warnings {
			if w.Code != "WARN_NOT_CONVERGED" || !strings.Contains(w.Message, "ended at its") {
				continue
			}
			told++
			for name, words := range map[string]string{"C": "smaller C", "tol": "larger tol", "maxIter": "larger maxIter", "maxTime": "maxTime allows"} {
				if strings.Contains(w.Message, words) && schema.Pointer(options, name) == nil {
					t.Errorf("%s has no %s, but: %s", entry.Name, name, w.Message)
				}
			}
		}
	}
	if told < 8 {
		t.Errorf("only %d machines ended early", told)
	}
}
