package linear

import (
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/lowrank"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// gatherer is LowRankSVC or LowRankSVR.
type gatherer interface {
	model.Machine
	KernelFor(x sample.Set) (k kernel.Kernel, widths []float64, err error)
}

// gathering is what a fit keeps of samples that come in chunks: their features.
type gathering struct {
	machine  gatherer
	kernel   kernel.Kernel
	choice   *lowrank.Choice
	low      *lowRank
	features *lowrank.Features
	fit      func(ctl *run.Ctl, t model.Training, low *lowRank) (model.Report, error)
}

// gatherLowRank begins a fit of a machine with its first chunk, of which it takes the features.
// fit ends it when those of all chunks are there.
func gatherLowRank(ctl *run.Ctl, first model.Data, w lowRankWork, m gatherer, fit func(*run.Ctl, model.Training, *lowRank) (model.Report, error)) (model.Gathering, error) {
	if err := model.Check(m.Options()); err != nil {
		return nil, err
	}
	var err error
	if w.kernel, w.widths, err = m.KernelFor(first.X); err != nil {
		return nil, err
	}
	if kernel.IsGiven(w.kernel) {
		return nil, fault.New(fault.Option, "kernel", "samples that come in chunks need a kernel that is computed from them; with kernel 'precomputed' call fit with all rows of the Gram matrix")
	}
	stages := ctl.Stages(2)
	low, err := newLowRank(stages.Next(""), first, w)
	if err != nil || low.aborted {
		return nil, err
	}
	g := &gathering{m, w.kernel, w.choice, low, low.features.NewFeatures(w.choice.Precision), fit}
	if ok, err := g.add(stages.Next(""), first.X); err != nil || !ok {
		return nil, err
	}
	return g, nil
}

// Add takes the features of the samples of the next chunk.
func (g *gathering) Add(ctl *run.Ctl, x sample.Set) (ok bool, err error) {
	if want, got := g.low.support.Features, x.Dim(); got != want {
		return false, fault.New(fault.FeatureCount, "X", "X has %d features, but the first chunk has %d; all chunks must have the same columns", got, want).
			With("expected", want).With("got", got)
	}
	if _, err := model.Diagonal(g.kernel, x); err != nil {
		return false, err
	}
	return g.add(ctl, x)
}

func (g *gathering) add(ctl *run.Ctl, x sample.Set) (ok bool, err error) {
	phases := run.NewPhases(ctl, 1)
	phases.Begin("features")
	return g.features.Add(x, phases.Watch)
}

// Bytes returns the memory of the features.
func (g *gathering) Bytes() int64 {
	return int64(g.features.Len()) * lowrank.FeatureBytes(g.choice.Precision) * int64(g.low.features.Dim())
}

// Further returns the memory that a fit takes for each sample beside its features.
func (g *gathering) Further() int64 { return stateBytes }

// Fit solves the problem over the features.
func (g *gathering) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(g.machine, t); err != nil {
		return model.Report{}, err
	}
	var err error
	if g.low.samples, err = g.features.Samples(); err != nil {
		return model.Report{}, err
	}
	g.low.support.Samples = t.X.Len()
	return g.fit(ctl, t, g.low)
}

var _ model.Gathering = (*gathering)(nil)
