// Package model is the contract between machines and the rest of the house:
// what a machine learns from, what it must do, how its options are described
// (Schema), and what it consists of once fitted (Attributes).
package model

import (
	"maxmargin/core/gram"
	"maxmargin/core/loss"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Training is what a machine learns from.
type Training struct {
	X       sample.Set // n samples
	Y       []int32    // for a Classifier: class of each sample, 0 to Classes-1; length n
	Classes int        // k
	Target  []float64  // for a Regressor: the value of each sample; length n
	Weight  []float64  // weight of each sample, >= 0; nil: all 1

	// Epsilon is the half-width of the tube around each sample, for machines that
	// have one; nil: their option epsilon for all.
	Epsilon []float64

	// EpsilonBelow is the width of the tube below the function and WeightBelow the
	// weight of what lies below it, of each sample, for machines that tell the two sides
	// apart; nil: what their options make of the other side.
	EpsilonBelow, WeightBelow []float64

	// Losses are what an error costs above and below the function, for machines whose
	// loss can be given.
	Losses [2]loss.Loss

	// Start is a fitted machine of the same kind, over the same samples, to start
	// from; nil: from nothing.
	Start Machine

	// Memory for cached kernel rows, to be used again by the next fit; nil: the
	// machine takes its own.
	Memory *gram.Memory

	// Part says that X is a part of a set whose kernel rows are kept for several
	// fits; nil: it is not. Machines that have no use for it ignore it.
	Part *gram.Part
}

// Report says how a fit ended.
type Report struct {
	Status         run.Status
	Iterations     int
	Objective      float64 // of the problem that was solved, summed over the two-class problems
	Gap            float64 // largest KKT violation among them
	SupportVectors int
	Notes          []Note
}

// Note is something a user should know about a fit that went well.
type Note struct {
	Code    string // WARN_ and a few words
	Message string
}

// Machine is what can be fitted. It is a Classifier, a Regressor, a Detector or a
// Transformer.
// A fitted one is immutable but for scratch memory: it serves one caller at a
// time.
type Machine interface {
	// Options returns a pointer to the options, which Fit reads; see Schema for
	// their tags.
	Options() any
	// Fitted returns a pointer to what the last fit left behind, a struct with
	// tags as Attributes describes them; before the first fit, to an empty one.
	Fitted() any
	// Restore takes over such a struct from a model file. Its tags have been
	// checked; Restore checks what they cannot say, and makes what is not kept.
	Restore(fitted any) error
	// Fit learns from t and replaces what was learnt before; on an error the
	// previous fit stays. A fit that a budget ended is kept; one that ctl
	// aborted is not, and returns the status run.Aborted.
	Fit(ctl *run.Ctl, t Training) (Report, error)
}

// Classifier is a machine that tells k classes apart.
type Classifier interface {
	Machine
	// Decision returns a row of cols decision values for every sample of x.
	// shape is "ovo" or "ovr", or "" for the machine's own option.
	Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error)
	// Predict returns the class of every sample of x.
	Predict(ctl *run.Ctl, x sample.Set) ([]int32, error)
}

// Regressor is a machine that predicts a number.
type Regressor interface {
	Machine
	// Predict returns the value for every sample of x.
	Predict(ctl *run.Ctl, x sample.Set) ([]float64, error)
}

// Detector is a machine that learns where the samples of a single class lie.
type Detector interface {
	Machine
	// Decision returns a value for every sample of x, which is >= 0 inside.
	Decision(ctl *run.Ctl, x sample.Set) ([]float64, error)
	// Predict returns +1 for every sample of x that lies inside and -1 for the
	// others.
	Predict(ctl *run.Ctl, x sample.Set) ([]int32, error)
}

// Transformer is a machine that changes samples rather than judging them. Of a
// training it reads X and Weight alone.
type Transformer interface {
	Machine
	// Transform returns the samples of x as they become: a set of its own, sparse
	// when x is.
	Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error)
}

// Inverter is a Transformer that can be undone.
type Inverter interface {
	Transformer
	// Inverse returns the samples that Transform makes x of.
	Inverse(ctl *run.Ctl, x sample.Set) (sample.Set, error)
}

// Composite is a machine that consists of others: they have its options, and what
// a fit leaves behind, in its place. Its own Options and Fitted are empty structs.
type Composite interface {
	Machine
	Parts() []Part
}

// Part is a machine that another consists of.
type Part struct {
	Name    string // in the catalog
	Label   string // by which users tell it from the other parts
	Machine Machine
}

// Core returns what learns in a machine: the last part of a Composite, else the
// machine itself.
func Core(m Machine) Machine {
	if c, ok := m.(Composite); ok {
		parts := c.Parts()
		return Core(parts[len(parts)-1].Machine)
	}
	return m
}

// Updatable is a machine that goes on learning from further samples.
type Updatable interface {
	Machine
	// Update learns from t on top of what was learnt before, which may be
	// nothing; on an error, or aborted, what was there stays.
	Update(ctl *run.Ctl, t Training) (Report, error)
}

// KernelMaker returns a pointer to a kernel of a name, without parameters; it is the
// catalog's, handed to the machines so that they need not know every kernel.
type KernelMaker func(name string) (any, error)
