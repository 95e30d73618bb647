// Package metric measures how good predictions are. One list has all metrics. Everyday metrics are
// functions of their own. The others share a few functions, because every function takes data in
// the first file of the module, also a function of the second file.
package metric

import (
	"math"
	"strconv"
	"strings"

	"maxmargin/core/base/fault"
)

// Metric is one line of the list.
type Metric struct {
	Name    string
	Greater bool // greater is better
	Takes   Takes
	Weight  []float64 // of each sample, >= 0; nil if all are 1
	key     string    // the name in the list
	number  float64   // number at the end of the name: k, beta or alpha
}

// weight returns the weight of sample i.
func (m Metric) weight(i int) float64 {
	if m.Weight == nil {
		return 1
	}
	return m.Weight[i]
}

// Weighs reports whether samples can have weights in a metric.
func (m Metric) Weighs() bool {
	switch m.key {
	case "maxError", "precision@k", "recall@k":
		return false
	}
	return m.Takes != Orders && m.Takes != Lists
}

// Takes is the kind of answers that a metric compares.
type Takes int

// What metrics compare with y.
const (
	Classes       Takes = iota // predicted classes
	Numbers                    // predicted values
	Orders                     // the order of predicted values
	Lists                      // order within lists, such as the documents of a query
	Scores                     // values that are high for positive samples, within lists or against the rest
	Probabilities              // of each class
)

// Kind is the kind of targets.
type Kind int

// Estimators predict one of these.
const (
	OfClasses Kind = iota
	OfRanks        // classes with an order
	OfValues
	OfGroups // values to be compared within groups
)

// String names the targets, for messages.
func (k Kind) String() string {
	return [...]string{"classes without an order", "classes", "numbers", "the order of queries"}[k]
}

// All returns every metric.
func All() []Metric {
	var all []Metric
	for takes, names := range []string{
		Classes:       "+accuracy +balancedAccuracy +precision +precisionMacro +precisionMicro +precisionWeighted +recall +recallMacro +recallMicro +recallWeighted +specificity +specificityMacro +specificityMicro +specificityWeighted +f1 +f1Macro +f1Micro +f1Weighted +fbeta@beta +cohenKappa +linearKappa +quadraticKappa +matthewsCorrcoef",
		Numbers:       "+r2 -meanSquaredError -rootMeanSquaredError -meanAbsoluteError -meanAbsoluteErrorMacro -meanAbsoluteErrorWorst -medianAbsoluteError -maxError -meanAbsolutePercentageError -meanPinballLoss@alpha +explainedVariance",
		Orders:        "+kendallTau +spearman -inversionRate -preferenceRisk -kendallLoss -rankingLoss",
		Lists:         "+concordance +ndcg +ndcg@k",
		Scores:        "+rocAuc +rocAucOvo +averagePrecision +breakEven +precision@k +recall@k +topKAccuracy@k",
		Probabilities: "-logLoss -brier",
	} {
		for _, name := range strings.Fields(names) {
			all = append(all, Metric{Name: name[1:], Greater: name[0] == '+', Takes: Takes(takes), key: name[1:]})
		}
	}
	return all
}

// judges reports whether m measures predictions of a kind.
func (m Metric) judges(kind Kind) bool {
	switch m.Takes {
	case Classes, Probabilities:
		return kind == OfClasses || kind == OfRanks
	case Numbers:
		return kind == OfRanks || kind == OfValues
	case Orders:
		return kind != OfClasses
	case Lists:
		return kind == OfValues || kind == OfGroups
	}
	switch m.key {
	case "topKAccuracy@k", "rocAucOvo": // compare classes, which lists do not have
		return kind == OfClasses || kind == OfRanks
	}
	return true
}

// Find returns the metric of this name, or for "" the default score of the kind. It fails if no
// such metric measures predictions of the kind. The name may end with a number, as ndcg@10 does.
func Find(name string, kind Kind) (Metric, error) {
	if name != "" {
		return find(name, kind)
	}
	switch kind {
	case OfValues:
		return Metric{Name: "r2", Greater: true, Takes: Numbers, key: "r2"}, nil
	case OfGroups:
		return Metric{Name: "concordance", Greater: true, Takes: Lists, key: "concordance"}, nil
	}
	return Metric{Name: "accuracy", Greater: true, Takes: Classes, key: "accuracy"}, nil
}

func find(name string, kind Kind) (Metric, error) {
	base, text, _ := strings.Cut(name, "@")
	number, err := strconv.ParseFloat(text, 64)
	finite := err == nil && !math.IsInf(number, 0)
	var names []string
	for _, m := range All() {
		own, what, _ := strings.Cut(m.Name, "@")
		fits := m.Name == name
		switch what {
		case "k":
			fits = finite && number >= 1 && number == math.Trunc(number)
		case "beta":
			fits = finite && number >= 0
		case "alpha":
			fits = number >= 0 && number <= 1
		}
		switch judges := m.judges(kind); {
		case fits && own == base && judges:
			m.Name, m.number = name, number
			return m, nil
		case fits && own == base:
			return Metric{}, fault.New(fault.Option, "scoring", "%s does not measure %s; the page Cross-validation and tuning says what each takes", name, kind.String())
		case judges:
			names = append(names, m.Name)
		}
	}
	if near := fault.Nearest(name, names); near != "" {
		return Metric{}, fault.New(fault.Option, "scoring", "there is no measure %q; did you mean '%s'?", name, near).With("nearest", near)
	}
	return Metric{}, fault.New(fault.Option, "scoring", "scoring must be the name of a measure of %s, such as %s, got %q", kind.String(), strings.Join(names[:3], ", "), name)
}

// OfClasses compares the classes of n samples, 0 to k-1, with those predicted.
func (m Metric) OfClasses(y, predicted []int32, k int) float64 {
	if m.key == "accuracy" {
		return m.accuracy(y, predicted)
	}
	return m.ofClasses(y, predicted, k)
}

// Within returns the mean of a metric of values or scores over the groups; of has the group of each
// sample. Groups where the metric is undefined do not count; the mean is NaN if there are no
// others. Samples with y above 0 are positive. Weights count within a group: the groups count alike.
func (m Metric) Within(y, f []float64, of []int32, count int) float64 {
	if m.key == "concordance" {
		return Concordance(y, f, of, count)
	}
	sum, judged := 0.0, 0.0
	rows, weight := make([][]int, count), m.Weight
	for i, g := range of {
		rows[g] = append(rows[g], i)
	}
	for _, own := range rows {
		if len(own) == 0 {
			continue
		}
		ys, fs := make([]float64, len(own)), make([]float64, len(own))
		for p, i := range own {
			ys[p], fs[p] = y[i], f[i]
		}
		if weight != nil {
			m.Weight = make([]float64, len(own))
			for p, i := range own {
				m.Weight[p] = weight[i]
			}
		}
		value := 0.0
		if m.Takes == Scores {
			value = m.ofScores(ys, fs, math.NaN())
		} else {
			value = m.OfValues(ys, fs)
		}
		if !math.IsNaN(value) {
			sum, judged = sum+value, judged+1
		}
	}
	return sum / judged
}

// OfScores returns a metric of scores for n rows of decision values: one, higher for the second of
// two classes, or one for each class against the rest. It is NaN if it is undefined for a class.
func (m Metric) OfScores(y []int32, f []float64, cols, k int) (float64, error) {
	if cols == 1 && k != 2 {
		return 0, fault.New(fault.Option, "scoring", "%s needs a decision value for each class or two classes; this machine has one value for %d classes", m.Name, k)
	}
	switch m.key {
	case "topKAccuracy@k":
		return m.topK(y, f, cols), nil
	case "rocAucOvo":
		if cols > 1 {
			return m.ofPairs(y, f, cols), nil
		}
	}
	sum, own, scores := 0.0, make([]float64, len(y)), make([]float64, len(y))
	for c := range cols {
		if k == 2 {
			c = cols - 1
		}
		for i, class := range y {
			own[i], scores[i] = float64(class), f[i*cols+c]
		}
		positive := float64(c)
		if k == 2 {
			positive = 1
		}
		sum += m.ofScores(own, scores, positive)
	}
	return sum / float64(cols), nil
}
