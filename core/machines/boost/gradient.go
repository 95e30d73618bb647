package boost

import (
	"slices"
	"strconv"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// GradientOptions are the options of gradient boosting.
type GradientOptions struct {
	LearningRate       float64 `js:"learningRate" default:"0.1" range:"(0,1]" doc:"Factor of what each tree adds. With a smaller one the trees together are better, and more are needed."`
	MaxIter            float64 `js:"maxIter" type:"integer" default:"100" range:"[1,100000]" doc:"Number of iterations; early stopping may take fewer. Each adds a tree, of more than two classes one for each class."`
	MaxLeafNodes       float64 `js:"maxLeafNodes" type:"integer" default:"31" range:"[2,inf]" doc:"Largest number of leaves of a tree."`
	MaxDepth           float64 `js:"maxDepth" type:"integer" default:"inf" range:"[1,inf]" doc:"Largest number of questions on the way to a leaf."`
	MinSamplesLeaf     int     `js:"minSamplesLeaf" default:"20" range:"[1,1073741823]" doc:"Fewest samples of a leaf, whatever they weigh."`
	L2Regularization   float64 `js:"l2Regularization" default:"0" range:"[0,inf)" doc:"What is added to the sum of the second derivatives in a leaf, so that its value is smaller."`
	MaxBins            int     `js:"maxBins" default:"255" range:"[2,255]" doc:"Largest number of intervals into which the values of a feature are put. Missing values have their own."`
	EarlyStopping      string  `js:"earlyStopping" default:"auto" choices:"auto,always,never" doc:"Whether a fit ends when the loss no longer falls: 'always', 'never', or with more than 10,000 samples ('auto')."`
	ValidationFraction float64 `js:"validationFraction" default:"0.1" range:"[0,1)" doc:"Share of the samples that early stopping sets aside to measure the loss. With 0 it measures that of the training samples."`
	NIterNoChange      int     `js:"nIterNoChange" default:"10" range:"[1,100000]" doc:"Early stopping ends a fit after so many iterations of which none has a loss that is smaller by tol than the one before them."`
	Tol                float64 `js:"tol" default:"1e-7" range:"[0,inf)" doc:"See nIterNoChange."`
	MaxTime            float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the iterations that are finished by then are kept, at least one."`
	Seed               int     `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of what is drawn: samples for early stopping, and of more than 200,000 samples those whose quantiles are taken."`
}

// Cost counts the samples and their bins, and of each sample its place, its slopes, and for each
// function its value and probability.
func (*GradientOptions) Cost() model.Cost {
	return model.Cost{Entry: 9, Stored: 24, Row: 160, Output: 24, Column: 256}
}

// DenseNumbers counts bins, which are dense, and histograms: three numbers for each bin of a feature.
func (o *GradientOptions) DenseNumbers(rows, columns, stored int) int {
	cells := min(columns*min(o.MaxBins+1, rows), stored+columns) + 256
	return rows*columns/8 + 3*cells*kept(o.MaxLeafNodes, rows, o.MinSamplesLeaf, cells)
}

// boosting is a fit of gradient boosting: each iteration adds trees that learn the slopes of the
// loss at the functions before it (Friedman, Greedy function approximation, 2001).
type boosting struct {
	options GradientOptions
	forest  *Forest

	bins        *bins // of the samples that are trained on, and then of those that are set aside
	count, held int   // how many these are
	train, test objective
	values      []float64 // of the functions for the training samples, one function after the other
	heldValues  []float64

	iteration int
	work      int // since the last look at the clock
	ctl       *run.Ctl
}

// parted is what a machine makes of some samples: their loss.
type parted func(rows []int32) objective

// fitForest returns the forest for samples of positive weight. groups are the rows of each class, or
// all rows: samples are set aside from each.
func fitForest(ctl *run.Ctl, o GradientOptions, x sample.Set, groups [][]int32, weight []float64, of parted) (*Forest, run.Status) {
	b := &boosting{options: o, ctl: ctl, forest: &Forest{Dim: x.Dim(), Importances: make([]float64, x.Dim())}}
	train, held := b.part(groups)
	b.count, b.held = len(train), len(held)
	if b.bins = newBins(ctl, x, slices.Concat(train, held), b.count, o.MaxBins, o.Seed); b.bins == nil {
		return nil, run.Aborted
	}
	b.train, b.test = of(train), of(held)
	f := b.forest
	f.Baseline = b.train.baseline()
	b.values, b.heldValues = constant(f.Baseline, b.count), constant(f.Baseline, b.held)
	total := 0.0
	for _, i := range train {
		total += weight[i]
	}
	status := b.iterate(leastCurvature * min(1, total/float64(b.count)))
	if total := linalg.Total(f.Importances); total > 0 {
		for j := range f.Importances {
			f.Importances[j] /= total
		}
	}
	return f, status
}

// leastCurvature is the least sum of the second derivatives in a leaf; of samples that weigh less
// than one in the mean, so much less.
const leastCurvature = 1e-3

// stopsEarly reports whether early stopping may end a fit to n samples.
func (o *GradientOptions) stopsEarly(n int) bool {
	return o.EarlyStopping == "always" || o.EarlyStopping == "auto" && n > 10_000
}

// part sets samples of each group aside, and returns the others first, both in ascending order. A
// group keeps at least one.
func (b *boosting) part(groups [][]int32) (train, held []int32) {
	all := slices.Concat(groups...)
	stream := rng.New(uint64(b.options.Seed))
	for _, group := range groups {
		aside := 0
		if b.options.stopsEarly(len(all)) {
			aside = min(int(b.options.ValidationFraction*float64(len(group))+0.5), len(group)-1)
			group = slices.Clone(group)
			stream.Shuffle(group)
		}
		held, train = append(held, group[:aside]...), append(train, group[aside:]...)
	}
	slices.Sort(train)
	slices.Sort(held)
	return train, held
}

// constant returns constant functions at n samples, one after the other.
func constant(constants []float64, n int) []float64 {
	all := make([]float64, 0, n*len(constants))
	for _, v := range constants {
		all = append(all, slices.Repeat([]float64{v}, n)...)
	}
	return all
}

// iterate adds trees until there are enough. The second derivatives in a leaf add up to least.
func (b *boosting) iterate(least float64) run.Status {
	o, f := &b.options, b.forest
	g := newGrowing(limits{o.MaxLeafNodes, o.MaxDepth, o.MinSamplesLeaf, o.L2Regularization + 1e-12*least, least}, b.bins, b.count, b.ended)
	b.measure()
	for b.iteration = 0; b.iteration < int(o.MaxIter) && !b.settled(); b.iteration++ {
		before := *f
		before.Importances = slices.Clone(f.Importances)
		still := true
		for k := range f.Baseline {
			b.train.slopes(g.slopes, k)
			if status := g.grow(); status != "" {
				*f = before
				return status
			}
			g.settle(b.train)
			still = still && g.isStill()
			f.add(g, o.LearningRate)
			g.spread(b.values[k*b.count:(k+1)*b.count], o.LearningRate)
			held := b.heldValues[k*b.held:][:b.held]
			for p := range held {
				held[p] += g.leafOf(b.count+p).value * o.LearningRate
			}
		}
		if still && b.iteration > 0 {
			*f = before // further trees would do nothing either
			break
		}
		b.measure()
	}
	return run.Converged
}

// measure records the loss.
func (b *boosting) measure() {
	b.forest.TrainLoss = append(b.forest.TrainLoss, b.train.begin(b.values))
	if b.held > 0 {
		b.forest.ValidationLoss = append(b.forest.ValidationLoss, b.test.begin(b.heldValues))
	}
}

// settled reports whether early stopping ends the fit.
func (b *boosting) settled() bool {
	losses := b.forest.TrainLoss
	if b.held > 0 {
		losses = b.forest.ValidationLoss
	}
	last := len(losses) - 1 - b.options.NIterNoChange
	return last >= 0 && b.options.stopsEarly(b.count+b.held) && slices.Min(losses[last+1:]) >= losses[last]-b.options.Tol
}

// ended looks at the clock after much work. The first iteration ignores the limit of time: without a
// tree there is no result.
func (b *boosting) ended(entries int) run.Status {
	if b.work += entries; b.work < 1<<14 {
		return ""
	}
	b.work = 0
	report := func() run.Report {
		most := int(b.options.MaxIter)
		return run.Report{Phase: "iteration " + strconv.Itoa(b.iteration+1) + " of " + strconv.Itoa(most), Iteration: b.iteration,
			Objective: b.forest.TrainLoss[b.iteration], Fraction: sorting + (1-sorting)*float64(b.iteration)/float64(most)}
	}
	if b.iteration > 0 {
		return b.ctl.Checkpoint(report)
	}
	if !b.ctl.Wanted(report) {
		return run.Aborted
	}
	return ""
}
