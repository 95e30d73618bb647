package gp

import (
	"errors"
	"fmt"
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
)

const (
	// largeSet is the number of samples from which on a search begins with fewer of them.
	largeSet = 1000
	// partSize is the number of samples in the part. A step with them takes at most an eighth of
	// the time, and their optimum is so near to that of all samples that a few more steps with all
	// suffice.
	partSize = 500
	// partSteps is the least limit of steps for a search in the part: they are cheap, and each can
	// save one with all samples.
	partSteps = 50
)

// limits of the parameters in the search, as factors of where it starts.
const (
	farthest     = 1e5
	leastNoise   = 1e-10
	restartRange = 100
)

// objective is a log marginal likelihood as a function of parameters.
type objective interface {
	// at returns the value at some parameters, or -Inf if the kernel matrix belongs to no process.
	// The error is run.ErrAborted if watch ends it.
	at(theta []float64, watch linalg.Watch) (*point, error)
	// differentiate computes the gradient of the last point that at returned.
	differentiate(p *point, watch linalg.Watch) error
	// begin returns the parameters at which a search with those of p begins.
	begin(p *point) ([]float64, error)
	// limits returns how far below and above its start one of count parameters may go, as factors.
	limits(parameter, count int) (least, most float64)
	// part returns the objective for some of the samples; nil if they are too few.
	part(chosen []int) objective
	// size returns the number of samples, and the sum of their weights.
	size() (samples int, total float64)
	// indefinite is the fault of parameters at which the value is -Inf.
	indefinite(theta []float64) error
}

// Search are the options of the search for the largest evidence.
type Search struct {
	Restarts int     `js:"restarts" default:"0" range:"[0,1000]" doc:"How often the search starts again, at random parameters up to 100 times larger or smaller; the best end counts."`
	Tol      float64 `js:"tol" default:"1e-5" range:"(0,inf)" doc:"The search ends when no derivative of the log marginal likelihood, per sample and by the logarithm of a parameter, is larger."`
	MaxIter  float64 `js:"maxIter" type:"integer" default:"100" range:"[1,inf]" doc:"Largest number of steps of a search. With more than 1000 samples, steps with 500 of them go before and do not count."`
	MaxTime  float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the best parameters so far are kept."`
	Seed     int     `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the restarts and of the samples with which the search in a large set begins."`
}

// found is the end of a search.
type found struct {
	*point
	status run.Status
	steps  int
	gap    float64 // the largest derivative per sample that is left

	inverse []float64 // of minus the second derivatives, as estimated by the search, or nil
}

// parameters returns the parameters with the largest evidence, or the given ones. If ctl stops it
// before it has the evidence of all samples, it computes this once, for the best parameters so far.
func (s Search) parameters(ctl *run.Ctl, optimizer string, e objective, theta []float64) (best found, err error) {
	if optimizer == "none" {
		best, err = given(ctl, e, theta)
	} else {
		best, theta, err = s.search(ctl, e, theta)
	}
	if err == nil && best.status == run.Aborted && ctl.Ended() == run.Stopped {
		steps := best.steps
		if best, err = given(ctl.Finishing(), e, theta); err == nil && best.status != run.Aborted {
			best.status, best.steps = run.Stopped, steps
		}
	}
	return best, err
}

// given returns the parameters theta with their evidence.
func given(ctl *run.Ctl, e objective, theta []float64) (found, error) {
	c := climb{e: e, ctl: ctl}
	at, err := c.at(theta)
	switch {
	case errors.Is(err, run.ErrAborted):
		return found{status: run.Aborted}, nil
	case err != nil:
		return found{}, err
	case math.IsInf(at.value, -1):
		return found{}, e.indefinite(theta)
	}
	return found{point: at, status: run.Converged, steps: 1}, nil
}

// search begins with some of many samples, and continues with all. reached are the parameters of
// the first part of the work, or theta.
func (s Search) search(ctl *run.Ctl, e objective, theta []float64) (all found, reached []float64, err error) {
	random, first := rng.New(uint64(s.Seed)), e
	samples, total := e.size()
	if samples > largeSet {
		order := make([]int32, samples)
		for i := range order {
			order[i] = int32(i)
		}
		random.Shuffle(order)
		chosen := make([]int, partSize)
		for p := range chosen {
			chosen[p] = int(order[p])
		}
		if part := e.part(chosen); part != nil {
			first = part
		}
	}
	limit := s.MaxIter
	if first != e {
		limit = max(limit, partSteps)
	}
	best, box, err := s.climbs(ctl, first, theta, limit, random)
	if err != nil || best.point == nil {
		return found{status: run.Aborted}, theta, err
	}
	if first == e {
		return best, theta, nil
	}
	// The evidence and its curvature grow with the number of samples.
	curvature := best.inverse
	_, before := first.size()
	for i := range curvature {
		curvature[i] *= before / total
	}
	c := climb{e: e, ctl: ctl, steps: best.steps, phase: "all samples", tol: s.Tol, maxIter: s.MaxIter, box: box, inverse: curvature}
	all, err = c.from(best.theta)
	all.steps += best.steps
	return all, best.theta, err
}

// climbs searches from the parameters given and from random ones, and returns the best end
// and the box in which the parameters stay.
func (s Search) climbs(ctl *run.Ctl, e objective, theta []float64, maxIter float64, random *rng.Stream) (best found, b box, err error) {
	c := climb{e: e, ctl: ctl, tol: s.Tol, maxIter: maxIter}
	start, err := c.scaled(theta)
	if err != nil {
		if errors.Is(err, run.ErrAborted) {
			err = nil
		}
		return best, b, err
	}
	c.box = newBox(e, start)
	for r := range s.Restarts + 1 {
		from := append([]float64(nil), start...)
		if r > 0 {
			for i := range from {
				from[i] *= math.Pow(restartRange, 2*random.Float64()-1)
			}
			c.phase = fmt.Sprintf("restart %d of %d", r, s.Restarts)
		}
		end, err := c.from(from)
		switch {
		case err != nil && r == 0:
			return best, c.box, err
		case err != nil: // M is indefinite at the random parameters
		case best.point == nil || end.point != nil && end.value > best.value:
			steps := best.steps
			best = end
			best.steps += steps
		default:
			best.steps += end.steps
		}
		c.steps = best.steps
		if status := ctl.Checkpoint(c.report); status != "" && best.point != nil {
			best.status = status
			break
		}
	}
	if best.status == run.Aborted {
		best.point = nil
	}
	return best, c.box, nil
}

// climb is a search for the largest evidence.
type climb struct {
	e       objective
	ctl     *run.Ctl
	phase   string
	tol     float64
	maxIter float64
	box     box

	inverse []float64 // initial estimate, of minus the second derivatives, or nil

	steps int // so far, of searches before too
	last  *point
	gap   float64
}

// watch reports the progress of an evaluation.
func (c *climb) watch(float64) bool { return c.ctl.Wanted(c.report) }

func (c *climb) report() run.Report {
	samples, _ := c.e.size()
	r := run.Report{Phase: c.phase, Iteration: c.steps, Gap: c.gap, SupportVectors: samples, Fraction: 1 - 1/(1+0.1*float64(c.steps))}
	if c.last != nil {
		r.Objective = c.last.value
	}
	return r
}

func (c *climb) at(theta []float64) (*point, error) { return c.e.at(theta, c.watch) }

// scaled returns the parameters at which the search begins.
func (c *climb) scaled(theta []float64) ([]float64, error) {
	p, err := c.at(theta)
	if err != nil {
		return nil, err
	}
	if math.IsInf(p.value, -1) {
		return nil, c.e.indefinite(theta)
	}
	return c.e.begin(p)
}

// box has the limits of the logarithms of the parameters.
type box struct{ low, high []float64 }

func newBox(e objective, start []float64) (b box) {
	for i, v := range start {
		least, most := e.limits(i, len(start))
		b.low, b.high = append(b.low, math.Log(v*least)), append(b.high, math.Log(v*most))
	}
	return b
}

// from climbs from some parameters. The point is nil when ctl ended it before there was one.
func (c *climb) from(theta []float64) (found, error) {
	p, err := c.at(theta)
	if err == nil && !math.IsInf(p.value, -1) {
		err = c.e.differentiate(p, c.watch)
	}
	switch {
	case errors.Is(err, run.ErrAborted):
		return found{status: run.Aborted}, nil
	case err != nil:
		return found{}, err
	case math.IsInf(p.value, -1):
		return found{}, c.e.indefinite(theta)
	}
	c.last = p
	q := newQuasiNewton(c, p)
	if c.inverse != nil {
		q.h, q.fresh = c.inverse, false
	}
	status, steps := q.run()
	if status == run.Aborted {
		return found{status: status}, nil
	}
	return found{q.at, status, steps, c.gap, q.known()}, nil
}
