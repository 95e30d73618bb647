package linear

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/lowrank"
	"maxmargin/core/solve/primal"
)

// LowRankFit describes a fit of LowRankSVC or LowRankSVR, for q functions.
type LowRankFit struct {
	Iterations  []int32   `field:"problem.iterations" shape:"q" js:"nIter" doc:"Passes over the samples, or Newton steps, for each decision function."`
	Objectives  []float64 `field:"problem.objective" shape:"q"`
	Gaps        []float64 `field:"problem.gap" shape:"q"`
	DualityGaps []float64 `field:"solution.gap" shape:"q" js:"dualityGaps" doc:"Primal minus dual objective of each problem with the features as they are stored: its objective is at most so far above the least one."`
	Dual        []float64 `field:"solution.dual" shape:"u" absent:""` // q x n with warmStart, else empty
	Eigenvalues []float64 `field:"eigenvalues" shape:"m" js:"eigenvalues" doc:"Eigenvalues of the kernel matrix of the landmarks, the largest first; 0 for those that are rounding errors or negative."`
}

// startFor returns the dual coefficients that a fit to n samples starts from, nil if there are
// none.
func (f *LowRankFit) startFor(n int) ([]float64, error) {
	if len(f.Dual) == 0 || len(f.Gaps) == 0 {
		return nil, nil
	}
	return f.Dual, checkStart(len(f.Dual)/len(f.Gaps), n)
}

// lowRank has the features of a fit, and the map from weights to functions of the kernel.
type lowRank struct {
	features  *lowrank.Map
	landmarks []int
	support   expansion.Support // the landmarks
	samples   *primal.Samples   // nil until they are computed
	aborted   bool
	source    source // zero if the features are not kept
}

// source is all that the features of a fit depend on.
type source struct {
	kernel  kernel.Spec
	choice  lowrank.Choice
	seed    int
	samples uint64 // fingerprint of X
	counted uint64 // fingerprint of which samples have a positive weight
}

// keeper keeps the features of a fit with warmStart for the next one. Model files do not have them:
// a loaded machine computes them again.
type keeper struct{ kept *lowRank }

// handOver returns the features and forgets them, so that they can be freed before the next
// fit computes others.
func (k *keeper) handOver() *lowRank {
	kept := k.kept
	k.kept = nil
	return kept
}

// lowRankWork is the work that newLowRank shall do.
type lowRankWork struct {
	kernel    kernel.Kernel
	widths    []float64 // of the kernel
	spec      kernel.Spec
	choice    *lowrank.Choice
	seed      int
	landmarks []int    // given landmarks, or nil to choose them
	samples   bool     // whether the features of the samples are needed
	keep      bool     // whether before is of use, if it depends on the same
	before    *lowRank // of an earlier fit; may be nil
}

// newLowRank chooses landmarks among the samples that count, and computes the map to features, and
// the features of all samples if they are needed.
func newLowRank(ctl *run.Ctl, t model.Training, w lowRankWork) (low *lowRank, err error) {
	if g, ok := t.Gathered.(*gathered); ok {
		return g.all()
	}
	rows, _, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return nil, err
	}
	var from source
	if w.keep {
		from = source{w.spec, *w.choice, w.seed, sample.Fingerprint(t.X), sample.FingerprintOf(rows)}
	}
	phases, aborted := run.NewPhases(ctl, 3), &lowRank{aborted: true}
	if low = w.before; low == nil || !w.keep || low.source != from {
		low = &lowRank{source: from, landmarks: w.landmarks}
		var ok bool
		if len(low.landmarks) == 0 {
			phases.Begin("landmarks")
			if low.landmarks, ok, err = w.choice.Choose(w.kernel, t.X, rows, w.seed, phases.Watch); err != nil || !ok {
				return aborted, err
			}
		}
		phases.Begin("eigenvectors")
		if low.features, ok, err = lowrank.NewMap(w.kernel, t.X, low.landmarks, phases.Watch); err != nil || !ok {
			return aborted, err
		}
		low.support = expansion.NewSupport(w.kernel, w.widths, t.X, low.landmarks)
	}
	if w.samples && low.samples == nil {
		phases.Begin("features")
		var ok bool
		if low.samples, ok, err = low.features.Features(t.X, w.choice.Precision, phases.Watch); err != nil || !ok {
			return aborted, err
		}
	}
	return low, nil
}

// functions returns the functions with these weights, q rows of the length of the features.
func (l *lowRank) functions(weights, bias []float64) expansion.Functions {
	f := expansion.Functions{Support: l.support, Intercept: bias}
	d := len(weights) / len(bias)
	for q := range bias {
		f.Coef = append(f.Coef, l.features.Coefficients(weights[q*d:(q+1)*d])...)
	}
	return f
}

// fit describes a descent.
func (l *lowRank) fit(d *descent, gaps []float64) LowRankFit {
	return LowRankFit{d.fit.Iterations, d.fit.Objectives, d.fit.Gaps, gaps, d.fit.Dual, l.features.Eigenvalues}
}

// report returns the report of a descent, with the landmarks as support vectors.
func (l *lowRank) report(d *descent, status run.Status) model.Report {
	r := d.report(status)
	r.SupportVectors = len(l.landmarks)
	if l.features.Indefinite() {
		r.Notes = append(r.Notes, model.Indefinite("the kernel matrix of the landmarks has negative eigenvalues", "Inner products of the features come close to the part of the kernel that belongs to positive eigenvalues. Use another kernel"))
	}
	return r
}

// stateBytes is the memory of a fit for each sample besides its features.
const stateBytes = 240

// lowRankCost counts a fit with these landmarks: the samples, among them the landmarks, and the
// features and the state of each sample.
func lowRankCost(choice *lowrank.Choice) model.Cost {
	c := model.KernelCost()
	c.Row, c.Output = stateBytes+lowrank.FeatureBytes(choice.Precision)*int64(lanes.MixedPad(choice.NComponents)), 8
	return c
}
