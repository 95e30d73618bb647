package facts

import (
	"slices"
	"testing"
)

// Fact is a problem and the answer of another program.
type Fact struct {
	Name    string
	Tool    string // with its version
	Command string // that gave the answers

	Train, Test string // data sets; Test "" is the training set
	Scaled      bool   // to [-1, 1] by the ranges of the training set

	Kernel        string // in this project's names
	C, Gamma      float64
	Degree        int
	Coef0         float64
	ClassWeights  map[float64]float64 // factor of C by label; nil if all are 1
	SampleWeights string              // name for Weights; "": all 1
	Classes       []float64           // labels, as the tool numbers them

	// The answers at LIBSVM's default tolerance, with and without shrinking, and at a tight
	// one. TOL and SHRINKING in Command stand for the values that differ.
	Loose, LooseUnshrunk, Tight Outcome
}

// Outcome is the answer of one run.
type Outcome struct {
	Tol            float64
	Correct, Rows  int       // of the test set: rows predicted right, and all
	SupportVectors []int     // of each class
	Objectives     []float64 // 1/2 a'Qa - e'a of each pair of classes: (0,1), (0,2), ..., (1,2), ...
}

// TotalSupportVectors returns the number of support vectors of all classes.
func (o Outcome) TotalSupportVectors() int {
	total := 0
	for _, count := range o.SupportVectors {
		total += count
	}
	return total
}

// Load reads the data of the fact.
func (f Fact) Load(t testing.TB) (train, test Samples) {
	t.Helper()
	switch f.Train {
	case "digits":
		return Digits(t)
	case "usps":
		return USPS(t)
	}
	trainX, trainY := Libsvm(t, f.Train)
	testX, testY := trainX, trainY
	if f.Test != "" {
		testX, testY = Libsvm(t, f.Test)
		trainX, testX = Widen(trainX, testX.D), Widen(testX, trainX.D)
	}
	if f.Scaled {
		lowest, highest := trainX.Ranges()
		trainX, testX = Scale(trainX, lowest, highest), Scale(testX, lowest, highest)
	}
	return Samples{trainX, trainY}, Samples{testX, testY}
}

// ClassIndices returns the index of every label among the classes.
func (f Fact) ClassIndices(t testing.TB, labels []float64) []int32 {
	t.Helper()
	y := make([]int32, len(labels))
	for i, label := range labels {
		c := slices.Index(f.Classes, label)
		if c < 0 {
			t.Fatalf("%s: row %d has label %v, which is none of %v", f.Name, i, label, f.Classes)
		}
		y[i] = int32(c)
	}
	return y
}

// Weights returns the weights of n samples that a fact names.
func Weights(t testing.TB, name string, n int) []float64 {
	t.Helper()
	first := 0
	switch name {
	case "":
		return nil
	case "cycle": // 0.5, 1, 1.5, 2, 0.5, ...
		first = 1
	case "cycle with zeros": // 0, 0.5, 1, 1.5, 0, ...
	default:
		t.Fatalf("there are no weights %q", name)
	}
	w := make([]float64, n)
	for i := range w {
		w[i] = float64(first+i%4) / 2
	}
	return w
}
