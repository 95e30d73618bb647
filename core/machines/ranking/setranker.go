package ranking

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// SetRankerOptions are the options of SetRanker.
type SetRankerOptions struct {
	C                float64 `js:"C" default:"0.1" range:"(0,inf)" doc:"Penalty on the losses of the lists: larger follows the training data more closely. The longer the lists, the smaller the C that does the same."`
	Measure          string  `js:"measure" default:"f1" choices:"f1,fbeta,recall@k,precision@k,balanced,01" doc:"What counts in a list: the F1 or F-beta of its positive rows, the recall of at most k rows or the precision of at least k, the mean of sensitivity and specificity ('balanced'), or the share of the rows that are right ('01')."`
	Beta             float64 `js:"beta" default:"1" range:"[0,inf)" doc:"With measure 'fbeta': how much more recall counts than precision."`
	K                int     `js:"k" default:"10" range:"[1,2147483647]" doc:"With the measures at k: how many rows of a list."`
	FitIntercept     bool    `js:"fitIntercept" default:"true" doc:"Whether there is a bias, which is penalised like a weight."`
	InterceptScaling float64 `js:"interceptScaling" default:"1" range:"(0,inf)" doc:"Value of the constant feature whose weight gives the bias: the larger, the weaker the penalty on the bias."`
	Descent          `js:"descent"`
}

// Cost is that of the samples as they are, and of the cuts.
func (*SetRankerOptions) Cost() model.Cost {
	c := model.PrimalCost(272, 8, 4*8)
	c.Column = 32 * 8 // of the planes of one class after the other
	return c
}

// SetRanker is a linear classifier of sets: of lists whose rows are judged together by a measure
// that is no sum over the rows, such as F1. It minimises
//
//	1/2 |w|² + 1/2 v² + C sum over the lists q of c_q L_q(w, v),  f(x) = <w, x> + s v
//
// where L_q is the surrogate of one minus the measure, see measure, s is interceptScaling and c_q
// the weight that all rows of the list have (Shalev-Shwartz & Ben-David, section 17.5; Joachims,
// A support vector method for multivariate performance measures, 2005). Rows of weight 0 are left
// out. For k > 2 classes it is one-versus-rest.
type SetRanker struct {
	SetRankerOptions
	model.ClassifierBase[*SetRankerFit]
}

// SetRankerFit is the result of a fit of SetRanker.
type SetRankerFit struct {
	reduction.Linear
	Losses []float64 `field:"losses" shape:"q" js:"meanLosses" doc:"The mean surrogate loss of the lists, for each decision function."`
}

// NewSetRanker returns an unfitted machine with default options.
func NewSetRanker() *SetRanker {
	s := &SetRanker{}
	s.Init("SetRanker", &s.SetRankerOptions, new(SetRankerFit), (*SetRankerFit).Check)
	return s
}

// Learns says that a machine learns classes in lists.
func (s *SetRanker) Learns() model.Target { return model.Sets{} }

// Fit solves a problem, or one for each of more than two classes.
func (s *SetRanker) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(s, t); err != nil {
		return model.Report{}, err
	}
	sets := t.Target.(model.Sets)
	if _, err := (model.ClassWeight{Name: "none"}).Costs(s.C, t); err != nil { // without weight in each class
		return model.Report{}, err
	}
	rows, weight, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	f := &SetRankerFit{Linear: reduction.NewLinear(t.X.Dim(), sets.Classes.Count)}
	report, constant := model.Report{}, 0.0
	if s.FitIntercept {
		constant = s.InterceptScaling
	}
	report.Status, err = f.Scheme().Each(ctl.Within(s.MaxTime), func(ctl *run.Ctl, p reduction.Problem) (int, run.Status, error) {
		lists, err := s.lists(sets, rows, weight, p)
		if err != nil {
			return 0, "", err
		}
		w, err := newWeights(t.X, rows, constant)
		if err != nil {
			return 0, "", err
		}
		w.light = true
		l := newLearner(w, s.C, lists)
		end := l.learn(ctl, s.Tol, s.passes())
		own := l.report(end, 0)
		report.Objective += own.Objective
		report.Iterations += own.Iterations
		report.Gap = max(report.Gap, own.Gap)
		copy(f.Weights[p.Number*f.Features:], w.w[:w.D])
		f.Bias[p.Number], f.Losses = constant*w.w[w.D], append(f.Losses, end.loss)
		return end.passes, end.status, nil
	})
	if err != nil || report.Status == run.Aborted {
		return model.Report{Status: report.Status}, err
	}
	return s.Learnt(f, report)
}

// lists returns the lists of a two-class problem.
func (s *SetRanker) lists(sets model.Sets, rows []int, weight []float64, p reduction.Problem) (lists []list, err error) {
	for _, own := range divide(sets.List, sets.Lists, rows) {
		if len(own) == 0 {
			continue
		}
		y, positive := make([]float64, len(own)), 0
		for at, i := range own {
			if y[at] = p.Sign(sets.Of[rows[i]]); y[at] > 0 {
				positive++
			}
			if weight[i] != weight[own[0]] {
				return nil, fault.New(fault.Weight, "sampleWeight", "rows %d and %d are in the same list, but have the weights %v and %v; the rows of a list need the same weight, or 0", rows[own[0]], rows[i], weight[own[0]], weight[i]).With("row", rows[i])
			}
		}
		m := newMeasure(s.Measure, y, s.K, s.Beta)
		if !m.contains() {
			bound, remedy := "most", "raise"
			if m.few > 0 {
				bound, remedy = "least", "lower"
			}
			return nil, fault.New(fault.Option, "k", "the list of row %d has %d positive rows, but the loss of '%s' is bounded only if every list has at %s k = %d; %s k, or take another measure", rows[own[0]], positive, s.Measure, bound, s.K, remedy).With("row", rows[own[0]])
		}
		lists = append(lists, list{own, weight[own[0]], m})
	}
	return lists, nil
}
