package ranking

import (
	"math"

	"maxmargin/core/model"
	"maxmargin/core/run"
)

// list is rows whose scores are judged together, such as the documents of a query.
type list struct {
	rows   []int // of the space
	weight float64
	loss   surrogate
}

// surrogate is a convex loss of the scores of a list: the largest of many linear functions of
// them. The zero function must be one of these, or a mean of some.
type surrogate interface {
	// cut finds the function that is largest at these scores: it sets coef to its
	// coefficients and returns its constant.
	cut(scores, coef []float64) (constant float64)
}

// space is where the vector w lives that gives every row its score. It begins at zero.
type space interface {
	// scores sets to to the scores of some rows.
	scores(rows []int, to []float64)
	// direction prepares the vector sum coef_p x_rows[p].
	direction(rows []int, coef []float64) plane
	inner(a, b plane) float64
	// value returns <w, a>.
	value(rows []int, a plane) float64
	// move adds a multiple of a to w.
	move(rows []int, a plane, by float64)
	// settle ends some calls of move for these rows.
	settle(rows []int)
	// norm returns |w|².
	norm() float64
}

// plane is the vector sum coef_i x_i of the rows of a list, as a space keeps it.
type plane struct {
	coef   []float64 // of each row of the list
	vector []float64
}

// cut is a function that a surrogate has found.
type cut struct {
	plane
	constant float64
	alpha    float64   // its dual variable
	products []float64 // inner products with all cuts of its list
	idle     int       // passes since alpha was positive
}

// idlest is how many passes a cut without a dual variable is kept.
const idlest = 60

// learner minimises
//
//	1/2 |w|² + C sum over the lists q of c_q L_q(w),   L_q(w) = max over its cuts k of (constant_k + <w, a_k>)
//
// by cutting planes. Its dual problem is to maximise sum alpha constant - 1/2 |w|² with
// w = -sum alpha_k a_k, alpha >= 0, and sum alpha = C c_q within each list, where c_q is the
// weight of the list. A pass asks the surrogate of each list for the cut that is largest at w,
// and then moves the dual variables of this list between two cuts at a time, as SMO does.
// Between two such passes there are some over the cuts that are known. The gap between the two
// objectives is exact (Joachims, Finley and Yu 2009, with a set of cuts for each example; Platt
// 1998).
type learner struct {
	space
	c     float64
	total float64 // sum of the weights of the lists
	lists []list
	cuts  [][]*cut
	value []float64 // of the cuts of the list at hand
	moved []float64 // their dual variables before

	indefinite bool // a cut has a negative squared norm
}

// outcome is how a descent ended.
type outcome struct {
	status run.Status
	passes int
	loss   float64 // mean of L_q
	gap    float64 // by which the objective can be too large, over C and the weights of the lists
}

func newLearner(s space, c float64, lists []list) *learner {
	l := &learner{space: s, c: c, lists: lists, cuts: make([][]*cut, len(lists))}
	for q, of := range lists {
		l.total += of.weight
		zero := &cut{plane: s.direction(of.rows, make([]float64, len(of.rows))), alpha: c * of.weight, products: []float64{0}}
		l.cuts[q] = []*cut{zero}
	}
	return l
}

// learn goes on until the gap is at most tol.
func (l *learner) learn(ctl *run.Ctl, tol float64, passes int) outcome {
	total := l.c * l.total
	end, least, highest, since := outcome{}, math.Inf(1), math.Inf(-1), 0
	for {
		gap := l.pass(ctl, true, &end)
		if end.status != "" {
			return l.ended(end)
		}
		end.passes++
		if end.gap = gap / total; !(end.gap > tol) {
			if end = l.ended(end); !(end.gap > tol) {
				end.status = run.Converged
				return end
			}
		}
		// Where rounding hides what a step gains, neither the gap nor the objective changes any more.
		since++
		if dual := l.dual(); end.gap < 0.999*least || dual > highest+1e-12*math.Abs(dual) {
			least, highest, since = min(least, end.gap), max(highest, dual), 0
		}
		if since > 100 {
			end.status = run.Stalled
			return l.ended(end)
		}
		if end.passes >= passes {
			end.status = run.IterationLimit
			return l.ended(end)
		}
		for known, tries := gap, 0; known > 0.1*gap && tries < 10 && len(l.lists) > 1; tries++ {
			if known = l.pass(ctl, false, &end); end.status != "" {
				return l.ended(end)
			}
		}
	}
}

// pass visits all lists, until ctl ends it, and returns the sum of the gaps.
func (l *learner) pass(ctl *run.Ctl, look bool, end *outcome) (gap float64) {
	for q := range l.lists {
		if end.status = ctl.Checkpoint(func() run.Report {
			return run.Report{Phase: "queries", Iteration: end.passes, Objective: l.dual(), Gap: end.gap}
		}); end.status != "" {
			break
		}
		gap += l.visit(q, look)
	}
	return gap
}

// visit improves the dual variables of list q and returns how far they were from the best,
// given those of the other lists. With look, the surrogate is asked for another cut.
func (l *learner) visit(q int, look bool) (gap float64) {
	rows, cuts := l.lists[q].rows, l.cuts[q]
	l.value, l.moved = l.value[:0], l.moved[:0]
	best, mean := math.Inf(-1), 0.0
	for _, k := range cuts {
		v := k.constant + l.space.value(rows, k.plane)
		l.value, l.moved = append(l.value, v), append(l.moved, k.alpha)
		best = max(best, v)
		mean += v * k.alpha
	}
	if look {
		scores, coef := make([]float64, len(rows)), make([]float64, len(rows))
		l.scores(rows, scores)
		constant := l.lists[q].loss.cut(scores, coef)
		v := constant
		for p, a := range coef {
			v += float64(a * scores[p])
		}
		if v > best+1e-14*math.Abs(best) {
			best = v
			l.add(q, &cut{plane: l.direction(rows, coef), constant: constant})
			cuts = l.cuts[q]
			l.value, l.moved = append(l.value, v), append(l.moved, 0)
		}
	}
	if gap = l.c*l.lists[q].weight*best - mean; gap > 0 {
		l.balance(cuts, 0.02*gap/(l.c*l.lists[q].weight))
		for k, own := range cuts {
			if own.alpha != l.moved[k] {
				l.move(rows, own.plane, l.moved[k]-own.alpha)
			}
		}
		l.settle(rows)
	}
	if look {
		l.forget(q)
	}
	return max(gap, 0)
}

// add keeps a cut of list q.
func (l *learner) add(q int, k *cut) {
	for _, other := range l.cuts[q] {
		p := l.inner(k.plane, other.plane)
		k.products, other.products = append(k.products, p), append(other.products, p)
	}
	own := l.inner(k.plane, k.plane)
	if own < 0 { // by rounding, or in a matrix that is indefinite
		size := 0.0
		for p, a := range k.coef {
			size += math.Abs(a * k.vector[p])
		}
		l.indefinite = l.indefinite || own < -1e-10*size
	}
	k.products = append(k.products, own)
	l.cuts[q] = append(l.cuts[q], k)
}

// balance moves dual variables from one cut to another until the values of those that have
// some are no more than left below the largest.
func (l *learner) balance(cuts []*cut, left float64) {
	for range 50 + 20*len(cuts) {
		top := 0
		for k, v := range l.value {
			if v > l.value[top] {
				top = k
			}
		}
		low, gain, widest := -1, 0.0, 0.0
		for k, own := range cuts {
			d := l.value[top] - l.value[k]
			if own.alpha == 0 || !(d > 0) {
				continue
			}
			widest = max(widest, d)
			if g := d * d / max(curvature(cuts[top], own, top, k), 1e-300); g > gain {
				low, gain = k, g
			}
		}
		if low < 0 || widest <= left {
			return
		}
		from, to := cuts[low], cuts[top]
		step := (l.value[top] - l.value[low]) / max(curvature(to, from, top, low), 1e-300)
		if step >= from.alpha {
			step = from.alpha
			from.alpha = 0
		} else {
			from.alpha -= step
		}
		to.alpha += step
		for k := range cuts {
			l.value[k] -= step * (to.products[k] - from.products[k])
		}
	}
}

// curvature returns |a - b|² of cuts number i and j.
func curvature(a, b *cut, i, j int) float64 {
	return a.products[i] + b.products[j] - 2*a.products[j]
}

// forget drops the cuts of list q that have been without a dual variable for long.
func (l *learner) forget(q int) {
	drop := false
	for _, k := range l.cuts[q][1:] {
		if k.idle++; k.alpha > 0 {
			k.idle = 0
		}
		drop = drop || k.idle > idlest
	}
	if !drop {
		return
	}
	old := l.cuts[q]
	var kept []*cut
	for k, own := range old {
		if k == 0 || own.idle <= idlest {
			kept = append(kept, own)
		}
	}
	for _, own := range kept {
		var products []float64
		for k, other := range old {
			if k == 0 || other.idle <= idlest {
				products = append(products, own.products[k])
			}
		}
		own.products = products
	}
	l.cuts[q] = kept
}

// dual returns the dual objective.
func (l *learner) dual() float64 {
	sum := -l.norm() / 2
	for _, cuts := range l.cuts {
		for _, k := range cuts {
			sum += float64(k.alpha * k.constant)
		}
	}
	return sum
}

// ended returns an outcome with the loss and the gap of w as it is.
func (l *learner) ended(o outcome) outcome {
	if o.status == run.Aborted {
		return o
	}
	sum := 0.0
	for q, of := range l.lists {
		sum += of.weight * l.loss(q)
	}
	o.loss = sum / l.total
	o.gap = max(0, (l.norm()/2+l.c*sum-l.dual())/(l.c*l.total))
	return o
}

// loss returns L_q(w).
func (l *learner) loss(q int) float64 {
	rows := l.lists[q].rows
	scores, coef := make([]float64, len(rows)), make([]float64, len(rows))
	l.scores(rows, scores)
	v := l.lists[q].loss.cut(scores, coef)
	for p, a := range coef {
		v += float64(a * scores[p])
	}
	return v
}

// coefficients returns those of w = sum coef_i x_i for n rows.
func (l *learner) coefficients(n int) []float64 {
	all := make([]float64, n)
	for q, of := range l.lists {
		for _, k := range l.cuts[q] {
			if k.alpha > 0 {
				for p, i := range of.rows {
					all[i] -= float64(k.alpha * k.coef[p])
				}
			}
		}
	}
	return all
}

// report returns the report of a fit.
func (l *learner) report(o outcome, supports int) model.Report {
	r := model.Report{Status: o.status, Iterations: o.passes, Objective: l.norm()/2 + l.c*o.loss*l.total, Gap: o.gap, SupportVectors: supports}
	if l.indefinite {
		r.Notes = append(r.Notes, model.Indefinite("the squared norm of a sum of samples is negative", "The objective is not convex then, and the fit may end anywhere. Use another kernel"))
	}
	return r
}
