// Package boost holds ensembles of classifiers that learn one after another, each from samples
// weighted by the errors of the earlier ones.
package boost

import (
	"strconv"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// Ensemble is a convex combination of classifiers, in the result of a fit:
//
//	f(x) = sum_t alpha_t g_t(x) / sum_t alpha_t
//
// For two classes g_t(x) is +1 for class 1 and -1 for class 0. For k > 2 classes each class
// has a function, in which a vote counts 1 for it and -1/(k-1) for another class (SAMME:
// Zhu, Zou, Rosset and Hastie 2009). The class with the largest value is predicted.
type Ensemble struct {
	Dim    int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Order  []int32   `field:"class.order" shape:"k" range:"[0,k-1]"` // which decides between equals, see reduction.Ascending
	Alphas []float64 `field:"boost.alphas" shape:"t" js:"alphas" doc:"The coefficient of each member. The output is divided by their sum."`

	// members are the classifiers, or before the first fit the one that they shall resemble.
	members []model.Part
}

// newEnsemble returns the unfitted ensemble of machines like the first part.
func newEnsemble(parts []model.Part) (Ensemble, error) {
	for _, part := range parts {
		if _, ok := part.Machine.(model.Classifier); !ok {
			return Ensemble{}, fault.New(fault.Option, "estimator", "a booster is made of classifiers, but %s is none; use one such as DecisionStump", part.Name)
		}
		if _, inLists := model.Learns(part.Machine).(model.Sets); inLists {
			return Ensemble{}, fault.New(fault.Option, "estimator", "%s cannot be boosted, because its fit takes no sampleWeight: a measure of a set knows weights of lists, but none of rows within a list; use a classifier that does, such as DecisionStump", part.Name)
		}
	}
	if len(parts) == 0 {
		return Ensemble{}, fault.New(fault.Option, "estimator", "a booster needs a classifier to be made of, such as DecisionStump")
	}
	return Ensemble{members: parts}, nil
}

// Parts returns the members.
func (e *Ensemble) Parts() []model.Part { return e.members }

// check returns an error unless the parts of a result from a model file go together.
func (e *Ensemble) check() error {
	if err := reduction.CheckOrder(e.Order); err != nil {
		return err
	}
	if len(e.Alphas) != len(e.members) {
		return fault.New(fault.Format, "bytes", "the model has %d members and %d coefficients", len(e.members), len(e.Alphas))
	}
	if !(e.total() > 0) {
		return fault.New(fault.Format, "bytes", "the coefficients of the model's members add up to %v", e.total())
	}
	return nil
}

func (e *Ensemble) total() (sum float64) {
	for _, a := range e.Alphas {
		sum += a
	}
	return sum
}

// add adds a member.
func (e *Ensemble) add(like model.Part, m model.Machine, alpha float64) {
	e.members = append(e.members, model.Part{Name: like.Name, Label: strconv.Itoa(len(e.members) + 1), Machine: m, New: like.New})
	e.Alphas = append(e.Alphas, alpha)
}

// Ready returns an error unless there is a fit to samples of as many features as x has.
func (e *Ensemble) Ready(machine string, x sample.Set) error { return sample.Ready(machine, e.Dim, x) }

// Votes calls take with the classes that each member predicts for the samples of x.
func (e *Ensemble) Votes(ctl *run.Ctl, x sample.Set, take func(member int, classes []int32)) error {
	stages := ctl.Stages(len(e.members))
	for t, member := range e.members {
		classes, err := member.Machine.(model.Classifier).Predict(stages.Next(""), x)
		if err != nil {
			return err
		}
		take(t, classes)
	}
	return nil
}

// Each calls take with the values of the functions for every sample of x.
func (e *Ensemble) Each(ctl *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	k, n := len(e.Order), x.Len()
	votes := make([]float64, n*k)
	err := e.Votes(ctl, x, func(t int, classes []int32) {
		for i, c := range classes {
			votes[i*k+int(c)] += e.Alphas[t]
		}
	})
	if err != nil {
		return err
	}
	total := e.total()
	for i := range n {
		own := votes[i*k : (i+1)*k]
		if k == 2 {
			take(i, []float64{(own[1] - own[0]) / total})
			continue
		}
		for c, v := range own {
			own[c] = (v - (total-v)/float64(k-1)) / total
		}
		take(i, own)
	}
	return nil
}

// Members is the shape of decision values that are the classes which the members predict.
const Members = "members"

// Outputs returns how many decision values a sample has; see reduction.Scheme.
func (e *Ensemble) Outputs(shape string) (int, error) {
	if shape == Members {
		return len(e.Alphas), nil
	}
	return reduction.Largest(e.Order).Outputs(shape)
}

// Decision returns the values of the functions for every sample of x. shape is "ovr", "" or
// Members.
func (e *Ensemble) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if shape == Members {
		cols = len(e.Alphas)
		values = make([]float64, x.Len()*cols)
		err = e.Votes(ctl, x, func(t int, classes []int32) {
			for i, c := range classes {
				values[i*cols+t] = float64(c)
			}
		})
		return values, cols, err
	}
	return reduction.Largest(e.Order).Decision(ctl, e, shape, x)
}

// Predict returns the class of every sample of x.
func (e *Ensemble) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return reduction.Largest(e.Order).Predict(ctl, e, e.Order, x)
}
