// Package ranking holds the machines that judge the rows of a list together: the documents of
// a query, or the items of a set.
package ranking

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// RankSVCOptions are the options of RankSVC.
type RankSVCOptions struct {
	C         float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the losses of the queries: larger follows their orders more closely, smaller gives a wider margin."`
	Kernel    kernel.Spec `js:"kernel"`
	Surrogate string      `js:"surrogate" default:"kendall" choices:"kendall,ndcg" doc:"Loss of a query: the mean hinge loss of its pairs of rows of different relevance ('kendall'), or a bound on 1 - NDCG, which counts the top most ('ndcg', for relevances >= 0)."`
	Normalize bool        `js:"normalize" default:"true" doc:"With surrogate 'kendall': whether the sum over the pairs of a query is divided by their number, so that each query counts the same. With false each pair does, and C is that of a support vector classifier of the pairs."`
	K         float64     `js:"k" type:"integer" default:"inf" range:"[1,inf]" doc:"With surrogate 'ndcg': how many positions from the top count."`
	Gain      string      `js:"gain" default:"linear" choices:"linear,exponential" doc:"With surrogate 'ndcg': what a row of relevance g gains at the top: g ('linear'), or 2^g - 1 ('exponential')."`
	Descent   `js:"descent"`
}

// Descent are the options of a descent by cutting planes.
type Descent struct {
	Tol     float64 `js:"tol" default:"0.001" range:"(0,inf)" doc:"Training ends when the mean loss of the queries can be improved by no more than this: the gap between primal and dual objective, divided by C and the number of queries."`
	MaxIter float64 `js:"maxIter" type:"integer" default:"1000" range:"[1,inf]" doc:"Largest number of passes over the queries; the best solution so far is kept."`
	MaxTime float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the best solution so far is kept."`
}

// passes returns MaxIter as a number of passes.
func (d Descent) passes() int { return int(min(d.MaxIter, math.MaxInt32)) }

// Cost counts the kernel matrix, unless the kernel is linear, and the cuts.
func (o *RankSVCOptions) Cost() model.Cost {
	cost := model.MatrixCost()
	if o.Kernel.Name == (kernel.Linear{}).Name() {
		cost = model.KernelCost()
	}
	cost.Row += 1024
	return cost
}

// RankSVC learns a utility of samples from queries: lists of rows, each with the relevance of
// its rows. Rows are compared within their query alone, and only the order of the relevances
// counts (and their gains, for NDCG). It minimises
//
//	1/2 |w|² + C sum over the queries q of L_q(w),  f(x) = <w, phi(x)>
//
// where L_q is one of two convex losses above Kendall's, see kendall, and above 1 - NDCG, see
// gain (Shalev-Shwartz & Ben-David, section 17.4). The loss of pairs is that of Herbrich, Graepel
// and Obermayer, and of Joachims. Weights of rows are multiplied in pairs, and with the gains.
// Queries without two rows of different relevance, or without a gain, change nothing. There is
// no constant: it would cancel.
//
// A pass takes O(n log n + n d) with the linear kernel and O(n²) with another, for which the fit
// takes 8 n² bytes; with NDCG it takes O(r³) more for each query of r rows.
type RankSVC struct {
	RankSVCOptions
	model.KernelBase[*RankSVCFit]
}

// RankSVCFit is the result of a fit of RankSVC.
type RankSVCFit struct {
	expansion.Function
	Queries int     `field:"queries" range:"[0,2147483647]" js:"nQueries" doc:"Number of queries with something to learn from."`
	Loss    float64 `field:"loss" js:"meanLoss" doc:"The mean surrogate loss of these queries."`
}

// NewRankSVC returns an unfitted machine with default options.
func NewRankSVC(kernels model.KernelMaker) *RankSVC {
	r := &RankSVC{}
	r.Init(&r.RankSVCOptions, &r.Kernel, kernels, new(RankSVCFit))
	return r
}

// Learns says that a machine learns relevances within queries.
func (r *RankSVC) Learns() model.Target { return model.Groups{} }

// Fit solves the problem.
func (r *RankSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := r.Begin(r, t)
	if err != nil {
		return model.Report{}, err
	}
	groups := t.Target.(model.Groups)
	rows, weight, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	lists, err := r.lists(groups, rows, weight)
	if err != nil {
		return model.Report{}, err
	}
	ctl = ctl.Within(r.MaxTime)
	var s space
	if kernel.IsLinear(k) {
		s, err = newWeights(t.X, rows, 0)
	} else {
		s, err = newMatrix(ctl, k, t.X, rows)
	}
	if err == run.ErrAborted {
		return model.Report{Status: run.Aborted}, nil
	}
	if err != nil {
		return model.Report{}, err
	}
	l := newLearner(s, r.C, lists)
	end := l.learn(ctl, r.Tol, r.passes())
	if end.status == run.Aborted {
		return model.Report{Status: end.status}, nil
	}
	fit := &RankSVCFit{Function: expansion.NewFunction(k, widths, t.X, rows, l.coefficients(len(rows)), 0), Queries: len(lists), Loss: end.loss}
	return r.Learnt(fit, l.report(end, len(fit.Coef)))
}

// lists returns the queries that there is something to learn from. Rows are those of positive
// weights.
func (r *RankSVC) lists(groups model.Groups, rows []int, weight []float64) (lists []list, err error) {
	for _, own := range divide(groups.Of, groups.Count, rows) {
		y, w, gains, sum := make([]float64, len(own)), make([]float64, len(own)), make([]float64, len(own)), 0.0
		for p, i := range own {
			y[p], w[p] = groups.Relevance[rows[i]], weight[i]
			if gains[p] = y[p]; r.Gain == "exponential" {
				gains[p] = math.Exp2(y[p]) - 1
			}
			gains[p] *= w[p]
			sum += gains[p]
			if r.Surrogate == "ndcg" && y[p] < 0 {
				return nil, fault.New(fault.Option, "y", "y[%d] is %v, but the surrogate 'ndcg' needs relevances >= 0; shift them, or take the surrogate 'kendall'", rows[i], y[p]).With("row", rows[i])
			}
		}
		if len(own) == 0 || slices.Min(y) == slices.Max(y) {
			continue
		}
		row := rows[own[0]]
		if r.Surrogate == "ndcg" {
			if math.IsInf(sum, 0) {
				return nil, fault.New(fault.Numeric, "y", "the gains of the rows of a query, that of row %d, overflow; take smaller relevances, or scale the weights down", row).With("row", row)
			}
			if g := newGain(gains, r.K); g != nil {
				lists = append(lists, list{own, 1, g})
			}
			continue
		}
		k := newKendall(y, w, r.Normalize)
		if !(k.pairs > 0) || math.IsInf(k.pairs, 0) {
			return nil, fault.New(fault.Weight, "sampleWeight", "the products of the weights of two rows of a query, that of row %d, overflow or are all 0 after rounding; scale the weights", row).With("row", row)
		}
		lists = append(lists, list{own, 1, k})
	}
	if len(lists) == 0 {
		err = fault.New(fault.Empty, "y", "no query has two rows of different relevance, so there is no order to learn; pass the query of each row as groups, or other relevances")
	}
	return lists, err
}

// divide returns the places in rows of the rows of each of count groups.
func divide(of []int32, count int, rows []int) [][]int {
	all := make([][]int, count)
	for p, i := range rows {
		q := of[i]
		all[q] = append(all[q], p)
	}
	return all
}

// Predict returns the utility of every sample of x.
func (r *RankSVC) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return r.Result.Evaluate(ctl, "RankSVC", x)
}
