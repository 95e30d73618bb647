package perceptron

import (
	"maxmargin/core/expansion"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// KernelPerceptronFit is the result of a fit of KernelPerceptron. The rows of its support
// are those of all samples seen, counted from 0, at which there was a mistake; their
// coefficients are eta0 times the mistakes, with the sign of the class.
type KernelPerceptronFit struct {
	expansion.Classes
	Mistakes
}

// keep makes the expansion of f: that of before, followed by the samples that corrected
// any of the functions.
func (f *KernelPerceptronFit) keep(before *KernelPerceptronFit, x sample.Set, steps [][]float64) {
	var rows []int
	for i := range x.Len() {
		for _, coef := range steps {
			if coef[i] != 0 {
				rows = append(rows, i)
				break
			}
		}
	}
	f.Samples = before.Samples + x.Len()
	f.Indices = append([]int32(nil), before.Indices...)
	for _, i := range rows {
		f.Indices = append(f.Indices, int32(before.Samples+i))
	}
	m := len(before.Indices)
	for q, coef := range steps {
		if m > 0 {
			f.Coef = append(f.Coef, before.Coef[q*m:(q+1)*m]...)
		}
		for _, i := range rows {
			f.Coef = append(f.Coef, coef[i])
		}
	}
	if f.Given() {
		return
	}
	f.Vectors = before.Vectors
	switch {
	case len(f.Indices) == 0:
		f.Vectors = &sample.Matrix{D: f.Features}
	case m == 0:
		f.Vectors = x.Select(rows)
	case len(rows) > 0:
		f.Vectors = sample.Join(before.Vectors, x.Select(rows))
	}
}

// values returns f(x_i) less the bias for q functions and all samples of x.
func (f *KernelPerceptronFit) values(ctl *run.Ctl, x sample.Set, q int) ([][]float64, error) {
	values := make([][]float64, q)
	for r := range values {
		values[r] = make([]float64, x.Len())
	}
	if len(f.Indices) == 0 {
		return values, nil
	}
	err := f.Each(ctl, x, func(i int, row []float64) {
		for r, v := range row {
			values[r][i] = v - f.Intercept[r]
		}
	})
	return values, err
}
