package tree

import (
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// DecisionTreeClassifierOptions are the options of DecisionTreeClassifier.
type DecisionTreeClassifierOptions struct {
	Criterion       string            `js:"criterion" default:"gini" choices:"gini,entropy,error" doc:"What a split is to reduce most: Gini's impurity, the entropy, or the weight of the samples that are not of the largest class."`
	MaxDepth        float64           `js:"maxDepth" type:"integer" default:"inf" range:"[1,inf]" doc:"Largest number of questions on the way to a leaf."`
	MinSamplesSplit int               `js:"minSamplesSplit" default:"2" range:"[2,2147483647]" doc:"Fewest samples of a node that is split."`
	MinSamplesLeaf  int               `js:"minSamplesLeaf" default:"1" range:"[1,1073741823]" doc:"Fewest samples of a leaf."`
	MaxTime         float64           `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the levels that are finished by then are kept."`
	ClassWeight     model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of the weight per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
}

// Cost counts the samples, their columns in order, a part of these, and the nodes, at most two for
// each sample.
func (*DecisionTreeClassifierOptions) Cost() model.Cost {
	c := stumpCost()
	c.Row, c.Output = 176, 24 // each leaf has the weights of the classes
	return c
}

// stumpCost counts the memory of the search for a split.
func stumpCost() model.Cost {
	return model.Cost{Entry: 48, Stored: 72, Row: 224, Column: 192}
}

// DecisionTreeClassifier is a decision tree (classification and regression trees, CART: Breiman,
// Friedman, Olshen and Stone 1984). Each inner node compares a feature with a threshold; a leaf
// predicts the class with the most weight in it. A tree grows from the root: the split of a node is
// the one that reduces the impurity of its samples most; of equal ones the one with the first
// feature and the lowest threshold.
//
// A fit sorts the entries of X once, in O(e log n) for e entries, and then takes O(e) for
// each level of the tree.
type DecisionTreeClassifier struct {
	DecisionTreeClassifierOptions
	model.ClassifierBase[*DecisionTreeClassifierFit]
}

// DecisionTreeClassifierFit is the result of a fit of DecisionTreeClassifier.
type DecisionTreeClassifierFit struct {
	Nodes
	Importances []float64 `field:"tree.importances" shape:"d" js:"featureImportances" doc:"The share of each feature in the decrease of the impurity by all splits."`
}

// NewDecisionTreeClassifier returns an unfitted tree with default options.
func NewDecisionTreeClassifier() *DecisionTreeClassifier {
	t := &DecisionTreeClassifier{}
	t.Init("DecisionTreeClassifier", &t.DecisionTreeClassifierOptions, new(DecisionTreeClassifierFit), (*DecisionTreeClassifierFit).Check)
	return t
}

// Prepare sorts the columns of x, which all fits to these samples can use.
func (*DecisionTreeClassifier) Prepare(ctl *run.Ctl, x sample.Set) any { return prepared(ctl, x) }

// Unscaled marks a machine for which the ranges of features do not matter.
func (*DecisionTreeClassifier) Unscaled() {}

// Fit grows a tree.
func (t *DecisionTreeClassifier) Fit(ctl *run.Ctl, given model.Training) (model.Report, error) {
	if err := model.Accept(t, given); err != nil {
		return model.Report{}, err
	}
	weight, err := t.ClassWeight.Costs(1, given)
	if err != nil {
		return model.Report{}, err
	}
	rules := rules{t.Criterion, t.MaxDepth, t.MinSamplesSplit, t.MinSamplesLeaf}
	g, report := grown(ctl.Within(t.MaxTime), given, rules, weight)
	if report.Status == run.Aborted {
		return report, nil
	}
	return t.Learnt(&DecisionTreeClassifierFit{g.nodes, g.importances()}, report)
}

// grown returns the tree for samples of these weights, which it scales: only their shares matter, and
// criteria square them.
func grown(ctl *run.Ctl, t model.Training, r rules, weight []float64) (*grower, model.Report) {
	columns, ready := t.Prepared.(*Columns)
	if !ready || columns.x != t.X {
		stages := ctl.Stages(2)
		if columns = sorted(stages.Next(""), t.X); columns == nil {
			return nil, model.Report{Status: run.Aborted}
		}
		ctl = stages.Next("")
	}
	linalg.Scale(weight)
	g := &grower{rules: r, judge: criterionOf(r.criterion), columns: columns, y: t.Labels(), weight: weight, k: t.Classes(), ctl: ctl}
	g.nodes.Dim, g.nodes.Order = t.X.Dim(), reduction.Ascending(t.Classes())
	status := g.grow()
	return g, model.Report{Status: status, Iterations: g.depth}
}

// importances returns the share of each feature in the gains of all splits.
func (g *grower) importances() []float64 {
	shares := make([]float64, g.nodes.Dim)
	for j, gain := range g.gains {
		shares[j] = gain
	}
	if total := linalg.Total(shares); total > 0 {
		for j := range shares {
			shares[j] /= total
		}
	}
	return shares
}

// Probabilities returns the share of each class in the leaf of every sample of x, by weight, row
// by row.
func (t *DecisionTreeClassifier) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return t.Result.Probabilities(ctl, x)
}
