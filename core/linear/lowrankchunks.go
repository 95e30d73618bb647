package linear

import (
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/lowrank"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// kernelMachine is LowRankSVC or LowRankSVR.
type kernelMachine interface {
	model.Machine
	KernelFor(x sample.Set) (k kernel.Kernel, widths []float64, err error)
}

// beginLowRank checks what a fit is given and returns its kernel, nil if the samples came in
// chunks: then it was made of the first one.
func beginLowRank(m kernelMachine, t model.Training) (k kernel.Kernel, widths []float64, err error) {
	if err := model.Accept(m, t); err != nil || t.Gathered != nil {
		return nil, nil, err
	}
	return m.KernelFor(t.X)
}

// gathered is what a fit keeps of samples that come in chunks: their features.
type gathered struct {
	low      *lowRank
	kernel   kernel.Kernel
	features *lowrank.Features
	bytes    int64 // of the features of a sample
}

// gatherLowRank chooses landmarks in the first chunk and takes its features.
func gatherLowRank(ctl *run.Ctl, m kernelMachine, first model.Data, w lowRankWork) (model.Gathered, error) {
	err := model.Check(m.Options())
	if err == nil && model.Precomputed(m.Options()) {
		err = fault.New(fault.Option, "kernel", "a precomputed kernel needs all rows of the Gram matrix at once; use a kernel that is computed from the samples")
	}
	if err == nil {
		w.kernel, w.widths, err = m.KernelFor(first.X)
	}
	if err != nil {
		return nil, err
	}
	stages := ctl.Stages(2)
	low, err := newLowRank(stages.Next(""), model.Training{Data: first}, w)
	if err != nil || low.aborted {
		return nil, err
	}
	g := &gathered{low, w.kernel, low.features.NewFeatures(w.choice.Precision), lowrank.FeatureBytes(w.choice.Precision) * int64(low.features.Dim())}
	if ok, err := g.Add(stages.Next(""), first.X); err != nil || !ok {
		return nil, err
	}
	return g, nil
}

// Add takes the features of the samples of the next chunk.
func (g *gathered) Add(ctl *run.Ctl, x sample.Set) (ok bool, err error) {
	if err := sample.Ready("machine", g.low.support.Features, x); err != nil {
		return false, err
	}
	if _, err := model.Diagonal(g.kernel, x); err != nil {
		return false, err
	}
	phases := run.NewPhases(ctl, 1)
	phases.Begin("features")
	return g.features.Add(x, phases.Watch)
}

// Bytes returns the memory of the features, and that of a fit for each sample beside them.
func (g *gathered) Bytes() (kept, further int64) {
	return int64(g.features.Len()) * g.bytes, stateBytes
}

// all returns the features of the samples of all chunks.
func (g *gathered) all() (*lowRank, error) {
	samples, err := g.features.Samples()
	if err != nil {
		return nil, err
	}
	g.low.samples, g.low.support.Samples = samples, samples.N
	return g.low, nil
}

var _ model.Gathered = (*gathered)(nil)
