package svm

import (
	"math"

	"maxmargin/core/data/loss"
	"maxmargin/core/solve/qp"
)

// This file has the loss of an error beyond the margin or tube: the option that SVC and
// the regressions share, and the dual problem for each loss.

// Mixture is the option of the loss 'mixed'.
type Mixture struct {
	SquaredC float64 `js:"squaredC" group:"study" default:"1" range:"(0,inf)" doc:"Penalty on the squares with the loss 'mixed', which penalises the sizes by C. Other losses ignore it."`
}

// slackBoxes returns the boxes of the loss of a slack, or none if there is no slack.
func slackBoxes(name string, c, squaredC float64) []loss.Box {
	if l := slackLoss(name, c, squaredC); l != nil {
		return loss.Boxes(l)
	}
	return nil
}

// slackLoss returns the loss of a slack whose weight is C times that of its sample; nil for an
// infinite C, which allows no slack.
func slackLoss(name string, c, squaredC float64) loss.Loss {
	if math.IsInf(c, 1) {
		return nil
	}
	return loss.New(name, loss.Parameters{Ratio: squaredC / c})
}

// impose changes a problem with the upper bounds C_i into that of a loss with these boxes, and
// leaves it alone if there are none. A box of the conjugate of the loss multiplies the bound by
// Bound and adds Curvature / C_i to the diagonal of the kernel matrix:
//
//	C_i l*(a_i / C_i) = Curvature / (2 C_i) a_i^2,   0 <= a_i <= C_i Bound
//
// A loss of several boxes has a coordinate for each, over the same row of the kernel matrix; joined
// adds them up. split turns a point of the given problem into a point of the changed one.
func impose(p *qp.Problem, boxes []loss.Box) (split func(a []float64) []float64) {
	weight := p.Upper
	if len(boxes) == 0 || len(boxes) == 1 && boxes[0] == (loss.Box{Bound: 1}) {
		return func(a []float64) []float64 { return a }
	}
	n, sign, linear := len(weight), p.Sign, p.Linear
	p.Upper, p.Shift = make([]float64, 0, n*len(boxes)), make([]float64, n*len(boxes))
	for k, box := range boxes {
		if k > 0 {
			p.Sign, p.Linear = append(p.Sign, sign...), append(p.Linear, linear...)
			p.Lower = make([]float64, n*(k+1))
		}
		for i, c := range weight {
			if c == 0 {
				p.Upper = append(p.Upper, 0)
				continue
			}
			p.Upper, p.Shift[k*n+i] = append(p.Upper, c*box.Bound), box.Curvature/c
		}
	}
	upper := p.Upper
	return func(a []float64) []float64 {
		parts := make([]float64, len(upper))
		for i, rest := range a {
			for at := i; at < len(upper); at += n {
				parts[at] = min(rest, upper[at])
				rest -= parts[at]
			}
		}
		return parts
	}
}

// joined adds up the coordinates that impose has split, and returns n sums.
func joined(alpha []float64, n int) []float64 {
	for i, a := range alpha[n:] {
		alpha[i%n] += a
	}
	return alpha[:n]
}
