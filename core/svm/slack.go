package svm

import (
	"math"

	"maxmargin/core/loss"
	"maxmargin/core/model"
	"maxmargin/core/qp"
)

// What an error costs beyond its margin or tube: the options that SVC and the
// regressions share, and how the dual problem has them.

// Mixture is the option of the loss 'mixed'.
type Mixture struct {
	SquaredC float64 `js:"squaredC" default:"1" range:"(0,inf)" doc:"Penalty on the squares of what the loss 'mixed' also penalises by its size, at C. Other losses have no use for it."`
}

// Below are the options that make a tube and its penalties asymmetric.
type Below struct {
	EpsilonBelow BelowWidth `js:"epsilonBelow" default:"epsilon" choices:"epsilon" range:"[0,inf)" unit:"of y" doc:"Width of the tube below the function: targets that are lower by no more cost nothing. 'epsilon': as wide as above it."`
	WeightBelow  float64    `js:"weightBelow" default:"1" range:"(0,inf)" doc:"Factor of C for targets below the function. Without a tube (1 - q) / q makes the function the q-th quantile."`
}

// BelowWidth is a number, or the name of the option that it equals.
type BelowWidth struct {
	Name  string  `js:"name"`
	Value float64 `js:"value"`
}

// symmetric returns the defaults of Below.
func symmetric() Below { return Below{EpsilonBelow: BelowWidth{Name: "epsilon"}, WeightBelow: 1} }

// widths returns those of the tube at sample i, above and below the function.
func (b *Below) widths(t model.Training, epsilon float64, i int) (above, below float64) {
	above = epsilon
	if t.Epsilon != nil {
		above = t.Epsilon[i]
	}
	switch {
	case t.EpsilonBelow != nil:
		return above, t.EpsilonBelow[i]
	case b.EpsilonBelow.Name == "":
		return above, b.EpsilonBelow.Value
	}
	return above, above
}

// factor returns how many times more an error of sample i costs below the function
// than above it. Samples of weight zero are absent on either side.
func (b *Below) factor(t model.Training, i int) float64 {
	f := b.WeightBelow
	if t.WeightBelow != nil {
		f *= t.WeightBelow[i]
		if t.Weight != nil && t.Weight[i] > 0 {
			f /= t.Weight[i]
		}
	}
	return f
}

// slackLoss returns the loss of a slack whose weight is C times that of its sample;
// nil: its size.
func slackLoss(name string, c, squaredC float64) loss.Loss {
	switch {
	case math.IsInf(c, 1):
		return nil // no slack at all
	case name == "mixed":
		return loss.Mixed{Linear: 1, Square: squaredC / c}
	case name == "hinge" || name == "epsilon_insensitive":
		return nil
	}
	return loss.Mixed{Square: 1}
}

// squares gives a problem, whose upper bounds are C_i, the loss of a name. A square
// takes the bound away and adds 1/(2 C_i) to the diagonal. The mixture of both,
//
//	C_i e_i + D_i e_i^2,   D_i / C_i = squaredC / C
//
// has the dual term max(0, a_i - C_i)^2 / (4 D_i) (Cristianini & Shawe-Taylor, Exercise
// 6.4.3). It is the least u^2 / (4 D_i) over the a_i = v + u with 0 <= v <= C_i and u >=
// 0, so that two coordinates over one row of the kernel matrix, one with the bound and
// one with the diagonal, are the mixed machine; joined adds them up. A point of the
// problem as it was becomes one of the new problem by what is returned.
func squares(p *qp.Problem, name string, c, squaredC float64) (split func(a, upper []float64) []float64) {
	asIs := func(a, _ []float64) []float64 { return a }
	if slackLoss(name, c, squaredC) == nil {
		return asIs
	}
	n, scale := len(p.Upper), 1.0
	open := p.Upper
	if name == "mixed" {
		scale = squaredC / c
		p.Sign, p.Linear = append(p.Sign, p.Sign...), append(p.Linear, p.Linear...)
		p.Lower, p.Upper = make([]float64, 2*n), append(p.Upper, p.Upper...)
		open = p.Upper[n:]
	}
	p.Shift = make([]float64, len(p.Upper))
	shift := p.Shift[len(p.Shift)-n:]
	for i, c := range open {
		if c > 0 {
			shift[i], open[i] = 1/(2*scale*c), math.Inf(1)
		}
	}
	if name != "mixed" {
		return asIs
	}
	return func(a, upper []float64) []float64 {
		both := append(a, a...)
		for i := range n {
			both[i] = min(a[i], upper[i])
			both[n+i] = a[i] - both[i]
		}
		return both
	}
}

// joined adds up the coordinates that squares took apart, n of which are about
// different things.
func joined(alpha []float64, n int) []float64 {
	for i, a := range alpha[n:] {
		alpha[i] += a
	}
	return alpha[:n]
}
