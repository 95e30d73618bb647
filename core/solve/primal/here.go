package primal

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
)

// here has the samples of a problem, and their sums.
type here struct {
	problem Problem
	law     law
	longest float64 // of all (x_i, c)
	samples []int32 // samples with a weight, beginning with the active ones
	active  int     // samples with a curvature
	walk    pass
	report  func() run.Report

	dual    []float64 // dual coefficients; zero before the first slope
	r, b, h []float64 // residuals of the point, and slopes and curvatures of the losses
	q       []float64 // products of the step
	dot     []float64 // those of a direction
	unused  []float64 // length d, for passes that need no vector
}

func (s *here) pose(p Problem) {
	n, d := p.X.N, p.X.D
	*s = here{problem: p, law: newLaw(p), samples: s.samples[:0],
		dual: sized(s.dual, n), r: sized(s.r, n), b: sized(s.b, n), h: sized(s.h, n), q: sized(s.q, n), dot: sized(s.dot, n), unused: sized(s.unused, d)}
	copy(s.r, p.Target)
	for i := range n {
		if p.Above[i] > 0 || p.Below[i] > 0 {
			s.samples = append(s.samples, int32(i))
			s.longest = max(s.longest, p.X.Norm[i])
		}
	}
	s.longest = math.Sqrt(s.longest + float64(p.Constant*p.Constant))
}

// start sets to to the sum of b_i (x_i, 1) for the coefficients b_i to start from.
func (s *here) start(ctl *run.Ctl, to []float64) run.Status {
	p := &s.problem
	steepest := p.Loss.Steepest()
	for _, i := range s.samples {
		s.b[i] = min(max(p.Start[i], -bounded(p.Below[i], steepest)), bounded(p.Above[i], steepest))
	}
	return s.add(ctl, to)
}

// add sets to to the sum of b_i (x_i, 1).
func (s *here) add(ctl *run.Ctl, to []float64) run.Status {
	d := len(to) - 1
	clear(to)
	s.walk = pass{rows: s.problem.X.Rows, order: s.samples, factor: s.b, dots: s.dot, v: s.unused, to: to[:d], adds: true}
	status := s.pass(ctl)
	to[d] = s.walk.sum
	return status
}

// multiply sets products_i = <x_i, v> + c times the last number of v.
func (s *here) multiply(ctl *run.Ctl, samples []int32, v, products []float64) run.Status {
	d := len(v) - 1
	s.walk = pass{rows: s.problem.X.Rows, order: samples, factor: s.h, dots: products, v: v[:d], shift: float64(s.problem.Constant * v[d]), to: s.unused, multiplies: true}
	return s.pass(ctl)
}

func (s *here) pass(ctl *run.Ctl) run.Status {
	for w := &s.walk; w.at < len(w.order); {
		if status := ctl.Checkpoint(s.report); status != "" {
			return status
		}
		w.walk(min(s.problem.X.Stride, len(w.order)-w.at))
	}
	return ""
}

func (s *here) pull(_ *run.Ctl, _, _ []float64, length float64) (float64, run.Status) {
	s.law.at(s.b, s.h, s.r, s.q, length)
	return lanes.Sum(s.b, s.q), ""
}

func (s *here) move(length float64) { lanes.Update(s.r, -length, s.q) }

func (s *here) slope(ctl *run.Ctl, to []float64) run.Status {
	status := s.add(ctl, to)
	if status == "" {
		copy(s.dual, s.b)
	}
	return status
}

func (s *here) curve(float64) {
	s.active = 0
	for at, i := range s.samples {
		if s.h[i] > 0 {
			s.samples[at], s.samples[s.active] = s.samples[s.active], i
			s.active++
		}
	}
	clear(s.q)
	clear(s.dot)
}

func (s *here) bend(ctl *run.Ctl, way, turn []float64) run.Status {
	d := len(way) - 1
	clear(turn)
	s.walk = pass{rows: s.problem.X.Rows, order: s.samples[:s.active], factor: s.h, dots: s.dot, v: way[:d], shift: float64(s.problem.Constant * way[d]), to: turn[:d], multiplies: true, adds: true}
	status := s.pass(ctl)
	turn[d] = s.walk.sum
	return status
}

func (s *here) extend(length float64) { lanes.Update(s.q, length, s.dot) }

func (s *here) finish(ctl *run.Ctl, step []float64) run.Status {
	return s.multiply(ctl, s.samples[s.active:], step, s.q)
}

func (s *here) extremes(ctl *run.Ctl, along []float64) (up, down float64, status run.Status) {
	if status := s.multiply(ctl, s.samples, along, s.dot); status != "" {
		return 0, 0, status
	}
	for _, i := range s.samples {
		up, down = max(up, s.dot[i]), max(down, -s.dot[i])
	}
	return up, down, ""
}

func (s *here) conjugates() float64     { return s.problem.conjugates(s.dual) }
func (s *here) vectors() int            { return nonzero(s.dual) }
func (s *here) coefficients() []float64 { return s.dual }
