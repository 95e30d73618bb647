package model

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// Gatherer is a machine that can be fitted to samples that come in chunks: it keeps of each what
// the fit needs, which takes less memory than the samples. Its Fit takes that as Training.Gathered,
// and gives the machine of a fit to all samples at once, but for what it derives from the first
// chunk alone.
type Gatherer interface {
	Machine
	// Gather takes the first chunk, whose target is not known yet. It returns nil when ctl ends it.
	Gather(ctl *run.Ctl, first Data) (Gathered, error)
}

// Gathered is what a Gatherer keeps of samples that come in chunks.
type Gathered interface {
	// Add takes the samples of the next chunk. After an error or false, when ctl ends it, what was
	// gathered is of no more use.
	Add(ctl *run.Ctl, x sample.Set) (ok bool, err error)
	// Bytes returns the memory that is kept of the samples so far, and the memory that a fit takes
	// for each sample beside that.
	Bytes() (kept, further int64)
}
