package ridge

import (
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/solve/primal"
)

// elasticNet is the problem of Lasso. Let column a_j have the entries sqrt(p_i) x_ij, with the weights
// p_i of the samples divided by their sum, and t the entries sqrt(p_i) y_i, all less their means if
// there is a constant. Then with L1 = alpha l1Ratio and L2 = alpha (1 - l1Ratio) the objective is
//
//	P = 1/2 |sum of w_j a_j|^2 + sum of L2/2 w_j^2 - <a_j, t> w_j + L1 |w_j|  +  1/2 |t|^2
//
// which is primal.Dual without bounds: its samples are the columns. primal.Coordinate visits them
// (Friedman, Hastie and Tibshirani 2010), and the duality gap says when to end.
type elasticNet struct {
	l1, l2    float64
	tolerance float64 // of the gap, as a share of |t|^2
	passes    int     // largest number

	columns *primal.Samples
	centred *centred  // the columns, if these are sparse and there is a constant
	mean    []float64 // of each column, 0 without a constant
	target  []float64 // t
	level   float64   // mean of y, 0 without a constant
	square  float64   // |t|^2

	most      float64 // largest |<a_j, t>|
	weights   []float64
	objective float64 // P
	gap       float64 // P is at most this much above its minimum
	done      int     // passes
}

const (
	// finer is the share of the violation of optimality to which the next passes bring it.
	finer = 0.2
	// between is the most passes between two measurements of the gap.
	between = 100
)

// run solves the problem from some weights, nil for zeros, until the gap is small, the largest number
// of passes is reached, or ctl ends it.
func (e *elasticNet) run(ctl *run.Ctl, start []float64) run.Status {
	d := e.columns.N
	all := make([]float64, 5*d+e.columns.D)
	part := func(k int) []float64 { return all[k*d : (k+1)*d] }
	p := primal.Dual{X: e.columns, Target: part(0), Insensitive: part(1), Ridge: part(2), Lower: part(3), Upper: part(4), Start: start, Plus: e.square / 2}
	if e.centred != nil {
		p.Square = e.centred.square
	}
	residuals := all[5*d:]
	copy(residuals, e.target)
	for j, norm := range e.columns.Norm {
		p.Target[j], p.Insensitive[j], p.Ridge[j] = e.columns.Dot(j, residuals), e.l1, e.l2
		if norm > 0 { // a constant column has the weight 0
			p.Lower[j], p.Upper[j] = math.Inf(-1), math.Inf(1)
			e.most = max(e.most, math.Abs(p.Target[j]))
		}
	}
	solver := primal.NewCoordinate(p, primal.Settings{Shrinking: true, Slow: 10})
	tolerance, best, at := e.most, math.Inf(1), 0
	for status := run.Converged; ; status = solver.Run(ctl) {
		now := solver.Result(run.Converged)
		e.weights, e.done = now.Dual, now.Iterations
		e.measure(ctl.Finishing(), residuals)
		if e.gap < best {
			best, at = e.gap, e.done
		}
		switch {
		case ctl.Ended() == run.Aborted:
			return run.Aborted
		case e.gap <= float64(e.tolerance*e.square):
			return run.Converged
		case status == run.Converged:
			tolerance *= finer
		case status != run.IterationLimit || e.done == e.passes:
			return status
		}
		if e.done-at >= 10*between || tolerance < 1e-17*e.most {
			return run.Stalled // rounding hides what is left
		}
		solver.Refine(tolerance, min(e.done+between, e.passes))
	}
}

// report describes the last measurement to an observer.
func (e *elasticNet) report() run.Report {
	return run.Report{Iteration: e.done, Objective: e.objective, Gap: e.gap}
}

// measure computes the objective and the gap, which belong to any result. No value of the dual
// objective is above the minimum of P:
//
//	<u, t> - 1/2 |u|^2 - sum of max(|<a_j, u>| - L1, 0)^2 / (2 L2)
//
// for any vector u, where L2 = 0 demands |<a_j, u>| <= L1. The gap is that to the larger one of two
// values: of the residuals u = r; and, with the part of L2 as further rows sqrt(L2) e_j of X whose
// targets are 0, of the best multiple of the residuals of all rows that meets the demand.
func (e *elasticNet) measure(ctl *run.Ctl, r []float64) {
	watch := func(j int) bool { return j%e.columns.Stride != 0 || ctl.Wanted(e.report) }
	clear(r)
	sizes, extra, most, beyond := 0.0, 0.0, 0.0, 0.0
	for j, w := range e.weights {
		if w != 0 {
			e.columns.Add(j, -w, r)
			sizes += math.Abs(w)
			extra += float64(w * w)
		}
		if !watch(j) {
			return
		}
	}
	if e.centred != nil {
		e.centred.centre(r)
	}
	for i, t := range e.target {
		r[i] += t
	}
	for j, norm := range e.columns.Norm {
		if !watch(j) {
			return
		}
		if norm > 0 {
			slope := e.columns.Dot(j, r)
			most = max(most, math.Abs(slope-float64(e.l2*e.weights[j])))
			over := max(0, math.Abs(slope)-e.l1)
			beyond += float64(over * over)
		}
	}
	squares, product := linalg.Dot(r, r), linalg.Dot(r[:len(e.target)], e.target)
	length, factor := squares+float64(e.l2*extra), 0.0
	if length > 0 {
		factor = max(0, product/length)
	}
	if most > 0 {
		factor = min(factor, e.l1/most)
	}
	value := float64(factor * (product - float64(factor/2*length)))
	if e.l2 > 0 {
		value = max(value, product-squares/2-beyond/2/e.l2)
	}
	e.objective = length/2 + float64(e.l1*sizes)
	e.gap = max(0, e.objective-value)
}
