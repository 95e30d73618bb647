package main

import (
	"strings"

	"maxmargin/core/catalog"
	"maxmargin/core/model"
)

// isEnsemble reports whether a machine is made of copies of another one.
func isEnsemble(m catalog.Machine) bool {
	_, ok := m.New().(model.Holder)
	return ok
}

// tagger is the class of machines that tag sequences.
const tagger = "Tagger"

// pairClassifier is the class of machines that judge pairs of samples.
const pairClassifier = "PairClassifier"

// The classes of transformers that learn from targets, too; that take missing values; and that take
// categories.
const selector, imputer, encoder = "Selector", "Imputer", "Encoder"

// ranker is the class of machines that learn relevances within queries.
const ranker = "Ranker"

// baseOf returns the class that the class of a machine extends.
func baseOf(m catalog.Machine) string {
	if _, ok := m.New().(model.Corrective); ok {
		return "CorrectiveBooster"
	}
	if _, ok := m.New().(model.Staged); ok {
		return "Booster"
	}
	if isEnsemble(m) {
		return "Ensemble"
	}
	if _, ok := m.New().(model.Tagger); ok {
		return tagger
	}
	if _, ok := m.New().(model.PairJudge); ok {
		return pairClassifier
	}
	if _, ok := model.Learns(m.New()).(model.Groups); ok {
		return ranker
	}
	if model.TakesCategories(m.New()) {
		return encoder
	}
	if model.TakesMissing(m.New()) {
		return imputer
	}
	if m.Kind() == catalog.Transformer && model.Learns(m.New()) != nil {
		return selector
	}
	kind := m.Kind()
	return strings.ToUpper(kind[:1]) + kind[1:]
}
