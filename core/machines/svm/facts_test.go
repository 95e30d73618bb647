package svm_test

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// TestFacts solves the C-SVC problems of core/internal/facts and compares with the results
// of LIBSVM and scikit-learn. At the default tolerance: the number of correct predictions
// within one row, and of support vectors within 1 %, of LIBSVM's with or without shrinking,
// which differ where the tolerance does not determine the result. At a tight tolerance: the
// objective of every pair within 1e-6 relative.
func TestFacts(t *testing.T) {
	for _, fact := range facts.CSVC() {
		t.Run(fact.Name, func(t *testing.T) {
			t.Parallel()
			if strings.HasPrefix(fact.Name, "usps") {
				if testing.Short() {
					t.Skip("slow: 45 problems of 256 features; left out by -short")
				}
				if runtime.GOOS == "js" {
					t.Skip("slow: 45 problems of 256 features, under js/wasm longer than a test should take; the native test solves them")
				}
			}
			train, test := fact.Load(t)
			training := model.Training{Data: model.Data{X: train.X, Target: model.Classes{Of: fact.ClassIndices(t, train.Y), Count: len(fact.Classes)}, Weight: facts.Weights(t, fact.SampleWeights, train.X.Len())}}

			machine, report := fitFact(t, fact, training, fact.Loose.Tol)
			predicted, err := machine.Predict(nil, test.X)
			if err != nil {
				t.Fatal(err)
			}
			correct := 0
			for i, c := range fact.ClassIndices(t, test.Y) {
				if predicted[i] == c {
					correct++
				}
			}
			if !agrees(fact.Loose, correct, len(predicted), report.SupportVectors) &&
				!agrees(fact.LooseUnshrunk, correct, len(predicted), report.SupportVectors) {
				t.Errorf("at tol %v: %d of %d right with %d support vectors, but %s has %d of %d with %d, or without shrinking %d with %d",
					fact.Loose.Tol, correct, len(predicted), report.SupportVectors, fact.Tool,
					fact.Loose.Correct, fact.Loose.Rows, fact.Loose.TotalSupportVectors(),
					fact.LooseUnshrunk.Correct, fact.LooseUnshrunk.TotalSupportVectors())
			}

			tight := fact.Tight
			machine, _ = fitFact(t, fact, training, tight.Tol)
			var record schema.Record
			schema.PutFitted(&record, machine.Fitted())
			objectives, err := record.Float64s("pair.objective", len(tight.Objectives))
			if err != nil {
				t.Fatal(err)
			}
			for pair, want := range tight.Objectives {
				if got := objectives[pair]; !(math.Abs(got-want) <= 1e-6*math.Abs(want)) {
					t.Errorf("pair %d has objective %.9g at tol %v, %s has %.9g", pair, got, tight.Tol, fact.Tool, want)
				}
			}
		})
	}
}

// agrees reports whether the number of right predictions is that of the outcome up to one
// row, and the number of support vectors is the same within 1 %.
func agrees(o facts.Outcome, correct, rows, supportVectors int) bool {
	want := float64(o.TotalSupportVectors())
	return rows == o.Rows && correct >= o.Correct-1 && correct <= o.Correct+1 &&
		math.Abs(float64(supportVectors)-want) <= 0.01*want
}

// fitFact fits the machine that a fact describes.
func fitFact(t *testing.T, fact facts.Fact, training model.Training, tol float64) (*svm.SVC, model.Report) {
	t.Helper()
	machine := svm.NewSVC(catalog.Kernel)
	o := &machine.SVCOptions
	o.C, o.Tol, o.CacheSize = fact.C, tol, 500
	o.Kernel.Name = fact.Kernel
	o.Kernel.Gamma.Name, o.Kernel.Gamma.Value = "", fact.Gamma
	o.Kernel.Degree, o.Kernel.Coef0 = fact.Degree, fact.Coef0
	if fact.ClassWeights != nil {
		o.ClassWeight.Name = "map"
		for _, label := range fact.Classes {
			o.ClassWeight.Weights = append(o.ClassWeight.Weights, fact.ClassWeights[label])
		}
	}
	report, err := machine.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	if report.Status != "converged" {
		t.Errorf("the fit at tol %v ended with status %s", tol, report.Status)
	}
	return machine, report
}

// TestBalancedClassWeight: the rule gives the weights that scikit-learn 1.2.1
// derives from the data, which the fact spells out.
func TestBalancedClassWeight(t *testing.T) {
	for _, fact := range facts.CSVC() {
		if fact.Name != "heart_scale balanced" {
			continue
		}
		train, _ := fact.Load(t)
		training := model.NewTraining(train.X, model.Classes{Of: fact.ClassIndices(t, train.Y), Count: 2})
		machine := svm.NewSVC(catalog.Kernel)
		machine.C, machine.Tol = fact.C, fact.Tight.Tol
		machine.Kernel.Gamma.Name = "auto" // 1/13
		machine.ClassWeight.Name = "balanced"
		report, err := machine.Fit(nil, training)
		if err != nil {
			t.Fatal(err)
		}
		if want := fact.Tight.Objectives[0]; !(math.Abs(report.Objective-want) <= 1e-6*math.Abs(want)) {
			t.Errorf("objective %.9g, %s has %.9g", report.Objective, fact.Tool, want)
		}
		return
	}
	t.Error("the fact is missing")
}
