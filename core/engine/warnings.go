package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// unequal is how many times the ranges of two features may differ before the
// larger drowns the smaller in most kernels.
const unequal = 100

// tiny is the size below which squares lose digits or become zero. It is such that the
// squared distance of samples with a relative difference of 2^-26 is a normal number.
const tiny = 0x1p-485

// widest is the number of features up to which ranges are looked at; wider sets are
// mostly sparse texts, where ranges mean little and take long to compute.
const widest = 1 << 20

// warnings returns what a user should know about a fit that went well. Unequal ranges of
// the features matter only where no step of a pipeline scales them.
func warnings(set sample.Set, machine model.Machine, report model.Report, classes Classes) []Warning {
	w := manyClasses(set.Len(), classes)
	_, steps := model.Unwrapped(machine).(model.Holder)
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
			"training ended at its %s, after %d iterations in all, with a gap of %.3g; the solution is usable but not optimal. Scale the features, such as by makePipeline(new StandardScaler(), ...); %s",
			map[run.Status]string{run.IterationLimit: iterations(model.Unwrapped(machine)), run.TimeLimit: "maxTime"}[report.Status], report.Iterations, report.Gap, longer(machine))})
	case run.Stalled:
		w = append(w, Warning{"WARN_NOT_CONVERGED", fmt.Sprintf(
			"training reached the limits of floating point with a gap of %.3g; the solution is usable. A larger tol, scaled features or a smaller C help", report.Gap)})
	}
	return w
}

// iterations is the option that limits how many iterations a machine does.
func iterations(machine model.Machine) string {
	if _, ok := machine.(model.Corrective); ok {
		return "nEstimators"
	}
	return "maxIter"
}

// longer says which options of a machine let a fit end sooner, or go on for longer; of a
// pipeline those of its last step.
func longer(machine model.Machine) string {
	options := machine.Options()
	if len(model.Schema(options)) == 0 {
		options = learning(model.Options(machine))
	}
	has := func(name string) bool { return model.Pointer(options, name) != nil }
	limits := slices.DeleteFunc([]string{iterations(model.Unwrapped(machine)), "maxTime"}, func(name string) bool { return !has(name) })
	more := "a larger " + strings.Join(limits, " or ") + " allows more"
	switch {
	case has("tol") && has("C"):
		return "a smaller C or a larger tol takes fewer iterations, " + more
	case has("tol"):
		return "a larger tol takes fewer iterations, " + more
	}
	return more + " iterations"
}

// manyClasses warns when labels are numbers of which most occur once: values that are to
// be predicted as numbers, such as prices, and not names of classes. The share of one
// half, and the exception for few classes, are scikit-learn's (utils.multiclass,
// type_of_target since 1.6). There is no warning for labels that are words.
func manyClasses(n int, classes Classes) []Warning {
	k := len(classes.Names)
	if classes.Kind != "number" || k <= 20 || 2*k <= n {
		return nil
	}
	return []Warning{{"WARN_MANY_CLASSES", fmt.Sprintf(
		"y has %d different numbers in %d rows, each of which is learnt as a class of its own. If they are values to be predicted, use a regressor such as SVR", k, n)}}
}

// importWarnings returns what a user should know about an imported LIBSVM model of which
// these lines were ignored.
func importWarnings(ignored []string) []Warning {
	if len(ignored) == 0 {
		return nil
	}
	return []Warning{{"WARN_NO_PROBABILITY", fmt.Sprintf(
		"the probabilities in the model (%s) are left out: only sigmoids of a classifier that rise with its decision values can be used. Predictions and decision values are LIBSVM's; fit with the option probability to have probabilities",
		strings.Join(ignored, ", "))}}
}

// scaleWarning warns when the ranges of the features are very unequal, or when all
// numbers are too small to be squared.
func scaleWarning(set sample.Set) []Warning {
	if set.Dim() > widest {
		return nil
	}
	lowest, highest := set.Ranges()
	narrow, wide, largest := math.Inf(1), 0.0, 0.0
	var narrowest, widestColumn int
	for j := range lowest {
		r := highest[j] - lowest[j]
		largest = max(largest, -lowest[j], highest[j])
		if r > wide {
			wide, widestColumn = r, j
		}
		if r > 0 && r < narrow {
			narrow, narrowest = r, j
		}
	}
	if largest > 0 && largest < tiny {
		return []Warning{{"WARN_SCALE", fmt.Sprintf(
			"the numbers of X are so small, at most %.3g, that their squares and products round to zero: all samples look the same to most machines. Multiply X by a constant, such as %.0e",
			largest, 1/largest)}}
	}
	if !(wide > unequal*narrow) {
		return nil
	}
	return []Warning{{"WARN_SCALE", fmt.Sprintf(
		"the features have very different ranges: column %d spans %.3g, column %d spans %.3g. Scale them to a common range, such as by makePipeline(new StandardScaler(), ...), otherwise the features with large values dominate",
		widestColumn, wide, narrowest, narrow)}}
}
