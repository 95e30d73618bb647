// Package model is the contract between machines and the rest of the house:
//
//   - what a machine learns from: Data, samples with weights and one typed Target; a new
//     kind of target is a file here, and values of an option for each row are a tag;
//   - what a machine does: Machine and its kinds; Base has what all of them share;
//   - machines that hold others: Holder; Chain, which a pipeline is; Wrapper, which
//     probabilities are. Everything that has to reach the parts goes through Each, Assign
//     and Keep, so that a new kind of holder changes neither files nor searches;
//   - the kernel that options name (KernelMaker), and warnings.
//
// Package schema says how options, and what a machine consists of once fitted, are described and
// kept.
package model

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
)

// Training is what a machine learns from, and what its fit may use.
type Training struct {
	Data
	Resources
}

// Resources are what a fit may use beside the samples. All of them can be left out, and machines
// ignore those that they have no use for. A holder drops them with one assignment for a part that
// learns from other samples.
type Resources struct {
	// Start is a fitted machine of the same kind, over the same samples, to start
	// from; nil: from nothing.
	Start Machine

	// Memory for cached kernel rows, to be used again by the next fit; nil: the
	// machine takes its own.
	Memory *gram.Memory

	// Prepared is what Prepare of a machine like this one made of X; nil: nothing.
	Prepared any

	// Part says that X is a part of a set whose kernel rows are kept for several
	// fits; nil: it is not.
	Part *gram.Part

	// Solved are solutions of problems of this fit that others have found, for a Divisible.
	Solved Solved

	// Device computes kernel rows outside of this program; nil: nobody does.
	Device gram.Device

	// Gathered is what a Gatherer kept of samples that came in chunks; nil: they are in X. Then X
	// has nothing but their number.
	Gathered Gathered
}

// Cache returns the memory for cached kernel rows.
func (r Resources) Cache() *gram.Memory {
	if r.Memory == nil {
		return &gram.Memory{}
	}
	return r.Memory
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

// Finite returns the report with the largest number in place of what is not finite or not known:
// model files hold no other numbers.
func (r Report) Finite() Report {
	for _, v := range []*float64{&r.Objective, &r.Gap} {
		if *v = min(max(*v, -math.MaxFloat64), math.MaxFloat64); math.IsNaN(*v) {
			*v = math.MaxFloat64
		}
	}
	return r
}

// Note is something a user should know about a fit that went well.
type Note struct {
	Code    string // WARN_ and a few words
	Message string
}

// Machine is what can be fitted. It is a Classifier, a Regressor, a Detector or a
// Transformer.
// A fitted one is immutable except for scratch memory: it serves one caller at a
// time.
type Machine interface {
	// Options returns a pointer to the options, which Fit reads; see package schema for
	// their tags.
	Options() any
	// Fitted returns a pointer to what the last fit left behind, a struct with
	// tags as Attributes describes them; before the first fit, to an empty one.
	Fitted() any
	// Restore takes over such a struct from a model file. Its tags have been checked;
	// Restore checks what tags cannot express, and makes what a file does not keep.
	Restore(fitted any) error
	// Fit learns from t and replaces what was learnt before; on an error the
	// previous fit stays. A fit that a budget ended is kept; one that ctl
	// aborted is not, and returns the status run.Aborted.
	Fit(ctl *run.Ctl, t Training) (Report, error)
}

// Classifier is a machine that tells k classes apart.
type Classifier interface {
	Machine
	// Outputs returns how many decision values a fitted machine has for a sample.
	// shape is "ovo" or "ovr", or "" for the machine's own option.
	Outputs(shape string) (int, error)
	// Decision returns as many decision values for every sample of x, row by row, and
	// how many they are for each.
	Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error)
	// Predict returns the class of every sample of x.
	Predict(ctl *run.Ctl, x sample.Set) ([]int32, error)
}

// Prober is a classifier that gives probabilities.
type Prober interface {
	Classifier
	// Probabilities returns the probability of each class for every sample of x, row by
	// row. The largest is that of the class which Predict returns.
	Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error)
}

// NoProbabilities is the fault of a classifier that gives none.
func NoProbabilities() error {
	return fault.New(fault.Option, "probability", "this model has no probabilities: set probability to 'sigmoid', 'isotonic' or 'temperature' and fit it; it is then fitted again for each of probabilityFolds")
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

// Density is a Detector that estimates a density: its decision values are the logarithms of
// it less Offset.
type Density interface {
	Detector
	Offset() float64
	// Draw returns count samples that are drawn from it, row by row.
	Draw(ctl *run.Ctl, count, seed int) ([]float64, error)
}

// Transformer is a machine that changes samples rather than judging them. It learns
// from X and Weight alone.
type Transformer interface {
	Machine
	// Transform returns the transformed samples of x in a new set, which is sparse when x
	// is.
	Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error)
}

// Columnar is a Transformer that makes each of its columns from a single column of x.
type Columnar interface {
	Transformer
	// Sources returns the column that each is made from; nil if what it holds makes columns from
	// several.
	Sources() []int
}

// Sloped is a Columnar whose columns have slopes.
type Sloped interface {
	Columnar
	// Slopes sets dst to the derivative of each column that is made by the column it is made
	// from, at the row x. It reports whether these are the same at all rows with the same gaps.
	Slopes(dst, x []float64) (constant bool)
}

// Inverter is a Transformer that can be undone.
type Inverter interface {
	Transformer
	// Inverse returns the samples that Transform turns into x.
	Inverse(ctl *run.Ctl, x sample.Set) (sample.Set, error)
}

// Columnwise is a Transformer that changes each column by itself, and can be undone.
type Columnwise interface {
	Columnar
	Inverter
}

// Updatable is a machine that goes on learning from further samples.
type Updatable interface {
	Machine
	// Update goes on learning from t, also when there was no fit before. On an error or
	// an abort the machine stays as it was.
	Update(ctl *run.Ctl, t Training) (Report, error)
}

// Incremental is an Updatable whose samples can leave, too: what is left is the machine that a fit
// to the others would have made.
type Incremental interface {
	Updatable
	// Remove forgets the samples at some rows of the training set; those behind them move up. On
	// an error or an abort the machine stays as it was.
	Remove(ctl *run.Ctl, rows []int32) (Report, error)
	// Continue makes the machine, whose options are set, what another of its kind is after its
	// last fit, and takes over what that one holds for further changes.
	Continue(from Machine)
	// Certify measures how far the result is from the exact solution, with kernel values that it
	// computes anew.
	Certify(ctl *run.Ctl) (Certificate, error)
	// LeaveOut predicts each sample by the machine without it: its class, -1 where there is no
	// other sample of it, or its value. changes is how many solutions moved.
	LeaveOut(ctl *run.Ctl) (labels []int32, values []float64, changes int, err error)
	// Trained reports whether data are those of the fit and of the changes after it.
	Trained(data Data) bool
}

// Widening is an Incremental classifier that can learn classes which its fit did not have.
type Widening interface {
	Incremental
	// Widen announces such an update, before Update: places has the new number of each class.
	Widen(places []int32)
}

// Certificate says how far the solution of a convex problem is from the exact one, computed from
// the samples that are left and their coefficients alone. Of several problems it has the largest.
type Certificate struct {
	Rows      int     `js:"rows"`      // samples
	Gap       float64 `js:"gap"`       // primal less dual objective
	Violation float64 `js:"violation"` // of the optimality conditions by a gradient
	Distance  float64 `js:"distance"`  // bound on |w - w*|: the primal objective is 1-strongly convex in w, so that |w - w*|^2 <= 2 Gap
}

// Preparer is a machine that can prepare samples for several fits to them that differ in
// weights, as the rounds of a booster do.
type Preparer interface {
	Machine
	// Prepare returns what Fit finds in Training.Prepared. It is nil when ctl ends the work.
	Prepare(ctl *run.Ctl, x sample.Set) any
}

// Staged is an ensemble whose first members are ensembles of their own, one for each round
// of its fit.
type Staged interface {
	Holder
	// Corrects reports whether every round changes the coefficients of all members.
	Corrects() bool
}

// KernelMaker returns a pointer to a kernel of a name, without parameters; it is the
// catalog's, handed to the machines so that they need not know every kernel.
type KernelMaker func(name string) (any, error)
