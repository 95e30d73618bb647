package boost

import (
	"math"
	"strconv"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// rounds is the state of AdaBoost between two rounds.
type rounds struct {
	options AdaBoostClassifierOptions
	learner learner
	fit     *AdaBoostClassifierFit
	tally             // its first is D_1
	weight  []float64 // D_t
	soft    *soft     // nil: no regularisation
	loss    float64   // ln sum_i D_1(i) exp(-m_i), m_i the votes for the class of sample i less all others
}

// chance is how much better than chance a member must be, in the weighted error: the order
// of additions decides about less.
const chance = 1e-12

// all does all rounds.
func (r *rounds) all(ctl *run.Ctl) (run.Status, error) {
	stages := ctl.Stages(r.options.NEstimators + 1)
	if !r.learner.prepare(stages.Next("")) {
		return run.Aborted, nil
	}
	for round := 1; round <= r.options.NEstimators; round++ {
		own := stages.Next("round " + strconv.Itoa(round) + " of " + strconv.Itoa(r.options.NEstimators))
		m, said, ended, err := r.learner.fit(own, r.weight)
		if err != nil || ended == run.Aborted {
			return ended, err
		}
		eps := r.learner.epsilon(said, r.weight)
		if eps >= 1-1/float64(r.k)-chance {
			return r.exhausted(ended, eps)
		}
		if eps == 0 {
			r.startAgain()
			r.fit.add(r.learner.like, m, 1)
			r.count(said, 1)
			r.record(0, 0, math.Inf(-1))
			return run.Perfect, nil
		}
		alpha := r.step(said, eps)
		r.fit.add(r.learner.like, m, alpha)
		stages.Took(1)
		status := own.Checkpoint(func() run.Report {
			return run.Report{Objective: r.fit.TrainingErrors[round-1], Fraction: 1 - 0x1p-20}
		})
		if status == "" && ended.Cut() && ctl != nil {
			status = ctl.Checkpoint(func() run.Report { return run.Report{Iteration: round} })
		}
		if status != "" && round < r.options.NEstimators || status == run.Aborted {
			return status, nil
		}
	}
	return run.Converged, nil
}

// exhausted ends the fit before a member that is no better than chance.
func (r *rounds) exhausted(ended run.Status, eps float64) (run.Status, error) {
	switch {
	case len(r.fit.Alphas) > 0:
		return run.Exhausted, nil
	case ended == run.Stopped:
		return run.Aborted, nil // there is no result yet
	}
	return "", r.learner.tooWeak(eps)
}

// step computes alpha, changes the weights and records the round.
func (r *rounds) step(said []int32, eps float64) (alpha float64) {
	var z float64
	weight := make([]float64, len(r.weight))
	if r.soft != nil {
		alpha, z = r.soft.step(weight, r.weight, r.right(said))
	} else {
		alpha = alphaOf(eps, r.k)
		right, wrong := math.Exp(-alpha), math.Exp(alpha)
		z = (1-eps)*right + eps*wrong
		for i, c := range r.learner.t.Labels() {
			factor := right
			if said[i] != c {
				factor = wrong
			}
			weight[i] = r.weight[i] * factor / z
		}
	}
	normalize(weight)
	r.weight = weight
	r.count(said, alpha)
	if r.loss += math.Log(z); r.soft != nil {
		r.loss = r.exponentialLoss(alpha)
	}
	r.record(eps, z, r.loss+r.options.Rho*(r.fit.total()+alpha))
	return alpha
}

// normalize makes weights sum to 1 again, since rounding errors add up over many rounds.
func normalize(weight []float64) {
	sum := linalg.Total(weight)
	for i := range weight {
		weight[i] /= sum
	}
}

// right reports which samples a member gets right.
func (r *rounds) right(said []int32) []bool {
	right := make([]bool, len(said))
	for i, c := range r.learner.t.Labels() {
		right[i] = said[i] == c
	}
	return right
}
