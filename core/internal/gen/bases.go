package main

import (
	"strings"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
)

// The base classes of machines that take missing values, and of transformers that take categories.
const (
	imputer, gapsClassifier, gapsRegressor = "Imputer", "GapsClassifier", "GapsRegressor"
	encoder                                = "Encoder"
)

// takesMissing returns the machines of a kind that take missing values.
func takesMissing(kind string) func(m catalog.Machine) bool {
	return func(m catalog.Machine) bool { return m.Kind() == kind && model.TakesMissing(m.New()) }
}

// learns returns the machines that learn from more than targets, as T says.
func learns[T any](m catalog.Machine) bool {
	_, ok := model.Learns(m.New()).(T)
	return ok
}

// bases are the classes that the classes of some machines extend, and their modules in js/src/face; of
// several the first.
var bases = []struct {
	class, module string
	of            func(m catalog.Machine) bool
}{
	{"CorrectiveBooster", "boosting", func(m catalog.Machine) bool {
		s, ok := m.New().(model.Staged)
		return ok && s.Corrects()
	}},
	{"Booster", "boosting", has[model.Staged]("")},
	{"Ensemble", "boosting", has[model.Holder]("")},
	{"Tagger", "tagging", has[model.Tagger]("")},
	{"PairClassifier", "pairs", has[model.PairJudge]("")},
	{"Ranker", "ranking", learns[model.Groups]},
	{encoder, "encoding", func(m catalog.Machine) bool { return model.TakesCategories(m.New()) }},
	{imputer, "imputing", takesMissing(catalog.Transformer)},
	{gapsClassifier, "imputing", takesMissing(catalog.Classifier)},
	{gapsRegressor, "imputing", takesMissing(catalog.Regressor)},
	{"Selector", "selecting", func(m catalog.Machine) bool {
		return m.Kind() == catalog.Transformer && model.Learns(m.New()) != nil
	}},
}

// baseOf returns the class that the class of a machine extends, and its module.
func baseOf(m catalog.Machine) (class, module string) {
	for _, base := range bases {
		if base.of(m) {
			return base.class, "../face/" + base.module + ".js"
		}
	}
	kind := m.Kind()
	return strings.ToUpper(kind[:1]) + kind[1:], "../face/estimators.js"
}
