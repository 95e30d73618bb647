// Package model is the contract between machines and the rest of the house:
// what a machine learns from, what it must do, what it consists of once fitted
// (Record) and how its options are described (Schema).
package model

import (
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Training is what a classifier learns from.
type Training struct {
	X       sample.Set // n samples
	Y       []int32    // class of each sample, 0 to Classes-1; length n
	Classes int        // k
	Weight  []float64  // weight of each sample, >= 0; nil: all 1

	// Memory for cached kernel rows, to be used again by the next fit; nil: the
	// machine takes its own.
	Memory *gram.Memory
}

// Report says how a fit ended.
type Report struct {
	Status         run.Status
	Iterations     int
	Objective      float64 // dual objective, summed over the two-class problems
	Gap            float64 // largest KKT violation among them
	SupportVectors int
}

// Classifier is a machine that tells k classes apart. A fitted one is immutable
// but for scratch memory: it serves one caller at a time.
type Classifier interface {
	// Fit learns from t and replaces what was learnt before; on an error the
	// previous fit stays. A fit that a budget ended is kept; one that ctl
	// aborted is not, and returns the status run.Aborted.
	Fit(ctl *run.Ctl, t Training) (Report, error)
	// Features returns d, what a sample must have to be predicted.
	Features() int
	// ClassCount returns k.
	ClassCount() int
	// Decision returns a row of cols decision values for every sample of x.
	// shape is "ovo" or "ovr", or "" for the machine's own option.
	Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error)
	// Predict returns the class of every sample of x.
	Predict(ctl *run.Ctl, x sample.Set) ([]int32, error)
	// Record writes what the machine consists of, options included.
	Record(*Record)
	// Restore takes over what Record wrote, checking everything: the record may
	// come from anywhere.
	Restore(*Record) error
}

// KernelMaker makes a kernel of a name; it is the catalog's, handed to the
// machines so that they need not know every kernel.
type KernelMaker func(name string, p kernel.Parameters) (kernel.Kernel, error)
