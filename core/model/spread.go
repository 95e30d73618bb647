package model

import "maxmargin/core/base/run"

// Spreader is a machine whose fit asks nothing of samples but sums over them, so that several
// programs can hold the samples, in chunks. One program leads: it asks questions, and takes the sums
// that the holders answer with, chunk by chunk.
type Spreader interface {
	Machine
	// Sketch makes the machine that some samples determine, with coefficients of zero: all that
	// holders must know. Their target may be missing.
	Sketch(ctl *run.Ctl, first Data) (Report, error)
	// Chunks returns what holds samples of a machine that Sketch made; nil when ctl ends it.
	Chunks(ctl *run.Ctl) (Chunks, error)
	// Lead begins the fit of a machine that Sketch made.
	Lead(ctl *run.Ctl, of Spread) (Leader, error)
}

// Chunks holds samples.
type Chunks interface {
	// Hold takes a chunk; nil when ctl ends it. Its classes are numbered for itself.
	Hold(ctl *run.Ctl, chunk Data) (Held, error)
}

// Held are the samples of a chunk.
type Held interface {
	// Bytes returns the memory that they take.
	Bytes() int64
	// Longest returns the largest squared norm of the samples with a weight.
	Longest() float64
	// Answer returns the sums that questions of a Leader ask for. classes has the number of each
	// class of the chunk in the whole, and factors the weights of all classes.
	Answer(ctl *run.Ctl, questions []float64, classes []int32, factors []float64) ([]float64, error)
}

// Spread describes samples that are held in chunks.
type Spread struct {
	Samples int
	Counts  []float64 // samples of each class
	Left    []float64 // those with a positive weight; without classes, one number
	Longest float64   // largest squared norm of the samples with a weight
}

// Leader leads a fit.
type Leader interface {
	// Questions returns what every holder is to answer, nil at the end. With stop, the fit shall end
	// with what it has, which takes a few questions more.
	Questions(stop bool) []float64
	// Take takes the answer of a chunk. The order of the chunks matters to the last bit.
	Take(answer []float64) error
	// Factors returns the weights of the classes.
	Factors() []float64
	// Progress returns how far the fit is.
	Progress() run.Report
	// Finish makes the machine the solution, after the last answer.
	Finish() (Report, error)
	// Close ends the fit.
	Close()
}
