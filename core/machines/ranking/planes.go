package ranking

import (
	"math"
	"slices"

	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/solve/bundle"
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

// idlest is how many passes a plane without a dual variable is kept.
const idlest = 60

// learner minimises
//
//	1/2 |w|² + C sum over the lists q of c_q L_q(w),   L_q(w) = max over its planes k of (constant_k + <w, a_k>)
//
// by cutting planes. Its dual problem is to maximise sum alpha constant - 1/2 |w|² with
// w = -sum alpha_k a_k, alpha >= 0, and sum alpha = C c_q within each list, where c_q is the
// weight of the list: a bundle.Bundle of each list, whose g_k are -a_k. A pass asks the surrogate of
// each list for the plane that is highest at w, and then solves the problem of this list with the
// variables of the others as they are. Between two such passes there are some over the planes that
// are known. The gap between the two objectives is exact (Joachims, Finley and Yu 2009, with a set of
// planes for each example).
type learner struct {
	space
	c      float64
	total  float64 // sum of the weights of the lists
	lists  []list
	planes [][]plane        // of each list
	duals  []*bundle.Bundle // of each list: the constants and the dual variables of its planes

	indefinite bool // a plane has a negative squared norm
}

// outcome is how a descent ended.
type outcome struct {
	status run.Status
	passes int
	loss   float64 // mean of L_q
	gap    float64 // by which the objective can be too large, over C and the weights of the lists
}

func newLearner(s space, c float64, lists []list) *learner {
	l := &learner{space: s, c: c, lists: lists}
	for _, of := range lists {
		l.total += of.weight
		l.planes = append(l.planes, []plane{s.direction(of.rows, make([]float64, len(of.rows)))})
		l.duals = append(l.duals, bundle.New(c*of.weight))
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
// given those of the other lists. With look, the surrogate is asked for another plane.
func (l *learner) visit(q int, look bool) (gap float64) {
	rows, dual, mass := l.lists[q].rows, l.duals[q], l.c*l.lists[q].weight
	before, best, mean := slices.Clone(dual.Shares), math.Inf(-1), 0.0
	for k, a := range l.planes[q] {
		v := dual.Offsets[k] + l.value(rows, a)
		dual.Values[k] = v
		best = max(best, v)
		mean += v * before[k]
	}
	if look {
		if a, constant, v := l.highest(q); v > best+1e-14*math.Abs(best) {
			best = v
			l.add(q, l.direction(rows, a), constant, v)
			before = append(before, 0)
		}
	}
	if gap = mass*best - mean; gap > 0 {
		dual.Solve(nil, 0.02*gap/mass)
		for k, share := range dual.Shares {
			if share != before[k] {
				l.move(rows, l.planes[q][k], before[k]-share)
			}
		}
		l.settle(rows)
	}
	if look {
		l.planes[q] = bundle.Pick(l.planes[q], dual.Forget(idlest))
	}
	return max(gap, 0)
}

// highest returns the plane of list q that is highest at w, and its value there.
func (l *learner) highest(q int) (coef []float64, constant, value float64) {
	rows := l.lists[q].rows
	scores := make([]float64, len(rows))
	coef = make([]float64, len(rows))
	l.scores(rows, scores)
	constant = l.lists[q].loss.cut(scores, coef)
	value = constant
	for p, a := range coef {
		value += float64(a * scores[p])
	}
	return coef, constant, value
}

// add keeps a plane of list q.
func (l *learner) add(q int, a plane, constant, value float64) {
	l.planes[q] = append(l.planes[q], a)
	l.duals[q].Add(constant, value, func(k int) float64 { return l.inner(a, l.planes[q][k]) })
	if own := l.inner(a, a); own < 0 { // by rounding, or in a matrix that is indefinite
		size := 0.0
		for p, c := range a.coef {
			size += math.Abs(c * a.vector[p])
		}
		l.indefinite = l.indefinite || own < -1e-10*size
	}
}

// dual returns the dual objective.
func (l *learner) dual() float64 {
	sum := -l.norm() / 2
	for _, d := range l.duals {
		for k, share := range d.Shares {
			sum += float64(share * d.Offsets[k])
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
		_, _, loss := l.highest(q)
		sum += of.weight * loss
	}
	o.loss = sum / l.total
	o.gap = max(0, (l.norm()/2+l.c*sum-l.dual())/(l.c*l.total))
	return o
}

// coefficients returns those of w = sum coef_i x_i for n rows.
func (l *learner) coefficients(n int) []float64 {
	all := make([]float64, n)
	for q, of := range l.lists {
		for k, share := range l.duals[q].Shares {
			if share > 0 {
				for p, i := range of.rows {
					all[i] -= float64(share * l.planes[q][k].coef[p])
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
