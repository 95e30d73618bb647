package seq_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/kernel/seq"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// wrong returns the number of strings that an SVC with a kernel misclassifies; row i is in
// fold i mod folds, and is predicted by a fit to the other folds.
func wrong(t *testing.T, kernel string, c float64, texts, classes []string, folds int) (errors int) {
	t.Helper()
	var names []string
	y := make([]int32, len(classes))
	for i, class := range classes {
		at := 0
		for at < len(names) && names[at] != class {
			at++
		}
		if at == len(names) {
			names = append(names, class)
		}
		y[i] = int32(at)
	}
	x := set(texts...)
	for fold := range folds {
		var train, test []int
		for i := range texts {
			if i%folds == fold {
				test = append(test, i)
			} else {
				train = append(train, i)
			}
		}
		machine := svm.NewSVC(catalog.Kernel)
		machine.C, machine.Kernel.Name = c, kernel
		labels := make([]int32, len(train))
		for p, i := range train {
			labels[p] = y[i]
		}
		if _, err := machine.Fit(nil, model.NewTraining(x.Select(train), model.Classes{Of: labels, Count: len(names)})); err != nil {
			t.Fatal(err)
		}
		predicted, err := machine.Predict(nil, x.Select(test))
		if err != nil {
			t.Fatal(err)
		}
		for p, i := range test {
			if predicted[p] != y[i] {
				errors++
			}
		}
	}
	return errors
}

// columns reads the first and the last field of every line.
func columns(data []byte, separator string, header bool) (first, last []string) {
	for i, line := range strings.Split(string(bytes.TrimSpace(data)), "\n") {
		if i == 0 && header {
			continue
		}
		fields := strings.Split(strings.TrimRight(line, "\r"), separator)
		first, last = append(first, fields[0]), append(last, fields[len(fields)-1])
	}
	return first, last
}

// kernlab 0.9.32 (R 4.2.2) on the same folds: row i, in fold i mod folds, is predicted by a
// model of the rows of other folds,
//
//	K <- kernelMatrix(stringdot(type = "spectrum", length = 4, normalized = TRUE), as.list(x))
//	ksvm(as.kernelMatrix(K[train, train]), y[train], type = "C-svc", C = 1, kernel = "matrix")
//
// Our error is not above kernlab's by more than one standard error.
func TestPromoters(t *testing.T) {
	classes, texts := columns(facts.Read(t, "strings/promotergene.csv"), ",", true)
	const kernlab = 7
	n := float64(len(texts))
	allowed := kernlab + math.Sqrt(kernlab*(1-kernlab/n))
	got := wrong(t, `{"kernel":"spectrum","length":4,"alphabet":"acgt"}`, 1, texts, classes, 10)
	t.Logf("%d of %d strings are taken for the other class, kernlab %d", got, len(texts), kernlab)
	if float64(got) > allowed {
		t.Errorf("%d of %d strings are taken for the other class, kernlab %d", got, len(texts), kernlab)
	}
}

// The published error of kernlab's string kernel over three folds of the news is .150.
func TestNews(t *testing.T) {
	classes, texts := columns(facts.Read(t, "strings/reuters-kernlab-acq-crude.tsv"), "\t", false)
	got := wrong(t, `{"kernel":"spectrum","length":5}`, 1, texts, classes, 3)
	t.Logf("%d of %d news are taken for the other class", got, len(texts))
	if float64(got) > 0.150*float64(len(texts)) {
		t.Errorf("%d of %d news are taken for the other class", got, len(texts))
	}
}

// Every eighth splice junction (399 strings of 60 letters, three classes), compared with
// kernlab as in TestPromoters, row i in fold i mod 5, with C = 1. kernlab's type of
// boundedRange is "boundrange". Its line feed behind every string counts there.
func TestSpliceJunctions(t *testing.T) {
	allClasses, allTexts := columns(facts.Read(t, "strings/splice-junction-dna.csv"), ",", true)
	var classes, texts []string
	for i := 0; i < len(allTexts); i += 8 {
		classes, texts = append(classes, allClasses[i]), append(texts, allTexts[i])
	}
	n := float64(len(texts))
	for kernel, kernlab := range map[string]float64{
		`{"kernel":"spectrum","length":4}`: 150, `{"kernel":"boundedRange","length":5}`: 190,
	} {
		got := wrong(t, kernel, 1, texts, classes, 5)
		t.Logf("%s takes %d of %d strings for another class, kernlab %v", kernel, got, len(texts), kernlab)
		if float64(got) > kernlab+math.Sqrt(kernlab*(1-kernlab/n)) {
			t.Errorf("%s takes %d of %d strings for another class, kernlab %v", kernel, got, len(texts), kernlab)
		}
	}
}

// BenchmarkGram computes the kernel matrix of 3190 strings of 60 letters, a row at a time.
func BenchmarkGram(b *testing.B) {
	_, texts := columns(facts.Read(b, "strings/splice-junction-dna.csv"), ",", true)
	x := set(texts...)
	normal := seq.Common{Letters: "any", Normalize: true}
	for _, k := range []kernel.Kernel{seq.Spectrum{Length: 4, Common: normal}, seq.BoundedRange{Length: 5, Common: normal},
		seq.CommonSubstring{Common: normal}, seq.WeightedDegree{Degree: 5, Common: normal}, seq.AllSubsequences{Common: normal},
		seq.GapWeighted{Length: 3, Decay: 0.5, Common: normal},
		seq.Mismatch{Length: 5, Mismatches: 1, Common: seq.Common{Letters: "ACGTDNRS", Normalize: true}}} {
		b.Run(k.Name(), func(b *testing.B) {
			for b.Loop() {
				c := gram.Prepare(k, x, nil, nil)
				row := [][]float64{make([]float64, c.Stride())}
				for i := range x.N {
					c.Rows(row, x, []int{i})
				}
			}
		})
	}
}
