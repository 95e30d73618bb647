package gp

import (
	"math"
	"slices"
	"sort"
	"strings"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// OrdinalGaussianProcessOptions are the options of OrdinalGaussianProcess.
type OrdinalGaussianProcessOptions struct {
	Variance  float64     `js:"variance" default:"1" range:"(0,inf)" doc:"Factor of the kernel, at which the search starts: the variance of the utility where k(x,x) = 1. That of the noise is 1."`
	Kernel    kernel.Spec `js:"kernel"`
	Optimizer string      `js:"optimizer" default:"evidence" choices:"evidence,none" doc:"Whether variance, the parameters of the kernel and the boundaries of the ranks are those of the largest marginal likelihood ('evidence'), or stay as they are given ('none'): the boundaries then divide the prior as the ranks divide the samples."`
	// Files from before this option have Laplace's approximation, and those from before the next one the median.
	Approximation string `js:"approximation" default:"ep" choices:"ep,laplace" absent:"laplace" doc:"How the posterior is approximated: by expectation propagation ('ep'), whose variances know the boundaries, or around its mode ('laplace'), which takes a wide interval for no information."`
	Predicts      string `js:"predicts" default:"probable" choices:"probable,median" absent:"median" doc:"The rank that is predicted: the most probable one ('probable'), or the median ('median'), whose expected distance from the true rank is the smallest."`
	Search        `js:"search"`
	model.Ranks
}

// Cost is that of GaussianProcessClassifier, with two more matrices: a covariance and what it follows
// from, where sites change one after the other.
func (*OrdinalGaussianProcessOptions) Cost() model.Cost {
	cost := (*GaussianProcessClassifierOptions)(nil).Cost()
	cost.RowPair *= 3
	return cost
}

// OrdinalGaussianProcess is ordinal regression by a Gaussian process (Chu & Ghahramani, Gaussian
// processes for ordinal regression, JMLR 6, 2005): a utility f has the prior of
// GaussianProcessRegressor, with mean 0 and covariance v k(x, z), standard normal noise is added, and
// the rank is the interval between the boundaries b_1 < ... < b_(k-1) that the sum lies in. That is
// the model there with all lengths in units of its noise. The posterior and the evidence are those of
// expectation propagation, see expectation, or of Laplace's approximation, that of
// GaussianProcessClassifier. With the mean m and the variance s² of the utility of a new sample
//
//	P(y <= r | x) = F((b_r - m) / sqrt(1 + s²)),  F the normal distribution,
//
// and the most probable rank is predicted, the lower one of two that are equal; or the median, which
// has the smallest expected distance from the true one: the rank in whose interval m lies. With a
// precomputed kernel only the means are known, and s² is taken for 0. A rank that no sample has keeps
// its place: between others its interval is empty.
//
// Laplace's approximation knows no walls: within a wide interval the likelihood is flat and W is 0, so
// that s² is that of the prior. Where ranks hardly overlap the evidence makes the intervals wide, and
// its probabilities say less than the median does. Expectation propagation knows them.
//
// A step of a search takes as long as one of GaussianProcessClassifier's with Laplace's approximation;
// with expectation propagation n³/3 multiply-adds for each of some ten rounds, and where ranks hardly
// overlap n³ for a dozen more.
type OrdinalGaussianProcess struct {
	OrdinalGaussianProcessOptions
	model.KernelBase[*OrdinalGaussianProcessFit]
}

// OrdinalGaussianProcessFit is the result of a fit of OrdinalGaussianProcess.
type OrdinalGaussianProcessFit struct {
	expansion.Space
	Vectors    sample.Set `field:"support.vectors" shape:"n,d"` // all samples; nil for a precomputed kernel
	Weights    []float64  `field:"weights" shape:"r"`
	Coef       []float64  `field:"dual.coef" shape:"n" js:"dualCoef" doc:"Coefficient of each training sample: the mean of the utility is the sum of dualCoef_i k(x, x_i), with the kernel that was learnt and without variance."`
	Precisions []float64  `field:"posterior.precisions" shape:"n" js:"precisions" doc:"The precision of the normal density that stands for the likelihood of each training sample."`
	Thresholds []float64  `field:"thresholds" shape:"k-1" js:"thresholds" doc:"The boundaries between the ranks, in ascending order: the utility plus the noise of a sample of a rank is above the boundary before it, and not above the one after it."`

	Parameters     []float64 `field:"parameters" shape:"p" js:"parameters" doc:"The parameters of the fit, in the order of parameterNames."`
	ParameterNames string    `field:"parameters.names" js:"parameterNames" doc:"The names of the parameters, separated by spaces: variance, then those of the kernel."`
	Evidence       float64   `field:"evidence" js:"evidence" doc:"The log marginal likelihood of the parameters and boundaries, in the approximation."`

	mean   *expansion.Expansion
	factor *factor // nil before it is needed
}

// NewOrdinalGaussianProcess returns an unfitted machine with default options.
func NewOrdinalGaussianProcess(kernels model.KernelMaker) *OrdinalGaussianProcess {
	g := &OrdinalGaussianProcess{}
	g.Init(&g.OrdinalGaussianProcessOptions, &g.Kernel, kernels, new(OrdinalGaussianProcessFit))
	return g
}

// Restore checks a result from a model file and computes the fields that a file lacks.
func (f *OrdinalGaussianProcessFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	damaged := func(format string, a ...any) error {
		return fault.New(fault.Format, "bytes", "the model "+format, a...)
	}
	if w := len(f.Weights); w != 0 && w != f.Samples || len(f.Coef) != f.Samples || len(f.Precisions) != f.Samples {
		return damaged("has %d samples, but %d weights, %d coefficients and %d precisions", f.Samples, w, len(f.Coef), len(f.Precisions))
	}
	if !slices.IsSorted(f.Thresholds) {
		return damaged("has thresholds that do not ascend")
	}
	if err := f.Again(kernels, spec, f.Vectors); err != nil {
		return err
	}
	names, _ := learnableOf(f.Kernel(), f.Vectors)
	if err := checkLearnt(names, f.ParameterNames, f.Parameters, f.Precisions, damaged); err != nil {
		return err
	}
	f.prepare()
	return nil
}

// learntKernel returns the kernel with the parameters of the fit.
func (f *OrdinalGaussianProcessFit) learntKernel() kernel.Kernel {
	return withParameters(f.Kernel(), f.Vectors, f.Parameters[1:])
}

// prepare makes the expansion of the mean, which a model file lacks.
func (f *OrdinalGaussianProcessFit) prepare() {
	f.mean = expansion.New(expansion.Expansion{Kernel: f.learntKernel(), Vectors: f.Vectors, Coef: f.Coef, Intercept: []float64{0}})
}

// Expansions returns the mean of the utility.
func (f *OrdinalGaussianProcessFit) Expansions() []*expansion.Expansion {
	return []*expansion.Expansion{f.mean}
}

// Boundaries returns those between the ranks.
func (f *OrdinalGaussianProcessFit) Boundaries() []float64 { return f.Thresholds }

// newSteps returns the likelihood of the ranks of some rows, with boundaries that divide a normal
// prior of some variance as the ranks divide the samples; and the ranks that there are.
func newSteps(rows []int, weights []float64, ranks []int32, variance float64) (s *steps, there []int32) {
	s = &steps{interval: loss.LinkOf("probit").Interval, weight: weights}
	share, total := map[int32]float64{}, 0.0
	for p, i := range rows {
		share[ranks[i]] += weights[p]
		total += weights[p]
	}
	for r := range share {
		there = append(there, r)
	}
	slices.Sort(there)
	for _, i := range rows {
		at, _ := slices.BinarySearch(there, ranks[i])
		s.rank = append(s.rank, int32(at))
	}
	below := 0.0
	for _, r := range there[:len(there)-1] {
		below += share[r]
		s.bounds = append(s.bounds, math.Sqrt(1+variance)*loss.LinkOf("probit").Inverse(below/total))
	}
	return s, there
}

// beyond is how far a rank at an end that no sample has is from all boundaries, in standard
// deviations of the utility and the noise: its probability is below that of rounding.
const beyond = 9

// boundaries returns those of all k ranks, from those of the ranks that there are.
func boundaries(s *steps, there []int32, k int, variance float64) []float64 {
	all := make([]float64, k-1)
	far := beyond * math.Sqrt(1+variance)
	for r := range all {
		switch at, _ := slices.BinarySearch(there, int32(r+1)); {
		case at == 0: // no rank up to r has samples
			all[r] = s.bounds[0] - far
		case at == len(there):
			all[r] = s.bounds[len(s.bounds)-1] + far
		default:
			all[r] = s.bounds[at-1]
		}
	}
	return all
}

// Fit learns the parameters and the boundaries, unless they are given, and the mode.
func (g *OrdinalGaussianProcess) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := g.Begin(g, t)
	if err != nil {
		return model.Report{}, err
	}
	rows, positive, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	if err := gram.CheckMatrix("OrdinalGaussianProcess", "the kernel matrix of all samples", len(rows), len(rows), "train on a sample of the rows, or use SVOR"); err != nil {
		return model.Report{}, err
	}
	names, values := learnableOf(k, t.X)
	of, there := newSteps(rows, positive, t.Labels(), g.Variance)
	var e objective = newLaplace(k, t.X, rows, positive, of)
	if g.Approximation == "ep" {
		e = newExpectation(e.(*laplace), of)
	}
	theta := slices.Concat([]float64{g.Variance}, values, of.of(g.Variance))
	found, err := g.learn(ctl, e, theta)
	if err != nil || found.status == run.Aborted {
		return model.Report{Status: found.status}, err
	}
	of.set(found.theta)
	n := t.X.Len()
	fit := &OrdinalGaussianProcessFit{Space: expansion.NewSpace(k, widths, t.X), Weights: append([]float64{}, t.Weight...),
		Coef: make([]float64, n), Precisions: make([]float64, n), Parameters: found.theta[:len(names)], ParameterNames: strings.Join(names, " "),
		Thresholds: boundaries(of, there, t.Classes(), found.theta[0]), Evidence: found.value}
	if !fit.Given() {
		fit.Vectors = t.X
	}
	for at, i := range rows {
		fit.Coef[i], fit.Precisions[i] = found.theta[0]*found.mode.coef[at], found.mode.precision[at]
	}
	fit.prepare()
	return g.Learnt(fit, model.Report{Status: found.status, Iterations: found.steps, Gap: found.gap, Objective: found.value, SupportVectors: len(rows)})
}

// learn returns the parameters and boundaries. In a search for them, sites are looked for less closely
// than at its end, unless it was ended or there are no such sites: then those of the search stay.
func (g *OrdinalGaussianProcess) learn(ctl *run.Ctl, e objective, theta []float64) (found, error) {
	ep, ok := e.(*expectation)
	if ok && g.Optimizer == "evidence" {
		ep.tol = max(siteTol, min(searchTol, g.Tol/10))
	}
	ctl = ctl.Within(g.MaxTime)
	best, err := g.parameters(ctl, g.Optimizer, e, theta)
	over := best.status == run.Aborted || best.status == run.Stopped || best.status == run.TimeLimit
	if !ok || ep.tol == siteTol || err != nil || over {
		return best, err
	}
	ep.tol = siteTol
	c, ended := climb{e: e, ctl: ctl, steps: best.steps, last: best.point, gap: best.gap}, run.Status("")
	fine, _ := e.at(best.theta, func(float64) bool {
		ended = ctl.Checkpoint(c.report)
		return ended == ""
	})
	switch {
	case ended == run.Aborted:
		return found{status: run.Aborted}, nil
	case ended != "":
		best.status = ended
	case !math.IsInf(fine.value, -1):
		best.point = fine
	}
	return best, nil
}

// Outputs returns 1: a sample has one utility.
func (g *OrdinalGaussianProcess) Outputs(string) (int, error) { return 1, nil }

// Decision returns the mean of the utility of every sample of x.
func (g *OrdinalGaussianProcess) Decision(ctl *run.Ctl, x sample.Set, _ string) (values []float64, cols int, err error) {
	f := g.Result
	if err := f.Ready("OrdinalGaussianProcess", x); err != nil {
		return nil, 0, err
	}
	values = make([]float64, x.Len())
	err = f.mean.Each(ctl, x, func(i int, value []float64) { values[i] = value[0] })
	return values, 1, err
}

// Predict returns the most probable rank of every sample of x, or the median.
func (g *OrdinalGaussianProcess) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	ranks := make([]int32, x.Len())
	if g.Predicts == "median" {
		mean, _, err := g.Decision(ctl, x, "")
		for i, m := range mean {
			ranks[i] = int32(sort.SearchFloat64s(g.Result.Thresholds, m))
		}
		return ranks, err
	}
	all, err := g.Probabilities(ctl, x)
	k := len(g.Result.Thresholds) + 1
	for i := range len(all) / k {
		row := all[i*k : (i+1)*k]
		ranks[i] = int32(slices.Index(row, slices.Max(row)))
	}
	return ranks, err
}

// Probabilities returns the probability of each rank for every sample of x, row by row.
func (g *OrdinalGaussianProcess) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	mean, _, err := g.Decision(ctl, x, "")
	if err != nil {
		return nil, err
	}
	f := g.Result
	spread := make([]float64, len(mean))
	if !f.Given() {
		if spread, err = f.spread(ctl, x); err != nil {
			return nil, err
		}
	}
	all := make([]float64, 0, len(mean)*(len(f.Thresholds)+1))
	for i, m := range mean {
		width := math.Sqrt(2 * (1 + max(spread[i], 0)))
		below := 0.0 // twice the probability of lower ranks
		for _, b := range f.Thresholds {
			up := math.Erfc((m - b) / width)
			all, below = append(all, max(up-below, 0)/2), up
		}
		all = append(all, (2-below)/2)
	}
	return all, nil
}

// spread returns the variance of the utility of every sample of x.
func (f *OrdinalGaussianProcessFit) spread(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	p := run.NewPhases(ctl, 2)
	p.Begin("factorisation")
	if f.factor == nil {
		given := f.Weights
		if len(given) == 0 {
			given = nil
		}
		rows, weights, _, err := model.Positive(given, f.Samples)
		if err != nil {
			return nil, err
		}
		l := newLaplace(f.Kernel(), f.Vectors, rows, weights, &steps{})
		if f.factor, err = l.known(f.learntKernel(), f.Parameters, f.Precisions, p.Watch); err != nil {
			return nil, err
		}
	}
	spread, err := priorSpread(f.learntKernel(), x, f.Parameters[0], false, p.Watch)
	if err != nil {
		return nil, err
	}
	p.Begin("posterior")
	return spread, f.factor.explain(x, spread, false, linalg.Watch(p.Watch))
}
