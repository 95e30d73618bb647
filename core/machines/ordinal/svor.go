package ordinal

import (
	"fmt"

	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/solve/qp"
)

// SVOROptions are the options of SVOR.
type SVOROptions struct {
	C           float64     `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the slacks: larger follows the training data more closely, smaller gives a smoother utility."`
	Constraints string      `js:"constraints" default:"implicit" choices:"implicit,explicit" doc:"Which samples a threshold is about: all of them, which puts the thresholds in order by itself ('implicit'), or those of the two ranks beside it, with the order as a constraint ('explicit')."`
	Kernel      kernel.Spec `js:"kernel"`
	Solving     `js:"solving"`
	model.Ranks
}

// SVOR is support vector ordinal regression (Chu & Keerthi, Support vector ordinal regression,
// Neural Computation 19, 2007). With a utility f(x) = <w, phi(x)> and k-1 thresholds it
// minimises
//
//	1/2 |w|^2 + sum of C_i ( max(0, 1 + f(x_i) - theta_j) over thresholds j above the rank of i
//	                       + max(0, 1 - f(x_i) + theta_j) over thresholds j below it )
//
// over w and the thresholds, where the sums take in all thresholds (implicit constraints; the
// optimal thresholds are in order), or only the next one on each side, and the thresholds have
// to be in order (explicit constraints). C_i is C times the weight of the sample.
//
// The dual problem has a variable a in [0, C_i] for each of these terms, with the sign s = -1
// for a threshold above the rank and +1 for one below:
//
//	minimise 1/2 sum of b_i b_i' k(x_i, x_i') - sum of a,   b_i = sum of s a over the terms of i
//
// where for each threshold the sum of s a is 0. Thresholds are the multipliers of these
// equations. Explicit constraints: thresholds that are equal have one equation together; see
// ordered.
//
// A rank at an end that has no samples begins where the utility is 1 beyond all samples that
// its threshold is about; a rank between others that has none is empty, or lies where the
// implicit constraints put it, which is the same.
type SVOR struct {
	SVOROptions
	model.KernelClassifierBase[*SVORFit]
}

// SVORFit is the result of a fit of SVOR.
type SVORFit struct {
	Utility
	Dual
}

// NewSVOR returns an unfitted machine with default options.
func NewSVOR(kernels model.KernelMaker) *SVOR {
	s := &SVOR{}
	s.Init("SVOR", &s.SVOROptions, &s.Kernel, kernels, new(SVORFit))
	return s
}

// Fit solves the dual problem.
func (s *SVOR) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := s.Begin(s, t)
	if err != nil {
		return model.Report{}, err
	}
	d, err := newDual(k, widths, s.Solving, s.C, t)
	if err != nil {
		return model.Report{}, err
	}
	ctl = ctl.Within(s.MaxTime)
	var p qp.Problem
	var r qp.Result
	var thresholds []float64
	begin := func(p *qp.Problem) error {
		if from, ok := t.Start.(*SVOR); ok && from.Constraints == s.Constraints {
			return d.from(p, &from.Result.Dual, &from.Result.Utility)
		}
		return nil
	}
	if s.Constraints == "explicit" {
		p, r, thresholds, err = d.ordered(ctl, begin)
	} else {
		p = d.implicit()
		if err = begin(&p); err == nil {
			r = d.solve(ctl, p)
			thresholds = r.Level
		}
	}
	if err != nil || r.Status == run.Aborted {
		return model.Report{Status: r.Status}, err
	}
	utility, quality, report, err := d.finish(&p, &r, thresholds)
	if err != nil {
		return report, err
	}
	return s.Learnt(&SVORFit{utility, quality}, report)
}

// implicit poses the problem in which each threshold is about all samples.
func (d *dual) implicit() qp.Problem {
	n, thresholds := len(d.rows), d.ranks-1
	p := empty(n*thresholds, thresholds)
	p.K = d.view()
	for j := range thresholds {
		for i, rank := range d.rank {
			c := j*n + i
			p.Upper[c], p.Group[c] = d.upper[i], j
			if int(rank) <= j {
				p.Sign[c] = -1
			}
		}
	}
	return p
}

// explicit poses the problem in which a threshold is about the ranks beside it. block is the
// number of the block of equal thresholds that each belongs to, -1 for one beyond all samples.
// The coordinates are those of the thresholds below the ranks of the samples, followed by
// those of the thresholds above.
func (d *dual) explicit(block []int) qp.Problem {
	n, blocks := len(d.rows), 0
	for _, b := range block {
		blocks = max(blocks, b+1)
	}
	p := empty(2*n, blocks)
	p.K = d.view()
	for i, rank := range d.rank {
		p.Sign[n+i] = -1
		for side := range 2 {
			if j := int(rank) - 1 + side; j >= 0 && j < len(block) && block[j] >= 0 {
				p.Upper[side*n+i], p.Group[side*n+i] = d.upper[i], block[j]
			}
		}
	}
	return p
}

// ordered solves the problem of explicit constraints. Where thresholds come out in the wrong
// order they are made equal, and where equal thresholds would rather part in the right order,
// which the multiplier of their constraint says, they are parted. The problem is solved when
// neither is the case, because then all optimality conditions hold.
//
// begin makes the first of its problems start from a previous fit.
func (d *dual) ordered(ctl *run.Ctl, begin func(p *qp.Problem) error) (p qp.Problem, r qp.Result, thresholds []float64, err error) {
	tied := d.withoutSamples() // whether a threshold equals the one before
	tried := map[string]bool{}
	iterations := 0
	for {
		block := d.blocks(tied)
		p = d.explicit(block)
		if len(tried) == 0 {
			if err := begin(&p); err != nil {
				return p, r, nil, err
			}
		}
		r = d.solve(ctl, p)
		iterations += r.Iterations
		r.Iterations = iterations
		thresholds = d.levels(block, &r)
		tried[fmt.Sprint(tied)] = true
		if r.Status != run.Converged {
			return p, r, thresholds, nil
		}
		wrong := false
		for j := 1; j < len(block); j++ {
			if block[j-1] >= 0 && block[j] > block[j-1] && thresholds[j] < thresholds[j-1] {
				tied[j], wrong = true, true
			}
		}
		if !wrong {
			if j := d.pulled(block, &r); j > 0 {
				tied[j], wrong = false, true
			}
		}
		if !wrong {
			return p, r, thresholds, nil
		}
		if tried[fmt.Sprint(tied)] { // the difference is below the tolerance
			return p, r, thresholds, nil
		}
	}
}

// withoutSamples returns which thresholds equal the one before because nothing lies between.
func (d *dual) withoutSamples() []bool {
	tied := make([]bool, d.ranks-1)
	for j := range tied {
		tied[j] = true
	}
	for _, rank := range d.rank {
		if int(rank) < len(tied) {
			tied[rank] = false
		}
	}
	return tied
}

// blocks numbers the blocks of equal thresholds between the lowest and the highest rank.
func (d *dual) blocks(tied []bool) []int {
	low, high := d.ranks, 0
	for _, rank := range d.rank {
		low, high = min(low, int(rank)), max(high, int(rank))
	}
	block, count := make([]int, len(tied)), 0
	for j := range block {
		switch {
		case j < low || j >= high:
			block[j] = -1
			continue
		case j > low && !tied[j]:
			count++
		}
		block[j] = count
	}
	return block
}

// levels returns the thresholds of a solution. One beyond all ranks that have samples is 1
// beyond the utilities of the outermost of these, or equals the threshold before these.
func (d *dual) levels(block []int, r *qp.Result) []float64 {
	thresholds := make([]float64, len(block))
	first, last := -1, 0
	for j, b := range block {
		if b >= 0 {
			thresholds[j], last = r.Level[b], j
			if first < 0 {
				first = j
			}
		}
	}
	n := len(d.rows)
	low, high := thresholds[first], thresholds[last]
	for i, rank := range d.rank { // the gradient is f(x) less the sign
		if int(rank) == first {
			low = min(low, r.Gradient[i])
		}
		if int(rank) == last+1 {
			high = max(high, r.Gradient[n+i])
		}
	}
	for j := range first {
		thresholds[j] = low
	}
	for j := last + 1; j < len(block); j++ {
		thresholds[j] = high
	}
	return thresholds
}

// pulled returns the threshold whose tie to the one before has the most negative multiplier, 0
// if there is none. Between thresholds of a block the multiplier is minus the sum of s a over
// the thresholds of the block up to there.
func (d *dual) pulled(block []int, r *qp.Result) int {
	n, sums, size := len(d.rows), make([]float64, len(block)), 0.0
	for i, rank := range d.rank {
		if j := int(rank) - 1; j >= 0 {
			sums[j] += r.Alpha[i]
		}
		if j := int(rank); j < len(block) {
			sums[j] -= r.Alpha[n+i]
		}
		size = max(size, d.upper[i])
	}
	at, least, multiplier := 0, -1e-9*size, 0.0
	for j := 1; j < len(block); j++ {
		if block[j-1] < 0 || block[j] != block[j-1] {
			multiplier = 0
			continue
		}
		if multiplier -= sums[j-1]; multiplier < least {
			at, least = j, multiplier
		}
	}
	return at
}
