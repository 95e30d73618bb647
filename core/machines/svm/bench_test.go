package svm_test

import (
	"testing"

	"maxmargin/core/internal/facts"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// BenchmarkDual fits the problems of facts.Dual at LIBSVM's default tolerance.
func BenchmarkDual(b *testing.B) {
	for _, fact := range facts.Dual() {
		b.Run(fact.Name, func(b *testing.B) {
			data := fact.Load(b)
			training := model.Training{Data: model.Data{X: data.X, Target: model.Values(data.Y), Weight: facts.Weights(b, fact.SampleWeights, data.X.Len())}, Resources: model.Resources{Memory: &gram.Memory{}}}
			if len(fact.Classes) > 0 {
				training.Target = model.Classes{Of: fact.ClassIndices(b, data.Y), Count: len(fact.Classes)}
			}
			iterations := 0
			for b.Loop() {
				r, err := fromFact(b, fact, 1e-3).Fit(nil, training)
				if err != nil {
					b.Fatal(err)
				}
				iterations = r.Iterations
			}
			b.ReportMetric(float64(iterations), "iterations")
		})
	}
}
