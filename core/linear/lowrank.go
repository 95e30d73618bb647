package linear

import (
	"maxmargin/core/expansion"
	"maxmargin/core/kernel"
	"maxmargin/core/lanes"
	"maxmargin/core/lowrank"
	"maxmargin/core/model"
	"maxmargin/core/primal"
	"maxmargin/core/run"
)

// LowRankFit is what a fit of LowRankSVC or LowRankSVR says of how it went, for q functions.
type LowRankFit struct {
	Iterations  []int32   `field:"problem.iterations" shape:"q" js:"nIter" doc:"Passes over the samples for each decision function."`
	Objectives  []float64 `field:"problem.objective" shape:"q"`
	Gaps        []float64 `field:"problem.gap" shape:"q"`
	DualityGaps []float64 `field:"solution.gap" shape:"q" js:"dualityGaps" doc:"Primal minus dual objective of each problem with the features as they are stored: its objective is at most so far above the least one."`
	Eigenvalues []float64 `field:"eigenvalues" shape:"m" js:"eigenvalues" doc:"Eigenvalues of the kernel matrix of the landmarks, the largest first; 0 for those that are rounding errors or negative."`
}

// lowRank are the features of a fit, with what makes functions of the kernel out of weights.
type lowRank struct {
	features  *lowrank.Map
	landmarks []int
	samples   *primal.Samples
	aborted   bool
}

// newLowRank chooses landmarks among the samples that count, and computes the features of all
// samples.
func newLowRank(ctl *run.Ctl, k kernel.Kernel, t model.Training, options *lowrank.Choice, seed int) (*lowRank, error) {
	rows, _, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return nil, err
	}
	phases := run.NewPhases(ctl, 3)
	phases.Begin("landmarks")
	chosen, ok, err := options.Choose(k, t.X, rows, seed, phases.Watch)
	if err != nil || !ok {
		return &lowRank{aborted: true}, err
	}
	phases.Begin("eigenvectors")
	features, ok, err := lowrank.NewMap(k, t.X, chosen, phases.Watch)
	if err != nil || !ok {
		return &lowRank{aborted: true}, err
	}
	phases.Begin("features")
	table, ok, err := features.Features(t.X, phases.Watch)
	if err != nil || !ok {
		return &lowRank{aborted: true}, err
	}
	return &lowRank{features: features, landmarks: chosen, samples: primal.NewSingleSamples(table)}, nil
}

// functions returns the functions with these weights, q rows of the length of the features.
func (l *lowRank) functions(k kernel.Kernel, widths []float64, t model.Training, weights, bias []float64) expansion.Functions {
	f := expansion.Functions{Support: expansion.NewSupport(k, widths, t.X, l.landmarks), Intercept: bias}
	d := l.samples.D
	for q := range bias {
		f.Coef = append(f.Coef, l.features.Coefficients(weights[q*d:(q+1)*d])...)
	}
	return f
}

// fit returns what the results of a descent say.
func (l *lowRank) fit(d *descent, gaps []float64) LowRankFit {
	return LowRankFit{d.fit.Iterations, d.fit.Objectives, d.fit.Gaps, gaps, l.features.Eigenvalues}
}

// report is that of a descent, with the landmarks as support vectors.
func (l *lowRank) report(d *descent, status run.Status) model.Report {
	r := d.report(status)
	r.SupportVectors = len(l.landmarks)
	if l.features.Indefinite() {
		r.Notes = append(r.Notes, model.Indefinite("the kernel matrix of the landmarks has negative eigenvalues", "Inner products of the features come close to the part of the kernel that belongs to positive eigenvalues. Use another kernel"))
	}
	return r
}

// lowRankCost is the memory of a fit with m landmarks: that of machines that keep samples, of
// which the landmarks are some, and the features and the state of each sample.
func lowRankCost(m int) model.Cost {
	c := model.KernelCost()
	c.Row, c.Output = 240+4*int64(lanes.MixedPad(m)), 8
	return c
}
