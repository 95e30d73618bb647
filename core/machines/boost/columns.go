package boost

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/solve/program"
)

// columns is the state of LPBoost between two rounds: each member is a column of the linear
// program.
type columns struct {
	options LPBoostClassifierOptions
	learner learner
	fit     *LPBoostClassifierFit
	tally
	said   [][]int32   // of each member the classes of the samples
	rows   [][]float64 // of each round the coefficients after it
	weight []float64   // u

	rho, objective float64
	gap            float64 // by how much the edge of the last machine exceeds the objective before it, at most
}

// all does all rounds.
func (c *columns) all(ctl *run.Ctl) (run.Status, error) {
	stages := ctl.Stages(c.options.NEstimators + 1)
	if !c.learner.prepare(stages.Next("")) {
		return run.Aborted, nil
	}
	c.weight = c.first
	for round := 1; round <= c.options.NEstimators; round++ {
		own := stages.Next("round " + strconv.Itoa(round) + " of " + strconv.Itoa(c.options.NEstimators))
		m, said, ended, err := c.learner.fit(own, c.weight)
		if err != nil && round > 1 && c.oneClass() {
			return run.Exhausted, nil // the estimator cannot learn from one class
		}
		if err != nil || ended == run.Aborted {
			return ended, err
		}
		if own.Ended() == run.Stopped { // also while the member predicted
			ended = run.Stopped
		}
		eps := c.learner.epsilon(said, c.weight)
		edge := 1 - eps*float64(c.k)/float64(c.k-1)
		if round == 1 && edge <= chance {
			if ended == run.Stopped {
				return run.Aborted, nil // there is no result yet
			}
			return "", c.learner.tooWeak(eps)
		}
		if round > 1 {
			gap := c.excess(edge)
			if ended.Cut() && gap <= c.options.Tol {
				return ended, nil // with more time, the estimator might have found a larger edge
			}
			if c.gap = gap; c.gap <= c.options.Tol {
				return run.Converged, nil
			}
			if slices.ContainsFunc(c.said, func(other []int32) bool { return slices.Equal(said, other) }) {
				return run.Stalled, nil // rounding hides the next step
			}
		}
		perfect := c.learner.epsilon(said, c.first) == 0
		if perfect { // no ensemble has a larger margin
			c.startAgain()
			eps, edge = 0, 1
		}
		before := c.weight
		c.said = append(c.said, said)
		watch := own
		if len(c.said) == 1 {
			watch = own.Finishing() // from here on the fit has a result
		}
		alphas, status := c.solve(watch)
		if status == run.Aborted {
			return status, nil
		}
		if status != run.Converged {
			c.said = c.said[:len(c.said)-1]
			return status, nil
		}
		c.fit.add(c.learner.like, m, 0)
		c.record(eps, edge, alphas, before)
		if perfect {
			c.gap = 0
			return run.Perfect, nil
		}
		stages.Took(1)
		status = own.Checkpoint(func() run.Report {
			return run.Report{Objective: c.objective, Fraction: 1 - 0x1p-20}
		})
		if status == "" && ended.Cut() && ctl != nil {
			status = ctl.Checkpoint(func() run.Report { return run.Report{Iteration: round} })
		}
		if status != "" && round < c.options.NEstimators || status == run.Aborted {
			return status, nil
		}
	}
	return run.IterationLimit, nil
}

// oneClass reports whether only one class has weight.
func (c *columns) oneClass() bool {
	weight := make([]float64, c.k)
	for i, u := range c.weight {
		weight[c.labels[i]] += u
	}
	return slices.Max(weight) > 1-chance
}

// excess returns the most by which further members can improve the objective, if no machine has a
// larger edge than this one.
func (c *columns) excess(edge float64) float64 {
	for _, said := range c.said {
		eps := c.learner.epsilon(said, c.weight)
		edge = max(edge, 1-eps*float64(c.k)/float64(c.k-1))
	}
	return edge - c.objective
}

// startAgain forgets all rounds: the member that comes next is the answer alone.
func (c *columns) startAgain() {
	c.weight, c.said, c.rows = c.first, nil, nil
	c.fit = &LPBoostClassifierFit{Ensemble: Ensemble{Dim: c.fit.Dim, Order: c.fit.Order}}
}

// program returns the linear program over the members: its variables are their coefficients and
// rho, its rows the samples and the sum of the coefficients. The violation of a sample's row is its
// slack.
func (c *columns) program() program.Problem {
	n, width := len(c.first), len(c.said)+1
	p := program.Problem{
		Linear: make([]float64, width), Lower: make([]float64, width),
		Low: make([]float64, n+1), High: make([]float64, n+1), Cost: make([]float64, n+1),
	}
	p.Linear[width-1], p.Lower[width-1] = -1, math.Inf(-1)
	data := make([]float64, (n+1)*width)
	for i, w := range c.first {
		p.High[i], p.Cost[i] = math.Inf(1), w/c.options.Nu
		row := data[i*width : (i+1)*width]
		for t, said := range c.said {
			row[t] = c.vote(said[i] == c.labels[i])
		}
		row[width-1] = -1
	}
	p.Low[n], p.High[n], p.Cost[n] = 1, 1, math.Inf(1)
	for t := range c.said {
		data[n*width+t] = 1
	}
	p.Matrix = program.NewDense(data, n+1, width)
	return p
}

// vote returns s of a member that is right or wrong.
func (c *columns) vote(right bool) float64 {
	if right {
		return 1
	}
	return -1 / float64(c.k-1)
}

// solve computes the coefficients of the members and the weights of the next round. The weights are
// in the middle of the solutions of the dual program: a corner of them, with many zeros, leads to
// more rounds.
func (c *columns) solve(ctl *run.Ctl) (alphas []float64, status run.Status) {
	r := program.Solve(ctl.Telling(func(r run.Report) run.Report {
		return run.Report{Fraction: 0.9, Objective: c.objective}
	}), c.program(), program.Settings{Interior: true, Tolerance: min(1e-9, c.options.Tol/10)})
	if r.Status == run.Stalled && r.Gap() <= c.options.Tol {
		r.Status = run.Converged
	}
	if r.Status != run.Converged {
		return nil, r.Status
	}
	u := make([]float64, len(c.first))
	for i, w := range c.first {
		u[i] = min(max(-r.Y[i], 0), w/c.options.Nu)
	}
	normalize(u)
	c.weight = u
	return convex(r.X[:len(c.said)]), r.Status
}

// convex returns coefficients without rounding below zero, divided by their sum.
func convex(x []float64) []float64 {
	alphas, least := slices.Clone(x), 1e-9*slices.Max(x)
	for t, a := range alphas {
		if a <= least {
			alphas[t] = 0
		}
	}
	normalize(alphas)
	return alphas
}

// value returns the objective and rho for these coefficients. Of the best values of rho it takes
// the largest, at which a share nu of the samples has no more.
func (c *columns) value(alphas []float64) (objective, rho float64, margins []float64) {
	margins = make([]float64, len(c.first))
	for i := range margins {
		for t, a := range alphas {
			margins[i] += a * c.vote(c.said[t][i] == c.labels[i])
		}
	}
	share := 0.0
	for _, i := range order.Of(len(margins), func(i, j int) int { return cmp.Compare(margins[i], margins[j]) }) {
		if w := c.first[i]; w > 0 {
			rho = margins[i]
			if share += w; share > c.options.Nu*(1+chance) {
				break
			}
		}
	}
	objective = rho
	for i, m := range margins {
		objective -= max(0, rho-m) * c.first[i] / c.options.Nu
	}
	return objective, rho, margins
}

// record records a round.
func (c *columns) record(eps, edge float64, alphas, weight []float64) {
	f := c.fit
	f.Errors, f.Edges = append(f.Errors, eps), append(f.Edges, edge)
	f.RoundWeights = append(f.RoundWeights, weight...)
	f.Objectives, f.Rhos = append(f.Objectives, 0), append(f.Rhos, 0)
	f.TrainingErrors, f.MarginErrors = append(f.TrainingErrors, 0), append(f.MarginErrors, 0)
	c.rows = append(c.rows, nil)
	c.set(alphas)
}

// set gives the last round these coefficients.
func (c *columns) set(alphas []float64) {
	f, last := c.fit, len(c.rows)-1
	var margins []float64
	c.objective, c.rho, margins = c.value(alphas)
	c.rows[last], f.Alphas = alphas, slices.Clone(alphas)
	f.Objectives[last], f.Rhos[last] = c.objective, c.rho
	clear(c.votes)
	for t, a := range alphas {
		c.count(c.said[t], a)
	}
	within := 0.0
	for i, w := range c.first {
		if margins[i] < c.rho-1e-9 {
			within += w
		}
	}
	f.TrainingErrors[last], f.MarginErrors[last] = c.wrong(&f.Ensemble), min(within, 1)
}

// cornered is the most samples for which the final coefficients are a corner of the solutions:
// finding it compares all samples with the margin rho.
const cornered = 1000

// finish completes the result.
func (c *columns) finish(ctl *run.Ctl) {
	f, rounds := c.fit, len(c.rows)
	if len(c.first) <= cornered && rounds > 1 {
		c.corner(ctl.Finishing(), rounds)
	}
	f.RoundAlphas = make([]float64, rounds*rounds)
	for t, row := range c.rows {
		copy(f.RoundAlphas[t*rounds:], row)
	}
	f.Margins, f.Weights = c.margins(f.total()), c.weight
}

// corner solves the last program for a corner of its solutions, where few members have
// coefficients.
func (c *columns) corner(ctl *run.Ctl, rounds int) {
	r := program.Solve(ctl, c.program(), program.Settings{})
	if r.Status != run.Converged {
		return
	}
	alphas := convex(r.X[:rounds])
	if objective, _, _ := c.value(alphas); objective >= c.objective-1e-9 {
		c.gap = max(0, c.gap-(objective-c.objective))
		c.set(alphas)
	}
}
