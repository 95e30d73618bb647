package model

import (
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Gatherer is a machine that can be fitted to samples that come in chunks: it keeps of each what
// the fit needs, which takes less memory than the samples. The machine is that of a fit to all
// samples at once, but for what it derives from the first chunk alone.
type Gatherer interface {
	Machine
	// Gather begins a fit with the first chunk, whose target is not known yet. It returns nil when
	// ctl ends it.
	Gather(ctl *run.Ctl, first Data) (Gathering, error)
}

// Gathering is a fit on its way, between its chunks.
type Gathering interface {
	// Add takes the samples of the next chunk. After an error or false, when ctl ends it, the
	// gathering is of no more use.
	Add(ctl *run.Ctl, x sample.Set) (ok bool, err error)
	// Bytes returns the memory that is kept of the samples so far.
	Bytes() int64
	// Further returns the memory that Fit takes for each sample beside that.
	Further() int64
	// Fit ends the fit, to t with a sample.Summary of all samples. It returns what Fit of the
	// machine does.
	Fit(ctl *run.Ctl, t Training) (Report, error)
}
