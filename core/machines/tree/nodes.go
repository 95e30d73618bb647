// Package tree holds decision trees for classification: DecisionStump, which asks a single
// question, and DecisionTreeClassifier.
package tree

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model/reduction"
)

// Nodes is a fitted tree, the result of the machines of this package. The nodes follow each
// other level by level; node 0 is the root.
type Nodes struct {
	Dim        int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Order      []int32   `field:"class.order" shape:"k" range:"[0,k-1]"` // which decides between equal shares, see reduction.Ascending
	Thresholds []float64 `field:"tree.thresholds" shape:"t" js:"thresholds" doc:"The threshold of each node: rows whose feature is at most as large go left. 0 for a leaf."`
	Features   []int32   `field:"tree.features" shape:"t" range:"[0,d-1]" js:"features" doc:"The feature that each node compares. 0 for a leaf."`
	Children   []int32   `field:"tree.children" shape:"t,2" range:"[0,2147483647]" js:"children" doc:"The left and the right child of each node, by their numbers; the root is node 0. 0 for a leaf."`
	Shares     []float64 `field:"tree.shares" shape:"t,k" js:"shares" doc:"The share of each class in the weight of each node."`
	Samples    []int32   `field:"tree.samples" shape:"t" js:"nodeSamples" doc:"Number of training samples in each node."`
}

func (t *Nodes) count() int { return len(t.Features) }

// add adds a leaf and returns its number.
func (t *Nodes) add(counts []float64, mass float64, samples int) int {
	t.Features, t.Thresholds = append(t.Features, 0), append(t.Thresholds, 0)
	t.Children, t.Samples = append(t.Children, 0, 0), append(t.Samples, int32(samples))
	for _, w := range counts {
		t.Shares = append(t.Shares, w/mass)
	}
	order.Top(t.Shares[len(t.Shares)-len(counts):], equal)
	return t.count() - 1
}

// split turns a leaf into a node whose children have the numbers left and left + 1.
func (t *Nodes) split(node int, s split, left int) {
	t.Features[node], t.Thresholds[node] = int32(s.feature), s.threshold
	t.Children[2*node], t.Children[2*node+1] = int32(left), int32(left+1)
}

// Check returns an error unless the nodes, as a model file has them, are a tree.
func (t *Nodes) Check() error {
	if err := reduction.CheckOrder(t.Order); err != nil {
		return err
	}
	if t.count() == 0 {
		return fault.New(fault.Format, "bytes", "the tree has no nodes")
	}
	for node := range t.count() {
		left, right := int(t.Children[2*node]), int(t.Children[2*node+1])
		if left == 0 && right == 0 {
			continue
		}
		if left <= node || right <= node || left >= t.count() || right >= t.count() {
			return fault.New(fault.Format, "bytes", "node %d of the tree has the children %d and %d of %d nodes", node, left, right, t.count())
		}
	}
	return nil
}

// leaf returns the leaf of a sample.
func (t *Nodes) leaf(x []float64) int {
	node := 0
	for t.Children[2*node] != 0 {
		node = t.child(node, x[t.Features[node]])
	}
	return node
}

// sparseLeaf finds the leaf of a sample with these values at the features index, and zeros. The
// sample may have many more features than the tree has nodes, so it is not made dense.
func (t *Nodes) sparseLeaf(index []int32, value []float64) int {
	node := 0
	for t.Children[2*node] != 0 {
		x := 0.0
		if at, found := slices.BinarySearch(index, t.Features[node]); found {
			x = value[at]
		}
		node = t.child(node, x)
	}
	return node
}

// child returns the child of an inner node for a sample with this value.
func (t *Nodes) child(node int, value float64) int {
	return int(t.Children[2*node+int(side(value, t.Thresholds[node]))])
}

// watched is how many samples are judged between two looks at the clock.
const watched = 1 << 12

// Ready returns an error unless there is a tree for samples of as many features as x has.
func (t *Nodes) Ready(machine string, x sample.Set) error { return sample.Ready(machine, t.Dim, x) }

// eachLeaf calls take with the leaf of every sample of x.
func (t *Nodes) eachLeaf(ctl *run.Ctl, x sample.Set, take func(i, leaf int)) error {
	for i := range x.Len() {
		if i%watched == 0 && !ctl.Wanted(func() run.Report { return run.Report{Fraction: float64(i) / float64(x.Len())} }) {
			return run.ErrAborted
		}
		if sparse, ok := x.(*sample.CSR); ok {
			take(i, t.sparseLeaf(sparse.Row(i)))
		} else {
			take(i, t.leaf(x.(*sample.Matrix).Row(i)))
		}
	}
	return nil
}

// Each calls take with the decision values of every sample of x; see Decision.
func (t *Nodes) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	k := len(t.Order)
	return t.eachLeaf(ctl, x, func(i, leaf int) {
		shares := t.Shares[leaf*k : (leaf+1)*k]
		if k == 2 {
			shares = []float64{shares[1] - shares[0]}
		}
		take(i, shares)
	})
}

// Outputs returns how many decision values a sample has; see reduction.Scheme.
func (t *Nodes) Outputs(shape string) (int, error) {
	return reduction.Largest(t.Order).Outputs(shape)
}

// Decision returns the share of each class in the leaf of every sample of x, for two
// classes the share of class 1 less that of class 0. shape is "ovr" or "".
func (t *Nodes) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return reduction.Largest(t.Order).Decision(ctl, t, shape, x)
}

// Probabilities returns the share of each class in the leaf of every sample of x, row by row.
func (t *Nodes) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if err := t.Ready("model", x); err != nil {
		return nil, err
	}
	k := len(t.Order)
	shares := make([]float64, x.Len()*k)
	err := t.eachLeaf(ctl, x, func(i, leaf int) { copy(shares[i*k:], t.Shares[leaf*k:(leaf+1)*k]) })
	return shares, err
}

// Predict returns the class of every sample of x: that with the largest share in its leaf.
func (t *Nodes) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	classes, winner := make([]int32, x.Len()), t.winners()
	err := t.eachLeaf(ctl, x, func(i, leaf int) { classes[i] = winner[leaf] })
	return classes, err
}

// winners returns the class that each node predicts.
func (t *Nodes) winners() []int32 {
	k, election := len(t.Order), reduction.Largest(t.Order).Election(t.Order)
	winner := make([]int32, t.count())
	for node := range winner {
		values := slices.Clone(t.Shares[node*k : (node+1)*k])
		if k == 2 {
			values = []float64{values[1] - values[0]}
		}
		winner[node], _ = election.Elect(values)
	}
	return winner
}
