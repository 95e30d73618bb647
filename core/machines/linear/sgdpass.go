package linear

import (
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/solve/primal"
)

// Curve is the course of the objective of a stochastic descent. The results of the machines
// contain it.
type Curve struct {
	CurveSteps     []int32   `field:"curve.steps" shape:"s" js:"objectiveSteps" doc:"Numbers of steps after which the objective was computed: after the passes 1, 2, 4, ..., at the end, and after every partialFit."`
	CurveObjective []float64 `field:"curve.objective" shape:"s" js:"objectiveCurve" doc:"The objective after these steps, on the samples of the fit or update, summed over the decision functions."`
}

// descents are all functions of a machine during a pass.
type descents interface {
	// step makes a step of all functions for sample i, whose loss has this weight.
	step(i int, weight float64)
	// taken returns how many steps there have been.
	taken() int
	// objective returns the objective of the present functions.
	objective() float64
}

// sgdPass is a fit or an update in progress.
type sgdPass struct {
	descents
	n, stride    int // samples, and steps between two checkpoints
	maxIter, tol float64
	weight       []float64 // of every sample; nil if all are 1
	curve        *Curve
	passes       int
	change       float64 // share of the objective by which the last doubling changed it
}

// fitAll draws samples, with replacement, until the objective hardly changes or a limit is
// reached.
func (p *sgdPass) fitAll(ctl *run.Ctl, seed int) run.Status {
	draw := primal.NewDraw(uint64(seed), p.n, p.weight)
	return p.fit(ctl, func(ctl *run.Ctl) run.Status { return p.steps(ctl, p.n, draw.Next, nil) })
}

// fit makes passes until the objective hardly changes or a limit is reached.
func (p *sgdPass) fit(ctl *run.Ctl, pass func(ctl *run.Ctl) run.Status) run.Status {
	for next := 1; ; next *= 2 {
		for ; p.passes < next; p.passes++ {
			if float64(p.passes) >= p.maxIter {
				p.record()
				return run.IterationLimit
			}
			if status := pass(ctl); status != "" {
				p.record()
				return status
			}
		}
		p.record()
		if p.tol > 0 && next > 1 && p.change <= p.tol {
			return run.Converged
		}
	}
}

// update looks at every sample once.
func (p *sgdPass) update(ctl *run.Ctl) run.Status {
	status := p.inOrder(ctl)
	p.passes++
	p.record()
	if status == "" {
		status = run.Converged
	}
	return status
}

// inOrder is a pass over the samples in their order.
func (p *sgdPass) inOrder(ctl *run.Ctl) run.Status {
	at := -1
	return p.steps(ctl, p.n, func() int { at++; return at }, p.weight)
}

// inOrderOf is a pass over the samples in an order of theirs.
func (p *sgdPass) inOrderOf(ctl *run.Ctl, order []int32) run.Status {
	at := -1
	return p.steps(ctl, p.n, func() int { at++; return int(order[at]) }, p.weight)
}

// steps takes count steps; weight nil means 1.
func (p *sgdPass) steps(ctl *run.Ctl, count int, next func() int, weight []float64) run.Status {
	for ; count > 0; count -= p.stride {
		if status := ctl.Checkpoint(p.report); status != "" {
			return status
		}
		for range min(p.stride, count) {
			i := next()
			p.step(i, model.WeightAt(weight, i))
		}
	}
	return ""
}

// record appends the objective to the curve, unless there was no step since the last
// record.
func (p *sgdPass) record() {
	steps, c := int32(min(p.taken(), math.MaxInt32)), p.curve
	last := len(c.CurveSteps) - 1
	if last >= 0 && c.CurveSteps[last] == steps {
		return
	}
	objective := p.objective()
	if last >= 0 && objective > 0 {
		p.change = math.Abs(c.CurveObjective[last]-objective) / objective
	}
	// An update must not write to the curve of the fit before it: the slices are capped,
	// so that append copies them.
	c.CurveSteps = append(c.CurveSteps[:len(c.CurveSteps):len(c.CurveSteps)], steps)
	c.CurveObjective = append(c.CurveObjective[:len(c.CurveObjective):len(c.CurveObjective)], objective)
}

func (p *sgdPass) report() run.Report {
	r := run.Report{Iteration: p.passes, Gap: p.change}
	if at := len(p.curve.CurveObjective); at > 0 {
		r.Objective = p.curve.CurveObjective[at-1]
	}
	if !math.IsInf(p.maxIter, 1) {
		r.Fraction = min(1, float64(p.passes)/p.maxIter)
	}
	return r
}
