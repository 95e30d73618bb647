// Package perceptron holds Rosenblatt's machines, which change only when they misclassify
// a sample: Perceptron with a weight vector, KernelPerceptron in dual variables.
package perceptron

import (
	"math"

	"maxmargin/core/base/run"
)

// rule is the rule of one perceptron (Cristianini & Shawe-Taylor, Tables 2.1 and 2.2): for every
// sample with y f(x) <= 0, w += eta y x and b += eta y s.
type rule struct {
	rate float64 // eta
	kind string  // of the bias: stepRadius, stepUnit or "" for none
	bias float64 // s: the largest <x, x> so far, 1 or 0
	tie  string  // meaning of f(x) = 0
}

// How far a mistake moves the bias.
const (
	stepRadius = "radius" // R^2, the largest <x, x>
	stepUnit   = "unit"   // 1
)

// newRule returns the rule of a learning rate.
func newRule(rate float64, intercept bool, step, tie string, radius2 float64) rule {
	r := rule{rate: rate, tie: tie}
	if intercept {
		r.kind, r.bias = step, 1
		if step == stepRadius {
			r.bias = radius2
		}
	}
	return r
}

// How f(x) = 0 counts while learning.
const (
	tieMistake  = "mistake"  // for either class
	tiePositive = "positive" // a vote for class 1
	tieNegative = "negative" // a vote for the other
)

// mistaken reports whether a sample of sign y is misjudged by f.
func (r rule) mistaken(f, y float64) bool {
	if f == 0 {
		return r.tie == tieMistake || r.tie == tiePositive && y < 0 || r.tie == tieNegative && y > 0
	}
	return !(float64(y*f) > 0)
}

// learner is one perceptron over the present samples, in either form.
type learner interface {
	// value returns f(x_i).
	value(i int) float64
	// correct adds step times sample i, and step s to the bias.
	correct(i int, step float64)
	// norm2 returns |w|^2, and the largest difference from it that counts as rounding.
	norm2() (size, noise float64)
}

// learn makes passes over the lesson until one has no mistake.
func (r rule) learn(ctl *run.Ctl, l learner, s lesson, m *Mistakes, c *course) run.Status {
	kept := 0
	correct := func(i int32) {
		step := float64(float64(r.rate*s.sign[i]) * s.weight[i])
		l.correct(int(i), step)
		c.corrected(int(i), step)
		if kept < longest {
			m.Sequence, kept = append(m.Sequence, i), kept+1
		}
	}
	for pass := 0; float64(pass) < s.passes; pass++ {
		if s.shuffle != nil {
			s.shuffle.Shuffle(s.order)
		}
		made, worst, lowest := int32(0), int32(-1), math.Inf(1)
		for at, i := range s.order {
			if at%s.stride == 0 {
				if status := ctl.Checkpoint(func() run.Report {
					return run.Report{Iteration: pass, Gap: float64(made) / float64(len(s.order)), Fraction: max(0, min(1, float64(pass)/s.passes))}
				}); status != "" {
					return status
				}
			}
			y := s.sign[i]
			if y == 0 || s.weight[i] == 0 {
				continue
			}
			value := l.value(int(i))
			switch mistaken := r.mistaken(value, y); {
			case !mistaken:
				c.passed()
			case s.updates == updatesWorst:
				if y*value < lowest {
					worst, lowest = i, y*value
				}
			default:
				correct(i)
				made++
			}
			if made > 0 && s.updates == updatesBatch {
				break
			}
		}
		if worst >= 0 {
			correct(worst)
			made++
		}
		m.Mistakes[s.number] += made
		m.Passes[s.number]++
		if pass == len(m.PassMistakes) {
			m.PassMistakes = append(m.PassMistakes, 0)
		}
		m.PassMistakes[pass] += made
		if made == 0 {
			return run.Converged
		}
	}
	return run.IterationLimit
}

// judge sets the margin and the bound of a perceptron with the given |w|^2 and bias. plain says
// that every weight was 0 or 1.
//
// With gamma the margin, the bound is (2R/gamma)^2 when the bias moves by R^2
// (Novikoff; Theorem 2.3), (R/gamma)^2 without a bias, and (b^2+1)(R^2+1)/gamma^2,
// b in units of |w|, when it moves by 1.
func (r rule) judge(l learner, s lesson, norm2, bias float64, plain bool, m *Mistakes) {
	least := math.Inf(1)
	for i, y := range s.sign {
		if y != 0 && s.weight[i] > 0 {
			least = min(least, float64(y*l.value(i)))
		}
	}
	if !(norm2 > 0) || math.IsInf(least, 1) {
		return
	}
	gamma := least / math.Sqrt(norm2)
	m.Margins[s.number] = gamma
	if !(gamma > 0) || !plain {
		return
	}
	bound := m.RadiusSquare / (gamma * gamma)
	switch r.kind {
	case stepUnit:
		bound = (bias*bias/norm2 + 1) * (m.RadiusSquare + 1) / (gamma * gamma)
	case stepRadius:
		bound *= 4
	}
	if bound <= math.MaxFloat64 {
		m.Bounds[s.number] = bound
	}
}
