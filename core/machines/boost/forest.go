package boost

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// Forest is a sum of trees: what gradient boosting learns. It has functions, one for a regression or
// two classes, else one for each class; tree t belongs to function t mod q. The nodes of all trees
// stand one after the other, the root of each first.
type Forest struct {
	Dim            int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Baseline       []float64 `field:"forest.baseline" shape:"q" js:"baseline" doc:"The value of each function before the first tree: the mean or the median of y, or the log odds of the classes."`
	Roots          []int32   `field:"forest.roots" shape:"t"`                    // the first node of each tree
	Numbers        []float64 `field:"forest.numbers" shape:"r"`                  // of an inner node the threshold, of a leaf its value
	Features       []int32   `field:"forest.features" shape:"r" range:"[0,d-1]"` // of an inner node
	Left           []int32   `field:"forest.left" shape:"r"`                     // the left child; the right one follows it. 0: a leaf
	Missing        []int32   `field:"forest.missing" shape:"r" range:"[0,1]"`    // 1: missing values go left
	TrainLoss      []float64 `field:"forest.loss" shape:"i" js:"trainLoss" doc:"The mean loss of the training samples before the first iteration and after each: the log loss, half the squared error or the absolute error."`
	ValidationLoss []float64 `field:"forest.validation" shape:"v" js:"validationLoss" doc:"The same of the samples that early stopping has set aside. Empty without them."`
	Importances    []float64 `field:"forest.importances" shape:"d" js:"featureImportances" doc:"The share of each feature in the decrease of the loss, to second order, by all splits."`
}

// Check returns an error unless the nodes, as a model file has them, are trees.
func (f *Forest) Check() error {
	q, nodes := len(f.Baseline), len(f.Numbers)
	if q == 0 || len(f.Roots) == 0 || len(f.Roots)%q != 0 || f.Roots[0] != 0 {
		return fault.New(fault.Format, "bytes", "the model has %d trees for %d functions", len(f.Roots), q)
	}
	for t, root := range f.Roots {
		end := nodes
		if t+1 < len(f.Roots) {
			end = int(f.Roots[t+1])
		}
		if int(root) >= end || end > nodes {
			return fault.New(fault.Format, "bytes", "tree %d of the model has no nodes", t)
		}
		for node := int(root); node < end; node++ {
			left := int(f.Left[node])
			if left != 0 && (left <= node || left+1 >= end) {
				return fault.New(fault.Format, "bytes", "node %d of the model has the child %d, which is no later node of its tree", node, left)
			}
		}
	}
	return nil
}

// Ready returns an error unless there is a fit to samples of as many features as x has.
func (f *Forest) Ready(machine string, x sample.Set) error { return sample.Ready(machine, f.Dim, x) }

// watched is how many trees are asked between two looks at the clock.
const watched = 1 << 17

// Each calls take with the values of the functions for every sample of x.
func (f *Forest) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	values, row := make([]float64, len(f.Baseline)), make([]float64, f.Dim)
	asked := watched
	for i := range x.Len() {
		if asked += len(f.Roots); asked >= watched {
			asked = 0
			if !ctl.Wanted(func() run.Report { return run.Report{Fraction: float64(i) / float64(x.Len())} }) {
				return run.ErrAborted
			}
		}
		x.Dense(row, i)
		f.values(values, row)
		take(i, values)
	}
	return nil
}

// values sets to to the values of the functions for a sample.
func (f *Forest) values(to, x []float64) {
	copy(to, f.Baseline)
	for t, root := range f.Roots {
		node := root
		for f.Left[node] != 0 {
			v := x[f.Features[node]]
			right := int32(1)
			if v <= f.Numbers[node] || v != v && f.Missing[node] == 1 {
				right = 0
			}
			node = f.Left[node] + right
		}
		to[t%len(to)] += f.Numbers[node]
	}
}

// add adds a tree.
func (f *Forest) add(g *growing, rate float64) {
	root := int32(len(f.Numbers))
	f.Roots = append(f.Roots, root)
	for i := range g.nodes {
		n := &g.nodes[i]
		number, feature, left, missing := n.value*rate, int32(0), int32(0), int32(0)
		if s := &n.split; n.left != 0 {
			number, feature, left = math.MaxFloat64, int32(s.feature), root+n.left
			if ends := g.bins.thresholds[s.feature]; s.bin < len(ends) {
				number = ends[s.bin] // otherwise only missing values go right
			}
			if s.gapsLeft {
				missing = 1
			}
			f.Importances[s.feature] += s.gain
		}
		f.Numbers, f.Features = append(f.Numbers, number), append(f.Features, feature)
		f.Left, f.Missing = append(f.Left, left), append(f.Missing, missing)
	}
}
