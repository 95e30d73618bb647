package ordinal

import (
	"slices"

	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
)

// ReducedOrdinalSVCOptions are the options of ReducedOrdinalSVC.
type ReducedOrdinalSVCOptions struct {
	C            float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the slacks: larger follows the training data more closely, smaller gives a smoother utility."`
	Cost         string      `js:"cost" default:"absolute" choices:"absolute,squared,classification" doc:"What it costs to predict another rank: the difference of the ranks, its square, or 1 for every other rank."`
	FitIntercept bool        `js:"fitIntercept" default:"true" doc:"Whether the thresholds have a common constant that is not penalised; false is the form without a bias."`
	Kernel       kernel.Spec `js:"kernel"`
	Solving      `js:"solving"`
	model.Ranks
}

// ReducedOrdinalSVC is the reduction of ordinal regression to binary classification (Li & Lin,
// Ordinal regression by extended binary classification, 2007; REDSVM). A sample x_i with k-1
// thresholds becomes k-1 samples (x_i, j) of two classes, which say whether its rank is above
// threshold j: s_ij = +1 or -1. They are learnt by a support vector classifier with the kernel
//
//	k(x, x') + [j = j']
//
// whose decision function is f(x) - theta_j: with b the constant it minimises
//
//	1/2 |w|^2 + 1/2 |theta + b|^2 + sum of C_ij max(0, 1 - s_ij (f(x_i) - theta_j))
//
// where b is 0 without fitIntercept. C_ij is C times the weight of the sample and what the cost
// grows by from one side of threshold j to the other. For costs that are convex, as the
// difference and its square are, the thresholds come out in order; they are sorted, which
// leaves the number of thresholds below a utility, the rank, what it is.
//
// The matrix of the extended samples is not stored: its rows are made of those of k(x, x').
type ReducedOrdinalSVC struct {
	ReducedOrdinalSVCOptions
	model.KernelClassifierBase[*ReducedOrdinalSVCFit]
}

// ReducedOrdinalSVCFit is the result of a fit of ReducedOrdinalSVC.
type ReducedOrdinalSVCFit struct {
	Utility
	Dual
}

// NewReducedOrdinalSVC returns an unfitted machine with default options.
func NewReducedOrdinalSVC(kernels model.KernelMaker) *ReducedOrdinalSVC {
	s := &ReducedOrdinalSVC{}
	s.Init("ReducedOrdinalSVC", &s.ReducedOrdinalSVCOptions, &s.Kernel, kernels, new(ReducedOrdinalSVCFit))
	return s
}

// Fit solves the dual problem of the extended samples.
func (s *ReducedOrdinalSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := s.Begin(s, t)
	if err != nil {
		return model.Report{}, err
	}
	d, err := newDual(k, widths, s.Solving, s.C, t)
	if err != nil {
		return model.Report{}, err
	}
	p := d.implicit()
	n := len(d.rows)
	p.K, p.GroupCount = newExtended(p.K, d.ranks-1), 1
	for c := range p.Group {
		p.Upper[c] *= step(s.Cost, c/n-int(d.rank[c%n]))
		if p.Group[c] = 0; !s.FitIntercept {
			p.Group[c] = -1
		}
	}
	if !s.FitIntercept {
		p.GroupCount = 0
	}
	if from, ok := t.Start.(*ReducedOrdinalSVC); ok {
		if err := d.from(&p, &from.Result.Dual, &from.Result.Utility); err != nil {
			return model.Report{}, err
		}
	}
	r := d.solve(ctl.Within(s.MaxTime), p)
	if r.Status == run.Aborted {
		return model.Report{Status: r.Status}, nil
	}
	thresholds := make([]float64, d.ranks-1)
	for c, a := range r.Alpha {
		thresholds[c/n] -= p.Sign[c] * a
	}
	if s.FitIntercept {
		for j := range thresholds {
			thresholds[j] += r.Level[0]
		}
	}
	slices.Sort(thresholds)
	utility, quality, report, err := d.finish(&p, &r, thresholds)
	if err != nil {
		return report, err
	}
	return s.Learnt(&ReducedOrdinalSVCFit{utility, quality}, report)
}

// step returns what a cost grows by from one side of a threshold to the other. The threshold is
// so many places above the first one above the rank of the sample, or below it if negative.
func step(cost string, places int) float64 {
	if places < 0 {
		places = -places - 1
	}
	switch {
	case cost == "squared":
		return float64(2*places + 1)
	case cost == "classification" && places > 0:
		return 0
	}
	return 1
}
