package svm

import (
	"math"

	"maxmargin/core/model"
	"maxmargin/core/solve/qp"
)

// tube poses the common problem of regressions. Its coordinates are a, followed by a*.
func (d *dual) tube(c float64, t model.Data, epsilon float64, b Below) (qp.Problem, error) {
	if err := d.weighted(); err != nil {
		return qp.Problem{}, err
	}
	upper, err := d.bounds(c)
	if err != nil {
		return qp.Problem{}, err
	}
	n := len(d.samples)
	p := qp.Problem{Sign: make([]float64, 2*n), Linear: make([]float64, 2*n),
		Lower: make([]float64, 2*n), Upper: append(upper, upper...)}
	for at, i := range d.samples {
		above, below := b.widths(t, epsilon, i)
		p.Sign[at], p.Sign[n+at] = 1, -1
		p.Linear[at], p.Linear[n+at] = above-t.Values()[i], below+t.Values()[i]
		if p.Upper[n+at] *= b.factor(t, i); math.IsInf(p.Upper[n+at], 0) && !math.IsInf(c, 0) {
			return p, overflowing(i)
		}
	}
	return p, nil
}

// differences returns a - a*.
func differences(alpha []float64) []float64 {
	n := len(alpha) / 2
	coef := make([]float64, n)
	for i := range coef {
		coef[i] = alpha[i] - alpha[n+i]
	}
	return coef
}

// parts is the inverse of differences when a_i or a*_i of every sample is 0: the positive
// parts of coef, followed by the negative parts.
func parts(coef []float64) []float64 {
	n := len(coef)
	a := make([]float64, 2*n)
	for i, c := range coef {
		a[i], a[n+i] = max(c, 0), max(-c, 0)
	}
	return a
}

// halfRange returns half the distance of the largest target from the smallest.
func halfRange(d *dual, y []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range d.samples {
		low, high = min(low, y[i]), max(high, y[i])
	}
	return (high - low) / 2
}

// Below has the options for an asymmetric tube and asymmetric penalties.
type Below struct {
	EpsilonBelow BelowWidth `js:"epsilonBelow" default:"epsilon" choices:"epsilon" range:"[0,inf)" unit:"of y" row:"sampleEpsilonBelow" doc:"Width of the tube below the function: targets that are lower by at most this cost nothing. 'epsilon': as wide as above the function."`
	WeightBelow  float64    `js:"weightBelow" default:"1" range:"(0,inf)" row:"sampleWeightBelow" doc:"Factor of C for targets below the function. Without a tube, (1 - q) / q gives the q-th quantile."`
}

// BelowWidth is a number, or the name of the option that it equals.
type BelowWidth struct {
	Name  string  `js:"name"`
	Value float64 `js:"value"`
}

// symmetric returns the defaults of Below.
func symmetric() Below { return Below{EpsilonBelow: BelowWidth{Name: "epsilon"}, WeightBelow: 1} }

// widths returns the widths of the tube above and below the function at sample i.
func (b *Below) widths(data model.Data, epsilon float64, i int) (above, below float64) {
	above = data.Row("sampleEpsilon", epsilon, i)
	below = above
	if b.EpsilonBelow.Name == "" {
		below = b.EpsilonBelow.Value
	}
	return above, data.Row("sampleEpsilonBelow", below, i)
}

// factor returns the ratio of the costs of an error of sample i below the function and above it.
func (b *Below) factor(data model.Data, i int) float64 {
	return data.Row("sampleWeightBelow", b.WeightBelow, i)
}
