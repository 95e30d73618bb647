package catalog_test

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// The default of every option is in its range or among its choices, and the largest number of steps is
// a number: no fit with default options goes on without an end.
func TestDefaultsAreInRangeAndBoundWork(t *testing.T) {
	for _, entry := range catalog.Machines() {
		for _, o := range schema.Of(entry.New().Options()) {
			what := entry.Name + "." + o.Name
			v, err := strconv.ParseFloat(o.Default, 64)
			if len(o.Choices) > 0 && err != nil && !slices.Contains(o.Choices, o.Default) {
				t.Errorf("%s: the default %q is none of %v", what, o.Default, o.Choices)
			}
			if o.Range.Text != "" && err == nil && !o.Range.Contains(v) {
				t.Errorf("%s: the default %v is not in %s", what, v, o.Range.Text)
			}
			if o.Range.Text != "" && err != nil && len(o.Choices) == 0 {
				t.Errorf("%s: the default %q is no number", what, o.Default)
			}
			if o.Name == "maxIter" && math.IsInf(v, 1) {
				t.Errorf("%s: no limit by default", what)
			}
		}
	}
}

// Small sets of real samples end by themselves, far below the default of maxIter: the limit is there
// for what would not end. SGD and the averaging of perceptrons end by it alone, and so do perceptrons
// where nothing separates the classes.
func TestHonestProblemsStayBelowTheLimit(t *testing.T) {
	alone := []string{"SGDClassifier", "SGDRegressor", "KernelSGDClassifier", "Perceptron", "KernelPerceptron", "MulticlassPerceptron", "MulticlassKernelPerceptron"}
	for _, name := range []string{"heart_scale", "iris.scale", "housing_scale", "mpg_scale"} {
		regression := name == "housing_scale" || name == "mpg_scale"
		all, values := facts.Libsvm(t, name)
		var rows []int
		for i := 0; i < all.Len(); i += all.Len() / 120 {
			rows = append(rows, i)
		}
		target := facts.Either{Classes: facts.Classes(values), Values: values}
		if regression { // two classes
			for i, v := range values {
				target.Of[i] = int32(min(1, math.Floor(v/20)))
			}
			target.Count = 2
		}
		training := model.NewTraining(all.Select(rows), target.Select(rows))
		for _, entry := range catalog.Machines() {
			m, limit := entry.New(), 0.0
			for _, o := range schema.Of(m.Options()) {
				if o.Name == "maxIter" {
					limit, _ = strconv.ParseFloat(o.Default, 64)
				}
			}
			if limit == 0 || slices.Contains(alone, entry.Name) || entry.Kind() == catalog.Regressor && !regression {
				continue
			}
			report, err := m.Fit(nil, facts.For(m, training))
			// Iterations are those of the problems of all classes, and the limit is for each.
			if err != nil || report.Status != run.Converged || float64(report.Iterations) > limit/2*float64(target.Count) {
				t.Errorf("%s on %s: %+v (%v)", entry.Name, name, report, err)
			}
		}
	}
}
