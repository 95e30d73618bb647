package linear

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/lowrank"
	"maxmargin/core/model/schema"
)

// kernelMachine is LowRankSVC or LowRankSVR.
type kernelMachine interface {
	model.Machine
	KernelFor(x sample.Set) (k kernel.Kernel, widths []float64, err error)
}

// beginLowRank checks the arguments of a fit and returns its kernel; nil if the samples came in
// chunks, because the first one made it.
func beginLowRank(m kernelMachine, t model.Training) (k kernel.Kernel, widths []float64, err error) {
	if err := model.Accept(m, t); err != nil || t.Gathered != nil {
		return nil, nil, err
	}
	return m.KernelFor(t.X)
}

// gathered has the features of samples that come in chunks.
type gathered struct {
	low      *lowRank
	kernel   kernel.Kernel
	features *lowrank.Features
	bytes    int64 // of the features of a sample
}

// gatherLowRank chooses landmarks in the first chunk and takes its features.
func gatherLowRank(ctl *run.Ctl, m kernelMachine, first model.Data, w lowRankWork) (model.Gathered, error) {
	err := schema.Check(m.Options())
	if err == nil {
		err = noGram(m)
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

// noGram refuses a precomputed kernel.
func noGram(m model.Machine) error {
	if !model.Precomputed(m.Options()) {
		return nil
	}
	return fault.New(fault.Option, "kernel", "a precomputed kernel needs all rows of the Gram matrix at once; use a kernel that is computed from the samples")
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

// Bytes returns the memory of the features, and the further memory of a fit for these samples.
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
