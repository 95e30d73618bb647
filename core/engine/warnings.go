package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// unequal is how many times the ranges of two features may differ before the
// larger drowns the smaller in most kernels.
const unequal = 100

// huge is a range of features. If all ranges are larger, a fit that multiplies the features takes
// millions of steps.
const huge = 1000

// tiny is the size below which squares lose digits or become zero. It is such that the
// squared distance of samples with a relative difference of 2^-26 is a normal number.
const tiny = 0x1p-485

// widest is the number of features up to which ranges are looked at; wider sets are
// mostly sparse texts, where ranges mean little and take long to compute.
const widest = 1 << 20

// expect passes the warnings about the data of a fit on before it begins, and returns them. Unequal
// ranges of the features matter only if no step of a pipeline scales them.
func expect(ctl *run.Ctl, update bool, data model.Data, machine model.Machine, classes Classes) []Warning {
	if _, incremental := machine.(model.Incremental); incremental && update {
		return nil // a few rows say little
	}
	w := manyClasses(data.X.Len(), classes)
	if minds(machine) {
		w = append(w, scaleWarning(data.X, false, products(machine.Options()))...)
	}
	w = append(w, tubeWarning(data, machine)...)
	tell(ctl, w)
	return w
}

// products reports whether a machine takes SMO's steps with a kernel that multiplies unscaled
// features: linear, or poly with a number for gamma.
func products(options any) bool {
	name, _ := model.KernelText(options)
	if name != "linear" && name != "poly" {
		return false
	}
	gamma, own := schema.Pointer(options, "gamma").(interface{ IsNumber() bool })
	return schema.Pointer(options, "shrinking") != nil && (name == "linear" || own && gamma.IsNumber())
}

// tell passes warnings on.
func tell(ctl *run.Ctl, all []Warning) {
	for _, w := range all {
		ctl.Warn(w.Code, w.Message)
	}
}

// minds reports whether the result of a machine depends on the scale of its features.
func minds(machine model.Machine) bool {
	inner := model.Unwrapped(machine)
	_, steps := inner.(model.Holder)
	_, transforms := machine.(model.Transformer)
	_, unscaled := inner.(interface{ Unscaled() })
	return !steps && !transforms && !unscaled && !model.Precomputed(machine.Options())
}

// warnings returns the warnings about the end of a fit. In chunks there is no pipeline.
func warnings(machine model.Machine, report model.Report, chunks bool) (w []Warning) {
	for _, n := range report.Notes {
		w = append(w, Warning{n.Code, n.Message})
	}
	switch report.Status {
	case run.IterationLimit, run.TimeLimit:
		limit, scale := "maxTime", ""
		if report.Status == run.IterationLimit {
			limit = iterations(model.Unwrapped(machine))
		}
		if minds(machine) {
			scale = " Scale the features, " + scaling(chunks) + ";"
		}
		w = append(w, Warning{"WARN_NOT_CONVERGED", fmt.Sprintf(
			"training ended at its %s, after %d iterations in all, with a gap of %.3g; the solution is usable but not optimal.%s %s",
			limit, report.Iterations, report.Gap, scale, longer(machine))})
	case run.Stalled:
		w = append(w, Warning{"WARN_NOT_CONVERGED", fmt.Sprintf(
			"training reached the limits of floating point with a gap of %.3g; the solution is usable. A larger tol, scaled features or a smaller C help", report.Gap)})
	}
	return w
}

// scaling returns advice about how to scale features.
func scaling(chunks bool) string {
	if chunks {
		return "in every chunk by transform of a StandardScaler that was fitted to the first"
	}
	return "such as by makePipeline(new StandardScaler(), ...)"
}

// iterations is the option that limits how many iterations a machine does.
func iterations(machine model.Machine) string {
	if s, ok := machine.(model.Staged); ok && s.Corrects() {
		return "nEstimators"
	}
	return "maxIter"
}

// longer names the options of a machine that end a fit sooner or later; of a pipeline those of its
// last step.
func longer(machine model.Machine) string {
	options := machine.Options()
	if len(schema.Of(options)) == 0 {
		options = learning(model.Options(machine))
	}
	has := func(name string) bool { return schema.Pointer(options, name) != nil }
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

// manyClasses warns if labels are numbers of which most occur once: they are rather values to
// predict, such as prices, than names of classes. The share of one half, and the exception for few
// classes, are scikit-learn's (utils.multiclass, type_of_target since 1.6). Labels that are words
// give no warning.
func manyClasses(n int, classes Classes) []Warning {
	k := len(classes.Names)
	if classes.Kind != "number" || k <= 20 || 2*k <= n {
		return nil
	}
	return []Warning{{"WARN_MANY_CLASSES", fmt.Sprintf(
		"y has %d different numbers in %d rows, each of which is learnt as a class of its own. If they are values to be predicted, use a regressor such as SVR", k, n)}}
}

// tubeWarning warns if all targets are within epsilon of one constant, so that a regression learns
// only this constant.
func tubeWarning(data model.Data, machine model.Machine) []Warning {
	y, numbers := data.Target.(model.Values)
	if !numbers {
		return nil
	}
	unit, own := 1.0, model.Unwrapped(machine)
	for holder, ok := own.(model.Holder); ok; holder, ok = own.(model.Holder) {
		parts := holder.Parts()
		if len(parts) == 0 {
			return nil
		}
		if by, ok := schema.Pointer(holder.Options(), "transformer").(*string); ok { // of targets
			switch {
			case len(parts) == 1 && *by == "standard":
				unit *= deviation(y)
			case len(parts) == 2 || *by != "none":
				return nil
			}
		}
		own = model.Unwrapped(parts[len(parts)-1].Machine)
	}
	epsilon, tube := schema.Pointer(own.Options(), "epsilon").(*float64)
	if !tube {
		return nil
	}
	below := math.NaN()
	if p, ok := schema.Pointer(own.Options(), "epsilonBelow").(*svm.BelowWidth); ok && p.Name == "" {
		below = p.Value
	}
	lowest, highest, least, greatest := math.Inf(-1), math.Inf(1), math.Inf(1), math.Inf(-1)
	for i, v := range y {
		if data.Weight != nil && !(data.Weight[i] > 0) {
			continue
		}
		above := data.Row("sampleEpsilon", *epsilon, i)
		under := above
		if below >= 0 {
			under = below
		}
		under = data.Row("sampleEpsilonBelow", under, i)
		lowest, highest = max(lowest, v-unit*above), min(highest, v+unit*under)
		least, greatest = min(least, v), max(greatest, v)
	}
	if constant, ok := schema.Pointer(own.Options(), "fitIntercept").(*bool); ok && !*constant {
		lowest, highest = max(lowest, 0), min(highest, 0)
	}
	if !(lowest <= highest) || !(least < greatest) {
		return nil
	}
	return []Warning{{"WARN_TARGET_SCALE", fmt.Sprintf(
		"the targets go from %.6g to %.6g: all of them are within epsilon (%.3g) of one constant, so that errors cost nothing and nothing else is learnt. Lower epsilon, such as to %.1g, or give the targets a larger scale, such as by new TransformedTarget(model, { transformer: 'standard' })",
		least, greatest, *epsilon, (greatest-least)/20/unit)}}
}

// deviation returns the standard deviation of numbers.
func deviation(y []float64) float64 {
	mean, square := 0.0, 0.0
	for i, v := range y {
		d := v - mean
		mean += d / float64(i+1)
		square += d * (v - mean)
	}
	return math.Sqrt(square / float64(len(y)))
}

// importWarnings returns the warnings about an imported LIBSVM model and its ignored lines.
func importWarnings(ignored []string) []Warning {
	if len(ignored) == 0 {
		return nil
	}
	return []Warning{{"WARN_NO_PROBABILITY", fmt.Sprintf(
		"the probabilities in the model (%s) are left out: only sigmoids of a classifier that rise with its decision values can be used. Predictions and decision values are LIBSVM's; fit with the option probability to have probabilities",
		strings.Join(ignored, ", "))}}
}

// scaleWarning warns if the ranges of the features are very unequal, if numbers are too small to be
// squared or too far from 0 to be compared, or if all are too large for a machine that multiplies
// them.
//
// With few rows and many columns some ranges are small by chance. With n rows from one distribution
// on an interval, a range is below 1/r of it with a probability of some n r^(1-n). So r is such
// that fewer than one set of d columns in a thousand gets a warning. Rows of length 1, such as the
// embeddings of texts, are scaled on purpose.
func scaleWarning(set sample.Set, chunks, products bool) []Warning {
	n, d := set.Len(), set.Dim()
	if _, pixels := set.(*sample.Bytes); pixels || d > widest { // bytes have one unit, that of an image
		return nil
	}
	warn := func(format string, args ...any) []Warning {
		return []Warning{{"WARN_SCALE", fmt.Sprintf(format, args...)}}
	}
	lowest, highest := set.Ranges()
	narrow, wide, largest, distant := math.Inf(1), 0.0, 0.0, -1
	var narrowest, widestColumn int
	for j := range lowest {
		r := highest[j] - lowest[j]
		size := max(-lowest[j], highest[j])
		largest = max(largest, size)
		if r > wide {
			wide, widestColumn = r, j
		}
		if r > 0 && r < narrow {
			narrow, narrowest = r, j
		}
		if r > 0 && size > 1e6*r {
			distant = j
		}
	}
	few := math.Pow(1000*float64(n)*float64(d), 1/float64(n-1))
	switch {
	case largest > 0 && largest < tiny:
		return warn("the numbers of X are so small, at most %.3g, that their squares and products round to zero: all samples look the same to most machines. Multiply X by a constant, such as %.0e", largest, 1/largest)
	case wide > max(unequal, few)*narrow && !ofLengthOne(set):
		return warn("the features have very different ranges: column %d spans %.3g, column %d spans %.3g. Scale them to a common range, %s, otherwise the features with large values dominate", widestColumn, wide, narrowest, narrow, scaling(chunks))
	case distant >= 0 && n > 2:
		return warn("column %d spans %.3g, far from 0: its values go from %.9g to %.9g, so that their squares and products hardly differ. Subtract its mean, %s", distant, highest[distant]-lowest[distant], lowest[distant], highest[distant], scaling(chunks))
	case products && narrow >= huge && !math.IsInf(narrow, 1):
		return warn("every column spans %.3g or more, and the kernel multiplies them, so that a fit takes long. Scale them to a range such as [-1, 1], %s", narrow, scaling(chunks))
	}
	return nil
}

// ofLengthOne reports whether all samples have the Euclidean length 1.
func ofLengthOne(set sample.Set) bool {
	for i := range set.Len() {
		if !(math.Abs(set.SquaredNorm(i)-1) <= 1e-3) {
			return false
		}
	}
	return true
}
