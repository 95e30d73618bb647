// Package neighbors holds the machines that keep the training samples and look at
// those near a new one.
package neighbors

import (
	"math"

	"maxmargin/core/calib"
	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// KNeighborsClassifierOptions are the options of KNeighborsClassifier.
type KNeighborsClassifierOptions struct {
	NNeighbors          int         `js:"nNeighbors" default:"5" range:"[1,2147483647]" doc:"How many neighbours vote; a sample of weight 2 counts as two."`
	Weights             string      `js:"weights" default:"uniform" choices:"uniform,distance" doc:"What a vote counts: the same for all neighbours, or the inverse of the distance. At distance 0 only such neighbours count. A precomputed kernel has no distances of new samples, only their order, and takes 'uniform'."`
	Kernel              kernel.Spec `js:"kernel"`
	calib.Probabilities `js:"probabilities"`
}

// KNeighborsClassifier takes a sample for the class of most of its neighbours in
// feature space, where
//
//	|phi(x) - phi(x_i)|^2 = k(x, x) - 2 k(x, x_i) + k(x_i, x_i)
//
// (Cristianini & Shawe-Taylor, section 3.7). A kernel that falls with the distance,
// such as the Gaussian, has the neighbours that the samples have themselves. The
// decision values are the shares of the votes, of two classes the share of class 1 less
// that of class 0. Of neighbours at the same distance those count that come first in
// the training set; of classes with the same share the one whose neighbour is nearest.
//
// Samples of weight w vote as w samples; the last of the neighbours counts with what is
// left to nNeighbors. Training takes no time, a prediction n kernel values.
type KNeighborsClassifier struct {
	KNeighborsClassifierOptions
	kernels model.KernelMaker
	fit     *KNeighborsClassifierFit
}

// KNeighborsClassifierFit is what a fit of KNeighborsClassifier leaves behind.
type KNeighborsClassifierFit struct {
	Classes []int32 `field:"class.order" shape:"k" range:"[0,k-1]"` // by first appearance
	expansion.Support
	Labels []int32   `field:"labels" shape:"m" range:"[0,k-1]"`
	Mass   []float64 `field:"weights" shape:"m"`
	Norms  []float64 `field:"norms" shape:"m"` // k(x_i, x_i)

	columns gram.Columns // made when first needed
}

// NewKNeighborsClassifier returns an unfitted classifier with default options.
func NewKNeighborsClassifier(kernels model.KernelMaker) *KNeighborsClassifier {
	c := &KNeighborsClassifier{kernels: kernels, fit: &KNeighborsClassifierFit{}}
	model.SetDefaults(&c.KNeighborsClassifierOptions)
	return c
}

// Options returns a pointer to the options.
func (c *KNeighborsClassifier) Options() any { return &c.KNeighborsClassifierOptions }

// Fitted returns a pointer to what the last fit left behind.
func (c *KNeighborsClassifier) Fitted() any { return c.fit }

// Restore takes over a fit that was read from a model file.
func (c *KNeighborsClassifier) Restore(fitted any) error {
	f := fitted.(*KNeighborsClassifierFit)
	if err := multi.CheckOrder(f.Classes); err != nil {
		return err
	}
	for _, w := range f.Mass {
		if !(w > 0) {
			return fault.New(fault.Format, "bytes", "the model has a neighbour of weight %v", w)
		}
	}
	if len(f.Mass) == 0 {
		return fault.New(fault.Format, "bytes", "the model has no neighbours")
	}
	if err := f.Support.Restore(c.kernels, c.Kernel); err != nil {
		return err
	}
	if err := c.checkWeights(f.Kernel()); err != nil {
		return fault.New(fault.Format, "bytes", "the model's options are not valid: %v", err)
	}
	c.fit = f
	return nil
}

// Fit keeps the samples.
func (c *KNeighborsClassifier) Fit(_ *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(c.KNeighborsClassifierOptions); err != nil {
		return model.Report{}, err
	}
	k, widths, err := c.kernels.For(c.Kernel, t.X)
	if err != nil {
		return model.Report{}, err
	}
	if err := c.checkWeights(k); err != nil {
		return model.Report{}, err
	}
	weight, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	rows, mass, total, err := model.Positive(weight, len(weight))
	if err != nil {
		return model.Report{}, err
	}
	if total < float64(c.NNeighbors) {
		return model.Report{}, fault.New(fault.Option, "nNeighbors", "nNeighbors is %d, but the training samples have a total weight of %v only; ask for fewer neighbours", c.NNeighbors, total)
	}
	m := len(rows)
	fit := &KNeighborsClassifierFit{Classes: multi.Appearance(t.Y, t.Classes), Support: expansion.NewSupport(k, widths, t.X, rows),
		Labels: make([]int32, m), Mass: mass, Norms: make([]float64, m)}
	norms := make([]float64, t.X.Len())
	gram.Diagonal(norms, k, t.X)
	for p, i := range rows {
		fit.Labels[p], fit.Norms[p] = t.Y[i], norms[i]
	}
	if err := model.CheckFinite(fit); err != nil {
		return model.Report{}, err
	}
	c.fit = fit
	return model.Report{Status: run.Converged, Iterations: 1, SupportVectors: len(rows)}, nil
}

// checkWeights fails when votes are to count by distances that nobody knows.
func (c *KNeighborsClassifier) checkWeights(k kernel.Kernel) error {
	if _, given := k.(kernel.Given); given && c.Weights == "distance" {
		return fault.New(fault.Option, "weights", "weights 'distance' needs the kernel of new samples with themselves, which a precomputed kernel does not hold; use 'uniform'")
	}
	return nil
}

// Predict returns the class of every sample of x.
func (c *KNeighborsClassifier) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	classes := make([]int32, x.Len())
	err := c.vote(ctl, x, func(i int, _ []float64, winner int32) { classes[i] = winner })
	return classes, err
}

// Decision returns the shares of the votes, for two classes that of class 1 less that
// of class 0. shape is "ovr" or "".
func (c *KNeighborsClassifier) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if shape == "" {
		shape = multi.OneVsRest
	}
	return multi.Scheme{Name: multi.OneVsRest, Classes: len(c.fit.Classes)}.Decision(ctl, shares{c}, shape, x)
}

// shares are the decision values.
type shares struct{ *KNeighborsClassifier }

func (s shares) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	return s.vote(ctl, x, func(i int, shares []float64, _ int32) {
		take(i, expansion.Difference(shares, 1))
	})
}

// vote calls take for every sample of x with the share of the votes of each class,
// which it may change but not keep, and the class that wins.
func (c *KNeighborsClassifier) vote(ctl *run.Ctl, x sample.Set, take func(i int, shares []float64, winner int32)) error {
	f := c.fit
	if err := f.Ready("KNeighborsClassifier", x); err != nil {
		return err
	}
	if f.columns == nil {
		f.columns = f.Columns()
	}
	var own []float64 // k(x, x)
	if c.Weights == "distance" {
		own = make([]float64, x.Len())
		gram.Diagonal(own, f.Kernel(), x)
	}
	near := &nearest{fit: f, most: float64(c.NNeighbors)}
	votes := make([]float64, len(f.Classes))
	var overflow error
	err := expansion.EachRow(ctl, f.Kernel(), f.columns, x, func(i int, row []float64) {
		if !near.find(row) || own != nil && math.IsInf(own[i], 0) {
			overflow = fault.New(fault.Numeric, "X", "the kernel values of row %d overflow; scale the features as for fit", i).With("row", i)
			return
		}
		clear(votes)
		sum := 0.0
		factor := func(float64) float64 { return 1 }
		if own != nil {
			factor = near.inverse(own[i], row)
		}
		for _, n := range near.heap {
			v := factor(n.distance) * n.mass
			votes[f.Labels[n.at]] += v
			sum += v
		}
		winner := f.Labels[near.heap[0].at]
		for _, n := range near.heap { // the nearest first
			if class := f.Labels[n.at]; votes[class] > votes[winner] {
				winner = class
			}
		}
		for class := range votes {
			votes[class] /= sum
		}
		take(i, votes, winner)
	})
	if err == nil {
		err = overflow
	}
	return err
}

// neighbour is a training sample.
type neighbour struct {
	at       int
	distance float64 // squared, less k(x, x)
	mass     float64 // its weight, or what of it counts
}

// farther reports whether a is farther than b; of two at the same distance the later
// one is.
func (a neighbour) farther(b neighbour) bool {
	return a.distance > b.distance || a.distance == b.distance && a.at > b.at
}

// nearest finds the nearest training samples. The heap holds those found so far, the
// farthest first, and no more than are needed to weigh most.
type nearest struct {
	fit  *KNeighborsClassifierFit
	most float64
	heap []neighbour
}

// find leaves the neighbours of a sample with these kernel values in the heap, the
// nearest first, with a total mass of most. It returns false when a distance is not
// finite.
func (n *nearest) find(row []float64) bool {
	n.heap = n.heap[:0]
	sum := 0.0
	for at, k := range row {
		next := neighbour{at, n.fit.Norms[at] - 2*k, n.fit.Mass[at]}
		if math.IsNaN(next.distance) || math.IsInf(next.distance, 0) {
			return false
		}
		if sum >= n.most && next.distance >= n.heap[0].distance {
			continue
		}
		n.push(next)
		for sum += next.mass; sum-n.heap[0].mass >= n.most; {
			sum -= n.heap[0].mass
			n.pop()
		}
	}
	n.sort()
	sum = 0
	for i := range n.heap {
		n.heap[i].mass = min(n.heap[i].mass, n.most-sum)
		sum += n.heap[i].mass
	}
	return true
}

func (n *nearest) push(x neighbour) {
	n.heap = append(n.heap, x)
	for i := len(n.heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if n.heap[parent].farther(n.heap[i]) {
			return
		}
		n.heap[i], n.heap[parent] = n.heap[parent], n.heap[i]
		i = parent
	}
}

// pop takes the farthest off the heap, and leaves it behind the others.
func (n *nearest) pop() {
	last := len(n.heap) - 1
	n.heap[0], n.heap[last] = n.heap[last], n.heap[0]
	n.heap = n.heap[:last]
	for i := 0; ; {
		child := 2*i + 1
		if child >= last {
			return
		}
		if child+1 < last && n.heap[child+1].farther(n.heap[child]) {
			child++
		}
		if n.heap[i].farther(n.heap[child]) {
			return
		}
		n.heap[i], n.heap[child] = n.heap[child], n.heap[i]
		i = child
	}
}

// sort puts the nearest first.
func (n *nearest) sort() {
	all := n.heap
	for len(n.heap) > 1 {
		n.pop()
	}
	n.heap = all
}

// rounding is the share of the terms of a squared distance below which it is zero.
const rounding = 0x1p-48

// inverse returns the function from distance to what a vote counts, for a sample whose
// kernel with itself is own.
func (n *nearest) inverse(own float64, row []float64) func(distance float64) float64 {
	size := math.Abs(own)
	for _, v := range n.heap {
		size = max(size, math.Abs(row[v.at]), n.fit.Norms[v.at])
	}
	zero := rounding * size
	if own+n.heap[0].distance <= zero {
		return func(distance float64) float64 {
			if own+distance <= zero {
				return 1
			}
			return 0
		}
	}
	return func(distance float64) float64 { return 1 / math.Sqrt(own+distance) }
}

var _ model.Classifier = (*KNeighborsClassifier)(nil)
