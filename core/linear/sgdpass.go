package linear

import (
	"math"

	"maxmargin/core/primal"
	"maxmargin/core/run"
)

// sgdPass is a fit or an update in progress.
type sgdPass struct {
	options  SGDOptions
	fit      *SGDFit
	x        *primal.Samples
	signs    [][]float64 // of every sample, for each function
	weight   []float64
	descents []*primal.Subgradient // one for each function
	passes   int
	change   float64 // share of the objective by which the last doubling changed it
}

// fitAll draws samples until the objective hardly changes or a limit is reached.
func (p *sgdPass) fitAll(ctl *run.Ctl) run.Status {
	n := p.x.N
	draw := primal.NewDraw(uint64(p.options.Seed), n, p.weight)
	for next := 1; ; next *= 2 {
		for ; p.passes < next; p.passes++ {
			if float64(p.passes) >= p.options.MaxIter {
				p.record()
				return run.IterationLimit
			}
			if status := p.steps(ctl, n, draw.Next, nil); status != "" {
				p.record()
				return status
			}
		}
		p.record()
		if p.options.Tol > 0 && next > 1 && p.change <= p.options.Tol {
			return run.Converged
		}
	}
}

// update looks at every sample once.
func (p *sgdPass) update(ctl *run.Ctl) run.Status {
	at := -1
	status := p.steps(ctl, p.x.N, func() int { at++; return at }, p.weight)
	p.passes++
	p.record()
	if status == "" {
		status = run.Converged
	}
	return status
}

// steps takes count steps of all functions; weight nil means 1.
func (p *sgdPass) steps(ctl *run.Ctl, count int, next func() int, weight []float64) run.Status {
	for stride := p.x.Stride; count > 0; count -= stride {
		if status := ctl.Checkpoint(p.report); status != "" {
			return status
		}
		for range min(stride, count) {
			i, share := next(), 1.0
			if weight != nil {
				share = weight[i]
			}
			for q, descent := range p.descents {
				descent.Step(p.x, i, p.signs[q][i], share)
			}
		}
	}
	return ""
}

// output sets w to the weights of a descent, averaged or not as the options ask, followed
// by the bias.
func (p *sgdPass) output(descent *primal.Subgradient, w []float64) {
	if p.options.Average {
		descent.Mean(w)
	} else {
		descent.Last(w)
	}
}

// record appends the objective to the curve, unless there was no step since the last
// record.
func (p *sgdPass) record() {
	steps := int32(min(p.descents[0].Steps, math.MaxInt32))
	if last := len(p.fit.CurveSteps) - 1; last >= 0 && p.fit.CurveSteps[last] == steps {
		return
	}
	objective, w := 0.0, make([]float64, p.fit.Features+1)
	for q, descent := range p.descents {
		p.output(descent, w)
		objective += descent.Objective(p.x, w, p.signs[q], p.weight)
	}
	f := p.fit
	if last := len(f.CurveObjective) - 1; last >= 0 && objective > 0 {
		p.change = math.Abs(f.CurveObjective[last]-objective) / objective
	}
	// An update must not write to the curve of the fit before it: the slices are capped,
	// so that append copies them.
	f.CurveSteps = append(f.CurveSteps[:len(f.CurveSteps):len(f.CurveSteps)], steps)
	f.CurveObjective = append(f.CurveObjective[:len(f.CurveObjective):len(f.CurveObjective)], objective)
}

func (p *sgdPass) report() run.Report {
	r := run.Report{Iteration: p.passes, Gap: p.change}
	if at := len(p.fit.CurveObjective); at > 0 {
		r.Objective = p.fit.CurveObjective[at-1]
	}
	if !math.IsInf(p.options.MaxIter, 1) {
		r.Fraction = min(1, float64(p.passes)/p.options.MaxIter)
	}
	return r
}
