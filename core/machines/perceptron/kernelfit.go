package perceptron

import (
	"slices"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// KernelPerceptronFit is the result of a fit of KernelPerceptron. The rows of its support are all
// samples with a mistake, counted from 0 over all samples seen; their coefficients are eta0 times
// the mistakes, with the sign of the class.
type KernelPerceptronFit struct {
	expansion.Classes
	Mistakes
}

// over is the kernel matrix of the samples to learn from.
type over struct {
	view       *gram.View
	radius2    float64 // the largest k(x, x), with delta^2
	indefinite bool    // a k(x, x) is negative
}

// viewOf returns the kernel matrix of the samples of t, with delta^2 on its diagonal and cacheSize
// megabytes for its rows.
func viewOf(k kernel.Kernel, t model.Training, delta, cacheSize float64) (over, error) {
	matrix := gram.MatrixOf(k, t.X, t.Part)
	o, all := over{}, make([]int, t.X.Len())
	for i, v := range matrix.Diagonal() {
		all[i], o.indefinite = i, o.indefinite || v < 0
		o.radius2 = max(o.radius2, v+float64(delta*delta))
	}
	if !(o.radius2 <= gram.LargestNorm) {
		return o, model.Overflow()
	}
	o.view = matrix.View(t.Cache(), int(cacheSize*(1<<20)), matrix.Segment(all, nil))
	return o, nil
}

// indefiniteNote is the note about a kernel that turned out not to be positive semidefinite.
func indefiniteNote() model.Note {
	return model.Indefinite("the squared norm of a sample or of a decision function is negative", "Novikoff's theorem does not hold, and a function whose squared norm is negative has no margin. Use another kernel")
}

// merge sets to to the support of before, followed by the samples of x with a coefficient in any of
// the steps. It returns their rows.
func merge(to, before *expansion.Support, x sample.Set, steps [][]float64) (rows []int) {
	for i := range x.Len() {
		for _, coef := range steps {
			if coef[i] != 0 {
				rows = append(rows, i)
				break
			}
		}
	}
	to.Samples = before.Samples + x.Len()
	to.Indices = slices.Clone(before.Indices)
	for _, i := range rows {
		to.Indices = append(to.Indices, int32(before.Samples+i))
	}
	if to.Given() {
		return rows
	}
	to.Vectors = before.Vectors
	switch {
	case len(to.Indices) == 0:
		to.Vectors = &sample.Matrix{D: to.Features}
	case len(before.Indices) == 0:
		to.Vectors = x.Select(rows)
	case len(rows) > 0:
		to.Vectors = sample.Join(before.Vectors, x.Select(rows))
	}
	return rows
}

// extended returns the coefficients of before followed by those of the steps at rows, function by
// function.
func extended(before []float64, rows []int, steps [][]float64) (coef []float64) {
	m := len(before) / len(steps)
	for q, own := range steps {
		coef = append(coef, before[q*m:(q+1)*m]...)
		for _, i := range rows {
			coef = append(coef, own[i])
		}
	}
	return coef
}

// valuesOf returns the values of q functions, which have these coefficients over a support, less
// their constants, at all samples of x.
func valuesOf(ctl *run.Ctl, s *expansion.Support, coef []float64, q int, x sample.Set) ([][]float64, error) {
	values := make([][]float64, q)
	for r := range values {
		values[r] = make([]float64, x.Len())
	}
	if len(s.Indices) == 0 {
		return values, nil
	}
	of := expansion.New(expansion.Expansion{Kernel: s.Kernel(), Vectors: s.Vectors, Indices: s.Indices, Coef: coef, Intercept: make([]float64, q)})
	err := of.Each(ctl, x, func(i int, row []float64) {
		for r, v := range row {
			values[r][i] = v
		}
	})
	return values, err
}
