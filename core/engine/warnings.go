package engine

import (
	"fmt"
	"math"
	"strings"

	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// unequal is how many times the ranges of two features may differ before the
// larger drowns the smaller in most kernels.
const unequal = 100

// widest is the number of features up to which ranges are looked at; sets wider
// than that are sparse text, where they mean little and cost much.
const widest = 1 << 20

// warnings returns what a user should know about a fit that went well.
// The ranges of the features are of interest where a machine sees them as they are.
func warnings(set sample.Set, machine model.Machine, report model.Report) []Warning {
	var w []Warning
	_, steps := machine.(model.Composite)
	_, transforms := machine.(model.Transformer)
	if !steps && !transforms && !model.Precomputed(machine.Options()) {
		w = append(w, scaleWarning(set)...)
	}
	for _, n := range report.Notes {
		w = append(w, Warning{n.Code, n.Message})
	}
	switch report.Status {
	case run.IterationLimit, run.TimeLimit:
		w = append(w, Warning{"WARN_NOT_CONVERGED", fmt.Sprintf(
			"training ended at its %s after %d iterations with a gap of %.3g; the solution is usable but not optimal. Scale the features, raise maxIter or maxTime, or raise tol",
			map[run.Status]string{run.IterationLimit: "maxIter", run.TimeLimit: "maxTime"}[report.Status], report.Iterations, report.Gap)})
	case run.Stalled:
		w = append(w, Warning{"WARN_NOT_CONVERGED", fmt.Sprintf(
			"training reached the limits of floating point with a gap of %.3g; the solution is usable. A larger tol, scaled features or a smaller C help", report.Gap)})
	}
	return w
}

// importWarnings returns what a user should know about a model of LIBSVM's that
// was read but for these lines.
func importWarnings(ignored []string) []Warning {
	if len(ignored) == 0 {
		return nil
	}
	return []Warning{{"WARN_NO_PROBABILITY", fmt.Sprintf(
		"the probabilities in the model (%s) are left out: what can be used are sigmoids of a classifier that rise with its decision values. Predictions and decision values are LIBSVM's; fit with the option probability to have probabilities",
		strings.Join(ignored, ", "))}}
}

// scaleWarning warns when the ranges of the features are very unequal.
func scaleWarning(set sample.Set) []Warning {
	if set.Dim() > widest {
		return nil
	}
	lowest, highest := set.Ranges()
	narrow, wide := math.Inf(1), 0.0
	var narrowest, widestColumn int
	for j := range lowest {
		r := highest[j] - lowest[j]
		if r > wide {
			wide, widestColumn = r, j
		}
		if r > 0 && r < narrow {
			narrow, narrowest = r, j
		}
	}
	if !(wide > unequal*narrow) {
		return nil
	}
	return []Warning{{"WARN_SCALE", fmt.Sprintf(
		"the features have very different ranges: column %d spans %.3g, column %d spans %.3g. Scale them to a common range, such as by makePipeline(new StandardScaler(), ...), or the large ones drown the small ones",
		widestColumn, wide, narrowest, narrow)}}
}
