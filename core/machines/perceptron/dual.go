package perceptron

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/kernel/gram"
)

// dual is a perceptron in dual form.
type dual struct {
	view *gram.View
	rule rule
	own  float64   // square of the length of a sample's own feature
	f    []float64 // values of all samples, less the bias
	coef []float64 // of all samples
	b    *float64
}

func (l *dual) value(i int) float64 { return l.f[i] + *l.b }

func (l *dual) correct(i int, step float64) {
	l.coef[i] += step
	l.raise(i, step)
	*l.b += float64(step * l.rule.bias)
}

// raise adds a multiple of sample i to the values.
func (l *dual) raise(i int, step float64) {
	lanes.Update(l.f, step, l.view.Rows([]int{i})[0])
	l.f[i] += float64(step * l.own)
}

// begin computes the values anew, for other coefficients.
func (l *dual) begin() {
	clear(l.f)
	for i, c := range l.coef {
		if c != 0 {
			l.raise(i, c)
		}
	}
}

// norm2 returns |w|^2 of a perceptron whose samples are those of view.
func (l *dual) norm2() (size, noise float64) {
	for i, c := range l.coef {
		noise += math.Abs(c * l.f[i])
	}
	return lanes.Sum(l.coef, l.f), 1e-12 * noise
}
