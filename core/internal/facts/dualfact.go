package facts

import "testing"

// DualFact is a problem of a dual machine other than C-SVC, and the answer of another
// program.
type DualFact struct {
	Name    string
	Tool    string // with its version
	Command string // of the answers; TOL stands for the tolerance

	Machine string // in this project's names
	Train   string // data set
	Scaled  bool   // to [-1, 1] by the ranges of the training set

	Kernel         string // in this project's names
	Gamma          float64
	C, Nu, Epsilon float64   // 0 where the machine has none
	SampleWeights  string    // name for Weights; "": all 1
	Classes        []float64 // labels of a classifier, as the tool numbers them

	Loose, Tight DualOutcome
}

// DualOutcome is the answer of one run.
type DualOutcome struct {
	Tol            float64
	SupportVectors int
	Epsilon        float64   // width of NuSVR's tube; 0 if the tool does not report it
	Objectives     []float64 // of each pair of classes, or one
	Rho            []float64 // minus the constant of the decision function
}

// Load reads the data of the fact.
func (f DualFact) Load(t testing.TB) Samples {
	t.Helper()
	train, _ := Fact{Train: f.Train, Scaled: f.Scaled}.Load(t)
	return train
}

// ClassIndices returns the index of every label among the classes.
func (f DualFact) ClassIndices(t testing.TB, labels []float64) []int32 {
	t.Helper()
	return Fact{Name: f.Name, Classes: f.Classes}.ClassIndices(t, labels)
}
