package linear

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/solve/primal"
)

// kernelDescent is one function during the descent. The last entries of coef and weights belong to
// the constant feature.
type kernelDescent struct {
	primal.Recurrence
	signs         []float64
	values, sums  []float64  // of theta and of the weighted sum u at all samples, without the constant feature
	coef, weights []float64  // of theta and of u
	old, oldSums  []float64  // of the earlier support
	moments       [3]float64 // <theta, theta>, <theta, u> and <u, u>
}

// kernelDescents are the functions of a KernelSGDClassifier during the descent.
type kernelDescents struct {
	view     *gram.View
	diagonal []float64
	constant float64
	average  bool
	weight   []float64
	all      []*kernelDescent
}

// step makes a step of all functions for sample i, with one row of the matrix.
func (g *kernelDescents) step(i int, weight float64) {
	var row []float64
	norm := g.diagonal[i] + float64(g.constant*g.constant)
	for _, d := range g.all {
		n := len(d.values)
		value, sum := d.values[i]+float64(g.constant*d.coef[n]), d.sums[i]+float64(g.constant*d.weights[n])
		add := d.Next(value, norm, d.signs[i], weight)
		if add != 0 {
			if row == nil {
				row = g.view.Rows([]int{i})[0]
			}
			more := float64(add * d.Harmonic)
			d.moments[0] += add * (2*value + float64(add*norm))
			d.moments[1] += float64(more*value) + float64(add*sum) + float64(float64(more*add)*norm)
			d.moments[2] += more * (2*sum + float64(more*norm))
			lanes.Update(d.values, add, row)
			lanes.Update(d.sums, more, row)
			d.coef[i] += add
			d.weights[i] += more
			d.coef[n] += float64(add * g.constant)
			d.weights[n] += float64(more * g.constant)
		}
		before := d.Recurrence
		if d.Fold(d.values, d.sums, d.coef, d.weights, d.old, d.oldSums) {
			m, a, c := d.moments, before.Harmonic, before.Scale
			d.moments = [3]float64{c * c * m[0], c * (m[1] - a*m[0]), m[2] - 2*a*m[1] + a*a*m[0]}
		}
	}
}

func (g *kernelDescents) taken() int { return g.all[0].Steps }

func (g *kernelDescents) objective() (total float64) {
	for _, d := range g.all {
		n := len(d.values)
		f, constant, norm := make([]float64, n), []float64{0}, []float64{0}
		g.output(d, f, d.values, d.sums)
		g.output(d, constant, d.coef[n:], d.weights[n:])
		one := []float64{1}
		g.output(d, norm, one, []float64{0}) // factor of theta
		a := norm[0]
		g.output(d, norm, []float64{0}, one) // and the weighted sum
		b := norm[0]
		square := a*a*d.moments[0] + 2*a*b*d.moments[1] + b*b*d.moments[2]
		total += d.ObjectiveOf(func(i int) float64 { return f[i] + float64(g.constant*constant[0]) }, max(0, square), d.signs, g.weight)
	}
	return total
}

// indefinite reports whether the squared norm of a sample or of a function is negative, by
// more than rounding.
func (g *kernelDescents) indefinite() bool {
	if slices.Min(g.diagonal) < 0 {
		return true
	}
	for _, d := range g.all {
		size := 0.0
		for i, v := range d.values {
			size += math.Abs(d.coef[i] * v)
		}
		if d.moments[0] < -1e-12*size {
			return true
		}
	}
	return false
}

// output writes the mean of all steps into dst, or the last function, from a function of
// theta and the same function of u, entry by entry.
func (g *kernelDescents) output(d *kernelDescent, dst, theta, u []float64) {
	if g.average {
		d.MeanOf(dst, theta, u)
	} else {
		d.LastOf(dst, theta)
	}
}

// keep makes the expansion of f: the earlier support, followed by the samples of x at which a step
// changed a function.
func (g *kernelDescents) keep(f, before *KernelSGDFit, x sample.Set) {
	n := x.Len()
	var rows []int
	for i := range n {
		for _, d := range g.all {
			if d.coef[i] != 0 || d.weights[i] != 0 {
				rows = append(rows, i)
				break
			}
		}
	}
	f.Indices = append([]int32(nil), before.Indices...)
	for _, i := range rows {
		f.Indices = append(f.Indices, int32(before.Samples+i))
	}
	for _, d := range g.all {
		theta, sums := append([]float64(nil), d.old...), append([]float64(nil), d.oldSums...)
		for _, i := range rows {
			theta, sums = append(theta, d.coef[i]), append(sums, d.weights[i])
		}
		coef, constant := make([]float64, len(theta)), []float64{0}
		g.output(d, coef, theta, sums)
		g.output(d, constant, d.coef[n:], d.weights[n:])
		f.Coef, f.Theta, f.Weighted = append(f.Coef, coef...), append(f.Theta, theta...), append(f.Weighted, sums...)
		f.Intercept = append(f.Intercept, float64(g.constant*constant[0]))
		f.Moments = append(f.Moments, d.coef[n], d.weights[n], d.moments[0], d.moments[1], d.moments[2])
	}
	if f.Given() {
		return
	}
	f.Vectors = before.Vectors
	switch {
	case len(f.Indices) == 0:
		f.Vectors = &sample.Matrix{D: f.Features}
	case len(before.Indices) == 0:
		f.Vectors = x.Select(rows)
	case len(rows) > 0:
		f.Vectors = sample.Join(before.Vectors, x.Select(rows))
	}
}
